// The plugin's renderer at work.
#ifndef RENDERER_H
#define RENDERER_H

#include <plugin_host.h>

// Takes a part of the screens, which was checked, and answers. After the last part the plugin renders them.
void renderer_take(const plugin_host_render *render);

#endif
