// SPDX-License-Identifier: Apache-2.0
//
// What the files of this folder share. They stand between the program and the C library: process 0 does what touches
// the world, and all processes get the same answers. hpcc_libc_f takes the place of f (include/hpcc/libc.h).
#ifndef HPCC_RUNTIME_LIBC_H
#define HPCC_RUNTIME_LIBC_H

#include "../internal.h"
#include "libc_weak.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>

// Answers are broadcast: there are several processes, and the program has begun and not ended. Where it is 0 each
// function is the C library's own.
extern int hpcc_libc_shared;
// The end comes at once (_exit): what is buffered is dropped.
extern int hpcc_libc_drop;

// At start, when MPI is up and before anything of the program runs: streams, environment, arguments.
void hpcc_libc_start(int *argc, char ***argv, char ***envp);

// At the end, by all processes and after the program's exit handlers: flushes. Nothing is broadcast from then on.
void hpcc_libc_finish(void);

// The same where this process ends alone, within a partitioned nest.
void hpcc_libc_finish_alone(void);

// Gives process 0's result and errno to all and returns it. `name` is the function, for the message where it is called
// where not all processes are.
long hpcc_libc_tell(const char *name, long result);

// The same with `size` bytes that come with the result.
long hpcc_libc_tell_data(const char *name, long result, void *data, size_t size);

// The same for `count` bytes (at most `size`; negative: an error) that process 0 has read.
ssize_t hpcc_libc_tell_read(const char *name, ssize_t count, void *to, size_t size);

// A string of process 0 (NULL too) in memory that lives until the next call with the same `keep`.
char *hpcc_libc_tell_string(const char *name, const char *text, char **keep);

// Defines hpcc_libc_<name>, done by process 0 alone. Results are integers.
#define HPCC_LIBC_ONCE(type, name, parameters, arguments)                                                              \
	type hpcc_libc_##name parameters                                                                               \
	{                                                                                                              \
		if (!hpcc_libc_shared) return name arguments;                                                          \
		long result = 0;                                                                                       \
		if (hpcc_rank_ == 0) result = (long)name arguments;                                                    \
		return (type)hpcc_libc_tell(#name, result);                                                            \
	}

// The same for functions that fill *out.
#define HPCC_LIBC_FILLS(type, name, parameters, arguments, out)                                                        \
	type hpcc_libc_##name parameters                                                                               \
	{                                                                                                              \
		if (!hpcc_libc_shared) return name arguments;                                                          \
		long result = 0;                                                                                       \
		if (hpcc_rank_ == 0) result = (long)name arguments;                                                    \
		return (type)hpcc_libc_tell_data(#name, result, (out), (out) ? sizeof *(out) : 0);                     \
	}

// ---- streams (stream.c) ------------------------------------------------------------------

void hpcc_libc_streams_start(void);
// stdout and stderr, which only process 0 really has; their errors are not known to the others.
int hpcc_libc_is_output(FILE *file);
// Between the two, what the C library writes to files of its own accord is told to nobody, unless `asked`: an error is
// kept until hpcc_libc_lost.
void hpcc_libc_write_begin(int asked);
void hpcc_libc_write_end(void);
// Whether the program looks at the results of output functions.
extern int hpcc_libc_asks_output;
// Gives `result` to all, -1 and errno where something that was written to the stream has been lost before.
int hpcc_libc_lost(const char *name, FILE *file, int result);
// Nobody is to hear of it.
void hpcc_libc_forget_lost(FILE *file);
// Whether it is one that the program has opened, and written to last.
int hpcc_libc_is_written(FILE *file);
void hpcc_libc_env_start(int *argc, char ***argv, char ***envp);
void hpcc_libc_exit_start(void);

// Before process 0 goes on alone, and afterwards: what streams have not written yet is written; process 0 must not have
// read or closed what all have open.
void hpcc_libc_alone_begin(void);
void hpcc_libc_alone_end(const char *where);

// ---- mapped memory (mapped.c) ------------------------------------------------------------

// Makes a string that may stand in mapped memory readable.
void hpcc_libc_gather_string(const char *text, size_t most);
// The strings among printf's arguments.
void hpcc_libc_gather_arguments(const char *format, va_list args);
// What scanf stored: `count` is its result.
void hpcc_libc_scatter_arguments(const char *format, va_list args, int count);
#define HPCC_ANY_MAPPED (hpcc_mapped_low < hpcc_mapped_high)

// ---- memory (allocation.c) -------------------------------------------------------------------

// The same contents in memory of the C library's own, which it may realloc or free; `block` is gone then.
void *hpcc_libc_plain_block(void *block);

// ---- ends (program/start.c, exit.c) --------------------------------------------------------------

// Ends what the processes do together; called by all, or by one within a partitioned nest. Only process 0 returns where
// `status` is not 0.
void hpcc_finish(int status);

// A file descriptor that is standard error on every process.
#define HPCC_MESSAGES 2

#endif
