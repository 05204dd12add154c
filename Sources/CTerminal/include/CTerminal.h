/* A terminal in raw mode, put back as it was whatever ends the process.
 *
 * One terminal per process. What must also work inside a signal handler is in C, because Swift code must not run
 * there: it may allocate, and the thread that was interrupted may hold the allocator's lock.
 */
#ifndef FASCIA_CTERMINAL_H
#define FASCIA_CTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/* What fascia_terminal_signals returns: bits. */
enum {
    FASCIA_RESIZED = 1,  /* SIGWINCH */
    FASCIA_CONTINUED = 2 /* the process was stopped, goes on, and the terminal is entered again: draw it anew */
};

/* Saves the terminal's settings, installs handlers for the signals that end, stop or continue the process, sets raw
 * mode and writes `enter` to it. `restore` is written when it is left.
 *
 * input, output: descriptors of the terminal, open until the process ends.
 * enter, restore: texts that end with NUL and live until the process ends.
 * Returns 0, or an errno value; the terminal is then as it was.
 */
int fascia_terminal_enter(int input, int output, const char *enter, const char *restore);

/* Other texts for entering and leaving, from now on: the terminal has said that it can do more. Nothing is written. */
void fascia_terminal_use(const char *enter, const char *restore);

/* Puts the terminal back as it was. Does nothing if it is not entered. May be called from any thread, more than once,
 * and from a signal handler. A terminal that takes nothing is given up after a second. */
void fascia_terminal_leave(void);

/* Writes what the terminal takes at once while it is entered; once it has been left, nothing, and says it was all.
 * Returns how many bytes that is, 0 where it takes nothing now (wait for fascia_terminal_output), or -1 where it is
 * gone. */
ssize_t fascia_terminal_write(const void *bytes, size_t count);

/* To wait for with poll(2): writable when the terminal takes bytes, and readable when a signal came. */
int fascia_terminal_output(void);
int fascia_terminal_wakes(void);

/* What has come since this was asked last: the signals of a storm make one answer. */
int fascia_terminal_signals(void);

/* The size in cells. Returns 0, or an errno value. */
int fascia_terminal_size(int *columns, int *rows);

/* Stops the process as Ctrl-Z does: the terminal is left, and entered again when the process goes on. */
void fascia_terminal_suspend(void);

/* A program that serves this process and ends with it (ssh). Its standard input is empty.
 *
 * arguments: the program, found on PATH, and its arguments, ended by NULL.
 * output, error: where its standard output and error go; -1 for an output that nobody reads.
 * Returns its number, or an errno value made negative. */
pid_t fascia_child_start(char *const arguments[], int output, int error);

/* Its exit status as the shell counts it, once it has ended; -1 while it runs, unless this waits for its end. */
int fascia_child_wait(pid_t pid, int waits);

/* What fascia_child_end ends and removes; 0 and NULL for nothing. The paths live until the process ends. */
void fascia_child_keep(pid_t pid, const char *socket, const char *directory);

/* Also done when a signal ends this process while the terminal is entered, and when it exits. */
void fascia_child_end(void);

#endif
