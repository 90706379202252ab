// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 19 "for (int i = 0; i < N; i++) if (a[i] > 3) kept.d = a[i];": the value of 'kept.d' after the nest is
//              needed
// MAX-SLOW: 1
//
// Numbers taken apart by unions that live in the nest: what is set by one member is read by another. One that lives longer hands values on.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 41 };
typedef union {
	double d;
	uint64_t bits;
	struct {
		uint32_t low, high;
	} word;
} number;
static double a[N];
static float f[N];
static uint64_t out[N];
#pragma dist distribute [block] :: a, f, out

static double unit(uint32_t x)
{
	union {
		float f;
		uint32_t u;
	} r;
	r.u = (x & 0x007fffffu) | 0x3f800000u;
	return r.f - 1;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = unit((uint32_t)i * 2654435761u) * i;
	for (int i = 0; i < N; i++) {
		number x;
		x.d = a[i];
		x.word.low ^= i;
		out[i] = x.bits;
	}
	for (int i = 0; i < N; i++) {
		union {
			float f;
			int i;
		} y = {.f = (float)a[i]};
		y.i = 0x5f3759df - (y.i >> 1);
		f[i] = y.f;
	}
	uint64_t hash = 0;
	for (int i = 0; i < N; i++) {
		number x;
		x.bits = out[i];
		hash ^= x.word.high + ((uint64_t)x.word.low << i % 32);
	}
	float sum = 0, most = 0;
	for (int i = 0; i < N; i++) most = f[i] > most ? f[i] : most;
	printf("%016llx %g\n", (unsigned long long)hash, most);
	number kept = {.bits = 0};
	for (int i = 0; i < N; i++) {
		if (a[i] > 3) kept.d = a[i];
		out[i] = kept.word.high;
	}
	for (int i = 0; i < N; i++) sum += out[i] % 64;
	printf("%g %g\n", sum, kept.d);
	return 0;
}
