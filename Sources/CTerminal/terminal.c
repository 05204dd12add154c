#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static struct {
    int input, output;
    _Atomic(const char *) enter, restore;
    struct termios saved, raw;
    /* Signal handlers write one byte for each signal; fascia_terminal_signals reads them. */
    int wake_read, wake_write;
} terminal;

/* Whether the terminal shows Fascia's screen. Set last on entering and cleared first on leaving, so that no frame is
 * written after the restoring text. */
static atomic_bool entered;
/* Whether the terminal's settings are changed. Cleared last, so that a signal that interrupts leaving leaves again. */
static atomic_bool modified;

/* Whether unread input is kept for the next program. */
static atomic_bool keeps_input;

/* The signals that end a process by default. */
static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGILL,    SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,
                             SIGSEGV, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2,   SIGIO,   SIGPROF, SIGVTALRM, SIGSYS,
                             SIGXCPU, SIGXFSZ, SIGPWR,  SIGSTKFLT};
enum { ENDING = sizeof ending / sizeof *ending };
static struct sigaction previous[ENDING];

/* Milliseconds. A terminal that accepts no byte for a second has stopped (Ctrl-S, a dead connection) and must not keep
 * the process from ending. */
enum { PATIENCE = 1000 };

static void write_all(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(terminal.output, bytes, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN) return;
            struct pollfd writable = {.fd = terminal.output, .events = POLLOUT};
            if (poll(&writable, 1, PATIENCE) == 0) return;
            continue;
        }
        bytes += written;
        count -= (size_t)written;
    }
}

static void write_text(const char *text) { write_all(text, strlen(text)); }

/* Whether this process is in the background. The kernel stops a background process that changes terminal settings
 * (SIGTTOU), which must not happen to a process that is about to end. The shell has already restored its own settings
 * then. */
static int in_background(void) {
    pid_t foreground = tcgetpgrp(terminal.input);
    return foreground > 0 && foreground != getpgrp();
}

void fascia_terminal_leave(void) {
    int error = errno;
    atomic_store(&entered, 0);
    if (atomic_load(&modified)) {
        if (!in_background()) {
            write_text(atomic_load(&terminal.restore));
            /* Discard unread mouse reports, which would become input of the shell. TCSANOW does not wait for pending
             * output: a terminal that has stopped reading would keep the process alive. */
            if (!atomic_load(&keeps_input)) tcflush(terminal.input, TCIFLUSH);
            tcsetattr(terminal.input, TCSANOW, &terminal.saved);
        }
        atomic_store(&modified, 0);
    }
    errno = error;
}

static void reenter(void) {
    if (tcsetattr(terminal.input, TCSANOW, &terminal.raw) != 0) return;
    atomic_store(&modified, 1);
    write_text(atomic_load(&terminal.enter));
    atomic_store(&entered, 1);
}

static void wake(char what) {
    /* A full pipe already holds a wake-up for the reader. */
    ssize_t ignored = write(terminal.wake_write, &what, 1);
    (void)ignored;
}

static void on_ending(int number) {
    int error = errno;
    fascia_terminal_leave();
    fascia_child_end();
    /* Restore the previous action and raise the signal again, so that the process ends with the right status (and
     * Swift's backtrace, if enabled). */
    for (int i = 0; i < ENDING; i++)
        if (ending[i] == number) sigaction(number, &previous[i], NULL);
    raise(number);
    errno = error;
}

static void on_stop(int number) {
    int error = errno;
    fascia_terminal_leave();
    struct sigaction plain = {.sa_handler = SIG_DFL}, ours;
    sigaction(number, &plain, &ours);
    raise(number);
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, number);
    /* The signal is blocked while its handler runs. Unblocking it stops the process here. */
    pthread_sigmask(SIG_UNBLOCK, &set, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(number, &ours, NULL);
    /* SIGTSTP does not stop an orphaned process group. No SIGCONT follows then, so the terminal is entered again here. */
    if (!atomic_load(&entered)) {
        reenter();
        wake('C');
    }
    errno = error;
}

static void on_continue(int number) {
    (void)number;
    int error = errno;
    /* After SIGSTOP the terminal was not left, but the shell has changed its settings. Enter it again in either case. */
    reenter();
    wake('C');
    errno = error;
}

static void on_resize(int number) {
    (void)number;
    int error = errno;
    wake('W');
    errno = error;
}

static void install_handlers(void) {
    for (int i = 0; i < ENDING; i++) {
        struct sigaction action = {.sa_handler = on_ending, .sa_flags = SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(ending[i], NULL, &previous[i]);
        /* A signal that the parent process ignores (nohup) stays ignored. */
        if (previous[i].sa_handler != SIG_IGN) sigaction(ending[i], &action, NULL);
    }
    struct sigaction action = {.sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_stop;
    sigaction(SIGTSTP, &action, NULL);
    action.sa_handler = on_continue;
    sigaction(SIGCONT, &action, NULL);
    action.sa_handler = on_resize;
    sigaction(SIGWINCH, &action, NULL);
}

/* Opens the terminal again for non-blocking writes: the given descriptor is shared with the shell, which does not
 * expect O_NONBLOCK. Returns the given descriptor if the terminal cannot be opened. */
static int reopen(int output) {
    char path[256];
    struct stat given, opened;
    if (ttyname_r(output, path, sizeof path) != 0) return output;
    int again = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (again < 0) return output;
    if (fstat(output, &given) == 0 && fstat(again, &opened) == 0 && given.st_rdev == opened.st_rdev) return again;
    close(again);
    return output;
}

int fascia_terminal_enter(int input, int output, const char *enter, const char *restore) {
    int pipe_ends[2];
    if (tcgetattr(input, &terminal.saved) != 0) return errno;
    if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
    terminal.input = input;
    terminal.output = reopen(output);
    fascia_terminal_use(enter, restore);
    terminal.wake_read = pipe_ends[0];
    terminal.wake_write = pipe_ends[1];
    terminal.raw = terminal.saved;
    cfmakeraw(&terminal.raw);
    terminal.raw.c_cc[VMIN] = 1;
    terminal.raw.c_cc[VTIME] = 0;
    install_handlers();
    atexit(fascia_terminal_leave);
    errno = 0;
    reenter();
    return atomic_load(&entered) ? 0 : (errno ? errno : EIO);
}

void fascia_terminal_keep_input(void) { atomic_store(&keeps_input, 1); }

void fascia_terminal_use(const char *enter, const char *restore) {
    atomic_store(&terminal.enter, enter);
    atomic_store(&terminal.restore, restore);
}

ssize_t fascia_terminal_write(const void *bytes, size_t count) {
    while (atomic_load(&entered)) {
        ssize_t written = write(terminal.output, bytes, count);
        if (written >= 0) return written;
        if (errno == EAGAIN) return 0;
        if (errno != EINTR) return -1;
    }
    return (ssize_t)count;
}

int fascia_terminal_output(void) { return terminal.output; }

int fascia_terminal_wakes(void) { return terminal.wake_read; }

int fascia_terminal_signals(void) {
    char bytes[256];
    int result = 0;
    ssize_t length;
    while ((length = read(terminal.wake_read, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < length; i++) result |= bytes[i] == 'W' ? FASCIA_RESIZED : FASCIA_CONTINUED;
    return result;
}

int fascia_terminal_size(int *columns, int *rows) {
    struct winsize size;
    if (ioctl(terminal.output, TIOCGWINSZ, &size) != 0) return errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

void fascia_terminal_suspend(void) { kill(0, SIGTSTP); }
