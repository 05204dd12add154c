// The layout of every struct of the ABI, as published. Changing it breaks plugins that are already built: a struct may
// only grow at its end, with a new minor version.
#include "fascia_plugin.h"

#if UINTPTR_MAX == UINT64_MAX

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has changed its size")
#define AT(type, field, bytes) _Static_assert(offsetof(type, field) == (bytes), #type "." #field " has moved")

SIZE(fascia_string, 16);
SIZE(fascia_size, 8);
SIZE(fascia_rect, 16);
SIZE(fascia_cell_style, 12);
SIZE(fascia_value, 40);

SIZE(fascia_host, 48);
AT(fascia_host, host_data, 8);
AT(fascia_host, report, 32);
AT(fascia_host, get_extension, 40);

SIZE(fascia_plugin, 56);
AT(fascia_plugin, struct_size, 4);
AT(fascia_plugin, abi_major, 8);
AT(fascia_plugin, abi_minor, 10);
AT(fascia_plugin, needs_minor, 12);
AT(fascia_plugin, id, 16);
AT(fascia_plugin, start, 40);
AT(fascia_plugin, get_extension, 48);

SIZE(fascia_control, 184);
AT(fascia_control, kind, 24);
AT(fascia_control, text_width, 112);
AT(fascia_control, animation_step, 176);

SIZE(fascia_canvas, 64);
AT(fascia_canvas, size, 24);
AT(fascia_canvas, box, 48);
AT(fascia_canvas, region, 56);

SIZE(fascia_style, 48);
AT(fascia_style, name, 8);
AT(fascia_style, measure, 24);
AT(fascia_style, draw, 32);
AT(fascia_style, selected, 40);

SIZE(fascia_style_extension, 16);
AT(fascia_style_extension, styles, 8);

SIZE(fascia_sink, 32);
AT(fascia_sink, host, 16);
AT(fascia_sink, write, 24);

SIZE(fascia_renderer, 40);
AT(fascia_renderer, media_type, 8);
AT(fascia_renderer, render, 24);
AT(fascia_renderer, flags, 32);

#endif
