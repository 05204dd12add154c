#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// What the C library, the dynamic linker and Swift's runtime need to load libraries, allocate and compute, and what the
// host needs for its socket. Reading files is left to Landlock.
static const uint16_t allowed[] = {
    SYS_read, SYS_pread64, SYS_readv, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_fstat, SYS_statx,
    SYS_openat, SYS_readlinkat, SYS_faccessat, SYS_getcwd,
#ifdef SYS_newfstatat
    SYS_newfstatat,
#endif
#ifdef SYS_open
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_alarm, SYS_arch_prctl, SYS_time,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_ppoll,
    SYS_recvmsg, SYS_sendmsg, SYS_exit, SYS_exit_group,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_setitimer,
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep, SYS_restart_syscall,
    SYS_getrandom, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname,
    SYS_sysinfo, SYS_getrlimit, SYS_getrusage, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list,
    SYS_set_tid_address, SYS_membarrier,
#ifdef SYS_rseq
    SYS_rseq,
#endif
};

#define COUNT (sizeof allowed / sizeof *allowed)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
// The low half of an argument. Both architectures are little-endian.
#define ARGUMENT(index) LOAD(args[index])
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(error) ANSWER(SECCOMP_RET_ERRNO | (error))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)

void filter_system_calls(void) {
#ifdef ARCHITECTURE
    struct sock_filter program[4 + 2 * COUNT + 32];
    size_t size = 0;
#define ADD(...) program[size++] = (struct sock_filter)__VA_ARGS__
    ADD(LOAD(arch));
    ADD(IF_EQUAL(ARCHITECTURE, 1, 0));
    ADD(ANSWER(SECCOMP_RET_KILL_PROCESS));
    ADD(LOAD(nr));
    // A number with the bit of x32 equals none of these.
    for (size_t i = 0; i < COUNT; i++) {
        ADD(IF_EQUAL(allowed[i], 0, 1));
        ADD(ALLOW);
    }
    // The C library then uses clone, whose flags a filter can see.
    ADD(IF_EQUAL(SYS_clone3, 0, 1));
    ADD(REFUSE(ENOSYS));
    // A signal to this process itself: abort().
    ADD(IF_EQUAL(SYS_tgkill, 0, 4));
    ADD(ARGUMENT(0));
    ADD(IF_EQUAL(getpid(), 0, 1));
    ADD(ALLOW);
    ADD(REFUSE(EPERM));
    // The flags of a descriptor, and no owner to send signals to.
    ADD(IF_EQUAL(SYS_fcntl, 0, 6));
    ADD(ARGUMENT(1));
    ADD(IF_EQUAL(F_GETFD, 2, 0));
    ADD(IF_EQUAL(F_SETFD, 1, 0));
    ADD(IF_EQUAL(F_GETFL, 0, 1));
    ADD(ALLOW);
    ADD(REFUSE(EPERM));
    // Whether privileges can be gained, for the test of that.
    ADD(IF_EQUAL(SYS_prctl, 0, 4));
    ADD(ARGUMENT(0));
    ADD(IF_EQUAL(PR_GET_NO_NEW_PRIVS, 0, 1));
    ADD(ALLOW);
    ADD(REFUSE(EPERM));
    // Reads limits, and sets none.
    ADD(IF_EQUAL(SYS_prlimit64, 0, 5));
    ADD(LOAD(args[2]));
    ADD(IF_EQUAL(0, 0, 3));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args[2]) + 4));
    ADD(IF_EQUAL(0, 0, 1));
    ADD(ALLOW);
    ADD(REFUSE(EPERM));
#undef ADD
    struct sock_fprog filter = {(unsigned short)size, program};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
#endif
}
