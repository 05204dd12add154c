// fascia-plugin-host: runs one plugin in a process of its own. See plugin_host.h.
#define _GNU_SOURCE
#include <plugin_host.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answer.h"
#include "confine.h"
#include "guard.h"
#include "plugin.h"
#include "renderer.h"
#include "styles.h"

static _Alignas(8) char question[PLUGIN_HOST_LONGEST];

// Receives a checked message and, if `files` is not null, the descriptors that came with it. Ends the process when the daemon
// has closed its end or sends something else.
static const plugin_host_header *receive(plugin_files *files) {
    struct iovec part = {question, sizeof question};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(PLUGIN_HOST_FILES * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (files) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    ssize_t length = recvmsg(PLUGIN_HOST_SOCKET, &message, MSG_CMSG_CLOEXEC);
    if (length <= 0) _exit(0);
    if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC) || plugin_host_check(question, (size_t)length)) _exit(2);
    if (files) {
        const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        files->count = 0;
        if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            files->count = (unsigned)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
            memcpy(files->descriptors, CMSG_DATA(header), files->count * sizeof(int));
        }
    }
    return (const plugin_host_header *)question;
}

static void send_hello(uint32_t serial, uint32_t holds) {
    plugin_host_hello hello = {
        {.type = PLUGIN_HOST_HELLO | PLUGIN_HOST_ANSWER, .serial = serial, .count = 2}, .holds = holds,
    };
    plugin_host_feature features[] = {
        {PLUGIN_HOST_FEATURE_STYLE, PLUGIN_HOST_STYLE_REVISION},
        {PLUGIN_HOST_FEATURE_RENDERER, PLUGIN_HOST_RENDERER_REVISION},
    };
    answer_send(&hello.header, sizeof hello, features, sizeof *features);
}

// Returns whether the plugin can be used.
static int load(const plugin_files *files, int by_path, const plugin_host_header *header) {
    static plugin_host_style styles[PLUGIN_HOST_STYLES];
    char message[8192] = "";
    plugin_host_loaded loaded = {
        .header = {.type = PLUGIN_HOST_LOAD | PLUGIN_HOST_ANSWER, .serial = header->serial},
    };
    loaded.problem = plugin_load(files, by_path, (const plugin_host_load *)header, message, sizeof message);
    loaded.message = answer_text(message, strlen(message));
    if (loaded.problem == PLUGIN_HOST_LOADED) {
        loaded.version = answer_text(plugin_version(), strlen(plugin_version()));
        loaded.flags =
            (plugin_renders_cells() ? PLUGIN_HOST_RENDERER_CELLS : 0) | (plugin_renderer() ? PLUGIN_HOST_HAS_RENDERER : 0);
        loaded.header.count = plugin_style_count();
        for (uint32_t i = 0; i < loaded.header.count; i++) {
            const fascia_style *style = plugin_style(i);
            uint32_t flags = plugin_is_told_of_selections(style) ? PLUGIN_HOST_STYLE_SELECTED : 0;
            styles[i] = (plugin_host_style){style->kind, flags, answer_text(style->name, strlen(style->name))};
        }
    }
    loaded.report_count = answer_report_count();
    answer_send(&loaded.header, sizeof loaded, styles, sizeof *styles);
    return loaded.problem == PLUGIN_HOST_LOADED;
}

static void send_unsupported(uint32_t serial) {
    plugin_host_header header = {.type = PLUGIN_HOST_UNSUPPORTED, .serial = serial};
    answer_send(&header, sizeof header, NULL, 0);
}

int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "--guard") == 0) return guard();
    // The process is ended without a last flush.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    static plugin_files files;
    const plugin_host_header *header = receive(&files);
    if (header->type != PLUGIN_HOST_HELLO || files.count == 0) return 2;
    uint32_t serial = header->serial;
    uint32_t holds = separation_that_holds();
    uint32_t options = ((const plugin_host_hello *)header)->options;
    int is_confined = !(options & PLUGIN_HOST_UNCONFINED);
    // Some systems allow it to parents only.
    if (options & PLUGIN_HOST_DEBUGGED) prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    // A debugger opens the file by the name that it was loaded with: /proc/self would be its own.
    int by_path = (options & PLUGIN_HOST_DEBUGGED) != 0;
    if (is_confined) confine(&files);
    send_hello(serial, holds | confinement_that_holds(&files));
    for (int is_loaded = 0;;) {
        header = receive(NULL);
        // Without a daemon that ends it, a plugin that never returns still ends.
        int has_answered = 1;
        if (is_confined) alarm(PLUGIN_HOST_SECONDS);
        if (header->type == PLUGIN_HOST_LOAD && !is_loaded) {
            is_loaded = load(&files, by_path, header);
        } else if (header->type == PLUGIN_HOST_DRAW && is_loaded) {
            styles_draw((const plugin_host_question *)header);
        } else if (header->type == PLUGIN_HOST_RENDER && is_loaded) {
            renderer_take((const plugin_host_render *)header);
        } else if (header->type == PLUGIN_HOST_SELECTED && is_loaded) {
            styles_selected((const plugin_host_question *)header);
            has_answered = 0;
        } else {
            send_unsupported(header->serial);
        }
        alarm(0);
        if (has_answered) answer_begin();
    }
}
