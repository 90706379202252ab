// SPDX-License-Identifier: Apache-2.0
//
// What the runtime's own files offer each other, libc's wrappers included. Nothing of MPI is in here
// (program/program.h has that).
#ifndef HPCC_RUNTIME_INTERNAL_H
#define HPCC_RUNTIME_INTERNAL_H

#include "hpcc/runtime.h"
#include <sys/types.h>

// This process and how many there are; 0 and 1 where the program was started without a launcher (then hpcc_mpi_on is 0,
// and nothing of MPI is ever called).
extern int hpcc_rank_, hpcc_size_, hpcc_mpi_on;

// Ends the job with HPCC_EXIT_STATUS and one message `hpcc: where: ...`. May be called by one process or by all: one of
// them prints. `where` is "file:line", or NULL.
_Noreturn void hpcc_die(const char *where, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same with another status.
_Noreturn void hpcc_die_with(int status, const char *where, const char *text);

// Where the program is checked: all processes must be here, and in the same place of the source. Nothing else.
void hpcc_check_together(const char *what);

// Zeroed memory; ends the job where there is none. Freed with free().
void *hpcc_alloc(size_t bytes);
// realloc that ends the job where there is no memory.
void *hpcc_grow(void *old, size_t bytes);

// From process 0 to all; nothing on one process.
void hpcc_bcast_bytes(void *bytes, size_t n);
// The same, for a function of the C library, or what `name` says.
void hpcc_bcast_for(const char *name, void *bytes, size_t n);

// The program's exit(status): all processes call it, except inside of a partitioned nest, where one does.
// The user's atexit handlers run, streams are flushed, and only process 0 leaves with `status`, last.
_Noreturn void hpcc_exit(int status);

// Leaves the nest that all processes run, if there is one: the program ends in it.
void hpcc_leave_for_end(void);

// Nonzero between hpcc_enter and hpcc_leave of a partitioned nest: processes do different things then, and nothing
// that all would have to call may be called.
extern int hpcc_partitioned_now;

// Nonzero while this process runs code that not all run alike, outside of nests: nothing that all would have to call
// may be called.
typedef enum hpcc_apart {
	HPCC_TOGETHER,
	HPCC_APART_SERIAL, // process 0 alone, on whole arrays at their addresses
	HPCC_APART_LOCAL,  // each process, on what it owns
} hpcc_apart;
extern hpcc_apart hpcc_apart_now;

// ---- mapped memory as bytes (all processes call these, with equal arguments) -------------------

// Drops the descriptors whose memory begins in the malloc block at `block`: before free.
void hpcc_forget(void *block);
// The same before realloc, which copies: the contents are brought to every process first.
void hpcc_forget_realloc(void *block);

// Bytes of a malloc block, those of the runtime's own malloc included.
size_t hpcc_libc_malloc_usable_size(void *block);
// Of a large block that malloc or its kin have given, up to the end of its pages; 0: there is none at the address.
size_t hpcc_libc_block_length(const void *block);
void hpcc_libc_free(void *block);
// The offset from a page's begin at which the next large piece of memory should begin: 0 to 4032, a multiple of 64.
size_t hpcc_next_colour(void);
enum { HPCC_PAGE = 4096, HPCC_HUGE_PAGE = 2 << 20 };
// Whole pages of zeros for `bytes`, from a multiple of `alignment` on (a power of two, a page at least), which take
// memory where they are touched only. NULL: there is none; errno says why. Given back with munmap.
void *hpcc_map_pages(size_t bytes, size_t alignment);
// Whether no page from `low` to `high` has memory, in the machine or on disk, so that there are zeros, in what is no
// file's. 0: not known, too.
int hpcc_pages_are_clear(const char *low, const char *high);

// As hpcc_alloc and free, but that large blocks which are freed while `on` are kept, and given again; `zeroed`: of
// zeros. hpcc_spare_keep returns what was so before.
void *hpcc_spare_alloc(size_t bytes, int zeroed);
void hpcc_spare_free(void *block);
int hpcc_spare_keep(int on);

// Memory from `low` up to `high`, which will be used in full, may come in huge pages. Never beyond it, or resident
// memory would grow.
void hpcc_use_huge_pages(const char *low, const char *high);

// Makes the bytes [address, address + bytes) readable at their addresses on all processes (memory that is not mapped
// already is).
void hpcc_gather(const void *address, size_t bytes);
// The same where they are put out: nothing in a nest, which has made them so itself. As many as are used at a time,
// from the beginning on: what is to be put out next is gathered when this has been let go.
size_t hpcc_gather_shown(const void *address, size_t bytes);
// What is gathered at a time where nobody needs all at once. It stands there up to three times: in its place, packed,
// and in MPI's buffers.
enum { HPCC_PORTION = 2 << 20 };
// Memory that was gathered and that all processes change alike for now: its elements are read where they are. Gives
// what was so before, to be put back.
typedef struct hpcc_span {
	const char *low, *high;
} hpcc_span;
extern hpcc_span hpcc_here;
hpcc_span hpcc_take_as_here(const void *memory, size_t bytes);
// The gathered bytes have been used: gives memory back where that is worthwhile.
void hpcc_let_go(const void *address, size_t bytes);
// After all processes have stored the same new values at these addresses: their owners take them.
void hpcc_scatter(void *address, size_t bytes);

// memset, memcpy, memmove where either side may be mapped memory.
void *hpcc_mem_set(void *to, int value, size_t bytes);
void *hpcc_mem_copy(void *to, const void *from, size_t bytes);
void *hpcc_mem_move(void *to, const void *from, size_t bytes);

// ---- rows.c: arrays behind pointers to rows --------------------------------------------------

// malloc and calloc gave a block: pointers to rows may stand in it.
void hpcc_rows_allocated(void *block, size_t bytes);
void hpcc_rows_freed(const void *block, size_t bytes);
// Bytes from `address` to the end of what was allocated there; 0: not known.
size_t hpcc_rows_room(const void *address);
// Where that begins; `address` where it is not known.
const char *hpcc_rows_block(const void *address);
// The end of the memory for rows that holds the address; NULL: there is none.
const char *hpcc_pool_end(const void *address);
// Between hpcc_row_begin and hpcc_row_end, once: zeroed memory for the row, or NULL. `alignment`: a power of 2.
void *hpcc_rows_allocate(size_t bytes, size_t alignment);
// Whether hpcc_rows_free must be asked.
int hpcc_rows_may_free(const void *block);
// What is known of a vector of pointers at `block` is forgotten; 1: the block was a row, and is free now.
int hpcc_rows_free(void *block);
// Bytes of a row that rows.c has put somewhere, 0: it is none.
size_t hpcc_rows_size(const void *block);

// System calls by the C library's second names. A program may have functions of its own that are named read, write,
// open or close, as C allows; linked with it, the runtime would call these.
extern ssize_t hpcc_own_read(int fd, void *to, size_t size) __asm__("__read");
extern ssize_t hpcc_own_write(int fd, const void *from, size_t size) __asm__("__write");
extern int hpcc_own_open(const char *path, int flags, ...) __asm__("__open");
extern int hpcc_own_close(int fd) __asm__("__close");

#endif
