// SPDX-License-Identifier: Apache-2.0
//
// Which macro invocations and headers have to be written out: those that hold, or cut through, statements and
// declarations that may have to change.
#include "expand.h"

#include "../../analysis/model/model.h"
#include "../clang/clang.h"

#include <clang/AST/StmtOpenMP.h>
#include <clang/Lex/MacroInfo.h>

#include <llvm/ADT/DenseSet.h>

using namespace clang;

// ---- inclusions -------------------------------------------------------------------------------

// The place in a file of what stands there, or is expanded there.
// ---- notes ------------------------------------------------------------------------------------

namespace
{
class NoteCallbacks : public PPCallbacks
{
	const SourceManager &sources;
	ExpansionNotes &notes;
	llvm::DenseMap<const MacroInfo *, bool> pastes;

	bool is_pasting(const MacroInfo *macro)
	{
		auto [known, is_new] = pastes.try_emplace(macro, false);
		if (is_new)
			for (const Token &token : macro->tokens())
				known->second |= token.isOneOf(tok::hash, tok::hashhash);
		return known->second;
	}

      public:
	NoteCallbacks(const SourceManager &sources, ExpansionNotes &notes) : sources(sources), notes(notes) {}

	void FileChanged(SourceLocation where, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override
	{
		FileID file = sources.getFileID(where);
		if (reason == EnterFile && sources.getFileEntryRefForID(file)) notes.inclusions.enter(file);
	}

	void MacroExpands(const Token &name, const MacroDefinition &definition, SourceRange, const MacroArgs *) override
	{
		const MacroInfo *macro = definition.getMacroInfo();
		bool counts = macro->isBuiltinMacro() && name.getIdentifierInfo()->isStr("__COUNTER__");
		if (!counts && !is_pasting(macro)) return;
		SourceLocation where = sources.getExpansionLoc(name.getLocation());
		InclusionOffset at;
		if (sources.isInSystemHeader(where) || !notes.inclusions.find(sources, where, at)) return;
		(counts ? notes.counting : notes.pasting).insert(at);
	}
};
} // namespace

void note_expansions(Preprocessor &preprocessor, ExpansionNotes &notes)
{
	notes.preprocessor = &preprocessor;
	preprocessor.addPPCallbacks(std::make_unique<NoteCallbacks>(preprocessor.getSourceManager(), notes));
}

// ---- replacements -----------------------------------------------------------------------------

bool Expansions::add(const std::vector<std::pair<InclusionOffset, Replacement>> &changes)
{
	auto is_joined = [&](const InclusionOffset &at, const Replacement &what) {
		auto there = replacements.find(at);
		return there != replacements.end() && there->second.declares && what.declares;
	};
	for (auto &[at, what] : changes) {
		if (is_joined(at, what)) continue;
		auto next = replacements.lower_bound(at);
		if (next != replacements.end() && next->first.first == at.first && next->first.second <= what.end)
			return false;
		if (next == replacements.begin()) continue;
		auto before = std::prev(next);
		if (before->first.first == at.first && before->second.end >= at.second) return false;
	}
	for (auto &[at, what] : changes)
		if (is_joined(at, what))
			replacements[at].text += what.text;
		else
			replacements.insert({at, what});
	return true;
}

// ---- what is in the way -----------------------------------------------------------------------

namespace
{
class Finder
{
	ASTContext &context;
	const SourceManager &sources;
	Converter &converter;
	Places &places;
	const ExpansionNotes &notes;
	bool forms_only;
	bool splits_inside; // some array is split in a dimension that is not its first one
	Expansions &found;
	llvm::DenseSet<const prog_type *> elements; // of memory that may be mapped
	llvm::DenseMap<const Stmt *, bool> touching;
	std::set<std::pair<int, unsigned>> beginnings;
	std::vector<const VarDecl *> walking; // pointers of the function that its loops step

	void add_element(const prog_type *t);
	bool may_be_mapped(QualType type);
	bool is_mapped(const ValueDecl *decl);
	bool touches_itself(const Stmt *s);
	bool touches(const Stmt *s);

	void mark(SourceLocation where);
	void mark_header(SourceLocation where);
	void mark_file(SourceLocation where);
	void mark_next_token(SourceLocation end);
	void mark_ends(const Stmt *s);
	bool is_replaceable(const Stmt *s);

	void check_declarator(const VarDecl *decl);
	void check_for(const ForStmt *s);
	void check_operator(const Expr *e);
	void walk_inside(const Stmt *s);
	void walk_expr(const Expr *e);
	void walk_decl(const DeclStmt *s);
	void note_walking(const Stmt *s);
	void walk(const Stmt *s, bool in_loop);
	void walk_calls(const Stmt *s, bool in_loop);
	void endings(const Stmt *s);

      public:
	Finder(prog_unit *unit, ASTContext &context, Converter &converter, Places &places, const ExpansionNotes &notes,
	        bool forms_only, Expansions &found);
	void function(const FunctionDecl *decl);
	void variable(const VarDecl *decl);
	void pragma(const Pragma &pragma) { mark(pragma.begin); }
	void unevaluated(const DeclRefExpr *name);
	void counters();
};
} // namespace

static const prog_type *innermost(const prog_type *t)
{
	while (t && (t->kind == PROG_TYPE_ARRAY || t->kind == PROG_TYPE_POINTER)) t = t->element;
	return t;
}

static QualType innermost(const ASTContext &context, QualType type)
{
	type = type.getCanonicalType();
	while (true) {
		if (const Type *element = type->getPointeeOrArrayElementType(); element != type.getTypePtr())
			type = QualType(element, 0).getCanonicalType();
		else
			return context.getCanonicalType(type).getUnqualifiedType();
	}
}

void Finder::add_element(const prog_type *t)
{
	if (t) elements.insert(innermost(t));
}

Finder::Finder(prog_unit *unit, ASTContext &context, Converter &converter, Places &places, const ExpansionNotes &notes,
        bool forms_only, Expansions &found)
    : context(context), sources(context.getSourceManager()), converter(converter), places(places), notes(notes),
      forms_only(forms_only), splits_inside(false), found(found)
{
	for (int i = 0; i < unit->n_mappings; i++) splits_inside |= prog_mapping_splits_from(unit->mappings[i], 1);
	element_types types;
	element_types_of(&types, unit);
	for (int i = 0; i < types.n; i++) add_element(types.list[i]);
	// Objects in which mapped arrays stand are copied as a whole.
	for (int i = 0; i < unit->n_symbols; i++)
		if (unit->symbols[i]->holds_parts) add_element(unit->symbols[i]->type);
}

bool Finder::may_be_mapped(QualType type)
{
	if (elements.empty()) return false;
	QualType element = innermost(context, type);
	if (element->isFunctionType() || element->isDependentType()) return false;
	return elements.contains(converter.type(element));
}

bool Finder::is_mapped(const ValueDecl *decl)
{
	if (!isa<VarDecl, FieldDecl>(decl)) return false;
	const prog_symbol *s = converter.symbol(decl);
	return s && (s->mapping || s->partly || prog_type_holds_parts(s->type));
}

// setjmp: where a jump comes back to, what is mapped in the functions that it leaves ends.
static bool is_landing(const Stmt *s)
{
	auto *call = dyn_cast<CallExpr>(s);
	const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
	if (!callee || !callee->getIdentifier()) return false;
	llvm::StringRef name = callee->getName();
	return name == "setjmp" || name == "_setjmp" || name == "sigsetjmp" || name == "__sigsetjmp";
}

bool Finder::touches_itself(const Stmt *s)
{
	if (is_landing(s)) return true;
	if (auto *group = dyn_cast<DeclStmt>(s)) {
		for (const Decl *decl : group->decls())
			if (auto *v = dyn_cast<VarDecl>(decl); v && is_mapped(v)) return true;
		return false;
	}
	if (auto *r = dyn_cast<DeclRefExpr>(s); r && is_mapped(r->getDecl())) return true;
	if (auto *m = dyn_cast<MemberExpr>(s); m && is_mapped(m->getMemberDecl())) return true;
	auto *e = dyn_cast<Expr>(s);
	auto *cast = dyn_cast<ImplicitCastExpr>(s);
	if (!e || (cast && cast->getCastKind() == CK_ArrayToPointerDecay)) return false;
	return e->getType()->isPointerType() && may_be_mapped(e->getType());
}

// Whether the statement or expression has to do with memory that may be mapped.
bool Finder::touches(const Stmt *s)
{
	if (!s) return false;
	auto known = touching.find(s);
	if (known != touching.end()) return known->second;
	bool result = touches_itself(s);
	for (const Stmt *child : s->children()) result |= touches(child);
	touching[s] = result;
	return result;
}

// ---- marks ------------------------------------------------------------------------------------

void Finder::mark_file(SourceLocation where)
{
	InclusionOffset at;
	if (sources.isInSystemHeader(where) || !notes.inclusions.find(sources, where, at)) return;
	found.invocations.insert(at);
	if (at.first != 0) found.headers.insert(at.first);
}

// The outermost macro that the token comes from.
void Finder::mark(SourceLocation where)
{
	if (where.isMacroID()) mark_file(sources.getExpansionLoc(where));
}

// The file, if it is not the main one, that the token stands or is expanded in.
void Finder::mark_header(SourceLocation where)
{
	InclusionOffset at;
	where = sources.getExpansionLoc(where);
	if (sources.isInSystemHeader(where) || !notes.inclusions.find(sources, where, at)) return;
	if (at.first != 0) found.headers.insert(at.first);
}

// The semicolon may come from a macro of its own.
void Finder::mark_next_token(SourceLocation end)
{
	if (end.isMacroID() && !Lexer::isAtEndOfMacroExpansion(end, sources, context.getLangOpts(), &end)) return;
	std::optional<Token> next = Lexer::findNextToken(end, sources, context.getLangOpts());
	if (next && next->is(tok::raw_identifier)) mark_file(next->getLocation());
}

void Finder::mark_ends(const Stmt *s)
{
	mark(s->getBeginLoc());
	mark(s->getEndLoc());
	if (isa<Expr, ReturnStmt, GotoStmt, BreakStmt, ContinueStmt, DoStmt>(s)) mark_next_token(s->getEndLoc());
}

// Whether the statement has a text of its own. Text that a macro uses twice is nobody's.
bool Finder::is_replaceable(const Stmt *s)
{
	prog_range range = places.statement(s);
	if (range.file < 0) return false;
	return !s->getBeginLoc().isMacroID() || beginnings.insert({range.file, range.begin}).second;
}

// ---- the walk ---------------------------------------------------------------------------------

void Finder::check_declarator(const VarDecl *decl)
{
	if (!is_mapped(decl) || isa<ParmVarDecl>(decl) || places.in_system_header(decl->getLocation())) return;
	if (!decl->getType()->isArrayType() || decl->isThisDeclarationADefinition() == VarDecl::DeclarationOnly) return;
	mark_header(decl->getLocation());
	if (places.declarator(decl).decl.file >= 0) return;
	mark(decl->getBeginLoc());
	mark(decl->getLocation());
	mark(decl->getEndLoc());
	mark_next_token(decl->getEndLoc());
}

void Finder::check_for(const ForStmt *s)
{
	prog_range parts[3];
	places.for_head(s, parts);
	if (parts[0].file >= 0) return;
	mark(s->getBeginLoc());
	mark(s->getLParenLoc());
	mark(s->getRParenLoc());
	for (const Stmt *part :
	        {s->getInit(), static_cast<const Stmt *>(s->getCond()), static_cast<const Stmt *>(s->getInc())}) {
		if (!part) continue;
		mark(part->getBeginLoc());
		mark(part->getEndLoc());
	}
}

// A macro that uses its argument in several ways at once, or makes a string of it.
void Finder::check_operator(const Expr *e)
{
	auto *b = dyn_cast<BinaryOperator>(e);
	auto *u = dyn_cast<UnaryOperator>(e);
	const Expr *target = b && b->isAssignmentOp() ? b->getLHS() : nullptr;
	if (u && (u->isIncrementDecrementOp() || u->getOpcode() == UO_AddrOf)) target = u->getSubExpr();
	if (target) target = target->IgnoreParenCasts();
	bool operates = target && e->getExprLoc().isMacroID() && sources.isMacroArgExpansion(target->getBeginLoc());
	if (operates && !sources.isMacroArgExpansion(e->getExprLoc())) mark(e->getExprLoc());
	if (!isa<DeclRefExpr, MemberExpr>(e) || !sources.isMacroArgExpansion(e->getExprLoc())) return;
	InclusionOffset begin, end;
	CharSourceRange whole = sources.getExpansionRange(e->getExprLoc());
	if (!notes.inclusions.find(sources, whole.getBegin(), begin) ||
	        !notes.inclusions.find(sources, whole.getEnd(), end))
		return;
	auto pasting = notes.pasting.lower_bound(begin);
	if (pasting != notes.pasting.end() && *pasting <= end) mark(e->getExprLoc());
}

void Finder::walk_inside(const Stmt *s)
{
	if (!s || !touches(s)) return;
	if (auto *block = dyn_cast<StmtExpr>(s)) {
		mark(block->getBeginLoc());
		return walk(block->getSubStmt(), false);
	}
	if (auto *e = dyn_cast<Expr>(s)) check_operator(e);
	for (const Stmt *child : s->children()) walk_inside(child);
}

// A whole expression: it can be replaced as such if it has a text.
void Finder::walk_expr(const Expr *e)
{
	if (!e || !touches(e)) return;
	if (places.range(e->getSourceRange()).file < 0) {
		mark(e->getBeginLoc());
		mark(e->getEndLoc());
	}
	walk_inside(e);
}

void Finder::walk_decl(const DeclStmt *s)
{
	for (const Decl *decl : s->decls()) {
		auto *v = dyn_cast<VarDecl>(decl);
		if (!v) continue;
		check_declarator(v);
		walk_expr(v->getInit());
	}
}

// Pointers without a directive of their own.
void Finder::note_walking(const Stmt *s)
{
	if (!s) return;
	const Expr *target = nullptr;
	if (auto *u = dyn_cast<UnaryOperator>(s); u && u->isIncrementDecrementOp()) target = u->getSubExpr();
	if (auto *b = dyn_cast<BinaryOperator>(s); b && b->isAssignmentOp()) target = b->getLHS();
	auto *name = target ? dyn_cast<DeclRefExpr>(target->IgnoreParens()) : nullptr;
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	bool pointer = v && v->getType()->isPointerType() && v->isLocalVarDeclOrParm() && !v->isStaticLocal();
	if (pointer && !is_mapped(v) && !llvm::is_contained(walking, v)) walking.push_back(v);
	for (const Stmt *child : s->children()) note_walking(child);
}

// What has nothing to do with mapped memory itself may call functions that name it: render(x, y)
void Finder::walk_calls(const Stmt *s, bool in_loop)
{
	if (in_loop) find_called_loops(context, notes, converter, s, false, !forms_only, found);
	in_loop |= isa<ForStmt>(s);
	for (const Stmt *child : s->children())
		if (child && (!isa<Expr>(child) || isa<CallExpr, BinaryOperator>(child))) walk_calls(child, in_loop);
}

void Finder::walk(const Stmt *s, bool in_loop)
{
	if (!s) return;
	if (!in_loop && !touches(s)) return walk_calls(s, false);
	if (isa<AttributedStmt, CapturedStmt, OMPCanonicalLoop, OMPExecutableDirective>(s)) {
		for (const Stmt *child : s->children())
			if (child && !isa<Expr>(child)) walk(child, in_loop);
		return;
	}
	mark_header(s->getBeginLoc());
	if (!is_replaceable(s)) mark_ends(s);
	if (in_loop && isa<Expr, DeclStmt, IfStmt>(s)) find_inner_steps(context, notes, s, found);
	bool rows = in_loop && splits_inside && touches(s);
	if (in_loop) find_called_loops(context, notes, converter, s, rows, !forms_only, found);
	if (rows) find_called_values(context, notes, converter, s, !forms_only, found);
	if (auto *x = dyn_cast<Expr>(s)) return walk_expr(x);
	if (auto *x = dyn_cast<DeclStmt>(s)) return walk_decl(x);
	if (auto *x = dyn_cast<ReturnStmt>(s)) return walk_expr(x->getRetValue());
	if (isa<ForStmt, WhileStmt, DoStmt>(s)) {
		if (!in_loop) note_walking(s);
		if (touches(s)) find_component_loop(context, notes, converter, s, !forms_only, found);
		if (touches(s)) find_extremum_place(context, notes, s, found);
		if (touches(s)) find_pointed_places(context, notes, s, found);
		if (touches(s)) find_place_pointers(context, notes, s, found);
		if (touches(s)) find_direction(context, notes, s, !forms_only, found);
		if (touches(s)) find_divided_counter(context, notes, s, !forms_only, found);
		if (touches(s)) find_fixed_row(context, notes, s, !forms_only, found);
		if (touches(s)) find_scalar_expansion(context, notes, converter, s, found);
		if (touches(s)) find_row_range(context, notes, converter, s, found);
		if (touches(s)) find_allocated_rows(context, notes, s, !forms_only, found);
		find_span(context, notes, s, found);
		find_loop_form(context, notes, s, found);
	}
	if (auto *x = dyn_cast<ForStmt>(s)) {
		check_for(x);
		if (auto *group = dyn_cast_or_null<DeclStmt>(x->getInit()))
			walk_decl(group);
		else
			walk_expr(dyn_cast_or_null<Expr>(x->getInit()));
		walk_expr(x->getCond());
		walk_expr(x->getInc());
		return walk(x->getBody(), true);
	}
	bool loops = isa<WhileStmt, DoStmt>(s);
	const Stmt *head = nullptr;
	if (auto *x = dyn_cast<IfStmt>(s)) head = x->getCond();
	if (auto *x = dyn_cast<WhileStmt>(s)) head = x->getCond();
	if (auto *x = dyn_cast<DoStmt>(s)) head = x->getCond();
	if (auto *x = dyn_cast<SwitchStmt>(s)) head = x->getCond();
	if (head) walk_expr(cast<Expr>(head));
	bool labels = isa<CaseStmt>(s);
	for (const Stmt *child : s->children()) {
		if (!child || child == head) continue;
		if (labels && isa<ConstantExpr>(child)) continue;
		walk(child, in_loop || loops);
	}
}

// ---- declarations -----------------------------------------------------------------------------

// Before or after main.
static bool runs_by_itself(const FunctionDecl *decl)
{
	const FunctionDecl *last = decl->getMostRecentDecl();
	return decl->hasBody() && (last->hasAttr<ConstructorAttr>() || last->hasAttr<DestructorAttr>());
}

// Whether the program may end in it.
static bool ends_in(const Stmt *s)
{
	if (!s) return false;
	auto *call = dyn_cast<CallExpr>(s);
	const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
	if (callee && callee->isNoReturn()) return true;
	return llvm::any_of(s->children(), ends_in);
}

// Of a function that a nest may call: branches that end the program, which may have to say so.
void Finder::endings(const Stmt *s)
{
	if (!s) return;
	if (auto *choice = dyn_cast<IfStmt>(s))
		for (const Stmt *branch : {choice->getThen(), choice->getElse()}) {
			if (!branch || !ends_in(branch) ||
			        sources.isInSystemHeader(sources.getExpansionLoc(s->getBeginLoc())))
				continue;
			mark_header(s->getBeginLoc());
			if (places.statement(branch).file < 0) mark_ends(branch);
		}
	for (const Stmt *child : s->children()) endings(child);
}

void Finder::function(const FunctionDecl *decl)
{
	if (places.in_system_header(decl->getLocation())) return;
	const Stmt *body = decl->getBody();
	if (is_main(decl)) mark(decl->getLocation());
	if (!is_main(decl)) endings(body);
	if (!touches(body) && !runs_by_itself(decl)) return;
	mark_header(body->getBeginLoc());
	if (places.range(decl->getSourceRange()).file < 0) {
		mark(decl->getBeginLoc());
		mark(decl->getEndLoc());
	}
	walking.clear();
	walk(body, false);
	find_walking_pointers(context, notes, decl, walking, found);
}

void Finder::variable(const VarDecl *decl) { check_declarator(decl); }

// A size in a header or in a macro, perhaps outside of functions.
void Finder::unevaluated(const DeclRefExpr *name)
{
	mark_header(name->getLocation());
	if (places.range(name->getSourceRange()).file < 0) mark(name->getLocation());
}

// What is written out has counted: so must the rest.
void Finder::counters()
{
	if (!found.empty()) found.invocations.insert(notes.counting.begin(), notes.counting.end());
}

Expansions find_expansions(prog_unit *unit, ASTContext &context, Converter &converter, Places &places,
        const PragmaList &pragmas, const ExpansionNotes &notes, bool forms_only)
{
	Expansions found;
	Finder finder(unit, context, converter, places, notes, forms_only, found);
	for (const Pragma &pragma : pragmas) finder.pragma(pragma);
	for (const Decl *decl : context.getTranslationUnitDecl()->decls()) {
		if (auto *f = dyn_cast<FunctionDecl>(decl); f && f->doesThisDeclarationHaveABody()) finder.function(f);
		if (auto *v = dyn_cast<VarDecl>(decl)) finder.variable(v);
	}
	for (const DeclRefExpr *name : converter.unevaluated) finder.unevaluated(name);
	finder.counters();
	if (!forms_only) return found;
	Expansions forms;
	for (auto &[at, what] : found.replacements)
		if (at.first == 0) forms.replacements.insert({at, what});
	return forms;
}
