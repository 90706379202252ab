// SPDX-License-Identifier: Apache-2.0
//
// How process 0's answers reach all.
#define _GNU_SOURCE
#include "libc.h"
#include <stdlib.h>
#include <string.h>

int hpcc_libc_shared, hpcc_libc_drop;

void hpcc_libc_start(int *argc, char ***argv, char ***envp)
{
	if (!hpcc_mpi_on && hpcc_size_ == 1) return;
	hpcc_libc_exit_start();
	if (hpcc_size_ <= 1) return;
	hpcc_libc_shared = 1;
	hpcc_libc_streams_start();
	hpcc_libc_env_start(argc, argv, envp);
}

void hpcc_libc_finish(void)
{
	if (!hpcc_libc_drop) fflush(NULL);
	hpcc_libc_shared = 0;
}

void hpcc_libc_finish_alone(void)
{
	hpcc_libc_shared = 0;
	if (!hpcc_libc_drop) fflush(NULL);
}

static void check_together(const char *name)
{
	if (hpcc_partitioned_now) hpcc_die(NULL, "%s is called where the processes do different things", name);
}

// A result and data up to this size are one message.
enum { SMALL = 8192 };

typedef struct answer {
	long result;
	int error;
} answer;

void hpcc_told(void *value, size_t size)
{
	if (!hpcc_libc_shared || hpcc_partitioned_now) return;
	hpcc_check_together("a volatile variable");
	hpcc_bcast_for("volatile", value, size);
}

long hpcc_libc_tell(const char *name, long result) { return hpcc_libc_tell_data(name, result, NULL, 0); }

long hpcc_libc_tell_data(const char *name, long result, void *data, size_t size)
{
	char message[sizeof(answer) + SMALL];
	answer mine = {result, errno};
	check_together(name);
	hpcc_check_together(name);
	size_t along = data && size <= SMALL ? size : 0;
	memcpy(message, &mine, sizeof mine);
	if (along) memcpy(message + sizeof mine, data, along);
	hpcc_bcast_for(name, message, sizeof mine + along);
	memcpy(&mine, message, sizeof mine);
	if (along)
		memcpy(data, message + sizeof mine, along);
	else if (size)
		hpcc_bcast_for(name, data, size);
	errno = mine.error;
	return mine.result;
}

ssize_t hpcc_libc_tell_read(const char *name, ssize_t count, void *to, size_t size)
{
	char piece[SMALL] = {0};
	if (size <= SMALL) {
		// What lies behind the bytes that were read is not touched.
		if (hpcc_rank_ == 0 && count > 0) memcpy(piece, to, (size_t)count);
		count = hpcc_libc_tell_data(name, count, piece, size);
		if (hpcc_rank_ != 0 && count > 0) memcpy(to, piece, (size_t)count);
		return count;
	}
	count = hpcc_libc_tell(name, count);
	int error = errno;
	if (count > 0) hpcc_bcast_for(name, to, (size_t)count);
	errno = error;
	return count;
}

char *hpcc_libc_tell_string(const char *name, const char *text, char **keep)
{
	long size = hpcc_libc_tell(name, hpcc_rank_ == 0 && text ? (long)strlen(text) + 1 : 0);
	int error = errno;
	char *copy = size ? hpcc_alloc((size_t)size) : NULL;
	if (copy && text && hpcc_rank_ == 0) memcpy(copy, text, (size_t)size);
	if (copy) hpcc_bcast_for(name, copy, (size_t)size);
	free(*keep);
	*keep = copy;
	errno = error;
	return copy;
}
