/* Fetches the code that a key runs through before it runs. */
#ifndef FASCIA_CPREFETCH_H
#define FASCIA_CPREFETCH_H

/* Reads all that stands between fascia_keys_begin and fascia_keys_end into the processor's caches.
 *
 * A processor that has slept since the last key has nothing of the program left. Code that comes line by line, as it is
 * run, is waited for line by line; what is read at once comes many lines at a time. Where the linker did not put that code
 * together (Sources/fasciad/Order/functions), this does nothing. */
void fascia_fetch_key_code(void);

#endif
