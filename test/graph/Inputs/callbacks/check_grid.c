// Exchanges on a grid: along each dimension one, of as many elements as the process owns along the other.
#include "check.h"

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	const long n = 100;
	long par[8] = {0};
	par[parameter(c, "n")] = n;
	const hpcc_range rows = {21, 40, 1}, columns = {31, 60, 1};
	hpcc_intervals own[16];
	for (int k = 0; k < c->n_axes; k++) own[k] = (hpcc_intervals){1, c->axes[k].dim ? &columns : &rows};
	int exchanges = 0;
	double sum = 0;
	for (int k = 0; k < c->n_phases; k++) {
		double bytes[HPCC_N_SIDES];
		if (c->phases[k].kind != HPCC_COMMUNICATION) continue;
		equal("topology", c->phases[k].topology, HPCC_GRID);
		equal("dims", c->phases[k].dims, 2);
		hpcc_phase_received(c, &c->phases[k], par, own, bytes);
		equal("both sides", bytes[0], bytes[1]);
		sum += bytes[0];
		exchanges++;
	}
	equal("exchanges", exchanges, 2);
	equal("bytes", sum, 4 * (20 + 30));
	double operations[HPCC_N_OPERATIONS];
	hpcc_phase_operations(c, phase_named(c, HPCC_COMPUTATION, 13, ""), par, own, operations);
	equal("a rectangle's", hpcc_fp_operations(operations), 5.0 * 20 * 30);
	done();
}
