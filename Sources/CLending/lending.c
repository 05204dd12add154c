#define _GNU_SOURCE
#include "CLending.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

/* More than one comes only from somebody who tries what happens then. */
enum { MOST = 8 };

ssize_t fascia_lending_send(int socket, const void *bytes, size_t count, int lent) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(&control.header), &lent, sizeof lent);
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t fascia_lending_receive(int socket, void *bytes, size_t count, int *lent) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(MOST * sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *lent = -1;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t descriptors = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < descriptors; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
            if (*lent < 0)
                *lent = descriptor;
            else
                close(descriptor);
        }
    }
    return received;
}

int fascia_lending_open(int lent) {
    struct termios settings;
    char path[64];
    if (tcgetattr(lent, &settings) != 0) return -ENOTTY;
    /* Says so only of the caller's own controlling terminal. */
    if (tcgetsid(lent) >= 0) {
        if (getsid(0) == getpid()) return -EBUSY;
        if (ioctl(lent, TIOCNOTTY) != 0) return -errno;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", lent);
    int opened = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    return opened < 0 ? -errno : opened;
}

int fascia_lending_is_raw(int terminal) {
    struct termios settings;
    if (tcgetattr(terminal, &settings) != 0) return -1;
    return !(settings.c_lflag & (ICANON | ECHO | ISIG));
}

void fascia_lending_make_sane(int terminal) {
    struct termios settings;
    if (tcgetattr(terminal, &settings) != 0) return;
    /* What cfmakeraw(3) takes away from a terminal as the kernel makes it. */
    settings.c_iflag |= ICRNL | IXON;
    settings.c_oflag |= OPOST;
    settings.c_lflag |= ICANON | ECHO | ISIG | IEXTEN;
    tcsetattr(terminal, TCSANOW, &settings);
}
