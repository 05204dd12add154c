// The plugin of this process.
#ifndef PLUGIN_H
#define PLUGIN_H

#include <fascia_plugin.h>
#include <plugin_host.h>

#include "confine.h"

// Loads the libraries, then the plugin's file, or with `by_path` the one at the path in `load`, checks the plugin's table and
// starts the plugin. `load` is a message that was checked. Returns a problem, PLUGIN_HOST_LOADED if there is none, and puts it
// in words into `message`.
uint32_t plugin_load(
    const plugin_files *files, int by_path, const plugin_host_load *load, char *message, size_t capacity);

// Of a plugin that was loaded.
const char *plugin_version(void);
uint32_t plugin_style_count(void);
const fascia_style *plugin_style(uint32_t index);
const fascia_renderer *plugin_renderer(void); // null if it has none
int plugin_renders_cells(void);

int plugin_is_told_of_selections(const fascia_style *style);


// The host as the plugin sees it.
extern const fascia_host *const plugin_view_of_host;

#endif
