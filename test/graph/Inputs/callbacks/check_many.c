// All phases of many.c are known.
#include "check.h"

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	equal("phases", c->n_phases, 160 + 80);
	long par[8] = {0};
	par[parameter(c, "n")] = 90;
	const hpcc_range own = {0, 29, 1};
	double all = 0;
	for (int k = 0; k < c->n_phases; k++) {
		equal("known", c->phases[k].flags & HPCC_UNKNOWN, 0);
		if (c->phases[k].kind == HPCC_COMPUTATION) all += own_operations(c, &c->phases[k], par, 1, &own);
	}
	equal("operations", all, 80.0 * (29 + 30));
	done();
}
