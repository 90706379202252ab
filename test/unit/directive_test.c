// SPDX-License-Identifier: Apache-2.0
//
// Directives: what they map, and each of their diagnostics with its place and text. `directive_test -p` prints the table anew.
#define _GNU_SOURCE
#include "directive_env.h"

static const struct {
	const char *text, *expected;
} cases[] = {
#define CASE(text, expected) {text, expected},
#include "directive_cases.def"
#undef CASE
};
enum { N_CASES = sizeof cases / sizeof *cases };

static int check_cases(void)
{
	int failures = 0;
	for (int i = 0; i < N_CASES; i++) {
		char *text = strdup(cases[i].text), *got = env_run(text);
		if (strcmp(got, cases[i].expected)) {
			fprintf(stderr, "---- %s\n-- expected\n%s-- got\n%s", cases[i].text, cases[i].expected, got);
			failures++;
		}
		free(text);
		free(got);
	}
	return failures;
}

static int check_coverage(void)
{
	int failures = 0;
	for (int id = 0; id <= DIAG_aligned_here; id++) {
		if (env_seen[id]) continue;
		fprintf(stderr, "no case for the diagnostic '%s'\n", diag_info(id)->name);
		failures++;
	}
	return failures;
}

// ---- -p ---------------------------------------------------------------------------------------

static void print_literal(const char *s)
{
	printf("\"");
	for (; *s; s++) {
		if (*s == '\n')
			printf(s[1] ? "\\n\"\n     \"" : "\\n");
		else
			printf(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	}
	printf("\"");
}

static int print_cases(void)
{
	for (int i = 0; i < N_CASES; i++) {
		char *text = strdup(cases[i].text), *got = env_run(text);
		printf("CASE(");
		print_literal(cases[i].text);
		printf(",\n     ");
		print_literal(got);
		printf(")\n");
		free(text);
		free(got);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "-p")) return print_cases();
	return check_cases() + check_coverage() != 0;
}
