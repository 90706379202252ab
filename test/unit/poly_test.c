// SPDX-License-Identifier: Apache-2.0
//
// Polynomials: arithmetic, and the division that brings subscripts of linearised memory back. Terms are written as text:
// "2nm+3i-1" with parameters m, n, p and atoms i, j, k.
#include "../../analysis/numbers/numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

// ---- polynomials as text ----------------------------------------------------------------------

static const char parameters[] = "mnp", atoms[] = "ijk";

static poly letter(char c)
{
	poly p = {.n = 1, .term = {{.coef = 1, .atom = -1}}};
	const char *at = strchr(parameters, c);
	if (at) {
		p.term[0].n_par = 1;
		p.term[0].par[0] = (int)(at - parameters);
	} else {
		p.term[0].atom = (int)(strchr(atoms, c) - atoms);
	}
	return p;
}

static poly product(const char **s)
{
	char *end;
	long coef = strtol(*s, &end, 10);
	if (end == *s) coef = 1;
	*s = end;
	poly p = poly_constant(coef);
	for (; **s && !strchr("+-", **s); ++*s) {
		poly x = letter(**s);
		if (!poly_mul(&p, &p, &x)) failures++;
	}
	return p;
}

static poly parse(const char *s)
{
	poly sum = {0};
	while (*s) {
		long sign = *s == '-' ? -1 : 1;
		if (strchr("+-", *s)) s++;
		poly t = product(&s);
		if (!poly_add(&sum, &sum, &t, sign)) failures++;
	}
	return sum;
}

static void expect(const char *what, const poly *p, const char *text)
{
	poly wanted = parse(text);
	if (poly_equal(p, &wanted)) return;
	printf("%s is not %s\n", what, text);
	failures++;
}

static void expect_true(const char *what, bool is)
{
	if (is) return;
	printf("not true: %s\n", what);
	failures++;
}

#define TRUE(condition) expect_true(#condition, condition)

// ---- tests ------------------------------------------------------------------------------------

static void test_arithmetic(void)
{
	poly a = parse("nm+2i-1"), b = parse("nm-2i+4"), r;
	TRUE(poly_add(&r, &a, &b, 1));
	expect("sum", &r, "2nm+3");
	TRUE(poly_add(&r, &a, &b, -1));
	expect("difference", &r, "4i-5");
	TRUE(poly_add(&r, &a, &a, -1) && r.n == 0);
	a = parse("n+1"), b = parse("m+i");
	TRUE(poly_mul(&r, &a, &b));
	expect("product", &r, "nm+ni+m+i");
	// In place, and in any order of the parameters.
	TRUE(poly_mul(&a, &a, &a));
	expect("square", &a, "nn+2n+1");
	a = parse("pnm"), b = parse("mpn");
	TRUE(poly_equal(&a, &b));
}

static void test_refused(void)
{
	poly i = parse("i"), j = parse("j"), longest = parse("nnnnnnnn"), n = parse("n"), r;
	TRUE(!poly_mul(&r, &i, &j));
	TRUE(!poly_mul(&r, &i, &i));
	TRUE(longest.term[0].n_par == POLY_MAX_FACTORS);
	TRUE(!poly_mul(&r, &longest, &n));
	poly many = {0};
	for (int k = 0; k < POLY_MAX_TERMS; k++) {
		poly one = {.n = 1, .term = {{.coef = 1, .n_par = 1, .par = {100 + k}, .atom = -1}}};
		TRUE(poly_add(&many, &many, &one, 1));
	}
	TRUE(!poly_add(&r, &many, &i, 1));
	TRUE(poly_add(&r, &many, &many, 1));
}

static void test_constants(void)
{
	long value = 9;
	poly zero = poly_constant(0), seven = poly_constant(7), n = parse("n"), i = parse("i+1");
	TRUE(poly_is_constant(&zero, &value) && value == 0);
	TRUE(poly_is_constant(&seven, &value) && value == 7);
	TRUE(!poly_is_constant(&n, &value));
	TRUE(!poly_is_constant(&i, &value));
	TRUE(poly_has_atoms(&i));
	TRUE(!poly_has_atoms(&n));
}

static void test_division(void)
{
	static const struct {
		const char *value, *by, *quotient, *remainder;
	} cases[] = {
	        {"mi+j", "m", "i", "j"},
	        {"mi+m+j-1", "m", "i+1", "j-1"},
	        {"mi-1", "m", "i", "-1"},
	        {"100i+j", "100", "i", "j"},
	        {"100i-100+j+3", "100", "i-1", "j+3"},
	        // Constants go to the nearest row, with a small remainder of either sign.
	        {"100i-1", "100", "i", "-1"},
	        {"100i+99", "100", "i+1", "-1"},
	        {"100i+49", "100", "i", "49"},
	        // A coefficient of a loop variable that is less than the stride is no row.
	        {"60i+j", "100", "0", "60i+j"},
	        {"250i", "100", "2i", "50i"},
	        // Three dimensions: planes first, then rows.
	        {"nmi+mj+k", "nm", "i", "mj+k"},
	        {"nmi+nm+mj-m+k+1", "nm", "i+1", "mj-m+k+1"},
	        {"mj-m+k+1", "m", "j-1", "k+1"},
	        // Rows of m + 2 elements.
	        {"mi+2i+j", "m+2", "i", "j"},
	        {"mi+3i+j", "m+2", "i", "i+j"},
	        {"mi+m+2i+j+1", "m+2", "i+1", "j-1"},
	        {"2mi+j", "2m", "i", "j"},
	        {"3mi+j", "2m", "i", "mi+j"},
	        {"-mi+j", "m", "-i", "j"},
	        {"mi", "-m", "-i", "0"},
	        {"i", "m", "0", "i"},
	        {"0", "m", "0", "0"},
	        {"mi+j", "0", "0", "mi+j"},
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		poly value = parse(cases[k].value), by = parse(cases[k].by), quotient, remainder, back;
		char what[80];
		poly_divide(&value, &by, &quotient, &remainder);
		snprintf(what, sizeof what, "(%s) / (%s)", cases[k].value, cases[k].by);
		expect(what, &quotient, cases[k].quotient);
		snprintf(what, sizeof what, "(%s) %% (%s)", cases[k].value, cases[k].by);
		expect(what, &remainder, cases[k].remainder);
		TRUE(poly_mul(&back, &quotient, &by) && poly_add(&back, &back, &remainder, 1) &&
		        poly_equal(&back, &value));
	}
}

int main(void)
{
	test_arithmetic();
	test_refused();
	test_constants();
	test_division();
	printf("%d failures\n", failures);
	return failures != 0;
}
