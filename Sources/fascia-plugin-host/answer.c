#define _GNU_SOURCE
#include "answer.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// A whole message, and one control too many, which is taken back.
static plugin_host_operation operations[2 * PLUGIN_HOST_OPERATIONS + 512];
static plugin_host_report reports[2 * PLUGIN_HOST_LONGEST / sizeof(plugin_host_report)];
static char texts[3 * PLUGIN_HOST_LONGEST];

typedef struct {
    uint32_t operations;
    uint32_t reports;
    uint32_t text;
} place;

static place now;
static place before; // the current control
static uint32_t control;

void answer_begin(void) {
    now = before = (place){0, 0, 0};
    control = 0;
}

void answer_begin_control(uint32_t index) {
    before = now;
    control = index;
}

void answer_drop_control(void) { now = before; }

bool answer_fits(size_t head, size_t records, size_t size) {
    size_t total = head + records * size + now.operations * sizeof *operations + now.reports * sizeof *reports + now.text;
    return total <= PLUGIN_HOST_LONGEST;
}

plugin_host_text answer_text(const char *data, size_t length) {
    if (length > sizeof texts - now.text) length = sizeof texts - now.text;
    plugin_host_text text = {now.text, (uint32_t)length};
    if (length) memcpy(texts + now.text, data, length);
    now.text += (uint32_t)length;
    return text;
}

uint32_t answer_operation_count(void) { return now.operations - before.operations; }
uint32_t answer_first_operation(void) { return before.operations; }
uint32_t answer_report_count(void) { return now.reports; }

// The texts of the operations stay: reports can lie between them.
void answer_drop_operations(void) { now.operations = before.operations; }

bool answer_operation(plugin_host_operation operation, fascia_string text) {
    size_t length = (answer_operation_count() + 1) * sizeof operation + (now.text - before.text) + text.length;
    if (length > PLUGIN_HOST_LONGEST || now.operations == sizeof operations / sizeof *operations) return false;
    operation.text = answer_text(text.data, text.length);
    operations[now.operations++] = operation;
    return true;
}

void answer_report(uint32_t severity, fascia_string message) {
    if (!message.data || !message.length || now.reports == sizeof reports / sizeof *reports) return;
    if (now.reports - before.reports == PLUGIN_HOST_REPORTS) return;
    size_t length = message.length < PLUGIN_HOST_REPORT ? message.length : PLUGIN_HOST_REPORT;
    reports[now.reports++] = (plugin_host_report){severity, control, answer_text(message.data, length)};
}

void answer_send(plugin_host_header *head, size_t head_size, const void *records, size_t size) {
    struct iovec parts[] = {
        {head, head_size},
        {(void *)records, head->count * size},
        {operations, now.operations * sizeof *operations},
        {reports, now.reports * sizeof *reports},
        {texts, now.text},
    };
    size_t length = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) length += parts[i].iov_len;
    head->length = (uint32_t)length;
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = sizeof parts / sizeof *parts};
    if (sendmsg(PLUGIN_HOST_SOCKET, &message, MSG_NOSIGNAL) != (ssize_t)length) _exit(2);
}
