#ifndef CBENCH_FRAMING_H
#define CBENCH_FRAMING_H

#include "cbench.h"

// The length of the first message in the bytes; 0 if it is not complete.
size_t cbench_message_length(enum cbench_protocol protocol, const char *bytes, size_t count);

// Sends the greeting of the load on a new connection, and skips what the server answers to it. Blocks. Returns 0, or -1 with
// errno set.
int cbench_greet(int fd, const struct cbench_load *load);

#endif
