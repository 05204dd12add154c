#define _GNU_SOURCE
#include "plugin_host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

void plugin_host_pipe(int *source, int *end) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) ends[0] = ends[1] = -1;
    *source = ends[0];
    *end = ends[1];
}

static int spawn(const char *program, int output, int socket, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!code) code = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    if (!code) code = posix_spawn_file_actions_adddup2(&actions, socket, PLUGIN_HOST_SOCKET);
    if (!code) code = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, PLUGIN_HOST_SOCKET + 1);
    if (!code) code = posix_spawn_file_actions_addchdir_np(&actions, "/");
    char *const arguments[] = {(char *)"fascia-plugin-host", NULL};
    char *const variables[] = {NULL};
    if (!code) code = posix_spawn(process, program, &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// A descriptor above those that the host gets, so that setting up one of these does not overwrite another.
static int moved(int descriptor) {
    int above = fcntl(descriptor, F_DUPFD_CLOEXEC, PLUGIN_HOST_SOCKET + 1);
    close(descriptor);
    return above;
}

int plugin_host_start(const char *program, int output, pid_t *process, int *connection) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    // Room for the longest message, whatever the system's default is.
    int room = PLUGIN_HOST_LONGEST;
    for (int i = 0; i < 2; i++) setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    ends[1] = moved(ends[1]);
    int copy = fcntl(output, F_DUPFD_CLOEXEC, PLUGIN_HOST_SOCKET + 1);
    int code = ends[1] < 0 || copy < 0 ? EMFILE : 0;
    if (!code && fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) code = errno;
    if (!code) code = spawn(program, copy, ends[1], process);
    if (copy >= 0) close(copy);
    if (ends[1] >= 0) close(ends[1]);
    if (code) {
        close(ends[0]);
    } else {
        *connection = ends[0];
    }
    return code;
}

int plugin_host_connect(const char *path, int output, int *connection) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return errno;
    int room = PLUGIN_HOST_LONGEST;
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    int code = connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
    // An empty message would look like the end.
    if (!code) code = plugin_host_send(descriptor, ":", 1, &output, 1);
    if (code) {
        close(descriptor);
    } else {
        *connection = descriptor;
    }
    return code;
}

int plugin_host_send(int connection, const void *message, size_t length, const int *descriptors, size_t count) {
    if (count > PLUGIN_HOST_FILES) return EINVAL;
    struct iovec part = {(void *)message, length};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(PLUGIN_HOST_FILES * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
    if (count) {
        header.msg_control = &control;
        header.msg_controllen = CMSG_SPACE(count * sizeof(int));
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(&control.header), descriptors, count * sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(connection, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? errno : 0;
}

static long milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

ssize_t plugin_host_receive(int connection, void *message, size_t capacity, int milliseconds) {
    long end = milliseconds_now() + milliseconds;
    for (;;) {
        struct iovec part = {message, capacity};
        // Without room for ancillary data, the kernel discards descriptors that a plugin sends.
        struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
        ssize_t length = recvmsg(connection, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (length >= 0 && header.msg_flags & MSG_TRUNC) {
            errno = EMSGSIZE;
            return -1;
        }
        if (length >= 0) return length;
        if (errno == ECONNRESET) return 0;
        if (errno != EAGAIN && errno != EINTR) return -1;
        long left = end - milliseconds_now();
        if (left <= 0) {
            errno = ETIMEDOUT;
            return -1;
        }
        struct pollfd poll_set = {connection, POLLIN, 0};
        if (poll(&poll_set, 1, (int)left) < 0 && errno != EINTR) return -1;
    }
}
