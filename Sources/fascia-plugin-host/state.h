// What a plugin keeps when it is built again.
#ifndef STATE_H
#define STATE_H

#include <plugin_host.h>

// Both send the answer.
void state_save(const plugin_host_header *save);
void state_restore(const plugin_host_restore *restore);

#endif
