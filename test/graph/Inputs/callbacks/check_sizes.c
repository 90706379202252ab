#include "check.h"

static double triangle(long n) { return 0.5 * (double)n * (double)(n + 1); }

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	const hpcc_phase *first = phase_named(c, HPCC_COMPUTATION, 34, ""),
	                 *second = phase_named(c, HPCC_COMPUTATION, 36, ""),
	                 *third = phase_named(c, HPCC_COMPUTATION, 38, ""),
	                 *sparse = phase_named(c, HPCC_COMPUTATION, 41, "");
	long par[8] = {0};
	par[parameter(c, "n")] = 100, par[parameter(c, "m")] = 300;
	equal("dominant, m > n", hpcc_dominant_comp(c, par, 4), second - c->phases);
	par[parameter(c, "m")] = 20;
	equal("dominant, n > m", hpcc_dominant_comp(c, par, 4), first - c->phases);
	equal("a triangle is not linear", third->linear != NULL, 0);
	equal("triangle, average", hpcc_phase_comp_complexity(c, third, par).pdu, triangle(100) / 100);
	for (int p = 0; p < 4; p++) {
		const hpcc_range r = part_of(0, 100, 4, p);
		equal("triangle, part", own_operations(c, third, par, 1, &r), triangle(r.hi + 1) - triangle(r.lo));
	}
	equal("by the program", (sparse->flags & HPCC_BY_USER) != 0, 1);
	equal("rows by the program", hpcc_phase_num_pdus(sparse, par), 400);
	equal("cycles", c->cycles(par), 3);
	done();
}
