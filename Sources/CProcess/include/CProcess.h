// What starting a process needs of the GNU C library, which Swift's Glibc module leaves out.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

// A program can inherit that ends of children are ignored. They would have no status then, and their numbers could be those of
// other processes by the time that they are waited for. Call it before starting a child in another way than with process_spawn.
void process_keep_ended_children(void);

// Starts a program in a session of its own, with every signal at its default, without any other open descriptor, and
// stores its id.
//
// `added` has NAME=VALUE strings, which replace variables of this process's environment. Both arrays end with NULL.
// `directory` may be NULL. `group` is a descriptor of the file cgroup.procs of the control group that it joins first, or -1.
// Returns 0 or an error number.
int process_spawn(
    char *const arguments[], char *const added[], const char *directory, int input, int output, int errors, int group,
    pid_t *child);

// A descriptor that becomes readable when the process ends; -1 with `errno` if there is none.
int process_descriptor(pid_t process);

// Whether a child has ended. It stays as it is.
int process_has_ended(pid_t process);

// Writes to a pipe. If its other end is closed, that fails with EPIPE, without a signal.
ssize_t process_write(int descriptor, const void *bytes, size_t count);

// How many descriptors this process may have open.
long process_descriptor_limit(void);

// Raises that to what the process may raise it to, and returns it. Programs started here get the limit from before.
long process_raise_descriptor_limit(void);

// What the supervisor is told: that a command is about to be started, or has ended.
struct process_note {
    int number;
    int is_running;
};

// Starts a process that outlives this one if that is killed, and then ends the commands that were running. Their processes are
// known by the variable FASCIA_COMMAND=PID.NUMBER, which they inherit, and by their ancestors.
// Returns the descriptor that takes notes, or -1. Call it at the start of a program.
int process_start_supervisor(void);

// A pipe whose ends are not inherited.
int process_pipe(int ends[2]);

// Makes orphaned descendants children of this process.
int process_adopt_orphans(void);

// The id of a child that has ended and is not reaped yet, or 0.
pid_t process_next_ended_child(void);

// Whether the service manager has left a control group to its processes.
int process_is_delegated(const char *group);

#endif
