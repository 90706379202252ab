// SPDX-License-Identifier: Apache-2.0
//
// POSIX files and directories. Only process 0 has the program's descriptors; the others know their numbers.
#define _GNU_SOURCE
#include "libc.h"
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>

_Noreturn void __chk_fail(void);

// ---- descriptors ------------------------------------------------------------------------------

static int given_mode(int flags, va_list args)
{
	return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, int) : 0;
}

int hpcc_libc_open(const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	int mode = given_mode(flags, args);
	va_end(args);
	if (!hpcc_libc_shared) return open(path, flags, mode);
	return (int)hpcc_libc_tell("open", hpcc_rank_ == 0 ? open(path, flags, mode) : 0);
}

int hpcc_libc_openat(int folder, const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	int mode = given_mode(flags, args);
	va_end(args);
	if (!hpcc_libc_shared) return openat(folder, path, flags, mode);
	return (int)hpcc_libc_tell("openat", hpcc_rank_ == 0 ? openat(folder, path, flags, mode) : 0);
}

int hpcc_libc_open_2(const char *path, int flags) { return hpcc_libc_open(path, flags); }
int hpcc_libc_openat_2(int folder, const char *path, int flags) { return hpcc_libc_openat(folder, path, flags); }

HPCC_LIBC_ONCE(int, creat, (const char *path, mode_t mode), (path, mode))
HPCC_LIBC_ONCE(int, close, (int fd), (fd))
HPCC_LIBC_ONCE(off_t, lseek, (int fd, off_t offset, int whence), (fd, offset, whence))
HPCC_LIBC_ONCE(int, fsync, (int fd), (fd))
HPCC_LIBC_ONCE(int, fdatasync, (int fd), (fd))
HPCC_LIBC_ONCE(int, dup, (int fd), (fd))
HPCC_LIBC_ONCE(int, dup2, (int fd, int as), (fd, as))
HPCC_LIBC_ONCE(int, dup3, (int fd, int as, int flags), (fd, as, flags))
HPCC_LIBC_ONCE(int, flock, (int fd, int operation), (fd, operation))
HPCC_LIBC_ONCE(int, lockf, (int fd, int command, off_t length), (fd, command, length))
HPCC_LIBC_ONCE(int, posix_fadvise, (int fd, off_t offset, off_t length, int advice), (fd, offset, length, advice))
HPCC_LIBC_ONCE(int, posix_fallocate, (int fd, off_t offset, off_t length), (fd, offset, length))
HPCC_LIBC_ONCE(int, fallocate, (int fd, int mode, off_t offset, off_t length), (fd, mode, offset, length))
HPCC_LIBC_ONCE(int, truncate, (const char *path, off_t length), (path, length))
HPCC_LIBC_ONCE(int, ftruncate, (int fd, off_t length), (fd, length))
HPCC_LIBC_ONCE(int, isatty, (int fd), (fd))
HPCC_LIBC_ONCE(int, tcsetattr, (int fd, int when, const struct termios *state), (fd, when, state))
HPCC_LIBC_FILLS(int, tcgetattr, (int fd, struct termios *state), (fd, state), state)
HPCC_LIBC_FILLS(ssize_t, sendfile, (int to, int from, off_t *offset, size_t size), (to, from, offset, size), offset)

void hpcc_libc_sync(void)
{
	if (!hpcc_libc_shared || hpcc_rank_ == 0) sync();
}

int hpcc_libc_pipe2(int fd[2], int flags)
{
	if (!hpcc_libc_shared) return pipe2(fd, flags);
	return (int)hpcc_libc_tell_data("pipe", hpcc_rank_ == 0 ? pipe2(fd, flags) : 0, fd, 2 * sizeof *fd);
}

int hpcc_libc_pipe(int fd[2]) { return hpcc_libc_pipe2(fd, 0); }

int hpcc_libc_fcntl(int fd, int command, ...)
{
	va_list args;
	va_start(args, command);
	void *argument = va_arg(args, void *);
	va_end(args);
	if (!hpcc_libc_shared) return fcntl(fd, command, argument);
	int fills = command == F_GETLK || command == F_OFD_GETLK;
	long result = hpcc_rank_ == 0 ? fcntl(fd, command, argument) : 0;
	return (int)hpcc_libc_tell_data("fcntl", result, argument, fills ? sizeof(struct flock) : 0);
}

static size_t ioctl_fills(unsigned long request)
{
	switch (request) {
	case TIOCGWINSZ: return sizeof(struct winsize);
	case FIONREAD: return sizeof(int);
	case FIONBIO:
	case FIOCLEX:
	case FIONCLEX: return 0;
	default: hpcc_die(NULL, "ioctl request 0x%lx is not known to work with several processes", request);
	}
}

int hpcc_libc_ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	va_start(args, request);
	void *argument = va_arg(args, void *);
	va_end(args);
	if (!hpcc_libc_shared) return ioctl(fd, request, argument);
	size_t size = ioctl_fills(request);
	return (int)hpcc_libc_tell_data("ioctl", hpcc_rank_ == 0 ? ioctl(fd, request, argument) : 0, argument, size);
}

int hpcc_libc_select(int n, fd_set *in, fd_set *out, fd_set *except, struct timeval *timeout)
{
	if (!hpcc_libc_shared) return select(n, in, out, except, timeout);
	long result = hpcc_rank_ == 0 ? select(n, in, out, except, timeout) : 0;
	fd_set *set[] = {in, out, except};
	for (int i = 0; i < 3; i++) result = hpcc_libc_tell_data("select", result, set[i], set[i] ? sizeof *set[i] : 0);
	return (int)hpcc_libc_tell_data("select", result, timeout, timeout ? sizeof *timeout : 0);
}

int hpcc_libc_poll(struct pollfd *fds, nfds_t n, int timeout)
{
	if (!hpcc_libc_shared) return poll(fds, n, timeout);
	return (int)hpcc_libc_tell_data("poll", hpcc_rank_ == 0 ? poll(fds, n, timeout) : 0, fds, n * sizeof *fds);
}

// ---- reading and writing ----------------------------------------------------------------------

// After process 0 has read `count` bytes to `to`.
static ssize_t share_read(const char *name, ssize_t count, void *to, size_t size)
{
	if (hpcc_libc_shared) count = hpcc_libc_tell_read(name, count, to, size);
	if (count > 0 && HPCC_MAYBE_MAPPED(to)) hpcc_scatter(to, (size_t)count);
	return count;
}

static int does_it(void) { return !hpcc_libc_shared || hpcc_rank_ == 0; }

ssize_t hpcc_libc_read(int fd, void *to, size_t size)
{
	return share_read("read", does_it() ? read(fd, to, size) : 0, to, size);
}

ssize_t hpcc_libc_pread(int fd, void *to, size_t size, off_t offset)
{
	return share_read("pread", does_it() ? pread(fd, to, size, offset) : 0, to, size);
}

ssize_t hpcc_libc_read_chk(int fd, void *to, size_t size, size_t room)
{
	if (size > room) __chk_fail();
	return hpcc_libc_read(fd, to, size);
}

ssize_t hpcc_libc_pread_chk(int fd, void *to, size_t size, off_t offset, size_t room)
{
	if (size > room) __chk_fail();
	return hpcc_libc_pread(fd, to, size, offset);
}

static void before_write(const void *from, size_t size)
{
	if (HPCC_MAYBE_MAPPED(from)) hpcc_gather(from, size);
}

ssize_t hpcc_libc_write(int fd, const void *from, size_t size)
{
	before_write(from, size);
	ssize_t count = does_it() ? write(fd, from, size) : 0;
	return hpcc_libc_shared ? hpcc_libc_tell("write", count) : count;
}

ssize_t hpcc_libc_pwrite(int fd, const void *from, size_t size, off_t offset)
{
	before_write(from, size);
	ssize_t count = does_it() ? pwrite(fd, from, size, offset) : 0;
	return hpcc_libc_shared ? hpcc_libc_tell("pwrite", count) : count;
}

ssize_t hpcc_libc_writev(int fd, const struct iovec *parts, int n)
{
	for (int i = 0; i < n; i++) before_write(parts[i].iov_base, parts[i].iov_len);
	ssize_t count = does_it() ? writev(fd, parts, n) : 0;
	return hpcc_libc_shared ? hpcc_libc_tell("writev", count) : count;
}

ssize_t hpcc_libc_readv(int fd, const struct iovec *parts, int n)
{
	ssize_t count = does_it() ? readv(fd, parts, n) : 0;
	if (hpcc_libc_shared) count = hpcc_libc_tell("readv", count);
	int error = errno;
	for (ssize_t i = 0, left = count; i < n && left > 0; left -= (ssize_t)parts[i++].iov_len) {
		size_t size = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;
		if (hpcc_libc_shared) hpcc_bcast_for("readv", parts[i].iov_base, size);
		if (HPCC_MAYBE_MAPPED(parts[i].iov_base)) hpcc_scatter(parts[i].iov_base, size);
	}
	errno = error;
	return count;
}

int hpcc_libc_vdprintf(int fd, const char *format, va_list args)
{
	if (HPCC_ANY_MAPPED) hpcc_libc_gather_arguments(format, args);
	int count = does_it() ? vdprintf(fd, format, args) : 0;
	return hpcc_libc_shared ? (int)hpcc_libc_tell("dprintf", count) : count;
}

int hpcc_libc_dprintf(int fd, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int count = hpcc_libc_vdprintf(fd, format, args);
	va_end(args);
	return count;
}

int hpcc_libc_dprintf_chk(int fd, int flag, const char *format, ...)
{
	(void)flag;
	va_list args;
	va_start(args, format);
	int count = hpcc_libc_vdprintf(fd, format, args);
	va_end(args);
	return count;
}

int hpcc_libc_vdprintf_chk(int fd, int flag, const char *format, va_list args)
{
	(void)flag;
	return hpcc_libc_vdprintf(fd, format, args);
}

// A file's pages would be one process's only.
void *hpcc_libc_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (hpcc_libc_shared && !(flags & MAP_ANONYMOUS))
		hpcc_die(NULL, "mmap of a file does not work with several processes: read the file instead");
	return mmap(at, size, protection, flags, fd, offset);
}

// ---- names ------------------------------------------------------------------------------------

HPCC_LIBC_ONCE(int, remove, (const char *path), (path))
HPCC_LIBC_ONCE(int, rename, (const char *from, const char *to), (from, to))
HPCC_LIBC_ONCE(int, renameat, (int f, const char *from, int t, const char *to), (f, from, t, to))
HPCC_LIBC_ONCE(int, unlink, (const char *path), (path))
HPCC_LIBC_ONCE(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
HPCC_LIBC_ONCE(int, link, (const char *from, const char *to), (from, to))
HPCC_LIBC_ONCE(int, linkat, (int f, const char *from, int t, const char *to, int flags), (f, from, t, to, flags))
HPCC_LIBC_ONCE(int, symlink, (const char *from, const char *to), (from, to))
HPCC_LIBC_ONCE(int, symlinkat, (const char *from, int folder, const char *to), (from, folder, to))
HPCC_LIBC_ONCE(int, mkdir, (const char *path, mode_t mode), (path, mode))
HPCC_LIBC_ONCE(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
HPCC_LIBC_ONCE(int, rmdir, (const char *path), (path))
HPCC_LIBC_ONCE(int, mkfifo, (const char *path, mode_t mode), (path, mode))
HPCC_LIBC_ONCE(int, mknod, (const char *path, mode_t mode, dev_t device), (path, mode, device))
HPCC_LIBC_ONCE(int, chmod, (const char *path, mode_t mode), (path, mode))
HPCC_LIBC_ONCE(int, fchmod, (int fd, mode_t mode), (fd, mode))
HPCC_LIBC_ONCE(int, fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags))
HPCC_LIBC_ONCE(int, chown, (const char *path, uid_t user, gid_t group), (path, user, group))
HPCC_LIBC_ONCE(int, fchown, (int fd, uid_t user, gid_t group), (fd, user, group))
HPCC_LIBC_ONCE(int, lchown, (const char *path, uid_t user, gid_t group), (path, user, group))
HPCC_LIBC_ONCE(int, access, (const char *path, int how), (path, how))
HPCC_LIBC_ONCE(int, faccessat, (int folder, const char *path, int how, int flags), (folder, path, how, flags))
HPCC_LIBC_ONCE(int, euidaccess, (const char *path, int how), (path, how))
HPCC_LIBC_ONCE(mode_t, umask, (mode_t mask), (mask))
HPCC_LIBC_ONCE(int, utime, (const char *path, const struct utimbuf *times), (path, times))
HPCC_LIBC_ONCE(int, utimes, (const char *path, const struct timeval times[2]), (path, times))
HPCC_LIBC_ONCE(int, futimens, (int fd, const struct timespec times[2]), (fd, times))
HPCC_LIBC_ONCE(int, utimensat, (int folder, const char *path, const struct timespec times[2], int flags),
        (folder, path, times, flags))
HPCC_LIBC_ONCE(int, chdir, (const char *path), (path))
HPCC_LIBC_ONCE(int, fchdir, (int fd), (fd))
HPCC_LIBC_ONCE(long, pathconf, (const char *path, int name), (path, name))
HPCC_LIBC_ONCE(long, fpathconf, (int fd, int name), (fd, name))

HPCC_LIBC_FILLS(int, stat, (const char *path, struct stat *out), (path, out), out)
HPCC_LIBC_FILLS(int, lstat, (const char *path, struct stat *out), (path, out), out)
HPCC_LIBC_FILLS(int, fstat, (int fd, struct stat *out), (fd, out), out)
HPCC_LIBC_FILLS(
        int, fstatat, (int folder, const char *path, struct stat *out, int flags), (folder, path, out, flags), out)
HPCC_LIBC_FILLS(int, statvfs, (const char *path, struct statvfs *out), (path, out), out)
HPCC_LIBC_FILLS(int, fstatvfs, (int fd, struct statvfs *out), (fd, out), out)
HPCC_LIBC_FILLS(int, statfs, (const char *path, struct statfs *out), (path, out), out)
HPCC_LIBC_FILLS(int, fstatfs, (int fd, struct statfs *out), (fd, out), out)

ssize_t hpcc_libc_readlink(const char *path, char *to, size_t size)
{
	ssize_t count = does_it() ? readlink(path, to, size) : 0;
	return share_read("readlink", count, to, size);
}

ssize_t hpcc_libc_readlink_chk(const char *path, char *to, size_t size, size_t room)
{
	if (size > room) __chk_fail();
	return hpcc_libc_readlink(path, to, size);
}

// A string result that the caller gave room for, or frees.
static char *fill_or_copy(const char *name, char *text, char *room)
{
	char *keep = NULL;
	hpcc_libc_tell_string(name, text, &keep);
	if (hpcc_rank_ == 0 || !keep || !room) {
		if (hpcc_rank_ == 0 || !keep) {
			free(keep);
			return text;
		}
		return keep;
	}
	strcpy(room, keep);
	free(keep);
	return room;
}

char *hpcc_libc_getcwd(char *to, size_t size)
{
	if (!hpcc_libc_shared) return getcwd(to, size);
	return fill_or_copy("getcwd", hpcc_rank_ == 0 ? getcwd(to, size) : NULL, to);
}

char *hpcc_libc_getcwd_chk(char *to, size_t size, size_t room)
{
	if (size > room) __chk_fail();
	return hpcc_libc_getcwd(to, size);
}

char *hpcc_libc_get_current_dir_name(void) { return hpcc_libc_getcwd(NULL, 0); }

char *hpcc_libc_realpath(const char *path, char *to)
{
	if (!hpcc_libc_shared) return realpath(path, to);
	return fill_or_copy("realpath", hpcc_rank_ == 0 ? realpath(path, to) : NULL, to);
}

char *hpcc_libc_realpath_chk(const char *path, char *to, size_t room)
{
	(void)room;
	return hpcc_libc_realpath(path, to);
}

char *hpcc_libc_canonicalize_file_name(const char *path) { return hpcc_libc_realpath(path, NULL); }

// ---- names that nobody has yet ----------------------------------------------------------------

// `template` is changed in place by process 0.
static long tell_name(const char *name, long result, char *template)
{
	return hpcc_libc_tell_data(name, result, template, strlen(template) + 1);
}

#define HPCC_MAKES(name, parameters, arguments)                                                                        \
	int hpcc_libc_##name parameters                                                                                \
	{                                                                                                              \
		if (!hpcc_libc_shared) return name arguments;                                                          \
		return (int)tell_name(#name, hpcc_rank_ == 0 ? name arguments : 0, template);                          \
	}

HPCC_MAKES(mkstemp, (char *template), (template))
HPCC_MAKES(mkostemp, (char *template, int flags), (template, flags))
HPCC_MAKES(mkstemps, (char *template, int suffix), (template, suffix))
HPCC_MAKES(mkostemps, (char *template, int suffix, int flags), (template, suffix, flags))

char *hpcc_libc_mkdtemp(char *template)
{
	if (!hpcc_libc_shared) return mkdtemp(template);
	return tell_name("mkdtemp", hpcc_rank_ == 0 ? mkdtemp(template) != NULL : 0, template) ? template : NULL;
}

// The C library's own would make the linker warn about every program, for a race that the program has decided to live
// with.
static int new_name(char *template)
{
	int fd = mkstemp(template);
	if (fd < 0) return 0;
	hpcc_own_close(fd);
	unlink(template);
	return 1;
}

char *hpcc_libc_mktemp(char *template)
{
	size_t size = strlen(template) + 1;
	if (does_it() && !new_name(template)) *template = 0;
	if (hpcc_libc_shared) hpcc_libc_tell_data("mktemp", 0, template, size);
	return template;
}

char *hpcc_libc_tmpnam(char *to)
{
	static char own[L_tmpnam];
	char *name = to ? to : own;
	strcpy(name, "/tmp/fileXXXXXX");
	return *hpcc_libc_mktemp(name) ? name : NULL;
}

char *hpcc_libc_tempnam(const char *folder, const char *prefix)
{
	const char *given = getenv("TMPDIR");
	char *name = NULL;
	if (asprintf(&name, "%s/%.5sXXXXXX", given ? given : folder ? folder : P_tmpdir, prefix ? prefix : "file") < 0)
		return NULL;
	if (*hpcc_libc_mktemp(name)) return name;
	free(name);
	return NULL;
}

// ---- directories ------------------------------------------------------------------------------

// What stands for a DIR where there are several processes.
typedef struct folder {
	DIR *real; // on process 0
	struct dirent entry;
} folder;

static DIR *new_folder(const char *name, DIR *real)
{
	if (!hpcc_libc_tell(name, real != NULL)) return NULL;
	folder *f = hpcc_alloc(sizeof *f);
	f->real = real;
	return (DIR *)f;
}

DIR *hpcc_libc_opendir(const char *path)
{
	if (!hpcc_libc_shared) return opendir(path);
	return new_folder("opendir", hpcc_rank_ == 0 ? opendir(path) : NULL);
}

DIR *hpcc_libc_fdopendir(int fd)
{
	if (!hpcc_libc_shared) return fdopendir(fd);
	return new_folder("fdopendir", hpcc_rank_ == 0 ? fdopendir(fd) : NULL);
}

struct dirent *hpcc_libc_readdir(DIR *dir)
{
	if (!hpcc_libc_shared) return readdir(dir);
	folder *f = (folder *)dir;
	struct dirent *entry = hpcc_rank_ == 0 ? readdir(f->real) : NULL;
	if (entry) memcpy(&f->entry, entry, entry->d_reclen < sizeof f->entry ? entry->d_reclen : sizeof f->entry);
	return hpcc_libc_tell_data("readdir", entry != NULL, &f->entry, sizeof f->entry) ? &f->entry : NULL;
}

int hpcc_libc_closedir(DIR *dir)
{
	if (!hpcc_libc_shared) return closedir(dir);
	folder *f = (folder *)dir;
	long result = hpcc_rank_ == 0 ? closedir(f->real) : 0;
	free(f);
	return (int)hpcc_libc_tell("closedir", result);
}

void hpcc_libc_rewinddir(DIR *dir)
{
	if (!hpcc_libc_shared)
		rewinddir(dir);
	else if (hpcc_rank_ == 0)
		rewinddir(((folder *)dir)->real);
}

long hpcc_libc_telldir(DIR *dir)
{
	if (!hpcc_libc_shared) return telldir(dir);
	return hpcc_libc_tell("telldir", hpcc_rank_ == 0 ? telldir(((folder *)dir)->real) : 0);
}

void hpcc_libc_seekdir(DIR *dir, long place)
{
	if (!hpcc_libc_shared)
		seekdir(dir, place);
	else if (hpcc_rank_ == 0)
		seekdir(((folder *)dir)->real, place);
}

int hpcc_libc_dirfd(DIR *dir)
{
	if (!hpcc_libc_shared) return dirfd(dir);
	return (int)hpcc_libc_tell("dirfd", hpcc_rank_ == 0 ? dirfd(((folder *)dir)->real) : 0);
}
