// SPDX-License-Identifier: Apache-2.0
//
// The partition map: units for each process so that all end at the same time (EQ 5, EQ 6), within their memory, and in
// whole numbers.
#include "partition_parts.h"

#include <math.h>
#include <stdlib.h>

// A share that is a whole number but for its last bits is that number.
static const double NEARLY = 1e-9;

double partition_time(const partition *p, int cluster, double units)
{
	if (p->linear) return p->d1[cluster] + p->d2[cluster] * units;
	double sum = 0;
	for (int k = 0; k < p->problem.n_computations; k++) {
		const partition_computation *c = &p->problem.computation[k];
		sum += (c->d1 ? c->d1[cluster] : 0) + c->d2[cluster] * (c->g ? c->g(units, c->user) : units);
	}
	return sum;
}

// ---- where a growing function reaches a value ---------------------------------------------------

typedef double growing(void *of, double x);

// Between which two x in [low, high] f comes to a value: f is below it at `low`, and not at `high`; or, with `beyond`,
// not above it at `low`, but at `high`. (f may be level, and have steps.) Both are the end of the interval where it
// does not come to it inside. The secant's Illinois form, which keeps a bracket, and halves it where the secant is
// slow.
typedef struct bracket_t {
	double low, high;
} bracket_t;

static bracket_t reaches(growing *f, void *of, double value, bool beyond, double low, double high)
{
	double below = f(of, low) - value, above = f(of, high) - value;
	if (beyond ? below > 0 : below >= 0) return (bracket_t){low, low};
	if (beyond ? above <= 0 : above < 0) return (bracket_t){high, high};
	for (int step = 0, side = 0; step < 200 && high - low > 1e-14 * (fabs(low) + fabs(high)); step++) {
		double x = step % 4 == 3 ? (low + high) / 2 : high - above * (high - low) / (above - below);
		if (!(x > low && x < high)) x = (low + high) / 2;
		if (!(x > low && x < high)) break;
		double y = f(of, x) - value;
		if (beyond ? y > 0 : y >= 0) {
			high = x, above = y;
			if (side == 1) below /= 2;
			side = 1;
		} else {
			low = x, below = y;
			if (side == -1) above /= 2;
			side = -1;
		}
	}
	return (bracket_t){low, high};
}

// ---- the common finishing time ------------------------------------------------------------------

typedef struct at_t {
	const partition *p;
	int cluster;
	const int *processes;
} at_t;

static double time_of_units(void *of, double units)
{
	const at_t *at = of;
	return partition_time(at->p, at->cluster, units);
}

// A_i(T): what a process of the cluster finishes in this time.
static double units_in_time(const partition *p, int i, double time)
{
	double most = smaller(p->holds[i], (double)p->problem.pdus);
	if (p->linear) return smaller(larger((time - p->d1[i]) * p->rate[i], 0), most);
	at_t at = {p, i, NULL};
	return reaches(time_of_units, &at, time, true, 0, most).low;
}

static double all_units_in_time(void *of, double time)
{
	const at_t *at = of;
	double sum = 0;
	for (int i = 0; i < at->p->n; i++)
		if (at->processes[i]) sum += at->processes[i] * units_in_time(at->p, i, time);
	return sum;
}

// What is finished before the time at which all units would be, and as much of what that time adds (g may have steps)
// as is missing.
static void share_between(partition *p, const int *processes, bracket_t time)
{
	double pdus = (double)p->problem.pdus, before = 0, added = 0;
	for (int i = 0; i < p->n; i++) {
		p->units[i] = processes[i] && time.low < time.high ? units_in_time(p, i, time.low) : 0;
		p->share[i] = processes[i] ? units_in_time(p, i, time.high) : 0;
		before += processes[i] * p->units[i];
		added += processes[i] * (p->share[i] - p->units[i]);
	}
	double part = added > 0 ? smaller((pdus - before) / added, 1) : 0;
	for (int i = 0; i < p->n; i++) p->share[i] = p->units[i] + part * (p->share[i] - p->units[i]);
}

// The parametric search: any g, fixed costs above T, memory.
static double search(partition *p, const int *processes)
{
	double pdus = (double)p->problem.pdus, held = 0, low = INFINITY, high = 0;
	for (int i = 0; i < p->n; i++) {
		if (!processes[i]) continue;
		double most = smaller(p->holds[i], pdus);
		held += processes[i] * most;
		low = smaller(low, partition_time(p, i, 0));
		high = larger(high, partition_time(p, i, most));
	}
	if (held < pdus) return INFINITY;
	at_t at = {p, 0, processes};
	// But for the last bits of the sum: behind them there may be a step.
	bracket_t time = reaches(all_units_in_time, &at, pdus * (1 - 1e-12), false, low, high);
	share_between(p, processes, time);
	return time.high;
}

double partition_balance(partition *p, const int *processes)
{
	if (!p->linear) return search(p, processes);
	double units = (double)p->problem.pdus, rate = 0, fixed = 0;
	for (int i = 0; i < p->n; i++) {
		double of_cluster = processes[i] * p->rate[i];
		rate += of_cluster;
		units += of_cluster * p->d1[i];
		fixed = processes[i] ? larger(fixed, p->d1[i]) : fixed;
	}
	if (rate <= 0) return INFINITY;
	double time = units / rate;
	if (fixed > time) return search(p, processes);
	bool fits = true;
	for (int i = 0; i < p->n; i++) {
		p->share[i] = processes[i] ? (time - p->d1[i]) * p->rate[i] : 0;
		fits &= p->share[i] <= p->holds[i];
	}
	return fits ? time : search(p, processes);
}

// ---- whole units --------------------------------------------------------------------------------

// The cluster whose processes end first if each gets one more; -1: none has room.
static int first_with_one_more(const partition *p, const int *processes, const double *units)
{
	int best = -1;
	double least = INFINITY;
	for (int i = 0; i < p->n; i++) {
		if (!processes[i] || units[i] + 1 > p->holds[i]) continue;
		double time = partition_time(p, i, units[i] + 1);
		if (time < least || best < 0) least = time, best = i;
	}
	return best;
}

// The paper rounds to the nearest whole number, and does not say how the sum is kept. Here shares are rounded down, and
// each unit that is left goes to the process that ends first with it: no distribution of whole units ends earlier.
void partition_round(partition *p, const int *processes, double *units, int *more)
{
	long left = p->problem.pdus;
	for (int i = 0; i < p->n; i++) {
		more[i] = 0;
		units[i] = processes[i] ? floor(p->share[i] + NEARLY) : 0;
		left -= processes[i] * (long)units[i];
	}
	for (int i = 0; left < 0 && i < p->n; i++)
		while (left < 0 && units[i] > 0) left += processes[i], units[i]--;
	while (left > 0) {
		int i = first_with_one_more(p, processes, units);
		if (i < 0) return;
		if (left < processes[i]) {
			more[i] = (int)left;
			return;
		}
		left -= processes[i];
		units[i]++;
	}
}

bool partition_shares(partition *p, const int *processes, double *pdus)
{
	double time = partition_balance(p, processes);
	for (int i = 0; i < p->n; i++) pdus[i] = time < INFINITY ? p->share[i] : 0;
	return time < INFINITY;
}

bool partition_map(partition *p, const int *processes, long *pdus)
{
	bool fits = partition_balance(p, processes) < INFINITY;
	double *units = partition_memory(p->n, sizeof *units);
	int *more = partition_memory(p->n, sizeof *more);
	if (fits) partition_round(p, processes, units, more);
	long *next = pdus;
	for (int i = 0; i < p->n; i++)
		for (int k = 0; k < p->problem.cluster[i].available; k++)
			*next++ = k < processes[i] ? (long)units[i] + (k < more[i]) : 0;
	free(units);
	free(more);
	return fits;
}
