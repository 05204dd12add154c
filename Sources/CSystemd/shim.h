#pragma once
// The code's place is a field that the log handler fills in; the macros would name this header instead.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
