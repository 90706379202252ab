// SPDX-License-Identifier: Apache-2.0
//
// Two machines as one: results of several measurements, of several kinds of hosts, or a person's and a measured file.
#include "machine_keys.h"

#include <stdlib.h>
#include <string.h>

static void merge_part(void *into, const void *from);

// The elements of a list in the order of its section's compare function.
typedef struct sorted_list {
	void **element;
	int n;
	int (*compare)(const void *a, const void *b);
} sorted_list;

static int compare_pointers(const void *a, const void *b, void *section)
{
	return ((const machine_section *)section)->compare(*(void *const *)a, *(void *const *)b);
}

static sorted_list sorted(const void *part, const machine_key *k)
{
	sorted_list s = {.n = *hpcc_machine_count(part, k), .compare = k->section->compare};
	s.element = hpcc_machine_memory(NULL, (size_t)s.n * sizeof *s.element);
	for (int i = 0; i < s.n; i++) s.element[i] = hpcc_machine_element(part, k, i);
	if (s.n > 0) qsort_r(s.element, (size_t)s.n, sizeof *s.element, compare_pointers, (void *)k->section);
	return s;
}

static void *find(const sorted_list *s, const void *wanted)
{
	int low = 0, high = s->n;
	while (low < high) {
		const int middle = low + (high - low) / 2;
		const int order = s->compare(s->element[middle], wanted);
		if (order == 0) return s->element[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void append_copy(void *into, int key, const void *element)
{
	hpcc_machine_copy(hpcc_machine_append(into, key), element);
}

// What the other list knows nothing of stays.
static void replace_list(void *into, const void *from, int key)
{
	const machine_key *k = &((const machine_part *)from)->section->key[key];
	const sorted_list others = sorted(from, k);
	int *n = hpcc_machine_count(into, k), kept = 0;
	for (int i = 0; i < *n; i++) {
		void *element = hpcc_machine_element(into, k, i);
		if (find(&others, element)) {
			hpcc_machine_clear(element);
			continue;
		}
		((machine_part *)element)->at = kept;
		memmove(hpcc_machine_element(into, k, kept++), element, k->section->size);
	}
	*n = kept;
	free(others.element);
	for (int i = 0; i < *hpcc_machine_count(from, k); i++) append_copy(into, key, hpcc_machine_element(from, k, i));
}

static void merge_list(void *into, const void *from, int key)
{
	const machine_key *k = &((const machine_part *)from)->section->key[key];
	const int n = *hpcc_machine_count(from, k);
	const sorted_list own = sorted(into, k);
	// Appending moves the list: all that is merged is merged before.
	bool *merged = hpcc_machine_memory(NULL, (size_t)n * sizeof *merged);
	for (int i = 0; i < n; i++) {
		void *element = hpcc_machine_element(from, k, i), *found = find(&own, element);
		if (found) merge_part(found, element);
		merged[i] = found != NULL;
	}
	free(own.element);
	for (int i = 0; i < n; i++)
		if (!merged[i]) append_copy(into, key, hpcc_machine_element(from, k, i));
	free(merged);
}

static void merge_value(void *into, const void *from, int key)
{
	const machine_key *k = &((const machine_part *)from)->section->key[key];
	void *to = hpcc_machine_field(into, k), *source = hpcc_machine_field(from, k);
	switch (k->kind) {
	case KEY_NUMBER: *(double *)to = *(double *)source; break;
	case KEY_COUNT:
	case KEY_WORD: *(int *)to = *(int *)source; break;
	case KEY_NUMBERS:
		hpcc_machine_set_numbers(into, k->name, *hpcc_machine_count(from, k), hpcc_machine_numbers(from, k));
		break;
	case KEY_OBJECT: merge_part(to, source); break;
	case KEY_LIST:
		if (k->section->replaces)
			replace_list(into, from, key);
		else
			merge_list(into, from, key);
		break;
	default: hpcc_machine_set_text(into, k->name, *(char **)source);
	}
}

static void merge_part(void *into, const void *from)
{
	const machine_section *s = ((const machine_part *)from)->section;
	for (int k = 0; k < s->n_keys; k++) {
		if (!hpcc_machine_has(from, k)) continue;
		merge_value(into, from, k);
		((machine_part *)into)->given |= UINT64_C(1) << k;
	}
}

bool hpcc_machine_merge(machine **into, const machine *from, const char *name, char **errors)
{
	// First into an empty one: a copy.
	machine *both = hpcc_machine_new();
	merge_part(both, *into);
	merge_part(both, from);
	if (!hpcc_machine_finish(both, name, errors)) {
		hpcc_machine_free(both);
		return false;
	}
	hpcc_machine_free(*into);
	*into = both;
	return true;
}
