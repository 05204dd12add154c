#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <plugin_host.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Receives a byte with the descriptor of the output. Returns that, or -1.
static int receive(void) {
    char byte;
    struct iovec part = {&byte, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
    };
    if (recvmsg(PLUGIN_HOST_SOCKET, &message, MSG_CMSG_CLOEXEC) <= 0 || message.msg_flags & MSG_TRUNC) return -1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return -1;
    int output;
    memcpy(&output, CMSG_DATA(header), sizeof output);
    return output;
}

static _Noreturn void run(int output) {
    char *const arguments[] = {(char *)"fascia-plugin-host", NULL};
    char *const variables[] = {NULL};
    int is_ready = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0;
    if (is_ready) execve("/proc/self/exe", arguments, variables);
    _exit(2);
}

int guard(void) {
    int room = PLUGIN_HOST_LONGEST;
    setsockopt(PLUGIN_HOST_SOCKET, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    int output = receive();
    if (output < 0) return 2;
    pid_t child = fork();
    if (child == 0) run(output);
    if (child < 0) return 2;
    close(output);
    int end = (int)syscall(SYS_pidfd_open, child, 0);
    if (end < 0) return 2;
    // The messages are the child's: only the hang-up is waited for here.
    struct pollfd events[] = {{PLUGIN_HOST_SOCKET, 0, 0}, {end, POLLIN, 0}};
    while (poll(events, 2, -1) < 0 && errno == EINTR) {}
    if (!events[1].revents) kill(child, SIGKILL);
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!events[1].revents) return 0;
    // Ends in the same way, so that the log of systemd says how the plugin ended.
    if (WIFSIGNALED(status)) raise(WTERMSIG(status));
    return WEXITSTATUS(status);
}
