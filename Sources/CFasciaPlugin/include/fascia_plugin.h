/*
 * fascia_plugin.h - the plugin ABI of Fascia, version 1.2
 *
 * A plugin needs only this file. It compiles on its own, as C11 and as C++17:
 *
 *     cc -shared -fPIC -o toggles.so toggles.c
 *
 * A plugin is a shared object that exports one function, fascia_plugin_entry. The function returns a static table with
 * a getter for the plugin's extensions. This version has two: "fascia.style/1", the styles of kinds of controls, and
 * "fascia.renderer/1", which turns screens into a document. Later versions add other extensions, or fields at the end of a
 * struct.
 *
 * General rules
 *
 *   Threads     The host calls a plugin always from the same thread. A plugin calls the host only during a call from the
 *               host.
 *   Memory      Nothing is allocated on one side and freed on the other. Each declaration says who owns a pointer and
 *               how long it is valid. "Permanent" means: unchanged from the moment when the other side can see it until
 *               the process ends. A plugin is never unmapped, so its static memory is permanent.
 *   Strings     UTF-8. A `const char *` is NUL-terminated: these are the few fixed names in the tables of plugin and
 *               host. All other strings are fascia_string values, with a length and without a NUL.
 *   Isolation   A plugin runs in a process of its own. Unless the daemon is told otherwise, it cannot start threads or
 *               processes there, open files other than libraries, or create sockets.
 *   Errors      Functions return a fascia_status. Before a plugin returns anything other than FASCIA_OK, it reports the
 *               reason, in words for people, with fascia_host.report. No C++ exception and no longjmp may cross the
 *               boundary between plugin and host.
 *   Versions    A host accepts a plugin of its major version whose `needs_minor` does not exceed the host's minor
 *               version. Structs grow at their end only; `struct_size` is the size that is present. Read a field only
 *               if it lies within struct_size, or belongs to the minor version that the plugin requires.
 *   Speed       The host calls styles for every control of every frame. A call must take microseconds, not
 *               milliseconds, and do no I/O.
 */
#ifndef FASCIA_PLUGIN_H
#define FASCIA_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FASCIA_ABI_MAJOR 1
#define FASCIA_ABI_MINOR 2

/* Marks the table of a Fascia plugin. */
#define FASCIA_PLUGIN_MAGIC 0xFA5C1A01u

/* The name of the one function that a plugin exports. */
#define FASCIA_ENTRY_SYMBOL "fascia_plugin_entry"

#if defined(__GNUC__)
#define FASCIA_EXPORT __attribute__((visibility("default")))
#else
#define FASCIA_EXPORT
#endif

/* ---------------------------------------------------------------------------------------------- basic types --- */

/* The result of a function. Negative numbers are failures; the host treats unlisted numbers as FASCIA_FAILED. */
typedef int32_t fascia_status;
#define FASCIA_OK 0
/* The call failed; the plugin has reported the reason. */
#define FASCIA_FAILED (-1)
/* An invalid argument: a null pointer, text that is not UTF-8 or has control characters, a negative size. */
#define FASCIA_INVALID (-2)
/* Nothing has that name. */
#define FASCIA_NOT_FOUND (-3)
/* This host or plugin does not support the operation. */
#define FASCIA_UNSUPPORTED (-4)
/* A limit of the host is exceeded: too many operations on a canvas, or too long a text. */
#define FASCIA_LIMIT (-5)

/* UTF-8 text of `length` bytes. `data` need not be NUL-terminated; it may be null if `length` is 0. */
typedef struct fascia_string {
    const char *data;
    size_t length;
} fascia_string;

/* In character cells. */
typedef struct fascia_size {
    int32_t columns;
    int32_t rows;
} fascia_size;

/* In character cells; 0,0 is the top left cell of the canvas. */
typedef struct fascia_rect {
    int32_t column;
    int32_t row;
    int32_t columns;
    int32_t rows;
} fascia_rect;

/* In a proposed size: no limit in this direction; the control answers with its ideal size. */
#define FASCIA_UNSPECIFIED (-1)

/* 0x00RRGGBB, or FASCIA_COLOR_DEFAULT for the terminal's default colour. The host shows the nearest colour that the
 * terminal supports. */
typedef uint32_t fascia_color;
#define FASCIA_COLOR_DEFAULT 0xFFFFFFFFu

#define FASCIA_BOLD 0x01u
#define FASCIA_DIM 0x02u
#define FASCIA_ITALIC 0x04u
#define FASCIA_UNDERLINE 0x08u
#define FASCIA_INVERSE 0x10u
#define FASCIA_STRIKETHROUGH 0x20u

/* The colours and attributes of cells. */
typedef struct fascia_cell_style {
    fascia_color foreground;
    fascia_color background;
    uint32_t attributes; /* FASCIA_BOLD and so on, or-ed. The host ignores unknown bits. */
} fascia_cell_style;

/* ------------------------------------------------------------------------------------------------------ host --- */

typedef uint32_t fascia_severity;
#define FASCIA_SEVERITY_INFO 0u
#define FASCIA_SEVERITY_WARNING 1u
#define FASCIA_SEVERITY_ERROR 2u

/* The host, as a plugin sees it. Owned by the host, permanent. */
typedef struct fascia_host fascia_host;
struct fascia_host {
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    void *host_data;     /* Private to the host; a plugin does not use it. */
    const char *name;    /* "fasciad" */
    const char *version; /* The version of the host program, not of the ABI. */

    /* Reports a message to the people who run the host. `message` is the plugin's; the host copies it during the call. */
    void (*report)(const fascia_host *host, fascia_severity severity, fascia_string message);

    /* Returns an extension of the host by its id; null if this host does not have it. The result is owned by the host,
     * permanent. This version has none. `id` is the plugin's and need only be valid during the call. */
    const void *(*get_extension)(const fascia_host *host, const char *id);
};

/* ---------------------------------------------------------------------------------------------------- plugin --- */

/* What fascia_plugin_entry returns. Owned by the plugin, permanent. The first five fields are the same in every major
 * version, so that a host can report the version that it found. */
typedef struct fascia_plugin fascia_plugin;
struct fascia_plugin {
    uint32_t magic;       /* FASCIA_PLUGIN_MAGIC */
    uint32_t struct_size; /* sizeof(fascia_plugin) */
    uint16_t abi_major;   /* FASCIA_ABI_MAJOR of the header it was compiled with */
    uint16_t abi_minor;   /* FASCIA_ABI_MINOR of that header */
    uint16_t needs_minor; /* The lowest minor version of a host that it works with; 0 unless it uses something newer. */
    uint16_t reserved;    /* 0 */

    /* The plugin's name: ASCII letters, digits, '-' and '_', at most 64. Its file is called `id`.so or lib`id`.so. */
    const char *id;
    const char *version; /* The plugin's version, shown to people. */
    void *plugin_data;   /* Private to the plugin; the host does not use it. */

    /* Called once, before any extension is used. May be null. `host` is owned by the host, permanent. Any result other
     * than FASCIA_OK means that the plugin cannot work here; the host then calls nothing of it again. */
    fascia_status (*start)(const fascia_plugin *plugin, const fascia_host *host);

    /* Returns an extension by its id, such as FASCIA_EXTENSION_STYLE; null for every id that the plugin does not know.
     * The host may call it before `start`, and repeatedly; the answer must always be the same. `id` is the host's and
     * valid during the call only; the returned table is owned by the plugin, permanent. */
    const void *(*get_extension)(const fascia_plugin *plugin, const char *id);
};

/* The function that a plugin defines and exports. Called once after the plugin is loaded; it must only return the
 * table. Null means that the plugin cannot be used. */
FASCIA_EXPORT const fascia_plugin *fascia_plugin_entry(void);

typedef const fascia_plugin *(*fascia_plugin_entry_function)(void);

/* ------------------------------------------------------------------------------------------------- controls --- */

typedef uint32_t fascia_control_kind;
#define FASCIA_CONTROL_TOGGLE 1u
#define FASCIA_CONTROL_BUTTON 2u
#define FASCIA_CONTROL_PICKER 3u
#define FASCIA_CONTROL_TEXT_FIELD 4u
#define FASCIA_CONTROL_SLIDER 5u
#define FASCIA_CONTROL_STEPPER 6u
#define FASCIA_CONTROL_PROGRESS 7u
#define FASCIA_CONTROL_GAUGE 8u
#define FASCIA_CONTROL_MENU 9u
#define FASCIA_CONTROL_OPTION 10u
#define FASCIA_CONTROL_SEGMENTS 11u
/* Surfaces, since 1.1. The host lays them out, so `measure` is not called and may be null; the canvas is as large as the
 * surface. The style draws what the host draws the content over. If it draws nothing, the host draws the surface:
 *
 *   SECTION    A card around rows. The content leaves the outermost cells free. `label` is its title.
 *   LIST_ROW   The background of a row, or of other content, that is tapped as a whole. `state` is ON for a selected row.
 *   TABLE      The background of a table's header. `option`s are the titles of its columns.
 *   MODAL      The border of a sheet, or of an alert with the trait ALERT. The content leaves the outermost cells free. `label`
 *              is its title, which the title bar in it shows.
 *   TITLE_BAR  The whole title bar: `label` is the title. `value`, unless empty, is the back button, which begins in column 1
 *              and is as wide as this text; `is_focused` is about it. */
#define FASCIA_CONTROL_SECTION 12u
#define FASCIA_CONTROL_LIST_ROW 13u
#define FASCIA_CONTROL_TABLE 14u
#define FASCIA_CONTROL_MODAL 15u
#define FASCIA_CONTROL_TITLE_BAR 16u

typedef uint32_t fascia_state;
#define FASCIA_STATE_OFF 0u
#define FASCIA_STATE_ON 1u
/* A group with some options on and some off. */
#define FASCIA_STATE_MIXED 2u
/* Or-ed with one of the three above. PENDING: the state was requested but is not confirmed yet. UNCONFIRMED: it was carried
 * out, and goes back unless a user confirms it. UNKNOWN: it was never reported. STALE: it may have changed since. FAILED: the
 * last request failed. The daemon marks the control in its first cell, over the drawing, shows the word in the label, and the
 * reason below it. */
#define FASCIA_STATE_PENDING 0x100u
#define FASCIA_STATE_UNCONFIRMED 0x200u
#define FASCIA_STATE_UNKNOWN 0x400u
#define FASCIA_STATE_STALE 0x800u
#define FASCIA_STATE_FAILED 0x1000u
#define FASCIA_STATE_MASK 0xffu

typedef uint32_t fascia_role;
#define FASCIA_ROLE_NONE 0u
#define FASCIA_ROLE_DESTRUCTIVE 1u
#define FASCIA_ROLE_CANCEL 2u

/* More about a control, or-ed. */
typedef uint32_t fascia_traits;
/* A row of a form or a list, which is as wide as its room. */
#define FASCIA_TRAIT_ROW 0x01u
/* A button that leads to another screen, and whether that is open. */
#define FASCIA_TRAIT_NAVIGATION 0x02u
#define FASCIA_TRAIT_OPEN 0x04u
/* A stepper that is not at that end. */
#define FASCIA_TRAIT_CAN_DECREMENT 0x08u
#define FASCIA_TRAIT_CAN_INCREMENT 0x10u
/* A text field whose value is one bullet for each character. */
#define FASCIA_TRAIT_SECURE 0x20u
/* A modal that is an alert. Since 1.1. */
#define FASCIA_TRAIT_ALERT 0x40u

typedef uint32_t fascia_value_type;
#define FASCIA_VALUE_NULL 0u
#define FASCIA_VALUE_BOOL 1u
#define FASCIA_VALUE_INT 2u
#define FASCIA_VALUE_DOUBLE 3u
#define FASCIA_VALUE_STRING 4u

/* A value; only the member that `type` names is meaningful. */
typedef struct fascia_value {
    fascia_value_type type;
    uint32_t boolean; /* 0 or 1 */
    int64_t integer;
    double number;
    fascia_string string;
} fascia_value;

/* The control to be measured or drawn. Owned by the host, and valid until the `measure` or `draw` call that it was
 * passed to returns; so are all strings that its functions return. */
typedef struct fascia_control fascia_control;
struct fascia_control {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;         /* Private to the host. */
    const fascia_host *host; /* For reports. */

    fascia_control_kind (*kind)(const fascia_control *control);

    /* The label: one line, without control characters. */
    fascia_string (*label)(const fascia_control *control);

    /* What the control shows besides its label, such as a picker's selection. Empty for toggles and buttons. */
    fascia_string (*value)(const fascia_control *control);

    /* FASCIA_STATE_OFF for controls without a state. */
    fascia_state (*state)(const fascia_control *control);
    fascia_role (*role)(const fascia_control *control);

    /* 1 or 0. */
    uint32_t (*is_enabled)(const fascia_control *control);
    uint32_t (*is_focused)(const fascia_control *control);

    /* The tint colour that the program set; FASCIA_COLOR_DEFAULT if it set none. */
    fascia_color (*tint)(const fascia_control *control);

    /* 1 if the terminal shows Unicode, 0 if it shows only ASCII. */
    uint32_t (*unicode)(const fascia_control *control);

    /* Bits per colour of the terminal: 0 (none), 4, 8 or 24. It shows the nearest colours to those of the canvas, so a style
     * must never distinguish states by colour alone. Always 24 while a control is measured. */
    uint32_t (*color_depth)(const fascia_control *control);

    /* Gets the environment's parameter `key` for this style. `key` is the plugin's and need only be valid during the
     * call. FASCIA_OK: `value` is filled in; its string is owned by the host, as above. FASCIA_NOT_FOUND: there is no
     * such parameter. FASCIA_UNSUPPORTED: it is an array or an object. FASCIA_INVALID: the key is not UTF-8 or `value`
     * is null. */
    fascia_status (*parameter)(const fascia_control *control, fascia_string key, fascia_value *value);

    /* The columns that a text takes, with wide and combining characters counted as the host draws them. 0 if it is not
     * UTF-8. The text is the plugin's and need only be valid during the call. */
    int32_t (*text_width)(const fascia_control *control, fascia_string text);

    fascia_traits (*traits)(const fascia_control *control);

    /* The position of a slider, or the completed part of a progress or gauge, from 0 to 1. Negative if it is unknown, and for
     * other controls. */
    double (*fraction)(const fascia_control *control);

    /* The labels of the options of a picker and of segments. */
    uint32_t (*option_count)(const fascia_control *control);

    /* An option's label; empty if there is none with this index. */
    fascia_string (*option)(const fascia_control *control, uint32_t index);

    /* The index of the selected segment; -1 without a selection, and for other controls. */
    int32_t (*selected)(const fascia_control *control);

    /* What an empty text field says. */
    fascia_string (*prompt)(const fascia_control *control);

    /* Of the text field that is edited: the number of characters before the cursor. Otherwise -1. */
    int32_t (*cursor)(const fascia_control *control);

    /* Of a progress without a known fraction: a number that grows while it is shown, for an animation. Otherwise, and on a
     * terminal without animations, -1. */
    int32_t (*animation_step)(const fascia_control *control);
};

/* --------------------------------------------------------------------------------------------------- canvas --- */

/* What a click in a part of a control does. Since 1.1. */
typedef uint32_t fascia_region;
/* Sets a slider: its lower bound in the first column, its upper bound in the last one. */
#define FASCIA_REGION_RANGE 1u
/* Selects the option with the index `option`. */
#define FASCIA_REGION_OPTION 2u
#define FASCIA_REGION_DECREMENT 3u
#define FASCIA_REGION_INCREMENT 4u
/* Moves the cursor of a text field, whose text begins in the first column. */
#define FASCIA_REGION_TEXT 5u

/* The canvas that a control is drawn on. Owned by the host, and valid until the `draw` call that it was passed to
 * returns. Drawing outside the canvas is clipped, and is not an error. Strings and structs passed in are the plugin's
 * and need only be valid during the call. A null style means the terminal's default colours and no attributes. After a
 * call that did not return FASCIA_OK the host may discard the whole drawing and use its own style instead. */
typedef struct fascia_canvas fascia_canvas;
struct fascia_canvas {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;         /* Private to the host. */
    const fascia_host *host; /* For reports. */

    fascia_size (*size)(const fascia_canvas *canvas);

    /* Draws one line of text from a cell to the right. FASCIA_INVALID: not UTF-8, or with control characters.
     * FASCIA_LIMIT: longer than 64 KiB, or more than 4096 operations or about 190 KiB on one canvas. */
    fascia_status (*text)(const fascia_canvas *canvas, int32_t column, int32_t row, fascia_string text,
                          const fascia_cell_style *style);

    /* Fills a rectangle with a character that is one column wide. FASCIA_INVALID: not exactly one such character, or a
     * negative size. FASCIA_LIMIT as above. */
    fascia_status (*fill)(const fascia_canvas *canvas, fascia_rect rect, fascia_string character,
                          const fascia_cell_style *style);

    /* Draws a frame along the inner edge of a rectangle. FASCIA_INVALID: a negative size. FASCIA_LIMIT as above. */
    fascia_status (*box)(const fascia_canvas *canvas, fascia_rect rect, const fascia_cell_style *style);

    /* Since 1.1. Says what a click in a rectangle does; elsewhere, a click operates the control as a whole. `option` is 0
     * unless the region is FASCIA_REGION_OPTION. Draws nothing. FASCIA_INVALID: an unknown region, or a negative size.
     * FASCIA_LIMIT as above. */
    fascia_status (*region)(const fascia_canvas *canvas, fascia_rect rect, fascia_region region, uint32_t option);
};

/* -------------------------------------------------------------------------------------- extension: styles --- */

#define FASCIA_EXTENSION_STYLE "fascia.style/1"

/* The style of one kind of control. Owned by the plugin, permanent. */
typedef struct fascia_style fascia_style;
struct fascia_style {
    uint32_t struct_size;     /* sizeof(fascia_style) */
    fascia_control_kind kind; /* A host ignores styles of unknown kinds. */
    const char *name;         /* As in {"toggleStyle":"neon"}: letters, digits, '-' and '_', at most 64. */
    void *style_data;         /* Private to the plugin. */

    /* Chooses the control's size, given the proposed columns; FASCIA_UNSPECIFIED asks for the ideal size. The height of a
     * control follows from its width, so the proposed rows are always FASCIA_UNSPECIFIED. Columns and rows are each from 0
     * to 4096. A size larger than the proposal is clipped. `size` is owned by the host, which reads it only after FASCIA_OK.
     * The same control and proposal must always give the same size. On any other status, or a size out of range, the host
     * uses its own style for this control. */
    fascia_status (*measure)(const fascia_style *style, const fascia_control *control, fascia_size proposal,
                             fascia_size *size);

    /* Draws the control. The canvas may have a different size than `measure` returned. On any status other than
     * FASCIA_OK the host discards the drawing and uses its own style for this control. */
    fascia_status (*draw)(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas);

    /* Since 1.1. May be null. Called before a selection is written, for each visible picker, menu or segments of this style:
     * `control` is still as before, and `option` is the index of the option that is selected next. The host measures and
     * draws the controls of this style again afterwards, so it may look different from then on. */
    void (*selected)(const fascia_style *style, const fascia_control *control, uint32_t option);
};

/* The table of FASCIA_EXTENSION_STYLE. Owned by the plugin, permanent. */
typedef struct fascia_style_extension {
    uint32_t struct_size; /* sizeof(fascia_style_extension) */
    uint32_t count;       /* 1 to 256 */
    const fascia_style *const *styles;
} fascia_style_extension;

/* ------------------------------------------------------------------------------------ extension: renderer --- */

#define FASCIA_EXTENSION_RENDERER "fascia.renderer/1"

/* Takes what a renderer writes. Owned by the host, and valid until the call that it was passed to returns. */
typedef struct fascia_sink fascia_sink;
struct fascia_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;         /* Private to the host. */
    const fascia_host *host; /* For reports. */

    /* Appends text in UTF-8, which is the plugin's and need only be valid during the call. FASCIA_LIMIT: more than 16 MiB in
     * all; nothing is appended then. FASCIA_INVALID: `data` is null and `length` is not 0. */
    fascia_status (*write)(const fascia_sink *sink, fascia_string text);
};

/* What a renderer reads, or-ed. Since 1.2. CELLS: the cells of a terminal, instead of the nodes. */
typedef uint32_t fascia_renderer_flags;
#define FASCIA_RENDERER_CELLS 0x1u

/* What turns screens into a document, such as a web page. A plugin has at most one; the plugin's id is its name. This is also
 * the table of FASCIA_EXTENSION_RENDERER. Owned by the plugin, permanent. */
typedef struct fascia_renderer fascia_renderer;
struct fascia_renderer {
    uint32_t struct_size; /* sizeof(fascia_renderer) */
    uint32_t reserved;
    const char *media_type; /* Of what it writes: "text/html". 1 to 64 bytes. */
    void *renderer_data;    /* Private to the plugin. */

    /* Writes a document. `screens` is a JSON text, as `fascia render --renderer json` prints it, or with FASCIA_RENDERER_CELLS
     * as `fascia render --renderer cells` does, of at most 16 MiB; it is the host's and valid during the call. The call is the
     * only one of its process, and may take seconds, but not more than five. If it does not return FASCIA_OK, the document is
     * dropped, and the error message has the plugin's reports. A document with more than 1 MiB of control characters other than
     * line feeds is an error. */
    fascia_status (*render)(const fascia_renderer *renderer, fascia_string screens, const fascia_sink *sink);

    /* Since 1.2. The host ignores unknown bits. With FASCIA_RENDERER_CELLS, set the
     * plugin's `needs_minor` to 2: an older host would pass the nodes. */
    fascia_renderer_flags flags;
};

#ifdef __cplusplus
}
#endif

#endif
