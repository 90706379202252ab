// Figure 5 of Weissman and Grimshaw: topology 1-D, comm_complexity 4N bytes, numPDUs N, comp_complexity 5N operations of
// floating-point numbers. An average of five points is four additions and a division; numbers have four bytes.
#include "check.h"

static void messages(const hpcc_callbacks *c, const hpcc_phase *border, const long *par, long n)
{
	for (int processes = 2; processes <= 7; processes++)
		for (int p = 0; p < processes; p++) {
			double bytes[HPCC_N_SIDES];
			const hpcc_range r = part_of(1, n, processes, p);
			hpcc_intervals own[16];
			for (int k = 0; k < c->n_axes; k++) own[k] = (hpcc_intervals){1, &r};
			hpcc_phase_received(c, border, par, own, bytes);
			equal("from below", bytes[0], r.lo <= r.hi ? 4.0 * n : 0);
			equal("from above", bytes[1], r.lo <= r.hi ? 4.0 * n : 0);
		}
}

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	const hpcc_phase *average = phase_named(c, HPCC_COMPUTATION, 15, "i = 1"),
	                 *border = phase_named(c, HPCC_COMMUNICATION, 0, "'u'");
	equal("topology", border->topology, HPCC_1D);
	equal("overlap", border->overlap, average - c->phases);
	equal("linear", average->linear != NULL, 1);
	for (long n = 4; n < 3000; n += 1 + n / 3) {
		long par[8] = {0};
		par[parameter(c, "n")] = n;
		par[parameter(c, "steps")] = 10;
		equal("cycles", c->cycles(par), 10);
		equal("numPDUs", hpcc_phase_num_pdus(average, par), (double)n);
		hpcc_comp_complexity comp = hpcc_phase_comp_complexity(c, average, par);
		equal("comp_complexity", comp.pdu, 5.0 * n);
		equal("without PDUs", comp.non_pdu, 0);
		hpcc_comm_complexity comm = hpcc_phase_comm_complexity(c, border, par);
		equal("comm_complexity", comm.non_pdu, 4.0 * n);
		equal("for each PDU", comm.pdu, 0);
		equal("dominant computation", hpcc_dominant_comp(c, par, 4), average - c->phases);
		equal("dominant communication", hpcc_dominant_comm(c, par, 4), border - c->phases);
		if (n >= 8) messages(c, border, par, n);
		// Two intervals, one of them in steps.
		const hpcc_range some[] = {{1, 1, 1}, {3, 9, 3}};
		if (n >= 9) equal("several intervals", own_operations(c, average, par, 2, some), 4 * 5.0 * n);
		const hpcc_range all = {0, n + 1, 1};
		const hpcc_intervals own[] = {{1, &all}, {1, &all}, {1, &all}, {1, &all}};
		equal("memory", hpcc_callbacks_memory(c, par, own), 4.0 * (n + 2) * (n + 2) + 4.0 * n * n);
	}
	done();
}
