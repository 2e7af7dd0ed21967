/* Writes the canonical text of a regular deal: the same deal with its keys sorted and no spaces.
 *
 * Each piece is written whole, or left out and noted where there is no room for it.
 */
#include "recogniser.h"

#include <string.h>

void put(Writer *out, const void *text, size_t size)
{
    if ((size_t)(out->end - out->at) < size) {
        out->full = 1;
        return;
    }
    memcpy(out->at, text, size);
    out->at += size;
}

static void put_span(Writer *out, Span span)
{
    put(out, span.start, span.size);
}

static void put_number(Writer *out, int number)
{
    uint8_t digits[8];
    size_t first = sizeof digits;
    do {
        digits[--first] = (uint8_t)('0' + number % 10);
        number /= 10;
    } while (number > 0 && first > 0);
    put(out, digits + first, sizeof digits - first);
}

static void put_role(Writer *out, int role)
{
    if (role == ELDER)
        PUT(out, "elder\"");
    else
        PUT(out, "younger\"");
}

static void put_call(Writer *out, const CallRow *call, Span shown, const Tables *tables)
{
    PUT(out, "{\"act\":\"call\",\"by\":\"");
    put_role(out, call->role);
    PUT(out, ",\"cards\":");
    put_number(out, call->cards);
    if (call->what == SET) {
        PUT(out, ",\"rank\":\"");
        put(out, &tables->ranks[call->second], 1);
        PUT(out, "\"");
    }
    if (call->reply == GOOD)
        PUT(out, ",\"reply\":\"good\"");
    else if (call->reply == EQUAL)
        PUT(out, ",\"reply\":\"equal\"");
    else if (call->reply == NOT_GOOD)
        PUT(out, ",\"reply\":\"not-good\"");
    if (shown.size > 0) {
        PUT(out, ",\"shown\":\"");
        put_span(out, shown);
        PUT(out, "\"");
    }
    if (call->what == SEQUENCE) {
        PUT(out, ",\"top\":\"");
        put(out, &tables->ranks[call->second], 1);
        PUT(out, "\",\"what\":\"sequence\"}");
    } else if (call->what == SET) {
        PUT(out, ",\"what\":\"set\"}");
    } else {
        if (call->second >= 0) {
            PUT(out, ",\"value\":");
            put_number(out, call->second);
        }
        PUT(out, ",\"what\":\"point\"}");
    }
}

static void put_exchange(Writer *out, const Deal *deal, int role)
{
    const DealRow *row = deal->row;
    if (row->blanche[role]) {
        PUT(out, "{\"act\":\"carte-blanche\",\"by\":\"");
        put_role(out, role);
        PUT(out, "},");
    }
    PUT(out, "{\"act\":\"exchange\",");
    if (row->announced[role] >= 0) {
        PUT(out, "\"announced\":");
        put_number(out, row->announced[role]);
        PUT(out, ",");
    }
    PUT(out, "\"by\":\"");
    put_role(out, role);
    PUT(out, ",\"discard\":\"");
    put_span(out, deal->discards[role]);
    PUT(out, "\",\"draw\":");
    put_number(out, row->drew[role]);
    PUT(out, "}");
}

static void put_hands(Writer *out, const Deal *deal)
{
    PUT(out, "{\"elder\":\"");
    put_span(out, deal->hands[ELDER]);
    PUT(out, "\",\"younger\":\"");
    put_span(out, deal->hands[YOUNGER]);
    PUT(out, "\"}");
}

static void put_tricks(Writer *out, const Deal *deal, int spaced)
{
    enum { TRICK = sizeof("\"AS KS\"") - 1 };
    const uint8_t *trick = deal->play.start;
    for (int i = 0; i < TRICKS; i++, trick += TRICK + (spaced ? 2 : 1)) {
        if (i > 0)
            PUT(out, ",");
        put(out, trick, TRICK);
    }
}

void put_deal(Writer *out, const Deal *deal, const Tables *tables, int spaced)
{
    const DealRow *row = deal->row;
    PUT(out, "{\"dealer\":\"");
    put(out, row->dealer ? "B" : "A", 1);
    PUT(out, "\",\"declarations\":[");
    for (int i = 0; i < row->calls; i++) {
        if (i > 0)
            PUT(out, ",");
        put_call(out, &deal->calls[i], deal->shown[i], tables);
    }
    PUT(out, "]");
    if (!row->held_only) {
        PUT(out, ",\"exchange\":[");
        put_exchange(out, deal, ELDER);
        PUT(out, ",");
        put_exchange(out, deal, YOUNGER);
        PUT(out, "],\"hands\":");
        put_hands(out, deal);
    } else {
        PUT(out, ",\"held\":");
        put_hands(out, deal);
    }
    if (row->packets) {
        PUT(out, ",\"packets\":");
        put_number(out, row->packets);
    }
    PUT(out, ",\"play\":[");
    put_tricks(out, deal, spaced);
    PUT(out, "]");
    if (row->written[ELDER] >= 0) {
        PUT(out, ",\"score\":{\"elder\":");
        put_number(out, row->written[ELDER]);
        PUT(out, ",\"younger\":");
        put_number(out, row->written[YOUNGER]);
        PUT(out, "}");
    }
    if (!row->held_only) {
        PUT(out, ",\"talon\":\"");
        put_span(out, deal->talon);
        PUT(out, "\"");
    }
    PUT(out, "}");
}
