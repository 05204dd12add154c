// The GNU extensions that the test harness needs and that Swift's Glibc module does not show.
#pragma once

#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>

// A pipe whose ends are closed in child processes. 0, or -1 with errno.
int ts_pipe(int ends[2]);

// An empty file in memory, closed in child processes. The descriptor, or -1 with errno.
int ts_memory_file(void);

// A new pseudo-terminal: answers its controlling side, closed in child processes, and writes the path of the side
// for the program to `path`. The descriptor, or -1 with errno.
int ts_open_terminal(char *path, size_t size);

// The flag of posix_spawnattr_setflags that gives the child a session of its own.
short ts_spawn_session_flag(void);

// The child has nothing open from this descriptor on. 0, or an error number.
int ts_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

// The next datagram, and a descriptor that came with it; -1 in `descriptor` where none did. The bytes, or -1 with errno.
ssize_t ts_receive(int socket, char *buffer, size_t size, int *descriptor);

// The child starts in this directory. 0, or an error number.
int ts_spawn_directory(posix_spawn_file_actions_t *actions, const char *path);

// Sends bytes with descriptors attached (SCM_RIGHTS), at most 253. The bytes sent, or -1 with errno.
ssize_t ts_send_with_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, int count);

// A TCP socket whose last close waits up to this many seconds: it lingers, and its buffers are full, because nobody reads from
// `other`, its other end. Both are closed in child processes. The descriptor, or -1 with errno.
int ts_lingering_socket(int seconds, int *other);
