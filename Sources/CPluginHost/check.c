#include "plugin_host.h"

#include <fascia_plugin.h>

// The part of a message that is still to be divided into arrays.
typedef struct {
    const char *message;
    size_t length;
    size_t position;
    size_t used; // bytes of all texts
} place;

// The next array; null if the message is too short.
static const void *take(place *place, size_t count, size_t size) {
    if (count > (place->length - place->position) / size) return NULL;
    const void *array = place->message + place->position;
    place->position += count * size;
    return array;
}

// Texts may not share bytes: a short message could hold gigabytes otherwise.
static int fits(place *place, plugin_host_text text) {
    size_t room = place->length - place->position;
    if (text.offset > room || text.length > room - text.offset) return 0;
    place->used += text.length;
    return place->used <= room;
}

static int covers(uint32_t total, uint32_t first, uint32_t count) { return first <= total && count <= total - first; }

static const char *const too_short = "the message is shorter than its arrays";
static const char *const stray_text = "a text lies outside the message or in another one";

static const char *check_reports(place *place, const plugin_host_report *reports, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!fits(place, reports[i].text)) return stray_text;
    return NULL;
}

static const char *check_load(place *place) {
    const plugin_host_load *load = take(place, 1, sizeof *load);
    if (!load) return too_short;
    return fits(place, load->plugin) && fits(place, load->path) && fits(place, load->version) ? NULL : stray_text;
}

static const char *check_loaded(place *place) {
    const plugin_host_loaded *loaded = take(place, 1, sizeof *loaded);
    if (!loaded) return too_short;
    uint32_t count = loaded->header.count;
    if (count > PLUGIN_HOST_STYLES) return "more styles than a plugin can have";
    const plugin_host_style *styles = take(place, count, sizeof *styles);
    const plugin_host_report *reports = take(place, loaded->report_count, sizeof *reports);
    if (!styles || !reports) return too_short;
    for (uint32_t i = 0; i < count; i++)
        if (!fits(place, styles[i].name)) return stray_text;
    if (!fits(place, loaded->message) || !fits(place, loaded->version)) return stray_text;
    return check_reports(place, reports, loaded->report_count);
}

static const char *check_question(place *place) {
    const plugin_host_question *question = take(place, 1, sizeof *question);
    if (!question) return too_short;
    uint32_t count = question->header.count;
    if (count > PLUGIN_HOST_CONTROLS) return "more controls than a message can have";
    const plugin_host_control *controls = take(place, count, sizeof *controls);
    const plugin_host_parameter *parameters = take(place, question->parameter_count, sizeof *parameters);
    const plugin_host_option *options = take(place, question->option_count, sizeof *options);
    if (!controls || !parameters || !options) return too_short;
    for (uint32_t i = 0; i < count; i++) {
        const plugin_host_control *control = &controls[i];
        if (!fits(place, control->label) || !fits(place, control->value) || !fits(place, control->prompt)) return stray_text;
        if (!covers(question->parameter_count, control->first_parameter, control->parameter_count))
            return "parameters of a control lie outside the message";
        if (!covers(question->option_count, control->first_option, control->option_count))
            return "options of a control lie outside the message";
    }
    for (uint32_t i = 0; i < question->option_count; i++)
        if (!fits(place, options[i].label)) return stray_text;
    for (uint32_t i = 0; i < question->parameter_count; i++) {
        const plugin_host_parameter *parameter = &parameters[i];
        if (!fits(place, parameter->key)) return stray_text;
        if (parameter->type == FASCIA_VALUE_STRING && !fits(place, parameter->string)) return stray_text;
    }
    return NULL;
}

static const char *check_drawn(place *place) {
    const plugin_host_drawn *drawn = take(place, 1, sizeof *drawn);
    if (!drawn) return too_short;
    uint32_t count = drawn->header.count;
    const plugin_host_drawing *drawings = take(place, count, sizeof *drawings);
    const plugin_host_operation *operations = take(place, drawn->operation_count, sizeof *operations);
    const plugin_host_report *reports = take(place, drawn->report_count, sizeof *reports);
    if (!drawings || !operations || !reports) return too_short;
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        const plugin_host_drawing *drawing = &drawings[i];
        if (!covers(drawn->operation_count, drawing->first_operation, drawing->operation_count))
            return "operations of a drawing lie outside the message";
        if (drawing->operation_count > PLUGIN_HOST_OPERATIONS) return "a drawing has too many operations";
        if (!fits(place, drawing->refusal)) return stray_text;
        if (!drawing->operation_count) continue;
        if (drawing->first_operation < next) return "drawings share operations";
        next = drawing->first_operation + drawing->operation_count;
    }
    for (uint32_t i = 0; i < drawn->operation_count; i++)
        if (!fits(place, operations[i].text)) return stray_text;
    return check_reports(place, reports, drawn->report_count);
}

static const char *check_render(place *place) {
    const plugin_host_render *render = take(place, 1, sizeof *render);
    if (!render) return too_short;
    return fits(place, render->part) ? NULL : stray_text;
}

static const char *check_rendered(place *place) {
    const plugin_host_rendered *rendered = take(place, 1, sizeof *rendered);
    if (!rendered) return too_short;
    const plugin_host_report *reports = take(place, rendered->report_count, sizeof *reports);
    if (!reports) return too_short;
    if (!fits(place, rendered->part) || !fits(place, rendered->media_type)) return stray_text;
    return check_reports(place, reports, rendered->report_count);
}

static const char *check(place *place) {
    const plugin_host_header *header = (const void *)place->message;
    if (place->length < sizeof *header || place->length > PLUGIN_HOST_LONGEST || header->length != place->length)
        return "the length of the message is not the one in its header";
    switch (header->type) {
    case PLUGIN_HOST_HELLO:
    case PLUGIN_HOST_HELLO | PLUGIN_HOST_ANSWER:
        if (!take(place, 1, sizeof(plugin_host_hello))) return too_short;
        return take(place, header->count, sizeof(plugin_host_feature)) ? NULL : too_short;
    case PLUGIN_HOST_LOAD: return check_load(place);
    case PLUGIN_HOST_LOAD | PLUGIN_HOST_ANSWER: return check_loaded(place);
    case PLUGIN_HOST_SELECTED:
    case PLUGIN_HOST_DRAW: return check_question(place);
    case PLUGIN_HOST_DRAW | PLUGIN_HOST_ANSWER: return check_drawn(place);
    case PLUGIN_HOST_RENDER: return check_render(place);
    case PLUGIN_HOST_RENDER | PLUGIN_HOST_ANSWER: return check_rendered(place);
    default: place->position = sizeof *header; return NULL;
    }
}

const char *plugin_host_check(const void *message, size_t length) {
    place place = {message, length, 0, 0};
    return check(&place);
}

size_t plugin_host_texts(const void *message) {
    const plugin_host_header *header = message;
    place place = {message, header->length, 0, 0};
    check(&place);
    return place.position;
}

const char *plugin_host_confinement(unsigned bit) {
    static const char *const names[] = {
        "privileges", "memory", "processes", "threads", "programs", "sockets", "files", "signals", "others", "descriptors",
        "user", "processor",
    };
    return bit < sizeof names / sizeof *names ? names[bit] : NULL;
}
