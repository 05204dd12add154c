// A plugin that does what a plugin must not do. A control's label says what, and its value, or what follows a '|' in the label,
// where; "measure " before the label does it while the control is measured. AT_LOAD and AT_START do it then, with the macro's
// text, and FINE for the label "fine". The other macros make its tables wrong.
#define _GNU_SOURCE
#include "fascia_plugin.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef ID
#define ID "misbehaving"
#endif
#ifndef MAJOR
#define MAJOR FASCIA_ABI_MAJOR
#endif
#ifndef MINOR
#define MINOR FASCIA_ABI_MINOR
#endif
#ifndef NEEDS
#define NEEDS 0
#endif
#ifndef SIZE
#define SIZE sizeof(fascia_plugin)
#endif
#ifndef EXTENSION_SIZE
#define EXTENSION_SIZE sizeof(fascia_style_extension)
#endif
#ifndef STYLE_SIZE
#define STYLE_SIZE sizeof(fascia_style)
#endif
#ifndef TABLE
#define TABLE &plugin
#endif
#ifndef GETTER
#define GETTER get_extension
#endif
#ifndef STYLES
#define STYLES styles
#endif
#ifndef STYLE
#define STYLE &style
#endif
#ifndef DRAW
#define DRAW draw
#endif

#define PLUGIN_MESSAGE 262144

static fascia_string text(const char *data) { return (fascia_string){data, strlen(data)}; }

static void *spin(void *argument) {
    for (volatile int i = 0;; i++) (void)i;
    return argument;
}

// Its end is never reached; the compiler must not know.
static int recurse(volatile int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return depth < 0 ? 0 : recurse(depth + 1) + room[0];
}

static void crash_at_exit(void) { *(volatile int *)8 = 1; }

static int forks(void) {
    int children = 0;
    while (children < 1000 && fork() > 0) children++;
    return children;
}

static int connects(const char *path) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return connect(descriptor, (struct sockaddr *)&address, sizeof address);
}

static int reads_memory(pid_t daemon) {
    char byte, path[64];
    struct iovec mine = {&byte, 1}, theirs = {(void *)&errno, 1};
    snprintf(path, sizeof path, "/proc/%d/mem", daemon);
    if (open(path, O_RDWR) >= 0 || ptrace(PTRACE_ATTACH, daemon, 0, 0) == 0) return 0;
    return process_vm_readv(daemon, &mine, 1, &theirs, 1, 0) == 1 || errno != EPERM ? 0 : -1;
}

static int writes_garbage(size_t length) {
    static char bytes[PLUGIN_MESSAGE];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 2654435761u >> 24);
    return (int)write(3, bytes, length < sizeof bytes ? length : sizeof bytes);
}

// Answers to DRAW about `count` controls.
static int writes_an_answer(uint32_t count) {
    uint32_t answer[6 + 64] = {sizeof answer, 0x83, 0, count, count, count};
    for (answer[2] = 1; answer[2] < 64; answer[2]++)
        if (write(3, answer, sizeof answer) < 0) return -1;
    return 0;
}

static pid_t daemon_of(const char *where) { return *where ? atoi(where) : getppid(); }

static int raises_limits(void) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    return mmap(NULL, 4ul << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED ? -1 : 0;
}

// Does it, and returns what it has to say: null if it said all on the canvas.
static const char *misbehave(const char *what, const char *where, const fascia_control *control, const fascia_canvas *canvas) {
    static char said[64];
    static int calls;
    int got = 0;
    pthread_t thread;
    char *const arguments[] = {(char *)"sh", NULL};
#define IS(name) (strcmp(what, name) == 0)
#ifdef FINE
    if (IS("fine")) what = FINE;
#endif
    if (IS("loop")) spin(NULL);
    if (strncmp(what, "slow", 4) == 0) usleep(20000);
    if (IS("sleep")) for (;;) sleep(1000);
    if (IS("sleep through alarms")) for (signal(SIGALRM, SIG_IGN);;) sleep(1000);
    if (IS("segfault")) *(volatile int *)8 = 1;
    if (IS("abort")) abort();
    if (IS("exit")) exit(0);
    if (IS("crash at exit")) atexit(crash_at_exit), exit(0);
    if (IS("recurse")) recurse(0);
    if (IS("close the socket")) close(3);
    if (IS("close everything")) for (int i = 0; i < 64; i++) close(i);
    if (IS("write to the socket")) got = (int)write(3, "hello", 5);
    if (IS("flood the socket")) while (write(3, "hello", 5) == 5) got++;
    if (IS("write garbage")) got = writes_garbage((size_t)atol(where));
    if (IS("write an answer")) got = writes_an_answer((uint32_t)atol(where));
    if (IS("write to standard output")) printf("printed"), fflush(stdout), got = (int)write(2, "printed", 7);
    if (IS("print without end")) for (int i = 0; i < 100000; i++) if (write(1, "printed\n", 8) < 0) break;
    if (IS("overwrite the label")) memset((char *)control->label(control).data, 'x', 1 << 20);
    if (IS("report without end"))
        for (int i = 0; i < 100000; i++) control->host->report(control->host, FASCIA_SEVERITY_ERROR, text("again"));
    if (IS("report a wild pointer")) control->host->report(control->host, 9, (fascia_string){(char *)8, 1 << 20});
    if (canvas) {
        static char many[1 << 16];
        memset(many, 'x', sizeof many);
        if (IS("draw outside"))
            return canvas->text(canvas, -1000000, 2147483647, text("far"), NULL),
                   canvas->fill(canvas, (fascia_rect){-5, -5, 2147483647, 2147483647}, text("#"), NULL),
                   canvas->box(canvas, (fascia_rect){2147483647, 2147483647, 2147483647, 2147483647}, NULL), NULL;
        if (IS("draw what is not UTF-8")) return canvas->text(canvas, 0, 0, text("\xff\xfe"), NULL), NULL;
        if (IS("draw escapes")) return canvas->text(canvas, 0, 0, text("\x1b[2J"), NULL), NULL;
        if (IS("draw null")) return canvas->text(canvas, 0, 0, (fascia_string){NULL, 5}, NULL), NULL;
        if (IS("draw a wild pointer")) return canvas->text(canvas, 0, 0, (fascia_string){(char *)8, 5}, NULL), NULL;
        if (IS("draw endless text")) return canvas->text(canvas, 0, 0, (fascia_string){"x", (size_t)-1}, NULL), NULL;
        if (IS("draw without end"))
            for (int i = 0; i < 100000; i++) canvas->box(canvas, (fascia_rect){0, 0, 1, 1}, NULL);
        if (IS("draw the most")) {
            for (int i = 0; i < 4096; i++) canvas->box(canvas, (fascia_rect){i, 0, 1, 1}, NULL);
            return NULL;
        }
        if (IS("draw a megabyte"))
            for (int i = 0; i < 16; i++) canvas->text(canvas, 0, i, (fascia_string){many, sizeof many}, NULL);
    }
    if (IS("count the calls")) got = ++calls;
    if (IS("width")) got = control->text_width(control, text(where));
    if (IS("allocate")) got = malloc(4ul << 30) ? 0 : -1;
    if (IS("raise the limits")) got = raises_limits();
    if (IS("fork")) got = forks() ? 0 : -1;
    if (IS("start a thread")) got = pthread_create(&thread, NULL, spin, NULL) == 0 ? 0 : -1;
    if (IS("start a program")) got = execv("/bin/sh", arguments);
    if (IS("open")) got = open(where, O_RDONLY);
    if (IS("create")) got = open(where, O_WRONLY | O_CREAT, 0600);
    if (IS("remove")) got = unlink(where);
    if (IS("connect")) got = connects(where);
    if (IS("read the daemon")) got = reads_memory(daemon_of(where));
    if (IS("kill the daemon")) got = kill(daemon_of(where), SIGTERM);
    snprintf(said, sizeof said, got < 0 ? "refused" : "done %d", got);
    return said;
}

static void copy(char *to, size_t room, fascia_string from) { snprintf(to, room, "%.*s", (int)from.length, from.data); }

static void read_order(const fascia_control *control, char label[256], char where[256]) {
    copy(label, 256, control->label(control));
    copy(where, 256, control->value(control));
    char *divider = strchr(label, '|');
    if (!divider) return;
    *divider = 0;
    snprintf(where, 256, "%s", divider + 1);
}

static fascia_status measure(
    const fascia_style *style, const fascia_control *control, fascia_size proposal, fascia_size *size
) {
    (void)style, (void)proposal;
    char label[256], where[256];
    read_order(control, label, where);
    *size = (fascia_size){20, 1};
    if (strncmp(label, "measure ", 8) == 0) misbehave(label + 8, where, control, NULL);
    if (strcmp(label, "measure too much") == 0) *size = (fascia_size){2147483647, -1};
    if (strcmp(label, "measure nothing") == 0) *size = (fascia_size){FASCIA_UNSPECIFIED, FASCIA_UNSPECIFIED};
    return strcmp(label, "measure 99") == 0 ? 99 : FASCIA_OK;
}

static fascia_status draw(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
    (void)style;
    char label[256], where[256];
    read_order(control, label, where);
    const char *said = misbehave(label, where, control, canvas);
    return said ? canvas->text(canvas, 0, 0, text(said), NULL) : FASCIA_OK;
}

static const fascia_style style = {STYLE_SIZE, FASCIA_CONTROL_TOGGLE, "misbehaving", NULL, measure, DRAW};
static const fascia_style *const styles[] = {STYLE};
static const fascia_style_extension extension = {EXTENSION_SIZE, 1, STYLES};

static const void *get_extension(const fascia_plugin *plugin, const char *id) {
    (void)plugin;
    return strcmp(id, FASCIA_EXTENSION_STYLE) == 0 ? &extension : NULL;
}

static fascia_status start(const fascia_plugin *plugin, const fascia_host *host) {
    (void)plugin, (void)host;
#ifdef AT_START
    misbehave(AT_START, "", NULL, NULL);
#endif
    return FASCIA_OK;
}

#ifdef AT_LOAD
__attribute__((constructor)) static void at_load(void) { misbehave(AT_LOAD, "", NULL, NULL); }
#endif

const fascia_plugin *fascia_plugin_entry(void) {
    static const fascia_plugin plugin = {
        FASCIA_PLUGIN_MAGIC, SIZE, MAJOR, MINOR, NEEDS, 0, ID, "1.0", NULL, start, GETTER,
    };
    return TABLE;
}
