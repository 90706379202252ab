// SPDX-License-Identifier: Apache-2.0
//
// Directives that never took effect: the memory was there, and its shape or what it is aligned with was not, until the
// end. That is said once for each directive, when the program ends well: it is right, and all processes did everything.
#include "../libc/libc.h"
#include "arrays.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Memory that has no mapping though its directive says one; of a directive that has taken effect, with no memory.
typedef struct unheeded_t {
	const hpcc_array_info *info;
	const char *low, *high, *why;
	int used; // by a nest
	int heeded;
} unheeded_t;

static unheeded_t *list;
static int n_list, n_missing;
// Where messages went when the program began: what it has put in that place since is its own.
static struct stat messages;
static int has_messages;

enum { MOST_MISSING = 64 }; // more memory is not looked at: it is told of once

void hpcc_unheeded_start(void) { has_messages = fstat(HPCC_MESSAGES, &messages) == 0; }

// A directive in a header is one, whatever file has read it.
static int is_of(const unheeded_t *u, const hpcc_array_info *info)
{
	if (u->info == info) return 1;
	return u->info->where && info->where && !strcmp(u->info->where, info->where) &&
	       !strcmp(u->info->name, info->name);
}

static void add(unheeded_t u)
{
	list = hpcc_grow(list, (size_t)(n_list + 1) * sizeof *list);
	list[n_list++] = u;
	n_missing += !u.heeded;
}

void hpcc_unheeded_note(const hpcc_array_info *info, const void *base, size_t bytes, const char *why)
{
	if (hpcc_size_ == 1 || bytes == 0 || n_missing == MOST_MISSING) return;
	for (int k = 0; k < n_list; k++)
		if ((list[k].heeded || list[k].low == base) && is_of(&list[k], info)) return;
	add((unheeded_t){info, base, (const char *)base + bytes, why, 0, 0});
}

void hpcc_unheeded_drop(const hpcc_array_info *info)
{
	int kept = 0;
	if (hpcc_size_ == 1) return;
	for (int k = 0; k < n_list; k++)
		if (list[k].heeded && list[k].info == info) return;
	for (int k = 0; k < n_list; k++)
		if (is_of(&list[k], info))
			n_missing -= !list[k].heeded;
		else
			list[kept++] = list[k];
	n_list = kept;
	add((unheeded_t){.info = info, .heeded = 1});
}

void hpcc_unheeded_forget(const hpcc_array_info *info, const void *base)
{
	for (int k = n_list - 1; k >= 0; k--) {
		if (list[k].heeded || list[k].info != info || list[k].low != base) continue;
		list[k] = list[--n_list];
		n_missing--;
	}
}

static int has_work(const hpcc_nest *nest, const long *par)
{
	hpcc_range own[HPCC_MAX_AXES];
	long n[2] = {0};
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	if (nest->work) nest->work(par, own, n);
	return n[0] + n[1] > 0;
}

void hpcc_unheeded_used(const hpcc_nest *nest, const long *par, const void *base)
{
	const char *at = base;
	for (int k = 0; k < n_list && n_missing > 0; k++)
		if (!list[k].used && !list[k].heeded && at >= list[k].low && at < list[k].high)
			list[k].used = has_work(nest, par);
}

static int is_said_before(int k)
{
	for (int j = 0; j < k; j++)
		if (list[j].used && is_of(&list[j], list[k].info)) return 1;
	return 0;
}

int hpcc_may_warn(void)
{
	struct stat now;
	return hpcc_rank_ == 0 && has_messages && fstat(HPCC_MESSAGES, &now) == 0 && now.st_dev == messages.st_dev &&
	       now.st_ino == messages.st_ino;
}

void hpcc_unheeded_print(void)
{
	for (int k = 0; k < n_list && hpcc_may_warn(); k++)
		if (list[k].used && !is_said_before(k))
			dprintf(HPCC_MESSAGES, "hpcc: %s: warning: the mapping of `%s` never took effect: %s\n",
			        list[k].info->where, list[k].info->name, list[k].why);
	free(list);
	list = NULL, n_list = n_missing = 0;
}
