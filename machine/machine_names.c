// SPDX-License-Identifier: Apache-2.0
//
// Names of hosts, and patterns of them as Slurm writes them.
#include "machine_check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 255 };

typedef struct names {
	int n;
	char **name;
	int prefix; // bytes of the pattern in front of the brackets
	const char *pattern, *suffix;
} names;

// What launchers take for a host in a list, and shells for nothing else.
static bool is_host(const char *name)
{
	const size_t n = strlen(name);
	if (n == 0 || n > MOST_NAME || !isalnum((unsigned char)name[0])) return false;
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) return false;
	return true;
}

// Takes the name.
static bool add(names *to, char *name)
{
	if (to->n == MACHINE_MOST_HOSTS || !is_host(name)) {
		free(name);
		return false;
	}
	if ((to->n & (to->n - 1)) == 0)
		to->name = hpcc_machine_memory(to->name, (to->n ? 2 * (size_t)to->n : 1) * sizeof *to->name);
	to->name[to->n++] = name;
	return true;
}

// Digits, at most nine; `*at` goes behind them.
static bool take_number(const char **at, long *number, int *width)
{
	enum { MOST_DIGITS = 9 };
	const char *begin = *at;
	for (*number = 0; isdigit((unsigned char)**at) && *at - begin <= MOST_DIGITS; ++*at)
		*number = 10 * *number + (**at - '0');
	*width = (int)(*at - begin);
	return *width > 0 && *width <= MOST_DIGITS;
}

static bool take_range(names *to, const char **at)
{
	long first, last;
	int width, last_width;
	if (!take_number(at, &first, &width)) return false;
	last = first;
	if (**at == '-') {
		++*at;
		if (!take_number(at, &last, &last_width) || last < first || last_width < width) return false;
	}
	for (long k = first; k <= last; k++)
		if (!add(to, hpcc_machine_format("%.*s%0*ld%s", to->prefix, to->pattern, width, k, to->suffix)))
			return false;
	return true;
}

static bool take_brackets(names *to, const char *open)
{
	const char *close = strchr(open, ']'), *at = open + 1;
	if (!close || strchr(close, '[')) return false;
	to->prefix = (int)(open - to->pattern);
	to->suffix = close + 1;
	while (take_range(to, &at)) {
		if (at == close) return true;
		if (*at++ != ',') return false;
	}
	return false;
}

char **hpcc_machine_names(const char *pattern, int *n)
{
	names all = {.pattern = pattern};
	const char *open = strchr(pattern, '[');
	const bool good = strlen(pattern) <= MOST_NAME &&
	                  (open ? take_brackets(&all, open) : add(&all, hpcc_machine_string(pattern)));
	*n = all.n;
	if (good) return all.name;
	for (int k = 0; k < all.n; k++) free(all.name[k]);
	free(all.name);
	return NULL;
}
