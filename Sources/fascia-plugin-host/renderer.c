#include "renderer.h"

#include <fascia_plugin.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "plugin.h"

typedef struct {
    char *bytes; // of PLUGIN_HOST_DOCUMENT, once it is needed
    size_t length;
} buffer;

static buffer screens, document;

static int allocate(buffer *buffer) {
    if (!buffer->bytes) buffer->bytes = malloc(PLUGIN_HOST_DOCUMENT);
    return buffer->bytes != NULL;
}

static fascia_status write_text(const fascia_sink *sink, fascia_string text) {
    (void)sink;
    if (!text.data && text.length) return FASCIA_INVALID;
    if (text.length > PLUGIN_HOST_DOCUMENT - document.length) return FASCIA_LIMIT;
    if (text.length) memcpy(document.bytes + document.length, text.data, text.length);
    document.length += text.length;
    return FASCIA_OK;
}

static fascia_status render(void) {
    const fascia_renderer *renderer = plugin_renderer();
    fascia_sink sink = {sizeof sink, 0, NULL, plugin_view_of_host, write_text};
    document.length = 0;
    return renderer ? renderer->render(renderer, (fascia_string){screens.bytes, screens.length}, &sink) : FASCIA_UNSUPPORTED;
}

static void answer(plugin_host_rendered rendered, uint32_t serial) {
    rendered.header = (plugin_host_header){.type = PLUGIN_HOST_RENDER | PLUGIN_HOST_ANSWER, .serial = serial};
    rendered.report_count = answer_report_count();
    answer_send(&rendered.header, sizeof rendered, NULL, 0);
    answer_begin();
}

void renderer_take(const plugin_host_render *part) {
    uint32_t serial = part->header.serial;
    size_t length = part->part.length;
    if (!allocate(&screens) || !allocate(&document) || length > PLUGIN_HOST_DOCUMENT - screens.length)
        return answer((plugin_host_rendered){.status = FASCIA_LIMIT}, serial);
    memcpy(screens.bytes + screens.length, (const char *)part + plugin_host_texts(part) + part->part.offset, length);
    screens.length += length;
    if (part->more) return answer((plugin_host_rendered){.more = 1}, serial);
    const char *media_type = plugin_renderer() ? plugin_renderer()->media_type : "";
    plugin_host_rendered rendered = {.status = render()};
    if (rendered.status != FASCIA_OK) document.length = 0;
    screens.length = 0;
    size_t position = 0;
    do {
        size_t rest = document.length - position;
        size_t size = rest < PLUGIN_HOST_PART ? rest : PLUGIN_HOST_PART;
        rendered.part = answer_text(document.bytes + position, size);
        rendered.media_type = answer_text(media_type, strlen(media_type));
        position += size;
        rendered.more = position < document.length;
        answer(rendered, serial);
    } while (position < document.length);
}
