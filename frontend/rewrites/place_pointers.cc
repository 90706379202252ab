// SPDX-License-Identifier: Apache-2.0
//
// Places that a loop notes by pointer, `if (wanted(a[i])) p = &a[i];`, and looks at behind the loop only. They become
// the indices, `at = i`, of which the pointer is made behind the loop: in the text of a split loop the array may stand
// elsewhere.
#include "changes.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

namespace
{
class PlacePointer
{
	ASTContext &context;
	const ForStmt *loop;
	TextChanges changes;
	const VarDecl *pointer = nullptr;
	const BinaryOperator *set = nullptr; // pointer = &a[i]
	std::vector<const Expr *> indices;   // that change in the loop

	bool stays(const Expr *e) const;
	bool may_load(const Expr *e) const;
	bool index(const Expr *e);
	bool is_place(const Expr *e);
	bool is_statement(const Expr *e);
	bool in_comma = false;
	std::string name(const char *of, size_t k) const;

      public:
	PlacePointer(ASTContext &context, const ExpansionNotes &notes, const ForStmt *loop, const VarDecl *pointer)
	    : context(context), loop(loop), changes(context, notes), pointer(pointer)
	{
	}
	bool find();
	void change(Expansions &found);
};
} // namespace

static const Expr *bare(const Expr *e) { return e->IgnoreParenImpCasts(); }

static const VarDecl *named(const Expr *e)
{
	auto *name = e ? dyn_cast<DeclRefExpr>(bare(e)) : nullptr;
	return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

static bool calls(const Stmt *s)
{
	return isa<CallExpr>(s) || llvm::any_of(s->children(), [](const Stmt *c) { return c && calls(c); });
}

// Whether the text may change a pointer of that name, a variable or a member; NULL: any that is not a local variable.
static bool changes_pointer(const Stmt *s, const ValueDecl *which)
{
	const Expr *target = target_of(s);
	if (target && target->getType()->isPointerType()) {
		auto *name = dyn_cast<DeclRefExpr>(target);
		auto *member = dyn_cast<MemberExpr>(target);
		const ValueDecl *changed = name ? name->getDecl() : member ? member->getMemberDecl() : nullptr;
		if (!changed || changed == which) return true;
	}
	// A struct may be set as a whole.
	if (target && target->getType()->isRecordType() && (!which || isa<FieldDecl>(which))) return true;
	auto *group = dyn_cast<DeclStmt>(s);
	if (group && llvm::is_contained(group->decls(), which)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && changes_pointer(c, which); });
}

// ---- what is looked at --------------------------------------------------------------------------

// The variable's value, or the address of an array.
bool PlacePointer::stays(const Expr *e) const
{
	auto *v = named(e);
	if (!v || v->getType().isVolatileQualified() || v == pointer) return false;
	if (v->getType()->isArrayType() || v->getType()->isRecordType())
		return !context.getSourceManager().isBeforeInTranslationUnit(loop->getBeginLoc(), v->getLocation());
	if (!v->getType()->isPointerType() || changes_pointer(loop, v)) return false;
	return v->hasLocalStorage() ? !is_address_taken(v) : !calls(loop->getBody());
}

bool PlacePointer::index(const Expr *e)
{
	Expr::EvalResult known;
	if (e->EvaluateAsInt(known, context)) return true;
	if (e->HasSideEffects(context) || calls(e) || !bare(e)->getType()->isIntegerType()) return false;
	indices.push_back(e);
	return true;
}

// A pointer that is an element, of which nobody knows where it stands.
bool PlacePointer::may_load(const Expr *e) const
{
	return !e->getType()->isPointerType() || (!changes_pointer(loop, nullptr) && !calls(loop->getBody()));
}

// &a[i][j].x, a + i, &g->cells[i]
bool PlacePointer::is_place(const Expr *e)
{
	e = bare(e);
	auto *u = dyn_cast<UnaryOperator>(e);
	if (u && (u->getOpcode() == UO_AddrOf || u->getOpcode() == UO_Deref)) return is_place(u->getSubExpr());
	if (auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
		if (!isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(bare(element->getBase()))) return false;
		return may_load(element) && is_place(element->getBase()) && index(element->getIdx());
	}
	auto *b = dyn_cast<BinaryOperator>(e);
	if (b && b->getOpcode() == BO_Add && b->getLHS()->getType()->isPointerType())
		return is_place(b->getLHS()) && index(b->getRHS());
	if (auto *m = dyn_cast<MemberExpr>(e)) {
		bool pointer_stays = !m->getType()->isPointerType() ||
		                     (!changes_pointer(loop, m->getMemberDecl()) && !calls(loop->getBody()));
		return isa<FieldDecl>(m->getMemberDecl()) && pointer_stays && is_place(m->getBase());
	}
	return isa<DeclRefExpr>(e) && stays(e);
}

static void find_sets(const Stmt *s, const VarDecl *v, std::vector<const BinaryOperator *> &sets, int &names)
{
	if (!s) return;
	auto *b = dyn_cast<BinaryOperator>(s);
	if (b && b->getOpcode() == BO_Assign && named(b->getLHS()) == v) sets.push_back(b);
	if (auto *name = dyn_cast<DeclRefExpr>(s)) names += name->getDecl() == v;
	for (const Stmt *c : s->children()) find_sets(c, v, sets, names);
}

// Ways out of the loop that do not come to what stands behind it, and into it.
static bool passes_by(const Stmt *s)
{
	if (!s) return false;
	if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt, AsmStmt, StmtExpr>(s)) return true;
	return llvm::any_of(s->children(), passes_by);
}

bool PlacePointer::is_statement(const Expr *e)
{
	const auto &parents = context.getParents(*e);
	const Stmt *around = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
	if (auto *comma = dyn_cast_or_null<BinaryOperator>(around)) {
		in_comma = true;
		return comma->getOpcode() == BO_Comma && is_statement(comma);
	}
	if (auto *branch = dyn_cast_or_null<IfStmt>(around)) return branch->getCond() != e;
	return isa_and_nonnull<CompoundStmt>(around) ||
	       (isa_and_nonnull<ForStmt>(around) && cast<ForStmt>(around)->getBody() == e);
}

bool PlacePointer::find()
{
	std::vector<const BinaryOperator *> sets;
	int n_names = 0;
	if (!pointer->hasLocalStorage() || pointer->getType().isVolatileQualified() || is_address_taken(pointer))
		return false;
	if (context.getSourceManager().isBeforeInTranslationUnit(loop->getBeginLoc(), pointer->getLocation()))
		return false;
	find_sets(loop, pointer, sets, n_names);
	if (sets.size() != 1 || n_names != 1 || passes_by(loop->getBody())) return false;
	set = sets[0];
	auto *load = dyn_cast<ImplicitCastExpr>(set->getRHS()->IgnoreParens());
	if (load && load->getCastKind() == CK_LValueToRValue) return false;
	return is_statement(set) && is_place(set->getRHS()) && !indices.empty();
}

// ---- the new text -------------------------------------------------------------------------------

std::string PlacePointer::name(const char *of, size_t k) const
{
	const SourceManager &sources = context.getSourceManager();
	unsigned at = sources.getFileOffset(sources.getExpansionLoc(set->getOperatorLoc()));
	return std::string("hpcc_") + of + "_" + std::to_string(at) + "_" + std::to_string(k);
}

void PlacePointer::change(Expansions &found)
{
	const SourceManager &sources = context.getSourceManager();
	SourceLocation end = changes.end_of(loop), set_end = in_comma ? set->getEndLoc() : changes.end_of(set);
	std::string separator = in_comma ? ", " : "; ";
	if (end.isInvalid() || set_end.isInvalid() || changes.begins_after_directive(loop->getForLoc())) return;
	std::string is_set = name("set", 0), before = "{ int " + is_set + " = 0; ", inside = in_comma ? "" : "{ ",
	            place;
	SourceLocation at = set->getBeginLoc();
	for (size_t k = 0; k < indices.size(); k++) {
		const Expr *e = indices[k];
		SourceLocation first = changes.first_of(e->getBeginLoc()), last = changes.last_of(e->getEndLoc());
		if (first.isMacroID() || last.isMacroID() || !at.isFileID()) return;
		std::string type = bare(e)->getType().getCanonicalType().getUnqualifiedType().getAsString();
		before += type + " " + name("place", k) + " = 0; ";
		inside += name("place", k) + " = " + changes.text_of(e->getSourceRange()) + separator;
		place += Lexer::getSourceText(CharSourceRange::getCharRange(at, first), sources, context.getLangOpts())
		                 .str() +
		         name("place", k);
		at = Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts());
	}
	SourceLocation rest = changes.last_of(set->getEndLoc());
	if (rest.isMacroID()) return;
	place += Lexer::getSourceText(
	        CharSourceRange::getCharRange(at, Lexer::getLocForEndOfToken(rest, 0, sources, context.getLangOpts())),
	        sources, context.getLangOpts())
	                 .str();
	changes.put_before(loop->getForLoc(), before);
	changes.replace(set->getBeginLoc(), set_end, inside + is_set + (in_comma ? " = 1" : " = 1; }"));
	changes.put_behind(end, " if (" + is_set + ") " + place + "; }");
	changes.make(found);
}

static void note_pointers(const Stmt *s, std::vector<const VarDecl *> &list)
{
	if (!s) return;
	auto *b = dyn_cast<BinaryOperator>(s);
	const VarDecl *v = b && b->getOpcode() == BO_Assign ? named(b->getLHS()) : nullptr;
	if (v && v->getType()->isPointerType() && !llvm::is_contained(list, v)) list.push_back(v);
	for (const Stmt *c : s->children()) note_pointers(c, list);
}

void find_place_pointers(ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (!s || !s->getForLoc().isFileID()) return;
	std::vector<const VarDecl *> pointers;
	note_pointers(s->getBody(), pointers);
	for (const VarDecl *p : pointers) {
		PlacePointer place(context, notes, s, p);
		if (place.find()) place.change(found);
	}
}
