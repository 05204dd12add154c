// What Swift's Glibc module leaves out: epoll, signalfd, and what the headers show to GNU programs only.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <sys/epoll.h>
#include <sys/signalfd.h>

// Declared here: this module must not take <sys/socket.h>, which is the Glibc module's, away from it.
struct sockaddr;
extern int accept4(int, struct sockaddr *, unsigned int *, int);

#endif
