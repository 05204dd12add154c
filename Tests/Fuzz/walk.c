// Fuzzes `plugin_host_check`: whatever it accepts can be read as plugin_host.h says, to the last byte.
#include <fascia_plugin.h>
#include <plugin_host.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The part of an accepted message that is still to be read.
typedef struct {
    const char *message;
    size_t position;
    size_t texts;  // the offset of the first text
    size_t length; // of all texts that were read
} reader;

static void require(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "plugin_host_check accepts a message although %s\n", what);
    abort();
}

// Reads all bytes, so that the sanitizer sees those that lie outside the message.
static void touch(const void *bytes, size_t length) {
    static volatile unsigned char sum;
    for (size_t i = 0; i < length; i++) sum = (unsigned char)(sum + ((const unsigned char *)bytes)[i]);
}

static const void *take(reader *reader, size_t count, size_t size) {
    const void *array = reader->message + reader->position;
    touch(array, count * size);
    reader->position += count * size;
    return array;
}

static void read_text(reader *reader, plugin_host_text text) {
    touch(reader->message + reader->texts + text.offset, text.length);
    reader->length += text.length;
}

// Reads the ends of a part of an array, which was read as a whole.
static void read_part(const void *array, size_t size, uint32_t first, uint32_t count) {
    if (!count) return;
    touch((const char *)array + first * size, size);
    touch((const char *)array + ((size_t)first + count - 1) * size, size);
}

static void read_reports(reader *reader, const plugin_host_report *reports, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) read_text(reader, reports[i].text);
}

static void walk_load(reader *reader) {
    const plugin_host_load *load = take(reader, 1, sizeof *load);
    read_text(reader, load->plugin);
    read_text(reader, load->path);
    read_text(reader, load->version);
}

static void walk_loaded(reader *reader) {
    const plugin_host_loaded *loaded = take(reader, 1, sizeof *loaded);
    uint32_t count = loaded->header.count;
    require(count <= PLUGIN_HOST_STYLES, "it has more styles than a plugin can have");
    const plugin_host_style *styles = take(reader, count, sizeof *styles);
    const plugin_host_report *reports = take(reader, loaded->report_count, sizeof *reports);
    read_text(reader, loaded->message);
    read_text(reader, loaded->version);
    for (uint32_t i = 0; i < count; i++) read_text(reader, styles[i].name);
    read_reports(reader, reports, loaded->report_count);
}

static void walk_question(reader *reader) {
    const plugin_host_question *question = take(reader, 1, sizeof *question);
    uint32_t count = question->header.count;
    require(count <= PLUGIN_HOST_CONTROLS, "it has more controls than a message can have");
    const plugin_host_control *controls = take(reader, count, sizeof *controls);
    const plugin_host_parameter *parameters = take(reader, question->parameter_count, sizeof *parameters);
    const plugin_host_option *options = take(reader, question->option_count, sizeof *options);
    for (uint32_t i = 0; i < count; i++) {
        const plugin_host_control *control = &controls[i];
        read_text(reader, control->label);
        read_text(reader, control->value);
        read_text(reader, control->prompt);
        read_part(parameters, sizeof *parameters, control->first_parameter, control->parameter_count);
        read_part(options, sizeof *options, control->first_option, control->option_count);
    }
    for (uint32_t i = 0; i < question->parameter_count; i++) {
        read_text(reader, parameters[i].key);
        if (parameters[i].type == FASCIA_VALUE_STRING) read_text(reader, parameters[i].string);
    }
    for (uint32_t i = 0; i < question->option_count; i++) read_text(reader, options[i].label);
}

static void walk_drawn(reader *reader) {
    const plugin_host_drawn *drawn = take(reader, 1, sizeof *drawn);
    uint32_t count = drawn->header.count;
    const plugin_host_drawing *drawings = take(reader, count, sizeof *drawings);
    const plugin_host_operation *operations = take(reader, drawn->operation_count, sizeof *operations);
    const plugin_host_report *reports = take(reader, drawn->report_count, sizeof *reports);
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        const plugin_host_drawing *drawing = &drawings[i];
        require(drawing->operation_count <= PLUGIN_HOST_OPERATIONS, "a drawing has too many operations");
        read_part(operations, sizeof *operations, drawing->first_operation, drawing->operation_count);
        read_text(reader, drawing->refusal);
        used += drawing->operation_count;
    }
    require(used <= drawn->operation_count, "drawings share operations");
    for (uint32_t i = 0; i < drawn->operation_count; i++) read_text(reader, operations[i].text);
    read_reports(reader, reports, drawn->report_count);
}

static void walk_render(reader *reader) {
    const plugin_host_render *render = take(reader, 1, sizeof *render);
    read_text(reader, render->part);
}

static void walk_rendered(reader *reader) {
    const plugin_host_rendered *rendered = take(reader, 1, sizeof *rendered);
    const plugin_host_report *reports = take(reader, rendered->report_count, sizeof *reports);
    read_text(reader, rendered->part);
    read_text(reader, rendered->media_type);
    read_reports(reader, reports, rendered->report_count);
}

static void walk(reader *reader) {
    const plugin_host_header *header = (const void *)reader->message;
    switch (header->type) {
    case PLUGIN_HOST_HELLO:
    case PLUGIN_HOST_HELLO | PLUGIN_HOST_ANSWER:
        take(reader, 1, sizeof(plugin_host_hello));
        take(reader, header->count, sizeof(plugin_host_feature));
        return;
    case PLUGIN_HOST_LOAD: return walk_load(reader);
    case PLUGIN_HOST_LOAD | PLUGIN_HOST_ANSWER: return walk_loaded(reader);
    case PLUGIN_HOST_SELECTED:
    case PLUGIN_HOST_DRAW: return walk_question(reader);
    case PLUGIN_HOST_DRAW | PLUGIN_HOST_ANSWER: return walk_drawn(reader);
    case PLUGIN_HOST_RENDER: return walk_render(reader);
    case PLUGIN_HOST_RENDER | PLUGIN_HOST_ANSWER: return walk_rendered(reader);
    default: take(reader, 1, sizeof *header);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // Aligned, and exactly as long as the message, so that the sanitizer sees the first byte behind it.
    char *message = malloc(size ? size : 1);
    if (!message) abort();
    memcpy(message, data, size);
    if (!plugin_host_check(message, size)) {
        require(size <= PLUGIN_HOST_LONGEST, "it is too long");
        reader reader = {.message = message, .texts = plugin_host_texts(message)};
        walk(&reader);
        require(reader.position == reader.texts, "plugin_host_texts is not the end of its arrays");
        require(reader.length <= size - reader.texts, "texts share bytes");
    }
    free(message);
    return 0;
}
