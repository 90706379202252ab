// Exchanges on a torus: whoever has a part has two neighbours along each dimension that is split, those of the first and
// of the last process are each other. Told are topology, dimension and, of a process in each corner and in the middle,
// the bytes from both sides.
#include "check.h"

static void show_phase(const hpcc_callbacks *c, const hpcc_phase *p)
{
	static const char *const topology[] = {
	        [HPCC_1D] = "row", [HPCC_PAIRWISE] = "pairs", [HPCC_GRID] = "grid", [HPCC_ALL_TO_ALL] = "all"};
	const hpcc_range part[] = {{0, 99, 1}, {100, 149, 1}, {150, 399, 1}};
	long par[8] = {3, 3, 3, 3, 3, 3, 3, 3};
	printf("%s along %d%s:", topology[p->topology], p->dim, p->wraps ? ", around" : "");
	for (int rows = 0; rows < 3 && p->topology != HPCC_PAIRWISE; rows++)
		for (int columns = 0; columns < 3; columns++) {
			double bytes[HPCC_N_SIDES];
			hpcc_intervals own[16];
			for (int k = 0; k < c->n_axes; k++)
				own[k] = (hpcc_intervals){1, c->axes[k].dim ? &part[columns] : &part[rows]};
			hpcc_phase_received(c, p, par, own, bytes);
			printf(" %g %g", bytes[0], bytes[1]);
		}
	printf("\n");
}

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	for (int k = 0; k < c->n_phases; k++)
		if (c->phases[k].kind == HPCC_COMMUNICATION) show_phase(c, &c->phases[k]);
	exit(0);
}
