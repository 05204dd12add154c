// The control and the canvas of fascia_plugin.h, for one call of a style.
#ifndef CONTROL_H
#define CONTROL_H

#include <fascia_plugin.h>
#include <plugin_host.h>

// A control in a message. It and its texts are valid as long as the message.
typedef struct {
    const plugin_host_control *control;
    const plugin_host_parameter *parameters; // the control's own
    const plugin_host_option *options;       // the control's own
    const char *texts;
} control_data;

fascia_control control_view(const control_data *data);

typedef struct {
    fascia_size size;
    char refusal[128]; // the first refused operation in words; empty if none was
} canvas_data;

fascia_canvas canvas_view(canvas_data *data);

#endif
