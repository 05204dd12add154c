#include <stdio.h>

#include "answer.h"
#include "control.h"
#include "plugin.h"
#include "text.h"

static canvas_data *of(const fascia_canvas *canvas) { return canvas->host_data; }

static fascia_status refuse(const fascia_canvas *canvas, fascia_status status, const char *why) {
    canvas_data *data = of(canvas);
    if (!*data->refusal) snprintf(data->refusal, sizeof data->refusal, "%s", why);
    return status;
}

static fascia_status add(
    const fascia_canvas *canvas, uint32_t kind, fascia_rect rect, fascia_string text, const fascia_cell_style *style
) {
    // Nothing is kept of a drawing that is discarded.
    if (*of(canvas)->refusal) return FASCIA_FAILED;
    if (answer_operation_count() == PLUGIN_HOST_OPERATIONS)
        return refuse(canvas, FASCIA_LIMIT, "more than 4096 operations");
    static const fascia_cell_style plain = {FASCIA_COLOR_DEFAULT, FASCIA_COLOR_DEFAULT, 0};
    if (!style) style = &plain;
    plugin_host_operation operation = {
        .kind = kind, .column = rect.column, .row = rect.row, .columns = rect.columns, .rows = rect.rows,
        .foreground = style->foreground, .background = style->background, .attributes = style->attributes,
    };
    if (!answer_operation(operation, text)) return refuse(canvas, FASCIA_LIMIT, "more than a message holds");
    return FASCIA_OK;
}

static fascia_size size(const fascia_canvas *canvas) { return of(canvas)->size; }

static fascia_status text(
    const fascia_canvas *canvas, int32_t column, int32_t row, fascia_string text, const fascia_cell_style *style
) {
    if (text.length > PLUGIN_HOST_TEXT) {
        char why[128];
        snprintf(why, sizeof why, "text of %zu bytes, and %u are allowed", text.length, PLUGIN_HOST_TEXT);
        return refuse(canvas, FASCIA_LIMIT, why);
    }
    uint32_t problems = text_examine(text).problems;
    if (problems & TEXT_NOT_UTF8) return refuse(canvas, FASCIA_INVALID, "text that is not UTF-8");
    if (problems & TEXT_HAS_CONTROLS) return refuse(canvas, FASCIA_INVALID, "text with control characters in it");
    return add(canvas, PLUGIN_HOST_DRAW_TEXT, (fascia_rect){column, row, 0, 0}, text, style);
}

static fascia_status fill(
    const fascia_canvas *canvas, fascia_rect rect, fascia_string character, const fascia_cell_style *style
) {
    if (rect.columns < 0 || rect.rows < 0) return refuse(canvas, FASCIA_INVALID, "a fill of a negative size");
    text_facts facts = {TEXT_NOT_UTF8, 0, 0};
    if (character.length <= PLUGIN_HOST_TEXT) facts = text_examine(character);
    if (facts.problems || facts.characters != 1 || facts.columns != 1)
        return refuse(canvas, FASCIA_INVALID, "a fill with something else than one character of one column");
    return add(canvas, PLUGIN_HOST_DRAW_FILL, rect, character, style);
}

static fascia_status box(const fascia_canvas *canvas, fascia_rect rect, const fascia_cell_style *style) {
    if (rect.columns < 0 || rect.rows < 0) return refuse(canvas, FASCIA_INVALID, "a box of a negative size");
    return add(canvas, PLUGIN_HOST_DRAW_BOX, rect, (fascia_string){NULL, 0}, style);
}

static fascia_status region(const fascia_canvas *canvas, fascia_rect rect, fascia_region region, uint32_t option) {
    if (rect.columns < 0 || rect.rows < 0) return refuse(canvas, FASCIA_INVALID, "a region of a negative size");
    if (region < FASCIA_REGION_RANGE || region > FASCIA_REGION_TEXT) return refuse(canvas, FASCIA_INVALID, "an unknown region");
    fascia_cell_style meaning = {.foreground = option, .attributes = region};
    return add(canvas, PLUGIN_HOST_DRAW_REGION, rect, (fascia_string){NULL, 0}, &meaning);
}

fascia_canvas canvas_view(canvas_data *data) {
    return (fascia_canvas){sizeof(fascia_canvas), 0, data, plugin_view_of_host, size, text, fill, box, region};
}
