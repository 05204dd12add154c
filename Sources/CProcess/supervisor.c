#define _GNU_SOURCE
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The supervisor is forked from a program with threads, so it takes no memory from malloc and uses no buffers of stdio:
// another thread may have held a lock of theirs.

enum {
    most_commands = 4096,
    most_processes = 32768,
    // The time from SIGTERM to SIGKILL, and from there to the end of the supervisor, in pauses of 20 ms.
    grace = 250,
};

struct process {
    pid_t id, parent, session;
    bool belongs;
};

static int running[most_commands];
static size_t running_count;
static struct process processes[most_processes];
static size_t process_count;
static char text[1 << 20];

static void take(struct process_note note) {
    if (note.is_running) {
        if (running_count < most_commands) running[running_count++] = note.number;
        return;
    }
    for (size_t i = 0; i < running_count; i++)
        if (running[i] == note.number) {
            running[i] = running[--running_count];
            return;
        }
}

// The contents of /proc/ID/NAME in `text`, with a NUL behind them.
static size_t contents(pid_t id, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)id, name);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    if (descriptor >= 0) {
        ssize_t count;
        while (length < sizeof text - 1 && (count = read(descriptor, text + length, sizeof text - 1 - length)) > 0)
            length += (size_t)count;
        close(descriptor);
    }
    text[length] = 0;
    return length;
}

// Whether the environment of a process names a command of `agent` that was running.
static bool has_marker(pid_t id, pid_t agent) {
    char prefix[64];
    int length = snprintf(prefix, sizeof prefix, "FASCIA_COMMAND=%d.", (int)agent);
    size_t size = contents(id, "environ");
    for (char *variable = text; variable < text + size; variable += strlen(variable) + 1) {
        if (strncmp(variable, prefix, (size_t)length) != 0) continue;
        int number = atoi(variable + length);
        for (size_t i = 0; i < running_count; i++)
            if (running[i] == number) return true;
    }
    return false;
}

static bool read_process(pid_t id, struct process *process) {
    if (contents(id, "stat") == 0) return false;
    // "ID (NAME) STATE PARENT GROUP SESSION …", and the name may contain anything.
    char *end = strrchr(text, ')');
    char state;
    int parent, group, session;
    if (!end || sscanf(end + 1, " %c %d %d %d", &state, &parent, &group, &session) != 4 || state == 'Z') return false;
    *process = (struct process){.id = id, .parent = parent, .session = session};
    return true;
}

static void list_processes(void) {
    process_count = 0;
    int directory = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    static char entries[65536];
    long count;
    while (directory >= 0 && (count = syscall(SYS_getdents64, directory, entries, sizeof entries)) > 0)
        for (long at = 0; at < count;) {
            struct dirent64 *entry = (struct dirent64 *)(entries + at);
            at += entry->d_reclen;
            pid_t id = atoi(entry->d_name);
            if (id > 0 && id != getpid() && process_count < most_processes)
                process_count += read_process(id, &processes[process_count]);
        }
    if (directory >= 0) close(directory);
}

// Whether the parent of a process has yet to be signalled: a shell whose command ends before it goes on with its next line.
static bool follows_another(size_t process) {
    for (size_t i = 0; i < process_count; i++)
        if (processes[i].belongs && processes[i].id == processes[process].parent) return true;
    return false;
}

// Sends a signal to all processes of the commands, to parents first. Returns how many there are.
static size_t signal_commands(pid_t agent, int signal) {
    list_processes();
    for (size_t i = 0; i < process_count; i++) processes[i].belongs = has_marker(processes[i].id, agent);
    bool grows = true;
    while (grows) {
        grows = false;
        for (size_t i = 0; i < process_count; i++)
            for (size_t j = 0; !processes[i].belongs && j < process_count; j++)
                if (processes[j].belongs && (processes[i].parent == processes[j].id || processes[i].session == processes[j].id))
                    processes[i].belongs = grows = true;
    }
    size_t found = 0;
    for (size_t i = 0; i < process_count; i++) found += processes[i].belongs;
    bool goes_on = signal != 0;
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < process_count; i++) {
            if (!processes[i].belongs || follows_another(i)) continue;
            processes[i].belongs = false;
            goes_on = true;
            kill(processes[i].id, signal);
            // A stopped process cannot act on SIGTERM.
            if (signal == SIGTERM) kill(processes[i].id, SIGCONT);
        }
    }
    return found;
}

static void supervise(int notes, pid_t agent) {
    struct process_note note;
    while (true) {
        ssize_t count = read(notes, &note, sizeof note);
        if (count == sizeof note) take(note);
        else if (count >= 0 || errno != EINTR) break;
    }
    if (running_count == 0) return;
    struct timespec pause = {0, 20000000};
    for (int i = 0; i < 2 * grace; i++) {
        if (signal_commands(agent, i == 0 ? SIGTERM : i < grace ? 0 : SIGKILL) == 0) return;
        nanosleep(&pause, NULL);
    }
}

int process_start_supervisor(void) {
    int ends[2];
    if (process_pipe(ends) < 0) return -1;
    pid_t agent = getpid(), child = fork();
    if (child == 0) {
        // It must not end with the agent's terminal or its process group, nor hold any of its descriptors open.
        setsid();
        signal(SIGHUP, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        int nothing = open("/dev/null", O_RDWR);
        for (int descriptor = 0; descriptor < 3; descriptor++) dup2(nothing, descriptor);
        int notes = dup2(ends[0], 3);
        close_range(4, ~0U, 0);
        if (notes < 0 || chdir("/") != 0) _exit(1);
        prctl(PR_SET_NAME, "fascia-commands");
        supervise(notes, agent);
        _exit(0);
    }
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return -1;
    }
    // A supervisor that has been stopped must not stop this process.
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return ends[1];
}
