// SPDX-License-Identifier: Apache-2.0
//
// The walk over declarations in source order: which names a directive sees, and what follows it.
#include "convert.h"
#include "grow.h"

#include <clang/AST/DeclGroup.h>

using namespace clang;

Converter::Converter(prog_unit *unit, ASTContext &context, Places &places, const PragmaList &pragmas)
    : unit(unit), context(context), places(places), pragmas(pragmas), policy(context.getPrintingPolicy())
{
	policy.AnonymousTagLocations = false;
	policy.SuppressImplicitBase = true;
}

// ---- names ------------------------------------------------------------------------------------

void Converter::push(Scope &s)
{
	s.converter = this;
	s.parent = scope;
	scope = &s;
}

void Converter::pop()
{
	if (scope->directives) directive_scope_finish(scope->directives);
	scope = scope->parent;
}

void Converter::declare(const NamedDecl *decl)
{
	if (auto *enumeration = dyn_cast<EnumDecl>(decl))
		for (const EnumConstantDecl *e : enumeration->enumerators()) scope->names[e->getName()] = e;
	if (decl->getIdentifier() && isa<ValueDecl, TypedefNameDecl>(decl)) scope->names[decl->getName()] = decl;
	if (isa<VarDecl>(decl) && !isa<ParmVarDecl>(decl)) symbol(decl);
}

directive_scope *Converter::directives_of(Scope *s)
{
	if (s->directives) return s->directives;
	directive_scope *outer = s->parent ? directives_of(s->parent) : nullptr;
	s->directives = directive_scope_new(unit, outer, lookup, s);
	if (!outer) directive_scope_set_constants(s->directives, lookup_constant);
	if (!outer) directive_scope_set_sizes(s->directives, lookup_size);
	return s->directives;
}

const NamedDecl *Converter::find_in_context(const Scope *s, llvm::StringRef name) const
{
	IdentifierInfo &id = context.Idents.get(name);
	for (const NamedDecl *decl : s->context->lookup(DeclarationName(&id))) {
		if (!isa<ValueDecl, TypedefNameDecl>(decl)) continue;
		SourceLocation where = decl->getCanonicalDecl()->getLocation();
		if (s->limit.isInvalid() || where.isInvalid() || !places.before(s->limit, where)) return decl;
	}
	return nullptr;
}

const NamedDecl *Converter::find(const Scope *from, llvm::StringRef name) const
{
	for (const Scope *s = from; s; s = s->parent) {
		auto known = s->names.find(name);
		if (known != s->names.end()) return known->second;
		if (const NamedDecl *decl = s->context ? find_in_context(s, name) : nullptr) return decl;
	}
	return nullptr;
}

prog_symbol *Converter::lookup(void *user, const char *name)
{
	Scope *from = static_cast<Scope *>(user);
	const NamedDecl *decl = from->converter->find(from, name);
	return decl ? from->converter->symbol(decl) : nullptr;
}

bool Converter::lookup_constant(void *user, const char *name, long *value)
{
	Scope *from = static_cast<Scope *>(user);
	auto *decl = dyn_cast_or_null<EnumConstantDecl>(from->converter->find(from, name));
	if (!decl) return false;
	*value = decl->getInitVal().extOrTrunc(64).getSExtValue();
	return true;
}

bool Converter::lookup_size(void *user, const char *name, long *value)
{
	Scope *from = static_cast<Scope *>(user);
	auto *decl = dyn_cast_or_null<TypedefNameDecl>(from->converter->find(from, name));
	if (!decl) return false;
	QualType type = decl->getUnderlyingType();
	if (type->isIncompleteType() || type->isFunctionType() || type->isVariablyModifiedType()) return false;
	*value = from->converter->context.getTypeSizeInChars(type).getQuantity();
	return true;
}

// ---- directives -------------------------------------------------------------------------------

bool Converter::pragma_before(SourceLocation limit) const
{
	return next_pragma < pragmas.size() && (limit.isInvalid() || places.before(pragmas[next_pragma].begin, limit));
}

directive *Converter::parse_pragma(const Pragma &pragma)
{
	prog_loc loc = places.loc(pragma.name);
	prog_range range =
	        pragma.is_line ? places.lines(pragma.begin, pragma.end) : places.pragma_operator(pragma.begin);
	if (range.file >= 0) {
		prog_directive_text text = {range, loc};
		grow(unit, unit->directives, unit->n_directives, text);
	}
	int n = pragma.tokens.size();
	auto *tokens = static_cast<directive_token *>(prog_alloc(unit, sizeof(directive_token) * (n + 1)));
	for (int i = 0; i < n; i++) {
		const PragmaToken &t = pragma.tokens[i];
		tokens[i] = {t.kind, prog_string(unit, t.text.c_str()), places.loc(t.where)};
	}
	return directive_parse(unit, tokens, n, loc, range);
}

void Converter::bind(directive *d, SourceLocation begin, PendingDirectives &pending)
{
	switch (directive_place_of(d)) {
	case DIRECTIVE_DECLARATIVE: directive_bind(directives_of(scope), d); break;
	case DIRECTIVE_MARK:
		if (directive_may_mark_statement(d))
			pending.push_back({d, scope, begin});
		else
			directive_bind_mark(directives_of(scope), d, nullptr);
		break;
	case DIRECTIVE_EXECUTABLE:
	case DIRECTIVE_STATEMENT: pending.push_back({d, scope, begin}); break;
	}
}

// Binds what stands before `limit`; returns what waits for the statement there.
PendingDirectives Converter::bind_before(SourceLocation limit)
{
	PendingDirectives pending;
	while (pragma_before(limit)) {
		const Pragma &pragma = pragmas[next_pragma++];
		if (directive *d = parse_pragma(pragma)) bind(d, pragma.begin, pending);
	}
	return pending;
}

// A loop may come with its directive from one macro: then its text begins where the macro's does.
void Converter::bind_to(const PendingDirectives &pending, prog_stmt *r, const Stmt *s)
{
	if (!pending.empty() && r->range.file < 0) r->range = places.statement(s, pending.front().begin);
	for (const PendingDirective &p : pending)
		if (directive_place_of(p.parsed) != DIRECTIVE_STATEMENT)
			directive_bind_stmt(directives_of(p.scope), p.parsed, r);
}

void Converter::refuse(const PendingDirectives &pending)
{
	for (const PendingDirective &p : pending) directive_dangling(p.parsed);
}

prog_stmt *Converter::remap(const PendingDirective &p)
{
	prog_stmt *r = static_cast<prog_stmt *>(prog_alloc(unit, sizeof(prog_stmt)));
	r->kind = PROG_STMT_REMAP;
	r->id = unit->n_stmts++;
	r->loc = directive_loc(p.parsed);
	r->range = directive_range(p.parsed);
	r->for_init = r->for_cond = r->for_step = places.none();
	r->parent = enclosing;
	r->function = function;
	directive_bind_remap(directives_of(p.scope), p.parsed, r);
	return r;
}

// Those that are statements themselves; the others stay pending.
std::vector<prog_stmt *> Converter::take_statements(PendingDirectives &pending)
{
	std::vector<prog_stmt *> statements;
	PendingDirectives rest;
	for (const PendingDirective &p : pending) {
		if (directive_place_of(p.parsed) == DIRECTIVE_STATEMENT)
			statements.push_back(remap(p));
		else
			rest.push_back(p);
	}
	pending = rest;
	return statements;
}

void Converter::check_pragmas()
{
	while (next_pragma < pragmas.size()) parse_pragma(pragmas[next_pragma++]);
}

// ---- file scope -------------------------------------------------------------------------------

static const ParmVarDecl *parameter(const FunctionDecl *function, llvm::StringRef name)
{
	for (const ParmVarDecl *p : function->parameters())
		if (p->getName() == name) return p;
	return nullptr;
}

// Whom the directive names first: what follows `::`, else what follows its keyword.
static llvm::StringRef target(const Pragma &pragma)
{
	size_t at = 1;
	for (size_t i = 0; i + 1 < pragma.tokens.size(); i++)
		if (pragma.tokens[i].text == "::") at = i + 1;
	return at < pragma.tokens.size() ? llvm::StringRef(pragma.tokens[at].text) : llvm::StringRef();
}

// Whether a directive before the function `next` is about its parameters: it names one, and file scope does not have
// all that it names. A header's function of that name (`y1`, `index`) is nothing that a directive could mean.
bool Converter::names_parameter(const Pragma &pragma, const FunctionDecl *next) const
{
	if (!next || !parameter(next, target(pragma))) return false;
	for (size_t i = 1; i < pragma.tokens.size(); i++) {
		if (!parameter(next, pragma.tokens[i].text)) continue;
		const NamedDecl *outside = find(scope, pragma.tokens[i].text);
		if (!outside || isa<FunctionDecl>(outside)) return true;
	}
	return false;
}

void Converter::bind_at_file_scope(
        SourceLocation limit, const FunctionDecl *next, std::vector<const Pragma *> &for_parameters)
{
	while (pragma_before(limit)) {
		const Pragma &pragma = pragmas[next_pragma++];
		if (names_parameter(pragma, next)) {
			for_parameters.push_back(&pragma);
			continue;
		}
		directive *d = parse_pragma(pragma);
		if (!d) continue;
		switch (directive_place_of(d)) {
		case DIRECTIVE_DECLARATIVE: directive_bind(directives_of(scope), d); break;
		case DIRECTIVE_MARK: directive_bind_mark(directives_of(scope), d, next ? symbol(next) : nullptr); break;
		case DIRECTIVE_EXECUTABLE:
		case DIRECTIVE_STATEMENT: directive_dangling(d); break;
		}
	}
}

void Converter::walk_record(const RecordDecl *record)
{
	if (!record->isThisDeclarationADefinition()) return;
	bool system = places.in_system_header(record->getLocation());
	if (system && !pragma_before(record->getBraceRange().getEnd())) return;
	Scope inner;
	inner.context = record;
	push(inner);
	for (const FieldDecl *field : record->fields()) symbol(field);
	for (const Decl *decl : record->decls())
		if (auto *nested = dyn_cast<RecordDecl>(decl)) walk_record(nested);
	PendingDirectives pending = bind_before(record->getBraceRange().getEnd());
	refuse(pending);
	pop();
}

void Converter::walk_function(const FunctionDecl *decl, const std::vector<const Pragma *> &for_parameters)
{
	prog_symbol *s = symbol(decl);
	bool defines = decl->doesThisDeclarationHaveABody() && s->function;
	if (defines) function = s->function;
	Scope parameters;
	push(parameters);
	for (const ParmVarDecl *p : decl->parameters()) {
		declare(p);
		if (defines) grow(unit, function->params, function->n_params, symbol(p));
	}
	PendingDirectives pending;
	for (const Pragma *pragma : for_parameters)
		if (directive *d = parse_pragma(*pragma)) bind(d, pragma->begin, pending);
	refuse(pending);
	pending = bind_before(defines ? decl->getBody()->getBeginLoc() : decl->getEndLoc());
	refuse(pending);
	if (defines) {
		grow(unit, unit->functions, unit->n_functions, function);
		function->body = stmt(decl->getBody());
		function->is_pure |= s->is_pure;
	}
	pop();
	function = nullptr;
}

// Tables of numbers are left out: they may be large.
static bool may_hold_address(const ASTContext &context, QualType type)
{
	return !type->isArrayType() || !context.getBaseElementType(type)->isArithmeticType();
}

void Converter::walk_decl(Decl *decl, const std::vector<const Pragma *> &for_parameters)
{
	bool system = places.in_system_header(decl->getLocation());
	if (auto *record = dyn_cast<RecordDecl>(decl)) walk_record(record);
	if (system) return;
	if (auto *f = dyn_cast<FunctionDecl>(decl)) walk_function(f, for_parameters);
	auto *v = dyn_cast<VarDecl>(decl);
	if (!v || !v->getInit() || !may_hold_address(context, v->getType())) return;
	prog_expr *value = expr(v->getInit());
	mark_addresses(value);
	grow(unit, unit->values, unit->n_values, value);
	symbol(v)->value = value;
}

// Declarators of one declaration, and the struct that it defines, are one group: directives before it see all of them.
void Converter::walk_group(llvm::ArrayRef<Decl *> group)
{
	const FunctionDecl *next = nullptr;
	std::vector<const Pragma *> for_parameters;
	for (const Decl *decl : group) {
		if (auto *f = dyn_cast<FunctionDecl>(decl)) next = f;
		auto *v = dyn_cast<VarDecl>(decl);
		if (v && !places.in_system_header(v->getLocation())) symbol(v);
	}
	scope->limit = group.back()->getEndLoc();
	bind_at_file_scope(group.front()->getBeginLoc(), next, for_parameters);
	for (Decl *decl : group) walk_decl(decl, for_parameters);
}

static bool is_walked(const Decl *decl) { return !decl->isImplicit() && decl->getBeginLoc().isValid(); }

void Converter::walk_unit()
{
	std::vector<Decl *> decls;
	for (Decl *decl : context.getTranslationUnitDecl()->decls())
		if (is_walked(decl)) decls.push_back(decl);
	Scope file;
	file.context = context.getTranslationUnitDecl();
	push(file);
	for (size_t i = 0, j; i < decls.size(); i = j) {
		for (j = i + 1; j < decls.size() && !places.before(decls[i]->getEndLoc(), decls[j]->getBeginLoc());)
			j++;
		walk_group(llvm::ArrayRef(decls).slice(i, j - i));
	}
	scope->limit = SourceLocation();
	std::vector<const Pragma *> none;
	bind_at_file_scope(SourceLocation(), nullptr, none);
	pop();
	list_unevaluated();
}
