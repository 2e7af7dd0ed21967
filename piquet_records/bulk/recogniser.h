/* The rows that the recogniser fills, what it has to be given, and its one function.
 *
 * Every number of the game comes from Python: the tables from cards/holdings.py, the parameters from a rules profile.
 * bulk/recogniser.py describes the same layouts; it compares the sizes when it is imported.
 */
#ifndef PIQUET_RECOGNISER_H
#define PIQUET_RECOGNISER_H

#include <stddef.h>
#include <stdint.h>

enum { HAND = 12, TALON = 8, TRICKS = 12, MOST_CALLS = 24, NO_CARD = 32 };
enum { ELDER, YOUNGER };
enum { POINT, SEQUENCE, SET };
enum { NO_REPLY, GOOD, EQUAL, NOT_GOOD };
/* The entries of a score, in the order of a Breakdown. */
enum { BLANCHE, OF_POINT, OF_SEQUENCES, OF_SETS, REPIQUE, PIQUE, PLAY, LAST_TRICK, CARDS, CAPOT, ENTRIES };

/* A strength is cards * 1024 + second (pips, top or rank), so that it compares as the holdings do; 0 for none. */
enum { SECONDS = 1024 };

typedef struct {
    uint32_t court;            /* the set of all court cards */
    uint16_t point[256];       /* the strength of the point, by the byte of a suit */
    uint16_t runs[256][2];     /* the strengths of its sequences, best first */
    uint16_t sequence_value[9]; /* points by length */
    uint16_t set_value[5];     /* points by number of cards */
    uint8_t rank[256];         /* 0 to 7 by character; 0x80 for any other */
    uint8_t suit[256];         /* 0, 8, 16 or 24 by character; 0x80 for any other */
    uint8_t ranks[8];          /* the characters of the ranks */
    uint8_t lowest_set;        /* the lowest rank that makes a set */
    uint8_t unused[3];
} Tables;

typedef struct {
    uint8_t blanche_value, blanche_counts; /* points; whether they count toward thirty */
    uint8_t younger_may_repique, pique_by_time;
    uint8_t lowest_scoring;                /* the lowest rank that counts one in the play */
    uint8_t last_in_capot;                 /* points for the last trick of a capot */
    uint8_t least[2], elder_most;          /* cards that each must exchange; the most that the elder may */
    uint8_t thirty, pique, repique, majority, cards, capot;
    uint8_t unused;
} Rules;

typedef struct {
    int64_t start, end;             /* the line, without blanks at its ends */
    int64_t deals_start, deals_end; /* what stands between the brackets of its deals */
    int64_t canonical_start, canonical_end;
    int32_t line;                   /* from 0 */
    int32_t first_deal, deals, first_call, calls;
    int32_t total[2];               /* points by seat, A and B */
    int32_t earlier[2];             /* the same without the last deal */
    uint8_t framed;                 /* whether the line is an object with deals that could be walked */
    uint8_t regular;                /* whether each deal is regular, and the dealers and packets follow */
    uint8_t standard, spaced;
} GameRow;

typedef struct {
    uint32_t dealt[2], out[2], drawn[2], hand[2]; /* sets of cards, of elder and younger; hand: in the play */
    uint32_t first_call;
    uint16_t led, won;                            /* bit n: the elder led, or won, trick n + 1 */
    int16_t written[2];                           /* -1 for none */
    uint16_t total[2];
    uint16_t held[2][3], called[2][3];            /* the best, as strengths */
    uint8_t talon[TALON], play[2 * TRICKS];
    uint8_t points[2][ENTRIES];
    uint8_t drew[2];
    int8_t announced[2];                          /* -1 for none */
    uint8_t blanche[2];                           /* whether it was shown */
    uint8_t dealer, packets;                      /* 1 for B; 0 for none */
    uint8_t held_only, calls;
    uint8_t shown;   /* whether each point and sequence that had to be shown has its cards written */
    uint8_t regular;
    uint8_t standard; /* whether each set of cards is written suit by suit, from ace to seven */
    uint8_t unused[3];
} DealRow;

typedef struct {
    uint32_t shown; /* the cards laid down; 0 where none are written */
    int16_t second; /* pips, top or rank; -1 where they are not written */
    uint16_t held;  /* the best that the caller holds of this category */
    uint8_t role, what, cards, reply, scored;
    uint8_t unused[3];
} CallRow;

/* Where rows are written: capacities, and how many there are so far. */
typedef struct {
    GameRow *games;
    DealRow *deals;
    CallRow *calls;
    uint8_t *canonical; /* NULL where the canonical text is not wanted */
    int64_t most_games, most_deals, most_calls, most_canonical;
    int64_t n_games, n_deals, n_calls, n_canonical;
} Rows;

/* Recognise the lines of text[start..end). Stops before a line for which there is no row of a game left; gives where
 * it stopped. */
int64_t recognise(const uint8_t *text, int64_t start, int64_t end, const Tables *tables, const Rules *rules,
                  Rows *rows);

/* ---- between the files of the recogniser ---- */

typedef struct {
    uint8_t *at, *end;
    int full; /* whether something did not fit, and was left out */
} Writer;

typedef struct {
    const uint8_t *start;
    size_t size;
} Span;

/* A deal as it was read: its row, its calls, and the texts that the canonical form repeats. */
typedef struct {
    DealRow *row;
    CallRow *calls;
    Span hands[2], talon, discards[2], shown[MOST_CALLS], play;
    int in_order; /* whether each list of cards read so far is in the standard order */
} Deal;

void put(Writer *out, const void *text, size_t size);
#define PUT(out, text) put(out, text, sizeof(text) - 1)
int deal_is_regular(Deal *deal, const Tables *tables, const Rules *rules);
void put_deal(Writer *out, const Deal *deal, const Tables *tables, int spaced);

#endif
