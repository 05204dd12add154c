#define _GNU_SOURCE
#include "cbench.h"

#include <fcntl.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

pid_t cbench_spawn(const char *const arguments[], const char *log) {
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    pid_t parent = getpid();
    pid_t child = input < 0 || output < 0 ? -1 : fork();
    if (child == 0) {
        // Only async-signal-safe functions may be called between fork and exec in a multithreaded program.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        bool is_orphan = getppid() != parent;
        if (!is_orphan && dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0) {
            execv(arguments[0], (char *const *)arguments);
        }
        _exit(127);
    }
    if (input >= 0) close(input);
    if (output >= 0) close(output);
    return child;
}

pid_t cbench_spawn_in_terminal(const char *const arguments[], uint16_t columns, uint16_t rows, int *terminal) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    // Set before the fork, because setenv must not be called between fork and exec.
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    pid_t child = forkpty(terminal, NULL, NULL, &size);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execvp(arguments[0], (char *const *)arguments);
        _exit(127);
    }
    if (child > 0) {
        fcntl(*terminal, F_SETFD, FD_CLOEXEC);
        fcntl(*terminal, F_SETFL, O_NONBLOCK);
    }
    return child;
}

bool cbench_pin(pid_t thread, int processor) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (processor >= 0) {
        CPU_SET((size_t)processor, &allowed);
    } else {
        for (size_t any = 0; any < CPU_SETSIZE; any++) CPU_SET(any, &allowed);
    }
    return sched_setaffinity(thread, sizeof allowed, &allowed) == 0;
}
