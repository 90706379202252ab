// SPDX-License-Identifier: Apache-2.0
//
// Names of hosts, and patterns of them as Slurm writes them.
#include "machine_check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 255 };

// What a pattern is made of: `prefix` bytes, numbers in brackets, a suffix.
typedef struct pattern {
	const char *text, *suffix;
	int prefix;
	const char *at; // in the brackets
	int n;          // names so far
	char **name;    // room for them; NULL: they are only counted
} pattern;

// What launchers take for a host in a list, and shells for nothing else.
static bool is_host(const char *name)
{
	if (!isalnum((unsigned char)name[0])) return false;
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) return false;
	return true;
}

// Digits, at most nine; goes behind them.
static bool take_number(pattern *p, long *number, int *width)
{
	enum { MOST_DIGITS = 9 };
	const char *begin = p->at;
	for (*number = 0; isdigit((unsigned char)*p->at) && p->at - begin <= MOST_DIGITS; p->at++)
		*number = 10 * *number + (*p->at - '0');
	*width = (int)(p->at - begin);
	return *width > 0 && *width <= MOST_DIGITS;
}

static bool take_range(pattern *p)
{
	long first, last;
	int width, last_width;
	if (!take_number(p, &first, &width)) return false;
	last = first;
	if (*p->at == '-') {
		p->at++;
		if (!take_number(p, &last, &last_width) || last < first || last_width < width) return false;
	}
	if (last - first >= MACHINE_MOST_HOSTS - p->n) return false;
	for (long k = first; p->name && k <= last; k++)
		p->name[p->n + (k - first)] =
		        hpcc_machine_format("%.*s%0*ld%s", p->prefix, p->text, width, k, p->suffix);
	p->n += (int)(last - first) + 1;
	return true;
}

static bool take_ranges(pattern *p)
{
	p->at = p->text + p->prefix + 1;
	p->n = 0;
	while (take_range(p)) {
		if (p->at + 1 == p->suffix) return true;
		if (*p->at++ != ',') return false;
	}
	return false;
}

// Whether the text has brackets; false also where they do not fit.
static bool find_brackets(pattern *p)
{
	const char *open = strchr(p->text, '['), *close = open ? strchr(open, ']') : NULL;
	if (!close) return false;
	p->prefix = (int)(open - p->text);
	p->suffix = close + 1;
	char *one = hpcc_machine_format("%.*s0%s", p->prefix, p->text, p->suffix);
	const bool good = is_host(one);
	free(one);
	return good;
}

int hpcc_machine_count_names(const char *text)
{
	pattern p = {.text = text};
	if (strlen(text) > MOST_NAME) return 0;
	if (!strchr(text, '[')) return is_host(text);
	return find_brackets(&p) && take_ranges(&p) ? p.n : 0;
}

char **hpcc_machine_names(const char *text, int *n)
{
	pattern p = {.text = text};
	*n = hpcc_machine_count_names(text);
	if (*n == 0) return NULL;
	p.name = hpcc_machine_memory(NULL, (size_t)*n * sizeof *p.name);
	if (find_brackets(&p))
		take_ranges(&p);
	else
		p.name[0] = hpcc_machine_string(text);
	return p.name;
}
