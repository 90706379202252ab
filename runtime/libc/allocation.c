// SPDX-License-Identifier: Apache-2.0
//
// malloc and its kin. Large blocks get address space of their own that takes memory where it is touched only: every
// process allocates the whole of an array, and touches its part. They begin at different offsets in a page (see
// hpcc_next_colour), which are multiples of a cache line's size. free tells them apart by their addresses, nearly
// always without a search. What is mapped is forgotten before its memory is given back.
#define _GNU_SOURCE
#include "libc.h"
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	LARGE = 64 << 10, // blocks of this size and more are on their own
	PAGE = HPCC_PAGE,
	LINE = 64,                // of the cache
	SPARE_LARGEST = 32 << 20, // freed blocks up to this size are kept for the next malloc,
	SPARE_TOTAL = 32 << 20,   // up to so much in all,
	N_SPARE = 16,             // and so many
};

// Its pages begin where the page of its base does.
typedef struct block {
	char *base;
	size_t length; // from the base to the end of its pages
} block;

// Blocks in use: open addressing, at most half full.
static block *table;
static size_t n_slots, n_blocks;
static atomic_uintptr_t lowest = UINTPTR_MAX, highest; // base there ever was
static block spare[N_SPARE];
static int n_spare;
static size_t spare_bytes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Where all arrays begin at the same offset in a page, the same elements of them compete for the same cache lines.
size_t hpcc_next_colour(void)
{
	enum { LINES_APART = 17 };
	static atomic_size_t n;
	return atomic_fetch_add(&n, 1) * LINES_APART * LINE % PAGE;
}

static size_t pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

void *hpcc_map_pages(size_t bytes, size_t alignment)
{
	size_t length = pages(bytes), extra = alignment > PAGE ? alignment : 0;
	if (length < bytes || length + extra < length) return NULL;
	char *at =
	        mmap(NULL, length + extra, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED) return NULL;
	if (!extra) return at;
	size_t before = (alignment - (uintptr_t)at % alignment) % alignment;
	if (before) munmap(at, before);
	if (extra - before) munmap(at + before + length, extra - before);
	return at + before;
}

static size_t offset_of(const void *base) { return (uintptr_t)base % PAGE; }

static int unmap(block b) { return munmap(b.base - offset_of(b.base), b.length + offset_of(b.base)); }

static size_t slot_of(const void *base)
{
	return (size_t)(((uintptr_t)base / PAGE * 0x9e3779b97f4a7c15u) >> 20) & (n_slots - 1);
}

static block *look_up(const void *base)
{
	for (size_t i = slot_of(base);; i = (i + 1) & (n_slots - 1)) {
		if (table[i].base == base) return &table[i];
		if (!table[i].base) return NULL;
	}
}

static void enter(block b)
{
	size_t i = slot_of(b.base);
	while (table[i].base) i = (i + 1) & (n_slots - 1);
	table[i] = b;
}

// Returns 0 where there is no memory for the table.
static int grow_table(void)
{
	size_t old = n_slots;
	block *from = table;
	size_t slots = old ? 2 * old : 256;
	block *to = calloc(slots, sizeof *to);
	if (!to) return 0;
	table = to;
	n_slots = slots;
	for (size_t i = 0; i < old; i++)
		if (from[i].base) enter(from[i]);
	free(from);
	return 1;
}

static int remember(block b)
{
	pthread_mutex_lock(&lock);
	int done = 2 * (n_blocks + 1) <= n_slots || grow_table();
	if (done) {
		enter(b);
		n_blocks++;
		if ((uintptr_t)b.base < lowest) lowest = (uintptr_t)b.base;
		if ((uintptr_t)b.base > highest) highest = (uintptr_t)b.base;
	}
	pthread_mutex_unlock(&lock);
	return done;
}

// Takes an entry out and closes the gap, so that searches need no marks of what was there.
static void remove_entry(block *entry)
{
	size_t gap = (size_t)(entry - table);
	for (size_t i = (gap + 1) & (n_slots - 1); table[i].base; i = (i + 1) & (n_slots - 1)) {
		size_t home = slot_of(table[i].base);
		if (((i - home) & (n_slots - 1)) >= ((i - gap) & (n_slots - 1))) {
			table[gap] = table[i];
			gap = i;
		}
	}
	table[gap] = (block){0};
	n_blocks--;
}

// Nearly always enough to tell that a block is the C library's: its own are elsewhere, or begin behind a header.
static int may_be_large(const void *base)
{
	return base && offset_of(base) % LINE == 0 && (uintptr_t)base >= atomic_load(&lowest) &&
	       (uintptr_t)base <= atomic_load(&highest);
}

// The large block at an address; {0}: there is none. `take`: it is no longer one afterwards.
static block large_at(const void *base, int take)
{
	block found = {0};
	if (!may_be_large(base)) return found;
	pthread_mutex_lock(&lock);
	block *entry = n_slots ? look_up(base) : NULL;
	if (entry) {
		found = *entry;
		if (take) remove_entry(entry);
	}
	pthread_mutex_unlock(&lock);
	return found;
}

// A spare block that is not much larger; {0}: none.
static block take_spare(size_t size)
{
	block found = {0};
	pthread_mutex_lock(&lock);
	for (int i = n_spare - 1; i >= 0 && !found.base; i--)
		if (spare[i].length >= size && spare[i].length - size <= size / 8 + PAGE) {
			found = spare[i];
			spare[i] = spare[--n_spare];
			spare_bytes -= found.length;
		}
	pthread_mutex_unlock(&lock);
	return found;
}

static int keep_spare(block b)
{
	pthread_mutex_lock(&lock);
	int keep = b.length <= SPARE_LARGEST && n_spare < N_SPARE && spare_bytes + b.length <= SPARE_TOTAL;
	if (keep) {
		spare[n_spare++] = b;
		spare_bytes += b.length;
	}
	pthread_mutex_unlock(&lock);
	return keep;
}

// Of memory for `size` bytes; {0}: there is none.
static block new_block(size_t size, size_t alignment)
{
	size_t colour = alignment <= LINE ? hpcc_next_colour() : 0;
	size_t least = size >= HPCC_HUGE_PAGE ? HPCC_HUGE_PAGE : PAGE, length = pages(colour + size);
	char *at = hpcc_map_pages(length, alignment > least ? alignment : least);
	return at ? (block){at + colour, length - colour} : (block){0};
}

// NULL: the C library shall try.
static void *large(size_t size, size_t alignment, int zeroed)
{
	if (size > PTRDIFF_MAX) return NULL;
	int error = errno;
	block b = {0};
	if (!zeroed && alignment <= LINE) b = take_spare(size);
	if (!b.base) b = new_block(size, alignment);
	if (b.base && !remember(b)) {
		unmap(b);
		b.base = NULL;
	}
	errno = error;
	return b.base;
}

static int clears; // what is given out is zeroed, small or large

void hpcc_block_clear_memory(void) { clears = 1; }

// A small block is zeroed: what MPI has left on the heap is not the same in all processes, and a program that reads
// what it has not set gets zeros of the fresh heap when it runs alone.
void *hpcc_libc_malloc(size_t size)
{
	void *base = hpcc_rows_allocate(size, 1);
	if (!base && size >= LARGE) base = large(size, LINE, clears);
	if (!base) base = calloc(1, size);
	hpcc_rows_allocated(base, size);
	return base;
}

void *hpcc_libc_calloc(size_t n, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(n, size, &bytes)) return calloc(n, size);
	void *base = hpcc_rows_allocate(bytes, 1);
	if (!base && bytes >= LARGE) base = large(bytes, LINE, 1);
	if (!base) base = calloc(n, size);
	hpcc_rows_allocated(base, bytes);
	return base;
}

// What was allocated last is known (rows.c).
static void *noted(void *base, size_t size)
{
	hpcc_rows_allocated(base, size);
	return base;
}

static void release(block b)
{
	if (!keep_spare(b)) unmap(b);
}

static void free_other(void *base)
{
	int error = errno;
	if (hpcc_rows_may_free(base) && hpcc_rows_free(base)) return;
	if (HPCC_MAYBE_MAPPED(base)) hpcc_forget(base);
	block b = large_at(base, 1);
	if (b.base) {
		hpcc_rows_freed(base, b.length);
		release(b);
	} else {
		free(base);
	}
	errno = error;
}

void hpcc_libc_free(void *base)
{
	if (HPCC_MAYBE_MAPPED(base) || may_be_large(base) || hpcc_rows_may_free(base))
		free_other(base);
	else
		free(base);
}

static void *resize_large(block b, size_t size)
{
	size_t offset = offset_of(b.base), length = pages(offset + size);
	if (length == offset + b.length) return b.base;
	if (large_at(b.base, 1).base != b.base) return NULL;
	char *at = size > PTRDIFF_MAX ? MAP_FAILED : mremap(b.base - offset, offset + b.length, length, MREMAP_MAYMOVE);
	block now = at == MAP_FAILED ? b : (block){at + offset, length - offset};
	if (!remember(now)) hpcc_die(NULL, "out of memory (%zu bytes)", size);
	if (at != MAP_FAILED) return now.base;
	errno = ENOMEM;
	return NULL;
}

// A row that gets another length leaves the others.
static void *resize_row(void *base, size_t size)
{
	size_t has = hpcc_rows_size(base);
	void *to = hpcc_libc_malloc(size);
	if (!to) return NULL;
	hpcc_gather(base, has);
	memcpy(to, base, has < size ? has : size);
	hpcc_let_go(base, has);
	hpcc_libc_free(base);
	return to;
}

void *hpcc_libc_realloc(void *base, size_t size)
{
	if (!base) return hpcc_libc_malloc(size);
	if (!size) {
		hpcc_libc_free(base);
		return NULL;
	}
	if (hpcc_rows_may_free(base) && hpcc_rows_size(base)) return resize_row(base, size);
	if (hpcc_rows_may_free(base)) hpcc_rows_free(base);
	if (HPCC_MAYBE_MAPPED(base)) hpcc_forget_realloc(base);
	block b = large_at(base, 0);
	if (b.base && size >= LARGE) return noted(resize_large(b, size), size);
	if (!b.base && size < LARGE) return noted(realloc(base, size), size);
	// From one kind of block to the other.
	void *to = hpcc_libc_malloc(size);
	if (!to) return NULL;
	size_t has = b.base ? b.length : malloc_usable_size(base);
	memcpy(to, base, has < size ? has : size);
	hpcc_libc_free(base);
	return to;
}

void *hpcc_libc_reallocarray(void *base, size_t n, size_t size)
{
	size_t bytes;
	if (!__builtin_mul_overflow(n, size, &bytes)) return hpcc_libc_realloc(base, bytes);
	errno = ENOMEM;
	return NULL;
}

static int is_power(size_t n) { return n && !(n & (n - 1)); }

void *hpcc_libc_aligned_alloc(size_t alignment, size_t size)
{
	void *base = is_power(alignment) ? hpcc_rows_allocate(size, alignment) : NULL;
	if (!base && size >= LARGE && is_power(alignment)) base = large(size, alignment, clears);
	return noted(base ? base : aligned_alloc(alignment, size), size);
}

void *hpcc_libc_memalign(size_t alignment, size_t size)
{
	void *base = is_power(alignment) ? hpcc_rows_allocate(size, alignment) : NULL;
	if (!base && size >= LARGE && is_power(alignment)) base = large(size, alignment, 0);
	return noted(base ? base : memalign(alignment, size), size);
}

int hpcc_libc_posix_memalign(void **out, size_t alignment, size_t size)
{
	int good = is_power(alignment) && alignment % sizeof(void *) == 0;
	void *base = good ? hpcc_rows_allocate(size, alignment) : NULL;
	if (!base && size >= LARGE && good) base = large(size, alignment, 0);
	int error = base ? 0 : posix_memalign(out, alignment, size);
	if (base) *out = base;
	if (!error) hpcc_rows_allocated(*out, size);
	return error;
}

void *hpcc_libc_valloc(size_t size) { return hpcc_libc_memalign((size_t)sysconf(_SC_PAGESIZE), size); }

void *hpcc_libc_pvalloc(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	return hpcc_libc_memalign(page, (size + page - 1) / page * page);
}

size_t hpcc_libc_malloc_usable_size(void *base)
{
	size_t row = hpcc_rows_may_free(base) ? hpcc_rows_size(base) : 0;
	block b = large_at(base, 0);
	return row ? row : b.base ? b.length : malloc_usable_size(base);
}

size_t hpcc_libc_block_length(const void *base) { return large_at(base, 0).length; }

void *hpcc_libc_plain_block(void *base)
{
	block b = large_at(base, 0);
	if (!b.base) return base;
	void *copy = malloc(b.length);
	if (!copy) hpcc_die(NULL, "out of memory (%zu bytes)", b.length);
	memcpy(copy, base, b.length);
	hpcc_libc_free(base);
	return copy;
}
