// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: a line that says where it is. mpirun gives processes no terminal even where it has one: then a line from
// time to time, if it takes long.
#include "probe.h"

#include <string.h>
#include <unistd.h>

static struct {
	bool is_on, is_line, is_dirty;
	double said;
} state;

void probe_progress_start(const probe_options *o, int rank)
{
	state.is_line = isatty(2) || o->progress == 1;
	state.is_on = rank == 0 && o->progress != 0;
	state.said = probe_seconds();
}

void probe_progress(const char *what, int done, int of)
{
	const double now = probe_seconds();
	if (!state.is_on || now - state.said < (state.is_line ? .1 : 10)) return;
	state.said = now;
	const int percent = of > 0 ? 100 * done / of : 0;
	if (state.is_line)
		fprintf(stderr, "\rhpcc-probe: %-32.32s %3d %%", what, percent);
	else
		fprintf(stderr, "hpcc-probe: %s, %d %%\n", what, percent);
	fflush(stderr);
	state.is_dirty = state.is_line;
}

void probe_progress_end(void)
{
	if (state.is_dirty) fprintf(stderr, "\r%50s\r", "");
	state.is_dirty = false;
	state.is_on = false;
}
