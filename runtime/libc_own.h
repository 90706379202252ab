// SPDX-License-Identifier: Apache-2.0
//
// System calls by the C library's second names. A program may have functions of its own that are named read, write,
// open or close, as C allows; linked with it, the runtime would call these.
#ifndef HPCC_RUNTIME_LIBC_OWN_H
#define HPCC_RUNTIME_LIBC_OWN_H

#include <sys/types.h>

extern ssize_t hpcc_own_read(int fd, void *to, size_t size) __asm__("__read");
extern ssize_t hpcc_own_write(int fd, const void *from, size_t size) __asm__("__write");
extern int hpcc_own_open(const char *path, int flags, ...) __asm__("__open");
extern int hpcc_own_close(int fd) __asm__("__close");

#endif
