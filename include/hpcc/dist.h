// SPDX-License-Identifier: Apache-2.0
//
// Inquiry functions: how a mapped array lies on the processes.
//
//     #include <hpcc/dist.h>
//
// Dimensions count from 0. `a` is any address in the array (the array itself, a row, a pointer into it); the dimensions
// are those of the mapped array. Memory without a mapping is a copy on each process: it is not split, and process 0 is
// said to own it. A dimension that the array does not have, or an index outside of it, ends the program with a message.
//
// Compiled without -fdist they answer as one process would. The header knows no directives then: extents come from the
// type of `a`. Where that has none, behind a plain pointer, there is one dimension that ends at LONG_MAX: compare with
// the extent that the program knows.
//
// Functions marked * differ between processes, and may be called in functions that are marked `#pragma dist local`
// only; all others give the same answer on all processes.
#ifndef HPCC_DIST_H
#define HPCC_DIST_H

#include <limits.h>
#include <stddef.h>

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__HPCC_DIST__)
#define HPCC_INQUIRY(type, name, parameters) type name parameters __asm__("hpcc_" #name)
#else
// In a program that is linked with -fdist, files compiled without it get the runtime's answers all the same: there
// these are.
#define HPCC_INQUIRY(type, name, parameters) extern type hpcc_##name parameters __attribute__((weak))
#endif

// Number of processes; which one this is* (from 0).
HPCC_INQUIRY(int, dist_nprocs, (void));
HPCC_INQUIRY(int, dist_rank, (void));
// Processes along a dimension; 1 where it is not split.
HPCC_INQUIRY(int, dist_grid, (const void *a, int dim));
// The process that owns an element, the first of them where several have a copy. An index for each dimension follows,
// as `long`.
HPCC_INQUIRY(int, dist_owner, (const void *a, ...));
// First and last index that this process owns*; hi < lo: none.
HPCC_INQUIRY(long, dist_lo, (const void *a, int dim));
HPCC_INQUIRY(long, dist_hi, (const void *a, int dim));
// The number of intervals of indices that this process owns along a dimension*, and the one with number k: lo, lo +
// step, ..., hi*.
HPCC_INQUIRY(int, dist_intervals, (const void *a, int dim));
HPCC_INQUIRY(void, dist_interval, (const void *a, int dim, int k, long *lo, long *hi, long *step));
// The address of the first element that this process owns*, NULL: it owns none; in ld[dim] the distance in elements
// from one index to the next, for each dimension (ld NULL: not wanted). Valid until the next nest or call that is not
// local.
HPCC_INQUIRY(void *, dist_local, (const void *a, long ld[]));
// The directive that maps the array, without `#pragma dist`; "" where there is none. As snprintf: at most `size` bytes
// with the final 0, the result is the length of the whole.
HPCC_INQUIRY(int, dist_mapping, (const void *a, char *text, size_t size));

#undef HPCC_INQUIRY

#if !defined(__HPCC_DIST__)

enum { HPCC_ALONE_RANK = 7 };

static inline int dist_nprocs(void) { return hpcc_dist_nprocs ? hpcc_dist_nprocs() : 1; }
static inline int dist_rank(void) { return hpcc_dist_rank ? hpcc_dist_rank() : 0; }
static inline int dist_grid(const void *a, int dim) { return hpcc_dist_grid ? hpcc_dist_grid(a, dim) : 1; }
static inline long dist_lo(const void *a, int dim) { return hpcc_dist_lo ? hpcc_dist_lo(a, dim) : 0; }
// extent: of each dimension, 0: not known
static inline long hpcc_alone_hi(const void *a, int dim, const long *extent)
{
	if (hpcc_dist_hi) return hpcc_dist_hi(a, dim);
	return dim >= 0 && dim < HPCC_ALONE_RANK && extent[dim] > 0 ? extent[dim] - 1 : LONG_MAX;
}
static inline int dist_intervals(const void *a, int dim)
{
	return hpcc_dist_intervals ? hpcc_dist_intervals(a, dim) : 1;
}
static inline void hpcc_alone_interval(
        const void *a, int dim, int k, long *lo, long *hi, long *step, const long *extent)
{
	if (hpcc_dist_interval) {
		hpcc_dist_interval(a, dim, k, lo, hi, step);
		return;
	}
	*lo = 0;
	*hi = hpcc_alone_hi(a, dim, extent);
	*step = 1;
}
static inline void *hpcc_alone_local(const void *a, long ld[], const long *extent)
{
	int rank = 1;
	if (hpcc_dist_local) return hpcc_dist_local(a, ld);
	while (rank < HPCC_ALONE_RANK && extent[rank] > 0) rank++;
	if (ld) {
		long distance = 1;
		for (int d = rank - 1; d >= 0; d--) {
			ld[d] = distance;
			distance *= extent[d];
		}
	}
	return (void *)(size_t)a;
}
static inline int dist_mapping(const void *a, char *text, size_t size)
{
	if (hpcc_dist_mapping) return hpcc_dist_mapping(a, text, size);
	if (size) text[0] = 0;
	return 0;
}
static inline int hpcc_alone_owner(const void *a, const long *i)
{
	return hpcc_dist_owner ? hpcc_dist_owner(a, i[0], i[1], i[2], i[3], i[4], i[5], i[6]) : 0;
}

// By these names without an extent, for those who take addresses of functions.
static const long hpcc_alone_extent[HPCC_ALONE_RANK] = {0};
static inline long dist_hi(const void *a, int dim) { return hpcc_alone_hi(a, dim, hpcc_alone_extent); }
static inline void dist_interval(const void *a, int dim, int k, long *lo, long *hi, long *step)
{
	hpcc_alone_interval(a, dim, k, lo, hi, step, hpcc_alone_extent);
}
static inline void *dist_local(const void *a, long ld[]) { return hpcc_alone_local(a, ld, hpcc_alone_extent); }
static inline int dist_owner(const void *a, ...)
{
	(void)a;
	return 0;
}

#if defined(__GNUC__) && !defined(__cplusplus)
#define dist_owner(a, ...) hpcc_alone_owner((a), (const long[HPCC_ALONE_RANK]){__VA_ARGS__})

// The extents that the type of `a` has: a pointer's first one is not known. An array is what decays to another type.
#define HPCC_ALONE_IS_ARRAY(x) (!__builtin_types_compatible_p(__typeof__(x), __typeof__((0, (x)))))
#define HPCC_ALONE_INNER(p, q, n)                                                                                      \
	__auto_type q = __builtin_choose_expr(HPCC_ALONE_IS_ARRAY(*p), *p, (char *)0);                                 \
	const long n = HPCC_ALONE_IS_ARRAY(*p) ? (long)(sizeof *p / sizeof *q) : 0;
#define HPCC_ALONE_SHAPE(a)                                                                                            \
	__auto_type hpcc_p0 = (a) + 0;                                                                                 \
	HPCC_ALONE_INNER(hpcc_p0, hpcc_p1, hpcc_n1)                                                                    \
	HPCC_ALONE_INNER(hpcc_p1, hpcc_p2, hpcc_n2)                                                                    \
	HPCC_ALONE_INNER(hpcc_p2, hpcc_p3, hpcc_n3)                                                                    \
	HPCC_ALONE_INNER(hpcc_p3, hpcc_p4, hpcc_n4)                                                                    \
	HPCC_ALONE_INNER(hpcc_p4, hpcc_p5, hpcc_n5)                                                                    \
	HPCC_ALONE_INNER(hpcc_p5, hpcc_p6, hpcc_n6)                                                                    \
	const long hpcc_n0 = HPCC_ALONE_IS_ARRAY(a) ? (long)(sizeof(__typeof__(a)) / sizeof *hpcc_p0) : 0;             \
	const long hpcc_extent[HPCC_ALONE_RANK] = {hpcc_n0, hpcc_n1, hpcc_n2, hpcc_n3, hpcc_n4, hpcc_n5, hpcc_n6};     \
	(void)hpcc_p6;
#define dist_hi(a, dim) __extension__({ HPCC_ALONE_SHAPE(a) hpcc_alone_hi(hpcc_p0, (dim), hpcc_extent); })
#define dist_interval(a, dim, k, lo, hi, step)                                                                         \
	__extension__({                                                                                                \
		HPCC_ALONE_SHAPE(a)                                                                                    \
		hpcc_alone_interval(hpcc_p0, (dim), (k), (lo), (hi), (step), hpcc_extent);                             \
	})
#define dist_local(a, ld) __extension__({ HPCC_ALONE_SHAPE(a) hpcc_alone_local(hpcc_p0, (ld), hpcc_extent); })
#endif

#else

// Each index as a long, whatever its type.
#define HPCC_LONG_1(i) (long)(i)
#define HPCC_LONG_2(i, ...) (long)(i), HPCC_LONG_1(__VA_ARGS__)
#define HPCC_LONG_3(i, ...) (long)(i), HPCC_LONG_2(__VA_ARGS__)
#define HPCC_LONG_4(i, ...) (long)(i), HPCC_LONG_3(__VA_ARGS__)
#define HPCC_LONG_5(i, ...) (long)(i), HPCC_LONG_4(__VA_ARGS__)
#define HPCC_LONG_6(i, ...) (long)(i), HPCC_LONG_5(__VA_ARGS__)
#define HPCC_LONG_7(i, ...) (long)(i), HPCC_LONG_6(__VA_ARGS__)
#define HPCC_LONGS_OF(a, b, c, d, e, f, g, name, ...) name
#define HPCC_LONGS(...)                                                                                                \
	HPCC_LONGS_OF(__VA_ARGS__, HPCC_LONG_7, HPCC_LONG_6, HPCC_LONG_5, HPCC_LONG_4, HPCC_LONG_3, HPCC_LONG_2,       \
	        HPCC_LONG_1, )                                                                                         \
	(__VA_ARGS__)
#define dist_owner(a, ...) dist_owner((a), HPCC_LONGS(__VA_ARGS__))

#endif

#ifdef __cplusplus
}
#endif

#endif
