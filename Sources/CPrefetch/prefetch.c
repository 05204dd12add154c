#include "CPrefetch.h"
#include <stdint.h>

enum { LINE = 64, MOST = 1 << 20 };

/* Marks for the linker: each in a section of its own, so that it can be moved. */
__attribute__((section(".text.fascia_keys_begin"), noinline)) void fascia_keys_begin(void) { __asm__ volatile(""); }
__attribute__((section(".text.fascia_keys_end"), noinline)) void fascia_keys_end(void) { __asm__ volatile(""); }

void fascia_fetch_key_code(void) {
    uintptr_t begin = (uintptr_t)fascia_keys_begin, end = (uintptr_t)fascia_keys_end;
    if (end <= begin || end - begin > MOST) return;
    /* Read and not __builtin_prefetch: a processor drops hints when it is busy. */
    for (uintptr_t line = begin; line < end; line += LINE) (void)*(volatile const char *)line;
}
