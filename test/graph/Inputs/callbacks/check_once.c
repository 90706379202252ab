// Which messages are sent in the first step only: of these there are no bytes in the average, but in the first step.
#include "check.h"

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	const hpcc_range part = {50, 99, 1};
	long par[8] = {0};
	for (int k = 0; k < c->n_parameters; k++) par[k] = strcmp(c->parameters[k].name, "n") ? 6 : 200;
	for (int k = 0; k < c->n_phases; k++) {
		const hpcc_phase *p = &c->phases[k];
		if (p->kind != HPCC_COMMUNICATION) continue;
		double first[HPCC_N_SIDES], bytes[HPCC_N_SIDES];
		hpcc_intervals own[32];
		for (int j = 0; j < c->n_axes; j++) own[j] = (hpcc_intervals){1, &part};
		hpcc_phase_received_first(c, p, par, own, first);
		hpcc_phase_received(c, p, par, own, bytes);
		const hpcc_comm_complexity comm = hpcc_phase_comm_complexity(c, p, par);
		printf("%s: %g, then %g (%g)%s\n", p->name, first[0], bytes[0], comm.non_pdu,
		        p->flags & HPCC_ONCE ? ", once" : "");
	}
	if (getenv("SHOW_ONLY")) exit(0);
}
