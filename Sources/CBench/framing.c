#define _GNU_SOURCE
#include "framing.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST_ANSWER = 4096, DBUS_SIGNAL = 4 };

static size_t line_length(const char *bytes, size_t count) {
    const char *newline = memchr(bytes, '\n', count);
    return newline ? (size_t)(newline - bytes) + 1 : 0;
}

// MQTT 3.1.1, section 2.2.3. Nothing longer than 127 bytes is asked for.
static size_t packet_length(const char *bytes, size_t count) {
    if (count < 2) return 0;
    size_t length = 2 + (size_t)(unsigned char)bytes[1];
    return length <= count ? length : 0;
}

// D-Bus specification, "Message Format". The bus answers in the byte order of this machine.
static size_t dbus_length(const char *bytes, size_t count) {
    uint32_t body, fields;
    if (count < 16) return 0;
    memcpy(&body, bytes + 4, sizeof body);
    memcpy(&fields, bytes + 12, sizeof fields);
    size_t length = ((16 + (size_t)fields + 7) & ~(size_t)7) + body;
    return length <= count ? length : 0;
}

size_t cbench_message_length(enum cbench_protocol protocol, const char *bytes, size_t count) {
    switch (protocol) {
    case CBENCH_LINES: return line_length(bytes, count);
    case CBENCH_MQTT: return packet_length(bytes, count);
    case CBENCH_DBUS: return dbus_length(bytes, count);
    }
    return 0;
}

// The number of bytes that a server says to a greeting; 0 if more are to come.
static size_t answer_length(enum cbench_protocol protocol, const char *bytes, size_t count) {
    if (protocol != CBENCH_DBUS) return cbench_message_length(protocol, bytes, count);
    // A line of the authentication, the answer to Hello, and the signal that the connection has a name.
    size_t done = line_length(bytes, count);
    if (done == 0) return 0;
    for (;;) {
        size_t length = dbus_length(bytes + done, count - done);
        if (length == 0) return 0;
        char type = bytes[done + 1];
        done += length;
        if (type == DBUS_SIGNAL) return done;
    }
}

int cbench_greet(int fd, const struct cbench_load *load) {
    if (load->greeting_length == 0) return 0;
    if (send(fd, load->greeting, load->greeting_length, MSG_NOSIGNAL) != (ssize_t)load->greeting_length) return -1;
    char answer[LONGEST_ANSWER];
    size_t filled = 0;
    while (answer_length(load->protocol, answer, filled) == 0) {
        ssize_t count = filled < sizeof answer ? recv(fd, answer + filled, sizeof answer - filled, 0) : 0;
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) errno = EPROTO;
        if (count <= 0) return -1;
        filled += (size_t)count;
    }
    return 0;
}
