#include <hpcc/runtime.h>
#line 1 "test/run/arrays_in_block.c"
// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4 3
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=4 from="4 10" to="4 20" messages=4,8,7,4 bytes=960,1920,1856,960
// RESIDENT: procs=4 args="9 1" below_mb=60
// A hierarchy of grids in one block: an array for each level, one helper for all.
#include <stdio.h>
#include <stdlib.h>
enum { LEVELS = 4 };
static const hpcc_array_info hpcc_info_0 = {.name = "u", .where = "test/run/arrays_in_block.c:35", .rank = 2, .element = sizeof(double), .type = "double", .whole_rows = 1, .mapping = "distribute u[block][*]"};
static const hpcc_array_info hpcc_info_1 = {.name = "f", .where = "test/run/arrays_in_block.c:36", .rank = 2, .element = sizeof(double), .type = "double", .whole_rows = 1, .mapping = "align f[i0][i1] with u[i0][i1]"};
#line 12 "test/run/arrays_in_block.c"
__attribute__((cold, noinline, optnone)) static void hpcc_need_1_0(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if (((((hpcc_par[0] >= 1L) && (hpcc_own[0].hi >= 1L)) && (hpcc_own[0].hi >= hpcc_own[0].lo)) && (hpcc_par[0] >= hpcc_own[0].lo)))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{((hpcc_own[0].lo <= 0L) ? 0L : (hpcc_own[0].lo - 1L)), ((hpcc_own[0].hi >= (hpcc_par[0] + 1L)) ? (hpcc_par[0] - 1L) : (hpcc_own[0].hi - 1L)), 1}, {1L, hpcc_par[0], 1}});
	if (((((hpcc_par[0] >= 1L) && (hpcc_own[0].hi >= 1L)) && (hpcc_own[0].hi >= hpcc_own[0].lo)) && (hpcc_par[0] >= hpcc_own[0].lo)))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{((hpcc_own[0].lo <= 0L) ? 2L : (hpcc_own[0].lo + 1L)), ((hpcc_own[0].hi >= (hpcc_par[0] + 1L)) ? (hpcc_par[0] + 1L) : (hpcc_own[0].hi + 1L)), 1}, {1L, hpcc_par[0], 1}});
	if (((((hpcc_par[0] >= 1L) && (hpcc_own[0].hi >= 1L)) && (hpcc_own[0].hi >= hpcc_own[0].lo)) && (hpcc_par[0] >= hpcc_own[0].lo)))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{((hpcc_own[0].lo <= 0L) ? 1L : hpcc_own[0].lo), ((hpcc_own[0].hi >= (hpcc_par[0] + 1L)) ? hpcc_par[0] : hpcc_own[0].hi), 1}, {0L, (hpcc_par[0] - 1L), 1}});
	if (((((hpcc_par[0] >= 1L) && (hpcc_own[0].hi >= 1L)) && (hpcc_own[0].hi >= hpcc_own[0].lo)) && (hpcc_par[0] >= hpcc_own[0].lo)))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{((hpcc_own[0].lo <= 0L) ? 1L : hpcc_own[0].lo), ((hpcc_own[0].hi >= (hpcc_par[0] + 1L)) ? hpcc_par[0] : hpcc_own[0].hi), 1}, {2L, (hpcc_par[0] + 1L), 1}});
}
__attribute__((cold, noinline, optnone)) static void hpcc_wrote_1_1(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if ((hpcc_par[0] >= 1L))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{1L, hpcc_par[0], 1}, {1L, hpcc_par[0], 1}});
}
static const hpcc_arg hpcc_args_1[] = {
	{.name = "u", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_READS, .may_split = 0xff, .like = -1, .need = hpcc_need_1_0},
	{.name = "f", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_WRITES | HPCC_HOME, .may_split = 0x1, .like = -1, .wrote = hpcc_wrote_1_1},
};
static const hpcc_axis hpcc_axes_1[] = {{1, 0}};
static hpcc_nest hpcc_nest_1 = {.file = "test/run/arrays_in_block.c", .line = 14, .id = 1, .flags = 0 | HPCC_OVERLAP, .n_args = 2, .args = hpcc_args_1, .n_axes = 1, .axes = hpcc_axes_1, .n_par = 1};
#line 12 "test/run/arrays_in_block.c"
#line 12 "test/run/arrays_in_block.c"
static void relax(int n, double *restrict f, const double *restrict u)
{
	{ // task 1
	const long hpcc_par[] = {(long)(n)};
	void *const hpcc_base[] = {(void *)(u), (void *)(f)};
	const long hpcc_ext[] = {(long)(n) + 2, (long)(n) + 2};
	hpcc_run *const hpcc_r = hpcc_enter(&hpcc_nest_1, hpcc_par, hpcc_base, hpcc_ext, 1);
	{
	while (hpcc_next(hpcc_r)) {
	const long hpcc_s0_0 = hpcc_r->stride[0][0];
	double *hpcc_a0 = hpcc_r->origin[0];
	const long hpcc_s1_0 = hpcc_r->stride[1][0];
	double *hpcc_a1 = hpcc_r->origin[1];
		const long hpcc_lo0 = hpcc_r->lo[0], hpcc_hi0 = hpcc_r->hi[0];
		(void)hpcc_lo0, (void)hpcc_hi0;
#line 14 "test/run/arrays_in_block.c"
	for (int i = hpcc_max((long)(1), hpcc_lo0); (long)i <= hpcc_min((long)(n), hpcc_hi0); i++)
		for (int j = 1; j <= n; j++)
			hpcc_a1[(i) * hpcc_s1_0 + j] = 0.25 * (hpcc_a0[(i + -1) * hpcc_s0_0 + j] + hpcc_a0[(i + 1) * hpcc_s0_0 + j] + hpcc_a0[(i) * hpcc_s0_0 + -1 + j] + hpcc_a0[(i) * hpcc_s0_0 + 1 + j]);
	}
	}
	hpcc_leave(hpcc_r);
}
#line 16 "test/run/arrays_in_block.c"

}
__attribute__((cold, noinline, optnone)) static void hpcc_need_2_0(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if (((((hpcc_par[0] >= -1L) && (hpcc_own[0].hi >= 0L)) && (hpcc_own[0].hi >= hpcc_own[0].lo)) && ((hpcc_par[0] + 1L) >= hpcc_own[0].lo)))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{((hpcc_own[0].lo <= -1L) ? 0L : hpcc_own[0].lo), ((hpcc_own[0].hi >= (hpcc_par[0] + 2L)) ? (hpcc_par[0] + 1L) : hpcc_own[0].hi), 1}, {0L, (hpcc_par[0] + 1L), 1}});
}
__attribute__((cold, noinline, optnone)) static void hpcc_wrote_2_1(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if ((hpcc_par[0] >= -1L))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{0L, (hpcc_par[0] + 1L), 1}, {0L, (hpcc_par[0] + 1L), 1}});
}
static const hpcc_arg hpcc_args_2[] = {
	{.name = "from", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_READS, .may_split = 0xff, .like = -1, .may_be_one = 0x2, .need = hpcc_need_2_0},
	{.name = "to", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_WRITES | HPCC_HOME, .may_split = 0x1, .like = -1, .may_be_one = 0x1, .wrote = hpcc_wrote_2_1},
};
static const hpcc_axis hpcc_axes_2[] = {{1, 0}};
static hpcc_nest hpcc_nest_2 = {.file = "test/run/arrays_in_block.c", .line = 20, .id = 2, .flags = 0 | HPCC_OVERLAP, .n_args = 2, .args = hpcc_args_2, .n_axes = 1, .axes = hpcc_axes_2, .n_par = 1};
#line 18 "test/run/arrays_in_block.c"
#line 18 "test/run/arrays_in_block.c"
static void copy(int n, double to[n + 2][n + 2], double from[n + 2][n + 2])
{
	{ // task 2
	const long hpcc_par[] = {(long)(n)};
	void *const hpcc_base[] = {(void *)(from), (void *)(to)};
	const long hpcc_ext[] = {sizeof((from)[0]) / sizeof((from)[0][0]), sizeof((to)[0]) / sizeof((to)[0][0])};
	hpcc_run *const hpcc_r = hpcc_enter(&hpcc_nest_2, hpcc_par, hpcc_base, hpcc_ext, 1);
	{
	while (hpcc_next(hpcc_r)) {
	const long hpcc_s0_0 = hpcc_r->stride[0][0];
	double (*from)[hpcc_s0_0] = hpcc_r->origin[0];
	const long hpcc_s1_0 = hpcc_r->stride[1][0];
	double (*to)[hpcc_s1_0] = hpcc_r->origin[1];
		const long hpcc_lo0 = hpcc_r->lo[0], hpcc_hi0 = hpcc_r->hi[0];
		(void)hpcc_lo0, (void)hpcc_hi0;
#line 20 "test/run/arrays_in_block.c"
	for (int i = hpcc_max((long)(0), hpcc_lo0); (long)i < hpcc_min((long)(n + 2), hpcc_hi0 + 1); i++)
		for (int j = 0; j < n + 2; j++) to[i][j] = from[i][j];
	}
	}
	hpcc_leave(hpcc_r);
}
#line 21 "test/run/arrays_in_block.c"

}
__attribute__((cold, noinline, optnone)) static void hpcc_at_home_3_0(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if ((hpcc_par[0] >= -1L))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{0L, (hpcc_par[0] + 1L), 1}, {0L, (hpcc_par[0] + 1L), 1}});
}
static const hpcc_arg hpcc_args_3[] = {
	{.name = "u", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_READS | HPCC_HOME, .may_split = 0x1, .like = -1, .at_home = hpcc_at_home_3_0},
};
static const hpcc_axis hpcc_axes_3[] = {{0, 0}};
static hpcc_nest hpcc_nest_3 = {.file = "test/run/arrays_in_block.c", .line = 26, .id = 3, .flags = 0 | HPCC_OVERLAP, .n_args = 1, .args = hpcc_args_3, .n_axes = 1, .axes = hpcc_axes_3, .n_par = 1};
#line 23 "test/run/arrays_in_block.c"
#line 23 "test/run/arrays_in_block.c"
static double norm(int n, const double *u)
{
	double s = 0;
	{ // task 3
	const long hpcc_par[] = {(long)(n)};
	void *const hpcc_base[] = {(void *)(u)};
	const long hpcc_ext[] = {(long)(n) + 2};
	hpcc_run *const hpcc_r = hpcc_enter(&hpcc_nest_3, hpcc_par, hpcc_base, hpcc_ext, 1);
	double hpcc_t1 = s;
	hpcc_reduce_begin(hpcc_r, HPCC_OP_SUM, HPCC_TYPE_DOUBLE, &hpcc_t1);
	{
	double s = hpcc_t1;
	while (hpcc_next(hpcc_r)) {
	const long hpcc_s0_0 = hpcc_r->stride[0][0];
	double *hpcc_a0 = hpcc_r->origin[0];
		const long hpcc_lo0 = hpcc_r->lo[0], hpcc_hi0 = hpcc_r->hi[0];
		(void)hpcc_lo0, (void)hpcc_hi0;
#line 26 "test/run/arrays_in_block.c"
	for (int i = hpcc_max((long)(0), hpcc_lo0); (long)i < hpcc_min((long)(n + 2), hpcc_hi0 + 1); i++)
		for (int j = 0; j < n + 2; j++) s += hpcc_a0[(i) * hpcc_s0_0 + j] * (i + 2 * j);
	}
	hpcc_t1 = s;
	}
	hpcc_leave(hpcc_r);
	hpcc_reduce_end(hpcc_r, HPCC_OP_SUM, HPCC_TYPE_DOUBLE, &hpcc_t1, 0);
	s = hpcc_t1;
}
#line 27 "test/run/arrays_in_block.c"

	return s;
}
__attribute__((cold, noinline, optnone)) static void hpcc_wrote_4_0(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if ((hpcc_par[0] >= 1L))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{0L, (hpcc_par[0] - 1L), 1}, {0L, (hpcc_par[0] - 1L), 1}});
}
__attribute__((cold, noinline, optnone)) static void hpcc_wrote_4_1(const long *hpcc_par, const hpcc_range *hpcc_own, hpcc_sink *hpcc_sink)
{
	(void)hpcc_par, (void)hpcc_own;
	if ((hpcc_par[0] >= 1L))
		hpcc_box(hpcc_sink, (const hpcc_range[]){{0L, (hpcc_par[0] - 1L), 1}, {0L, (hpcc_par[0] - 1L), 1}});
}
static const hpcc_arg hpcc_args_4[] = {
	{.name = "ul", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_WRITES | HPCC_HOME, .may_split = 0x1, .like = -1, .may_be_one = 0x2, .wrote = hpcc_wrote_4_0},
	{.name = "fl", .rank = 2, .element = sizeof(double), .flags = 0 | HPCC_WRITES | HPCC_HOME, .may_split = 0x1, .like = 0, .like_offset = {0, 0}, .like_dim = {0, -1}, .may_be_one = 0x1, .wrote = hpcc_wrote_4_1},
};
static const hpcc_axis hpcc_axes_4[] = {{0, 0}, {1, 0}};
static hpcc_nest hpcc_nest_4 = {.file = "test/run/arrays_in_block.c", .line = 46, .id = 4, .flags = 0 | HPCC_OVERLAP, .n_args = 2, .args = hpcc_args_4, .n_axes = 2, .axes = hpcc_axes_4, .n_par = 1};
int main(int argc, char **argv) __asm__("hpcc_user_main");
#line 30 "test/run/arrays_in_block.c"
#line 30 "test/run/arrays_in_block.c"
int main(int argc, char **argv)
{
	int levels = argc > 1 ? atoi(argv[1]) : LEVELS, steps = argc > 2 ? atoi(argv[2]) : 3, n[10], off[10], total = 0;
	double *u, *f;



	for (int l = 0; l < levels; l++) {
		n[l] = 8 << l;
		off[l] = total;
		total += (n[l] + 2) * (n[l] + 2) + l;
	}
	(u = malloc(total * sizeof *u), ({ __typeof__(&*(u)) const hpcc_block = (u); if (hpcc_block) for (long hpcc_index = 0, hpcc_last = levels - 1; hpcc_index <= hpcc_last; hpcc_index++) { const long k = hpcc_index; (void)k; hpcc_map_distribute(&hpcc_info_0, (hpcc_block + (off[k])), (const long[]){n[k] + 2, n[k] + 2}, (const hpcc_dist[]){{HPCC_BLOCK}, {HPCC_NONE}}, 0); } (void)0; }), u), (f = calloc(total, sizeof *f), ({ __typeof__(&*(f)) const hpcc_block = (f); if (hpcc_block) for (long hpcc_index = 0, hpcc_last = levels - 1; hpcc_index <= hpcc_last; hpcc_index++) { const long k = hpcc_index; (void)k; hpcc_map_align_array(&hpcc_info_1, (hpcc_block + (off[k])), (const long[]){n[k] + 2, n[k] + 2}, ({ const long k = hpcc_index; (void *)(u + (off[k])); }), (const hpcc_align[]){{.dim = 0, .coef = 1, .star = 0, .offset = 0}, {.dim = 1, .coef = 1, .star = 0, .offset = 0}}); } (void)0; }), f);
	for (int l = 0; l < levels; l++) {
		double *ul = u + off[l], *fl = &f[off[l]];
		int m = n[l] + 2;
		{ // task 4
	const long hpcc_par[] = {(long)(m)};
	void *const hpcc_base[] = {(void *)(ul), (void *)(fl)};
	const long hpcc_ext[] = {(long)(m), (long)(m)};
	hpcc_run *const hpcc_r = hpcc_enter(&hpcc_nest_4, hpcc_par, hpcc_base, hpcc_ext, 1);
	{
	while (hpcc_next(hpcc_r)) {
	const long hpcc_s0_0 = hpcc_r->stride[0][0];
	double *hpcc_a0 = hpcc_r->origin[0];
	const long hpcc_s1_0 = hpcc_r->stride[1][0];
	double *hpcc_a1 = hpcc_r->origin[1];
		const long hpcc_lo0 = hpcc_r->lo[0], hpcc_hi0 = hpcc_r->hi[0];
		const long hpcc_lo1 = hpcc_r->lo[1], hpcc_hi1 = hpcc_r->hi[1];
		(void)hpcc_lo0, (void)hpcc_hi0; (void)hpcc_lo1, (void)hpcc_hi1;
#line 46 "test/run/arrays_in_block.c"
		for (int i = hpcc_max((long)(0), hpcc_lo0); (long)i < hpcc_min((long)(m), hpcc_hi0 + 1); i++)
			for (int j = 0; j < m; j++) hpcc_a0[(i) * hpcc_s0_0 + j] = i * j % 7, hpcc_a1[(i) * hpcc_s1_0 + j] = 0;
	}
	}
	hpcc_leave(hpcc_r);
}
#line 47 "test/run/arrays_in_block.c"

	}
	for (int t = 0; t < steps; t++)
		for (int l = 0; l < levels; l++) {
			relax(n[l], f + off[l], u + off[l]);
			copy(n[l], (double(*)[n[l] + 2])(u + off[l]), (void *)&f[off[l]]);
		}
	for (int l = 0; l < levels; l++) printf("%d %g\n", l, norm(n[l], u + off[l]));
	for (int l = 1; l < levels; l++) printf("%g ", HPCC_READ(u[off[l] + n[l] + 3]));
	printf("\n");
	free(u);
	free(f);
	return 0;
}

static int hpcc_call_main(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	return main(argc, argv);
}

__attribute__((constructor)) static void hpcc_register_unit(void)
{
	hpcc_set_main(hpcc_call_main);
}
