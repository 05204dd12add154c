#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

int process_spawn(
    char *const arguments[], char *const added[], const char *directory, int input, int output, int errors, pid_t *child
) {
    char **variables = environment(added);
    if (!variables) return ENOMEM;
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
    int code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!code) code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!code) code = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (!code && directory) code = posix_spawn_file_actions_addchdir_np(&actions, directory);
    if (!code) code = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    return code;
}

int process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int process_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int process_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int process_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

pid_t process_next_ended_child(void) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    if (waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) != 0) return 0;
    return information.si_pid;
}
