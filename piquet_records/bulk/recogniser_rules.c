/* Judges and scores a deal that was read: regular, so that the step-by-step judge would find nothing in it, or not.
 *
 * Its loops are over two roles, four suits, eight ranks, eight cards of the talon, twelve tricks and MOST_CALLS calls.
 * Card numbers are below NO_CARD, a call has 1 to 8 cards, ranks are below 8: the reader has seen to that.
 */
#include "recogniser.h"

#include <string.h>

static int count_cards(uint32_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

static uint8_t suit_byte(uint32_t hand, int suit)
{
    return (uint8_t)(hand >> 8 * suit);
}

static uint32_t of_rank(uint32_t hand, int rank)
{
    return hand >> rank & UINT32_C(0x01010101);
}

/* Deal and exchange are regular: fills in what was drawn, and the hands of the play. */
static int exchange_is_right(DealRow *row, const Tables *tables, const Rules *rules)
{
    int elder = row->drew[ELDER], younger = row->drew[YOUNGER];
    uint32_t talon = 0;
    if (row->held_only)
        return (row->hand[ELDER] & row->hand[YOUNGER]) == 0;
    for (int i = 0; i < TALON; i++)
        talon |= UINT32_C(1) << row->talon[i];
    if ((row->dealt[ELDER] | row->dealt[YOUNGER] | talon) != UINT32_MAX)
        return 0;
    if (elder < rules->least[ELDER] || elder > rules->elder_most || younger < rules->least[YOUNGER] ||
        elder + younger > TALON)
        return 0;
    for (int role = ELDER; role <= YOUNGER; role++) {
        int first = role == ELDER ? 0 : elder;
        if ((row->out[role] & ~row->dealt[role]) != 0 || (row->blanche[role] && (row->dealt[role] & tables->court) != 0))
            return 0;
        for (int i = first; i < first + row->drew[role]; i++)
            row->drawn[role] |= UINT32_C(1) << row->talon[i];
        row->hand[role] = (row->dealt[role] & ~row->out[role]) | row->drawn[role];
    }
    return 1;
}

/* The best point, sequence and set of a hand. */
static void find_best(uint32_t hand, const Tables *tables, uint16_t best[3])
{
    best[POINT] = best[SEQUENCE] = best[SET] = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint8_t byte = suit_byte(hand, suit);
        if (tables->point[byte] > best[POINT])
            best[POINT] = tables->point[byte];
        if (tables->runs[byte][0] > best[SEQUENCE])
            best[SEQUENCE] = tables->runs[byte][0];
    }
    for (int rank = tables->lowest_set; rank < 8; rank++) {
        int cards = count_cards(of_rank(hand, rank));
        if (cards >= 3 && cards * SECONDS + rank > best[SET])
            best[SET] = (uint16_t)(cards * SECONDS + rank);
    }
}

/* How often a hand holds what was called, each time in other cards. */
static int times_held(uint32_t hand, const Tables *tables, const CallRow *call, uint16_t strength)
{
    int times = 0;
    if (call->what == SET)
        return call->cards >= 3 && call->second >= tables->lowest_set &&
               count_cards(of_rank(hand, call->second)) == call->cards;
    for (int suit = 0; suit < 4; suit++) {
        uint8_t byte = suit_byte(hand, suit);
        if (call->what == POINT)
            times |= tables->point[byte] == strength;
        else
            times += (tables->runs[byte][0] == strength) + (tables->runs[byte][1] == strength);
    }
    return times;
}

/* Whether the cards laid down for a point or a sequence make it; for a set any will do. Twin: missing_from in Python. */
static int is_shown(const CallRow *call)
{
    if (call->what == SET || call->shown == 0)
        return 1;
    for (int suit = 0; suit < 4; suit++) {
        uint8_t byte = suit_byte(call->shown, suit);
        if (call->what == SEQUENCE && call->second >= call->cards - 1)
            byte &= (uint8_t)(((1u << call->cards) - 1) << (call->second - call->cards + 1));
        if (count_cards(byte) >= call->cards)
            return 1;
    }
    return 0;
}

/* What a call is compared by; a point without its pips is the best of the hand, or not comparable: 0. */
static uint16_t strength_of(const CallRow *call, uint16_t best_point)
{
    if (call->second < 0)
        return best_point / SECONDS == call->cards ? best_point : 0;
    return (uint16_t)(call->cards * SECONDS + call->second);
}

/* Calls and replies by role and category. */
typedef struct {
    uint16_t best[2][3]; /* the strongest call */
    int worth[2][3];     /* the points of all calls */
    int replies[2][3];   /* bit n: some call had reply n */
    int answer[3];       /* the reply to the elder's calls */
} Calls;

/* Each call is a whole holding of the caller's hand, called once, the elder's first; what was laid down is of it. */
static int calls_are_right(Deal *deal, const Tables *tables, Calls *calls)
{
    DealRow *row = deal->row;
    for (int i = 0; i < row->calls; i++) {
        CallRow *call = &deal->calls[i];
        uint32_t hand = row->hand[call->role];
        uint16_t strength = strength_of(call, row->held[call->role][POINT]);
        int times = 1, value = call->what == POINT ? call->cards
                             : call->what == SEQUENCE ? tables->sequence_value[call->cards]
                             : call->cards <= 4 ? tables->set_value[call->cards] : 0;
        if (strength == 0 || (i > 0 && call->role < call[-1].role) || (call->shown & ~hand) != 0 ||
            !is_shown(call))
            return 0;
        for (int j = 0; j < i; j++) {
            const CallRow *other = &deal->calls[j];
            if (other->role == call->role && other->what == call->what)
                times += call->what == POINT || (other->cards == call->cards && other->second == call->second);
        }
        if (times_held(hand, tables, call, strength) < times)
            return 0;
        if (strength > calls->best[call->role][call->what])
            calls->best[call->role][call->what] = strength;
        calls->worth[call->role][call->what] += value;
        calls->replies[call->role][call->what] |= 1 << call->reply;
        call->held = row->held[call->role][call->what];
        int called = call->cards * SECONDS + (call->second < 0 ? 0 : call->second);
        if (called > row->called[call->role][call->what])
            row->called[call->role][call->what] = (uint16_t)called;
    }
    return 1;
}

/* The reply to the elder's calls of a category is the right one; the younger's have none. Gives who scores there. */
static int replies_are_right(const DealRow *row, Calls *calls, int what)
{
    uint16_t elder = calls->best[ELDER][what], younger = calls->best[YOUNGER][what];
    if ((calls->replies[YOUNGER][what] & ~(1 << NO_REPLY)) != 0)
        return 0;
    if (elder == 0)
        return 1;
    switch (calls->replies[ELDER][what]) {
    case 1 << GOOD:
        calls->answer[what] = GOOD;
        return younger == 0 && row->held[YOUNGER][what] <= elder;
    case 1 << EQUAL:
        calls->answer[what] = EQUAL;
        return younger == elder;
    case 1 << NOT_GOOD:
        calls->answer[what] = NOT_GOOD;
        return younger > elder;
    default:
        return 0;
    }
}

/* Fills in the points of each category, which calls score, and whether all was shown that had to be. */
static int categories_are_right(Deal *deal, Calls *calls)
{
    DealRow *row = deal->row;
    for (int what = POINT; what <= SET; what++) {
        if (!replies_are_right(row, calls, what))
            return 0;
        if (calls->answer[what] == GOOD)
            row->points[ELDER][OF_POINT + what] = (uint8_t)calls->worth[ELDER][what];
        else if (calls->answer[what] != EQUAL)
            row->points[YOUNGER][OF_POINT + what] = (uint8_t)calls->worth[YOUNGER][what];
    }
    row->shown = 1;
    for (int i = 0; i < row->calls; i++) {
        CallRow *call = &deal->calls[i];
        uint16_t strength = strength_of(call, row->held[call->role][POINT]);
        call->scored = row->points[call->role][OF_POINT + call->what] > 0;
        int owed = call->scored || (call->role == YOUNGER && calls->answer[call->what] == EQUAL &&
                                    strength == calls->best[ELDER][call->what]);
        if (owed && call->what != SET && call->shown == 0)
            row->shown = 0;
    }
    return 1;
}

/* Plays the tricks: whether each card was in the hand and followed suit. Fills in the points of the play, who led and
 * won, and whether the elder makes thirty before the younger has made anything. */
static int play_is_right(DealRow *row, const Rules *rules, const int before[2], int blanche_of_younger, int *pique)
{
    uint32_t hands[2] = {row->hand[ELDER], row->hand[YOUNGER]};
    int leader = ELDER, made[2] = {0, 0};
    int alone = rules->pique_by_time ? blanche_of_younger == 0 : before[YOUNGER] + blanche_of_younger == 0;
    *pique = 0;
    for (int trick = 0; trick < TRICKS; trick++) {
        int lead = row->play[2 * trick], follow = row->play[2 * trick + 1], follower = !leader;
        uint32_t suit = UINT32_C(0xFF) << (lead & ~7);
        if (!(hands[leader] >> lead & 1) || !(hands[follower] >> follow & 1))
            return 0;
        int same_suit = lead >> 3 == follow >> 3;
        if (!same_suit && (hands[follower] & suit) != 0)
            return 0;
        hands[leader] &= ~(UINT32_C(1) << lead);
        hands[follower] &= ~(UINT32_C(1) << follow);
        if (leader == ELDER)
            row->led |= (uint16_t)(1 << trick);
        int winner = same_suit && follow > lead ? follower : leader;
        for (int card = 0; card < 2; card++) {
            int by = card == 0 ? leader : follower, rank = (card == 0 ? lead : follow) & 7;
            if ((card == 1 && winner != follower) || rank < rules->lowest_scoring)
                continue;
            made[by]++;
            alone &= by == ELDER;
            *pique |= alone && before[ELDER] + made[ELDER] >= rules->thirty;
            alone &= before[YOUNGER] == 0; /* by time, his calls come after the first card led */
        }
        leader = winner;
        if (winner == ELDER)
            row->won |= (uint16_t)(1 << trick);
    }
    row->points[ELDER][PLAY] = (uint8_t)made[ELDER];
    row->points[YOUNGER][PLAY] = (uint8_t)made[YOUNGER];
    return 1;
}

/* Repique: thirty in carte blanche, point, sequences and sets, in this order, before the other has made anything. */
static int makes_repique(const DealRow *row, const Rules *rules, int role)
{
    const uint8_t *mine = row->points[role], *theirs = row->points[!role];
    int made = rules->blanche_counts ? mine[BLANCHE] : 0;
    if (role == YOUNGER && !rules->younger_may_repique)
        return 0;
    for (int entry = BLANCHE; entry <= OF_SETS; entry++) {
        if (theirs[entry] != 0)
            return 0;
        if (entry > BLANCHE)
            made += mine[entry];
        if (made >= rules->thirty)
            return 1;
    }
    return 0;
}

/* Scores the play, and compares with the written score. */
static int score_is_right(DealRow *row, const Rules *rules)
{
    int before[2], pique, won = 0;
    for (int role = ELDER; role <= YOUNGER; role++) {
        const uint8_t *points = row->points[role];
        before[role] = points[OF_POINT] + points[OF_SEQUENCES] + points[OF_SETS];
    }
    if (rules->blanche_counts)
        before[ELDER] += row->points[ELDER][BLANCHE];
    if (!play_is_right(row, rules, before, row->points[YOUNGER][BLANCHE], &pique))
        return 0;
    for (int trick = 0; trick < TRICKS; trick++)
        won += row->won >> trick & 1;
    int tricks[2] = {won, TRICKS - won}, last = row->won >> (TRICKS - 1) & 1 ? ELDER : YOUNGER;
    int capot = won == 0 || won == TRICKS, repique = 0;
    row->points[last][LAST_TRICK] = capot ? rules->last_in_capot : 1;
    for (int role = ELDER; role <= YOUNGER; role++) {
        if (makes_repique(row, rules, role)) {
            row->points[role][REPIQUE] = rules->repique;
            repique = 1;
        }
        if (tricks[role] == TRICKS)
            row->points[role][CAPOT] = rules->capot;
        else if (tricks[role] >= rules->majority)
            row->points[role][CARDS] = rules->cards;
    }
    if (pique && !repique)
        row->points[ELDER][PIQUE] = rules->pique;
    for (int role = ELDER; role <= YOUNGER; role++) {
        for (int entry = 0; entry < ENTRIES; entry++)
            row->total[role] = (uint16_t)(row->total[role] + row->points[role][entry]);
        if (row->written[role] >= 0 && row->written[role] != row->total[role])
            return 0;
    }
    return 1;
}

int deal_is_regular(Deal *deal, const Tables *tables, const Rules *rules)
{
    DealRow *row = deal->row;
    Calls calls;
    memset(&calls, 0, sizeof calls);
    if (!exchange_is_right(row, tables, rules))
        return 0;
    for (int role = ELDER; role <= YOUNGER; role++) {
        find_best(row->hand[role], tables, row->held[role]);
        row->points[role][BLANCHE] = row->blanche[role] ? rules->blanche_value : 0;
    }
    return calls_are_right(deal, tables, &calls) && categories_are_right(deal, &calls) && score_is_right(row, rules);
}
