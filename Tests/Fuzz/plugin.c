// The plugin of the fuzzed host: it calls everything that the host offers. The bytes of a control's label say what it does with
// a canvas, the first byte of the screens what it does with them. A fault makes its table wrong.
#define FUZZER
#include "host.h"

#include <string.h>

// Longer than a text may be.
static char many[PLUGIN_HOST_TEXT + 1];

static unsigned char first(fascia_string text) { return text.length ? (unsigned char)*text.data : 0; }

static fascia_string text(const char *words) { return (fascia_string){words, strlen(words)}; }

// Reads all bytes that the host lends.
static uint32_t touch(fascia_string text) {
    uint32_t sum = 0;
    for (size_t i = 0; i < text.length; i++) sum += (unsigned char)text.data[i];
    return sum;
}

// Reads everything about a control.
static uint32_t read_control(const fascia_control *control) {
    uint32_t sum = control->kind(control) + control->state(control) + control->role(control) + control->is_enabled(control)
        + control->is_focused(control) + control->tint(control) + control->unicode(control) + control->color_depth(control)
        + control->traits(control) + (uint32_t)control->selected(control) + (uint32_t)control->cursor(control)
        + (uint32_t)control->animation_step(control) + (control->fraction(control) > 0.5);
    sum += touch(control->label(control)) + touch(control->value(control)) + touch(control->prompt(control));
    sum += (uint32_t)control->text_width(control, control->label(control));
    sum += (uint32_t)control->text_width(control, (fascia_string){many, sizeof many});
    uint32_t count = control->option_count(control);
    // One more than there are.
    for (uint32_t i = 0; i < count + 1 && i < 8; i++) {
        fascia_string option = control->option(control, i);
        fascia_value value = {0};
        sum += touch(option);
        if (control->parameter(control, option, &value) == FASCIA_OK) sum += value.type + touch(value.string);
    }
    fascia_value value = {0};
    const fascia_string keys[] = {text("a"), control->label(control), {NULL, 0}, {NULL, 1}, {many, sizeof many}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (control->parameter(control, keys[i], &value) == FASCIA_OK) sum += value.type + touch(value.string);
    sum += control->parameter(control, control->value(control), NULL) == FASCIA_INVALID;
    return sum + (control->host->get_extension(control->host, "fascia.none/1") != NULL);
}

static fascia_status measure(
    const fascia_style *style, const fascia_control *control, fascia_size proposal, fascia_size *size
) {
    (void)style;
    uint32_t sum = read_control(control);
    fascia_string label = control->label(control);
    for (size_t i = 0; i < label.length; i++) {
        if (label.data[i] == 'r') control->host->report(control->host, sum % 4, control->value(control));
        if (label.data[i] == 'R')
            for (int n = 0; n < 20; n++) control->host->report(control->host, 2, (fascia_string){many, sizeof many});
    }
    // From just too few to just too many.
    *size = (fascia_size){proposal.columns, (int32_t)(sum % 4099) - 1};
    return label.length % 5 == 4 ? FASCIA_FAILED : FASCIA_OK;
}

static fascia_status call(const fascia_control *control, const fascia_canvas *canvas, char what, fascia_rect rect) {
    fascia_cell_style style = {control->tint(control), FASCIA_COLOR_DEFAULT, control->state(control)};
    fascia_string value = control->value(control);
    switch (what) {
    case 't': return canvas->text(canvas, rect.column, rect.row, value, &style);
    case 'p': return canvas->text(canvas, rect.column, rect.row, control->prompt(control), NULL);
    case 'n': return canvas->text(canvas, 0, 0, (fascia_string){NULL, value.length}, NULL);
    case 'm': return canvas->text(canvas, 0, 0, (fascia_string){many, sizeof many - 1}, NULL);
    case 'M': return canvas->text(canvas, 0, 0, (fascia_string){many, sizeof many}, NULL);
    case 'f': return canvas->fill(canvas, rect, value, &style);
    case 'F': return canvas->fill(canvas, rect, (fascia_string){many, sizeof many}, NULL);
    case 'b': return canvas->box(canvas, rect, NULL);
    case 'c': return canvas->region(canvas, rect, control->role(control), control->traits(control));
    case 'B':
        for (int i = 0; i < 1500; i++) canvas->box(canvas, (fascia_rect){i, 0, 1, 1}, &style);
        return FASCIA_OK;
    case 'r': return control->host->report(control->host, control->role(control), value), FASCIA_OK;
    case 'R':
        for (int i = 0; i < 20; i++) control->host->report(control->host, 2, (fascia_string){many, sizeof many});
        return FASCIA_OK;
    default: return FASCIA_OK;
    }
}

static fascia_status draw(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
    (void)style;
    uint32_t sum = read_control(control);
    fascia_size size = canvas->size(canvas);
    fascia_string label = control->label(control);
    fascia_rect rect = {size.columns, (int32_t)sum, size.columns, size.rows};
    for (size_t i = 0; i < label.length; i++) call(control, canvas, label.data[i], rect);
    return label.length % 7 == 6 ? FASCIA_FAILED : FASCIA_OK;
}

static void selected(const fascia_style *style, const fascia_control *control, uint32_t option) {
    (void)style;
    read_control(control);
    control->host->report(control->host, FASCIA_SEVERITY_INFO, control->option(control, option));
    if (first(control->label(control)) == 'R') call(control, NULL, 'R', (fascia_rect){0, 0, 0, 0});
}

static fascia_status write_pieces(const fascia_sink *sink, fascia_string given) {
    unsigned char what = first(given);
    if (what == 'r') sink->host->report(sink->host, FASCIA_SEVERITY_WARNING, given);
    if (what == 'n') return sink->write(sink, (fascia_string){NULL, 1});
    if (what == 'e') return sink->write(sink, (fascia_string){NULL, 0});
    if (what == 'l') return sink->write(sink, (fascia_string){many, sizeof many});
    fascia_status status = FASCIA_OK;
    for (unsigned i = 0; i < what && status == FASCIA_OK; i++) status = sink->write(sink, given);
    return what == 'i' ? FASCIA_OK : status;
}

static fascia_status render(const fascia_renderer *renderer, fascia_string screens, const fascia_sink *sink) {
    (void)renderer;
    touch(screens);
    return write_pieces(sink, screens);
}

// MARK: its tables

static fascia_style toggle, slider, section;
static const fascia_style *styles[3];
static fascia_style_extension style_extension;
static fascia_renderer renderer;
static fascia_plugin plugin;

static const void *get_extension(const fascia_plugin *plugin, const char *id) {
    (void)plugin;
    if (strcmp(id, FASCIA_EXTENSION_STYLE) == 0) return fuzz_fault == 3 || fuzz_fault == 4 ? NULL : &style_extension;
    if (strcmp(id, FASCIA_EXTENSION_RENDERER) == 0) return fuzz_fault == 4 || fuzz_fault == 5 ? NULL : &renderer;
    return NULL;
}

static fascia_status start(const fascia_plugin *plugin, const fascia_host *host) {
    (void)plugin;
    host->report(host, FASCIA_SEVERITY_INFO, text(host->version));
    return *host->version == 'f' ? FASCIA_FAILED : FASCIA_OK;
}

static void set_right(void) {
    memset(many, 'x', sizeof many);
    toggle = (fascia_style){sizeof toggle, FASCIA_CONTROL_TOGGLE, "toggle", NULL, measure, draw, selected};
    slider = (fascia_style){offsetof(fascia_style, selected), FASCIA_CONTROL_SLIDER, "slider", NULL, measure, draw, selected};
    section = (fascia_style){sizeof section, FASCIA_CONTROL_SECTION, "section", NULL, NULL, draw, NULL};
    styles[0] = &toggle;
    styles[1] = &slider;
    styles[2] = &section;
    style_extension = (fascia_style_extension){sizeof style_extension, 3, styles};
    renderer = (fascia_renderer){sizeof renderer, 0, "text/html", NULL, render, 0};
    plugin = (fascia_plugin){
        FASCIA_PLUGIN_MAGIC, sizeof plugin, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR, 0, 0, "fuzz", "1.0", NULL, start, get_extension,
    };
}

const fascia_plugin *fuzz_entry(void) {
    set_right();
    switch (fuzz_fault) {
    case 7: return NULL;
    case 8: plugin.magic = 0; break;
    case 9: plugin.abi_major = 2; break;
    case 10: plugin.needs_minor = 99; break;
    case 11: plugin.struct_size = 8; break;
    case 12: plugin.id = "not a name"; break;
    case 13: plugin.id = NULL; break;
    case 14: plugin.version = "\xFF"; break;
    case 15: plugin.version = NULL; break;
    case 16: plugin.get_extension = NULL; break;
    case 17: plugin.start = NULL; break;
    case 18: style_extension.struct_size = 4; break;
    case 19: style_extension.count = 0; break;
    case 20: styles[1] = NULL; break;
    case 21: slider.struct_size = 8; break;
    case 22: slider.name = ""; break;
    case 23: slider.measure = NULL; break;
    case 24: renderer.struct_size = 8; break;
    case 25: renderer.media_type = ""; break;
    default: break;
    }
    return &plugin;
}
