#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program with every kind of expression, or of statement, in one of the places where it may stand.

    generate.py PLACE > program.c        generate.py --list: the places

Each combination is a function of its own, which begins with the same values and prints what it leaves. The comments on
top are what test/run/compare reads. A kind of the model (analysis/model/program.h) that is new belongs into EXPRESSIONS or
STATEMENTS, a new place where text is taken apart into PLACES.
"""
import argparse
import re

# Integers from 0 to 7, made of: i, from 0 to N - 1; m and k, small; table, other, pair; p, which leads to table; and a,
# which is mapped.
EXPRESSIONS = {
    "integer": "3",
    "character": "('d' - 'a')",
    "floating": "(int)2.5",
    "variable": "m",
    "member": "pair.x",
    "arrow": "at->y",
    "bit_field": "pair.bits",
    "union_member": "box.whole",
    "index": "table[i % 8]",
    "index_turned": "(i % 8)[table]",
    "mapped": "(int)a[i]",
    "mapped_elsewhere": "(int)a[3]",
    "deref": "*(table + i % 8)",
    "pointer": "p[1]",
    "address": "*&table[2]",
    "minus": "-(-m)",
    "complement": "~~m",
    "not": "!(i % 3)",
    "arithmetic": "(i * 5 + m) % 8",
    "shift": "(m << 1 >> 1)",
    "bits": "((i | 4) & 6 ^ 1)",
    "comparison": "(i < m)",
    "and": "(m && i % 2)",
    "or": "(i % 2 || m)",
    "and_changes": "(i % 2 && k++)",
    "conditional": "(i % 3 ? m : 2)",
    "conditional_changes": "(i % 3 ? (k = m) : k)",
    "elvis": "(i % 2 ?: m)",
    "comma": "(0, m)",
    "comma_changes": "(k++, k % 8)",
    "assigned": "(k = i % 5)",
    "assigned_through": "(*q = i % 5)",
    "assigned_element": "(other[i % 8] = m)",
    "added": "(k += 1) % 8",
    "behind": "k++ % 8",
    "before": "--k & 7",
    "pointer_moves": "*(p - table < 7 ? p++ : (p = table)) % 8",
    "pointer_moves_arrow": "(at == pairs ? at++ : (at = pairs))->y",
    "pointer_moves_member": "(*(at == pairs ? at++ : (at = pairs))).x",
    "index_moves": "table[k++ % 8]",
    "index_assigned": "table[k = i % 8]",
    "member_counts": "pair.x++ % 8",
    "arrow_counts": "(at->y += 1) % 8",
    "element_counts": "other[i % 8]++ % 8",
    "element_counts_through": "(*(q = &other[i % 8]))++ % 8",
    "mapped_counts": "((a[i] += 1), m)",
    "place_called": "*place(i) % 8",
    "place_called_set": "(*place(i) = m)",
    "place_called_arrow": "(pair_at(i))->y % 8",
    "object_called": "made(i).y % 8",
    "object_assigned": "(pair = *at).y",
    "pure_call": "twice(i) % 8",
    "call_changes": "counted(i) % 8",
    "call_by_pointer": "(*chosen)(i) % 8",
    "call_reads_mapped": "element(i) % 8",
    "library_call": "abs(-m)",
    "sets_through_call": "(set(&k, i % 8), k)",
    "cast": "(int)(long)m",
    "cast_to_void": "((void)i, m)",
    "sizeof_type": "(int)sizeof(double) / 2",
    "sizeof_object": "(int)sizeof table / 8",
    "alignof": "(int)_Alignof(int)",
    "offsetof": "(int)__builtin_offsetof(struct pair, y)",
    "compound_literal": "((struct pair){.y = i % 8, .x = m}).y",
    "array_literal": "((int[]){1, m, i % 8})[i % 3]",
    "literal_changes": "((int[]){k++, 2})[1]",
    "nested_initialiser": "((struct outer){.in = {m, i % 8}, .list = {[2] = m}}).list[2]",
    "statement_expression": "({ int z = m; z += i; z % 8; })",
    "statement_expression_sets": "({ p = other; p[1]; })",
    "statement_expression_behind": "((void)({ p = other; 1; }), p[1])",
    "statement_expression_counts": "({ k++; k % 8; })",
    "statement_expression_loops": "({ int z = 0; for (int y = 0; y < 3; y++) z += table[y]; z % 8; })",
    "statement_expression_chooses": "({ int z; if (i % 2) z = m; else z = 1; z; })",
    "statement_expression_declares": "({ struct pair z = {.x = i % 8}, *y = &z; y->x; })",
    "statement_expression_nested": "({ int z = ({ int y = i; y + 1; }); z % 8; })",
    "statement_expression_of_mapped": "(int)({ a[i]; })",
    "statement_expression_sets_mapped": "(int)({ k++; a[i] = k % 8; })",
    "maximum": "LARGER(i % 8, m)",
    "maximum_of_mapped": "LARGER((int)a[i], m)",
    "generic": "_Generic(m, int: m, default: 0)",
    "choose": "__builtin_choose_expr(1, m, 0)",
    "complex_part": "(int)__real__(m + 2.0 * 1.0i)",
    "string": "(\"abcd\"[i % 4] - 'a')",
    "volatile": "always",
    "evaluated_size": "(int)(sizeof(char[k++ % 4 + 1]) % 8)",
}

# Statements, in the places of EXPRESSIONS' last ones: they may change k, p, other, and set r.
STATEMENTS = {
    "expression": "r = m;",
    "null": ";",
    "compound": "{ r = m; { r++; } }",
    "declaration": "int z = m, y = z + 1; r = y;",
    "declaration_of_array": "int z[3] = {m, [2] = i % 8}; r = z[2];",
    "declaration_of_struct": "struct outer z = {.in = {.y = m}}; r = z.in.y;",
    "declaration_changes": "int z = k++; r = z;",
    "static_declaration": "static int z; z++; r = z % 8;",
    "if": "if (i % 2) r = m;",
    "if_else": "if (i % 2) r = m; else k++, r = k;",
    "if_declares": "if (i % 3) { int z = i; r = z % 8; }",
    "else_if": "if (i % 4 == 1) r = 1; else if (i % 4 == 2) r = 2; else r = 3;",
    "for": "for (int z = 0; z < 3; z++) r += table[z];",
    "for_without": "int z = 0; for (;;) { if (++z > 3) break; r += z; }",
    "for_two": "for (int z = 0, y = 8; z < y; z++, y--) r++;",
    "for_down": "for (int z = 3; z-- > 0;) r += table[z];",
    "while": "int z = i % 4; while (z > 0) { r++; z--; }",
    "while_changes": "int z = 3; while (z--) r += z;",
    "do": "int z = 0; do { r += z; } while (++z < 3);",
    "continue": "for (int z = 0; z < 5; z++) { if (z % 2) continue; r += z; }",
    "break": "for (int z = 0; z < 5; z++) { if (z == m) break; r += z; }",
    "switch": "switch (i % 4) { case 0: r = 1; break; case 1: r = 2; default: r += 3; }",
    "switch_range": "switch (i % 8) { case 0 ... 3: r = 1; break; case 5: k++; }",
    "switch_declares": "switch (i % 2) { case 0:; int z = m; r = z; }",
    "goto": "if (i % 3) goto UNIQUE_out; r = 2; UNIQUE_out: r++;",
    "goto_back": "int z = 0; UNIQUE_again: if (z++ < 3) goto UNIQUE_again; r = z;",
    "labelled": "UNIQUE_here: r = m;",
    "call": "set(&k, i % 8);",
    "call_of_void": "(void)twice(i);",
    "typedef": "typedef int mine; mine z = m; r = z;",
    "tag": "struct mine { int of; } z = {m}; r = z.of;",
    "function_declared": "int twice(int); r = twice(i) % 8;",
    "statement_expression": "({ if (i % 2) r = m; });",
    "pointer_set": "p = i % 2 ? other : table; r = p[2];",
    "element_set": "other[i % 8] = m; r = other[1];",
    "asm": "__asm__ volatile(\"\" : \"+r\"(r));",
    "static_assert": "_Static_assert(sizeof(int) == 4, \"\"); r = m;",
    "attribute": "__attribute__((unused)) int z = m; r = z;",
}

# Places of elements of mapped arrays: of element i of a, but for the last ones.
LVALUES = {
    "index": "a[i]",
    "index_turned": "i[a]",
    "deref": "*(a + i)",
    "deref_index_first": "*(i + a)",
    "address": "*&a[i]",
    "address_index": "(&a[i])[0]",
    "address_back": "(&a[i + 1])[-1]",
    "parentheses": "((a)[(i)])",
    "comma": "(0, a)[i]",
    "cast": "((double *)a)[i]",
    "cast_bytes": "*(double *)((char *)a + i * sizeof(double))",
    "pointer": "led[i]",
    "pointer_moved": "(led + 1)[i - 1]",
    "pointer_local": "({ double *z = a; z; })[i]",
    "pointer_member": "holder.led[i]",
    "pointer_arrow": "(&holder)->led[i]",
    "pointer_of_array": "(*of_array)[i]",
    "chosen_element": "*(i % 2 ? &a[i] : &b[i])",
    "chosen_array": "(m % 2 ? a : b)[i]",
    "statement_expression": "*({ &a[i]; })",
    "call": "*place_of(i)",
    "call_of_row": "row_of()[i]",
    "member": "points[i].y",
    "member_deref": "(*(points + i)).y",
    "member_arrow": "(points + i)->y",
    "member_array": "points[i].part[1]",
    "two_dimensions": "grid[i][2]",
    "two_dimensions_deref": "*(grid[i] + 2)",
    "two_dimensions_derefs": "*(*(grid + i) + 2)",
    "two_dimensions_row": "({ double *z = grid[i]; z; })[2]",
    "two_dimensions_flat": "(&grid[0][0])[i * 4 + 2]",
    "two_dimensions_pointer": "rows[i][2]",
    "vector_of_rows": "lines[i][2]",
}

# What is done with such a place L.
USES = {
    "set": "L = i + 1;",
    "added": "L += 2;",
    "behind": "L++;",
    "before": "sum += --L;",
    "read": "sum += L;",
    "chained": "L = other_value = i;",
    "set_from_itself": "L = L * 2 + 1;",
    "address_given": "add_to(&L, 3);",
    "copied_to": "{ double z = i; memcpy(&L, &z, sizeof z); }",
    "copied_from": "{ double z; memcpy(&z, &L, sizeof z); sum += z; }",
    "given": "sum += half(L);",
    "condition": "if (L > 3) sum += 1;",
    "address_kept": "{ double *z = &L; *z += 1; }",
    "size": "sum += sizeof(L);",
    "typeof": "{ __typeof__(L) z = i; sum += z; }",
    "conditional": "sum += i % 2 ? L : 1;",
    "maximum": "sum += LARGER(L, 2);",
    "element_of_literal": "sum += ((double[]){L, 1})[i % 2];",
}

# What is left out there: refused, or not told.
LEFT_OUT = {
    # Pointers that lead elsewhere behind a serial function cannot be told to the others, nor what nobody knows of.
    "serial_function": ("pointer_moves", "pointer_moves_arrow", "pointer_moves_member", "element_counts_through",
                        "place_called_set", "call_by_pointer", "statement_expression_sets",
                        "statement_expression_behind"),
    "serial_statement": ("pointer_set", "asm"),
    "lvalue_in_serial": ("pointer_local", "pointer_arrow", "statement_expression", "call",
                         "two_dimensions_row", "vector_of_rows"),
    # Two loops are made of it; that the slow one runs is told at the end of long runs only.
    "step": ("conditional_changes",),
    # C has no size of it.
    "unevaluated": ("bit_field",),
    "typeof": ("bit_field",),
}

# The body of the function; E: the expression, S: the statement, which sets r.
PLACES_OF_EXPRESSIONS = {
    "serial_function": ("#pragma dist serial\nstatic int UNIQUE_serial(int i)\n"
                        "{\n\tint r = E;\n\treturn r + (int)a[i];\n}\n", "sum += UNIQUE_serial(5);"),
    "outside": ("", "for (int i = 0; i < 3; i++) { sum += E; a[i] += 1; }"),
    "value": ("", "for (int i = 0; i < N; i++) b[i] = a[i] + E;"),
    "value_of_element": ("", "b[4] = ({ int i = 4; E; }) + a[4];"),
    "sum": ("", "for (int i = 0; i < N; i++) sum += a[i] * E;"),
    "bound": ("", "{ int i = 6; for (int j = 0; j < N - 9 + E; j++) b[j] = a[j] + 1; }"),
    "start": ("", "{ int i = 6; for (int j = E; j < N; j++) b[j] = a[j] + 1; }"),
    "bound_inside": ("", "for (int i = 0; i < N; i++) for (int j = 0; j < E; j++) b[i] += a[i] + j;"),
    "step": ("", "{ int i = 2; for (int j = 0; j < N; j += 1 + (E) % 2) b[j] = a[j]; }"),
    "subscript": ("", "for (int i = 0; i < N; i++) b[i] = a[E];"),
    "subscript_of_table": ("", "for (int i = 0; i < N; i++) b[i] = a[i] + table[E];"),
    "subscript_set": ("", "for (int i = 0; i < N; i++) b[E] = i;"),
    "condition": ("", "for (int i = 0; i < N; i++) if (E) b[i] = a[i] + 1;"),
    "condition_of_all": ("", "{ int i = 5; if (E) for (int j = 0; j < N; j++) b[j] = a[j] + 1; }"),
    "condition_of_while": ("", "{ int i = 5, j = 0; while (j++ < (E) + 1) b[j] = a[j]; }"),
    "chosen": ("", "for (int i = 0; i < N; i++) b[i] = i % 2 ? a[i] : E;"),
    "switched": ("", "for (int i = 0; i < N; i++) switch (E) { case 1: b[i] = a[i]; break; case 2: b[i] = 1; }"),
    "initialiser": ("", "for (int i = 0; i < N; i++) { double z = E, y[2] = {z}; b[i] = a[i] + y[0]; }"),
    "member_initialiser": ("", "for (int i = 0; i < N; i++) { struct outer z = {.in.y = E}; b[i] = a[i] + z.in.y; }"),
    "argument": ("", "for (int i = 0; i < N; i++) b[i] = a[i] + twice(E);"),
    "argument_of_loop": ("static void UNIQUE_loop(int z)\n{\n\tfor (int j = 0; j < N; j++) b[j] = a[j] + z;\n}\n",
                         "{ int i = 6; UNIQUE_loop(E); }"),
    "returned": ("static double UNIQUE_value(int i)\n{\n\treturn a[i] + (E);\n}\n",
                 "for (int i = 0; i < N; i++) b[i] = UNIQUE_value(i);"),
    "in_statement_expression": ("", "for (int i = 0; i < N; i++) b[i] = ({ int z = E; z + a[i]; });"),
    "in_comma": ("", "for (int i = 0; i < N; i++) b[i] = ((void)E, a[i]);"),
    "unevaluated": ("", "for (int i = 0; i < N; i++) b[i] = a[i] + sizeof(E);"),
    "typeof": ("", "for (int i = 0; i < N; i++) { __typeof__(E) z = i; b[i] = a[i] + z; }"),
    "in_turns": ("", "for (int i = 1; i < N; i++) b[i] = b[i - 1] + E;"),
    "printed": ("", "for (int i = 0; i < 3; i++) printf(\"%g %d \", a[i], E);"),
    "alone": ("", "for (int i = 0; i < N; i++) { (void)(E); b[i] = a[i]; }"),
}
PLACES_OF_LVALUES = {
    "lvalue_in_nest": ("", "for (int i = 0; i < N; i++) { U }"),
    "lvalue_outside": ("", "int i = 5; U"),
    "lvalue_by_all": ("", "for (int i = 0; i < 3; i++) { U printf(\"%g \", sum); }"),
    "lvalue_in_called": ("static void UNIQUE_called(int i)\n{\n\tU\n}\n",
                         "for (int i = 0; i < N; i++) UNIQUE_called(i);"),
    "lvalue_called_once": ("static void UNIQUE_called(int i)\n{\n\tU\n}\n", "UNIQUE_called(m + 4);"),
    "lvalue_in_turns": ("", "for (int i = 1; i < N; i++) { U b[i] = b[i - 1] + 1; }"),
    "lvalue_in_serial": ("#pragma dist serial\nstatic void UNIQUE_serial(int i)\n{\n\tU\n}\n", "UNIQUE_serial(5);"),
}
PLACES_OF_STATEMENTS = {
    "serial_statement": ("#pragma dist serial\nstatic int UNIQUE_serial(int i)\n"
                         "{\n\tint r = 0;\n\tS\n\treturn r + (int)a[i];\n}\n", "sum += UNIQUE_serial(5);"),
    "statement_outside": ("", "for (int i = 0; i < 3; i++) { int r = 0; S a[i] += r; }"),
    "statement_in_nest": ("", "for (int i = 0; i < N; i++) { int r = 0; S b[i] = a[i] + r; }"),
    "statement_under_condition": ("", "for (int i = 0; i < N; i++) { int r = 0; if (a[i] > 2) { S } b[i] = r; }"),
    "statement_around_nest": ("", "for (int i = 0; i < 3; i++) { int r = 0; S "
                              "for (int j = 0; j < N; j++) b[j] += a[j] + r; }"),
    "statement_in_called": ("static int UNIQUE_called(int i)\n{\n\tint r = 0;\n\tS\n\treturn r;\n}\n",
                            "for (int i = 0; i < N; i++) b[i] = a[i] + UNIQUE_called(i);"),
    "statement_in_expression": ("", "for (int i = 0; i < N; i++) b[i] = a[i] + ({ int r = 0; S r; });"),
    "statement_in_turns": ("", "for (int i = 1; i < N; i++) { int r = 0; S b[i] = b[i - 1] + r; }"),
}

HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made by test/matrix/generate.py {place}: what is slow or done by all is another test's.
// MAX-SLOW: 100000
// BY-ALL: 100 each kind of expression stands here, whatever can be split
// LOST: . the same
// FLAGS: -w -std=gnu17
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 24
#define LARGER(x, y) ({{ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; }})
struct pair {{
	int x, y;
	unsigned bits : 3;
}};
struct outer {{
	struct pair in;
	int list[4];
}};
union box {{
	int whole;
	char part[4];
}};
static double a[N], b[N];
#pragma dist distribute a[block], b[block]
struct point {{
	int of;
	double y, part[2];
}};
static struct point points[N];
static double grid[N][4], (*rows)[4] = grid, *lines[N];
#pragma dist distribute points[block], grid[block][*], lines[block][*]
#pragma dist array lines[N][4]
static double *led = a, (*of_array)[N] = &a, other_value;
static struct {{
	double *led;
}} holder = {{a}};
static int table[8], other[8], m, k, *p, *q, calls;
static volatile int always;
static struct pair pair, pairs[2], *at;
static union box box;
static double sum;

static int twice(int x) {{ return 2 * x; }}
static int counted(int x) {{ return x + calls++; }}
static int element(int x) {{ return (int)a[x]; }}
static void set(int *to, int x) {{ *to = x; }}
static int *place(int x) {{ return calls++, &other[x % 8]; }}
static struct pair *pair_at(int x) {{ return calls++, &pairs[x % 2]; }}
static struct pair made(int x) {{ return calls++, (struct pair){{x, x}}; }}
static double half(double x) {{ return x / 2; }}
static double *place_of(int x) {{ return &a[x]; }}
static double *row_of(void) {{ return a; }}
static void add_to(double *to, double x) {{ *to += x; }}
static int (*chosen)(int) = twice;

static void begin(void)
{{
	for (int i = 0; i < N; i++) a[i] = i % 7 + i / 20, b[i] = 0;
	for (int i = 0; i < 8; i++) table[i] = (i * 3 + 1) % 8, other[i] = 7 - i;
	m = 3, k = 2, p = table, q = &other[5], calls = 0, always = 4, sum = 0;
	other_value = 0;
	if (!lines[0])
		for (int i = 0; i < N; i++) lines[i] = malloc(4 * sizeof(double));
	for (int i = 0; i < N; i++) points[i].y = points[i].part[1] = i % 5, points[i].of = i;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 4; j++) grid[i][j] = lines[i][j] = i % 3 + j;
	pair = (struct pair){{1, 5, 6}}, pairs[0] = pair, pairs[1] = (struct pair){{4, 2, 3}}, at = pairs;
	box.whole = 2;
}}

static void end(const char *name)
{{
	double weighted = 0;
	for (int i = 0; i < N; i++) weighted += (i + 1) * b[i] + a[i];
	for (int i = 0; i < N; i++) weighted += i * points[i].y + points[i].part[1] + points[i].of;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 4; j++) weighted += i * grid[i][j] + j * lines[i][j];
	int others = (int)other_value;
	for (int i = 0; i < 8; i++) others = others * 3 + other[i] + table[i];
	int led = (int)(p - (p >= other && p < other + 8 ? other : table));
	printf("%s: %g %g %d %d %d %d %d %d %d %d\\n", name, weighted, sum, others, k, led, calls, pair.x,
	       (int)(at - pairs), pairs[0].y, pairs[1].x);
}}

"""


def filled(template, name, word, kind):
    """The template with the kind in the place of the word, which stands by itself."""
    return re.sub(rf"(?<![\w\"]){word}(?![\w\"])", lambda _: kind, template).replace("UNIQUE", name)


def cases(place):
    """Name, what stands in front of the function, its body."""
    if place in PLACES_OF_LVALUES:
        in_front, body = PLACES_OF_LVALUES[place]
        for name, lvalue in LVALUES.items():
            for use, text in USES.items():
                text = filled(text, name, "L", f"({lvalue})" if lvalue.startswith("*") else lvalue)
                full = f"{name}_{use}"
                yield full, filled(in_front, full, "U", text), filled(body, full, "U", text)
        return
    statements = place in PLACES_OF_STATEMENTS
    in_front, body = (PLACES_OF_STATEMENTS if statements else PLACES_OF_EXPRESSIONS)[place]
    for name, kind in (STATEMENTS if statements else EXPRESSIONS).items():
        word, text = ("S", kind) if statements else ("E", f"({kind})")
        text = text.replace("UNIQUE", name)
        yield name, filled(in_front, name, word, text), filled(body, name, word, text)


def program(place):
    text, calls = HEAD.format(place=place), []
    for name, in_front, body in cases(place):
        if any(name.startswith(left_out) for left_out in LEFT_OUT.get(place, ())):
            continue
        text += in_front + f"static void test_{name}(void)\n{{\n\tbegin();\n\t{body}\n\tend(\"{name}\");\n}}\n\n"
        calls.append(f"\ttest_{name}();\n")
    return text + "int main(void)\n{\n" + "".join(calls) + "\treturn 0;\n}\n"


PLACES = [*PLACES_OF_EXPRESSIONS, *PLACES_OF_STATEMENTS, *PLACES_OF_LVALUES]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("place", nargs="?", choices=PLACES)
    options = parser.parse_args()
    if options.list or not options.place:
        print("\n".join(PLACES))
    else:
        print(program(options.place), end="")


main()
