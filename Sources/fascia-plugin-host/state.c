#include "state.h"

#include <fascia_plugin.h>
#include <string.h>

#include "answer.h"
#include "plugin.h"

static char kept[PLUGIN_HOST_STATE];
static size_t length;

static fascia_status write_state(const fascia_sink *sink, fascia_string text) {
    (void)sink;
    if (!text.data && text.length) return FASCIA_INVALID;
    if (text.length > sizeof kept - length) return FASCIA_LIMIT;
    if (text.length) memcpy(kept + length, text.data, text.length);
    length += text.length;
    return FASCIA_OK;
}

static void answer(plugin_host_saved saved, uint32_t type, uint32_t serial) {
    saved.header = (plugin_host_header){.type = type | PLUGIN_HOST_ANSWER, .serial = serial};
    saved.report_count = answer_report_count();
    answer_send(&saved.header, sizeof saved, NULL, 0);
}

void state_save(const plugin_host_header *save) {
    fascia_sink sink = {sizeof sink, 0, NULL, plugin_view_of_host, write_state};
    length = 0;
    plugin_host_saved saved = {.status = plugin_save(&sink)};
    if (saved.status == FASCIA_OK) saved.state = answer_text(kept, length);
    answer(saved, PLUGIN_HOST_SAVE, save->serial);
}

void state_restore(const plugin_host_restore *restore) {
    fascia_string state = {(const char *)restore + plugin_host_texts(restore) + restore->state.offset, restore->state.length};
    answer((plugin_host_saved){.status = plugin_restore(state)}, PLUGIN_HOST_RESTORE, restore->header.serial);
}
