// Calls the plugin's styles for the controls of a frame.
#ifndef STYLES_H
#define STYLES_H

#include <plugin_host.h>

// Sends the answer to a question that was checked.
void styles_draw(const plugin_host_question *question);

// Sends nothing: what the plugin reports is part of the next answer.
void styles_selected(const plugin_host_question *question);

#endif
