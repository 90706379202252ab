// SPDX-License-Identifier: Apache-2.0
//
// The nearest right spelling of a wrong word.
#define _GNU_SOURCE
#include "directive_impl.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 48 };

const char *directive_format(prog_unit *unit, const char *format, ...)
{
	char *text = NULL;
	va_list ap;
	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0) abort();
	va_end(ap);
	const char *copy = prog_string(unit, text);
	free(text);
	return copy;
}

static int min(int a, int b) { return a < b ? a : b; }

static bool same_letter(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

// Insertions, deletions, substitutions and swaps of neighbours. Who comes from HPF may write capitals.
static int edit_distance(const char *a, int n, const char *b, int m)
{
	int d[LONGEST + 1][LONGEST + 1];
	for (int i = 0; i <= n; i++) d[i][0] = i;
	for (int j = 0; j <= m; j++) d[0][j] = j;
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) {
			d[i][j] = min(
			        min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
				d[i][j] = min(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[n][m];
}

void directive_nearest_try(directive_nearest *n, const char *candidate)
{
	size_t a = strlen(n->word), b = strlen(candidate);
	if (a > LONGEST || b > LONGEST) return;
	int distance = edit_distance(n->word, (int)a, candidate, (int)b);
	if (distance == 0) distance = 1;
	if (strcmp(n->word, candidate) == 0 || distance > min((int)(a + 2) / 3, 4) || distance >= min((int)a, (int)b))
		return;
	if (n->best && distance >= n->distance) return;
	n->best = candidate;
	n->distance = distance;
}

const char *directive_nearest_text(prog_unit *unit, const directive_nearest *n, prog_loc loc)
{
	if (!n->best) return "";
	diag_offer((diag_fixit){DIAG_REPLACE, loc, n->word, n->best});
	return directive_format(unit, "; did you mean '%s'?", n->best);
}
