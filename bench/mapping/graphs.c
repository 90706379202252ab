// SPDX-License-Identifier: Apache-2.0
#include "graphs.h"

#include <math.h>
#include <stdlib.h>

double graphs_chance(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) / 16777216.0;
}

// ---- lattices -----------------------------------------------------------------------------------

typedef struct {
	int length[3];
	double bytes[3]; // of a message across each dimension
	bool around;     // the first and the last are neighbours
	bool corners;    // neighbours across edges and corners too, by little messages
} lattice;

// The most even lattice of n processes, as MPI_Dims_create makes it.
static void even_lengths(lattice *a, int n, int dimensions)
{
	a->length[0] = a->length[1] = a->length[2] = 1;
	for (int d = 0; d < dimensions; d++) {
		int best = 1;
		double wanted = pow(n, 1.0 / (dimensions - d));
		for (int k = 1; k <= n; k++)
			if (n % k == 0 && fabs(log(k / wanted)) < fabs(log(best / wanted))) best = k;
		a->length[d] = best;
		n /= best;
	}
}

// The process at x + step, or -1.
static int neighbour(const lattice *a, const int *x, const int *step)
{
	int p = 0;
	for (int d = 0; d < 3; d++) {
		int y = x[d] + step[d];
		if (a->around) y = (y + a->length[d]) % a->length[d];
		if (y < 0 || y >= a->length[d]) return -1;
		p = p * a->length[d] + y;
	}
	return p;
}

static double bytes_of(const lattice *a, const int *step)
{
	double bytes = 0;
	int moved = 0;
	for (int d = 0; d < 3; d++)
		if (step[d]) bytes = a->bytes[d], moved++;
	if (moved == 1) return bytes;
	return moved && a->corners ? bytes / (moved == 2 ? 100 : 10000) : 0;
}

static void exchange(mapping_graph *g, int phase, const lattice *a)
{
	for (int p = 0; p < g->n; p++) {
		int x[3] = {p / (a->length[1] * a->length[2]), p / a->length[2] % a->length[1], p % a->length[2]};
		for (int k = 0; k < 27; k++) {
			int step[3] = {k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1}, q = neighbour(a, x, step);
			double bytes = bytes_of(a, step);
			if (q >= 0 && q != p && bytes > 0) mapping_graph_message(g, phase, p, q, 1, bytes);
		}
	}
}

static mapping_graph *one_phase(int n, const lattice *a)
{
	mapping_graph *g = mapping_graph_new(n);
	exchange(g, mapping_graph_phase(g, 100), a);
	mapping_graph_finish(g);
	return g;
}

static mapping_graph *make_lattice(int n, int dimensions, bool around, bool corners)
{
	lattice a = {.bytes = {64000, 64000, 64000}, .around = around, .corners = corners};
	even_lengths(&a, n, dimensions);
	return one_phase(n, &a);
}

static mapping_graph *chain(int n) { return make_lattice(n, 1, false, false); }
static mapping_graph *ring(int n) { return make_lattice(n, 1, true, false); }
static mapping_graph *grid5(int n) { return make_lattice(n, 2, false, false); }
static mapping_graph *grid9(int n) { return make_lattice(n, 2, false, true); }
static mapping_graph *torus2(int n) { return make_lattice(n, 2, true, false); }
static mapping_graph *grid7(int n) { return make_lattice(n, 3, false, false); }
static mapping_graph *grid27(int n) { return make_lattice(n, 3, false, true); }
static mapping_graph *torus3(int n) { return make_lattice(n, 3, true, false); }

// Wide rows: what is sent up and down is four times what is sent to the sides.
static mapping_graph *wide(int n)
{
	lattice a = {.bytes = {128000, 32000, 32000}};
	even_lengths(&a, n, 2);
	return one_phase(n, &a);
}

// Many steps of a halo exchange, each with a maximum over all processes.
static mapping_graph *heat(int n)
{
	lattice a = {.bytes = {16000, 16000, 16000}};
	mapping_graph *g = mapping_graph_new(n);
	even_lengths(&a, n, 2);
	exchange(g, mapping_graph_phase(g, 100), &a);
	mapping_graph_allreduce(g, 100, 8);
	mapping_graph_finish(g);
	return g;
}

// ---- operations of all, and of rows and columns -------------------------------------------------

static mapping_graph *alltoall(int n)
{
	mapping_graph *g = mapping_graph_new(n);
	mapping_graph_alltoall(g, 10, 4096);
	mapping_graph_finish(g);
	return g;
}

// A three-dimensional transform in pencils: rows of the processes' grid, then its columns.
static mapping_graph *pencils(int n)
{
	lattice a = {0};
	mapping_graph *g = mapping_graph_new(n);
	even_lengths(&a, n, 2);
	int rows = mapping_graph_phase(g, 10), columns = mapping_graph_phase(g, 10);
	for (int p = 0; p < n; p++)
		for (int q = 0; q < n; q++) {
			if (p / a.length[1] == q / a.length[1]) mapping_graph_message(g, rows, p, q, 1, 32768);
			if (p % a.length[1] == q % a.length[1]) mapping_graph_message(g, columns, p, q, 1, 32768);
		}
	mapping_graph_finish(g);
	return g;
}

// The transpose of a square grid of processes.
static mapping_graph *transpose(int n)
{
	lattice a = {0};
	mapping_graph *g = mapping_graph_new(n);
	even_lengths(&a, n, 2);
	int phase = mapping_graph_phase(g, 10);
	for (int p = 0; p < n; p++)
		mapping_graph_message(g, phase, p, p % a.length[1] * a.length[0] + p / a.length[1], 1, 1000000);
	mapping_graph_finish(g);
	return g;
}

static mapping_graph *tree(int n)
{
	mapping_graph *g = mapping_graph_new(n);
	mapping_graph_broadcast(g, 0, 100, 65536);
	mapping_graph_finish(g);
	return g;
}

static mapping_graph *allreduce(int n)
{
	mapping_graph *g = mapping_graph_new(n);
	mapping_graph_allreduce(g, 100, 65536);
	mapping_graph_finish(g);
	return g;
}

// ---- irregular ones -----------------------------------------------------------------------------

static mapping_graph *sparse(int n)
{
	enum { PEERS = 4 };
	unsigned state = 1;
	mapping_graph *g = mapping_graph_new(n);
	int phase = mapping_graph_phase(g, 100);
	for (int p = 0; p < n; p++)
		for (int i = 0; i < PEERS; i++) {
			int q = (int)(graphs_chance(&state) * n);
			double bytes = 1000 + 63000 * graphs_chance(&state);
			mapping_graph_message(g, phase, p, q, 1, bytes);
			mapping_graph_message(g, phase, q, p, 1, bytes);
		}
	mapping_graph_finish(g);
	return g;
}

// Parts of a mesh: points of a square, numbered by chance, and those near them.
static mapping_graph *mesh(int n)
{
	unsigned state = 7;
	double *x = malloc(sizeof(double) * 2 * (size_t)n), near = 7.0 / (3.1416 * n);
	for (int i = 0; i < 2 * n; i++) x[i] = graphs_chance(&state);
	mapping_graph *g = mapping_graph_new(n);
	int phase = mapping_graph_phase(g, 100);
	for (int p = 0; p < n; p++)
		for (int q = 0; q < n; q++) {
			double dx = x[2 * p] - x[2 * q], dy = x[2 * p + 1] - x[2 * q + 1], far = dx * dx + dy * dy;
			if (p != q && far < near)
				mapping_graph_message(g, phase, p, q, 1, 64000 * (1 - far / near) + 64);
		}
	free(x);
	mapping_graph_finish(g);
	return g;
}

const graph_kind graph_kinds[] = {
        {"chain", chain},
        {"ring", ring},
        {"grid-5", grid5},
        {"grid-9", grid9},
        {"torus-2d", torus2},
        {"wide", wide},
        {"heat", heat},
        {"grid-7", grid7},
        {"grid-27", grid27},
        {"torus-3d", torus3},
        {"pencils", pencils},
        {"transpose", transpose},
        {"alltoall", alltoall},
        {"tree", tree},
        {"allreduce", allreduce},
        {"sparse", sparse},
        {"mesh", mesh},
        {NULL, NULL},
};

// ---- machines -----------------------------------------------------------------------------------

// Cores of a host by its memory; hosts by a network of 100 Gbit/s, of which each has one link.
static mapping_tree *hosts(int n_hosts, int cores)
{
	mapping_level level[] = {{n_hosts, 2e-6, 11e9, 11e9}, {cores, 0.4e-6, 20e9, 0}};
	return mapping_tree_regular(level, 2);
}

// Racks share half of what their hosts' links have.
static mapping_tree *racks(int n_racks, int n_hosts, int cores)
{
	mapping_level level[] = {
	        {n_racks, 4e-6, 11e9, n_hosts * 5.5e9}, {n_hosts, 2e-6, 11e9, 11e9}, {cores, 0.4e-6, 20e9, 0}};
	return mapping_tree_regular(level, 3);
}

// Sites far away from one another, of hosts with Gigabit Ethernet.
static mapping_tree *sites(int n_sites, int n_hosts, int cores)
{
	mapping_level level[] = {{n_sites, 5e-3, 30e6, 120e6}, {n_hosts, 40e-6, 118e6, 118e6}, {cores, 0.5e-6, 6e9, 0}};
	return mapping_tree_regular(level, 3);
}

static mapping_tree *hosts_8x8(void) { return hosts(8, 8); }
static mapping_tree *hosts_16x16(void) { return hosts(16, 16); }
static mapping_tree *hosts_64x16(void) { return hosts(64, 16); }
static mapping_tree *racks_2x4x8(void) { return racks(2, 4, 8); }
static mapping_tree *racks_4x8x12(void) { return racks(4, 8, 12); }
static mapping_tree *racks_4x16x16(void) { return racks(4, 16, 16); }
static mapping_tree *sites_3x8x4(void) { return sites(3, 8, 4); }
static mapping_tree *sites_4x32x8(void) { return sites(4, 32, 8); }

// Three sites of unequal size, with hosts of 4 and of 8 cores.
static mapping_tree *uneven(void)
{
	static const int n_hosts[] = {14, 9, 5};
	mapping_tree *t = mapping_tree_new(5e-3, 30e6);
	for (int site = 0; site < 3; site++) {
		int cluster = mapping_tree_node(t, 0, 40e-6, 118e6, 120e6);
		for (int h = 0; h < n_hosts[site]; h++) {
			int host = mapping_tree_node(t, cluster, 0.5e-6, 6e9, 118e6);
			for (int c = 0; c < (h % 3 ? 8 : 4); c++) mapping_tree_slot(t, host, 1, 0, NULL, NULL);
		}
	}
	return mapping_tree_finish(t) ? NULL : t;
}

const machine_kind machine_kinds[] = {
        {"hosts 8x8", 64, hosts_8x8},
        {"racks 2x4x8", 64, racks_2x4x8},
        {"sites 3x8x4", 96, sites_3x8x4},
        {"uneven 184", 184, uneven},
        {"hosts 16x16", 256, hosts_16x16},
        {"racks 4x8x12", 384, racks_4x8x12},
        {"hosts 64x16", 1024, hosts_64x16},
        {"racks 4x16x16", 1024, racks_4x16x16},
        {"sites 4x32x8", 1024, sites_4x32x8},
        {NULL, 0, NULL},
};
