#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"

// Enough for the libraries of Swift and Foundation, and a bound to what a plugin can allocate.
static const rlim_t address_space = 1ul << 30;
// Beside the files of the plugin.
static const rlim_t open_files = 12;

static void limit(int resource, rlim_t value) {
    struct rlimit limit = {value, value};
    setrlimit((__rlimit_resource_t)resource, &limit);
}

static void limit_resources(unsigned highest) {
    limit(RLIMIT_AS, address_space);
    limit(RLIMIT_NOFILE, highest + open_files);
    limit(RLIMIT_NPROC, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
}

static void allow_path(int rules, const char *path, uint64_t access) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return;
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = descriptor};
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(descriptor);
}

// Newer kernels restrict more; the headers may be older than the kernel, so the bits are given by their number here.
static uint64_t file_rights(long version) {
    uint64_t rights = (1ull << 13) - 1; // version 1: EXECUTE to MAKE_SYM
    if (version >= 2) rights |= 1ull << 13; // REFER
    if (version >= 3) rights |= 1ull << 14; // TRUNCATE
    if (version >= 5) rights |= 1ull << 15; // IOCTL_DEV
    return rights;
}

static void restrict_files(const plugin_files *files) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return;
    // The layout of version 6: files, network, scopes. An older kernel takes its own part, as the rest is 0 there.
    uint64_t handled[3] = {file_rights(version), version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int rules = (int)syscall(SYS_landlock_create_ruleset, handled, size, 0);
    if (rules < 0) return;
    const uint64_t file = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    for (unsigned i = 0; i < files->count; i++) {
        struct landlock_path_beneath_attr own = {.allowed_access = file, .parent_fd = files->descriptors[i]};
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &own, 0);
    }
    static const char *const system[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"};
    for (size_t i = 0; i < sizeof system / sizeof *system; i++) allow_path(rules, system[i], file);
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}

static int is_among(const plugin_files *files, unsigned descriptor) {
    for (unsigned i = 0; i < files->count; i++)
        if (files->descriptors[i] == (int)descriptor) return 1;
    return 0;
}

void confine(const plugin_files *files) {
    unsigned highest = PLUGIN_HOST_SOCKET;
    for (unsigned i = 0; i < files->count; i++)
        if (files->descriptors[i] > (int)highest) highest = (unsigned)files->descriptors[i];

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // Without it, another process of this user could be told to read this one, and a crash would write a core file.
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    for (unsigned descriptor = PLUGIN_HOST_SOCKET + 1; descriptor < highest; descriptor++)
        if (!is_among(files, descriptor)) close((int)descriptor);
    syscall(SYS_close_range, highest + 1, ~0u, 0);
    restrict_files(files);
    limit_resources(highest);
    filter_system_calls();
}
