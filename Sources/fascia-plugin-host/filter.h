// The system calls that a plugin's process may make.
#ifndef FILTER_H
#define FILTER_H

// Refuses all others with EPERM, for good. Needs PR_SET_NO_NEW_PRIVS.
void filter_system_calls(void);

#endif
