// Lines of 7-bit text. Each of their characters is one column wide.
#ifndef LINE_H
#define LINE_H

#include <stddef.h>

#include "fascia_plugin.h"

// Longer lines are cut: no terminal is as wide.
typedef struct {
    char text[1024];
    int length;
} line;

void line_add(line *line, const char *text);

// Adds a text of the panel: `<`, `>` and the like for signs that mean that, and `?` for any other character.
void line_add_text(line *line, fascia_string text);

// Cuts a line to a number of columns; `~` marks where.
void line_cut(line *line, int columns);

#endif
