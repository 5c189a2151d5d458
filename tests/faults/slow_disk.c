/* A disk that takes its time: whoever waits for it waits 400 ms. */

#include <unistd.h>

int fsync(int file)
{
    (void)file;
    usleep(400 * 1000);
    return 0;
}

int fdatasync(int file)
{
    return fsync(file);
}
