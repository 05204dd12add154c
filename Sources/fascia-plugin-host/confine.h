// Confines this process before it runs the code of a plugin.
#ifndef CONFINE_H
#define CONFINE_H

#include <plugin_host.h>
#include <stdint.h>

// The descriptors of the plugin's file and, behind it, of its libraries.
typedef struct {
    int descriptors[PLUGIN_HOST_FILES];
    unsigned count;
} plugin_files;

// Limits resources, files and system calls as far as the kernel supports it, for good. Only these files and the system's
// libraries can be read then. Closes all other descriptors.
void confine(const plugin_files *files);

// Returns the bits PLUGIN_HOST_HOLDS_… of what separates this process from the daemon already. For before `confine`, which
// forbids to find out.
uint32_t separation_that_holds(void);

// Tries what is forbidden, and returns the bits PLUGIN_HOST_HOLDS_… of what was refused.
uint32_t confinement_that_holds(const plugin_files *files);

#endif
