// Draws with the style's rules: the first failure is kept, and nothing is drawn after it.
#ifndef PEN_H
#define PEN_H

#include "line.h"

typedef struct {
    const fascia_control *control;
    const fascia_canvas *canvas;
    int columns, rows;
    int start, end; // of the words: the first cell is for the focus
    fascia_cell_style style; // of what is drawn next
    fascia_status status;
} pen;

// Where words begin and end in a control of this width. In a wide row they begin below the title of its card.
void pen_span(const fascia_control *control, int columns, int *start, int *end);

pen pen_begin(const fascia_control *control, const fascia_canvas *canvas);
void pen_text(pen *pen, int column, int row, const line *line);
void pen_fill(pen *pen, fascia_rect rect, char character);
// Draws the focus: all cells inverse, and a mark in the first one.
void pen_focus(pen *pen);
void pen_region(pen *pen, int column, int columns, fascia_region region, uint32_t option);

#endif
