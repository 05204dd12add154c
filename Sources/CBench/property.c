#define _GNU_SOURCE
#include "cbench.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

enum { OBJECTS = 64 };

static const sd_bus_vtable vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_WRITABLE_PROPERTY("On", "b", NULL, NULL, 0, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int cbench_property_serve(const char *path) {
    static int states[OBJECTS];
    char address[CBENCH_MESSAGE_SIZE], object[32];
    sd_bus *bus = NULL;
    snprintf(address, sizeof address, "unix:path=%s", path);
    int result = sd_bus_new(&bus);
    if (result >= 0) result = sd_bus_set_address(bus, address);
    if (result >= 0) result = sd_bus_set_bus_client(bus, 1);
    if (result >= 0) result = sd_bus_start(bus);
    for (int index = 0; result >= 0 && index < OBJECTS; index++) {
        snprintf(object, sizeof object, "/o%d", index);
        result = sd_bus_add_object_vtable(bus, NULL, object, CBENCH_INTERFACE, vtable, &states[index]);
    }
    if (result >= 0) result = sd_bus_request_name(bus, CBENCH_INTERFACE, 0);
    while (result >= 0) {
        result = sd_bus_process(bus, NULL);
        if (result == 0) result = sd_bus_wait(bus, UINT64_MAX);
    }
    sd_bus_unref(bus);
    return result;
}
