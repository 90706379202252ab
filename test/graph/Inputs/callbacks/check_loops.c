// The sums of loops.c, against all of its iterations.
#include "check.h"

static double iterations(long n, hpcc_range own)
{
	double count = 0;
	for (long i = own.lo < 0 ? 0 : own.lo; i < n && i <= own.hi; i++)
		for (long j = 0; j < n; j++)
			for (long k = 0; k < n; k++) count += 31 * i + 37 * j + 41 * k <= 30 * n;
	return count;
}

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	const hpcc_phase *work = phase_named(c, HPCC_COMPUTATION, 14, ""),
	                 *other = phase_named(c, HPCC_COMPUTATION, 18, "");
	equal("summed", work->flags, HPCC_SUMMED);
	equal("not summed", other->flags, 0);
	for (long n = 0; n < 120; n += 1 + n / 4) {
		long par[8] = {0};
		par[parameter(c, "n")] = n;
		for (int processes = 1; processes < 5; processes += 3)
			for (int p = 0; p < processes; p++) {
				const hpcc_range r = part_of(0, n, processes, p);
				equal("in loops", own_operations(c, work, par, 1, &r), iterations(n, r));
			}
		// Of the rows that have any iterations.
		const double rows = n ? (double)(n - 1 < 30 * n / 31 ? n : 30 * n / 31 + 1) : 0;
		equal("numPDUs", hpcc_phase_num_pdus(work, par), rows);
		equal("average", hpcc_phase_comp_complexity(c, work, par).pdu,
		        n ? iterations(n, (hpcc_range){0, n - 1, 1}) / rows : 0);
	}
	done();
}
