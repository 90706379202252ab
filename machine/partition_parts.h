// SPDX-License-Identifier: Apache-2.0
//
// What the files of the partitioner share.
#ifndef HPCC_MACHINE_PARTITION_PARTS_H
#define HPCC_MACHINE_PARTITION_PARTS_H

#include "partition.h"

// EQ 1 as a function of the message's size: before + bytes * per_byte.
typedef struct price_t {
	double before, per_byte;
} price_t;

struct partition {
	partition_problem problem;
	int n; // clusters
	bool linear;
	int *most;       // processes of each cluster that can be chosen: 0 where not even one unit fits
	double *d1, *d2; // sums over the phases, if all are linear
	double *rate;    // 1 / d2
	double *holds;   // units that fit into the memory of a process, a whole number or INFINITY
	bool limited;    // by memory
	int *first;      // of each cluster's prices in a communication's table, which begin with one process
	int n_prices;    // of a communication
	price_t *price;  // [communication][first[cluster] + processes - 1]
	double *share;   // A_i: of the configuration that was last evaluated
	double *units;   // the most that a process of each cluster has of it, rounded if the problem says so
	int *more, *known;
	cost_part *part;
	double *meanwhile; // of each computation: what is sent while it goes on
	long evaluations;
};

void *partition_memory(long n, long size);

// What a process of a cluster computes with so many units, in all phases together.
double partition_time(const partition *p, int cluster, double units);

// Sets p->share and gives the time T that all chosen processes end at: no later than any distribution of the units,
// whole or not. INFINITY: they do not fit.
double partition_balance(partition *p, const int *processes);
// p->share as whole units: units[i] for each process of a cluster, and one more for the first more[i] of them.
void partition_round(partition *p, const int *processes, double *units, int *more);

// No configuration with these processes, and in the clusters after `fixed` of `order` any number up to p->most, takes
// less. `processes` has the largest number there.
double partition_least_cost(partition *p, const int *processes, int fixed, const int *order);

// The same for configurations of one set of clusters, with processes between these numbers.
double partition_least_cost_between(partition *p, const int *fewest, const int *most);
// T_c if it is below the limit; else INFINITY or T_c.
double partition_cost_below(partition *p, const int *processes, double limit);

// Figure 7's get_curr_config: processes[i] > 0 with the least T_c, others as they are, if T_c falls and then rises.
double partition_best_of_cluster(partition *p, int *processes, int i);

// fmax and fmin are calls, as they tell NaN from numbers; there is none here.
static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

static inline const price_t *partition_price(const partition *p, int communication, int cluster, int processes)
{
	return &p->price[communication * p->n_prices + p->first[cluster] + processes - 1];
}

#endif
