// SPDX-License-Identifier: Apache-2.0
//
// Tables of integers that every process has, the neighbours of rows: how near their entries are to their subscripts.
#include "arrays.h"

#include <stdbool.h>
#include <stdint.h>

// No entry is as large.
static const long BEYOND = 1L << 50;

static long entry(const void *table, size_t size, int is_signed, long k)
{
	switch (size) {
	case 1: return is_signed ? ((const int8_t *)table)[k] : ((const uint8_t *)table)[k];
	case 2: return is_signed ? ((const int16_t *)table)[k] : ((const uint16_t *)table)[k];
	case 4: return is_signed ? ((const int32_t *)table)[k] : (long)((const uint32_t *)table)[k];
	default: return ((const long *)table)[k];
	}
}

typedef struct nearness {
	long least, most, below, above;
	bool up, down;
} nearness;

static void note(nearness *n, long value, long k, long period)
{
	long apart = value - k, turn = 0;
	if (2 * apart > period) turn = 1;
	if (2 * apart < -period) turn = -1;
	apart -= turn * period;
	n->up |= turn > 0;
	n->down |= turn < 0;
	if (value < n->least) n->least = value;
	if (value > n->most) n->most = value;
	if (apart < n->below) n->below = apart;
	if (apart > n->above) n->above = apart;
}

long hpcc_near(const void *table, size_t size, int is_signed, long lo, long hi, hpcc_nearness what)
{
	nearness n = {.least = BEYOND, .most = -BEYOND, .below = BEYOND, .above = -BEYOND};
	const long period = hi - lo + 1;
	for (long k = lo; k <= hi; k++) note(&n, entry(table, size, is_signed, k), k, period);
	switch (what) {
	case HPCC_LEAST: return n.least;
	case HPCC_MOST: return n.most;
	case HPCC_BELOW: return n.below;
	case HPCC_ABOVE: return n.above;
	case HPCC_UP: return n.up ? period : BEYOND;
	default: return n.down ? period : BEYOND;
	}
}
