#include "pen.h"

void pen_span(const fascia_control *control, int columns, int *start, int *end) {
    int is_row = control->traits(control) & FASCIA_TRAIT_ROW && columns > 12;
    *start = is_row && columns >= 50 ? 2 : columns > 3;
    *end = is_row ? columns - *start : columns;
}

pen pen_begin(const fascia_control *control, const fascia_canvas *canvas) {
    fascia_size size = canvas->size(canvas);
    pen pen = {control, canvas, size.columns, size.rows, 0, 0, {FASCIA_COLOR_DEFAULT, FASCIA_COLOR_DEFAULT, 0}, FASCIA_OK};
    pen_span(control, pen.columns, &pen.start, &pen.end);
    if (!control->is_enabled(control)) pen.style.attributes = FASCIA_DIM;
    if (control->is_focused(control)) pen.style.attributes = FASCIA_INVERSE;
    return pen;
}

void pen_text(pen *pen, int column, int row, const line *line) {
    if (pen->status || !line->length) return;
    fascia_string text = {line->text, (size_t)line->length};
    pen->status = pen->canvas->text(pen->canvas, column, row, text, &pen->style);
}

void pen_fill(pen *pen, fascia_rect rect, char character) {
    if (pen->status || rect.columns <= 0 || rect.rows <= 0) return;
    pen->status = pen->canvas->fill(pen->canvas, rect, (fascia_string){&character, 1}, &pen->style);
}

void pen_focus(pen *pen) {
    if (!pen->control->is_focused(pen->control)) return;
    pen_fill(pen, (fascia_rect){0, 0, pen->columns, pen->rows}, ' ');
    pen_fill(pen, (fascia_rect){0, 0, pen->columns > 3, 1}, '>');
}

void pen_region(pen *pen, int column, int columns, fascia_region region, uint32_t option) {
    if (pen->status || columns <= 0 || !pen->control->is_enabled(pen->control)) return;
    pen->status = pen->canvas->region(pen->canvas, (fascia_rect){column, 0, columns, 1}, region, option);
}
