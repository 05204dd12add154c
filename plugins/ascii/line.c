#include "line.h"

#include <string.h>

static void add(line *line, char character) {
    if (line->length < (int)sizeof line->text) line->text[line->length++] = character;
}

void line_add(line *line, const char *text) {
    while (*text) add(line, *text++);
}

// The sign that a character of several bytes looks like.
static char similar(const char *character, size_t length) {
    static const struct {
        const char *sign;
        char plain;
    } signs[] = {
        {"‹", '<'}, {"›", '>'}, {"«", '<'}, {"»", '>'}, {"…", '~'}, {"–", '-'}, {"—", '-'}, {"−", '-'}, {"•", '*'},
        {"·", '.'}, {"×", 'x'}, {"✓", 'x'}, {"‘", '\''}, {"’", '\''}, {"“", '"'}, {"”", '"'}, {"▲", '^'}, {"▼", 'v'},
        {"←", '<'}, {"→", '>'}, {"\u00A0", ' '},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i].sign) == length && memcmp(signs[i].sign, character, length) == 0) return signs[i].plain;
    return '?';
}

void line_add_text(line *line, fascia_string text) {
    for (size_t i = 0; i < text.length;) {
        size_t end = i + 1;
        // The bytes that continue a character.
        while (end < text.length && ((unsigned char)text.data[end] & 0xC0) == 0x80) end++;
        int is_plain = end == i + 1 && (unsigned char)text.data[i] < 0x80;
        add(line, is_plain ? text.data[i] : similar(text.data + i, end - i));
        i = end;
    }
}

void line_cut(line *line, int columns) {
    if (line->length <= columns) return;
    line->length = columns > 0 ? columns : 0;
    if (line->length) line->text[line->length - 1] = '~';
}
