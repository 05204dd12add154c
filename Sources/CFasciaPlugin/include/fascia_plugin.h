/*
 * fascia_plugin.h - the plugin ABI of Fascia, version 1.0
 *
 * This file is all that the author of a plugin needs. It compiles alone, as C11 and as C++17:
 *
 *     cc -shared -fPIC -o toggles.so toggles.c
 *
 * A plugin is a shared object that exports one function, fascia_plugin_entry. That function returns a static table,
 * and the table has a getter for what the plugin can do: its extensions. This version has one, "fascia.style/1": how
 * one kind of control looks. What comes later is another extension or stands at the end of a struct.
 *
 * Rules that hold everywhere
 *
 *   Threads     The host calls a plugin from one thread at a time, but not always from the same one. A plugin calls
 *               the host only from within a call of the host's, on that thread, and never after that call returned.
 *   Memory      Nothing is allocated on one side and freed on the other. Each declaration says who owns a pointer and
 *               until when. "The plugin's, for ever" means: unchanged from the first time that the host can see it
 *               until the process ends. A plugin is never unmapped from a process, so static memory does.
 *   Strings     UTF-8. Where the type is `const char *` it ends with a NUL: these are the few fixed names in the
 *               plugin's and the host's tables. Everything else is a fascia_string, with a length, without a NUL.
 *   Isolation   All that a plugin sees of a control or a canvas it gets by calling a function. The host may run it in
 *               another process than its own, so a plugin must not rely on memory, files or descriptors of the host.
 *   Errors      Functions return a fascia_status. A plugin says what went wrong, in words for people, with
 *               fascia_host.report before it returns anything else than FASCIA_OK. No C++ exception and no longjmp may
 *               cross this border.
 *   Versions    A host takes every plugin of its major version whose `needs_minor` is not above its own minor version.
 *               Structs grow at their end only; `struct_size` says how much of one is there. A field may be read only
 *               if it lies within struct_size, or belongs to the minor version that the plugin asked for.
 *   Speed       Styles are asked for each control of each picture: microseconds, not milliseconds, and no I/O.
 */
#ifndef FASCIA_PLUGIN_H
#define FASCIA_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FASCIA_ABI_MAJOR 1
#define FASCIA_ABI_MINOR 0

/* Marks the table of a Fascia plugin. */
#define FASCIA_PLUGIN_MAGIC 0xFA5C1A01u

/* The one name that a plugin exports. */
#define FASCIA_ENTRY_SYMBOL "fascia_plugin_entry"

#if defined(__GNUC__)
#define FASCIA_EXPORT __attribute__((visibility("default")))
#else
#define FASCIA_EXPORT
#endif

/* ---------------------------------------------------------------------------------------------- basic types --- */

/* What a function says of itself. Negative numbers are failures; a number that is not listed is taken as
 * FASCIA_FAILED. */
typedef int32_t fascia_status;
#define FASCIA_OK 0
/* It did not work; the reason was reported. */
#define FASCIA_FAILED (-1)
/* An argument cannot be: a null pointer, text that is not UTF-8 or has control characters, a negative size. */
#define FASCIA_INVALID (-2)
/* There is nothing of that name. */
#define FASCIA_NOT_FOUND (-3)
/* This host or plugin does not do that. */
#define FASCIA_UNSUPPORTED (-4)
/* More than the host takes: too many operations on a canvas, too long a text. */
#define FASCIA_LIMIT (-5)

/* UTF-8 text of `length` bytes. `data` need not end with a NUL; it may be null if `length` is 0. */
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

/* In a proposed size: as much as you like; answer with the ideal size. */
#define FASCIA_UNSPECIFIED (-1)

/* 0x00RRGGBB, or FASCIA_COLOR_DEFAULT: the terminal's own colour. The host shows the nearest that a terminal can. */
typedef uint32_t fascia_color;
#define FASCIA_COLOR_DEFAULT 0xFFFFFFFFu

#define FASCIA_BOLD 0x01u
#define FASCIA_DIM 0x02u
#define FASCIA_ITALIC 0x04u
#define FASCIA_UNDERLINE 0x08u
#define FASCIA_INVERSE 0x10u
#define FASCIA_STRIKETHROUGH 0x20u

/* How cells are drawn. */
typedef struct fascia_cell_style {
    fascia_color foreground;
    fascia_color background;
    uint32_t attributes; /* FASCIA_BOLD and so on, or-ed. Bits that the host does not know are ignored. */
} fascia_cell_style;

/* ------------------------------------------------------------------------------------------------------ host --- */

typedef uint32_t fascia_severity;
#define FASCIA_SEVERITY_INFO 0u
#define FASCIA_SEVERITY_WARNING 1u
#define FASCIA_SEVERITY_ERROR 2u

/* The host, as a plugin sees it. The host's, for ever. */
typedef struct fascia_host fascia_host;
struct fascia_host {
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    void *host_data;     /* The host's own; a plugin passes the fascia_host back and never looks at this. */
    const char *name;    /* "fasciad" */
    const char *version; /* of the host's program, not of the ABI */

    /* Says something to the people who run the host. `message` is the plugin's and is copied before this returns. */
    void (*report)(const fascia_host *host, fascia_severity severity, fascia_string message);

    /* Something that the host can do besides, by its id; null if this host cannot. The host's, for ever. Version 1.0
     * has none. `id` is the plugin's, needed only during the call. */
    const void *(*get_extension)(const fascia_host *host, const char *id);
};

/* ---------------------------------------------------------------------------------------------------- plugin --- */

/* What fascia_plugin_entry returns. The plugin's, for ever. The first five fields are the same in every major
 * version, so that a host can say which version it found. */
typedef struct fascia_plugin fascia_plugin;
struct fascia_plugin {
    uint32_t magic;       /* FASCIA_PLUGIN_MAGIC */
    uint32_t struct_size; /* sizeof(fascia_plugin) */
    uint16_t abi_major;   /* FASCIA_ABI_MAJOR of the header it was compiled with */
    uint16_t abi_minor;   /* FASCIA_ABI_MINOR of that header */
    uint16_t needs_minor; /* The lowest minor version of a host that it works with: 0, if it uses nothing newer. */
    uint16_t reserved;    /* 0 */

    /* Its name: ASCII letters, digits, '-' and '_', at most 64. Its file is called `id`.so or lib`id`.so. */
    const char *id;
    const char *version; /* Its own version, for people. */
    void *plugin_data;   /* The plugin's own; the host passes the fascia_plugin back and never looks at this. */

    /* Called once, before any extension is used. May be null. `host` is the host's, for ever. Anything else than
     * FASCIA_OK means that the plugin cannot work here; the host then calls nothing of it again. */
    fascia_status (*start)(const fascia_plugin *plugin, const fascia_host *host);

    /* An extension by its id, such as FASCIA_EXTENSION_STYLE; null for every id that the plugin does not know, which
     * a host must expect. Callable before `start`, as often as the host likes; always the same answer. `id` is the
     * host's, needed only during the call; the table that is returned is the plugin's, for ever. */
    const void *(*get_extension)(const fascia_plugin *plugin, const char *id);
};

/* What a plugin defines and exports. Called once after the plugin was mapped; it must do nothing but return its
 * table. Null means that the plugin cannot be used at all. */
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

typedef uint32_t fascia_state;
#define FASCIA_STATE_OFF 0u
#define FASCIA_STATE_ON 1u
/* A group, some of whose options are on. */
#define FASCIA_STATE_MIXED 2u
/* Or-ed to one of the three above: what was asked for, and not yet confirmed by whoever carries it out. */
#define FASCIA_STATE_PENDING 0x100u

typedef uint32_t fascia_role;
#define FASCIA_ROLE_NONE 0u
#define FASCIA_ROLE_DESTRUCTIVE 1u
#define FASCIA_ROLE_CANCEL 2u

typedef uint32_t fascia_value_type;
#define FASCIA_VALUE_NULL 0u
#define FASCIA_VALUE_BOOL 1u
#define FASCIA_VALUE_INT 2u
#define FASCIA_VALUE_DOUBLE 3u
#define FASCIA_VALUE_STRING 4u

/* One value; only the member that `type` names is meaningful. */
typedef struct fascia_value {
    fascia_value_type type;
    uint32_t boolean; /* 0 or 1 */
    int64_t integer;
    double number;
    fascia_string string;
} fascia_value;

/* The control that is to be measured or drawn. The host's, until the measure or draw that it was passed to returns;
 * so are all strings that its functions return. */
typedef struct fascia_control fascia_control;
struct fascia_control {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;         /* The host's own. */
    const fascia_host *host; /* Where to report. */

    fascia_control_kind (*kind)(const fascia_control *control);

    /* One line, without control characters. */
    fascia_string (*label)(const fascia_control *control);

    /* What it shows besides its label: a picker's selection. Empty for toggles and buttons. */
    fascia_string (*value)(const fascia_control *control);

    /* FASCIA_STATE_OFF for what has no state. */
    fascia_state (*state)(const fascia_control *control);
    fascia_role (*role)(const fascia_control *control);

    /* 1 or 0. */
    uint32_t (*is_enabled)(const fascia_control *control);
    uint32_t (*is_focused)(const fascia_control *control);
    uint32_t (*is_pressed)(const fascia_control *control);

    /* The colour that the author asked for; FASCIA_COLOR_DEFAULT if there is none. */
    fascia_color (*tint)(const fascia_control *control);

    /* 1 if more than ASCII can be shown, else 0. */
    uint32_t (*unicode)(const fascia_control *control);

    /* Bits of a colour: 0 (none), 4, 8 or 24. What the picture is made for; a terminal that has fewer gets the nearest
     * ones, so that a style must never say anything by colour alone. */
    uint32_t (*color_depth)(const fascia_control *control);

    /* What the environment says to this style under the key, which is the plugin's and needed only during the call.
     * FASCIA_OK: `value` is filled in, and its string is the host's, as above. FASCIA_NOT_FOUND: nothing is said.
     * FASCIA_UNSUPPORTED: it is an array or an object. FASCIA_INVALID: the key is not UTF-8 or `value` is null. */
    fascia_status (*parameter)(const fascia_control *control, fascia_string key, fascia_value *value);

    /* How many columns a text takes, wide and combining characters counted as this host shows them. 0 if it is not
     * UTF-8. The text is the plugin's, needed only during the call. */
    int32_t (*text_width)(const fascia_control *control, fascia_string text);
};

/* --------------------------------------------------------------------------------------------------- canvas --- */

/* Where a control is drawn. The host's, until the draw that it was passed to returns. What lies outside is cut off, and
 * that is not an error. Strings and structs that are passed in are the plugin's, needed only during the call. A null
 * style is the terminal's own. After a call that did not return FASCIA_OK the host may drop the whole drawing and use
 * its own style in its place. */
typedef struct fascia_canvas fascia_canvas;
struct fascia_canvas {
    uint32_t struct_size;
    uint32_t reserved;
    void *host_data;         /* The host's own. */
    const fascia_host *host; /* Where to report. */

    fascia_size (*size)(const fascia_canvas *canvas);

    /* One line of text from a cell on. FASCIA_INVALID: not UTF-8, or with control characters. FASCIA_LIMIT: longer
     * than 64 KiB, or more than 4096 operations on one canvas. */
    fascia_status (*text)(const fascia_canvas *canvas, int32_t column, int32_t row, fascia_string text,
                          const fascia_cell_style *style);

    /* Every cell of a rectangle with one character of one column's width. FASCIA_INVALID: not exactly one character, or
     * a negative size. FASCIA_LIMIT as above. */
    fascia_status (*fill)(const fascia_canvas *canvas, fascia_rect rect, fascia_string character,
                          const fascia_cell_style *style);

    /* A frame along the inside of a rectangle. FASCIA_INVALID: a negative size. FASCIA_LIMIT as above. */
    fascia_status (*box)(const fascia_canvas *canvas, fascia_rect rect, const fascia_cell_style *style);
};

/* -------------------------------------------------------------------------------------- extension: styles --- */

#define FASCIA_EXTENSION_STYLE "fascia.style/1"

/* How one kind of control looks. The plugin's, for ever. */
typedef struct fascia_style fascia_style;
struct fascia_style {
    uint32_t struct_size;     /* sizeof(fascia_style) */
    fascia_control_kind kind; /* A host leaves out styles for kinds that it does not know. */
    const char *name;         /* As in {"toggleStyle":"neon"}: letters, digits, '-' and '_', at most 64. */
    void *style_data;         /* The plugin's own. */

    /* The size that the control takes of what it is offered; FASCIA_UNSPECIFIED in `proposal` asks for the ideal size.
     * It may be larger than what is offered; it is cut off then. From 0 to 4096 each way. `size` is the host's; it is
     * looked at only after FASCIA_OK. The same control and proposal must always get the same size. On any other
     * status, or a size out of range, the host uses its own style for this control. */
    fascia_status (*measure)(const fascia_style *style, const fascia_control *control, fascia_size proposal,
                             fascia_size *size);

    /* Draws the control. The canvas may have another size than `measure` returned. On any other status than FASCIA_OK
     * the host drops what was drawn and uses its own style for this control. */
    fascia_status (*draw)(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas);
};

/* The table of FASCIA_EXTENSION_STYLE. The plugin's, for ever. */
typedef struct fascia_style_extension {
    uint32_t struct_size; /* sizeof(fascia_style_extension) */
    uint32_t count;       /* 1 to 256 */
    const fascia_style *const *styles;
} fascia_style_extension;

#ifdef __cplusplus
}
#endif

#endif
