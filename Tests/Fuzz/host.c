// Fuzzes the messages that fascia-plugin-host receives, with plugin.c as its plugin. The host's answers have to be valid, and
// about what was asked.
//
// An input is a list of messages. Each begins with four bytes, the sum of its length and of flags; missing bytes are zero.
#define FUZZER
#include "host.h"

#include <sanitizer/asan_interface.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "confine.h"
#include "guard.h"
#include "renderer.h"

#define LENGTH 0x3FFFFu        // mask
#define NO_DESCRIPTOR (1u << 30) // the message brings no descriptor along
#define NO_DAEMON (1u << 31)     // the daemon is gone when the host answers

#define DESCRIPTOR 4

static const uint8_t *input;
static size_t input_size;

static plugin_host_header asked; // the latest question
static int is_cut; // it was longer than the host's buffer
static int is_gone;
static jmp_buf end;
uint32_t fuzz_fault;

// The end of the host's buffer, which lies behind the message and must not be read.
static char *behind;
static size_t behind_length;

static void require(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "the answer to a question of type %u is wrong: %s\n", asked.type, what);
    abort();
}

static uint32_t read_number(const uint8_t *bytes) {
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

// MARK: the kernel

ssize_t fuzz_receive(int socket, struct msghdr *message, int flags) {
    require(socket == PLUGIN_HOST_SOCKET && flags == MSG_CMSG_CLOEXEC && message->msg_iovlen == 1, "the host reads elsewhere");
    if (input_size < sizeof(uint32_t)) return 0;
    uint32_t prefix = read_number(input), length = prefix & LENGTH;
    input += sizeof prefix;
    input_size -= sizeof prefix;
    is_gone = (prefix & NO_DAEMON) != 0;
    char *buffer = message->msg_iov->iov_base;
    size_t room = message->msg_iov->iov_len;
    ASAN_UNPOISON_MEMORY_REGION(buffer, room);
    size_t whole = length < room ? length : room, given = whole < input_size ? whole : input_size;
    memcpy(buffer, input, given);
    memset(buffer + given, 0, whole - given);
    input += given;
    input_size -= given;
    behind = buffer + whole;
    behind_length = room - whole;
    ASAN_POISON_MEMORY_REGION(behind, behind_length);
    is_cut = length > room;
    message->msg_flags = is_cut ? MSG_TRUNC : 0;
    if (whole >= sizeof asked) memcpy(&asked, buffer, sizeof asked);
    if (asked.type == PLUGIN_HOST_LOAD) fuzz_fault = asked.serial;
    if (!message->msg_control) return (ssize_t)whole;
    if (prefix & NO_DESCRIPTOR) {
        message->msg_controllen = 0;
        return (ssize_t)whole;
    }
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(header), &(int){DESCRIPTOR}, sizeof(int));
    return (ssize_t)whole;
}

static void check_answer(const void *answer, size_t length) {
    const char *problem = plugin_host_check(answer, length);
    require(!problem, problem ? problem : "");
    const plugin_host_header *header = answer;
    require(header->serial == asked.serial, "it has another serial");
    if (header->type == PLUGIN_HOST_UNSUPPORTED) return;
    require(header->type == (asked.type | PLUGIN_HOST_ANSWER), "it has another type");
    if (asked.type != PLUGIN_HOST_DRAW) return;
    require(header->count <= asked.count, "it is about more controls");
    require(header->count || !asked.count, "it is about no control");
}

ssize_t fuzz_send(int socket, const struct msghdr *message, int flags) {
    require(socket == PLUGIN_HOST_SOCKET && flags == MSG_NOSIGNAL && !message->msg_controllen, "the host writes elsewhere");
    require(!is_cut, "the question was cut off");
    if (is_gone) return -1;
    size_t length = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++) length += message->msg_iov[i].iov_len;
    require(length <= PLUGIN_HOST_LONGEST, "it is too long");
    char *answer = malloc(length ? length : 1);
    if (!answer) abort();
    size_t position = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        if (message->msg_iov[i].iov_len) memcpy(answer + position, message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
        position += message->msg_iov[i].iov_len;
    }
    check_answer(answer, length);
    free(answer);
    return (ssize_t)length;
}

_Noreturn void fuzz_exit(int status) {
    (void)status;
    longjmp(end, 1);
}

// MARK: the dynamic linker, and what is not run here

#define FAULT_NO_OBJECT 1u
#define FAULT_NO_ENTRY 2u

void *fuzz_open(const char *path, int flags) {
    (void)flags;
    return *path && fuzz_fault != FAULT_NO_OBJECT ? (void *)&fuzz_fault : NULL;
}

char *fuzz_open_error(void) {
    static char words[] = "/proc/self/fd/4: invalid ELF header";
    return words;
}

void *fuzz_symbol(void *object, const char *name) {
    require(object == &fuzz_fault && strcmp(name, FASCIA_ENTRY_SYMBOL) == 0, "the host looks for another symbol");
    return fuzz_fault == FAULT_NO_ENTRY ? NULL : (void *)fuzz_entry;
}

void confine(const plugin_files *files) { (void)files; }
uint32_t separation_that_holds(void) { return 0; }
uint32_t confinement_that_holds(const plugin_files *files) {
    (void)files;
    return PLUGIN_HOST_HOLDS_ALL;
}
int guard(void) { return 2; }

// MARK: one input

// An earlier input may have ended in the middle of the screens, or of an answer.
static void forget_earlier_input(void) {
    ASAN_UNPOISON_MEMORY_REGION(behind, behind_length);
    answer_begin();
    plugin_host_render last = {.header = {.length = sizeof last, .type = PLUGIN_HOST_RENDER}};
    asked = last.header;
    is_cut = is_gone = 0;
    renderer_take(&last);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *arguments[] = {(char *)"fascia-plugin-host", NULL};
    forget_earlier_input();
    input = data;
    input_size = size;
    if (!setjmp(end)) host_main(1, arguments);
    return 0;
}

// MARK: changes of inputs

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);

// Changes one of the messages, and mostly lets it say how long it is, as otherwise the host ends.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity, unsigned seed) {
    size_t starts[64], count = 0;
    for (size_t i = 0; size - i >= sizeof(uint32_t) && i < size && count < 64;) {
        starts[count++] = i;
        size_t rest = size - i - sizeof(uint32_t), length = read_number(data + i) & LENGTH;
        i += sizeof(uint32_t) + (length < rest ? length : rest);
    }
    if (!count || size == capacity || seed % 16 == 0) return LLVMFuzzerMutate(data, size, capacity);
    size_t chosen = seed / 16 % count, start = starts[chosen];
    size_t next = chosen + 1 < count ? starts[chosen + 1] : size, after = size - next;
    // Twice, or not at all.
    if (seed / 1024 % 16 == 0 && size + next - start <= capacity) {
        memmove(data + next + (next - start), data + next, after);
        memmove(data + next, data + start, next - start);
        return size + next - start;
    }
    if (seed / 1024 % 16 == 1 && count > 1) {
        memmove(data + start, data + next, after);
        return size - (next - start);
    }
    uint32_t flags = read_number(data + start) & ~LENGTH;
    size_t first = start + sizeof flags, room = capacity - first - after;
    uint8_t *message = malloc(room);
    if (!message) abort();
    memcpy(message, data + first, next - first);
    uint32_t length = (uint32_t)LLVMFuzzerMutate(message, next - first, room);
    if (length >= sizeof length) memcpy(message, &length, sizeof length);
    memmove(data + first + length, data + next, after);
    memcpy(data + first, message, length);
    free(message);
    memcpy(data + start, &(uint32_t){flags | (length & LENGTH)}, sizeof flags);
    return first + length + after;
}
