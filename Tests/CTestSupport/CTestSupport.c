#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
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

ssize_t ts_send_with_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, int count) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(253 * sizeof(int))] = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

int ts_lingering_socket(int seconds, int *other) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int sender = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    *other = -1;
    if (listening < 0 || sender < 0 || bind(listening, (struct sockaddr *)&address, length) != 0 || listen(listening, 1) != 0 ||
        getsockname(listening, (struct sockaddr *)&address, &length) != 0 ||
        connect(sender, (struct sockaddr *)&address, length) != 0 ||
        (*other = accept4(listening, NULL, NULL, SOCK_CLOEXEC)) < 0) {
        int code = errno;
        close(listening);
        close(sender);
        errno = code;
        return -1;
    }
    close(listening);
    char bytes[65536] = {0};
    while (send(sender, bytes, sizeof bytes, MSG_DONTWAIT | MSG_NOSIGNAL) > 0) {}
    struct linger linger = {.l_onoff = 1, .l_linger = seconds};
    if (setsockopt(sender, SOL_SOCKET, SO_LINGER, &linger, sizeof linger) != 0) return -1;
    return sender;
}
