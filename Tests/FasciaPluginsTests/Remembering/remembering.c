// Styles that remember selections, and a slider with regions. Macros make single parts of it fail.
#include "fascia_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count;
static char last[64] = "none";

static fascia_string text(const char *data) { return (fascia_string){data, strlen(data)}; }

static fascia_status measure(
    const fascia_style *style, const fascia_control *control, fascia_size proposal, fascia_size *size
) {
    (void)style, (void)control, (void)proposal;
    *size = (fascia_size){30 + (strcmp(last, "wide") == 0 ? 10 : 0), 1};
    return FASCIA_OK;
}

static fascia_status draw(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
    (void)style;
    fascia_string value = control->value(control);
    char line[200];
#ifdef DRAW_CRASHES
    abort();
#endif
#ifdef DRAW_HANGS
    for (;;) pause();
#endif
    snprintf(line, sizeof line, "%d:%s now %.*s", count, last, (int)value.length, value.data);
    return canvas->text(canvas, 0, 0, text(line), NULL);
}

static void selected(const fascia_style *style, const fascia_control *control, uint32_t option) {
    (void)style;
#ifdef SELECTED_CRASHES
    abort();
#endif
    fascia_string label = control->option(control, option);
    snprintf(last, sizeof last, "%.*s", (int)label.length, label.data);
    count++;
    control->host->report(control->host, FASCIA_SEVERITY_INFO, label);
}

static fascia_status draw_slider(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
    (void)style;
    char line[40];
    snprintf(line, sizeof line, "at %.0f %%", 100 * control->fraction(control));
    fascia_status status = canvas->text(canvas, 0, 0, text(line), NULL);
#ifdef NO_REGIONS
    return status;
#else
    return status ? status : canvas->region(canvas, (fascia_rect){10, 0, 11, 1}, FASCIA_REGION_RANGE, 0);
#endif
}

static fascia_status draw_badly(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
    (void)style;
    int is_odd = control->label(control).length % 2;
    return is_odd ? canvas->region(canvas, (fascia_rect){0, 0, 1, 1}, 9, 0)
                  : canvas->region(canvas, (fascia_rect){0, 0, -1, 1}, FASCIA_REGION_RANGE, 0);
}

static const fascia_style picker = {sizeof picker, FASCIA_CONTROL_PICKER, "remembering", NULL, measure, draw, selected};
static const fascia_style slider = {sizeof slider, FASCIA_CONTROL_SLIDER, "remembering", NULL, measure, draw_slider, NULL};
static const fascia_style stepper = {sizeof stepper, FASCIA_CONTROL_STEPPER, "remembering", NULL, measure, draw_badly, NULL};
static const fascia_style *const styles[] = {&picker, &slider, &stepper};
static const fascia_style_extension style_extension = {sizeof style_extension, 3, styles};

static const void *get_extension(const fascia_plugin *plugin, const char *id) {
    (void)plugin;
    return strcmp(id, FASCIA_EXTENSION_STYLE) == 0 ? &style_extension : NULL;
}

const fascia_plugin *fascia_plugin_entry(void) {
    static const fascia_plugin plugin = {
        FASCIA_PLUGIN_MAGIC, sizeof plugin, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR, 1, 0, "remembering", "1.0", NULL, NULL,
        get_extension,
    };
    return &plugin;
}
