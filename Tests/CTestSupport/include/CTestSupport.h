// The GNU extensions that the test harness needs and that Swift's Glibc module does not show.
#pragma once

#include <spawn.h>
#include <stddef.h>

// A pipe whose ends are closed in child processes. 0, or -1 with errno.
int ts_pipe(int ends[2]);

// An empty file in memory, closed in child processes. The descriptor, or -1 with errno.
int ts_memory_file(void);

// A new pseudo-terminal: answers its controlling side, closed in child processes, and writes the path of the side
// for the program to `path`. The descriptor, or -1 with errno.
int ts_open_terminal(char *path, size_t size);

// The flag of posix_spawnattr_setflags that gives the child a session of its own.
short ts_spawn_session_flag(void);

// The child has nothing open but its standard streams. 0, or an error number.
int ts_spawn_only_streams(posix_spawn_file_actions_t *actions);

// The child starts in this directory. 0, or an error number.
int ts_spawn_directory(posix_spawn_file_actions_t *actions, const char *path);
