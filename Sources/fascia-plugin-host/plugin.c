#define _GNU_SOURCE
#include "plugin.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "text.h"

static const fascia_plugin *table;
static const fascia_style_extension *extension; // null without styles
static const fascia_renderer *renderer;         // null without a renderer

static char host_version[257];

static void report(const fascia_host *host, fascia_severity severity, fascia_string message) {
    (void)host;
    answer_report(severity, message);
}

static const void *no_extension(const fascia_host *host, const char *id) {
    (void)host;
    (void)id;
    return NULL;
}

static const fascia_host view = {
    sizeof view, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR, NULL, "fasciad", host_version, report, no_extension,
};
const fascia_host *const plugin_view_of_host = &view;

const char *plugin_version(void) { return table->version; }
uint32_t plugin_style_count(void) { return extension ? extension->count : 0; }
const fascia_style *plugin_style(uint32_t index) {
    return index < plugin_style_count() ? extension->styles[index] : NULL;
}
const fascia_renderer *plugin_renderer(void) { return renderer; }
int plugin_renders_cells(void) {
    return renderer && renderer->struct_size >= offsetof(fascia_renderer, flags) + sizeof renderer->flags &&
           renderer->flags & FASCIA_RENDERER_CELLS;
}
int plugin_is_told_of_selections(const fascia_style *style) {
    return style->struct_size >= offsetof(fascia_style, selected) + sizeof style->selected && style->selected;
}

// Where a problem is put in words. The message begins with the plugin's path.
typedef struct {
    char *message;
    size_t capacity;
    int path_length;
    const char *path;
} words;

__attribute__((format(printf, 3, 4))) static uint32_t say(const words *words, uint32_t problem, const char *format, ...) {
    int used = snprintf(words->message, words->capacity, "%.*s", words->path_length, words->path);
    if (used < 0 || (size_t)used >= words->capacity) return problem;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->message + used, words->capacity - (size_t)used, format, arguments);
    va_end(arguments);
    return problem;
}

// 1 to 64 ASCII letters, digits, '-' or '_'.
static int is_name(const char *name) {
    if (!name) return 0;
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return length >= 1 && length <= 64 && name[length] == 0;
}

static uint32_t too_small(const words *words, const char *name, uint32_t size, size_t needed) {
    return say(
        words, PLUGIN_HOST_TOO_SMALL, ": struct_size of %s is %u, and at least %zu bytes are needed: set it to sizeof", name, size,
        needed);
}

static uint32_t check_version(const words *words) {
    if (table->magic != FASCIA_PLUGIN_MAGIC)
        return say(
            words, PLUGIN_HOST_WRONG_MAGIC, ": the table begins with 0x%x, not with FASCIA_PLUGIN_MAGIC (0x%x)", table->magic,
            FASCIA_PLUGIN_MAGIC);
    if (table->abi_major != FASCIA_ABI_MAJOR)
        return say(
            words, PLUGIN_HOST_WRONG_VERSION,
            " was built for version %u.%u of the plugin ABI, and this host speaks %d.%d: build it again with this host's "
            "fascia_plugin.h",
            table->abi_major, table->abi_minor, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR);
    if (table->needs_minor > FASCIA_ABI_MINOR)
        return say(
            words, PLUGIN_HOST_WRONG_VERSION,
            " needs at least version %u.%u of the plugin ABI, and this host speaks %d.%d: use a newer host", table->abi_major,
            table->needs_minor, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR);
    if (table->struct_size < sizeof *table) return too_small(words, "fascia_plugin", table->struct_size, sizeof *table);
    return PLUGIN_HOST_LOADED;
}

static uint32_t check_identity(const words *words, const char *id, size_t length) {
    if (!is_name(table->id))
        return say(words, PLUGIN_HOST_MALFORMED, ": the plugin's id must be 1 to 64 ASCII letters, digits, '-' or '_'");
    if (strlen(table->id) != length || memcmp(table->id, id, length) != 0)
        return say(
            words, PLUGIN_HOST_ID_MISMATCH, " holds the plugin \"%s\", not \"%.*s\": call the file %s.so or lib%s.so", table->id,
            (int)length, id, table->id, table->id);
    size_t version = table->version ? strnlen(table->version, 257) : 257;
    if (version > 256 || text_examine((fascia_string){table->version, version}).problems & TEXT_NOT_UTF8)
        return say(words, PLUGIN_HOST_MALFORMED, ": the plugin's version must be UTF-8 text of at most 256 bytes");
    return PLUGIN_HOST_LOADED;
}

static uint32_t check_style(const words *words, uint32_t index) {
    const fascia_style *style = extension->styles[index];
    if (!style) return say(words, PLUGIN_HOST_MALFORMED, ": style %u is null", index);
    // What version 1.0 had.
    const size_t needed = offsetof(fascia_style, selected);
    if (style->struct_size < needed) {
        char name[32];
        snprintf(name, sizeof name, "fascia_style %u", index);
        return too_small(words, name, style->struct_size, needed);
    }
    if (!is_name(style->name))
        return say(
            words, PLUGIN_HOST_MALFORMED, ": the name of style %u must be 1 to 64 ASCII letters, digits, '-' or '_'", index);
    int is_surface = style->kind >= FASCIA_CONTROL_SECTION && style->kind <= FASCIA_CONTROL_TITLE_BAR;
    if ((!style->measure && !is_surface) || !style->draw)
        return say(words, PLUGIN_HOST_MALFORMED, ": style \"%s\" must have both measure and draw", style->name);
    return PLUGIN_HOST_LOADED;
}

static uint32_t check_styles(const words *words) {
    if (extension->struct_size < sizeof *extension)
        return too_small(words, "fascia_style_extension", extension->struct_size, sizeof *extension);
    if (extension->count < 1 || extension->count > PLUGIN_HOST_STYLES || !extension->styles)
        return say(
            words, PLUGIN_HOST_MALFORMED, ": a style extension must list 1 to %u styles, not %u", PLUGIN_HOST_STYLES,
            extension->count);
    uint32_t problem = PLUGIN_HOST_LOADED;
    for (uint32_t i = 0; i < extension->count && !problem; i++) problem = check_style(words, i);
    return problem;
}

static uint32_t check_renderer(const words *words) {
    // What version 1.1 had.
    const size_t needed = offsetof(fascia_renderer, flags);
    if (renderer->struct_size < needed) return too_small(words, "fascia_renderer", renderer->struct_size, needed);
    size_t length = renderer->media_type ? strnlen(renderer->media_type, PLUGIN_HOST_MEDIA_TYPE + 1) : 0;
    if (length < 1 || length > PLUGIN_HOST_MEDIA_TYPE || !renderer->render)
        return say(
            words, PLUGIN_HOST_MALFORMED, ": a renderer must have a media type of 1 to %u bytes, and render",
            PLUGIN_HOST_MEDIA_TYPE);
    return PLUGIN_HOST_LOADED;
}

static uint32_t check_extensions(const words *words) {
    if (!table->get_extension) return say(words, PLUGIN_HOST_MALFORMED, ": get_extension is null in the plugin's table");
    extension = table->get_extension(table, FASCIA_EXTENSION_STYLE);
    renderer = table->get_extension(table, FASCIA_EXTENSION_RENDERER);
    if (!extension && !renderer)
        return say(
            words, PLUGIN_HOST_NOTHING_KNOWN, ": the plugin has none of the extensions that this host knows: "
            FASCIA_EXTENSION_STYLE ", " FASCIA_EXTENSION_RENDERER);
    uint32_t problem = extension ? check_styles(words) : PLUGIN_HOST_LOADED;
    return problem || !renderer ? problem : check_renderer(words);
}

static uint32_t start(const words *words) {
    fascia_status status = table->start ? table->start(table, &view) : FASCIA_OK;
    if (status == FASCIA_OK) return PLUGIN_HOST_LOADED;
    return say(words, PLUGIN_HOST_START_FAILED, ": the plugin's start failed with status %d", status);
}

// Never closed: its code may be in use.
static void *open_object(int file, char *path, size_t capacity) {
    snprintf(path, capacity, "/proc/self/fd/%d", file);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

uint32_t plugin_load(
    const plugin_files *files, int by_path, const plugin_host_load *load, char *message, size_t capacity) {
    const char *texts = (const char *)load + plugin_host_texts(load);
    words words = {message, capacity, (int)load->path.length, texts + load->path.offset};
    const char *id = texts + load->plugin.offset;
    snprintf(host_version, sizeof host_version, "%.*s", (int)load->version.length, texts + load->version.offset);
    char path[4096];
    // The linker then finds them by their names. One that it cannot load is missing below, where that is said.
    for (unsigned i = 1; i < files->count; i++) open_object(files->descriptors[i], path, sizeof path);
    void *object;
    if (by_path) {
        snprintf(path, sizeof path, "%.*s", words.path_length, words.path);
        object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    } else {
        object = open_object(files->descriptors[0], path, sizeof path);
    }
    if (!object) {
        const char *error = dlerror();
        // The linker's message begins with the path of the descriptor, which means nothing to a reader.
        if (error && strncmp(error, path, strlen(path)) == 0 && strncmp(error + strlen(path), ": ", 2) == 0)
            error += strlen(path) + 2;
        return say(&words, PLUGIN_HOST_NOT_A_SHARED_OBJECT, ": the dynamic linker says: %s", error ? error : "unknown error");
    }
    fascia_plugin_entry_function entry = (fascia_plugin_entry_function)dlsym(object, FASCIA_ENTRY_SYMBOL);
    if (!entry)
        return say(
            &words, PLUGIN_HOST_NO_ENTRY,
            " is a shared object, but no Fascia plugin: it does not export " FASCIA_ENTRY_SYMBOL " (see fascia_plugin.h)");
    table = entry();
    if (!table)
        return say(
            &words, PLUGIN_HOST_NO_TABLE, ": " FASCIA_ENTRY_SYMBOL " returned null; it must return the plugin's table");
    uint32_t problem = check_version(&words);
    if (!problem) problem = check_identity(&words, id, load->plugin.length);
    if (!problem) problem = check_extensions(&words);
    return problem ? problem : start(&words);
}
