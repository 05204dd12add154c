#include "text.h"

#include <stdbool.h>

#include <stdint.h>

#include "text_tables.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define IN(array, scalar) in(array, LENGTH(array), scalar)

static bool in(const range *ranges, size_t count, uint32_t scalar) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < scalar) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && ranges[low].first <= scalar;
}

// Decodes one scalar; returns its bytes, or 0 if it is not well-formed UTF-8.
static size_t decode(const unsigned char *bytes, size_t length, uint32_t *scalar) {
    unsigned char first = bytes[0];
    if (first < 0x80) {
        *scalar = first;
        return 1;
    }
    size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || count > length) return 0;
    uint32_t value = first & (0xFFu >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
        value = value << 6 | (bytes[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[count] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
    *scalar = value;
    return count;
}

static bool is_control(uint32_t scalar) { return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0); }
static bool is_newline(uint32_t scalar) {
    return (scalar >= 0xA && scalar <= 0xD) || scalar == 0x85 || scalar == 0x2028 || scalar == 0x2029;
}
static bool is_indicator(uint32_t scalar) { return scalar >= 0x1F1E6 && scalar <= 0x1F1FF; }

// What the daemon removes from inside a character.
static bool is_hidden(uint32_t scalar) {
    return is_control(scalar) || scalar == 0xAD || scalar == 0x61C || scalar == 0x200B || scalar == 0x200E || scalar == 0x200F
        || (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2060 && scalar <= 0x206F) || scalar == 0xFEFF;
}

static int width_of(uint32_t scalar) {
    if (scalar < 0x80) return is_control(scalar) ? 0 : 1;
    return IN(zero, scalar) ? 0 : IN(wide, scalar) ? 2 : 1;
}

// A break is not possible between Hangul syllables' parts.
enum hangul { none, leading, vowel, trailing, open_syllable, closed_syllable };
static enum hangul hangul_of(uint32_t scalar) {
    if ((scalar >= 0x1100 && scalar <= 0x115F) || (scalar >= 0xA960 && scalar <= 0xA97C)) return leading;
    if ((scalar >= 0x1160 && scalar <= 0x11A7) || (scalar >= 0xD7B0 && scalar <= 0xD7C6)) return vowel;
    if ((scalar >= 0x11A8 && scalar <= 0x11FF) || (scalar >= 0xD7CB && scalar <= 0xD7FB)) return trailing;
    if (scalar >= 0xAC00 && scalar <= 0xD7A3) return (scalar - 0xAC00) % 28 == 0 ? open_syllable : closed_syllable;
    return none;
}

// Whether a character ends before and after it: the property Control.
static bool separates(uint32_t scalar) {
    if (scalar < 0x80) return is_control(scalar);
    return IN(zero, scalar) && !IN(joining, scalar) && !IN(prepended, scalar) && hangul_of(scalar) == none;
}

// The character that is being read.
typedef struct {
    uint32_t first, last;
    size_t indicators;
    int columns;
    bool joined_picture; // a picture, marks, a zero-width joiner
    bool is_picture;
    bool is_consonant; // a consonant with marks and at most linkers behind it
    bool is_linked;
} cluster;

// UAX #29, "Grapheme Cluster Boundaries".
static bool continues(const cluster *cluster, uint32_t scalar) {
    uint32_t last = cluster->last;
    if (last == '\r' && scalar == '\n') return true;
    if (last < 0x300 && scalar < 0x300) return false;
    if (separates(last) || separates(scalar)) return false;
    if (IN(joining, scalar) || IN(prepended, last)) return true;
    if (cluster->joined_picture && IN(pictures, scalar)) return true;
    if (cluster->is_linked && IN(consonants, scalar)) return true;
    if (is_indicator(last) && is_indicator(scalar)) return cluster->indicators % 2 == 1;
    enum hangul before = hangul_of(last), after = hangul_of(scalar);
    switch (before) {
    case leading: return after == leading || after == vowel || after == open_syllable || after == closed_syllable;
    case open_syllable:
    case vowel: return after == vowel || after == trailing;
    case closed_syllable:
    case trailing: return after == trailing;
    case none: return false;
    }
    return false;
}

static void add(cluster *cluster, uint32_t scalar) {
    bool mark = IN(joining, scalar);
    if (is_indicator(scalar)) {
        cluster->indicators++;
        int pair = cluster->indicators < 2 ? (int)cluster->indicators : 2;
        if (pair > cluster->columns) cluster->columns = pair;
    }
    int width = is_indicator(scalar) ? 0 : width_of(scalar);
    if (scalar == 0xFE0F && cluster->columns == 1) width = 2;
    if (!is_hidden(scalar) && width > cluster->columns) cluster->columns = width;
    cluster->joined_picture = scalar == 0x200D && cluster->is_picture;
    if (!mark) cluster->is_picture = IN(pictures, scalar);
    if (IN(linkers, scalar)) {
        cluster->is_linked = cluster->is_consonant;
    } else if (!mark) {
        cluster->is_consonant = IN(consonants, scalar);
        cluster->is_linked = false;
    }
    cluster->last = scalar;
}

// A text that is read scalar by scalar.
typedef struct {
    cluster current;
    int64_t columns; // of the characters before the current one
    size_t characters;
} reader;

// Returns whether a character begins with the scalar.
static bool read_scalar(reader *reader, uint32_t scalar) {
    bool begins = reader->characters == 0 || !continues(&reader->current, scalar);
    if (begins) {
        reader->columns += reader->current.columns;
        reader->characters++;
        reader->current = (cluster){.first = scalar};
    }
    add(&reader->current, scalar);
    return begins;
}

static void repeat(reader *reader, uint32_t scalar, int count) {
    for (int i = 0; i < count; i++) read_scalar(reader, scalar);
}

// Reads a whole character as the daemon cleans it. A scalar less can make two characters one.
static void read_cleaned(reader *cleaned, const cluster *character, const unsigned char *bytes, size_t length) {
    if (character->first == '\t') return repeat(cleaned, ' ', 4);
    if (is_newline(character->first)) return repeat(cleaned, ' ', 1);
    if (is_control(character->first)) return repeat(cleaned, 0xFFFD, 1);
    if (character->columns == 0) return;
    for (size_t i = 0; i < length;) {
        uint32_t scalar;
        i += decode(bytes + i, length - i, &scalar);
        if (!is_hidden(scalar)) read_scalar(cleaned, scalar);
    }
}

static bool is_plain(fascia_string text) {
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.data[i] < 0x20 || (unsigned char)text.data[i] > 0x7E) return false;
    return true;
}

text_facts text_examine(fascia_string text) {
    static const text_facts not_utf8 = {TEXT_NOT_UTF8, 0, 0};
    if (!text.length) return (text_facts){0, 0, 0};
    if (!text.data) return not_utf8;
    if (is_plain(text)) return (text_facts){0, text.length, (int32_t)text.length};
    const unsigned char *bytes = (const unsigned char *)text.data;
    uint32_t problems = 0;
    reader plain = {0}, cleaned = {0};
    size_t start = 0;
    for (size_t i = 0; i < text.length;) {
        uint32_t scalar;
        size_t count = decode(bytes + i, text.length - i, &scalar);
        if (!count) return not_utf8;
        if (is_control(scalar)) problems |= TEXT_HAS_CONTROLS;
        cluster before = plain.current;
        if (read_scalar(&plain, scalar) && i) {
            read_cleaned(&cleaned, &before, bytes + start, i - start);
            start = i;
        }
        i += count;
    }
    read_cleaned(&cleaned, &plain.current, bytes + start, text.length - start);
    return (text_facts){problems, plain.characters, (int32_t)(cleaned.columns + cleaned.current.columns)};
}
