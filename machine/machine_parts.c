// SPDX-License-Identifier: Apache-2.0
//
// The structs of a machine, by their tables of keys: fields, lists, copies, memory.
#include "machine_keys.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- memory -----------------------------------------------------------------------------------

void *hpcc_machine_memory(void *old, size_t bytes)
{
	void *memory = realloc(old, bytes ? bytes : 1);
	if (!memory) {
		fputs("hpcc: out of memory\n", stderr);
		abort();
	}
	return memory;
}

char *hpcc_machine_string(const char *text)
{
	size_t size = strlen(text) + 1;
	return memcpy(hpcc_machine_memory(NULL, size), text, size);
}

char *hpcc_machine_format(const char *format, ...)
{
	va_list list, again;
	va_start(list, format);
	va_copy(again, list);
	const int n = vsnprintf(NULL, 0, format, list);
	va_end(list);
	char *text = hpcc_machine_memory(NULL, (size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	return text;
}

// ---- fields -----------------------------------------------------------------------------------

void *hpcc_machine_field(const void *part, const machine_key *k) { return (char *)part + k->offset; }

int *hpcc_machine_count(const void *part, const machine_key *k) { return (int *)((char *)part + k->count_offset); }

// Pointers to structs, whatever they point to, are read and set as bytes: their types differ.
static void *pointer_at(const void *field)
{
	void *to;
	memcpy(&to, field, sizeof to);
	return to;
}

static void set_pointer(void *field, void *to) { memcpy(field, &to, sizeof to); }

void *hpcc_machine_element(const void *part, const machine_key *k, int n)
{
	return (char *)pointer_at(hpcc_machine_field(part, k)) + (size_t)n * k->section->size;
}

double *hpcc_machine_numbers(const void *part, const machine_key *k) { return pointer_at(hpcc_machine_field(part, k)); }

int hpcc_machine_find_key(const machine_section *s, const char *name)
{
	for (int k = 0; k < s->n_keys; k++)
		if (!strcmp(s->key[k].name, name)) return k;
	return -1;
}

bool hpcc_machine_has(const void *part, int key) { return ((const machine_part *)part)->given >> key & 1; }

bool hpcc_machine_given(const machine_part *of, const char *key)
{
	const int k = hpcc_machine_find_key(of->section, key);
	return k >= 0 && hpcc_machine_has(of, k);
}

// ---- whole structs ----------------------------------------------------------------------------

void hpcc_machine_init(void *part, const machine_section *s)
{
	memset(part, 0, s->size);
	((machine_part *)part)->section = s;
	for (int k = 0; k < s->n_keys; k++) {
		const machine_key *key = &s->key[k];
		void *field = hpcc_machine_field(part, key);
		if (key->kind == KEY_NUMBER) *(double *)field = key->otherwise;
		if (key->kind == KEY_COUNT) *(int *)field = (int)key->otherwise;
		if (key->kind == KEY_OBJECT) hpcc_machine_init(field, key->section);
	}
}

void hpcc_machine_clear(void *part)
{
	const machine_section *s = ((machine_part *)part)->section;
	for (int k = 0; k < s->n_keys; k++) {
		const machine_key *key = &s->key[k];
		void *field = hpcc_machine_field(part, key);
		switch (key->kind) {
		case KEY_LIST:
			for (int i = 0; i < *hpcc_machine_count(part, key); i++)
				hpcc_machine_clear(hpcc_machine_element(part, key, i));
			free(pointer_at(field));
			break;
		case KEY_NUMBERS:
		case KEY_TEXT:
		case KEY_NAME:
		case KEY_HOST_NAME: free(pointer_at(field)); break;
		case KEY_OBJECT: hpcc_machine_clear(field); break;
		default: break;
		}
	}
}

void *hpcc_machine_append(void *part, int key)
{
	const machine_key *k = &((machine_part *)part)->section->key[key];
	const size_t size = k->section->size;
	int *n = hpcc_machine_count(part, k);
	char *list = pointer_at(hpcc_machine_field(part, k));
	// Room for a power of two: it is full where there are so many.
	if ((*n & (*n - 1)) == 0) list = hpcc_machine_memory(list, (*n ? 2 * (size_t)*n : 1) * size);
	set_pointer(hpcc_machine_field(part, k), list);
	void *element = list + (size_t)(*n)++ * size;
	hpcc_machine_init(element, k->section);
	((machine_part *)element)->at = *n - 1;
	((machine_part *)part)->given |= UINT64_C(1) << key;
	return element;
}

static void copy_numbers(void *to, const void *from, const machine_key *k)
{
	const size_t bytes = (size_t)*hpcc_machine_count(from, k) * sizeof(double);
	double *copy = bytes ? memcpy(hpcc_machine_memory(NULL, bytes), hpcc_machine_numbers(from, k), bytes) : NULL;
	set_pointer(hpcc_machine_field(to, k), copy);
	*hpcc_machine_count(to, k) = *hpcc_machine_count(from, k);
}

static void copy_list(void *to, const void *from, int key)
{
	const machine_key *k = &((const machine_part *)from)->section->key[key];
	for (int i = 0; i < *hpcc_machine_count(from, k); i++)
		hpcc_machine_copy(hpcc_machine_append(to, key), hpcc_machine_element(from, k, i));
}

void hpcc_machine_copy(void *to, const void *from)
{
	const machine_section *s = ((const machine_part *)from)->section;
	const int at = ((machine_part *)to)->at;
	hpcc_machine_init(to, s);
	((machine_part *)to)->given = ((const machine_part *)from)->given;
	((machine_part *)to)->at = at;
	for (int k = 0; k < s->n_keys; k++) {
		const machine_key *key = &s->key[k];
		void *field = hpcc_machine_field(to, key), *source = hpcc_machine_field(from, key);
		switch (key->kind) {
		case KEY_NUMBER: *(double *)field = *(double *)source; break;
		case KEY_COUNT:
		case KEY_WORD: *(int *)field = *(int *)source; break;
		case KEY_NUMBERS: copy_numbers(to, from, key); break;
		case KEY_LIST: copy_list(to, from, k); break;
		case KEY_OBJECT: hpcc_machine_copy(field, source); break;
		default:
			if (pointer_at(source)) set_pointer(field, hpcc_machine_string(pointer_at(source)));
		}
	}
}

// ---- machines made by a program ---------------------------------------------------------------

machine *hpcc_machine_new(void)
{
	machine *m = hpcc_machine_memory(NULL, sizeof *m);
	hpcc_machine_init(m, &hpcc_machine_sections_machine);
	hpcc_machine_init(&m->unknown_type, hpcc_machine_section(1));
	hpcc_machine_set(&m->root.part, "hpcc-machine", HPCC_MACHINE_VERSION);
	return m;
}

void hpcc_machine_free(machine *m)
{
	if (!m) return;
	hpcc_machine_clear(m);
	hpcc_machine_clear(&m->unknown_type);
	free(m->host);
	free(m->cluster);
	free(m);
}

// The key of that name, as given from now on. A program that asks for another one has a bug.
static const machine_key *give(machine_part *of, const char *name)
{
	const int k = hpcc_machine_find_key(of->section, name);
	if (k < 0) {
		fprintf(stderr, "hpcc: %s has no key '%s'\n", of->section->name, name);
		abort();
	}
	of->given |= UINT64_C(1) << k;
	return &of->section->key[k];
}

void *hpcc_machine_add(machine_part *to, const char *list)
{
	give(to, list);
	return hpcc_machine_append(to, hpcc_machine_find_key(to->section, list));
}

void hpcc_machine_set(machine_part *of, const char *key, double number)
{
	const machine_key *k = give(of, key);
	if (k->kind == KEY_NUMBER)
		*(double *)hpcc_machine_field(of, k) = number;
	else
		*(int *)hpcc_machine_field(of, k) = (int)number;
}

machine_part *hpcc_machine_set_inner(machine_part *of, const char *key)
{
	return hpcc_machine_field(of, give(of, key));
}

void hpcc_machine_set_text(machine_part *of, const char *key, const char *text)
{
	const machine_key *k = give(of, key);
	void *field = hpcc_machine_field(of, k);
	if (k->kind == KEY_WORD) {
		int word = 0;
		while (k->words[word] && strcmp(k->words[word], text)) word++;
		*(int *)field = k->words[word] ? word : -1;
		return;
	}
	free(pointer_at(field));
	set_pointer(field, hpcc_machine_string(text));
}

void hpcc_machine_set_numbers(machine_part *of, const char *key, int n, const double *numbers)
{
	const machine_key *k = give(of, key);
	const size_t bytes = (size_t)n * sizeof *numbers;
	free(pointer_at(hpcc_machine_field(of, k)));
	set_pointer(hpcc_machine_field(of, k), n ? memcpy(hpcc_machine_memory(NULL, bytes), numbers, bytes) : NULL);
	*hpcc_machine_count(of, k) = n;
}
