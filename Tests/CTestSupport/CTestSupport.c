#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
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

int ts_spawn_only_streams(posix_spawn_file_actions_t *actions) {
    return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

int ts_spawn_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
