// Figure 11 of Weissman and Grimshaw, on the average of the N - 1 cycles: topology tree, comm_complexity 4 (N / 2) bytes,
// numPDUs N, comp_complexity (2/3 N^3 + N (N - 1)) / (N (N - 1)) operations. There 2/3 N^3 stands for what the matrix
// takes, which is 2/3 N^3 - N^2 + N / 3 multiplications and subtractions, and N (N - 1) is what the right-hand side
// takes, exactly; the N (N - 1) / 2 divisions are beside that. So the two differ by no more than N / 2 in a cycle's
// 2/3 N^2.
#include "check.h"

static double counted(long n)
{
	double all = 0;
	for (long k = 0; k < n - 1; k++) all += (double)(n - 1 - k) * (1 + 2.0 * (n - 1 - k) + 2);
	return all;
}

// What rows lo .. hi take in all cycles.
static double counted_rows(long n, long lo, long hi)
{
	double all = 0;
	for (long i = lo; i <= hi; i++)
		for (long k = 0; k < i && k < n - 1; k++) all += 3 + 2.0 * (n - 1 - k);
	return all;
}

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	const hpcc_phase *reduce = phase_named(c, HPCC_COMPUTATION, 34, "i = k + 1"),
	                 *pivot = phase_named(c, HPCC_COMMUNICATION, 0, "a[k][k + 1:n - 1]");
	equal("topology", pivot->topology, HPCC_TREE);
	equal("the same for all", (pivot->flags & HPCC_SAME_FOR_ALL) != 0, 1);
	equal("linear", reduce->linear != NULL, 0);
	for (long n = 2; n < 2000; n += 1 + n / 4) {
		long par[16] = {0};
		par[parameter(c, "n")] = n;
		equal("cycles", c->cycles(par), (double)(n - 1));
		equal("numPDUs", hpcc_phase_num_pdus(reduce, par), (double)n);
		hpcc_comp_complexity comp = hpcc_phase_comp_complexity(c, reduce, par);
		double figure = (2.0 / 3 * n * n * n + (double)n * (n - 1)) / ((double)n * (n - 1));
		equal("comp_complexity", comp.pdu, counted(n) / ((double)n * (n - 1)));
		if (n > 2 && fabs(comp.pdu - figure) > 0.5 * n / (n - 1) + 1) equal("figure 11", comp.pdu, figure);
		equal("comm_complexity", hpcc_phase_comm_complexity(c, pivot, par).non_pdu, 4 * (n / 2.0));
		equal("dominant computation", hpcc_dominant_comp(c, par, 4), reduce - c->phases);
		// The exchange of rows: of two that are as long, but for an element, the one before the reduction or in it.
		int most = hpcc_dominant_comm(c, par, 4);
		if (n >= 5) equal("dominant communication", strncmp(c->phases[most].name, "a[k][k", 6), 0);
		for (int p = 0; p < 4; p++) {
			const hpcc_range r = part_of(0, n, 4, p);
			equal("rows", own_operations(c, reduce, par, 1, &r),
			        counted_rows(n, r.lo, r.hi) / (double)(n - 1));
		}
		// In one cycle.
		double once[HPCC_N_OPERATIONS] = {0};
		hpcc_range own[16];
		for (int k = 0; k < c->n_axes; k++) own[k] = (hpcc_range){0, n - 1, 1};
		par[c->cycle_parameter] = n / 2;
		reduce->operations(par, own, once);
		double rest = (double)(n - 1 - n / 2);
		equal("a cycle", hpcc_fp_operations(once), rest * (3 + 2 * rest));
	}
	done();
}
