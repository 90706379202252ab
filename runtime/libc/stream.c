// SPDX-License-Identifier: Apache-2.0
//
// Streams. A stream that the program opens, and stdin, is a stream of the C library's on every process, whose bytes
// process 0 reads and writes: what it reads goes to all, a buffer at a time, and each process takes its lines and
// numbers from the same bytes. stdout and stderr are the real ones on process 0, and lead nowhere on the others.
#define _GNU_SOURCE
#include "libc.h"
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct stream {
	FILE *file;
	int fd;     // on process 0; the others know the number
	FILE *pipe; // of popen, on process 0
	int is_pipe;
	int status; // of the command, when closed
	int has_pushed;
	int lost;    // process 0: the error, errno, of a write that the others have not been told of; 0: none
	long unread; // in the buffer, when process 0 went on alone
	char *buffer;
	struct stream *next;
} stream;

// The C library's flags of a stream; old programs have them compiled in, so they do not change.
enum { NO_READS = 4, NO_WRITES = 8, FAILED = 0x20, APPENDS = 0x1000 };

static stream *streams;
static FILE *outputs[2];
static int n_streams, alone = -1; // how many there were when process 0 went on alone
static int untold;                // writes are told to nobody
int hpcc_libc_asks_output;

void hpcc_unit_asks_output(void) { hpcc_libc_asks_output = 1; }

int hpcc_libc_is_output(FILE *file) { return hpcc_libc_shared && (file == outputs[0] || file == outputs[1]); }

static stream *find(FILE *file)
{
	for (stream *s = streams; s; s = s->next)
		if (s->file == file) return s;
	return NULL;
}

// ---- process 0 alone --------------------------------------------------------------------------

static _Noreturn void read_alone(const char *where)
{
	hpcc_die(where, "serial code reads from a stream, or closes one, that was opened outside of it: read there, "
	                "where all processes "
	                "get what is read, or open the file in serial code");
}

static long unread(FILE *file) { return file->_IO_read_end - file->_IO_read_ptr; }

void hpcc_libc_alone_begin(void)
{
	if (!hpcc_libc_shared) return;
	for (stream *s = streams; s; s = s->next)
		if (__fwriting(s->file)) fflush(s->file);
	if (hpcc_rank_ != 0) return;
	for (stream *s = streams; s; s = s->next) s->unread = unread(s->file);
	hpcc_libc_shared = 0;
	alone = n_streams;
}

void hpcc_libc_alone_end(const char *where)
{
	if (hpcc_rank_ == 0 && alone >= 0) {
		if (alone != n_streams) read_alone(where);
		for (stream *s = streams; s; s = s->next) {
			if (__fwriting(s->file)) fflush(s->file);
			if (unread(s->file) != s->unread) read_alone(where);
		}
		hpcc_libc_shared = 1;
		alone = -1;
	}
	// Where the file is, process 0 is asked again.
	for (stream *s = streams; s; s = s->next) s->file->_offset = -1;
}

// ---- what the C library asks for --------------------------------------------------------------

static ssize_t stream_read(void *cookie, char *to, size_t size)
{
	stream *s = cookie;
	ssize_t count = 0;
	if (hpcc_apart_now == HPCC_APART_SERIAL) read_alone(NULL);
	if (hpcc_rank_ == 0) {
		// As the C library does before it waits for somebody at a terminal.
		if (s->fd == STDIN_FILENO && isatty(s->fd)) fflush(stdout);
		count = hpcc_own_read(s->fd, to, size);
	}
	return hpcc_libc_shared ? hpcc_libc_tell_read("read from a stream", count, to, size) : count;
}

static ssize_t write_all(int fd, const char *from, size_t size)
{
	size_t done = 0;
	while (done < size) {
		ssize_t count = hpcc_own_write(fd, from + done, size - done);
		if (count < 0) break;
		done += (size_t)count;
	}
	return (ssize_t)done;
}

// What follows something that was lost is lost, too, until somebody has been told.
static ssize_t stream_write(void *cookie, const char *from, size_t size)
{
	stream *s = cookie;
	ssize_t count = (ssize_t)size;
	if (s->lost)
		errno = s->lost, count = 0;
	else if (hpcc_rank_ == 0)
		count = write_all(s->fd, from, size);
	if (hpcc_libc_shared && untold) {
		if (count < (ssize_t)size) s->lost = errno;
		return (ssize_t)size;
	}
	s->lost = 0;
	return hpcc_libc_shared ? hpcc_libc_tell("write to a stream", count) : count;
}

void hpcc_libc_write_begin(int asked) { untold = !asked; }

void hpcc_libc_write_end(void) { untold = 0; }

int hpcc_libc_lost(const char *name, FILE *file, int result)
{
	stream *s = find(file);
	int error = s ? s->lost : 0;
	if (error) errno = error;
	result = (int)hpcc_libc_tell(name, error ? -1 : result);
	if (error) s->lost = 0;
	if (result < 0) file->_flags |= FAILED;
	return result;
}

void hpcc_libc_forget_lost(FILE *file)
{
	stream *s = find(file);
	if (s) s->lost = 0;
}

int hpcc_libc_is_written(FILE *file) { return hpcc_libc_shared && file && find(file) && __fwriting(file); }

static int stream_seek(void *cookie, off64_t *position, int whence)
{
	stream *s = cookie;
	off64_t at = hpcc_rank_ == 0 ? lseek64(s->fd, *position, whence) : 0;
	if (hpcc_libc_shared) at = hpcc_libc_tell("fseek", at);
	*position = at;
	return at < 0 ? -1 : 0;
}

static int close_on_root(stream *s)
{
	if (s->pipe) {
		s->status = pclose(s->pipe);
		return s->status == -1 ? -1 : 0;
	}
	return hpcc_own_close(s->fd);
}

static int stream_close(void *cookie)
{
	stream *s = cookie;
	long result = hpcc_rank_ == 0 ? close_on_root(s) : 0;
	if (s->lost) errno = s->lost, result = -1;
	if (hpcc_libc_shared) result = hpcc_libc_tell_data("fclose", result, &s->status, sizeof s->status);
	stream **at = &streams;
	while (*at != s) at = &(*at)->next;
	*at = s->next;
	n_streams--;
	s->file = NULL;
	return (int)result;
}

// ---- opening ----------------------------------------------------------------------------------

// Facts of an open file that decide on the stream's buffer, from process 0.
typedef struct opened {
	int fd, terminal;
	long block;
} opened;

static opened look_at(int fd)
{
	opened o = {fd, 0, BUFSIZ};
	struct stat facts;
	int error = errno;
	if (fd >= 0 && fstat(fd, &facts) == 0) {
		o.terminal = S_ISCHR(facts.st_mode) && isatty(fd);
		if (facts.st_blksize > 0) o.block = facts.st_blksize;
	}
	errno = error;
	return o;
}

// Flags of open for a mode of fopen, -1 where it is none.
static int open_flags(const char *mode)
{
	int flags = *mode == 'r'   ? O_RDONLY
	            : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
	            : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND
	                           : -1;
	if (flags < 0) {
		errno = EINVAL;
		return -1;
	}
	for (const char *c = mode + 1; *c && *c != ','; c++) {
		if (*c == '+')
			flags = (flags & ~O_ACCMODE) | O_RDWR;
		else if (*c == 'x')
			flags |= O_EXCL;
		else if (*c == 'e')
			flags |= O_CLOEXEC;
	}
	return flags;
}

static const char *plain_mode(const char *mode)
{
	int update = strchr(mode, '+') != NULL;
	return *mode == 'r' ? (update ? "r+" : "r") : *mode == 'w' ? (update ? "w+" : "w") : update ? "a+" : "a";
}

// The stream of what process 0 has opened; NULL where it could not. Collective.
static stream *new_stream(const char *name, int fd, const char *mode, FILE *pipe)
{
	opened o = {0};
	if (hpcc_rank_ == 0) o = look_at(fd);
	hpcc_libc_tell_data(name, 0, &o, sizeof o);
	if (o.fd < 0) return NULL;
	int error = errno;
	stream *s = hpcc_alloc(sizeof *s);
	*s = (stream){.fd = o.fd, .pipe = pipe, .next = streams};
	cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
	s->file = fopencookie(s, plain_mode(mode), functions);
	if (!s->file) hpcc_die(NULL, "no memory for a stream");
	// The same buffer as in one process: as much is read ahead, as little is lost.
	s->buffer = hpcc_alloc((size_t)o.block);
	setvbuf(s->file, s->buffer, o.terminal ? _IOLBF : _IOFBF, (size_t)o.block);
	streams = s;
	n_streams++;
	errno = error;
	return s;
}

static FILE *new_file(const char *name, int fd, const char *mode)
{
	stream *s = new_stream(name, fd, mode, NULL);
	return s ? s->file : NULL;
}

static int open_on_root(const char *path, const char *mode)
{
	int flags = open_flags(mode);
	int fd = flags < 0 ? -1 : hpcc_own_open(path, flags, 0666);
	if (fd >= 0 && *mode == 'a' && (flags & O_ACCMODE) == O_WRONLY) lseek(fd, 0, SEEK_END);
	return fd;
}

FILE *hpcc_libc_fopen(const char *path, const char *mode)
{
	if (!hpcc_libc_shared) return fopen(path, mode);
	return new_file("fopen", hpcc_rank_ == 0 ? open_on_root(path, mode) : 0, mode);
}

// As fdopen looks at its arguments: the descriptor must be open, for what the mode asks.
static int check_fd(int fd, const char *mode)
{
	int flags = open_flags(mode);
	if (flags < 0) return -1;
	int has = fcntl(fd, F_GETFL);
	if (has < 0) return -1;
	if ((has & O_ACCMODE) != O_RDWR && (has & O_ACCMODE) != (flags & O_ACCMODE)) {
		errno = EINVAL;
		return -1;
	}
	if ((flags & O_APPEND) && !(has & O_APPEND) && fcntl(fd, F_SETFL, has | O_APPEND) < 0) return -1;
	return fd;
}

FILE *hpcc_libc_fdopen(int fd, const char *mode)
{
	if (!hpcc_libc_shared) return fdopen(fd, mode);
	return new_file("fdopen", hpcc_rank_ == 0 ? check_fd(fd, mode) : 0, mode);
}

static int open_temporary(void)
{
	char name[] = "/tmp/tmpfXXXXXX";
	int fd = mkstemp(name);
	if (fd >= 0) unlink(name);
	return fd;
}

FILE *hpcc_libc_tmpfile(void)
{
	if (!hpcc_libc_shared) return tmpfile();
	return new_file("tmpfile", hpcc_rank_ == 0 ? open_temporary() : 0, "w+");
}

// ---- commands ---------------------------------------------------------------------------------

FILE *hpcc_libc_popen(const char *command, const char *mode)
{
	if (!hpcc_libc_shared) return popen(command, mode);
	FILE *pipe = hpcc_rank_ == 0 ? popen(command, mode) : NULL;
	stream *s = new_stream("popen", hpcc_rank_ != 0 ? 0 : pipe ? fileno(pipe) : -1, mode, pipe);
	if (!s) return NULL;
	s->is_pipe = 1;
	return s->file;
}

int hpcc_libc_fclose(FILE *file)
{
	stream *s = find(file);
	if (s) {
		// What is still to be written is told with what closing gives.
		hpcc_libc_write_begin(0);
		int result = fclose(file);
		hpcc_libc_write_end();
		int error = errno;
		free(s->buffer);
		free(s);
		errno = error;
		return result;
	}
	if (!hpcc_libc_is_output(file)) return fclose(file);
	// Other processes keep theirs: it does no harm, and the address stays taken, as it does on process 0.
	return (int)hpcc_libc_tell("fclose", hpcc_rank_ == 0 ? fclose(file) : 0);
}

int hpcc_libc_pclose(FILE *file)
{
	stream *s = find(file);
	if (!s) return hpcc_libc_shared ? -1 : pclose(file);
	int result = fclose(file);
	if (s->is_pipe) result = s->status;
	int error = errno;
	free(s->buffer);
	free(s);
	errno = error;
	return result;
}

// ---- reopening --------------------------------------------------------------------------------

static void set_mode(FILE *file, const char *mode)
{
	int update = strchr(mode, '+') != NULL;
	file->_flags &= ~(NO_READS | NO_WRITES | APPENDS);
	if (!update) file->_flags |= *mode == 'r' ? NO_WRITES : NO_READS;
	if (*mode == 'a') file->_flags |= APPENDS;
}

// Puts another file into the place of a descriptor.
static int reopen_on_root(int fd, const char *path, const char *mode)
{
	char own[64];
	if (!path) {
		snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
		path = own;
	}
	int other = open_on_root(path, mode);
	if (other < 0) {
		int error = errno;
		hpcc_own_close(fd);
		errno = error;
		return -1;
	}
	if (other != fd) {
		dup2(other, fd);
		hpcc_own_close(other);
	}
	return fd;
}

static FILE *reopen_stream(stream *s, const char *path, const char *mode)
{
	fflush(s->file);
	long fd = hpcc_rank_ == 0 ? reopen_on_root(s->fd, path, mode) : 0;
	fd = hpcc_libc_tell("freopen", fd);
	__fpurge(s->file);
	clearerr(s->file);
	if (fd < 0) return NULL;
	set_mode(s->file, mode);
	return s->file;
}

FILE *hpcc_libc_freopen(const char *path, const char *mode, FILE *file)
{
	if (!hpcc_libc_shared) return freopen(path, mode, file);
	stream *s = find(file);
	if (s) return reopen_stream(s, path, mode);
	if (!hpcc_libc_is_output(file))
		hpcc_die(NULL, "freopen of a stream in memory does not work with several processes");
	long done = hpcc_rank_ == 0 ? freopen(path, mode, file) != NULL : 0;
	return hpcc_libc_tell("freopen", done) ? file : NULL;
}

// ---- descriptors ------------------------------------------------------------------------------

int hpcc_libc_fileno(FILE *file)
{
	stream *s = find(file);
	if (s) return s->fd;
	return hpcc_libc_is_output(file) ? (file == outputs[0] ? STDOUT_FILENO : STDERR_FILENO) : fileno(file);
}

static FILE *nowhere(void)
{
	FILE *file = fopen("/dev/null", "w");
	if (!file) hpcc_die(NULL, "/dev/null cannot be opened");
	return file;
}

void hpcc_libc_streams_start(void)
{
	stream *in = new_stream("stdin", hpcc_rank_ == 0 ? STDIN_FILENO : 0, "r", NULL);
	stdin = in->file;
	if (hpcc_rank_ != 0) {
		stdout = nowhere();
		stderr = nowhere();
		setvbuf(stderr, NULL, _IONBF, 0);
	}
	outputs[0] = stdout;
	outputs[1] = stderr;
}
