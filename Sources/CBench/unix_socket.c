#define _GNU_SOURCE
#include "unix_socket.h"

#include "framing.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int cbench_address(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address->sun_path, path, length + 1);
    return 0;
}

int cbench_connect(const char *path, const struct cbench_load *load) {
    struct sockaddr_un address;
    if (cbench_address(path, &address) < 0) return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    // The socket is nonblocking only after the greeting, so that connect waits while the backlog is full.
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0 || cbench_greet(fd, load) < 0 ||
        fcntl(fd, F_SETFL, O_NONBLOCK) < 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}
