// SPDX-License-Identifier: Apache-2.0
//
// -fdist-check: do all processes go the same way with the same values? Wherever they do something together they first
// compare where they are and what they have there.
#include "check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 24 };

typedef struct value_t {
	uint64_t hash;
	char name[48], text[40];
} value_t;

// What a process shows the others.
typedef struct note_t {
	char file[200], what[64];
	int line;
	uint64_t hash; // of everything
	int n_values;
	value_t value[MOST_VALUES];
} note_t;

static note_t mine;

static uint64_t hash_bytes(uint64_t h, const void *data, size_t size)
{
	const unsigned char *byte = data;
	for (size_t k = 0; k < size; k++) h = (h ^ byte[k]) * 0x100000001b3;
	return h;
}

static uint64_t hash_string(uint64_t h, const char *s) { return hash_bytes(h, s, strlen(s) + 1); }

static const uint64_t hash_start = 0xcbf29ce484222325;

// ---- comparing --------------------------------------------------------------------------------

static int same_place(const note_t *a, const note_t *b)
{
	return a->line == b->line && !strcmp(a->file, b->file) && !strcmp(a->what, b->what);
}

static const value_t *first_difference(const note_t *a, const note_t *b, int *at)
{
	for (*at = 0; *at < a->n_values && *at < b->n_values; ++*at)
		if (a->value[*at].hash != b->value[*at].hash) return &a->value[*at];
	return NULL;
}

static const char *const what_decides = "what decides must be the same everywhere: look for addresses, memory that was "
                                        "not set, functions of other files "
                                        "that are marked `pure`";

static _Noreturn void fail_apart(const note_t *first, const note_t *other, int process)
{
	int at;
	const value_t *value = same_place(first, other) ? first_difference(first, other, &at) : NULL;
	if (value)
		hpcc_check_fail(first->file, first->line, "`%s` is %s on process 0 and %s on process %d: %s",
		        value->name, value->text, other->value[at].text, process, what_decides);
	hpcc_check_fail(*first->file ? first->file : NULL, first->line,
	        "process 0 is here (%s), process %d at %s:%d (%s): %s", first->what, process,
	        *other->file ? other->file : "no line", other->line, other->what, what_decides);
}

static _Noreturn void find_difference(void)
{
	note_t *all = hpcc_alloc((size_t)hpcc_size_ * sizeof *all);
	HPCC_COLLECTIVE(
	        MPI_Allgather, MPI_Iallgather, &mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, hpcc_comm);
	int p = 1;
	while (p < hpcc_size_ - 1 && all[p].hash == all[0].hash) p++;
	fail_apart(&all[0], &all[p], p);
}

static void compare(void)
{
	mine.hash = hash_string(hash_string(hash_start, mine.file), mine.what) + (uint64_t)mine.line;
	for (int k = 0; k < mine.n_values; k++)
		mine.hash = hash_bytes(mine.hash, &mine.value[k].hash, sizeof(uint64_t));
	uint64_t both[2] = {mine.hash, ~mine.hash};
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, both, 2, MPI_UINT64_T, MPI_MIN, hpcc_comm);
	if (both[0] != ~both[1]) find_difference();
	mine.n_values = 0;
}

static int comparable(void) { return hpcc_checking && hpcc_size_ > 1 && !hpcc_partitioned_now; }

static void set_place(const char *file, int line, const char *what)
{
	memset(mine.file, 0, sizeof mine.file);
	memset(mine.what, 0, sizeof mine.what);
	snprintf(mine.file, sizeof mine.file, "%s", file ? file : "");
	snprintf(mine.what, sizeof mine.what, "%s", what);
	mine.line = line;
}

void hpcc_check_together(const char *what)
{
	if (!comparable()) return;
	mine.n_values = 0;
	set_place(hpcc_check_place.file, hpcc_check_place.line, what);
	compare();
}

void hpcc_check_together_at(const char *what, const desc_t *desc, size_t element)
{
	if (!comparable()) return;
	char text[64];
	long index[HPCC_MAX_RANK];
	for (int d = desc->rank - 1; d >= 0; d--) {
		index[d] = (long)(element % (size_t)desc->extent[d]);
		element /= (size_t)desc->extent[d];
	}
	mine.n_values = 0;
	hpcc_element_text(desc->info->name, desc->rank, index, text, sizeof text - 8);
	snprintf(text + strlen(text), sizeof text - strlen(text), " %s", what);
	set_place(hpcc_check_place.file, hpcc_check_place.line, text);
	compare();
}

// ---- values -----------------------------------------------------------------------------------

static void value_text(char format, const void *value, size_t size, char *text, size_t room)
{
	long l = 0;
	double d = 0;
	if (format == 'f' && size == sizeof d) {
		memcpy(&d, value, size);
		snprintf(text, room, "%.17g", d);
	} else if (format == 'f' && size == sizeof(float)) {
		float f;
		memcpy(&f, value, size);
		snprintf(text, room, "%.9g", (double)f);
	} else if (format != 'x' && size <= sizeof l) {
		memcpy(&l, value, size); // little-endian, as all that runs this is
		int unused = (int)(8 * (sizeof l - size));
		if (format == 'd') l = (long)((unsigned long)l << unused) >> unused;
		snprintf(text, room, format == 'd' ? "%ld" : "%lu", l);
	} else {
		snprintf(text, room, "something");
	}
}

static value_t *new_value(const char *name)
{
	if (mine.n_values == MOST_VALUES) return NULL;
	value_t *v = &mine.value[mine.n_values++];
	memset(v, 0, sizeof *v);
	snprintf(v->name, sizeof v->name, "%s", name);
	return v;
}

void hpcc_check_value(const char *name, char format, const void *value, size_t size)
{
	value_t *v = comparable() && hpcc_depth == 0 ? new_value(name) : NULL;
	if (!v) return;
	v->hash = hash_bytes(hash_start, value, size);
	value_text(format, value, size, v->text, sizeof v->text);
}

void hpcc_check_section(const char *name, hpcc_section *section, const long *par, const void *base, int rank,
        size_t element, const long *extent)
{
	value_t *v = comparable() && hpcc_depth == 0 ? new_value(name) : NULL;
	hpcc_range own[HPCC_MAX_AXES];
	if (!v) return;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	place_t place = {.origin = (uintptr_t)base};
	long bytes = (long)element;
	for (int d = rank - 1; d >= 0; d--) {
		place.stride[d] = bytes;
		bytes *= extent[d];
	}
	hpcc_sink sink = {.rank = rank, .extent = extent, .boxes = hpcc_boxes_new(rank)};
	section(par, own, &sink);
	size_t size = (size_t)hpcc_boxes_count(sink.boxes) * element;
	char *copy = hpcc_alloc(size);
	hpcc_pack(sink.boxes, &place, element, copy);
	v->hash = hash_bytes(hash_start, copy, size);
	snprintf(v->text, sizeof v->text, "an array of hash %08lx", (unsigned long)(v->hash & 0xffffffff));
	free(copy);
	hpcc_boxes_drop(sink.boxes);
}

// The text of a parameter is "(long)(n)".
static void parameter_name(const char *text, char *name, size_t room)
{
	const char *cast = "(long)(";
	size_t n = strlen(text), skip = strlen(cast);
	if (strncmp(text, cast, skip) == 0 && text[n - 1] == ')')
		snprintf(name, room, "%.*s", (int)(n - skip - 1), text + skip);
	else
		snprintf(name, room, "%s", text);
}

void hpcc_check_nest(const char *file, int line, int n_par, const long *par, const char *const *text)
{
	hpcc_check_at(file, line);
	if (!comparable() || hpcc_depth > 0) return;
	for (int k = 0; k < n_par; k++) {
		char name[48];
		parameter_name(text[k], name, sizeof name);
		hpcc_check_value(name, 'd', &par[k], sizeof par[k]);
	}
	set_place(file, line, "these loops");
	compare();
}

// ---- pure -------------------------------------------------------------------------------------

void hpcc_check_pure(const char *name, const char *file, int line, const void *value, const void *again, size_t size)
{
	static const char *const mend = "take the mark away, or what makes the difference";
	if (memcmp(value, again, size) != 0)
		hpcc_check_fail(file, line,
		        "`%s` is marked `pure`, but gives another result when it is called again with the same "
		        "arguments "
		        "(process %d): %s",
		        name, hpcc_rank_, mend);
	if (!comparable() || hpcc_depth > 0) return;
	uint64_t hash = hash_bytes(hash_start, value, size), both[2] = {hash, ~hash};
	hpcc_check_at(file, line);
	hpcc_check_together(name);
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, both, 2, MPI_UINT64_T, MPI_MIN, hpcc_comm);
	if (both[0] != ~both[1])
		hpcc_check_fail(file, line,
		        "`%s` is marked `pure`, but gives different results on different processes: %s", name, mend);
}

void hpcc_check_impure(const char *function, const char *variable, const char *file, int line)
{
	hpcc_check_fail(file, line,
	        "`%s` is marked `pure`, but changes `%s` (process %d): take the mark away, or return the value",
	        function, variable, hpcc_rank_);
}
