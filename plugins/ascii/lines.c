// Controls of one line: marks, the label, and what the control shows.
#include "styles.h"

#define MAXIMUM_PARTS 64

// A part with its own meaning for the mouse, in columns of `after`.
typedef struct {
    int start, columns;
    fascia_region region;
    uint32_t option;
} part;

// In a row of a form, `after` stands at the right edge.
typedef struct {
    line before, label, after;
    part parts[MAXIMUM_PARTS];
    int part_count;
} words;

void condition_word(line *line, fascia_state state) {
    if (state & FASCIA_STATE_FAILED) line_add(line, "(failed)");
    else if (state & FASCIA_STATE_PENDING) line_add(line, "(pending)");
    else if (state & FASCIA_STATE_UNKNOWN) line_add(line, "(unknown)");
    else if (state & FASCIA_STATE_STALE) line_add(line, "(stale)");
    else if (state & FASCIA_STATE_UNCONFIRMED) line_add(line, "(unconfirmed)");
}

static void add_part(words *words, int start, fascia_region region, uint32_t option) {
    if (words->part_count == MAXIMUM_PARTS) return;
    words->parts[words->part_count++] = (part){start, words->after.length - start, region, option};
}

// [x] on, [ ] off, [-] mixed, [?] unknown; (x) if it is disabled.
static void toggle(words *words, const fascia_control *control) {
    fascia_state state = control->state(control);
    int is_unknown = state & FASCIA_STATE_UNKNOWN && !(state & FASCIA_STATE_PENDING);
    char mark[] = "[ ] ";
    mark[1] = is_unknown ? '?' : " x-?"[state & 3];
    if (!control->is_enabled(control)) mark[0] = '(', mark[2] = ')';
    line_add(&words->before, mark);
    line_add_text(&words->after, control->value(control));
}

// (*) Large
static void option(words *words, const fascia_control *control) {
    int is_on = (control->state(control) & FASCIA_STATE_MASK) == FASCIA_STATE_ON;
    line_add(&words->before, control->is_enabled(control) ? is_on ? "(*) " : "( ) " : is_on ? " *  " : "    ");
}

// [ Save ], [! Delete ], [ Settings > ]; ( Save ) if it is disabled.
static void button(words *words, const fascia_control *control) {
    int is_enabled = control->is_enabled(control) != 0;
    fascia_traits traits = control->traits(control);
    line label = words->label;
    words->label.length = 0;
    line_add(&words->before, is_enabled ? "[" : "(");
    line_add(&words->before, control->role(control) == FASCIA_ROLE_DESTRUCTIVE ? "! " : " ");
    line_add_text(&words->before, (fascia_string){label.text, (size_t)label.length});
    if (traits & FASCIA_TRAIT_NAVIGATION) line_add(&words->before, traits & FASCIA_TRAIT_OPEN ? " >>" : " >");
    line_add(&words->before, is_enabled ? " ]" : " )");
    line_add_text(&words->after, control->value(control));
}

// The shown option. A placeholder has parentheses, and an option that is not yet picked a question mark.
static void shown_option(line *line, const fascia_control *control) {
    fascia_state state = control->state(control) & FASCIA_STATE_MASK;
    fascia_string value = control->value(control);
    int is_placeholder = state == FASCIA_STATE_OFF && value.length;
    if (is_placeholder) line_add(line, "(");
    line_add_text(line, value);
    if (is_placeholder) line_add(line, ")");
    if (state == FASCIA_STATE_MIXED) line_add(line, "?");
}

// < Medium >, or [ Medium v ] for a menu.
static void picker(words *words, const fascia_control *control) {
    int is_menu = control->kind(control) == FASCIA_CONTROL_MENU, is_enabled = control->is_enabled(control) != 0;
    line_add(&words->after, !is_enabled ? "( " : is_menu ? "[ " : "< ");
    shown_option(&words->after, control);
    line_add(&words->after, !is_enabled ? " )" : is_menu ? " v ]" : " >");
}

//  Small [Medium] Large
static void segments(words *words, const fascia_control *control) {
    int is_enabled = control->is_enabled(control) != 0;
    for (uint32_t i = 0; i < control->option_count(control); i++) {
        int is_selected = (int32_t)i == control->selected(control), start = words->after.length;
        line_add(&words->after, is_selected ? is_enabled ? "[" : "(" : " ");
        line_add_text(&words->after, control->option(control, i));
        line_add(&words->after, is_selected ? is_enabled ? "]" : ")" : " ");
        add_part(words, start, FASCIA_REGION_OPTION, i);
    }
}

// 5 [-] [+], and [ ] at the ends.
static void stepper(words *words, const fascia_control *control) {
    fascia_traits traits = control->is_enabled(control) ? control->traits(control) : 0;
    line_add_text(&words->after, control->value(control));
    if (words->after.length) line_add(&words->after, " ");
    int start = words->after.length;
    line_add(&words->after, traits & FASCIA_TRAIT_CAN_DECREMENT ? "[-]" : "[ ]");
    add_part(words, start, FASCIA_REGION_DECREMENT, 0);
    line_add(&words->after, " ");
    start = words->after.length;
    line_add(&words->after, traits & FASCIA_TRAIT_CAN_INCREMENT ? "[+]" : "[ ]");
    add_part(words, start, FASCIA_REGION_INCREMENT, 0);
}

static void compose(words *words, const fascia_control *control) {
    words->before.length = words->label.length = words->after.length = words->part_count = 0;
    line_add_text(&words->label, control->label(control));
    switch (control->kind(control)) {
    case FASCIA_CONTROL_TOGGLE: toggle(words, control); break;
    case FASCIA_CONTROL_OPTION: option(words, control); break;
    case FASCIA_CONTROL_BUTTON: button(words, control); break;
    case FASCIA_CONTROL_SEGMENTS: segments(words, control); break;
    case FASCIA_CONTROL_STEPPER: stepper(words, control); break;
    default: picker(words, control);
    }
    line condition = {.length = 0};
    condition_word(&condition, control->state(control));
    if (!condition.length) return;
    if (words->label.length || words->before.length) line_add(&words->label, " ");
    line_add_text(&words->label, (fascia_string){condition.text, (size_t)condition.length});
}

MEASURES(measure_line) {
    (void)style;
    words words;
    compose(&words, control);
    // The first cell is for the focus.
    int ideal = 1 + words.before.length + words.label.length + words.after.length;
    if (words.after.length && words.before.length + words.label.length) ideal++;
    int is_row = (control->traits(control) & FASCIA_TRAIT_ROW) != 0, room = proposal.columns;
    *size = (fascia_size){room >= 0 && (is_row || room < ideal) ? room : ideal, 1};
    return FASCIA_OK;
}

DRAWS(draw_line) {
    (void)style;
    words words;
    compose(&words, control);
    pen pen = pen_begin(control, canvas);
    pen_focus(&pen);
    int gap = words.before.length + words.label.length > 0;
    // The label is cut first.
    line_cut(&words.label, pen.end - pen.start - words.before.length - words.after.length - (words.after.length ? gap : 0));
    line_add_text(&words.before, (fascia_string){words.label.text, (size_t)words.label.length});
    pen_text(&pen, pen.start, 0, &words.before);
    int at = pen.start + words.before.length + gap;
    if (control->traits(control) & FASCIA_TRAIT_ROW && at < pen.end - words.after.length)
        at = pen.end - words.after.length;
    pen_text(&pen, at, 0, &words.after);
    for (int i = 0; i < words.part_count; i++)
        pen_region(&pen, at + words.parts[i].start, words.parts[i].columns, words.parts[i].region, words.parts[i].option);
    return pen.status;
}
