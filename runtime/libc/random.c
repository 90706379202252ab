// SPDX-License-Identifier: Apache-2.0
//
// True random numbers: process 0's. rand and its kin give the same sequence on every process by themselves.
#define _GNU_SOURCE
#include "libc.h"
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

ssize_t hpcc_libc_getrandom(void *out, size_t size, unsigned flags)
{
	if (!hpcc_libc_shared) return getrandom(out, size, flags);
	return hpcc_libc_tell_data("getrandom", hpcc_rank_ == 0 ? getrandom(out, size, flags) : 0, out, size);
}

int hpcc_libc_getentropy(void *out, size_t size)
{
	if (!hpcc_libc_shared) return getentropy(out, size);
	return (int)hpcc_libc_tell_data("getentropy", hpcc_rank_ == 0 ? getentropy(out, size) : 0, out, size);
}

HPCC_LIBC_ONCE(uint32_t, arc4random, (void), ())
HPCC_LIBC_ONCE(uint32_t, arc4random_uniform, (uint32_t bound), (bound))

void hpcc_libc_arc4random_buf(void *out, size_t size)
{
	arc4random_buf(out, size);
	if (hpcc_libc_shared) hpcc_libc_tell_data("arc4random_buf", 0, out, size);
}
