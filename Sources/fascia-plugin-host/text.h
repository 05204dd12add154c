// Text as the daemon measures it: see `TextWidth` there.
#ifndef TEXT_H
#define TEXT_H

#include <fascia_plugin.h>

#define TEXT_NOT_UTF8 1u
#define TEXT_HAS_CONTROLS 2u

typedef struct {
    uint32_t problems;  // TEXT_NOT_UTF8, TEXT_HAS_CONTROLS
    size_t characters;  // grapheme clusters
    int32_t columns;    // 0 if it is not UTF-8
} text_facts;

// Examines a text whose `length` is within bounds. Null `data` with a length is not UTF-8.
text_facts text_examine(fascia_string text);

#endif
