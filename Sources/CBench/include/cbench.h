/// What the bench needs below Swift: a raw echo to measure against, one load generator for all servers, and the
/// start of a process that ends with its parent.
#ifndef CBENCH_H
#define CBENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Enough for a path, what failed and the reply that was not expected.
#define CBENCH_MESSAGE_SIZE 512

// Echo

/// Listens on a Unix stream socket at `path` and sends back what it reads, to any number of clients, with one
/// thread and epoll. This is the least that any server with an event loop can do.
///
/// Returns only when it fails, with `errno` set.
void cbench_echo_serve(const char *path);

// Load

/// What to send. The requests are prepared before the clock runs, so that the generator costs the same for every
/// server.
struct cbench_load {
    /// The Unix stream socket of the server.
    const char *path;
    /// How many connections, at least 1.
    uint32_t connections;
    /// Requests in flight on each connection: at least 1 and at most `ring`.
    uint32_t depth;
    /// All requests of all connections, one after the other.
    const uint8_t *bytes;
    /// Where each request begins in `bytes`, and after the last one where it ends: `connections * ring + 1` numbers.
    const uint64_t *offsets;
    /// Each connection sends its own `ring` requests over and over: connection c those from `c * ring`.
    uint32_t ring;
    /// Replies to wait for before the measurement begins, and replies that are measured; over all connections.
    uint64_t warmup;
    uint64_t requests;
    /// Every reply is one line ended by LF, and must contain this.
    const char *expected;
};

/// What came of it. Times are nanoseconds of the monotonic clock.
struct cbench_outcome {
    uint64_t requests;
    uint64_t elapsed;
    /// Of the time from the sending of a request to the reading of its reply; within 1 %.
    uint64_t median;
    uint64_t percentile99;
    uint64_t longest;
    /// System calls of the generator.
    uint64_t reads, writes, waits;
    uint64_t bytes_sent, bytes_received;
    /// Empty where all went well.
    char message[CBENCH_MESSAGE_SIZE];
};

/// Makes the load and measures it. Stops at the first reply that is not what was expected, when a connection ends,
/// and when nothing arrives for 20 seconds.
///
/// Returns whether all went well; if not, `outcome->message` says what went wrong.
bool cbench_load_run(const struct cbench_load *load, struct cbench_outcome *outcome);

// Processes

/// Starts a program that gets SIGKILL when the calling thread ends, however that happens. Its standard input is
/// /dev/null, its standard output and error go to the file `log`, which is made or emptied.
///
/// Returns its process id, or -1 with `errno` set. That the program itself cannot be run shows as exit code 127.
pid_t cbench_spawn(const char *const arguments[], const char *log);

/// Starts a program in a pseudo-terminal of its own, with TERM=xterm-256color; it is told that the terminal has gone
/// when `*terminal` is closed.
///
/// Returns its process id, or -1 with `errno` set. `*terminal` is the other side of the terminal; it does not block.
pid_t cbench_spawn_in_terminal(const char *const arguments[], uint16_t columns, uint16_t rows, int *terminal);

/// Lets a thread run on one processor only, or on any where `processor` is negative. 0 is the calling thread.
///
/// Returns whether the kernel agreed.
bool cbench_pin(pid_t thread, int processor);

// Files

/// Removes a folder with all that is in it; links are removed, not followed. Returns whether nothing is left.
bool cbench_remove_folder(const char *path);

#endif
