// Changes inputs that are one message: most of them then say how long they are, as otherwise nothing else is looked at.
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity, unsigned seed) {
    size = LLVMFuzzerMutate(data, size, capacity);
    uint32_t length = (uint32_t)size;
    if (seed % 16 && size >= sizeof length) memcpy(data, &length, sizeof length);
    return size;
}
