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
    /* Handlers write one byte for each signal here; fascia_terminal_signals reads them. */
    int wake_read, wake_write;
} terminal;

/* Whether the terminal shows our picture. Set last when it is entered and cleared first when it is left, so that
 * nothing is written to it after the restoring text. */
static atomic_bool entered;
/* The same for its settings; cleared last, so that a signal in the middle of leaving leaves again. */
static atomic_bool modified;

/* All that end a process unless somebody takes them. */
static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGILL,    SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,
                             SIGSEGV, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2,   SIGIO,   SIGPROF, SIGVTALRM, SIGSYS,
                             SIGXCPU, SIGXFSZ, SIGPWR,  SIGSTKFLT};
enum { ENDING = sizeof ending / sizeof *ending };
static struct sigaction previous[ENDING];

/* A terminal that takes nothing for a second has stopped (Ctrl-S, a line that hangs): nobody may have to wait for it
 * in order to end. */
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

/* A process in the background that touches its terminal's settings is stopped (SIGTTOU); one that is about to end
 * must not be. The shell has its own settings there already. */
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
            /* Reports of the mouse that nobody reads any more must not become input of the shell. Without waiting
             * for the output: a terminal that has stopped reading would keep the process alive. */
            tcflush(terminal.input, TCIFLUSH);
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
    /* A full pipe means that the reader is behind and has been told already. */
    ssize_t ignored = write(terminal.wake_write, &what, 1);
    (void)ignored;
}

static void on_ending(int number) {
    int error = errno;
    fascia_terminal_leave();
    fascia_child_end();
    /* Then the signal does what it did before, with the status that goes with it (and Swift's backtrace, if on). */
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
    /* The signal is blocked while its handler runs: it stops the process here. */
    pthread_sigmask(SIG_UNBLOCK, &set, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(number, &ours, NULL);
    /* A process group without a parent that could continue it is not stopped by SIGTSTP: then it just goes on. */
    if (!atomic_load(&entered)) {
        reenter();
        wake('C');
    }
    errno = error;
}

static void on_continue(int number) {
    (void)number;
    int error = errno;
    /* After SIGSTOP nothing has been left, but the shell has changed the settings: they are set again either way. */
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
        /* What the parent has had ignored (nohup) stays ignored. */
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

/* The same terminal opened once more, so that it can be written to without waiting. (The descriptor that we were given
 * is shared with the shell, which does not expect that.) The given one where that is not allowed. */
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
