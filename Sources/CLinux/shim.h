// What Swift's Glibc module leaves out: epoll, signalfd, eventfd, and what the headers show to GNU programs only.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

// Declared here: this module must not take <sys/socket.h>, which is the Glibc module's, away from it.
struct sockaddr;
extern int accept4(int, struct sockaddr *, unsigned int *, int);
extern int memfd_create(const char *, unsigned int);
extern int fallocate(int, int, long, long);

// The system calls behind recv, send and epoll_wait. In a program with several threads glibc makes two atomic changes to
// the thread around each, so that it can be cancelled while it waits; nobody cancels a thread here.
extern long syscall(long, ...);
static inline long linux_receive(int descriptor, void *bytes, unsigned long count) {
    return syscall(SYS_recvfrom, descriptor, bytes, count, 0, (void *)0, (void *)0);
}
static inline long linux_send(int descriptor, const void *bytes, unsigned long count, int flags) {
    return syscall(SYS_sendto, descriptor, bytes, count, flags, (void *)0, 0);
}
static inline int linux_epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds) {
    return (int)syscall(SYS_epoll_pwait, epoll, events, count, milliseconds, (void *)0, 8);
}

// How many names a file has; -1 where that cannot be told. Nothing else is asked for (statx(2)): of a file whose times
// somebody has asked for, Linux notes the next change exactly, and that makes each sync take a fifth longer.
static inline long linux_names(int descriptor) {
    unsigned int status[64]; // struct statx, whose fifth word they are
    long code = syscall(SYS_statx, descriptor, "", 0x1000 /* AT_EMPTY_PATH */, 4 /* STATX_NLINK */, status);
    return code == 0 ? (long)status[4] : -1;
}

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
