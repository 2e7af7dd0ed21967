/* Runs the recogniser over a corpus; built with the sanitizers, which end it where it reads or writes out of bounds.
 *
 * Arguments: a file with the tables, one with the parameters, one with the corpus: texts, each after its length as four
 * bytes. Each text, and each buffer, is allocated at its exact size. Prints how many deals of each text are regular.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recogniser.h"

static void *allocated(size_t size)
{
    void *room = malloc(size > 0 ? size : 1);
    if (room == NULL)
        exit(3);
    return room;
}

static int read_whole(const char *path, void *room, size_t size)
{
    FILE *file = fopen(path, "rb");
    int whole = file != NULL && fread(room, 1, size, file) == size;
    if (file != NULL)
        fclose(file);
    return whole;
}

static int64_t regular_deals(const uint8_t *text, uint32_t size, const Tables *tables, const Rules *rules, int canonical)
{
    Rows rows = {0};
    int64_t start = 0, count = 0;
    rows.most_games = 1;
    rows.most_deals = size / 200 + 1;
    rows.most_calls = size / 60 + 1;
    rows.most_canonical = canonical ? size : 0;
    rows.games = allocated(sizeof(GameRow));
    rows.deals = allocated((size_t)rows.most_deals * sizeof(DealRow));
    rows.calls = allocated((size_t)rows.most_calls * sizeof(CallRow));
    rows.canonical = canonical ? allocated(size) : NULL;
    while (start < size) {
        rows.n_games = rows.n_deals = rows.n_calls = rows.n_canonical = 0;
        start = recognise(text, start, size, tables, rules, &rows);
        for (int64_t i = 0; i < rows.n_deals; i++)
            count += rows.deals[i].regular;
    }
    free(rows.games);
    free(rows.deals);
    free(rows.calls);
    free(rows.canonical);
    return count;
}

int main(int argc, char **argv)
{
    Tables tables;
    Rules rules;
    uint32_t size;
    FILE *corpus = argc == 4 ? fopen(argv[3], "rb") : NULL;
    if (corpus == NULL || !read_whole(argv[1], &tables, sizeof tables) || !read_whole(argv[2], &rules, sizeof rules))
        return 2;
    while (fread(&size, sizeof size, 1, corpus) == 1) {
        uint8_t *text = allocated(size);
        if (fread(text, 1, size, corpus) != size)
            return 2;
        int64_t count = regular_deals(text, size, &tables, &rules, 1);
        if (regular_deals(text, size, &tables, &rules, 0) != count)
            return 4;
        printf("%lld\n", (long long)count);
        free(text);
    }
    fclose(corpus);
    return 0;
}
