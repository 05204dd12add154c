// The process that systemd starts for a connection. The daemon can neither end that one nor set its environment.
#ifndef GUARD_H
#define GUARD_H

// Receives the directories of the plugin's libraries and the descriptor of its output, runs the host in a child, and ends it
// when the daemon closes the connection. Returns the exit status.
int guard(void);

#endif
