#define _GNU_SOURCE
#include "cbench.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "framing.h"
#include "histogram.h"
#include "unix_socket.h"

enum { BUFFER_SIZE = 65536, EVENTS = 64, PATIENCE_MILLISECONDS = 20000 };

struct connection {
    int fd;
    // The index of the connection's first request, and the position of the next one in its ring.
    uint64_t first;
    uint32_t next;
    // Requests that may be sent, and requests that wait for a reply.
    uint32_t credit, in_flight;
    // The send times of the requests in flight: a ring buffer of `depth` entries, the oldest at `oldest`.
    uint64_t *sent_at;
    uint32_t oldest;
    // Request bytes that the socket has not accepted: two ranges if they wrap around the end of the ring.
    struct iovec unsent[2];
    // Bytes of an incomplete reply.
    size_t filled;
    char buffer[BUFFER_SIZE];
};

struct generator {
    const struct cbench_load *load;
    struct cbench_outcome *outcome;
    struct connection *connections;
    size_t expected_length;
    int epoll;
    // Totals over all connections, including the warm-up.
    uint64_t sent, received, began;
    struct histogram histogram;
};

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

__attribute__((format(printf, 2, 3))) static bool fail(struct generator *generator, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(generator->outcome->message, CBENCH_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool listen_for(struct generator *generator, struct connection *connection, int operation, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = connection};
    if (epoll_ctl(generator->epoll, operation, connection->fd, &event) == 0) return true;
    return fail(generator, "epoll_ctl: %s", strerror(errno));
}

static bool has_unsent(const struct connection *connection) {
    return connection->unsent[0].iov_len + connection->unsent[1].iov_len > 0;
}

// Continues sending partially sent requests.
static bool flush(struct generator *generator, struct connection *connection) {
    struct msghdr message = {.msg_iov = connection->unsent, .msg_iovlen = 2};
    ssize_t count = sendmsg(connection->fd, &message, MSG_NOSIGNAL);
    generator->outcome->writes++;
    if (count < 0) {
        if (errno == EAGAIN || errno == EINTR) return true;
        return fail(generator, "sending to %s: %s", generator->load->path, strerror(errno));
    }
    generator->outcome->bytes_sent += (uint64_t)count;
    size_t gone = (size_t)count;
    for (int run = 0; run < 2; run++) {
        struct iovec *unsent = &connection->unsent[run];
        size_t part = gone < unsent->iov_len ? gone : unsent->iov_len;
        unsent->iov_base = (char *)unsent->iov_base + part;
        unsent->iov_len -= part;
        gone -= part;
    }
    return true;
}

static struct iovec run_of(const struct cbench_load *load, uint64_t from, uint64_t to) {
    uint64_t begin = load->offsets[from];
    return (struct iovec){.iov_base = (void *)(load->bytes + begin), .iov_len = load->offsets[to] - begin};
}

// Sends as many requests as credit allows, with one system call.
static bool send_requests(struct generator *generator, struct connection *connection, uint64_t time) {
    const struct cbench_load *load = generator->load;
    uint64_t left = load->warmup + load->requests - generator->sent;
    uint32_t count = connection->credit < left ? connection->credit : (uint32_t)left;
    if (count == 0 || has_unsent(connection)) return true;

    uint32_t straight = load->ring - connection->next;
    if (straight > count) straight = count;
    uint64_t from = connection->first + connection->next;
    connection->unsent[0] = run_of(load, from, from + straight);
    connection->unsent[1] = run_of(load, connection->first, connection->first + (count - straight));
    connection->next = (connection->next + count) % load->ring;
    for (uint32_t index = 0; index < count; index++) {
        connection->sent_at[(connection->oldest + connection->in_flight + index) % load->depth] = time;
    }
    connection->credit -= count;
    connection->in_flight += count;
    generator->sent += count;

    if (!flush(generator, connection)) return false;
    if (!has_unsent(connection)) return true;
    return listen_for(generator, connection, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

static void begin_measuring(struct generator *generator, uint64_t time) {
    struct cbench_outcome *outcome = generator->outcome;
    memset(&generator->histogram, 0, sizeof generator->histogram);
    outcome->reads = outcome->writes = outcome->waits = 0;
    outcome->bytes_sent = outcome->bytes_received = 0;
    generator->began = time;
}

static bool take_reply(
    struct generator *generator, struct connection *connection, const char *reply, size_t length, uint64_t time
) {
    const struct cbench_load *load = generator->load;
    if (!memmem(reply, length, load->expected, generator->expected_length)) {
        return fail(generator, "a reply without %s: %.*s", load->expected, (int)(length < 300 ? length : 300), reply);
    }
    if (connection->in_flight == 0) return fail(generator, "a reply that nobody asked for from %s", load->path);
    histogram_add(&generator->histogram, time - connection->sent_at[connection->oldest]);
    connection->oldest = (connection->oldest + 1) % load->depth;
    connection->in_flight--;
    connection->credit++;
    if (++generator->received == load->warmup) begin_measuring(generator, time);
    return true;
}

static bool read_replies(struct generator *generator, struct connection *connection) {
    char *buffer = connection->buffer;
    ssize_t count = recv(connection->fd, buffer + connection->filled, BUFFER_SIZE - connection->filled, 0);
    generator->outcome->reads++;
    if (count < 0) {
        if (errno == EAGAIN || errno == EINTR) return true;
        return fail(generator, "reading from %s: %s", generator->load->path, strerror(errno));
    }
    if (count == 0) return fail(generator, "%s closed the connection", generator->load->path);
    generator->outcome->bytes_received += (uint64_t)count;

    uint64_t time = now();
    char *reply = buffer, *end = buffer + connection->filled + count;
    size_t length;
    while ((length = cbench_message_length(generator->load->protocol, reply, (size_t)(end - reply))) > 0) {
        if (!take_reply(generator, connection, reply, length, time)) return false;
        reply += length;
    }
    connection->filled = (size_t)(end - reply);
    if (connection->filled == BUFFER_SIZE) return fail(generator, "a reply longer than %d bytes", BUFFER_SIZE);
    memmove(buffer, reply, connection->filled);
    return send_requests(generator, connection, time);
}

static bool handle(struct generator *generator, struct connection *connection, uint32_t events) {
    if (events & EPOLLOUT) {
        if (!flush(generator, connection)) return false;
        if (!has_unsent(connection)) {
            if (!listen_for(generator, connection, EPOLL_CTL_MOD, EPOLLIN)) return false;
            if (!send_requests(generator, connection, now())) return false;
        }
    }
    return (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0 || read_replies(generator, connection);
}

static bool open_connection(struct generator *generator, struct connection *connection, uint32_t index) {
    const struct cbench_load *load = generator->load;
    connection->fd = cbench_connect(load->path, load);
    if (connection->fd < 0) return fail(generator, "connecting to %s: %s", load->path, strerror(errno));
    connection->first = (uint64_t)index * load->ring;
    connection->credit = load->depth;
    connection->sent_at = calloc(load->depth, sizeof *connection->sent_at);
    if (!connection->sent_at) return fail(generator, "out of memory");
    return listen_for(generator, connection, EPOLL_CTL_ADD, EPOLLIN);
}

static bool run(struct generator *generator) {
    const struct cbench_load *load = generator->load;
    for (uint32_t index = 0; index < load->connections; index++) {
        if (!open_connection(generator, &generator->connections[index], index)) return false;
    }
    begin_measuring(generator, now());
    for (uint32_t index = 0; index < load->connections; index++) {
        if (!send_requests(generator, &generator->connections[index], now())) return false;
    }
    struct epoll_event events[EVENTS];
    while (generator->received < load->warmup + load->requests) {
        int count = epoll_wait(generator->epoll, events, EVENTS, PATIENCE_MILLISECONDS);
        generator->outcome->waits++;
        if (count < 0 && errno != EINTR) return fail(generator, "epoll_wait: %s", strerror(errno));
        if (count == 0) {
            return fail(
                generator, "no reply from %s for %d s: %llu of %llu received", load->path,
                PATIENCE_MILLISECONDS / 1000, (unsigned long long)generator->received,
                (unsigned long long)generator->sent);
        }
        for (int index = 0; index < count; index++) {
            if (!handle(generator, events[index].data.ptr, events[index].events)) return false;
        }
    }
    struct cbench_outcome *outcome = generator->outcome;
    outcome->elapsed = now() - generator->began;
    outcome->requests = generator->histogram.total;
    outcome->median = histogram_percentile(&generator->histogram, 0.5);
    outcome->percentile99 = histogram_percentile(&generator->histogram, 0.99);
    outcome->longest = generator->histogram.longest;
    return true;
}

bool cbench_load_run(const struct cbench_load *load, struct cbench_outcome *outcome) {
    *outcome = (struct cbench_outcome){0};
    struct generator generator = {.load = load, .outcome = outcome, .expected_length = strlen(load->expected)};
    if (load->connections == 0 || load->requests == 0 || load->depth == 0 || load->depth > load->ring) {
        return fail(&generator, "no connections, no requests, or more in flight than the ring has");
    }
    generator.connections = calloc(load->connections, sizeof *generator.connections);
    if (!generator.connections) return fail(&generator, "out of memory");
    for (uint32_t index = 0; index < load->connections; index++) generator.connections[index].fd = -1;
    generator.epoll = epoll_create1(EPOLL_CLOEXEC);

    bool is_done = generator.epoll < 0 ? fail(&generator, "epoll_create1: %s", strerror(errno)) : run(&generator);

    for (uint32_t index = 0; index < load->connections; index++) {
        if (generator.connections[index].fd >= 0) close(generator.connections[index].fd);
        free(generator.connections[index].sent_at);
    }
    free(generator.connections);
    if (generator.epoll >= 0) close(generator.epoll);
    return is_done;
}
