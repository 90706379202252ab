// SPDX-License-Identifier: Apache-2.0
//
// Expressions in directives: a conditional expression of C over integer constants, names, members, elements, `*p`,
// sizeof and calls, without assignments.
#include "directive_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 128 };

static const struct binary {
	const char *text;
	int precedence;
	prog_op op;
} binaries[] = {{"*", 10, PROG_OP_MUL}, {"/", 10, PROG_OP_DIV}, {"%", 10, PROG_OP_REM}, {"+", 9, PROG_OP_ADD},
        {"-", 9, PROG_OP_SUB}, {"<<", 8, PROG_OP_SHL}, {">>", 8, PROG_OP_SHR}, {"<", 7, PROG_OP_LT},
        {"<=", 7, PROG_OP_LE}, {">", 7, PROG_OP_GT}, {">=", 7, PROG_OP_GE}, {"==", 6, PROG_OP_EQ},
        {"!=", 6, PROG_OP_NE}, {"&", 5, PROG_OP_AND}, {"^", 4, PROG_OP_XOR}, {"|", 3, PROG_OP_OR},
        {"&&", 2, PROG_OP_LAND}, {"||", 1, PROG_OP_LOR}, {NULL, 0, PROG_OP_NONE}};

static const struct unary {
	const char *text;
	prog_op op;
} unaries[] = {{"-", PROG_OP_NEG}, {"+", PROG_OP_PLUS}, {"~", PROG_OP_NOT}, {"!", PROG_OP_LNOT}, {"*", PROG_OP_NONE},
        {NULL, PROG_OP_NONE}};

// What casts are made of; without the narrow types, which nobody counts elements in.
static const char *const integer_words[] = {"int", "long", "unsigned", "signed", "size_t", "ptrdiff_t", "ssize_t",
        "int32_t", "int64_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t", NULL};

static bool is_integer_word(const char *text)
{
	for (const char *const *w = integer_words; *w; w++)
		if (!strcmp(*w, text)) return true;
	return false;
}

// ---- text -------------------------------------------------------------------------------------

static bool ends_operand(const directive_token *t)
{
	return t->kind != DIRECTIVE_TOKEN_PUNCTUATOR || !strcmp(t->text, ")") || !strcmp(t->text, "]");
}

static bool is_tight(const char *text) { return strchr("()[].", text[0]) != NULL || !strcmp(text, "->"); }

// Is there a blank between two tokens, of which the first follows `before` (NULL: nothing)?
static bool wants_blank(const directive_token *before, const directive_token *a, const directive_token *b)
{
	if (a->kind != DIRECTIVE_TOKEN_PUNCTUATOR && b->kind != DIRECTIVE_TOKEN_PUNCTUATOR) return true;
	if (is_tight(a->text) && !(ends_operand(a) && b->kind == DIRECTIVE_TOKEN_PUNCTUATOR)) return false;
	if (is_tight(b->text) && ends_operand(a)) return false;
	bool is_unary = a->kind == DIRECTIVE_TOKEN_PUNCTUATOR && !ends_operand(a) && (!before || !ends_operand(before));
	return !is_unary || a->text[0] == b->text[0];
}

static const char *text_of(const directive_reader *r, int begin, int end)
{
	size_t size = 1;
	for (int i = begin; i < end; i++) size += strlen(r->token[i].text) + 1;
	char *text = prog_alloc(r->unit, size), *p = text;
	for (int i = begin; i < end; i++) {
		if (i > begin && wants_blank(i - 1 > begin ? &r->token[i - 2] : NULL, &r->token[i - 1], &r->token[i]))
			*p++ = ' ';
		p = stpcpy(p, r->token[i].text);
	}
	return text;
}

// ---- parsing ----------------------------------------------------------------------------------

static directive_expr *new_node(directive_reader *r, int kind, int begin, prog_loc loc)
{
	directive_expr *e = prog_alloc(r->unit, sizeof *e);
	e->kind = kind;
	e->loc = loc;
	e->depth = 1;
	e->text = text_of(r, begin, r->at);
	return e;
}

static directive_expr *add_arg(directive_reader *r, directive_expr *e, const directive_expr *arg)
{
	if (!e || !arg) return NULL;
	e->arg[e->n_args++] = arg;
	if (e->depth <= arg->depth) e->depth = arg->depth + 1;
	if (e->depth <= DEEPEST) return e;
	DIRECTIVE_FAIL(r, too_complex, e->loc);
	return NULL;
}

static bool digit_value(char c, int base, unsigned long *digit)
{
	*digit = c >= '0' && c <= '9' ? (unsigned long)(c - '0') : (unsigned long)((c | 32) - 'a' + 10);
	return ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f')) && *digit < (unsigned long)base;
}

static bool is_suffix(const char *s)
{
	static const char *const suffix[] = {"", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu", NULL};
	for (const char *const *p = suffix; *p; p++)
		if (!strcasecmp(*p, s)) return true;
	return false;
}

// 42, 0x2a, 052, 0b101010, with digit separators and suffixes.
static bool parse_number(const char *s, long *value)
{
	int base = 10;
	if (s[0] == '0' && (s[1] | 32) == 'x')
		base = 16, s += 2;
	else if (s[0] == '0' && (s[1] | 32) == 'b')
		base = 2, s += 2;
	else if (s[0] == '0')
		base = 8;
	unsigned long sum = 0, digit;
	const char *begin = s;
	for (; digit_value(*s, base, &digit) || (*s == '\'' && s > begin); s++)
		if (*s != '\'' && (__builtin_mul_overflow(sum, (unsigned long)base, &sum) ||
		                          __builtin_add_overflow(sum, digit, &sum)))
			return false;
	*value = (long)sum;
	return s > begin && is_suffix(s) && *value >= 0;
}

static directive_expr *parse_constant(directive_reader *r)
{
	long value;
	if (!parse_number(directive_peek(r), &value)) {
		DIRECTIVE_FAIL(r, bad_number, directive_here(r), directive_peek(r));
		return NULL;
	}
	prog_loc loc = directive_here(r);
	r->at++;
	directive_expr *e = new_node(r, DIRECTIVE_EXPR_INT, r->at - 1, loc);
	e->value = value;
	return e;
}

static const directive_expr *parse_unary(directive_reader *r);
static const directive_expr *parse_conditional(directive_reader *r);

// `(double *)`, `(struct cell)`: the index after the `)`, or 0 where no type of C's own, or tag, stands there.
static int skip_type(const directive_reader *r)
{
	static const char *const words[] = {"char", "short", "float", "double", "_Bool", "bool", "_Complex", "complex",
	        "const", "struct", "union", "enum", NULL};
	int i = r->at + 1;
	bool is_type = false, tag = false;
	if (!directive_at(r, "(")) return 0;
	for (; i < r->n && (tag || !strcmp(r->token[i].text, "*") || r->token[i].kind == DIRECTIVE_TOKEN_IDENTIFIER);
	        i++) {
		const char *text = r->token[i].text;
		bool known = tag || is_integer_word(text);
		for (const char *const *w = words; *w && !known; w++) known = !strcmp(*w, text);
		if (strcmp(text, "*") != 0 && !known) return 0;
		tag = !strcmp(text, "struct") || !strcmp(text, "union") || !strcmp(text, "enum");
		is_type |= known;
	}
	return is_type && i < r->n && !strcmp(r->token[i].text, ")") ? i + 1 : 0;
}

static const directive_expr *parse_sizeof(directive_reader *r)
{
	int begin = r->at++, after = skip_type(r);
	prog_loc loc = r->token[begin].loc;
	const char *name = NULL;
	const directive_expr *operand = NULL;
	if (after) {
		name = text_of(r, r->at + 1, after - 1);
		r->at = after;
	} else if (!(operand = parse_unary(r))) {
		return NULL;
	}
	directive_expr *e = new_node(r, DIRECTIVE_EXPR_SIZEOF, begin, loc);
	e->name = name;
	return operand ? add_arg(r, e, operand) : e;
}

static const directive_expr *parse_call(directive_reader *r)
{
	int begin = r->at, n = 0;
	const directive_expr *arg[DIRECTIVE_MOST_ARGS];
	prog_loc loc = directive_here(r);
	const char *name = directive_peek(r);
	r->at += 2;
	while (!directive_at(r, ")") || n > 0) {
		if (n == DIRECTIVE_MOST_ARGS) {
			DIRECTIVE_FAIL(r, too_complex, directive_here(r));
			return NULL;
		}
		if (!(arg[n++] = parse_conditional(r))) return NULL;
		if (!directive_accept(r, ",")) break;
	}
	if (!directive_expect(r, ")")) return NULL;
	directive_expr *e = new_node(r, DIRECTIVE_EXPR_CALL, begin, loc);
	e->name = prog_string(r->unit, name);
	for (int k = 0; k < n && e; k++) e = add_arg(r, e, arg[k]);
	return e;
}

static const directive_expr *parse_name(directive_reader *r)
{
	prog_loc loc = directive_here(r);
	const char *name = directive_peek(r);
	if (!strcmp(name, "sizeof")) return parse_sizeof(r);
	if (r->at + 1 < r->n && !strcmp(r->token[r->at + 1].text, "(")) return parse_call(r);
	r->at++;
	directive_expr *e = new_node(r, DIRECTIVE_EXPR_NAME, r->at - 1, loc);
	e->name = prog_string(r->unit, name);
	return e;
}

static const directive_expr *parse_primary(directive_reader *r)
{
	if (r->at < r->n && r->token[r->at].kind == DIRECTIVE_TOKEN_NUMBER) return parse_constant(r);
	if (directive_at_word(r)) return parse_name(r);
	if (!directive_accept(r, "(")) {
		if (r->at < r->n && r->token[r->at].kind == DIRECTIVE_TOKEN_OTHER)
			DIRECTIVE_FAIL(r, bad_number, directive_here(r), directive_peek(r));
		return directive_expected(r, "an expression");
	}
	const directive_expr *e = parse_conditional(r);
	return e && directive_expect(r, ")") ? e : NULL;
}

static const directive_expr *parse_member(directive_reader *r, int begin, const directive_expr *object, bool arrow)
{
	if (!directive_at_word(r)) return directive_expected(r, "a member's name");
	r->at++;
	directive_expr *e = new_node(r, DIRECTIVE_EXPR_MEMBER, begin, r->token[r->at - 1].loc);
	e->name = prog_string(r->unit, r->token[r->at - 1].text);
	e->arrow = arrow;
	return add_arg(r, e, object);
}

static const directive_expr *parse_index(directive_reader *r, int begin, const directive_expr *array)
{
	const directive_expr *index = parse_conditional(r);
	if (!index || !directive_expect(r, "]")) return NULL;
	return add_arg(r, add_arg(r, new_node(r, DIRECTIVE_EXPR_INDEX, begin, array->loc), array), index);
}

// `..`
static bool at_range(const directive_reader *r)
{
	return directive_at(r, ".") && r->at + 1 < r->n && !strcmp(r->token[r->at + 1].text, ".");
}

static const directive_expr *parse_postfix(directive_reader *r)
{
	int begin = r->at;
	const directive_expr *e = parse_primary(r);
	while (e) {
		if (directive_accept(r, "["))
			e = parse_index(r, begin, e);
		else if (!at_range(r) && directive_accept(r, "."))
			e = parse_member(r, begin, e, false);
		else if (directive_accept(r, "->"))
			e = parse_member(r, begin, e, true);
		else
			break;
	}
	return e;
}

// `(unsigned long)`: the index after the `)`, or 0 where this is no cast to an integer type.
static int skip_cast(const directive_reader *r)
{
	int i = r->at;
	if (!directive_at(r, "(")) return 0;
	for (i++; i < r->n && is_integer_word(r->token[i].text);) i++;
	return i > r->at + 1 && i < r->n && !strcmp(r->token[i].text, ")") ? i + 1 : 0;
}

static const directive_expr *parse_cast(directive_reader *r, int after)
{
	int begin = r->at;
	prog_loc loc = directive_here(r);
	const char *name = text_of(r, begin + 1, after - 1);
	r->at = after;
	const directive_expr *operand = parse_unary(r);
	if (!operand) return NULL;
	directive_expr *e = new_node(r, DIRECTIVE_EXPR_CAST, begin, loc);
	e->name = name;
	return add_arg(r, e, operand);
}

static const directive_expr *parse_operator(directive_reader *r, const struct unary *u)
{
	int begin = r->at;
	prog_loc loc = directive_here(r);
	r->at++;
	const directive_expr *operand = parse_unary(r);
	if (!operand) return NULL;
	directive_expr *e = new_node(r, u->op ? DIRECTIVE_EXPR_UNARY : DIRECTIVE_EXPR_DEREF, begin, loc);
	e->op = u->op;
	return add_arg(r, e, operand);
}

static const directive_expr *parse_prefixed(directive_reader *r)
{
	int after = skip_cast(r);
	if (after) return parse_cast(r, after);
	for (const struct unary *u = unaries; u->text; u++)
		if (directive_at(r, u->text)) return parse_operator(r, u);
	return parse_postfix(r);
}

static const directive_expr *parse_unary(directive_reader *r)
{
	const directive_expr *e = NULL;
	if (++r->nesting > DEEPEST)
		DIRECTIVE_FAIL(r, too_complex, directive_here(r));
	else
		e = parse_prefixed(r);
	r->nesting--;
	return e;
}

static const struct binary *binary_at(const directive_reader *r)
{
	const struct binary *b = binaries;
	while (b->text && !directive_at(r, b->text)) b++;
	return b;
}

static const directive_expr *parse_binary(directive_reader *r, int lowest)
{
	int begin = r->at;
	const directive_expr *left = parse_unary(r);
	for (const struct binary *b = binary_at(r); left && b->text && b->precedence >= lowest; b = binary_at(r)) {
		prog_loc loc = directive_here(r);
		r->at++;
		const directive_expr *right = parse_binary(r, b->precedence + 1);
		if (!right) return NULL;
		directive_expr *e = new_node(r, DIRECTIVE_EXPR_BINARY, begin, loc);
		e->op = b->op;
		left = add_arg(r, add_arg(r, e, left), right);
	}
	return left;
}

static const directive_expr *parse_choice(directive_reader *r)
{
	int begin = r->at;
	const directive_expr *cond = parse_binary(r, 1);
	prog_loc loc = directive_here(r);
	if (!cond || !directive_accept(r, "?")) return cond;
	const directive_expr *yes = parse_conditional(r);
	if (!yes || !directive_expect(r, ":")) return NULL;
	const directive_expr *no = parse_conditional(r);
	if (!no) return NULL;
	return add_arg(r, add_arg(r, add_arg(r, new_node(r, DIRECTIVE_EXPR_COND, begin, loc), cond), yes), no);
}

static const directive_expr *parse_conditional(directive_reader *r)
{
	const directive_expr *e = NULL;
	if (++r->nesting > DEEPEST)
		DIRECTIVE_FAIL(r, too_complex, directive_here(r));
	else
		e = parse_choice(r);
	r->nesting--;
	return e;
}

const directive_expr *directive_parse_expr(directive_reader *r) { return parse_conditional(r); }

const directive_expr *directive_parse_sum(directive_reader *r) { return parse_binary(r, 9); }

// ---- what directives name ---------------------------------------------------------------------

// Whether a member is named behind the subscripts that follow.
static bool member_follows(const directive_reader *r)
{
	int depth = 0, i = r->at;
	for (; i < r->n && (depth > 0 || !strcmp(r->token[i].text, "[")); i++) {
		depth += !strcmp(r->token[i].text, "[");
		depth -= !strcmp(r->token[i].text, "]");
	}
	if (i >= r->n) return false;
	bool dot = !strcmp(r->token[i].text, ".") && (i + 1 == r->n || strcmp(r->token[i + 1].text, ".") != 0);
	return dot || !strcmp(r->token[i].text, "->");
}

// name { "[" subscript "]" | "." member | "->" member }, up to the last member
bool directive_parse_target(directive_reader *r, directive_name *name, const directive_expr **path, const char *what)
{
	int begin = r->at;
	*path = NULL;
	if (!directive_at_word(r)) return directive_expected(r, what), false;
	*name = (directive_name){prog_string(r->unit, directive_peek(r)), directive_here(r)};
	r->at++;
	if (!member_follows(r)) return true;
	r->at = begin;
	const directive_expr *e = parse_name(r);
	while (e && member_follows(r)) {
		if (directive_accept(r, "["))
			e = parse_index(r, begin, e);
		else
			e = parse_member(r, begin, e, !directive_accept(r, ".") && directive_accept(r, "->"));
	}
	if (!e) return false;
	name->text = e->text;
	*path = e;
	return true;
}

const char *directive_root(const directive_expr *path, directive_name name)
{
	while (path && path->kind != DIRECTIVE_EXPR_NAME) path = path->arg[0];
	return path ? path->name : name.text;
}

// The subscripts of `e`, the last one first; returns what is subscripted.
static const directive_expr *subscripts_of(const directive_expr *e, int most, int *n, const directive_expr **subscript)
{
	for (*n = 0; e->kind == DIRECTIVE_EXPR_INDEX && *n < most; e = e->arg[0]) subscript[(*n)++] = e;
	return e;
}

// Subscripts of `base` until there is an integer; -1 after an error.
static int subscripts_to_integer(directive_scope *scope, const directive_expr *base)
{
	int n = 0;
	const prog_expr *value = directive_resolve(scope, base);
	if (!value) return -1;
	const prog_type *t = value->type;
	for (; t && (t->kind == PROG_TYPE_ARRAY || t->kind == PROG_TYPE_POINTER); t = t->element) n++;
	return n;
}

// As it stood before its subscripts were taken away.
static const directive_expr *in_parentheses(prog_unit *unit, const directive_expr *e)
{
	if (e->kind != DIRECTIVE_EXPR_BINARY && e->kind != DIRECTIVE_EXPR_COND && e->kind != DIRECTIVE_EXPR_CAST)
		return e;
	directive_expr *copy = prog_alloc(unit, sizeof *copy);
	*copy = *e;
	copy->text = directive_format(unit, "(%s)", e->text);
	return copy;
}

const directive_expr *directive_split_offset(
        directive_scope *scope, const directive_expr *e, int most, int *rank, directive_dim *dims)
{
	enum { MOST = 2 * PROG_MAX_RANK };
	const directive_expr *subscript[MOST];
	if (e->kind == DIRECTIVE_EXPR_BINARY) {
		int before = *rank;
		const directive_expr *right = directive_split_offset(scope, e->arg[1], most, rank, dims);
		if (!right || *rank == before) return right ? e : NULL;
		directive_expr *sum = prog_alloc(scope->unit, sizeof *sum);
		*sum = *e;
		sum->arg[1] = right;
		size_t tail = strlen(e->arg[1]->text), whole = strlen(e->text);
		sum->text = directive_format(
		        scope->unit, "%.*s%s", (int)(whole > tail ? whole - tail : 0), e->text, right->text);
		return sum;
	}
	int n, own = 0;
	const directive_expr *base = subscripts_of(e, MOST, &n, subscript);
	if (n > 0) own = subscripts_to_integer(scope, base);
	if (own < 0) return NULL;
	for (int k = n - own - 1; k >= 0 && *rank < most; k--)
		dims[(*rank)++] = (directive_dim){.loc = subscript[k]->arg[1]->loc, .expr = subscript[k]->arg[1]};
	if (own >= n) return e;
	return own ? subscript[n - own] : in_parentheses(scope->unit, base);
}
