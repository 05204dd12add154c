// The answer that is being put together.
#ifndef ANSWER_H
#define ANSWER_H

#include <fascia_plugin.h>
#include <plugin_host.h>
#include <stdbool.h>

// Begins an answer.
void answer_begin(void);

// Begins the part of the answer for the control at `index`, and takes it back.
void answer_begin_control(uint32_t index);
void answer_drop_control(void);

// Whether the answer with `records` structs of `size` bytes, after a struct of `head` bytes, fits into a message.
bool answer_fits(size_t head, size_t records, size_t size);

// Copies a text into the answer, as far as there is room.
plugin_host_text answer_text(const char *data, size_t length);

// Adds an operation with its text; false if the drawing is then too long for a message.
bool answer_operation(plugin_host_operation operation, fascia_string text);

// The operations of the current control, and a way to forget them.
uint32_t answer_operation_count(void);
uint32_t answer_first_operation(void);
void answer_drop_operations(void);

// Adds a report of the plugin, cut and dropped beyond the limits.
void answer_report(uint32_t severity, fascia_string message);
uint32_t answer_report_count(void);

// Sends the answer: `head`, whose header it completes, `records`, the operations and reports, and the texts. Ends the process
// if the daemon is gone.
void answer_send(plugin_host_header *head, size_t head_size, const void *records, size_t size);

#endif
