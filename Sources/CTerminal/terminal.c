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
#include <termios.h>
#include <unistd.h>

static struct {
    int input, output;
    const char *enter, *restore;
    struct termios saved, raw;
    /* Handlers write one byte for each signal here; fascia_terminal_wait reads them. */
    int wake_read, wake_write;
} terminal;

/* Whether the terminal shows our picture. Set last when it is entered and cleared first when it is left, so that
 * nothing is written to it after the restoring text. */
static atomic_bool entered;
/* The same for its settings; cleared last, so that a signal in the middle of leaving leaves again. */
static atomic_bool modified;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { ENDING = sizeof ending / sizeof *ending };
static struct sigaction previous[ENDING];

static void write_all(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(terminal.output, bytes, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            /* The terminal may have been set to non-blocking by whoever shares it. */
            if (errno == EAGAIN) {
                struct pollfd writable = {.fd = terminal.output, .events = POLLOUT};
                poll(&writable, 1, -1);
                continue;
            }
            return;
        }
        bytes += written;
        count -= (size_t)written;
    }
}

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
            write_all(terminal.restore, strlen(terminal.restore));
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
    write_all(terminal.enter, strlen(terminal.enter));
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

int fascia_terminal_enter(int input, int output, const char *enter, const char *restore) {
    int pipe_ends[2];
    if (tcgetattr(input, &terminal.saved) != 0) return errno;
    if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
    terminal.input = input;
    terminal.output = output;
    terminal.enter = enter;
    terminal.restore = restore;
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

int fascia_terminal_write(const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0 && atomic_load(&entered)) {
        ssize_t written = write(terminal.output, next, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN) return errno;
            struct pollfd writable = {.fd = terminal.output, .events = POLLOUT};
            poll(&writable, 1, -1);
            continue;
        }
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

int fascia_terminal_wait(void *buffer, size_t capacity, size_t *count, int milliseconds) {
    *count = 0;
    struct pollfd descriptors[2] = {
        {.fd = terminal.input, .events = POLLIN}, {.fd = terminal.wake_read, .events = POLLIN}};
    int ready = poll(descriptors, 2, milliseconds);
    if (ready == 0) return FASCIA_SILENCE;
    /* A signal came: its byte is in the pipe at the next call. */
    if (ready < 0) return errno == EINTR ? 0 : FASCIA_END;
    int result = 0;
    if (descriptors[1].revents) {
        char bytes[64];
        ssize_t length = read(terminal.wake_read, bytes, sizeof bytes);
        for (ssize_t i = 0; i < length; i++) result |= bytes[i] == 'W' ? FASCIA_RESIZED : FASCIA_CONTINUED;
    }
    if (descriptors[0].revents) {
        ssize_t length = read(terminal.input, buffer, capacity);
        if (length > 0) {
            *count = (size_t)length;
            result |= FASCIA_INPUT;
        } else if (length == 0 || (errno != EINTR && errno != EAGAIN)) {
            result |= FASCIA_END;
        }
    }
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
