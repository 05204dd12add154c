// What Swift's Glibc module leaves out: epoll, signalfd, eventfd, and what the headers show to GNU programs only.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/vfs.h>

// Declared here: this module must not take <sys/socket.h>, which is the Glibc module's, away from it.
struct sockaddr;
extern int accept4(int, struct sockaddr *, unsigned int *, int);
extern int memfd_create(const char *, unsigned int);
extern int fallocate(int, int, long, long);
extern int pthread_setname_np(unsigned long, const char *);

// Maximum length of a Unix socket's path in bytes, without the final NUL: `sun_path` in unix(7) has 108.
enum { linux_longest_socket_path = 107 };

// Opens /dev/null in the place of each of standard input, output and error that is closed (`>&-`): else the next file or
// socket would get its number, and what is written to standard output or error would get into that.
// (Under names of their own, for the same reason as above.)
extern int linux_open(const char *, int, ...) __asm__("open");
extern int linux_close(int) __asm__("close");
static inline void linux_hold_standard_descriptors(int flags) {
    int descriptor;
    do descriptor = linux_open("/dev/null", flags);
    while (descriptor >= 0 && descriptor <= 2);
    if (descriptor >= 0) linux_close(descriptor);
}

#endif
