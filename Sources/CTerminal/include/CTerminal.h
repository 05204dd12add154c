/* A terminal in raw mode, put back as it was whatever ends the process.
 *
 * One terminal per process. What must also work inside a signal handler is in C, because Swift code must not run
 * there: it may allocate, and the thread that was interrupted may hold the allocator's lock.
 */
#ifndef FASCIA_CTERMINAL_H
#define FASCIA_CTERMINAL_H

#include <stddef.h>

/* What fascia_terminal_wait returns: bits. */
enum {
    FASCIA_INPUT = 1,     /* bytes were read */
    FASCIA_END = 2,       /* the terminal is gone, or its input has ended */
    FASCIA_RESIZED = 4,   /* SIGWINCH */
    FASCIA_CONTINUED = 8, /* the process was stopped, goes on, and the terminal is entered again: draw it anew */
    FASCIA_SILENCE = 16   /* nothing came within the time */
};

/* Saves the terminal's settings, installs handlers for the signals that end, stop or continue the process, sets raw
 * mode and writes `enter` to it. `restore` is written when it is left.
 *
 * input, output: descriptors of the terminal, open until the process ends.
 * enter, restore: texts that end with NUL and live until the process ends.
 * Returns 0, or an errno value; the terminal is then as it was.
 */
int fascia_terminal_enter(int input, int output, const char *enter, const char *restore);

/* Puts the terminal back as it was. Does nothing if it is not entered. May be called from any thread, more than once,
 * and from a signal handler. */
void fascia_terminal_leave(void);

/* Writes all bytes to the terminal while it is entered; nothing once it has been left.
 * Returns 0, or an errno value. */
int fascia_terminal_write(const void *bytes, size_t count);

/* Waits for input or a signal, without a wake-up before there is one.
 *
 * buffer, capacity, count: where what was read goes, and how many bytes that is.
 * milliseconds: how long to wait; -1 for ever.
 */
int fascia_terminal_wait(void *buffer, size_t capacity, size_t *count, int milliseconds);

/* The size in cells. Returns 0, or an errno value. */
int fascia_terminal_size(int *columns, int *rows);

/* Stops the process as Ctrl-Z does: the terminal is left, and entered again when the process goes on. */
void fascia_terminal_suspend(void);

#endif
