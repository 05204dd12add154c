// A renderer that does what the screens say: their text is a command.
#include <fascia_plugin.h>
#include <plugin_host.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef MEDIA_TYPE
#define MEDIA_TYPE "text/plain"
#endif
#ifndef SIZE
#define SIZE sizeof(fascia_renderer)
#endif
#ifndef FLAGS
#define FLAGS 0
#endif

static fascia_status say(const fascia_sink *sink, const char *text) {
    return sink->write(sink, (fascia_string){text, strlen(text)});
}

static fascia_status render(const fascia_renderer *renderer, fascia_string screens, const fascia_sink *sink) {
    (void)renderer;
    switch (screens.length ? screens.data[0] : 0) {
    case 'e': return sink->write(sink, screens); // echo
    case 'n': return FASCIA_OK; // nothing
    case 'f': // fails, after it has written something
        say(sink, "half");
        sink->host->report(sink->host, FASCIA_SEVERITY_ERROR, (fascia_string){"no ink", 6});
        return FASCIA_FAILED;
    case 's': return 77; // an unknown status without a report
    case 'u': return say(sink, "\xff"); // no UTF-8
    case 'c': abort(); // crashes
    case 'p': // prints more than the pipe takes
        for (int i = 0; i < 100000; i++) puts("printed");
        fflush(stdout);
        return say(sink, "done");
    case 'x': // prints, and crashes
        puts("out of paper"); // not flushed
        abort();
    case 'l': for (;;) {} // loops
    case 'k': { // control characters
        static char controls[(1 << 20) + 1];
        memset(controls, 1, sizeof controls);
        return sink->write(sink, (fascia_string){controls, sizeof controls});
    }
    case 'o': { // an answer without words, and with more to come
        plugin_host_rendered answer = {.header = {sizeof answer, PLUGIN_HOST_RENDER | PLUGIN_HOST_ANSWER, 3, 0}, .more = 1};
        return write(3, &answer, sizeof answer) < 0 ? FASCIA_FAILED : FASCIA_OK;
    }
    case 'm': { // more than it may write: each call is checked
        static char megabyte[1 << 20];
        memset(megabyte, 'm', sizeof megabyte);
        for (int i = 0; i < 16; i++)
            if (sink->write(sink, (fascia_string){megabyte, sizeof megabyte}) != FASCIA_OK) return FASCIA_FAILED;
        if (say(sink, "m") != FASCIA_LIMIT || sink->write(sink, (fascia_string){NULL, 1}) != FASCIA_INVALID) return FASCIA_FAILED;
        return FASCIA_OK;
    }
    default: return FASCIA_INVALID;
    }
}

static const fascia_renderer renderer = {SIZE, 0, MEDIA_TYPE, NULL, render, FLAGS};

static const void *get_extension(const fascia_plugin *plugin, const char *id) {
    (void)plugin;
    return strcmp(id, FASCIA_EXTENSION_RENDERER) == 0 ? &renderer : NULL;
}

const fascia_plugin *fascia_plugin_entry(void) {
    static const fascia_plugin plugin = {
        FASCIA_PLUGIN_MAGIC, sizeof plugin, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR, 0, 0, "renderer", "1.0", NULL, NULL, get_extension,
    };
    return &plugin;
}
