// SPDX-License-Identifier: Apache-2.0
#include "library.h"

#include "program.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <string.h>

typedef enum libc_kind { PURE, CLOCK, IO, ALLOC, FREE, MEM, EXIT, RANDOM, READS, OTHER_SAFE } libc_kind;
static const struct {
	const char *name;
	libc_kind kind;
} libc_table[] = {
#define LIBC(name, kind) {#name, kind},
#include "libc.def"
#undef LIBC
};

bool library_only_computes_or(const char *name, bool otherwise)
{
	for (size_t k = 0; k < sizeof libc_table / sizeof *libc_table; k++)
		if (!strcmp(libc_table[k].name, name)) return libc_table[k].kind == PURE || libc_table[k].kind == READS;
	return otherwise;
}

// The function's row; NULL: none. A builtin may have one of its own.
static const libc_kind *library_kind(const char *name)
{
	for (size_t k = 0; k < sizeof libc_table / sizeof *libc_table; k++)
		if (!strcmp(libc_table[k].name, name)) return &libc_table[k].kind;
	return !strncmp(name, "__builtin_", 10) ? library_kind(name + 10) : NULL;
}

bool library_knows(const char *name) { return library_kind(name) != NULL; }

bool library_forgets_pointers(const char *name)
{
	static const char *const keep[] = {"open_memstream", "pthread_create", "aio_read", "aio_write", "timer_create"};
	for (size_t k = 0; k < sizeof keep / sizeof *keep; k++)
		if (!strcmp(name, keep[k])) return false;
	return library_knows(name);
}

// The compiler runs on the system whose headers it reads: its own C library is the program's.
bool library_has(const char *name)
{
	static void *library;
	static bool asked;
	if (!asked) library = dlopen(LIBM_SO, RTLD_LAZY); // and libc, which it needs
	asked = true;
	return library && dlsym(library, name);
}

static bool is_of_kind(const char *name, libc_kind kind)
{
	const libc_kind *known = library_kind(name);
	return known && *known == kind;
}

bool library_works_on_memory(const char *name) { return is_of_kind(name, MEM); }
bool library_allocates(const char *name) { return is_of_kind(name, ALLOC); }
bool library_frees(const char *name) { return is_of_kind(name, FREE); }
bool library_call_frees(const prog_expr *e)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	return callee && !callee->function && library_frees(callee->name);
}

bool library_has_sequence(const char *name) { return is_of_kind(name, RANDOM); }
bool library_is_pure(const char *name) { return is_of_kind(name, PURE); }
bool library_sets_numbers(const char *name)
{
	static const char *const setters[] = {"frexp", "modf", "remquo", "sincos", "lgamma_r", "gamma_r"};
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	for (size_t k = 0; k < sizeof setters / sizeof *setters; k++) {
		size_t n = strlen(setters[k]);
		if (!strncmp(name, setters[k], n) && (!name[n] || !strcmp(name + n, "f") || !strcmp(name + n, "l")))
			return true;
	}
	return false;
}

int library_steps_state(const char *name)
{
	static const char *const arrays[] = {"erand48", "nrand48", "jrand48"};
	if (!strcmp(name, "rand_r")) return 1;
	for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
		if (!strcmp(name, arrays[k])) return 3;
	return 0;
}

bool library_does_io(const char *name) { return is_of_kind(name, IO); }

const library_allocator *library_allocator_of(const char *name)
{
	static const library_allocator all[] = {{"malloc", 1, 0}, {"calloc", 1, 2}, {"realloc", 2, 0},
	        {"aligned_alloc", 2, 0}, {"memalign", 2, 0}, {"valloc", 1, 0}, {"alloca", 1, 0}, {"_mm_malloc", 1, 0},
	        {"strdup", 0, 0}};
	static const char builtin[] = "__builtin_";
	if (!strncmp(name, builtin, sizeof builtin - 1)) name += sizeof builtin - 1;
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		if (!strcmp(name, all[k].name)) return &all[k];
	return NULL;
}

bool library_only_reads(const char *name)
{
	static const char *const readers[] = {"printf", "fprintf", "dprintf", "vprintf", "vfprintf", "fwrite", "write",
	        "pwrite", "writev", "puts", "fputs", "fputc", "putc", "putchar", "perror", "fopen", "fclose", "fflush",
	        "free", "memcmp", "system", "remove", "rename", "unlink", "popen", "pclose", "fseek", "rewind",
	        "setvbuf", "mkdir", "strlen", "strcmp", "strncmp"};
	for (size_t k = 0; k < sizeof readers / sizeof *readers; k++)
		if (!strcmp(name, readers[k])) return true;
	return false;
}

// They read text that they are given, and nothing stands in for them that knows of mapped memory.
static bool reads_text_itself(const char *name)
{
	static const char *const readers[] = {"perror", "psignal", "warn", "warnx", "error", "error_at_line", "syslog",
	        "openlog", "getenv", "secure_getenv", "getgrnam", "getpwnam"};
	for (size_t k = 0; k < sizeof readers / sizeof *readers; k++)
		if (!strcmp(name, readers[k])) return true;
	return false;
}

bool library_takes_mapped(const char *name)
{
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	if (reads_text_itself(name)) return false;
	for (size_t k = 0; k < sizeof libc_table / sizeof *libc_table; k++) {
		libc_kind kind = libc_table[k].kind;
		if (!strcmp(libc_table[k].name, name))
			return kind == IO || kind == ALLOC || kind == FREE || kind == MEM;
	}
	return false;
}

bool library_uses_pointers(const char *name)
{
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	if (reads_text_itself(name)) return true;
	for (size_t k = 0; k < sizeof libc_table / sizeof *libc_table; k++)
		if (!strcmp(libc_table[k].name, name))
			return libc_table[k].kind == OTHER_SAFE || libc_table[k].kind == READS;
	return false;
}

const library_copier *library_copier_of(const prog_expr *call)
{
	static const library_copier table[] = {{"memset", .target = 1, .bytes = 3},
	        {"memcpy", .target = 1, .source = 2, .bytes = 3}, {"memmove", .target = 1, .source = 2, .bytes = 3}};
	const prog_symbol *callee = prog_callee(call);
	if (!callee || callee->function || call->n_args != 4) return NULL;
	const char *name = callee->name;
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	for (size_t k = 0; k < sizeof table / sizeof *table; k++)
		if (!strcmp(table[k].name, name)) return &table[k];
	return NULL;
}

bool library_sorts(const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	return callee && !callee->function && !strcmp(callee->name, "qsort") && call->n_args == 5;
}

inquiry library_inquiry(const prog_symbol *function)
{
	static const struct {
		const char *name;
		inquiry kind;
	} table[] = {{"dist_nprocs", INQUIRY_SAME}, {"dist_grid", INQUIRY_SAME}, {"dist_owner", INQUIRY_SAME},
	        {"dist_mapping", INQUIRY_SAME}, {"dist_rank", INQUIRY_DIFFERS}, {"dist_lo", INQUIRY_DIFFERS},
	        {"dist_hi", INQUIRY_DIFFERS}, {"dist_intervals", INQUIRY_DIFFERS}, {"dist_interval", INQUIRY_DIFFERS},
	        {"dist_local", INQUIRY_DIFFERS}};
	if (!function || function->kind != PROG_SYMBOL_FUNCTION || !function->in_system_header) return INQUIRY_NONE;
	if (!strncmp(function->name, "hpcc_alone_", 11)) return INQUIRY_ALONE;
	for (size_t k = 0; k < sizeof table / sizeof *table; k++)
		if (!strcmp(function->name, table[k].name)) return table[k].kind;
	return INQUIRY_NONE;
}
