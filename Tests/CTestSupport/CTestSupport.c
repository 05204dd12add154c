#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int ts_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int ts_memory_file(void) { return memfd_create("test", MFD_CLOEXEC); }

int ts_open_terminal(char *path, size_t size) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    int error = grantpt(terminal) || unlockpt(terminal) ? errno : ptsname_r(terminal, path, size);
    if (error == 0) return terminal;
    close(terminal);
    errno = error;
    return -1;
}

short ts_spawn_session_flag(void) { return POSIX_SPAWN_SETSID; }

int ts_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

ssize_t ts_receive(int socket, char *buffer, size_t size, int *descriptor) {
    struct iovec part = {buffer, size};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    *descriptor = -1;
    struct cmsghdr *header = count < 0 ? NULL : CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS) memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return count;
}

int ts_spawn_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
