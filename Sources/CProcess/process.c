#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int has_name(const char *variable, const char *other) {
    size_t length = strcspn(other, "=");
    return strncmp(variable, other, length) == 0 && variable[length] == '=';
}

// The environment of this process, with `added` in place of the variables of the same names.
static char **environment(char *const added[]) {
    size_t count = 0, old = 0;
    while (added[count]) count++;
    while (environ[old]) old++;
    char **all = malloc((count + old + 1) * sizeof *all);
    if (!all) return NULL;
    memcpy(all, added, count * sizeof *all);
    size_t total = count;
    for (size_t i = 0; i < old; i++) {
        size_t j = 0;
        while (j < count && !has_name(environ[i], added[j])) j++;
        if (j == count) all[total++] = environ[i];
    }
    all[total] = NULL;
    return all;
}

// The limit of open descriptors that commands get, once this process has raised its own.
static struct rlimit inherited_limit;
static bool has_raised_limit;

// What the new process does before it executes the program. It shares this process's memory until then, so that it makes
// system calls only. Returns an error number.
static int execute(
    char *const arguments[], char *const variables[], const char *directory, int input, int output, int errors, int group
) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
    if (setsid() < 0) return errno;
    // 0 is the process that writes it.
    if (group >= 0 && write(group, "0", 1) != 1) return errno;
    if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0) return errno;
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    // A program that uses select(2) must not get larger numbers than it expects.
    if (has_raised_limit && setrlimit(RLIMIT_NOFILE, &inherited_limit) < 0) return errno;
    if (directory && chdir(directory) < 0) return errno;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(arguments[0], arguments, variables);
    return errno;
}

void process_keep_ended_children(void) {
    struct sigaction action;
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

int process_spawn(
    char *const arguments[], char *const added[], const char *directory, int input, int output, int errors, int group,
    pid_t *child
) {
    char **variables = environment(added);
    if (!variables) return ENOMEM;
    process_keep_ended_children();
    // No handler of this process may run in the new one. SIGCHLD has none, and would wake another thread while it is blocked.
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    volatile int error = 0;
    pid_t process = vfork();
    if (process == 0) {
        error = execute(arguments, variables, directory, input, output, errors, group);
        _exit(127);
    }
    int code = process < 0 ? errno : error;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (process > 0 && code) waitpid(process, NULL, 0);
    *child = process;
    free(variables);
    return code;
}

int process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int process_has_ended(pid_t process) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    // One that is no child any more has ended, too.
    int code = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
    return code == 0 ? information.si_pid == process : errno == ECHILD;
}

ssize_t process_write(int descriptor, const void *bytes, size_t count) {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(descriptor, bytes, count);
    int error = errno;
    struct timespec now = {0, 0};
    if (written < 0 && error == EPIPE) sigtimedwait(&pipe, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

long process_descriptor_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < LONG_MAX ? (long)limit.rlim_cur : LONG_MAX;
}

long process_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (!has_raised_limit && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        inherited_limit = limit;
        limit.rlim_cur = limit.rlim_max;
        has_raised_limit = setrlimit(RLIMIT_NOFILE, &limit) == 0;
    }
    return process_descriptor_limit();
}

int process_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int process_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

pid_t process_next_ended_child(void) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    if (waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) != 0) return 0;
    return information.si_pid;
}

int process_is_delegated(const char *group) {
    char value[2];
    return getxattr(group, "user.delegate", value, sizeof value) == 1 && value[0] == '1';
}
