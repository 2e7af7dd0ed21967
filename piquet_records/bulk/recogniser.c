/* Recognises regular deals in lines of JSON; recogniser_rules.c judges them, recogniser_text.c writes them canonically.
 *
 * It knows one shape, that of the format's own writer, with or without a space after each comma and colon, and compares
 * every byte. What it accepts is JSON by construction, and a deal in which the step-by-step judge finds nothing; of
 * everything else it says "not regular" and nothing more. It explains nothing.
 *
 * For the reader who audits it: text is read only through a Reader, which never passes its end; each token is checked
 * against that end once, before its first byte is read. Nothing is allocated, no state is kept between calls, nothing
 * recurses. Loops run over the text, or over numbers of cards, calls and tricks that are bounded here.
 */
#include "recogniser.h"

#include <string.h>

typedef struct {
    const uint8_t *at, *end;
    int spaced; /* whether a space stands after each comma and colon */
} Reader;

typedef struct {
    uint8_t numbers[HAND];
    int count;
    uint32_t set;
    Span text;
} Cards;

/* ---- tokens ---- */

static inline int take(Reader *in, const char *text, size_t size)
{
    const uint8_t *at = in->at;
    if (!in->spaced) {
        if ((size_t)(in->end - at) < size || memcmp(at, text, size) != 0)
            return 0;
        in->at = at + size;
        return 1;
    }
    for (size_t i = 0; i < size; i++) {
        if (at == in->end || *at++ != (uint8_t)text[i])
            return 0;
        if ((text[i] == ',' || text[i] == ':') && (at == in->end || *at++ != ' '))
            return 0;
    }
    in->at = at;
    return 1;
}
#define TAKE(in, text) take(in, text, sizeof(text) - 1)

/* A whole number without leading zeros, of so many digits at most. */
static int take_number(Reader *in, int most, int *value)
{
    const uint8_t *at = in->at;
    int number = 0, digits = 0;
    while (at < in->end && *at >= '0' && *at <= '9' && digits < most) {
        number = number * 10 + (*at++ - '0');
        digits++;
    }
    if (digits == 0 || (digits > 1 && *in->at == '0'))
        return 0;
    in->at = at;
    *value = number;
    return 1;
}

static int take_rank(Reader *in, const Tables *tables, int *rank)
{
    if (in->end - in->at < 1 || tables->rank[*in->at] > 7)
        return 0;
    *rank = tables->rank[*in->at++];
    return 1;
}

/* One card or more with single spaces between, each another, and the quote that ends them. */
static int take_cards(Reader *in, const Tables *tables, int most, Cards *cards)
{
    const uint8_t *at = in->at;
    cards->count = 0;
    cards->set = 0;
    for (;;) {
        if (cards->count == most || in->end - at < 3)
            return 0;
        int card = tables->rank[at[0]] | tables->suit[at[1]];
        if (card >= NO_CARD || cards->set >> card & 1)
            return 0;
        cards->numbers[cards->count++] = (uint8_t)card;
        cards->set |= UINT32_C(1) << card;
        at += 3;
        if (at[-1] == '"')
            break;
        if (at[-1] != ' ')
            return 0;
    }
    cards->text = (Span){in->at, (size_t)(at - 1 - in->at)};
    in->at = at;
    return 1;
}

/* Whether cards stand suit by suit, and in each from the ace down. */
static int in_standard_order(const Cards *cards)
{
    for (int i = 1; i < cards->count; i++)
        if ((cards->numbers[i - 1] ^ 7) >= (cards->numbers[i] ^ 7))
            return 0;
    return 1;
}

static int take_set(Reader *in, const Tables *tables, int most, Deal *deal, Cards *cards)
{
    if (!take_cards(in, tables, most, cards))
        return 0;
    deal->in_order &= in_standard_order(cards);
    return 1;
}

/* ---- the parts of a deal, in the order of its text ---- */

static int take_hands(Reader *in, const Tables *tables, Deal *deal, uint32_t hands[2])
{
    Cards cards;
    for (int role = ELDER; role <= YOUNGER; role++) {
        if (!(role == ELDER ? TAKE(in, "{\"elder\":\"") : TAKE(in, ",\"younger\":\"")))
            return 0;
        if (!take_set(in, tables, HAND, deal, &cards) || cards.count != HAND)
            return 0;
        hands[role] = cards.set;
        deal->hands[role] = cards.text;
    }
    return TAKE(in, "}");
}

static int take_exchange(Reader *in, const Tables *tables, Deal *deal, int role)
{
    DealRow *row = deal->row;
    Cards cards;
    int number;
    if (role == ELDER) {
        row->blanche[role] = (uint8_t)TAKE(in, "{\"act\":\"carte-blanche\",\"by\":\"elder\"},");
        if (!TAKE(in, "{\"act\":\"exchange\",\"by\":\"elder\",\"discard\":\""))
            return 0;
    } else {
        row->blanche[role] = (uint8_t)TAKE(in, "{\"act\":\"carte-blanche\",\"by\":\"younger\"},");
        if (!TAKE(in, "{\"act\":\"exchange\",\"by\":\"younger\",\"discard\":\""))
            return 0;
    }
    if (!take_set(in, tables, TALON, deal, &cards) || !TAKE(in, ",\"draw\":") || !take_number(in, 1, &number))
        return 0;
    row->out[role] = cards.set;
    row->drew[role] = (uint8_t)number;
    row->announced[role] = -1;
    deal->discards[role] = cards.text;
    if (cards.count != number)
        return 0;
    if (TAKE(in, ",\"announced\":")) {
        if (!take_number(in, 1, &number) || number != cards.count)
            return 0;
        row->announced[role] = (int8_t)number;
    }
    return TAKE(in, "}");
}

static int take_talon_and_exchanges(Reader *in, const Tables *tables, Deal *deal)
{
    Cards cards;
    if (!TAKE(in, ",\"talon\":\"") || !take_cards(in, tables, TALON, &cards) || cards.count != TALON)
        return 0;
    memcpy(deal->row->talon, cards.numbers, TALON);
    deal->talon = cards.text;
    return TAKE(in, ",\"exchange\":[") && take_exchange(in, tables, deal, ELDER) && TAKE(in, ",") &&
           take_exchange(in, tables, deal, YOUNGER) && TAKE(in, "]");
}

/* What was called: how many cards, and their pips, top or rank. */
static int take_claim(Reader *in, const Tables *tables, CallRow *call)
{
    int cards, second = -1;
    if (TAKE(in, "\"point\",\"cards\":")) {
        call->what = POINT;
        if (!take_number(in, 1, &cards) || (TAKE(in, ",\"value\":") && !take_number(in, 3, &second)))
            return 0;
    } else if (TAKE(in, "\"sequence\",\"cards\":")) {
        call->what = SEQUENCE;
        if (!take_number(in, 1, &cards) || !TAKE(in, ",\"top\":\"") || !take_rank(in, tables, &second) ||
            !TAKE(in, "\""))
            return 0;
    } else if (TAKE(in, "\"set\",\"cards\":")) {
        call->what = SET;
        if (!take_number(in, 1, &cards) || !TAKE(in, ",\"rank\":\"") || !take_rank(in, tables, &second) ||
            !TAKE(in, "\""))
            return 0;
    } else {
        return 0;
    }
    call->cards = (uint8_t)cards;
    call->second = (int16_t)second;
    return cards > 0 && cards <= 8;
}

static int take_reply(Reader *in, CallRow *call)
{
    call->reply = NO_REPLY;
    if (!TAKE(in, ",\"reply\":\""))
        return 1;
    call->reply = TAKE(in, "good\"") ? GOOD : TAKE(in, "equal\"") ? EQUAL : TAKE(in, "not-good\"") ? NOT_GOOD : NO_REPLY;
    return call->reply != NO_REPLY;
}

static int take_call(Reader *in, const Tables *tables, Deal *deal, CallRow *call, Span *shown)
{
    Cards cards;
    memset(call, 0, sizeof *call);
    if (!TAKE(in, "{\"act\":\"call\",\"by\":\""))
        return 0;
    if (TAKE(in, "younger\",\"what\":"))
        call->role = YOUNGER;
    else if (!TAKE(in, "elder\",\"what\":"))
        return 0;
    if (!take_claim(in, tables, call) || !take_reply(in, call))
        return 0;
    *shown = (Span){NULL, 0};
    if (TAKE(in, ",\"shown\":\"")) {
        if (!take_set(in, tables, TALON, deal, &cards))
            return 0;
        call->shown = cards.set;
        *shown = cards.text;
    }
    return TAKE(in, "}");
}

static int take_calls(Reader *in, const Tables *tables, Deal *deal, int64_t room)
{
    int count = 0;
    if (!TAKE(in, ",\"declarations\":["))
        return 0;
    if (!TAKE(in, "]")) {
        do {
            if (count == MOST_CALLS || count == room ||
                !take_call(in, tables, deal, &deal->calls[count], &deal->shown[count]))
                return 0;
            count++;
        } while (TAKE(in, ","));
        if (!TAKE(in, "]"))
            return 0;
    }
    deal->row->calls = (uint8_t)count;
    return 1;
}

static int take_play(Reader *in, const Tables *tables, Deal *deal)
{
    Cards cards;
    if (!TAKE(in, ",\"play\":["))
        return 0;
    deal->play.start = in->at;
    for (int trick = 0; trick < TRICKS; trick++) {
        if ((trick > 0 && !TAKE(in, ",")) || !TAKE(in, "\"") || !take_cards(in, tables, 2, &cards) || cards.count != 2)
            return 0;
        memcpy(deal->row->play + 2 * trick, cards.numbers, 2);
    }
    return TAKE(in, "]");
}

static int take_score(Reader *in, Deal *deal)
{
    int number;
    deal->row->written[ELDER] = deal->row->written[YOUNGER] = -1;
    if (!TAKE(in, ",\"score\":{\"elder\":"))
        return 1;
    if (!take_number(in, 3, &number))
        return 0;
    deal->row->written[ELDER] = (int16_t)number;
    if (!TAKE(in, ",\"younger\":") || !take_number(in, 3, &number))
        return 0;
    deal->row->written[YOUNGER] = (int16_t)number;
    return TAKE(in, "}");
}

/* A whole deal in the one shape. */
static int take_deal(Reader *in, const Tables *tables, Deal *deal, int64_t room)
{
    DealRow *row = deal->row;
    int packets = 0;
    memset(row, 0, sizeof *row);
    deal->in_order = 1;
    if (TAKE(in, "{\"dealer\":\"B\""))
        row->dealer = 1;
    else if (!TAKE(in, "{\"dealer\":\"A\""))
        return 0;
    if (TAKE(in, ",\"packets\":") && (!take_number(in, 1, &packets) || packets < 2 || packets > 3))
        return 0;
    row->packets = (uint8_t)packets;
    if (TAKE(in, ",\"hands\":")) {
        if (!take_hands(in, tables, deal, row->dealt) || !take_talon_and_exchanges(in, tables, deal))
            return 0;
    } else {
        row->held_only = 1;
        row->announced[ELDER] = row->announced[YOUNGER] = -1;
        memset(row->talon, NO_CARD, TALON);
        if (!TAKE(in, ",\"held\":") || !take_hands(in, tables, deal, row->hand))
            return 0;
    }
    if (!take_calls(in, tables, deal, room) || !take_play(in, tables, deal) || !take_score(in, deal) || !TAKE(in, "}"))
        return 0;
    row->standard = (uint8_t)deal->in_order;
    return 1;
}

/* ---- the frame of a game: any JSON but for its deals ---- */

static void skip_blanks(Reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t'))
        in->at++;
}

static int skip_character(Reader *in, uint8_t character)
{
    if (in->at == in->end || *in->at != character)
        return 0;
    in->at++;
    return 1;
}

static int skip_string(Reader *in)
{
    if (!skip_character(in, '"'))
        return 0;
    while (in->at < in->end) {
        uint8_t character = *in->at++;
        if (character == '"')
            return 1;
        if (character == '\\' && in->at < in->end)
            in->at++;
    }
    return 0;
}

/* Passes over a value, up to the comma or bracket after it. Whether it is JSON is seen when it is decoded. */
static int skip_value(Reader *in)
{
    const uint8_t *start = in->at;
    int64_t depth = 0;
    while (in->at < in->end) {
        uint8_t character = *in->at;
        if (character == '"') {
            if (!skip_string(in))
                return 0;
            continue;
        }
        if (depth == 0 && (character == ',' || character == '}' || character == ']'))
            break;
        depth += (character == '{' || character == '[') - (character == '}' || character == ']');
        in->at++;
    }
    return depth == 0 && in->at > start;
}

/* Whether the dealers take turns, and each gives cards as he did before. */
static int follows(const DealRow *row, const DealRow *first)
{
    if (row > first && row->dealer == row[-1].dealer)
        return 0;
    for (const DealRow *earlier = row - 2; earlier >= first; earlier -= 2)
        return earlier->packets == row->packets; /* as that one is like those before it */
    return 1;
}

static void add_deal(GameRow *game, const DealRow *row, const DealRow *first)
{
    int elder = !row->dealer; /* the seat: B, 1, where A deals */
    memcpy(game->earlier, game->total, sizeof game->earlier);
    game->total[elder] += row->total[ELDER];
    game->total[!elder] += row->total[YOUNGER];
    game->regular = game->regular && row->regular && follows(row, first);
    game->standard = game->standard && row->standard;
}

/* One deal: regular and scored, or passed over, which leaves an empty row. */
static int read_deal(Reader *in, const Tables *tables, const Rules *rules, Rows *rows, Writer *canonical)
{
    Deal deal;
    Reader trial = *in;
    DealRow *row = rows->deals + rows->n_deals;
    deal.row = row;
    deal.calls = rows->calls + rows->n_calls;
    if (take_deal(&trial, tables, &deal, rows->most_calls - rows->n_calls) && trial.at < trial.end &&
        (*trial.at == ',' || *trial.at == ']') && deal_is_regular(&deal, tables, rules)) {
        row->regular = 1;
        row->first_call = (uint32_t)rows->n_calls;
        if (rows->canonical != NULL)
            put_deal(canonical, &deal, tables, in->spaced);
        in->at = trial.at;
        rows->n_calls += row->calls;
    } else {
        memset(row, 0, sizeof *row);
        if (!skip_value(in))
            return 0;
    }
    rows->n_deals++;
    return 1;
}

/* The list of deals, after its opening bracket and up to behind the closing one. */
static int read_deals(Reader *in, const uint8_t *text, const Tables *tables, const Rules *rules, Rows *rows,
                      GameRow *game)
{
    const DealRow *first = rows->deals + rows->n_deals;
    Writer canonical = {NULL, NULL, 0};
    if (rows->canonical != NULL)
        canonical = (Writer){rows->canonical + rows->n_canonical, rows->canonical + rows->most_canonical, 0};
    game->deals_start = in->at - text;
    game->regular = game->standard = 1;
    do {
        const DealRow *row = rows->deals + rows->n_deals;
        if (rows->n_deals == rows->most_deals || !read_deal(in, tables, rules, rows, &canonical))
            return 0;
        add_deal(game, row, first);
        if (rows->canonical != NULL && in->at < in->end && *in->at == ',')
            PUT(&canonical, ",");
    } while (TAKE(in, ","));
    game->deals_end = in->at - text;
    if (canonical.full)
        return 0;
    if (rows->canonical != NULL) {
        game->canonical_start = rows->n_canonical;
        rows->n_canonical = canonical.at - rows->canonical;
        game->canonical_end = rows->n_canonical;
    }
    return skip_character(in, ']');
}

/* The value of the key "deals". Its own separators say how those of the deals must be. */
static int read_list(Reader *in, const uint8_t *text, const Tables *tables, const Rules *rules, Rows *rows,
                     GameRow *game)
{
    in->spaced = in->at < in->end && *in->at == ' ';
    game->spaced = (uint8_t)in->spaced;
    if (in->spaced)
        in->at++;
    return skip_character(in, '[') && read_deals(in, text, tables, rules, rows, game);
}

/* An object with one key "deals", written without escapes. The other values are passed over. */
static int read_game(Reader *in, const uint8_t *text, const Tables *tables, const Rules *rules, Rows *rows,
                     GameRow *game)
{
    static const char DEALS[] = "\"deals\"";
    int seen = 0;
    if (!skip_character(in, '{'))
        return 0;
    do {
        skip_blanks(in);
        const uint8_t *key = in->at;
        if (!skip_string(in) || memchr(key, '\\', (size_t)(in->at - key)) != NULL)
            return 0;
        int is_deals = (size_t)(in->at - key) == sizeof DEALS - 1 && memcmp(key, DEALS, sizeof DEALS - 1) == 0;
        skip_blanks(in);
        if (!skip_character(in, ':'))
            return 0;
        if (is_deals ? seen++ || !read_list(in, text, tables, rules, rows, game) : !skip_value(in))
            return 0;
        skip_blanks(in);
    } while (skip_character(in, ','));
    return skip_character(in, '}') && in->at == in->end && seen;
}

static int is_blank(uint8_t character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

int64_t recognise(const uint8_t *text, int64_t start, int64_t end, const Tables *tables, const Rules *rules,
                  Rows *rows)
{
    for (int32_t line = 0; start < end; line++) {
        const uint8_t *feed = memchr(text + start, '\n', (size_t)(end - start));
        int64_t stop = feed == NULL ? end : feed - text, next = feed == NULL ? end : stop + 1, from = start;
        while (from < stop && is_blank(text[from]))
            from++;
        while (stop > from && is_blank(text[stop - 1]))
            stop--;
        if (from < stop) {
            if (rows->n_games == rows->most_games)
                return start;
            GameRow *game = rows->games + rows->n_games++;
            Reader in = {text + from, text + stop, 0};
            Rows before = *rows;
            memset(game, 0, sizeof *game);
            if (read_game(&in, text, tables, rules, rows, game)) {
                game->framed = 1;
                game->first_deal = (int32_t)before.n_deals;
                game->deals = (int32_t)(rows->n_deals - before.n_deals);
                game->first_call = (int32_t)before.n_calls;
                game->calls = (int32_t)(rows->n_calls - before.n_calls);
            } else {
                memset(game, 0, sizeof *game);
                *rows = before;
            }
            game->line = line;
            game->start = from;
            game->end = stop;
        }
        start = next;
    }
    return end;
}
