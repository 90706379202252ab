// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "report.h"

#include "program.h"
#include "spoken.h"

#include <stdarg.h>
#include <stdlib.h>

static const diag_row rows[] = {
#define DIAG(name, severity, text) {#name, severity, text},
#include "diagnostics.def"
#undef DIAG
};

// Used until the frontend has installed its own: places without the file's name, which only the unit knows.
static void print_plainly(void *user, diag_severity severity, prog_loc loc, const char *name, const char *text)
{
	static const char *const word[] = {"note", "remark", "warning", "error"};
	(void)user;
	(void)name;
	if (loc.file >= 0) fprintf(stderr, "%u:%u: ", loc.line, loc.column);
	fprintf(stderr, "%s: %s\n", word[severity], text);
}

static diag_sink *current_sink = print_plainly;
static void *current_user;
static int errors;

enum { MOST_FIXITS = 32 };
static diag_fixit fixits[MOST_FIXITS];
static int n_fixits, too_many_fixits;

void diag_offer(diag_fixit change)
{
	if (n_fixits < MOST_FIXITS)
		fixits[n_fixits++] = change;
	else
		too_many_fixits = 1;
}

void diag_offer_nothing(void) { n_fixits = too_many_fixits = 0; }

// A part of a change is none.
const diag_fixit *diag_offered(int *n)
{
	*n = too_many_fixits ? 0 : n_fixits;
	return fixits;
}

const diag_row *diag_info(diag_id id) { return &rows[id]; }

void diag_set_sink(diag_sink *sink, void *user)
{
	current_sink = sink ? sink : print_plainly;
	current_user = user;
}

void diag_report(diag_id id, prog_loc loc, ...)
{
	const diag_row *row = diag_info(id);
	char *text = NULL;
	va_list ap;
	va_start(ap, loc);
	if (vasprintf(&text, row->text, ap) < 0) abort();
	va_end(ap);
	if (row->severity == DIAG_ERROR) errors++;
	char *told = spoken(text);
	current_sink(current_user, row->severity, loc, row->name, told);
	diag_offer_nothing();
	free(told);
	free(text);
}

int diag_errors(void) { return errors; }

void diag_forget_errors(int since) { errors = since; }

void diag_promote(void) { errors++; }
