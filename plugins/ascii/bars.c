// Controls with a bar or a field between the label and the value.
#include "styles.h"

// The columns of a bar that nothing gives a width.
#define IDEAL_BAR 16

typedef struct {
    line label, value;
    int start, columns; // of the bar with its ends
} bar_layout;

static bar_layout lay_out(const fascia_control *control, int columns) {
    bar_layout layout = {.start = 0};
    line_add_text(&layout.label, control->label(control));
    if (control->kind(control) != FASCIA_CONTROL_TEXT_FIELD) line_add_text(&layout.value, control->value(control));
    line condition = {.length = 0};
    condition_word(&condition, control->state(control));
    if (condition.length && layout.label.length) line_add(&layout.label, " ");
    line_add_text(&layout.label, (fascia_string){condition.text, (size_t)condition.length});
    if (columns < 0) return layout;
    int end;
    pen_span(control, columns, &layout.start, &end);
    int room = end - layout.start, tail = layout.value.length ? layout.value.length + 1 : 0;
    if (tail + 4 > room) tail = layout.value.length = 0;
    int head = layout.label.length ? layout.label.length + 1 : 0;
    // In a form, the bars begin in one column.
    if (control->traits(control) & FASCIA_TRAIT_ROW && head && head < room * 2 / 5) head = room * 2 / 5;
    if (head > room - tail - 4) head = room - tail - 4 > 0 ? room - tail - 4 : 0;
    line_cut(&layout.label, head - 1);
    layout.start += head;
    layout.columns = room - head - tail;
    return layout;
}

MEASURES(measure_bar) {
    (void)style;
    bar_layout layout = lay_out(control, -1);
    int ideal = 1 + layout.label.length + 1 + IDEAL_BAR + 1 + layout.value.length;
    *size = (fascia_size){proposal.columns < 0 ? ideal : proposal.columns, 1};
    return FASCIA_OK;
}

// Draws all but the bar.
static pen begin(const fascia_control *control, const fascia_canvas *canvas, bar_layout *layout) {
    pen pen = pen_begin(control, canvas);
    *layout = lay_out(control, pen.columns);
    pen_focus(&pen);
    pen_text(&pen, pen.start, 0, &layout->label);
    pen_text(&pen, layout->start + layout->columns + 1, 0, &layout->value);
    return pen;
}

static void ends(pen *pen, const bar_layout *layout, const char *glyphs) {
    pen_fill(pen, (fascia_rect){layout->start, 0, 1, 1}, glyphs[0]);
    pen_fill(pen, (fascia_rect){layout->start + layout->columns - 1, 0, 1, 1}, glyphs[1]);
}

// <====O-----> slider, [####......] progress, |====    | gauge; ( ) around a slider that is disabled.
DRAWS(draw_bar) {
    (void)style;
    bar_layout layout;
    pen pen = begin(control, canvas, &layout);
    if (layout.columns < 3) return pen.status;
    fascia_control_kind kind = control->kind(control);
    int is_slider = kind == FASCIA_CONTROL_SLIDER, is_progress = kind == FASCIA_CONTROL_PROGRESS;
    int inside = layout.columns - 2, first = 0, full;
    double fraction = control->fraction(control);
    if (fraction >= 0) {
        full = (int)(fraction * (inside - is_slider) + 0.5);
    } else {
        // A light that wanders; without animation, it stands.
        int step = control->animation_step(control);
        full = inside < 3 ? inside : 3;
        first = (step < 0 ? 0 : step) % (inside - full + 1);
    }
    ends(&pen, &layout, is_slider ? control->is_enabled(control) ? "<>" : "()" : is_progress ? "[]" : "||");
    pen_fill(&pen, (fascia_rect){layout.start + 1, 0, inside, 1}, is_slider ? '-' : is_progress ? '.' : ' ');
    pen_fill(&pen, (fascia_rect){layout.start + 1 + first, 0, full, 1}, is_progress ? '#' : '=');
    if (!is_slider) return pen.status;
    pen_fill(&pen, (fascia_rect){layout.start + 1 + full, 0, 1, 1}, 'O');
    pen_region(&pen, layout.start + 1, inside, FASCIA_REGION_RANGE, 0);
    return pen.status;
}

// [text______]; ( ) around a field that is disabled.
DRAWS(draw_field) {
    (void)style;
    bar_layout layout;
    pen pen = begin(control, canvas, &layout);
    if (layout.columns < 3) return pen.status;
    int inside = layout.columns - 2, cursor = control->cursor(control);
    line text = {.length = 0};
    line_add_text(&text, control->value(control));
    if (!text.length && cursor < 0) {
        pen.style.attributes |= FASCIA_DIM;
        line_add_text(&text, control->prompt(control));
    }
    // The part with the cursor.
    int hidden = cursor >= inside ? cursor - inside + 1 : 0;
    if (hidden > text.length) hidden = text.length;
    line shown = {.length = 0};
    line_add_text(&shown, (fascia_string){text.text + hidden, (size_t)(text.length - hidden)});
    if (shown.length > inside) shown.length = inside;
    pen_fill(&pen, (fascia_rect){layout.start + 1, 0, inside, 1}, '_');
    pen_text(&pen, layout.start + 1, 0, &shown);
    ends(&pen, &layout, control->is_enabled(control) ? "[]" : "()");
    pen_region(&pen, layout.start + 1, inside, FASCIA_REGION_TEXT, 0);
    if (cursor < 0) return pen.status;
    // The cursor is not inverse, in a line that is.
    int at = cursor - hidden;
    pen.style.attributes = FASCIA_BOLD | FASCIA_UNDERLINE;
    pen_fill(&pen, (fascia_rect){layout.start + 1 + at, 0, 1, 1}, at < shown.length ? shown.text[at] : '_');
    return pen.status;
}
