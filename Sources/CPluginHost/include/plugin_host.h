/*
 * plugin_host.h - how the daemon and fascia-plugin-host talk
 *
 * Private to Fascia: authors of plugins need fascia_plugin.h only, and both programs come from one build.
 *
 * The host is a process that runs one plugin. Descriptor 3 is its end of a SOCK_SEQPACKET socket. The daemon starts it, or
 * connects to a socket of systemd, which starts `fascia-plugin-host --guard`: that gets the descriptor of the plugin's output
 * in a first message, and starts the host.
 *
 * The daemon asks, the host answers, one message each:
 *
 *   HELLO    The daemon's lists its features and carries descriptors: of the plugin's file, then of those of its libraries
 *            that are not the system's, each behind those that it needs. The host confines itself, tests the confinement, and
 *            answers with its own features and the tests that held. Both sides then use the features that both have, in the
 *            lower of the two revisions.
 *   LOAD     Loads the libraries and the plugin. The answer names its styles and what its renderer reads, or says why it cannot
 *            be used.
 *   DRAW     Draws controls: all of a frame, as far as they fit into one message. Those with the flag MEASURED are measured
 *            first, and drawn in the size that they take.
 *   RENDER   Sends a part of the screens to render: of their nodes, or of their cells if the renderer reads those. The
 *            answer to a part but the last has no content. The last one is answered with the parts of what the plugin has
 *            written, one message each.
 *   SELECTED Tells a style which option of a control is selected next. Has no answer.
 *
 * The answer to DRAW covers as many controls, from the first, as fit into one message, and at least one; the
 * daemon asks again for the rest.
 *
 * A message of another type is answered with UNSUPPORTED. A malformed one ends the host.
 *
 * A message is a header, then arrays of fixed structs in the order given below, then texts. All numbers are little-endian.
 * A text is UTF-8 in what the daemon sends, and any bytes in what comes from a plugin. Every count, offset and length is
 * checked by `plugin_host_check` before anything else is read, in both directions.
 */
#ifndef PLUGIN_HOST_H
#define PLUGIN_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PLUGIN_HOST_LONGEST 196608u  /* bytes of a message */
#define PLUGIN_HOST_CONTROLS 512u    /* controls in a message */
#define PLUGIN_HOST_OPERATIONS 4096u /* operations on one canvas */
#define PLUGIN_HOST_LARGEST 4096     /* columns and rows that a control can take */
#define PLUGIN_HOST_TEXT 65536u      /* bytes of one text on a canvas */
#define PLUGIN_HOST_REPORTS 16u      /* reports of a plugin in one call */
#define PLUGIN_HOST_REPORT 4096u     /* bytes of a report */
#define PLUGIN_HOST_STYLES 256u      /* styles of a plugin */
#define PLUGIN_HOST_SOCKET 3         /* the descriptor of the socket in the host */
#define PLUGIN_HOST_FILES 64u        /* descriptors of a plugin and its libraries */
#define PLUGIN_HOST_DOCUMENT 16777216u /* bytes of the screens to render, and of what a renderer writes */
#define PLUGIN_HOST_PART 98304u        /* bytes of a part of them */
#define PLUGIN_HOST_MEDIA_TYPE 64u     /* bytes of a media type */
#define PLUGIN_HOST_SECONDS 5        /* a call of the plugin that takes longer ends the host */

/* Types. An answer has the type of its question with PLUGIN_HOST_ANSWER. */
#define PLUGIN_HOST_HELLO 1u
#define PLUGIN_HOST_LOAD 2u
#define PLUGIN_HOST_DRAW 3u
#define PLUGIN_HOST_RENDER 4u
#define PLUGIN_HOST_SELECTED 5u
#define PLUGIN_HOST_ANSWER 0x80u
#define PLUGIN_HOST_UNSUPPORTED 0xFFu

#define PLUGIN_HOST_FEATURE_STYLE 1u /* DRAW */
#define PLUGIN_HOST_STYLE_REVISION 1u
#define PLUGIN_HOST_FEATURE_RENDERER 2u /* RENDER */
#define PLUGIN_HOST_RENDERER_REVISION 1u

/* Options of HELLO. UNCONFINED: the host does not confine itself, and does not end a call that takes long. DEBUGGED: a debugger
 * of the same user may attach to it, and it loads the file by its path. */
#define PLUGIN_HOST_UNCONFINED 1u
#define PLUGIN_HOST_DEBUGGED 2u

/* What was tested to hold. The tests try what is forbidden. These are of any host. */
#define PLUGIN_HOST_HOLDS_PRIVILEGES 0x001u  /* gains no privileges by starting programs */
#define PLUGIN_HOST_HOLDS_MEMORY 0x002u      /* cannot map 4 GiB */
#define PLUGIN_HOST_HOLDS_PROCESSES 0x004u   /* starts no process */
#define PLUGIN_HOST_HOLDS_THREADS 0x008u     /* starts no thread */
#define PLUGIN_HOST_HOLDS_PROGRAMS 0x010u    /* starts no program */
#define PLUGIN_HOST_HOLDS_SOCKETS 0x020u     /* makes no socket */
#define PLUGIN_HOST_HOLDS_FILES 0x040u       /* opens no files but libraries */
#define PLUGIN_HOST_HOLDS_SIGNALS 0x080u     /* sends no signals to other processes */
#define PLUGIN_HOST_HOLDS_OTHERS 0x100u      /* does not read the memory of other processes */
#define PLUGIN_HOST_HOLDS_DESCRIPTORS 0x200u /* has no descriptors but its own */
#define PLUGIN_HOST_HOLDS_ALL 0x3FFu
/* What depends on who starts the host. */
#define PLUGIN_HOST_HOLDS_USER 0x400u      /* has a user of its own */
#define PLUGIN_HOST_HOLDS_PROCESSOR 0x800u /* does not get all the time of a processor */

/* Why a plugin cannot be used; 0 if it can. */
#define PLUGIN_HOST_LOADED 0u
#define PLUGIN_HOST_NOT_A_SHARED_OBJECT 1u
#define PLUGIN_HOST_NO_ENTRY 2u
#define PLUGIN_HOST_NO_TABLE 3u
#define PLUGIN_HOST_WRONG_MAGIC 4u
#define PLUGIN_HOST_WRONG_VERSION 5u
#define PLUGIN_HOST_TOO_SMALL 6u
#define PLUGIN_HOST_MALFORMED 7u
#define PLUGIN_HOST_ID_MISMATCH 8u
#define PLUGIN_HOST_NOTHING_KNOWN 9u
#define PLUGIN_HOST_START_FAILED 10u

#define PLUGIN_HOST_ENABLED 0x1u
#define PLUGIN_HOST_FOCUSED 0x2u
#define PLUGIN_HOST_UNICODE 0x4u
#define PLUGIN_HOST_MEASURED 0x8u /* the control is measured first */

#define PLUGIN_HOST_DRAW_TEXT 1u
#define PLUGIN_HOST_DRAW_FILL 2u
#define PLUGIN_HOST_DRAW_BOX 3u
#define PLUGIN_HOST_DRAW_REGION 4u /* draws nothing: `attributes` is the region, `foreground` the index of the option */

/* A style that is told of selections. */
#define PLUGIN_HOST_STYLE_SELECTED 0x1u

/* A plugin whose renderer reads cells; a plugin with a renderer. */
#define PLUGIN_HOST_RENDERER_CELLS 0x1u
#define PLUGIN_HOST_HAS_RENDERER 0x2u

/* In a parameter: an array or an object, which a plugin does not get. */
#define PLUGIN_HOST_VALUE_OTHER 0xFFFFFFFFu

/* `offset` counts from the first text, which follows the last array. */
typedef struct plugin_host_text {
    uint32_t offset;
    uint32_t length;
} plugin_host_text;

typedef struct plugin_host_header {
    uint32_t length; /* of the whole message */
    uint32_t type;
    uint32_t serial; /* an answer has that of its question */
    uint32_t count;
} plugin_host_header;

/* HELLO in both directions: `count` features. */
typedef struct plugin_host_hello {
    plugin_host_header header;
    uint32_t holds;   /* 0 from the daemon */
    uint32_t options; /* 0 from the host */
} plugin_host_hello;

typedef struct plugin_host_feature {
    uint32_t id;
    uint32_t revision;
} plugin_host_feature;

/* LOAD: `count` is 0. */
typedef struct plugin_host_load {
    plugin_host_header header;
    plugin_host_text plugin;  /* the id that it must have */
    plugin_host_text path;    /* of its file, for messages */
    plugin_host_text version; /* of the daemon */
} plugin_host_load;

/* The answer to LOAD: `count` styles, then reports. */
typedef struct plugin_host_loaded {
    plugin_host_header header;
    uint32_t problem;
    uint32_t report_count;
    plugin_host_text message;
    plugin_host_text version;
    uint32_t flags;
    uint32_t reserved;
} plugin_host_loaded;

typedef struct plugin_host_style {
    uint32_t kind;
    uint32_t flags;
    plugin_host_text name;
} plugin_host_style;

/* DRAW and SELECTED: `count` controls, then parameters, then options. */
typedef struct plugin_host_question {
    plugin_host_header header;
    uint32_t parameter_count;
    uint32_t option_count;
} plugin_host_question;

typedef struct plugin_host_control {
    uint32_t style; /* the index of the style in the answer to LOAD */
    int32_t columns; /* proposed, or of the canvas; in SELECTED the index of the option */
    int32_t rows;
    uint32_t kind;
    uint32_t state;
    uint32_t role;
    uint32_t flags;
    uint32_t tint;
    uint32_t color_depth; /* in which it is drawn */
    uint32_t parameter_count;
    uint32_t first_parameter;
    uint32_t traits;
    plugin_host_text label;
    plugin_host_text value;
    plugin_host_text prompt;
    double fraction;
    uint32_t option_count;
    uint32_t first_option;
    int32_t selected;
    int32_t cursor;
    int32_t animation_step;
    uint32_t reserved;
} plugin_host_control;

typedef struct plugin_host_parameter {
    plugin_host_text key;
    uint32_t type; /* FASCIA_VALUE_NULL and so on, or PLUGIN_HOST_VALUE_OTHER */
    uint32_t boolean;
    int64_t integer;
    double number;
    plugin_host_text string;
} plugin_host_parameter;

typedef struct plugin_host_option {
    plugin_host_text label;
} plugin_host_option;

/* The answer to DRAW: `count` drawings, then operations, then reports. */
typedef struct plugin_host_drawn {
    plugin_host_header header;
    uint32_t operation_count;
    uint32_t report_count;
} plugin_host_drawn;

typedef struct plugin_host_drawing {
    int32_t measured; /* the status of measuring it: it is drawn only after FASCIA_OK, in a size from 0 to LARGEST.
                         FASCIA_NOT_FOUND if it was not to be measured. */
    int32_t columns;  /* the size that it takes; 0 unless it was measured */
    int32_t rows;
    int32_t status;
    uint32_t operation_count;
    uint32_t first_operation;
    plugin_host_text refusal; /* the first refused operation, in words; empty if none was */
} plugin_host_drawing;

typedef struct plugin_host_operation {
    uint32_t kind;
    int32_t column;
    int32_t row;
    int32_t columns;
    int32_t rows;
    uint32_t foreground;
    uint32_t background;
    uint32_t attributes;
    plugin_host_text text;
} plugin_host_operation;

/* RENDER: a part of the screens; `count` is 0. */
typedef struct plugin_host_render {
    plugin_host_header header;
    uint32_t more; /* 1 if further parts follow */
    uint32_t reserved;
    plugin_host_text part;
} plugin_host_render;

/* The answer to RENDER: reports; `count` is 0. */
typedef struct plugin_host_rendered {
    plugin_host_header header;
    int32_t status;
    uint32_t more; /* 1 if further parts follow, of the question or of the answer */
    uint32_t report_count;
    uint32_t reserved;
    plugin_host_text part;
    plugin_host_text media_type; /* empty if the plugin has no renderer */
} plugin_host_rendered;

typedef struct plugin_host_report {
    uint32_t severity;
    uint32_t control; /* the index of the control that it was made for */
    plugin_host_text text;
} plugin_host_report;

#define PLUGIN_HOST_SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has changed its size")
PLUGIN_HOST_SIZE(plugin_host_text, 8);
PLUGIN_HOST_SIZE(plugin_host_header, 16);
PLUGIN_HOST_SIZE(plugin_host_hello, 24);
PLUGIN_HOST_SIZE(plugin_host_feature, 8);
PLUGIN_HOST_SIZE(plugin_host_load, 40);
PLUGIN_HOST_SIZE(plugin_host_loaded, 48);
PLUGIN_HOST_SIZE(plugin_host_style, 16);
PLUGIN_HOST_SIZE(plugin_host_question, 24);
PLUGIN_HOST_SIZE(plugin_host_control, 104);
PLUGIN_HOST_SIZE(plugin_host_parameter, 40);
PLUGIN_HOST_SIZE(plugin_host_option, 8);
PLUGIN_HOST_SIZE(plugin_host_drawn, 24);
PLUGIN_HOST_SIZE(plugin_host_drawing, 32);
PLUGIN_HOST_SIZE(plugin_host_operation, 40);
PLUGIN_HOST_SIZE(plugin_host_render, 32);
PLUGIN_HOST_SIZE(plugin_host_rendered, 48);
PLUGIN_HOST_SIZE(plugin_host_report, 16);
#undef PLUGIN_HOST_SIZE

/* Checks every count, offset and length of a message. `message` is aligned to 8 bytes. Returns null if all are valid,
 * otherwise what is wrong. A message of an unknown type is valid if its header is. */
const char *plugin_host_check(const void *message, size_t length);

/* The offset of the first text of a message that `plugin_host_check` accepts. */
size_t plugin_host_texts(const void *message);

/* The name of a bit of `holds`, as plugin.list shows it; null after the last one. */
const char *plugin_host_confinement(unsigned bit);

/* Makes a pipe for what a plugin prints, neither end of which blocks. Stores -1 if there are too many descriptors. */
void plugin_host_pipe(int *source, int *end);

/* Starts the host at `program`, with a session of its own, an empty environment, and `output` as its standard output and error.
 * Stores its id and this end of its socket, which does not block. Returns 0 or an error number. */
int plugin_host_start(const char *program, int output, pid_t *process, int *connection);

/* Connects to the socket at `path`, which starts a host for each connection. Otherwise like `plugin_host_start`. Returns 0 or an
 * error number. */
int plugin_host_connect(const char *path, int output, int *connection);

/* Sends a message, with up to PLUGIN_HOST_FILES descriptors. Returns 0 or an error number. */
int plugin_host_send(int connection, const void *message, size_t length, const int *descriptors, size_t count);

/* Waits up to `milliseconds` for a message and receives it. Returns its length; 0 if the host has closed its end; or -1 with
 * `errno`, which is ETIMEDOUT after that time and EMSGSIZE if the message is longer than `capacity`. */
ssize_t plugin_host_receive(int connection, void *message, size_t capacity, int milliseconds);

#endif
