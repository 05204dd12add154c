#ifndef CBENCH_UNIX_SOCKET_H
#define CBENCH_UNIX_SOCKET_H

#include <sys/un.h>

#include "cbench.h"

// Fills in the address. Returns 0, or -1 with errno ENAMETOOLONG.
int cbench_address(const char *path, struct sockaddr_un *address);

// Connects, greets, and makes the descriptor nonblocking. Returns it, or -1 with errno set.
int cbench_connect(const char *path, const struct cbench_load *load);

#endif
