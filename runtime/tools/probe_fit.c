// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: least squares with constants that are at least 0, and the choice of pieces and form.
#include "probe_fit.h"

#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- samples ----------------------------------------------------------------------------------

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double quantile(double *sample, int n, double part)
{
	if (n < 1) return 0;
	qsort(sample, (size_t)n, sizeof *sample, compare);
	const double at = part * (n - 1);
	const int below = (int)at;
	return below + 1 < n ? sample[below] + (at - below) * (sample[below + 1] - sample[below]) : sample[below];
}

double probe_undisturbed(double *sample, int n) { return quantile(sample, n, .1); }
double probe_median(double *sample, int n) { return quantile(sample, n, .5); }

// ---- least squares ----------------------------------------------------------------------------

// A linear problem whose unknowns are at least 0. `used`: the bits of those that are not 0.
typedef struct problem {
	int n, unknown;
	const double *rows, *y;
} problem;

typedef struct solution {
	unsigned used;
	double x[FIT_MOST_UNKNOWN], variance[FIT_MOST_UNKNOWN]; // for a variance of 1 of the values
	double rest;                                            // the sum of the squares of what is left over
} solution;

// Unknowns differ by orders of magnitude (us, us/byte): columns are scaled to the same length.
static double column_length(const problem *p, int k)
{
	double sum = 0;
	for (int i = 0; i < p->n; i++) sum += p->rows[i * p->unknown + k] * p->rows[i * p->unknown + k];
	return sqrt(sum);
}

// False: these columns depend on each other, or there are more of them than rows.
static bool solve_with(const problem *p, unsigned used, solution *s)
{
	int column[FIT_MOST_UNKNOWN], m = 0;
	double length[FIT_MOST_UNKNOWN];
	for (int k = 0; k < p->unknown; k++) {
		if (!(used >> k & 1)) continue;
		length[m] = column_length(p, k);
		if (!(length[m] > 0)) return false;
		column[m++] = k;
	}
	if (m == 0 || m > p->n) return false;
	gsl_matrix *a = gsl_matrix_alloc((size_t)p->n, (size_t)m), *covariance = gsl_matrix_alloc((size_t)m, (size_t)m);
	gsl_vector *y = gsl_vector_alloc((size_t)p->n), *x = gsl_vector_alloc((size_t)m);
	gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc((size_t)p->n, (size_t)m);
	for (int i = 0; i < p->n; i++) {
		gsl_vector_set(y, (size_t)i, p->y[i]);
		for (int j = 0; j < m; j++)
			gsl_matrix_set(a, (size_t)i, (size_t)j, p->rows[i * p->unknown + column[j]] / length[j]);
	}
	size_t rank = 0;
	*s = (solution){.used = used};
	const bool solved = gsl_multifit_linear_tsvd(a, y, 1e-9, x, covariance, &s->rest, &rank, work) == 0;
	// GSL's covariance has the variance of what is left over in it.
	const double scale = p->n > m && s->rest > 0 ? (p->n - m) / s->rest : 0;
	for (int j = 0; j < m && solved; j++) {
		s->x[column[j]] = gsl_vector_get(x, (size_t)j) / length[j];
		// Of as many rows as unknowns GSL divides by 0.
		if (scale > 0)
			s->variance[column[j]] =
			        gsl_matrix_get(covariance, (size_t)j, (size_t)j) * scale / length[j] / length[j];
	}
	gsl_multifit_linear_free(work);
	gsl_vector_free(x);
	gsl_vector_free(y);
	gsl_matrix_free(covariance);
	gsl_matrix_free(a);
	return solved && rank == (size_t)m;
}

static bool none_is_negative(const problem *p, const solution *s)
{
	for (int k = 0; k < p->unknown; k++)
		if (!(s->x[k] >= 0)) return false;
	return true;
}

// The best of all sets of unknowns that are not 0, as these are few: exact, and no iteration that could end elsewhere.
static bool solve(const problem *p, unsigned allowed, solution *best)
{
	bool found = false;
	for (unsigned used = 1; used < 1u << p->unknown; used++) {
		solution s;
		if ((used & allowed) != used || !solve_with(p, used, &s) || !none_is_negative(p, &s)) continue;
		// Fewer constants, where more do not say more.
		if (found && s.rest >= best->rest * (1 - 1e-9) - 1e-18) continue;
		*best = s;
		found = true;
	}
	return found;
}

bool probe_least_squares(int n, int unknown, const double *rows, const double *y, double *x)
{
	solution s;
	if (unknown < 1 || unknown > FIT_MOST_UNKNOWN) return false;
	if (!solve(&(problem){n, unknown, rows, y}, ~0u, &s)) return false;
	memcpy(x, s.x, (size_t)unknown * sizeof *x);
	return true;
}

// ---- EQ 1 -------------------------------------------------------------------------------------

double probe_form_value(int form, double p)
{
	switch (form) {
	case MACHINE_LINEAR: return p;
	case MACHINE_LOG2: return log2(p);
	case MACHINE_SQRT: return sqrt(p);
	case MACHINE_P_LOG2: return p * log2(p);
	case MACHINE_SQUARE: return p * p;
	default: return 0;
	}
}

static double value(int form, const double c[4], double bytes, double processes)
{
	const double f = probe_form_value(form, processes);
	return c[0] + c[1] * f + bytes * (c[2] + c[3] * f);
}

double probe_fit_value(const fit_piece *p, double bytes, double processes)
{
	return value(p->form, p->c, bytes, processes);
}

// What algorithms for the topology make one expect.
static const int expected[MACHINE_N_TOPOLOGIES] = {
        [MACHINE_1D] = MACHINE_CONSTANT,
        [MACHINE_RING] = MACHINE_LINEAR,
        [MACHINE_TREE] = MACHINE_LOG2,
        [MACHINE_BROADCAST] = MACHINE_LOG2,
        [MACHINE_ALLREDUCE] = MACHINE_LOG2,
        [MACHINE_ALL_TO_ALL] = MACHINE_LINEAR,
        [MACHINE_PAIRWISE] = MACHINE_CONSTANT,
};

enum { MOST_POINTS = 512 };

typedef struct points {
	const fit_point *point;
	int n;
	double size[FIT_MOST_SIZES]; // the different ones, in order
	int n_sizes;
	int n_processes; // different numbers of them
	double noise;    // the square of what measurements are off, relative
} points;

static int count_processes(const fit_point *point, int n)
{
	int different = 0;
	for (int i = 0; i < n; i++) {
		bool is_new = true;
		for (int k = 0; k < i; k++) is_new = is_new && point[k].processes != point[i].processes;
		different += is_new;
	}
	return different;
}

static bool collect(points *all, const fit_point *point, int n)
{
	*all = (points){.point = point, .n = n, .n_processes = count_processes(point, n)};
	for (int i = 0; i < n; i++) {
		if (!(point[i].us > 0) || !(point[i].again[0] > 0) || !(point[i].again[1] > 0)) return false;
		int at = 0;
		while (at < all->n_sizes && all->size[at] < point[i].bytes) at++;
		if (at < all->n_sizes && all->size[at] == point[i].bytes) continue;
		if (all->n_sizes == FIT_MOST_SIZES) return false;
		memmove(all->size + at + 1, all->size + at, (size_t)(all->n_sizes - at) * sizeof *all->size);
		all->size[at] = point[i].bytes;
		all->n_sizes++;
	}
	// More pieces than noise allows would describe the noise.
	all->noise = FIT_NOISE * FIT_NOISE;
	double off[MOST_POINTS];
	for (int i = 0; i < n; i++)
		off[i] = fabs(point[i].again[0] - point[i].again[1]) / (point[i].again[0] + point[i].again[1]);
	const double spread = pow(probe_median(off, n), 2);
	if (spread > all->noise) all->noise = spread;
	return n > 0;
}

// The constants that can be told from one another.
static unsigned constants_of(const points *all, int form)
{
	if (form == MACHINE_CONSTANT) return 1 | 4;
	return all->n_processes > 1 ? 1 | 2 | 4 | 8 : 2 | 8;
}

typedef struct piece_fit {
	double rows[3][4 * 512], y[3][512]; // of `us`, and of the two `again`
	int n;
} piece_fit;

// Rows are divided by the time measured: what is left over is relative.
static void fill(piece_fit *f, const points *all, int form, int first, int last)
{
	f->n = 0;
	for (int i = 0; i < all->n && f->n < MOST_POINTS; i++) {
		const fit_point *p = &all->point[i];
		if (p->bytes < all->size[first] || p->bytes > all->size[last]) continue;
		const double at = probe_form_value(form, p->processes), column[4] = {1, at, p->bytes, p->bytes * at};
		const double time[3] = {p->us, p->again[0], p->again[1]};
		for (int h = 0; h < 3; h++) {
			for (int k = 0; k < 4; k++) f->rows[h][4 * f->n + k] = column[k] / time[h];
			f->y[h][f->n] = 1;
		}
		f->n++;
	}
}

static bool solve_piece(piece_fit *f, const points *all, int form, int first, int last, solution *s)
{
	fill(f, all, form, first, last);
	return solve(&(problem){f->n, 4, f->rows[0], f->y[0]}, constants_of(all, form), s);
}

// Half of what two halves of the runs say that a constant differs in, and its standard error, together.
static double error_of(const piece_fit *f, const solution *s, int k)
{
	int used = 0;
	solution half[2];
	for (int j = 0; j < 4; j++) used += s->used >> j & 1;
	for (int h = 0; h < 2; h++)
		if (!solve_with(&(problem){f->n, 4, f->rows[h + 1], f->y[h + 1]}, s->used, &half[h])) half[h] = *s;
	const double spread = f->n > used ? s->rest / (f->n - used) : s->rest;
	const double noise = (half[0].x[k] - half[1].x[k]) / 2;
	return sqrt(s->variance[k] * spread + noise * noise);
}

// How far a constant may be off. One that is at its bound, 0, may be as far from there as it could be told from 0.
static void set_errors(fit_piece *piece, const piece_fit *f, const solution *s, unsigned allowed)
{
	for (int k = 0; k < 4; k++) {
		const unsigned bit = 1u << k;
		solution with;
		if (s->used & bit)
			piece->c_error[k] = 2 * hypot(error_of(f, s, k), FIT_NOISE * s->x[k]);
		else if ((allowed & bit) && solve_with(&(problem){f->n, 4, f->rows[0], f->y[0]}, s->used | bit, &with))
			piece->c_error[k] = 2 * error_of(f, &with, k);
	}
}

static void judge(fit_piece *piece, const points *all, double from, double to)
{
	double sum = 0;
	piece->processes_from = 1 << 30;
	for (int i = 0; i < all->n; i++) {
		const fit_point *p = &all->point[i];
		if (p->bytes < from || p->bytes > to) continue;
		const double fitted = probe_fit_value(piece, p->bytes, p->processes);
		const double time[3] = {p->us, p->again[0], p->again[1]};
		for (int h = 0; h < 3; h++) {
			const double off = fabs(fitted / time[h] - 1);
			sum += off * off;
			if (off > piece->worst) piece->worst = off;
		}
		if (p->processes < piece->processes_from) piece->processes_from = (int)p->processes;
		if (p->processes > piece->processes_to) piece->processes_to = (int)p->processes;
		piece->n_points++;
	}
	piece->error = sqrt(sum / (3 * piece->n_points));
}

static bool make_piece(piece_fit *f, const points *all, int form, int first, int last, fit_piece *piece)
{
	solution s;
	if (!solve_piece(f, all, form, first, last, &s)) return false;
	*piece = (fit_piece){.form = form, .bytes_from = all->size[first], .bytes_to = all->size[last]};
	memcpy(piece->c, s.x, sizeof piece->c);
	set_errors(piece, f, &s, constants_of(all, form));
	judge(piece, all, all->size[first], all->size[last]);
	return true;
}

// ---- pieces and form --------------------------------------------------------------------------

// The ends of pieces: piece k has the sizes from end[k - 1] to end[k] - 1.
typedef struct cut {
	int n, end[FIT_MOST_PIECES];
	double score;
} cut;

// Two sizes are always on a line: where MPI changes its way between them, it is steep, and says nothing of the sizes
// behind.
enum { FEWEST_SIZES = 3 };

// Akaike's information criterion: a piece more must say more than its constants and its place cost.
static double score(const points *all, double rest, int pieces, unsigned constants)
{
	int each = 1;
	for (; constants; constants &= constants - 1) each++;
	return all->n * log(rest / all->n + all->noise) + 2. * pieces * each;
}

// The best pieces for a form: the least rest for each number of pieces and each end.
static cut best_cut(piece_fit *f, const points *all, int form)
{
	enum { N = FIT_MOST_SIZES + 1 };
	static double of[N][N], least[FIT_MOST_PIECES + 1][N];
	int before[FIT_MOST_PIECES + 1][N] = {{0}};
	const int m = all->n_sizes;
	cut best = {.score = INFINITY};
	for (int i = 0; i < m; i++)
		for (int k = i; k < m; k++) {
			solution s;
			const bool whole = i == 0 && k == m - 1;
			of[i][k + 1] = (whole || k - i + 1 >= FEWEST_SIZES) && solve_piece(f, all, form, i, k, &s)
			                       ? s.rest
			                       : INFINITY;
		}
	for (int e = 0; e <= m; e++) least[0][e] = e == 0 ? 0 : INFINITY;
	for (int pieces = 1; pieces <= FIT_MOST_PIECES; pieces++) {
		for (int e = 0; e <= m; e++) {
			least[pieces][e] = INFINITY;
			for (int b = 0; b < e; b++) {
				const double rest = least[pieces - 1][b] + of[b][e];
				if (!(rest < least[pieces][e])) continue;
				least[pieces][e] = rest;
				before[pieces][e] = b;
			}
		}
		if (!isfinite(least[pieces][m])) continue;
		const double s = score(all, least[pieces][m], pieces, constants_of(all, form));
		if (s >= best.score) continue;
		best = (cut){.n = pieces, .score = s};
		for (int k = pieces, e = m; k > 0; e = before[k--][e]) best.end[k - 1] = e;
	}
	return best;
}

// Another form than the expected one must be better by more than chance, or each run would choose another one. Of two
// numbers of processes all forms but the constant say the same.
static bool is_considered(const points *all, int form, int likely)
{
	if (form == likely) return true;
	if (all->n_processes == 1) return false;
	if (form == MACHINE_CONSTANT) return true;
	return all->n_processes > 2 || (likely == MACHINE_CONSTANT && form == MACHINE_LINEAR);
}

int probe_fit(const fit_point *point, int n, machine_topology topology, fit_piece piece[FIT_MOST_PIECES])
{
	points all;
	if (n > MOST_POINTS || !collect(&all, point, n)) return 0;
	piece_fit *f = malloc(sizeof *f);
	if (!f) abort();
	const int likely = expected[topology];
	int form = likely;
	cut best = best_cut(f, &all, likely);
	best.score -= 6; // odds of 20 to 1
	for (int other = 0; other < MACHINE_N_FORMS; other++) {
		if (other == likely || !is_considered(&all, other, likely)) continue;
		const cut c = best_cut(f, &all, other);
		if (c.score >= best.score) continue;
		best = c;
		form = other;
	}
	int made = 0;
	for (int k = 0, first = 0; k < best.n; first = best.end[k++])
		if (make_piece(f, &all, form, first, best.end[k] - 1, &piece[made])) made++;
	// MPI changes its way at powers of two, of which a header takes some bytes: as sizes are such powers, what is
	// below the first one that is sent in the other way is sent as the smaller ones are.
	for (int k = 0; k + 1 < made; k++) piece[k].bytes_to = piece[k + 1].bytes_from;
	free(f);
	return made;
}

// ---- operations -------------------------------------------------------------------------------

// The file format's proportions: what is taken where nothing is known.
static const double usual[HPCC_N_OPERATIONS] = {[HPCC_FADD] = .5,
        [HPCC_FMUL] = .5,
        [HPCC_FDIV] = 2,
        [HPCC_FSQRT] = 3,
        [HPCC_FLIBM] = 10,
        [HPCC_IOPS] = .25,
        [HPCC_LOADS] = .25,
        [HPCC_STORES] = .25,
        [HPCC_CALLS] = 5};

static double usual_ns(const fit_loop *l)
{
	double sum = 0;
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) sum += l->operations[k] * usual[k];
	return sum;
}

enum { MOST_LOOPS = 64 };

// How many times the usual proportions these loops take, on the geometric average.
static double usual_scale(const fit_loop *loop, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += log(loop[i].ns / usual_ns(&loop[i])) / n;
	return exp(sum);
}

// Rows of loops, then a weak one for each kind: its cost is the usual one in proportion, where loops say nothing.
static int operation_rows(
        const fit_loop *loop, int n, const int *kind, int kinds, double scale, double *rows, double *y)
{
	static const double weak = .02;
	memset(rows, 0, (size_t)(n + kinds) * (size_t)kinds * sizeof *rows);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < kinds; k++) rows[i * kinds + k] = loop[i].operations[kind[k]] / loop[i].ns;
		y[i] = 1;
	}
	for (int k = 0; k < kinds; k++) {
		rows[(n + k) * kinds + k] = weak / (usual[kind[k]] * scale);
		y[n + k] = weak;
	}
	return n + kinds;
}

double probe_fit_operations(const fit_loop *loop, int n, double ns[HPCC_N_OPERATIONS])
{
	int kind[HPCC_N_OPERATIONS], kinds = 0;
	memset(ns, 0, HPCC_N_OPERATIONS * sizeof *ns);
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) {
		bool is_there = false;
		for (int i = 0; i < n; i++) is_there = is_there || loop[i].operations[k] > 0;
		if (is_there && usual[k] > 0) kind[kinds++] = k;
	}
	if (n < 1 || n > MOST_LOOPS || kinds == 0) return 0;
	double rows[(MOST_LOOPS + HPCC_N_OPERATIONS) * HPCC_N_OPERATIONS], y[MOST_LOOPS + HPCC_N_OPERATIONS];
	double x[HPCC_N_OPERATIONS] = {0}, least[HPCC_N_OPERATIONS];
	const double scale = usual_scale(loop, n);
	const int all = operation_rows(loop, n, kind, kinds, scale, rows, y);
	// No operation is free, even if another one that stands beside it hides it in all loops.
	for (int k = 0; k < kinds; k++) least[k] = usual[kind[k]] * scale / 10;
	for (int i = 0; i < all; i++)
		for (int k = 0; k < kinds; k++) y[i] -= rows[i * kinds + k] * least[k];
	if (!probe_least_squares(all, kinds, rows, y, x)) return 0;
	for (int k = 0; k < kinds; k++) ns[kind[k]] = least[k] + x[k];
	double sum = 0;
	for (int i = 0; i < n; i++) {
		double fitted = 0;
		for (int k = 0; k < HPCC_N_OPERATIONS; k++) fitted += loop[i].operations[k] * ns[k];
		sum += (fitted / loop[i].ns - 1) * (fitted / loop[i].ns - 1);
	}
	return sqrt(sum / n);
}
