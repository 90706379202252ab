// SPDX-License-Identifier: Apache-2.0
#include "convert.h"
#include "grow.h"

#include <clang/AST/Attr.h>
#include <clang/AST/StmtOpenMP.h>

using namespace clang;

prog_stmt *Converter::new_stmt(prog_stmt_kind kind, const Stmt *s)
{
	prog_stmt *r = static_cast<prog_stmt *>(prog_alloc(unit, sizeof(prog_stmt)));
	r->kind = kind;
	r->id = unit->n_stmts++;
	r->loc = places.loc(s->getBeginLoc());
	r->range = places.statement(s);
	r->for_init = r->for_cond = r->for_step = places.none();
	r->parent = enclosing;
	r->function = function;
	claim_text(r, s);
	return r;
}

void Converter::take_text(prog_stmt *r, const Stmt *s)
{
	r->range = places.none();
	r->text = prog_string(unit, text_of(s).c_str());
}

// Text that stands for two statements (an argument that a macro uses twice, a file that is included twice) cannot be
// replaced for one.
void Converter::claim_text(prog_stmt *r, const Stmt *s)
{
	if (r->range.file < 0) return take_text(r, s);
	auto &[owner, owner_tree] = owners[{r->range.file, r->range.begin}];
	if (owner) {
		take_text(r, s);
		take_text(owner, owner_tree);
	} else {
		owner = r;
		owner_tree = s;
	}
}

static prog_stmt_kind kind_of(const Stmt *s)
{
	if (isa<Expr>(s)) return PROG_STMT_EXPR;
	switch (s->getStmtClass()) {
	case Stmt::CompoundStmtClass: return PROG_STMT_COMPOUND;
	case Stmt::DeclStmtClass: return PROG_STMT_DECL;
	case Stmt::IfStmtClass: return PROG_STMT_IF;
	case Stmt::ForStmtClass: return PROG_STMT_FOR;
	case Stmt::WhileStmtClass: return PROG_STMT_WHILE;
	case Stmt::DoStmtClass: return PROG_STMT_DO;
	case Stmt::SwitchStmtClass: return PROG_STMT_SWITCH;
	case Stmt::CaseStmtClass:
	case Stmt::DefaultStmtClass: return PROG_STMT_CASE;
	case Stmt::LabelStmtClass: return PROG_STMT_LABEL;
	case Stmt::GotoStmtClass:
	case Stmt::IndirectGotoStmtClass: return PROG_STMT_GOTO;
	case Stmt::BreakStmtClass: return PROG_STMT_BREAK;
	case Stmt::ContinueStmtClass: return PROG_STMT_CONTINUE;
	case Stmt::ReturnStmtClass: return PROG_STMT_RETURN;
	case Stmt::NullStmtClass: return PROG_STMT_NULL;
	default: return PROG_STMT_OPAQUE;
	}
}

// Wrappers without a meaning of their own: attributes, and OpenMP's regions, which are the statement that they hold.
static const Stmt *unwrapped(const Stmt *s)
{
	while (true) {
		const Stmt *inner = nullptr;
		if (auto *a = dyn_cast<AttributedStmt>(s)) inner = a->getSubStmt();
		if (auto *c = dyn_cast<CapturedStmt>(s)) inner = c->getCapturedStmt();
		if (auto *l = dyn_cast<OMPCanonicalLoop>(s)) inner = l->getLoopStmt();
		if (auto *o = dyn_cast<OMPExecutableDirective>(s))
			inner = o->hasAssociatedStmt() ? o->getAssociatedStmt() : nullptr;
		if (!inner) return s;
		s = inner;
	}
}

// ---- pragmas ------------------------------------------------------------------------------------

// Clauses that mean the same whichever of the loop's iterations there are.
static bool is_plain_clause(const OMPClause *c)
{
	auto scalars = [](const auto *list) {
		return llvm::all_of(list->varlists(), [](const Expr *e) {
			return isa<DeclRefExpr>(e) && !e->getType()->isPointerType() && !e->getType()->isArrayType();
		});
	};
	if (c->isImplicit()) return true;
	switch (c->getClauseKind()) {
	case llvm::omp::OMPC_private: return scalars(cast<OMPPrivateClause>(c));
	case llvm::omp::OMPC_firstprivate: return scalars(cast<OMPFirstprivateClause>(c));
	case llvm::omp::OMPC_reduction: return scalars(cast<OMPReductionClause>(c));
	case llvm::omp::OMPC_schedule:
	case llvm::omp::OMPC_num_threads:
	case llvm::omp::OMPC_proc_bind:
	case llvm::omp::OMPC_if:
	case llvm::omp::OMPC_shared: return true;
	default: return false;
	}
}

static prog_pragma_kind pragma_kind(const OMPExecutableDirective *d)
{
	auto *loops = dyn_cast<OMPLoopDirective>(d);
	if (!loops || loops->getLoopsNumber() != 1 || !llvm::all_of(d->clauses(), is_plain_clause))
		return PROG_PRAGMA_OMP;
	switch (d->getDirectiveKind()) {
	case llvm::omp::OMPD_simd: return PROG_PRAGMA_SIMD;
	case llvm::omp::OMPD_parallel_for:
	case llvm::omp::OMPD_parallel_for_simd: return PROG_PRAGMA_THREADS;
	default: return PROG_PRAGMA_OMP;
	}
}

// The line of a pragma, its _Pragma, or the macro that holds it, by any token of it.
static prog_range pragma_range(
        const prog_unit *unit, const SourceManager &sources, Places &places, SourceLocation token)
{
	if (token.isMacroID()) {
		CharSourceRange whole = sources.getExpansionRange(token);
		return places.range(SourceRange(whole.getBegin(), whole.getEnd()));
	}
	prog_range r = places.lines(token, token);
	if (r.file < 0) return r;
	const char *text = unit->files[r.file].text;
	r.begin = r.end = sources.getFileOffset(token);
	while (r.begin > 0 && text[r.begin - 1] != '\n') r.begin--;
	while (r.begin < r.end && strchr(" \t", text[r.begin])) r.begin++;
	for (; text[r.end] && (text[r.end] != '\n' || text[r.end - 1] == '\\'); r.end++) continue;
	return text[r.begin] == '#' ? r : places.none();
}

static prog_pragma *pragmas_of(prog_unit *unit, const SourceManager &sources, Places &places, const Stmt *s)
{
	prog_pragma *first = nullptr, **end = &first;
	auto add = [&](prog_pragma_kind kind, SourceLocation token) {
		*end = static_cast<prog_pragma *>(prog_alloc(unit, sizeof(prog_pragma)));
		**end = {kind, pragma_range(unit, sources, places, token), nullptr};
		end = &(*end)->next;
	};
	for (const Stmt *inner = nullptr; s; s = inner, inner = nullptr) {
		if (auto *a = dyn_cast<AttributedStmt>(s)) {
			for (const Attr *attr : a->getAttrs())
				if (isa<LoopHintAttr>(attr)) add(PROG_PRAGMA_LOOP, attr->getLocation());
			inner = a->getSubStmt();
		} else if (auto *o = dyn_cast<OMPExecutableDirective>(s)) {
			add(pragma_kind(o), o->getBeginLoc());
			inner = o->hasAssociatedStmt() ? o->getAssociatedStmt() : nullptr;
		} else if (auto *c = dyn_cast<CapturedStmt>(s)) {
			inner = c->getCapturedStmt();
		} else if (auto *l = dyn_cast<OMPCanonicalLoop>(s)) {
			inner = l->getLoopStmt();
		}
	}
	return first;
}

prog_stmt *Converter::stmt(const Stmt *s)
{
	const Stmt *whole = s;
	s = unwrapped(s);
	prog_stmt *r = new_stmt(kind_of(s), s), *outer = enclosing;
	if (whole != s) r->pragmas = pragmas_of(unit, context.getSourceManager(), places, whole);
	enclosing = r;
	fill_stmt(r, s);
	enclosing = outer;
	mark_addresses(r->expr);
	mark_addresses(r->cond);
	mark_addresses(r->step);
	return r;
}

// Directives of a loop may also stand behind the pragmas that wrap it: `omp parallel for`, then `independent`.
void Converter::bind_behind_pragmas(const Stmt *s, PendingDirectives &pending)
{
	PendingDirectives behind = bind_before(unwrapped(s)->getBeginLoc()), statements;
	for (const PendingDirective &p : behind)
		(directive_place_of(p.parsed) == DIRECTIVE_STATEMENT ? statements : pending).push_back(p);
	refuse(statements);
}

// A statement that stands alone under another one: directives may stand before it.
prog_stmt *Converter::body(const Stmt *s)
{
	if (!s) return nullptr;
	PendingDirectives pending = bind_before(s->getBeginLoc());
	std::vector<prog_stmt *> remaps = take_statements(pending);
	bind_behind_pragmas(s, pending);
	prog_stmt *r = stmt(s);
	bind_to(pending, r, s);
	return remaps.empty() ? r : with_remaps(remaps, r, s);
}

// `if (c)`, a directive that is a statement, and the statement that C sees: both are under the condition.
prog_stmt *Converter::with_remaps(const std::vector<prog_stmt *> &remaps, prog_stmt *r, const Stmt *s)
{
	prog_stmt *block = static_cast<prog_stmt *>(prog_alloc(unit, sizeof(prog_stmt)));
	*block = {};
	block->kind = PROG_STMT_COMPOUND;
	block->id = unit->n_stmts++;
	block->loc = places.loc(s->getBeginLoc());
	block->range = block->for_init = block->for_cond = block->for_step = places.none();
	block->parent = r->parent;
	block->function = function;
	remaps.front()->opens_block = true;
	for (prog_stmt *remap : remaps) grow(unit, block->child, block->n_children, remap);
	grow(unit, block->child, block->n_children, r);
	for (int k = 0; k < block->n_children; k++) block->child[k]->parent = block;
	return block;
}

static const char *label_text(prog_unit *unit, const LabelDecl *label)
{
	return prog_string(unit, label->getNameAsString().c_str());
}

void Converter::fill_stmt(prog_stmt *r, const Stmt *s)
{
	if (auto *x = dyn_cast<Expr>(s)) {
		r->expr = expr(x);
	} else if (auto *x = dyn_cast<CompoundStmt>(s)) {
		fill_compound(r, x);
	} else if (auto *x = dyn_cast<DeclStmt>(s)) {
		fill_decl(r, x);
	} else if (auto *x = dyn_cast<IfStmt>(s)) {
		r->cond = expr(x->getCond());
		r->body = body(x->getThen());
		r->otherwise = body(x->getElse());
	} else if (auto *x = dyn_cast<ForStmt>(s)) {
		fill_for(r, x);
	} else if (auto *x = dyn_cast<WhileStmt>(s)) {
		r->cond = expr(x->getCond());
		r->body = body(x->getBody());
	} else if (auto *x = dyn_cast<DoStmt>(s)) {
		r->body = body(x->getBody());
		r->cond = expr(x->getCond());
	} else if (auto *x = dyn_cast<SwitchStmt>(s)) {
		r->cond = expr(x->getCond());
		r->body = body(x->getBody());
	} else if (auto *x = dyn_cast<CaseStmt>(s)) {
		fill_case(r, x);
	} else if (auto *x = dyn_cast<DefaultStmt>(s)) {
		r->body = body(x->getSubStmt());
	} else if (auto *x = dyn_cast<LabelStmt>(s)) {
		r->label = label_text(unit, x->getDecl());
		r->body = body(x->getSubStmt());
	} else if (auto *x = dyn_cast<GotoStmt>(s)) {
		r->label = label_text(unit, x->getLabel());
	} else if (auto *x = dyn_cast<IndirectGotoStmt>(s)) {
		r->expr = expr(x->getTarget());
	} else if (auto *x = dyn_cast<ReturnStmt>(s)) {
		r->expr = expr(x->getRetValue());
	} else if (r->kind == PROG_STMT_OPAQUE) {
		fill_opaque(r, s);
	}
}

void Converter::fill_compound(prog_stmt *r, const CompoundStmt *s)
{
	Scope inner;
	push(inner);
	for (const Stmt *child : s->body()) {
		if (auto *group = dyn_cast<DeclStmt>(child))
			for (const Decl *decl : group->decls())
				if (auto *named = dyn_cast<NamedDecl>(decl)) declare(named);
		PendingDirectives pending = bind_before(child->getBeginLoc());
		for (prog_stmt *remap : take_statements(pending)) grow(unit, r->child, r->n_children, remap);
		bind_behind_pragmas(child, pending);
		prog_stmt *converted = stmt(child);
		grow(unit, r->child, r->n_children, converted);
		bind_to(pending, converted, child);
	}
	PendingDirectives pending = bind_before(s->getRBracLoc());
	for (prog_stmt *remap : take_statements(pending)) grow(unit, r->child, r->n_children, remap);
	refuse(pending);
	pop();
}

// A declaration in the head is seen by the body only.
void Converter::fill_for(prog_stmt *r, const ForStmt *s)
{
	Scope inner;
	push(inner);
	if (auto *group = dyn_cast_or_null<DeclStmt>(s->getInit()))
		for (const Decl *decl : group->decls())
			if (auto *named = dyn_cast<NamedDecl>(decl)) declare(named);
	prog_range parts[3];
	places.for_head(s, parts);
	r->for_init = parts[0];
	r->for_cond = parts[1];
	r->for_step = parts[2];
	if (s->getInit()) r->init = stmt(s->getInit());
	r->cond = expr(s->getCond());
	r->step = expr(s->getInc());
	r->body = body(s->getBody());
	pop();
}

// Whether it does more than compute with variables.
static bool accesses(const prog_expr *e)
{
	static const prog_expr_kind kinds[] = {PROG_EXPR_CALL, PROG_EXPR_INDEX, PROG_EXPR_DEREF, PROG_EXPR_MEMBER,
	        PROG_EXPR_ASSIGN, PROG_EXPR_INCDEC, PROG_EXPR_OPAQUE};
	return llvm::is_contained(kinds, e->kind) ||
	       std::any_of(e->arg, e->arg + e->n_args, [](const prog_expr *a) { return a && accesses(a); });
}

// What a declaration computes for the extents of a type that is written in it: double a[(int)v[0]], (*p)[f(v)]; typedef
// double row[v[1]];
void Converter::add_extents(prog_stmt *r, QualType written)
{
	if (!written->isVariablyModifiedType()) return;
	for (const prog_type *t = type(written); t; t = t->element) {
		prog_expr *e = const_cast<prog_expr *>(t->extent);
		bool here = e && e->range.file == r->range.file && e->range.begin >= r->range.begin &&
		            e->range.end <= r->range.end;
		if (!here || !accesses(e)) continue;
		mark_addresses(e);
		if (r->expr) {
			prog_expr *both = static_cast<prog_expr *>(prog_alloc(unit, sizeof *both));
			both->kind = PROG_EXPR_BINARY;
			both->op = PROG_OP_COMMA;
			both->type = e->type;
			both->loc = r->expr->loc;
			both->range = both->expansion = places.none();
			both->text = prog_string(unit, (std::string(r->expr->text) + ", " + e->text).c_str());
			set_args(both, {r->expr, e});
			e = both;
		}
		r->expr = e;
	}
}

void Converter::fill_decl(prog_stmt *r, const DeclStmt *s)
{
	size_t n = std::distance(s->decl_begin(), s->decl_end());
	r->symbols = static_cast<prog_symbol **>(prog_alloc(unit, sizeof(prog_symbol *) * n));
	r->inits = static_cast<prog_expr **>(prog_alloc(unit, sizeof(prog_expr *) * n));
	for (const Decl *decl : s->decls()) {
		if (auto *record = dyn_cast<RecordDecl>(decl)) walk_record(record);
		if (auto *name = dyn_cast<TypedefNameDecl>(decl)) add_extents(r, name->getUnderlyingType());
		auto *variable = dyn_cast<VarDecl>(decl);
		if (!variable) continue;
		r->symbols[r->n_symbols] = symbol(variable);
		add_extents(r, variable->getType());
		prog_expr *init = expr(variable->getInit());
		mark_addresses(init);
		r->inits[r->n_symbols++] = init;
	}
}

// GNU's `case 1 ... 5:` is an OPAQUE of both ends.
void Converter::fill_case(prog_stmt *r, const CaseStmt *s)
{
	r->expr = expr(s->getLHS());
	if (s->caseStmtIsGNURange()) {
		prog_expr *both = new_expr(PROG_EXPR_OPAQUE, s->getLHS());
		prog_expr *last = expr(s->getRHS());
		both->text = prog_string(unit, (std::string(r->expr->text) + " ... " + last->text).c_str());
		both->range = both->expansion = places.none();
		set_args(both, {r->expr, last});
		r->expr = both;
	}
	r->body = body(s->getSubStmt());
}

// What it writes appears by address, as in a call.
void Converter::fill_asm(prog_stmt *r, const AsmStmt *s)
{
	llvm::SmallVector<prog_expr *, 8> args;
	for (unsigned i = 0; i < s->getNumOutputs(); i++) {
		const Expr *output = s->getOutputExpr(i);
		prog_expr *address = new_expr(PROG_EXPR_ADDR, output);
		address->is_implicit = true;
		address->type = type(context.getPointerType(output->getType()));
		set_args(address, expr(output));
		args.push_back(address);
	}
	for (unsigned i = 0; i < s->getNumInputs(); i++) args.push_back(expr(s->getInputExpr(i)));
	prog_expr *e = static_cast<prog_expr *>(prog_alloc(unit, sizeof(prog_expr)));
	e->kind = PROG_EXPR_OPAQUE;
	e->type = type(context.VoidTy);
	e->loc = r->loc;
	e->range = e->expansion = places.none();
	e->text = "asm";
	set_args(e, args);
	r->expr = e;
}

void Converter::fill_opaque(prog_stmt *r, const Stmt *s)
{
	if (auto *x = dyn_cast<AsmStmt>(s)) return fill_asm(r, x);
	if (isa<OMPExecutableDirective>(s)) {
		r->kind = PROG_STMT_NULL;
		return;
	}
	for (const Stmt *child : s->children())
		if (auto *e = dyn_cast_or_null<Expr>(child); e && !r->expr) r->expr = expr(e);
}
