// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// NO-PREDICTION: commands that it starts would be counted, too, and have no MPI
//
// POSIX files and directories.
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void check_descriptors(void)
{
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0640);
	printf("open %d\n", fd > 2);
	char out[10000], in[10000];
	for (int i = 0; i < 10000; i++) out[i] = (char)(i % 251);
	printf("write %zd\n", write(fd, out, sizeof out));
	printf("pwrite %zd\n", pwrite(fd, "hello", 5, 100));
	printf("seek %ld\n", (long)lseek(fd, 95, SEEK_SET));
	ssize_t n = read(fd, in, 20);
	printf("read %zd %d %.5s\n", n, in[0], in + 5);
	n = pread(fd, in, sizeof in, 5000);
	printf("pread %zd %d\n", n, memcmp(in, out + 5000, 5000));
	printf("write at the end %zd\n", read(fd, in, sizeof in));
	struct iovec parts[] = {{in, 3}, {in + 100, 7}};
	lseek(fd, 100, SEEK_SET);
	printf("readv %zd", readv(fd, parts, 2));
	printf(" %.3s %.2s\n", in, in + 100);
	printf("writev %zd\n", writev(fd, parts, 2));
	struct stat facts;
	printf("stat %d", fstat(fd, &facts));
	printf(" %ld %o\n", (long)facts.st_size, (unsigned)facts.st_mode);
	printf("truncate %d", ftruncate(fd, 50));
	printf(" %d", stat("data", &facts));
	printf(" %ld\n", (long)facts.st_size);
	int flags = fcntl(fd, F_GETFL);
	printf("flags %d\n", flags & O_ACCMODE);
	printf("dprintf %d\n", dprintf(fd, "number %d\n", 12));
	printf("fsync %d\n", fsync(fd));
	printf("dup %d\n", dup2(fd, 50));
	printf("close %d", close(fd));
	printf(" %d %d\n", close(fd), errno);
	printf("close %d\n", close(50));
	fd = open("absent", O_RDONLY);
	printf("%d %d\n", fd, errno);
	printf("isatty %d\n", isatty(0));
	fflush(stdout);
	printf("to 1: %zd\n", write(1, "by write\n", 9));
	int ends[2];
	printf("pipe %d\n", pipe(ends));
	n = write(ends[1], "through", 7);
	struct pollfd ready = {ends[0], POLLIN, 0};
	printf("poll %d", poll(&ready, 1, 1000));
	printf(" %d\n", ready.revents == POLLIN);
	n = read(ends[0], in, 100);
	printf("%zd %.7s\n", n, in);
	close(ends[0]);
	close(ends[1]);
}

static void check_folders(void)
{
	printf("mkdir %d", mkdir("folder", 0755));
	printf(" %d %d\n", mkdir("folder", 0755), errno);
	FILE *file = fopen("folder/one", "w");
	fclose(file);
	printf("symlink %d\n", symlink("one", "folder/two"));
	char text[PATH_MAX + 1] = "";
	ssize_t n = readlink("folder/two", text, 100);
	printf("readlink %zd %s\n", n, text);
	DIR *dir = opendir("folder");
	int found = 0, letters = 0;
	for (struct dirent *entry; (entry = readdir(dir));) {
		found++;
		letters += (int)strlen(entry->d_name);
	}
	printf("%d entries, %d letters\n", found, letters);
	rewinddir(dir);
	printf("%d\n", readdir(dir) != NULL);
	printf("%d\n", closedir(dir));
	printf("%d %d\n", opendir("absent") == NULL, errno);
	struct stat facts;
	printf("lstat %d", lstat("folder/two", &facts));
	printf(" %d\n", S_ISLNK(facts.st_mode));
	printf("access %d", access("folder/one", R_OK));
	printf(" %d %d\n", access("folder/no", R_OK), errno);
	char *here = getcwd(NULL, 0);
	printf("chdir %d\n", chdir("folder"));
	char *there = realpath(".", NULL);
	printf("%d %s\n", strncmp(there, here, strlen(here)), there + strlen(here));
	printf("%d %d\n", getcwd(text, 2) == NULL, errno);
	printf("%d\n", strcmp(getcwd(text, sizeof text), there));
	printf("%d\n", chdir(".."));
	free(here);
	free(there);
	printf("unlink %d %d\n", unlink("folder/one"), unlink("folder/two"));
	printf("rmdir %d\n", rmdir("folder"));
	char name[] = "made-XXXXXX";
	int fd = mkstemp(name);
	printf("%d %d\n", fd > 2, strcmp(name, "made-XXXXXX") != 0);
	printf("%d %d\n", unlink(name), close(fd));
	printf("system %d\n", WEXITSTATUS(system("echo made > by_command; exit 5")));
}

int main(void)
{
	check_descriptors();
	check_folders();
	return 0;
}
