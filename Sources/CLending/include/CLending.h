/* A terminal that one process lends to another: how its descriptor gets there, and what is done with it there.
 *
 * In C, because the control messages of sockets are macros that Swift does not see.
 */
#ifndef FASCIA_CLENDING_H
#define FASCIA_CLENDING_H

#include <stddef.h>
#include <sys/types.h>

/* As send(2) without SIGPIPE; `lent` goes beside the first byte. */
ssize_t fascia_lending_send(int socket, const void *bytes, size_t count, int lent);

/* As recv(2); `*lent` becomes a descriptor that came beside the bytes, the receiver's to close, or -1. (Of several the
 * first; the others are closed.) */
ssize_t fascia_lending_receive(int socket, void *bytes, size_t count, int *lent);

/* Opens a terminal once more: a way to it of which nobody else has the other settings, so that reads and writes never
 * wait. Neither gets this process a controlling terminal; one that it has already is given up where it is the same, for
 * the kernel stops a process that uses its own terminal from the background.
 *
 * Returns the new descriptor, or an errno value made negative: ENOTTY for what is no terminal, EACCES where this process
 * may not open it, EBUSY where this process leads the terminal's session. */
int fascia_lending_open(int lent);

/* Whether the terminal is still in the mode in which it was lent: raw. A shell that has got it back is not. -1 where there
 * is no terminal any more. */
int fascia_lending_is_raw(int terminal);

/* Lines, echo, signals of keys and line ends again, for a terminal that is left in raw mode. */
void fascia_lending_make_sane(int terminal);

#endif
