// Confines this process before it runs the code of a plugin.
#ifndef CONFINE_H
#define CONFINE_H

#include <stdint.h>

// Limits resources, files and system calls as far as the kernel supports it, for good. `plugin` is the descriptor of the
// plugin's file, and `libraries` has the directories, separated by colons, that it may load libraries from besides the
// system's; it may be null. Closes all other descriptors.
void confine(int plugin, const char *libraries);

// Returns the bits PLUGIN_HOST_HOLDS_… of what separates this process from the daemon already. For before `confine`, which
// forbids to find out.
uint32_t separation_that_holds(void);

// Tries what is forbidden, and returns the bits PLUGIN_HOST_HOLDS_… of what was refused.
uint32_t confinement_that_holds(int plugin);

#endif
