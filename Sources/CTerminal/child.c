#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int child;
static _Atomic(const char *) socket_path, directory_path;

pid_t fascia_child_start(char *const arguments[], int output, int error) {
    /* Closed by a successful exec; otherwise it carries the errno value of the failure. */
    int failure[2], code = 0;
    if (pipe2(failure, O_CLOEXEC) < 0) return -errno;
    pid_t parent = getpid(), pid = fork();
    if (pid < 0) code = errno;
    if (pid != 0) {
        close(failure[1]);
        while (pid > 0 && read(failure[0], &code, sizeof code) < 0 && errno == EINTR) {}
        close(failure[0]);
        if (pid > 0 && code) fascia_child_wait(pid, 1);
        return code ? -code : pid;
    }
    /* The child is terminated even if this process is killed with SIGKILL. The kernel sends the signal when the thread
     * that forked ends. Here that is the main thread, on which "fascia attach" runs to its end. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, STDIN_FILENO);
    dup2(output < 0 ? null : output, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    execvp(arguments[0], arguments);
    code = errno;
    ssize_t ignored = write(failure[1], &code, sizeof code);
    (void)ignored;
    _exit(127);
}

int fascia_child_wait(pid_t pid, int waits) {
    int status;
    pid_t done;
    while ((done = waitpid(pid, &status, waits ? 0 : WNOHANG)) < 0 && errno == EINTR) {}
    if (done == 0) return -1;
    if (done < 0) return 255;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void fascia_child_keep(pid_t pid, const char *socket, const char *directory) {
    static atomic_bool registered;
    atomic_store(&child, pid);
    atomic_store(&socket_path, socket);
    atomic_store(&directory_path, directory);
    if (!atomic_exchange(&registered, 1)) atexit(fascia_child_end);
}

void fascia_child_end(void) {
    int error = errno;
    pid_t pid = atomic_exchange(&child, 0);
    if (pid > 0) kill(pid, SIGTERM);
    const char *socket = atomic_exchange(&socket_path, NULL);
    if (socket) unlink(socket);
    const char *directory = atomic_exchange(&directory_path, NULL);
    if (directory) rmdir(directory);
    errno = error;
}
