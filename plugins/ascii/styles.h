// The functions of the styles.
#ifndef STYLES_H
#define STYLES_H

#include "pen.h"

// Adds the word for the most important condition of a state; nothing without one.
void condition_word(line *line, fascia_state state);

#define MEASURES(name) \
    fascia_status name(const fascia_style *style, const fascia_control *control, fascia_size proposal, fascia_size *size)
#define DRAWS(name) \
    fascia_status name(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas)

MEASURES(measure_line);
DRAWS(draw_line);
MEASURES(measure_bar);
DRAWS(draw_bar);
DRAWS(draw_field);

DRAWS(draw_section);
DRAWS(draw_list_row);
DRAWS(draw_table);
DRAWS(draw_modal);
DRAWS(draw_title_bar);

#endif
