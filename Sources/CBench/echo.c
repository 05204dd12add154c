#define _GNU_SOURCE
#include "cbench.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unix_socket.h"

enum { BUFFER_SIZE = 65536, EVENTS = 64 };

struct client {
    int fd;
    // bytes[sent..<filled] were read and are not sent yet. Nothing more is read until they are sent.
    size_t sent, filled;
    char bytes[BUFFER_SIZE];
};

static int watch(int epoll, int operation, struct client *client, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = client};
    return epoll_ctl(epoll, operation, client->fd, &event);
}

static void end(struct client *client) {
    close(client->fd);
    free(client);
}

static bool is_passing(int error) { return error == EAGAIN || error == EINTR; }

// Sends the unsent bytes. Returns false if the client has disconnected.
static bool flush(int epoll, struct client *client, bool was_blocked) {
    ssize_t count = send(client->fd, client->bytes + client->sent, client->filled - client->sent, MSG_NOSIGNAL);
    if (count < 0 && !is_passing(errno)) return false;
    if (count > 0) client->sent += (size_t)count;
    bool is_blocked = client->sent < client->filled;
    if (is_blocked == was_blocked) return true;
    return watch(epoll, EPOLL_CTL_MOD, client, is_blocked ? EPOLLOUT : EPOLLIN) == 0;
}

// Returns false if the client has disconnected.
static bool serve(int epoll, struct client *client, uint32_t events) {
    if (events & EPOLLOUT) return flush(epoll, client, true);
    ssize_t count = read(client->fd, client->bytes, BUFFER_SIZE);
    if (count < 0) return is_passing(errno);
    if (count == 0) return false;
    client->sent = 0;
    client->filled = (size_t)count;
    return flush(epoll, client, false);
}

static void accept_one(int epoll, int listener) {
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    struct client *client = malloc(sizeof *client);
    if (!client) {
        close(fd);
        return;
    }
    client->fd = fd;
    if (watch(epoll, EPOLL_CTL_ADD, client, EPOLLIN) < 0) end(client);
}

void cbench_echo_serve(const char *path) {
    struct sockaddr_un address;
    if (cbench_address(path, &address) < 0) return;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (listener < 0 || epoll < 0) return;
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) < 0) return;
    if (listen(listener, SOMAXCONN) < 0) return;
    // The listener is the only event without a client.
    struct epoll_event listening = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &listening) < 0) return;

    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(epoll, events, EVENTS, -1);
        if (count < 0 && errno != EINTR) return;
        for (int index = 0; index < count; index++) {
            struct client *client = events[index].data.ptr;
            if (!client) {
                accept_one(epoll, listener);
            } else if (!serve(epoll, client, events[index].events)) {
                end(client);
            }
        }
    }
}
