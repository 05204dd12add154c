// A histogram of durations with 128 buckets for each power of two, so that a value is at most 1 % off when it is read
// back (the scheme of HdrHistogram, http://hdrhistogram.org).
#ifndef CBENCH_HISTOGRAM_H
#define CBENCH_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_FINE = 128, HISTOGRAM_BUCKETS = (64 - 7 + 1) * HISTOGRAM_FINE };

struct histogram {
    uint64_t total;
    uint64_t longest;
    uint32_t counts[HISTOGRAM_BUCKETS];
};

static inline uint32_t histogram_bucket(uint64_t value) {
    if (value < HISTOGRAM_FINE) return (uint32_t)value;
    uint32_t shift = 63 - (uint32_t)__builtin_clzll(value) - 7;
    return (shift + 1) * HISTOGRAM_FINE + (uint32_t)(value >> shift) - HISTOGRAM_FINE;
}

static inline void histogram_add(struct histogram *histogram, uint64_t value) {
    histogram->total++;
    histogram->counts[histogram_bucket(value)]++;
    if (value > histogram->longest) histogram->longest = value;
}

// The value that the given fraction of all values do not exceed; 0 if there are none.
static inline uint64_t histogram_percentile(const struct histogram *histogram, double fraction) {
    uint64_t wanted = (uint64_t)((double)histogram->total * fraction), seen = 0;
    for (uint32_t bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
        seen += histogram->counts[bucket];
        if (seen <= wanted) continue;
        if (bucket < HISTOGRAM_FINE) return bucket;
        uint32_t shift = bucket / HISTOGRAM_FINE - 1;
        return (uint64_t)(bucket % HISTOGRAM_FINE + HISTOGRAM_FINE) << shift;
    }
    return histogram->longest;
}

#endif
