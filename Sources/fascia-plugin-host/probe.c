#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <plugin_host.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static bool maps_no_4_gib(void) {
    size_t size = 4ul << 30;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return true;
    munmap(memory, size);
    return false;
}

static bool forks_not(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return child < 0;
}

static void *nothing(void *argument) { return argument; }

static bool starts_no_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) != 0) return true;
    pthread_join(thread, NULL);
    return false;
}

// A program that is not there: without confinement the answer is ENOENT.
static bool starts_no_program(void) {
    char *const nothing[] = {NULL};
    execve("/proc/self/no-such-program", nothing, nothing);
    return errno == EPERM || errno == EACCES;
}

static bool makes_no_socket(void) {
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        int descriptor = socket(families[i], families[i] == AF_NETLINK ? SOCK_RAW : SOCK_STREAM, 0);
        if (descriptor >= 0) {
            close(descriptor);
            return false;
        }
        if (errno != EPERM && errno != EACCES && errno != EAFNOSUPPORT) return false;
    }
    return true;
}

static bool is_refused(const char *path, int flags) {
    int descriptor = open(path, flags | O_CLOEXEC, 0600);
    if (descriptor < 0) return errno == EACCES || errno == EPERM;
    close(descriptor);
    return false;
}

// A file and a directory that every process can read otherwise.
static bool opens_no_files(void) { return is_refused("/proc/self/status", O_RDONLY) && is_refused("/", O_RDONLY | O_DIRECTORY); }

static bool sends_no_signals(void) { return kill(getppid(), 0) != 0 && errno == EPERM; }

// An address that is not mapped: without confinement the answer is EFAULT.
static bool reads_no_other(void) {
    char byte;
    struct iovec mine = {&byte, 1}, theirs = {NULL, 1};
    return process_vm_readv(getppid(), &mine, 1, &theirs, 1, 0) < 0 && errno == EPERM;
}

static bool has_no_descriptors(const plugin_files *files) {
    unsigned open = 0;
    for (int descriptor = PLUGIN_HOST_SOCKET + 1; descriptor < 1024; descriptor++) open += fcntl(descriptor, F_GETFD) >= 0;
    if (open > files->count) return false;
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max <= 1024;
}

// Whether a control group limits the processor time.
static bool shares_the_processor(void) {
    char line[512], path[600], limit[16] = "";
    FILE *groups = fopen("/proc/self/cgroup", "re");
    if (!groups) return false;
    char *group = fgets(line, sizeof line, groups);
    fclose(groups);
    if (!group || strncmp(group, "0::", 3) != 0) return false;
    group[strcspn(group, "\n")] = 0;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group + 3);
    FILE *file = fopen(path, "re");
    if (!file) return false;
    bool is_limited = fgets(limit, sizeof limit, file) && strncmp(limit, "max", 3) != 0;
    fclose(file);
    return is_limited;
}

static bool has_a_user_of_its_own(void) {
    struct ucred daemon;
    socklen_t size = sizeof daemon;
    return getsockopt(PLUGIN_HOST_SOCKET, SOL_SOCKET, SO_PEERCRED, &daemon, &size) == 0 && daemon.uid != getuid();
}

uint32_t separation_that_holds(void) {
    return (has_a_user_of_its_own() ? PLUGIN_HOST_HOLDS_USER : 0) | (shares_the_processor() ? PLUGIN_HOST_HOLDS_PROCESSOR : 0);
}

uint32_t confinement_that_holds(const plugin_files *files) {
    uint32_t holds = 0;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) holds |= PLUGIN_HOST_HOLDS_PRIVILEGES;
    if (maps_no_4_gib()) holds |= PLUGIN_HOST_HOLDS_MEMORY;
    if (forks_not()) holds |= PLUGIN_HOST_HOLDS_PROCESSES;
    if (starts_no_thread()) holds |= PLUGIN_HOST_HOLDS_THREADS;
    if (starts_no_program()) holds |= PLUGIN_HOST_HOLDS_PROGRAMS;
    if (makes_no_socket()) holds |= PLUGIN_HOST_HOLDS_SOCKETS;
    if (opens_no_files()) holds |= PLUGIN_HOST_HOLDS_FILES;
    if (sends_no_signals()) holds |= PLUGIN_HOST_HOLDS_SIGNALS;
    if (reads_no_other()) holds |= PLUGIN_HOST_HOLDS_OTHERS;
    if (has_no_descriptors(files)) holds |= PLUGIN_HOST_HOLDS_DESCRIPTORS;
    return holds;
}
