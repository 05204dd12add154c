#include "styles.h"

#include <stdbool.h>
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

// Stores the size that the control takes, and the status of measuring it. Returns whether it can be drawn in that size.
static bool measure(const control_data *data, plugin_host_drawing *drawing) {
    const fascia_style *style = plugin_style(data->control->style);
    // The size must not depend on the colour depth: terminals of different depths share a layout.
    plugin_host_control control = *data->control;
    control.color_depth = 24;
    control_data measured = *data;
    measured.control = &control;
    fascia_control view = control_view(&measured);
    fascia_size size = {FASCIA_UNSPECIFIED, FASCIA_UNSPECIFIED};
    fascia_size proposal = {control.columns, control.rows};
    drawing->measured = style->measure ? style->measure(style, &view, proposal, &size) : FASCIA_NOT_FOUND;
    drawing->columns = size.columns;
    drawing->rows = size.rows;
    return drawing->measured == FASCIA_OK && size.columns >= 0 && size.columns <= PLUGIN_HOST_LARGEST && size.rows >= 0
        && size.rows <= PLUGIN_HOST_LARGEST;
}

static plugin_host_drawing draw(const control_data *data) {
    const plugin_host_control *control = data->control;
    const fascia_style *style = plugin_style(control->style);
    plugin_host_drawing drawing = {
        .measured = FASCIA_NOT_FOUND, .status = FASCIA_NOT_FOUND, .first_operation = answer_first_operation(),
    };
    if (!style) return drawing;
    fascia_size size = {control->columns, control->rows};
    if (control->flags & PLUGIN_HOST_MEASURED) {
        if (!measure(data, &drawing)) return drawing;
        size = (fascia_size){drawing.columns, drawing.rows};
    }
    fascia_control view = control_view(data);
    canvas_data drawn = {size, ""};
    fascia_canvas canvas = canvas_view(&drawn);
    drawing.status = style->draw(style, &view, &canvas);
    if (*drawn.refusal || drawing.status != FASCIA_OK) answer_drop_operations();
    drawing.operation_count = answer_operation_count();
    drawing.refusal = answer_text(drawn.refusal, strlen(drawn.refusal));
    return drawing;
}

// For a drawing that with its reports is longer than a message.
static void refuse(plugin_host_drawing *drawing) {
    static const char why[] = "more than a message holds";
    drawing->status = FASCIA_LIMIT;
    drawing->operation_count = 0;
    drawing->refusal = answer_text(why, sizeof why - 1);
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
            refuse(&drawings[count]);
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
