// SPDX-License-Identifier: Apache-2.0
//
// Functions and variables of the program that have names of the C library's. include/hpcc/libc.h binds such a name to
// the runtime's function in every file; a file that defines it gives it the name that the others are bound to.
#include "rewrite.h"

#include "../analysis/graph/graph.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <stdlib.h>
#include <string.h>

static const char *const taken_over[] = {
#define HPCC_LIBC(name) #name,
#define HPCC_LIBC_AS(name, by)
#include "../include/hpcc/libc.h"
};

static bool is_taken_over(const char *name)
{
	for (size_t k = 0; k < sizeof taken_over / sizeof *taken_over; k++)
		if (!strcmp(taken_over[k], name)) return true;
	return false;
}

// A definition in this unit that other files can name.
static bool is_offered(const prog_symbol *s)
{
	if (!s->file_scope || s->is_static || s->in_system_header) return false;
	if (s->kind == PROG_SYMBOL_FUNCTION) return s->function && !s->function->is_inline && !s->function->is_main;
	return s->kind == PROG_SYMBOL_VARIABLE && !s->is_extern;
}

// Memory that the C library allocates for the program is freed by the program's own function, and the other way round.
static bool is_allocator(const char *name)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign",
	        "memalign", "valloc", "pvalloc", "reallocarray"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (!strcmp(names[k], name)) return true;
	return false;
}

// Whether the C library has something by this name: this process is linked with it, too.
static bool is_in_library(const char *name)
{
	static const char *const files[] = {LIBC_SO, LIBM_SO};
	for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
		void *library = dlopen(files[k], RTLD_LAZY);
		bool found = library && dlsym(library, name);
		if (library) dlclose(library);
		if (found) return true;
	}
	return false;
}

// Libraries of MPI call poll and send, too: they must not find the program's.
void rewrite_libc_names(const prog_unit *unit, text *out)
{
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (!is_offered(s)) continue;
		bool taken = is_taken_over(s->name);
		if (taken)
			text_printf(out, "\nextern __typeof__(%s) hpcc_libc_%s __attribute__((__alias__(\"%s\")));\n",
			        s->name, s->name, s->name);
		if ((taken || (!s->mapping && is_in_library(s->name))) && !is_allocator(s->name))
			text_printf(out, "__asm__(\".hidden %s\");\n", s->name);
	}
}

static const prog_symbol *library_function(const prog_unit *unit, const char *name)
{
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_FUNCTION && !s->function && s->in_system_header && !strcmp(s->name, name))
			return s;
	}
	return NULL;
}

// Bound again, to each process's own clock: the name that the file began with is not taken.
void rewrite_clock_names(const rewriter *w, text *out)
{
	bool decides[CLOCKS_N], any = false;
	for (int c = 0; c < CLOCKS_N; c++) any |= library_function(w->unit, clocks_name[c]) != NULL;
	if (!w->options->whole || w->options->check || !any) return;
	const prog_stmt **nests = calloc((size_t)w->g->n_tasks + 1, sizeof *nests);
	if (!nests) abort();
	for (int k = 0; k < w->g->n_tasks; k++) nests[k] = w->g->tasks[k]->nest->root;
	clocks_deciding(w->unit, nests, w->g->n_tasks, decides);
	for (int c = 0; c < CLOCKS_N; c++)
		if (!decides[c] && library_function(w->unit, clocks_name[c]))
			text_printf(out, "\n__asm__(\".set %s, hpcc_plain_%s\");", clocks_name[c], clocks_name[c]);
	text_add(out, "\n");
	free(nests);
}
