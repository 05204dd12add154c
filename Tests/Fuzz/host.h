// Included before each source of fascia-plugin-host, so that a fuzzer can run it: host.c takes the place of the kernel and of
// the dynamic linker.
#ifndef HOST_H
#define HOST_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fascia_plugin.h>
#include <plugin_host.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// Small enough for short inputs to reach.
#undef PLUGIN_HOST_TEXT
#define PLUGIN_HOST_TEXT 8192u
#undef PLUGIN_HOST_DOCUMENT
#define PLUGIN_HOST_DOCUMENT 8192u
#undef PLUGIN_HOST_PART
#define PLUGIN_HOST_PART 1024u

ssize_t fuzz_receive(int socket, struct msghdr *message, int flags);
ssize_t fuzz_send(int socket, const struct msghdr *message, int flags);
_Noreturn void fuzz_exit(int status);
void *fuzz_open(const char *path, int flags);
void *fuzz_symbol(void *object, const char *name);
char *fuzz_open_error(void);

// What the plugin does wrong; 0 if nothing. It comes from the serial of LOAD.
extern uint32_t fuzz_fault;
// The plugin's entry, which is linked.
const fascia_plugin *fuzz_entry(void);

// The host's main().
int host_main(int count, char **arguments);

#ifndef FUZZER
#define main host_main
#define recvmsg fuzz_receive
#define sendmsg fuzz_send
#define _exit fuzz_exit
#define dlopen fuzz_open
#define dlsym fuzz_symbol
#define dlerror fuzz_open_error
#define alarm(seconds) ((void)(seconds))
#define prctl(...) ((void)0)
#endif

#endif
