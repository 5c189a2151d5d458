/* A slow disk: every wait for it takes SYNC_MS milliseconds, 400 if that is not set, and every read of a file whose
   name ends with READ_END, ".db" if that is not set, takes READ_MS, none if that is not set. */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void pause_for(const char *name, long usual)
{
    const char *text = getenv(name);
    long milliseconds = text ? atol(text) : usual;
    for (; milliseconds > 0; milliseconds -= 500)
        usleep((milliseconds < 500 ? milliseconds : 500) * 1000);
}

int fsync(int file)
{
    (void)file;
    pause_for("SYNC_MS", 400);
    return 0;
}

int fdatasync(int file)
{
    return fsync(file);
}

static void wait_for_read(int file)
{
    char link[64], path[4096];
    const char *end = getenv("READ_END");
    if (!end)
        end = ".db";
    ssize_t size = strlen(end);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > size && strncmp(path + length - size, end, size) == 0)
        pause_for("READ_MS", 0);
}

ssize_t read(int file, void *bytes, size_t count)
{
    wait_for_read(file);
    return syscall(SYS_read, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset)
{
    wait_for_read(file);
    return syscall(SYS_pread64, file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t offset)
{
    return pread(file, bytes, count, offset);
}
