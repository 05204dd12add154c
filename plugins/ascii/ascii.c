// A plugin that draws everything with 7-bit characters, for terminals without Unicode. Without colours, too, each state looks
// different.
#include <string.h>

#include "styles.h"

#define CONTROL(kind, measure, draw) {sizeof(fascia_style), FASCIA_CONTROL_##kind, "ascii", NULL, measure, draw, NULL}
// The host decides the size of a surface.
#define SURFACE(kind, draw) CONTROL(kind, NULL, draw)

static const fascia_style table[] = {
    CONTROL(TOGGLE, measure_line, draw_line),
    CONTROL(BUTTON, measure_line, draw_line),
    CONTROL(PICKER, measure_line, draw_line),
    CONTROL(TEXT_FIELD, measure_bar, draw_field),
    CONTROL(SLIDER, measure_bar, draw_bar),
    CONTROL(STEPPER, measure_line, draw_line),
    CONTROL(PROGRESS, measure_bar, draw_bar),
    CONTROL(GAUGE, measure_bar, draw_bar),
    CONTROL(MENU, measure_line, draw_line),
    CONTROL(OPTION, measure_line, draw_line),
    CONTROL(SEGMENTS, measure_line, draw_line),
    SURFACE(SECTION, draw_section),
    SURFACE(LIST_ROW, draw_list_row),
    SURFACE(TABLE, draw_table),
    SURFACE(MODAL, draw_modal),
    SURFACE(TITLE_BAR, draw_title_bar),
};
#define COUNT (sizeof table / sizeof *table)

static const fascia_style *styles[COUNT];
static const fascia_style_extension extension = {sizeof extension, COUNT, styles};

static const void *get_extension(const fascia_plugin *plugin, const char *id) {
    (void)plugin;
    return strcmp(id, FASCIA_EXTENSION_STYLE) == 0 ? &extension : NULL;
}

const fascia_plugin *fascia_plugin_entry(void) {
    // Surfaces and regions are there since 1.1.
    static const fascia_plugin plugin = {
        FASCIA_PLUGIN_MAGIC, sizeof plugin, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR, 1, 0, "ascii", "1.0.0", NULL, NULL, get_extension,
    };
    for (size_t i = 0; i < COUNT; i++) styles[i] = &table[i];
    return &plugin;
}
