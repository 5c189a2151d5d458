/* A wall clock that jumps whenever it is read: to 1969, to 2206, and to a year ago. This library is to be loaded
 * before the C library. Every read appends a byte to the file that JUMPS names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void leave_a_byte(void)
{
    const char *path = getenv("JUMPS");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
    if (file >= 0) {
        if (write(file, ".", 1) != 1)
            abort();
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static _Atomic unsigned looks;
    int (*usual)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = usual(clock, now);
    if (clock == CLOCK_REALTIME) {
        switch (atomic_fetch_add(&looks, 1) % 3) {
        case 0: now->tv_sec = -10000000; break;
        case 1: now->tv_sec = 7456789012; break;
        case 2: now->tv_sec -= 31556952; break;
        }
        leave_a_byte();
    }
    return status;
}
