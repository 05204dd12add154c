/* A terminal in raw mode whose settings are restored however the process ends, except by SIGKILL.
 *
 * One terminal per process. Code that must run inside a signal handler is C: Swift code can allocate, and the
 * interrupted thread may hold the allocator's lock. */
#ifndef FASCIA_CTERMINAL_H
#define FASCIA_CTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/* Bits returned by fascia_terminal_signals. */
enum {
    FASCIA_RESIZED = 1,  /* SIGWINCH */
    FASCIA_CONTINUED = 2 /* the process was stopped and continued, and the terminal was entered again: redraw it */
};

/* Saves the terminal's settings, installs handlers for the signals that end, stop or continue the process, sets raw
 * mode and writes `enter` to the terminal. `restore` is written on leaving.
 *
 * input, output: descriptors of the terminal, open until the process ends.
 * enter, restore: NUL-terminated texts that live until the process ends.
 * Returns 0, or an errno value; the terminal's settings are then unchanged, and the process is to end: the handlers
 * stay. */
int fascia_terminal_enter(int input, int output, const char *enter, const char *restore);

/* Keeps unread input when the terminal is left, so that keys typed ahead answer the next question. Otherwise unread input
 * is discarded. Call it before fascia_terminal_enter. */
void fascia_terminal_keep_input(void);

/* Replaces the texts for entering and leaving, after the terminal has reported more capabilities. Writes nothing. */
void fascia_terminal_use(const char *enter, const char *restore);

/* Restores the terminal. Does nothing if it is not entered. May be called from any thread, repeatedly, and from a
 * signal handler. Gives up on a terminal that accepts no byte for a second. */
void fascia_terminal_leave(void);

/* Writes as many bytes as the terminal accepts without blocking, and returns their number. Returns 0 if it accepts none
 * (poll fascia_terminal_output), -1 if the terminal is gone. After the terminal has been left, writes nothing and
 * returns `count`. */
ssize_t fascia_terminal_write(const void *bytes, size_t count);

/* Descriptors for poll(2): the first is writable when the terminal accepts bytes, the second readable after a signal. */
int fascia_terminal_output(void);
int fascia_terminal_wakes(void);

/* The signals since the last call, coalesced into FASCIA_RESIZED and FASCIA_CONTINUED bits. */
int fascia_terminal_signals(void);

/* Gets the size in cells. Returns 0, or an errno value. */
int fascia_terminal_size(int *columns, int *rows);

/* Stops the process as Ctrl-Z does: the terminal is left, and entered again when the process continues. */
void fascia_terminal_suspend(void);

/* Starts a program that serves this process and ends with it (ssh). Its standard input is /dev/null.
 *
 * arguments: the program, found on PATH, and its arguments, terminated by NULL.
 * output, error: descriptors for its standard output and error; -1 discards the output.
 * Returns its process id, or a negated errno value. */
pid_t fascia_child_start(char *const arguments[], int output, int error);

/* The exit status of a child in the shell's convention (128 + signal if it was killed). While the child runs, -1 if
 * `waits` is 0; otherwise this waits for its end. */
int fascia_child_wait(pid_t pid, int waits);

/* Sets the process and the paths that fascia_child_end terminates and removes; 0 and NULL for none. The paths must live
 * until the process ends. */
void fascia_child_keep(pid_t pid, const char *socket, const char *directory);

/* Terminates the child and removes its socket and directory. Also runs when this process exits, or is ended by a signal
 * while the terminal is entered. */
void fascia_child_end(void);

#endif
