#include "control.h"

#include <string.h>

#include "plugin.h"
#include "text.h"

static const control_data *of(const fascia_control *control) { return control->host_data; }

static fascia_string lent(const control_data *data, plugin_host_text text) {
    return (fascia_string){text.length ? data->texts + text.offset : NULL, text.length};
}

static uint32_t flag(const fascia_control *control, uint32_t bit) { return (of(control)->control->flags & bit) != 0; }

static fascia_control_kind kind(const fascia_control *control) { return of(control)->control->kind; }
static fascia_string label(const fascia_control *control) { return lent(of(control), of(control)->control->label); }
static fascia_string value(const fascia_control *control) { return lent(of(control), of(control)->control->value); }
static fascia_state state(const fascia_control *control) { return of(control)->control->state; }
static fascia_role role(const fascia_control *control) { return of(control)->control->role; }
static uint32_t is_enabled(const fascia_control *control) { return flag(control, PLUGIN_HOST_ENABLED); }
static uint32_t is_focused(const fascia_control *control) { return flag(control, PLUGIN_HOST_FOCUSED); }
static fascia_color tint(const fascia_control *control) { return of(control)->control->tint; }
static uint32_t unicode(const fascia_control *control) { return flag(control, PLUGIN_HOST_UNICODE); }
static uint32_t color_depth(const fascia_control *control) { return of(control)->control->color_depth; }

static fascia_traits traits(const fascia_control *control) { return of(control)->control->traits; }
static double fraction(const fascia_control *control) { return of(control)->control->fraction; }
static uint32_t option_count(const fascia_control *control) { return of(control)->control->option_count; }
static int32_t selected(const fascia_control *control) { return of(control)->control->selected; }
static fascia_string prompt(const fascia_control *control) { return lent(of(control), of(control)->control->prompt); }
static int32_t cursor(const fascia_control *control) { return of(control)->control->cursor; }
static int32_t animation_step(const fascia_control *control) { return of(control)->control->animation_step; }

static fascia_string option(const fascia_control *control, uint32_t index) {
    const control_data *data = of(control);
    return index < data->control->option_count ? lent(data, data->options[index].label) : (fascia_string){NULL, 0};
}

static const plugin_host_parameter *find(const control_data *data, fascia_string key) {
    for (uint32_t i = 0; i < data->control->parameter_count; i++) {
        const plugin_host_parameter *parameter = &data->parameters[i];
        if (parameter->key.length != key.length) continue;
        if (!key.length || memcmp(data->texts + parameter->key.offset, key.data, key.length) == 0) return parameter;
    }
    return NULL;
}

static int is_text(fascia_string text) {
    return text.length <= PLUGIN_HOST_TEXT && !(text_examine(text).problems & TEXT_NOT_UTF8);
}

static fascia_status parameter(const fascia_control *control, fascia_string key, fascia_value *value) {
    if (!value || !is_text(key)) return FASCIA_INVALID;
    const plugin_host_parameter *found = find(of(control), key);
    if (!found) return FASCIA_NOT_FOUND;
    if (found->type > FASCIA_VALUE_STRING) return FASCIA_UNSUPPORTED;
    *value = (fascia_value){.type = found->type, .boolean = found->boolean, .integer = found->integer, .number = found->number};
    if (found->type == FASCIA_VALUE_STRING) value->string = lent(of(control), found->string);
    return FASCIA_OK;
}

static int32_t text_width(const fascia_control *control, fascia_string text) {
    (void)control;
    return text.length <= PLUGIN_HOST_TEXT ? text_examine(text).columns : 0;
}

fascia_control control_view(const control_data *data) {
    return (fascia_control){
        sizeof(fascia_control), 0, (void *)data, plugin_view_of_host, kind, label, value, state, role, is_enabled, is_focused,
        tint, unicode, color_depth, parameter, text_width, traits, fraction, option_count, option, selected, prompt, cursor,
        animation_step,
    };
}
