/// What the benchmark needs in C: an echo server and a D-Bus service as baselines, one load generator for all servers, and
/// child processes that end with their parent.
#ifndef CBENCH_H
#define CBENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Maximum size of a message: a path, the failure, and the unexpected reply.
#define CBENCH_MESSAGE_SIZE 512

// Echo

/// Listens on a Unix stream socket at `path` and echoes what it reads, to any number of clients, with one thread and
/// epoll. No server with an event loop can do less work.
///
/// Returns only on failure, with `errno` set.
void cbench_echo_serve(const char *path);

// A D-Bus service

/// The name of the service and the interface of its objects.
#define CBENCH_INTERFACE "org.example.Bench"

/// Serves objects /o0 to /o63 on the message bus at a Unix socket, each with a property "On" that anybody may set.
///
/// Returns only on failure, with a negative errno.
int cbench_property_serve(const char *path);

// Load

/// How messages are told apart.
enum cbench_protocol {
    /// A message ends with LF.
    CBENCH_LINES,
    /// MQTT 3.1.1.
    CBENCH_MQTT,
    /// D-Bus.
    CBENCH_DBUS,
};

/// The requests to send. They are prepared before the measurement, so that the generator costs the same for every server.
struct cbench_load {
    /// The Unix stream socket of the server.
    const char *path;
    /// Number of connections, at least 1.
    uint32_t connections;
    /// Maximum number of requests in flight on each connection: 1 to `ring`.
    uint32_t depth;
    /// The requests of all connections, concatenated.
    const uint8_t *bytes;
    /// The start of each request in `bytes`, followed by the end of the last one: `connections * ring + 1` numbers.
    const uint64_t *offsets;
    /// Number of requests of each connection, sent in a cycle. Connection c sends requests `c * ring` to
    /// `c * ring + ring - 1`.
    uint32_t ring;
    /// Number of replies before the measurement and during it, over all connections.
    uint64_t warmup;
    uint64_t requests;
    /// A string that every reply contains.
    const char *expected;
    enum cbench_protocol protocol;
    /// What each connection sends first, for which the server's answer is awaited; may be empty.
    const uint8_t *greeting;
    size_t greeting_length;
};

/// The result of a load. Times are nanoseconds of the monotonic clock.
struct cbench_outcome {
    uint64_t requests;
    uint64_t elapsed;
    /// Latency from sending a request to reading its reply; median and percentile99 are within 1 %.
    uint64_t median;
    uint64_t percentile99;
    uint64_t longest;
    /// Number of system calls of the generator.
    uint64_t reads, writes, waits;
    uint64_t bytes_sent, bytes_received;
    /// The error; empty if the load succeeded.
    char message[CBENCH_MESSAGE_SIZE];
};

/// Generates the load and measures it. Stops at the first unexpected reply, when a connection closes, and when nothing
/// arrives for 20 seconds.
///
/// Returns whether the load succeeded; if not, `outcome->message` has the error.
bool cbench_load_run(const struct cbench_load *load, struct cbench_outcome *outcome);

// Processes

/// Starts a program that gets SIGKILL when the calling thread ends for any reason. Its standard input is /dev/null; its
/// standard output and error go to the file `log`, which is created or truncated.
///
/// Returns the process id, or -1 with `errno` set. If the program cannot be executed, the child exits with status 127.
pid_t cbench_spawn(const char *const arguments[], const char *log);

/// Starts a program in a pseudo-terminal with TERM=xterm-256color. The program gets SIGHUP when `*terminal` is closed.
///
/// Returns the process id, or -1 with `errno` set. `*terminal` is the nonblocking master side of the pseudo-terminal.
pid_t cbench_spawn_in_terminal(const char *const arguments[], uint16_t columns, uint16_t rows, int *terminal);

/// Pins a thread to one processor, or lets it run on any if `processor` is negative. Thread 0 is the calling thread.
///
/// Returns whether the system call succeeded.
bool cbench_pin(pid_t thread, int processor);

// Files

/// Removes a directory and its contents; symbolic links are removed, not followed. Returns whether everything was
/// removed.
bool cbench_remove_folder(const char *path);

#endif
