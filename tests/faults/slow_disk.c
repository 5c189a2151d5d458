/* A slow disk: every wait for it takes 400 ms. */

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
