#include "styles.h"

// A frame of three characters, with a title.
static void frame(pen *pen, const char *glyphs, fascia_string title) {
    if (pen->rows < 2) return;
    int right = pen->columns - 1, bottom = pen->rows - 1;
    pen_fill(pen, (fascia_rect){0, 0, pen->columns, 1}, glyphs[0]);
    pen_fill(pen, (fascia_rect){0, bottom, pen->columns, 1}, glyphs[0]);
    for (int side = 0; side <= right; side += right > 0 ? right : 1) {
        pen_fill(pen, (fascia_rect){side, 0, 1, pen->rows}, glyphs[1]);
        pen_fill(pen, (fascia_rect){side, 0, 1, 1}, glyphs[2]);
        pen_fill(pen, (fascia_rect){side, bottom, 1, 1}, glyphs[2]);
    }
    if (!title.length || pen->columns < 7) return;
    line words = {.length = 0};
    line_add_text(&words, title);
    line_cut(&words, pen->columns - 6);
    line shown = {.length = 0};
    line_add(&shown, " ");
    line_add_text(&shown, (fascia_string){words.text, (size_t)words.length});
    line_add(&shown, " ");
    pen->style.attributes |= FASCIA_BOLD;
    pen_text(pen, 2, 0, &shown);
}

// +- Title ----+
fascia_status draw_section(const fascia_style *style, const fascia_control *card, const fascia_canvas *canvas) {
    (void)style;
    pen pen = pen_begin(card, canvas);
    line condition = {.length = 0};
    condition_word(&condition, card->state(card));
    frame(&pen, "-|+", card->label(card));
    if (condition.length && condition.length < pen.columns / 3)
        pen_text(&pen, pen.columns - 2 - condition.length, 0, &condition);
    return pen.status;
}

// A sheet has = and +, an alert # all around. The title bar in it shows the title.
fascia_status draw_modal(const fascia_style *style, const fascia_control *border, const fascia_canvas *canvas) {
    (void)style;
    pen pen = pen_begin(border, canvas);
    int is_alert = (border->traits(border) & FASCIA_TRAIT_ALERT) != 0;
    frame(&pen, is_alert ? "###" : "=|+", (fascia_string){NULL, 0});
    return pen.status;
}

// The host marks the focus of a row, and draws its content over this.
fascia_status draw_list_row(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
    (void)style;
    pen pen = pen_begin(control, canvas);
    int is_selected = (control->state(control) & FASCIA_STATE_MASK) == FASCIA_STATE_ON;
    pen_fill(&pen, (fascia_rect){pen.columns - 1, 0, 1, 1}, is_selected ? '*' : '>');
    return pen.status;
}

fascia_status draw_table(const fascia_style *style, const fascia_control *header, const fascia_canvas *canvas) {
    (void)style;
    pen pen = pen_begin(header, canvas);
    pen_fill(&pen, (fascia_rect){0, 0, 1, pen.rows}, '|');
    pen_fill(&pen, (fascia_rect){pen.columns - 1, 0, 1, pen.rows}, '|');
    return pen.status;
}

// =< Back ====== Title ==============
fascia_status draw_title_bar(const fascia_style *style, const fascia_control *bar, const fascia_canvas *canvas) {
    (void)style;
    pen pen = pen_begin(bar, canvas);
    pen.style.attributes = FASCIA_BOLD;
    pen_fill(&pen, (fascia_rect){0, 0, pen.columns, pen.rows}, '=');
    fascia_string value = bar->value(bar);
    int start = 1;
    if (value.length) {
        line back = {.length = 0};
        line_add_text(&back, value);
        line_add(&back, " ");
        if (bar->is_focused(bar)) pen.style.attributes = FASCIA_BOLD | FASCIA_INVERSE;
        pen_text(&pen, 1, 0, &back);
        start += back.length + 1;
        pen.style.attributes = FASCIA_BOLD;
    }
    line title = {.length = 0};
    line_add(&title, " ");
    line_add_text(&title, bar->label(bar));
    line_cut(&title, pen.columns - start - 1);
    line_add(&title, " ");
    int middle = (pen.columns - title.length) / 2;
    if (title.length > 2) pen_text(&pen, middle > start ? middle : start, 0, &title);
    return pen.status;
}
