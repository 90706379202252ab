// Which parameters of halved.c change in the cycle, and what depends on them.
#include "check.h"

__attribute__((constructor)) static void check(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	equal("n changes", c->parameters[parameter(c, "n")].changes, 1);
	equal("m stays", c->parameters[parameter(c, "m")].changes, 0);
	equal("k changes", c->parameters[parameter(c, "k")].changes, 1);
	equal("with n", phase_named(c, HPCC_COMPUTATION, 17, "")->flags, HPCC_ESTIMATED);
	equal("with m", phase_named(c, HPCC_COMPUTATION, 18, "")->flags, 0);
	equal("with k", phase_named(c, HPCC_COMPUTATION, 19, "")->flags, HPCC_ESTIMATED);
	done();
}
