#include "styles.h"

#include <string.h>

#include "answer.h"
#include "control.h"
#include "plugin.h"

// A question's arrays.
typedef struct {
    const plugin_host_control *controls;
    const plugin_host_parameter *parameters;
    const plugin_host_option *options;
    const char *texts;
} arrays;

static arrays arrays_of(const plugin_host_question *question) {
    const plugin_host_control *controls = (const void *)(question + 1);
    const plugin_host_parameter *parameters = (const void *)(controls + question->header.count);
    return (arrays){
        controls, parameters, (const void *)(parameters + question->parameter_count),
        (const char *)question + plugin_host_texts(question),
    };
}

static control_data data_of(const arrays *arrays, uint32_t index) {
    const plugin_host_control *control = &arrays->controls[index];
    return (control_data){
        control, arrays->parameters + control->first_parameter, arrays->options + control->first_option, arrays->texts,
    };
}

static plugin_host_size measure(const control_data *data) {
    const fascia_style *style = plugin_style(data->control->style);
    if (!style || !style->measure) return (plugin_host_size){FASCIA_NOT_FOUND, 0, 0, 0};
    fascia_control view = control_view(data);
    fascia_size size = {FASCIA_UNSPECIFIED, FASCIA_UNSPECIFIED};
    fascia_size proposal = {data->control->columns, data->control->rows};
    fascia_status status = style->measure(style, &view, proposal, &size);
    return (plugin_host_size){status, size.columns, size.rows, 0};
}

static plugin_host_drawing draw(const control_data *data) {
    const fascia_style *style = plugin_style(data->control->style);
    if (!style) return (plugin_host_drawing){.status = FASCIA_NOT_FOUND};
    fascia_control view = control_view(data);
    canvas_data drawn = {{data->control->columns, data->control->rows}, ""};
    fascia_canvas canvas = canvas_view(&drawn);
    fascia_status status = style->draw(style, &view, &canvas);
    if (*drawn.refusal || status != FASCIA_OK) answer_drop_operations();
    return (plugin_host_drawing){
        .status = status,
        .first_operation = answer_first_operation(),
        .operation_count = answer_operation_count(),
        .refusal = answer_text(drawn.refusal, strlen(drawn.refusal)),
    };
}

// For a drawing that with its reports is longer than a message.
static plugin_host_drawing too_long(void) {
    static const char why[] = "more than a message holds";
    return (plugin_host_drawing){.status = FASCIA_LIMIT, .refusal = answer_text(why, sizeof why - 1)};
}

void styles_selected(const plugin_host_question *question) {
    arrays arrays = arrays_of(question);
    for (uint32_t i = 0; i < question->header.count; i++) {
        control_data data = data_of(&arrays, i);
        const fascia_style *style = plugin_style(data.control->style);
        if (!style || !plugin_is_told_of_selections(style)) continue;
        fascia_control view = control_view(&data);
        style->selected(style, &view, (uint32_t)data.control->columns);
    }
}

void styles_measure(const plugin_host_question *question) {
    static plugin_host_size sizes[PLUGIN_HOST_CONTROLS];
    arrays arrays = arrays_of(question);
    uint32_t count = 0;
    for (; count < question->header.count; count++) {
        answer_begin_control(count);
        control_data data = data_of(&arrays, count);
        sizes[count] = measure(&data);
        if (answer_fits(sizeof(plugin_host_measured), count + 1, sizeof *sizes)) continue;
        answer_drop_control();
        break;
    }
    plugin_host_measured answer = {
        .header = {.type = PLUGIN_HOST_MEASURE | PLUGIN_HOST_ANSWER, .serial = question->header.serial, .count = count},
        .report_count = answer_report_count(),
    };
    answer_send(&answer.header, sizeof answer, sizes, sizeof *sizes);
}

void styles_draw(const plugin_host_question *question) {
    static plugin_host_drawing drawings[PLUGIN_HOST_CONTROLS];
    arrays arrays = arrays_of(question);
    uint32_t count = 0, operations = 0;
    for (; count < question->header.count; count++) {
        answer_begin_control(count);
        control_data data = data_of(&arrays, count);
        drawings[count] = draw(&data);
        if (!answer_fits(sizeof(plugin_host_drawn), count + 1, sizeof *drawings)) {
            answer_drop_control();
            if (count) break;
            drawings[count] = too_long();
        }
        operations = drawings[count].first_operation + drawings[count].operation_count;
    }
    plugin_host_drawn answer = {
        .header = {.type = PLUGIN_HOST_DRAW | PLUGIN_HOST_ANSWER, .serial = question->header.serial, .count = count},
        .operation_count = operations,
        .report_count = answer_report_count(),
    };
    answer_send(&answer.header, sizeof answer, drawings, sizeof *drawings);
}
