// SPDX-License-Identifier: Apache-2.0
//
// Pointers that walk, `*p++ = 0;`, are written anew as pointers that stay and an index beside each, `p[hpcc_at_p++] =
// 0;`: the analysis knows what counters are in each iteration. The pointer's value is p + hpcc_at_p everywhere; where
// it is set the index is 0.
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Basic/CharInfo.h>

using namespace clang;

namespace
{
class WalkingPointers
{
	ASTContext &context;
	const FunctionDecl *function;
	const std::vector<const VarDecl *> &pointers;
	TextChanges &changes;
	const Stmt *body;

	const Stmt *parent(const Stmt *s) const;
	const Expr *whole(const Expr *e) const;
	bool is_unused(const Expr *e) const;
	const BinaryOperator *step_by_sum(const BinaryOperator *set, const VarDecl *v) const;
	bool walks(const VarDecl *v) const;
	bool is_walking(const Expr *e) const;

	const BinaryOperator *sum_of(const Expr *value, const VarDecl *v) const;
	std::string index_text(const BinaryOperator *sum, const Expr *value);
	std::string take_index(const VarDecl *v);
	void declare(const VarDecl *v);
	void declare_before_loop(const ForStmt *loop, const DeclStmt *group);
	const ForStmt *loop_of_head(const Expr *e, const VarDecl *v) const;
	const VarDecl *walks_from(const BinaryOperator *e, const VarDecl *v) const;
	bool is_set_alike_before(const ForStmt *loop, const BinaryOperator *e, const VarDecl *v);
	bool begins_another(const DeclRefExpr *name);
	void put_before_loop(const ForStmt *loop, const std::string &text);
	bool set_before_loop(const ForStmt *loop, const BinaryOperator *e, const VarDecl *v);
	bool step_before_loop(const Expr *e, const DeclRefExpr *name, const Expr *size, const std::string &op);
	void set(const BinaryOperator *e, const VarDecl *v);
	void step(const UnaryOperator *u, const DeclRefExpr *name);
	void step_by(const BinaryOperator *e, const DeclRefExpr *name);
	bool compare(const BinaryOperator *e, const Expr *side, const DeclRefExpr *name);
	bool element(const Expr *e, const Stmt *up, const DeclRefExpr *name);
	bool beside_declaration(const DeclRefExpr *name);
	void value(const DeclRefExpr *name);
	void put(const DeclRefExpr *name, const std::string &text);

      public:
	WalkingPointers(ASTContext &context, const FunctionDecl *function, const std::vector<const VarDecl *> &pointers,
	        TextChanges &changes)
	    : context(context), function(function), pointers(pointers), changes(changes), body(function->getBody())
	{
	}
	bool can_be_index(const VarDecl *v);
	void change();
};
} // namespace

static std::string name_of(const VarDecl *v) { return v->getName().str(); }
static std::string index_of(const VarDecl *v) { return SPOKEN_INDEX + name_of(v); }

static const VarDecl *pointer_of(const DeclRefExpr *name) { return cast<VarDecl>(name->getDecl()); }

static void find_names(const Stmt *s, const VarDecl *v, std::vector<const DeclRefExpr *> &list)
{
	if (!s) return;
	if (auto *name = dyn_cast<DeclRefExpr>(s); name && name->getDecl() == v) list.push_back(name);
	for (const Stmt *child : s->children()) find_names(child, v, list);
}

static std::vector<const DeclRefExpr *> names_in(const Stmt *s, const VarDecl *v)
{
	std::vector<const DeclRefExpr *> list;
	find_names(s, v, list);
	return list;
}

// Whether `s` sets something of `value`, or may do so.
static bool sets_part_of(const Stmt *s, const Expr *value)
{
	auto *b = dyn_cast<BinaryOperator>(s);
	auto *u = dyn_cast<UnaryOperator>(s);
	const Expr *target = b && b->isAssignmentOp()           ? b->getLHS()
	                     : u && u->isIncrementDecrementOp() ? u->getSubExpr()
	                                                        : nullptr;
	auto *name = target ? dyn_cast<DeclRefExpr>(target->IgnoreParens()) : nullptr;
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	if (isa<CallExpr>(s) || (target && (!v || !names_in(value, v).empty()))) return true;
	return llvm::any_of(s->children(), [&](const Stmt *child) { return child && sets_part_of(child, value); });
}

static const DeclRefExpr *named(const Expr *e) { return dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts()); }

// ---- where it stands --------------------------------------------------------------------------

const Stmt *WalkingPointers::parent(const Stmt *s) const
{
	const auto &parents = context.getParents(*s);
	return parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
}

// With the parentheses and implicit casts around it.
const Expr *WalkingPointers::whole(const Expr *e) const
{
	for (const Stmt *up = parent(e); up && isa<ParenExpr, ImplicitCastExpr>(up); up = parent(e)) e = cast<Expr>(up);
	return e;
}

// A statement, or a part of one whose value is nobody's.
bool WalkingPointers::is_unused(const Expr *e) const
{
	const Stmt *up = parent(whole(e));
	if (auto *comma = dyn_cast_or_null<BinaryOperator>(up); comma && comma->getOpcode() == BO_Comma)
		return whole(e) == comma->getLHS() || is_unused(comma);
	if (auto *loop = dyn_cast_or_null<ForStmt>(up)) return whole(e) != loop->getCond();
	if (auto *loop = dyn_cast_or_null<WhileStmt>(up)) return whole(e) != loop->getCond();
	if (auto *loop = dyn_cast_or_null<DoStmt>(up)) return whole(e) != loop->getCond();
	if (auto *branch = dyn_cast_or_null<IfStmt>(up)) return whole(e) != branch->getCond();
	auto *block = dyn_cast_or_null<CompoundStmt>(up);
	return (block && !isa_and_nonnull<StmtExpr>(parent(block))) || isa_and_nonnull<SwitchCase, LabelStmt>(up);
}

// The sum of p = p + n, p = n + p, p = p - n; NULL: it is set to something else.
const BinaryOperator *WalkingPointers::step_by_sum(const BinaryOperator *set, const VarDecl *v) const
{
	auto *sum = dyn_cast<BinaryOperator>(set->getRHS()->IgnoreParenImpCasts());
	if (!sum || !sum->isAdditiveOp() || names_in(sum, v).size() != 1) return nullptr;
	const DeclRefExpr *left = named(sum->getLHS()), *right = named(sum->getRHS());
	bool is_left = left && left->getDecl() == v, is_right = right && right->getDecl() == v;
	return is_left || (is_right && sum->getOpcode() == BO_Add) ? sum : nullptr;
}

// ---- which can be changed ---------------------------------------------------------------------

static bool in_loop(ASTContext &context, const Stmt *s)
{
	for (const Stmt *up = s; up;) {
		const auto &parents = context.getParents(*up);
		if (auto *group = parents.empty() ? nullptr : parents[0].get<VarDecl>()) {
			const auto &outer = context.getParents(*group);
			up = outer.empty() ? nullptr : outer[0].get<Stmt>();
		} else {
			up = parents.empty() ? nullptr : parents[0].get<Stmt>();
		}
		if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt>(up)) return true;
	}
	return false;
}

// Whether a loop steps it.
bool WalkingPointers::walks(const VarDecl *v) const
{
	for (const DeclRefExpr *name : names_in(body, v)) {
		const Stmt *up = parent(whole(name));
		auto *u = dyn_cast_or_null<UnaryOperator>(up);
		auto *b = dyn_cast_or_null<BinaryOperator>(up);
		bool steps = (u && u->isIncrementDecrementOp()) ||
		             (b && b->isCompoundAssignmentOp() && b->getLHS() == whole(name)) ||
		             (b && b->getOpcode() == BO_Assign && b->getLHS() == whole(name) && step_by_sum(b, v));
		if (steps && in_loop(context, name)) return true;
	}
	return false;
}

static bool has_word(llvm::StringRef text, llvm::StringRef word)
{
	auto is_letter = [&](size_t at) {
		return at < text.size() && isAsciiIdentifierContinue(static_cast<unsigned char>(text[at]));
	};
	for (size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1))
		if (!(at && is_letter(at - 1)) && !is_letter(at + word.size())) return true;
	return false;
}

// A pragma in the function is about it.
static bool is_in_pragma(llvm::StringRef text, llvm::StringRef name)
{
	while (!text.empty()) {
		auto [line, rest] = text.split('\n');
		text = rest;
		if (line.ltrim().starts_with("#") && has_word(line, name)) return true;
	}
	return false;
}

bool WalkingPointers::can_be_index(const VarDecl *v)
{
	QualType to = v->getType()->getPointeeType();
	if (to->isIncompleteType() || to->isFunctionType() || v->getType().isVolatileQualified() || is_address_taken(v))
		return false;
	if (v->getParentFunctionOrMethod() != function || v->getLocation().isMacroID()) return false;
	if (is_in_pragma(changes.text_of(body->getSourceRange()), v->getName())) return false;
	for (const DeclRefExpr *name : names_in(body, v)) {
		if (name->getLocation().isMacroID()) return false;
		auto *set = dyn_cast_or_null<BinaryOperator>(parent(whole(name)));
		bool target = set && set->getOpcode() == BO_Assign && set->getLHS() == whole(name);
		if (target && !is_unused(set)) return false;
		// In a function of its own, or a type.
		const Stmt *up = name;
		while (up && up != body) {
			if (isa<AsmStmt, UnaryExprOrTypeTraitExpr>(up)) return false;
			const auto &parents = context.getParents(*up);
			if (parents.size() != 1) return false;
			if (auto *inside = parents[0].get<VarDecl>()) {
				const auto &outer = context.getParents(*inside);
				up = outer.size() == 1 ? outer[0].get<Stmt>() : nullptr;
			} else {
				up = parents[0].get<Stmt>();
			}
		}
		if (!up) return false;
	}
	return walks(v);
}

bool WalkingPointers::is_walking(const Expr *e) const
{
	const DeclRefExpr *name = named(e);
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	return v && llvm::is_contained(pointers, v);
}

// ---- the new text -----------------------------------------------------------------------------

void WalkingPointers::put(const DeclRefExpr *name, const std::string &text)
{
	changes.replace(name->getLocation(), name->getLocation(), text);
}

static const BinaryOperator *pointer_sum(const Expr *e)
{
	auto *sum = dyn_cast<BinaryOperator>(e->IgnoreImpCasts());
	bool pointer = sum && sum->isAdditiveOp() && sum->getLHS()->getType()->isPointerType() &&
	               sum->getRHS()->getType()->isIntegerType();
	return pointer ? sum : nullptr;
}

// p = u + n - 1: the pointer may be u, and the index n - 1, so that it does not lead beyond the array. The first sum;
// NULL: it is set to something else.
const BinaryOperator *WalkingPointers::sum_of(const Expr *value, const VarDecl *v) const
{
	const BinaryOperator *sum = value ? pointer_sum(value) : nullptr;
	if (!sum || sum->HasSideEffects(context) || !names_in(sum, v).empty()) return nullptr;
	while (true) {
		for (const VarDecl *p : pointers)
			if (!names_in(sum->getRHS(), p).empty()) return nullptr;
		const BinaryOperator *inner = pointer_sum(sum->getLHS());
		if (!inner) return sum;
		sum = inner;
	}
}

static std::string sign_of(const BinaryOperator *sum, const Expr *value)
{
	if (sum->getOpcode() == BO_Sub) return "0L - ";
	// An unsigned n is no less than 0 in u + n - 1 either.
	return sum == value->IgnoreImpCasts() ? "" : "0L + ";
}

std::string WalkingPointers::index_text(const BinaryOperator *sum, const Expr *value)
{
	return sign_of(sum, value) + changes.text_of({sum->getRHS()->getBeginLoc(), value->getEndLoc()});
}

// What its index begins with, where it is declared; that goes from the pointer's value.
std::string WalkingPointers::take_index(const VarDecl *v)
{
	const BinaryOperator *sum = sum_of(v->getInit(), v);
	if (!sum) return index_of(v) + " = 0";
	std::string index = index_text(sum, v->getInit());
	changes.replace(sum->getOperatorLoc(), v->getInit()->getEndLoc(), "");
	return index_of(v) + " = " + index;
}

// for (double *p = u; ...): an index has another type. The pointer is declared in front of the loop, in a block with
// it.
void WalkingPointers::declare_before_loop(const ForStmt *loop, const DeclStmt *group)
{
	std::string indices;
	for (const Decl *d : group->decls()) {
		auto *v = cast<VarDecl>(d);
		if (llvm::is_contained(pointers, v)) indices += (indices.empty() ? "" : ", ") + take_index(v);
	}
	SourceLocation open = loop->getLParenLoc(), end = changes.end_of(loop);
	if (end.isInvalid() || changes.begins_after_directive(loop->getForLoc())) return changes.fail();
	changes.replace(loop->getForLoc(), open, "{");
	changes.put_behind(group->getEndLoc(), " for (long " + indices + ";");
	changes.put_behind(end, " }");
}

void WalkingPointers::declare(const VarDecl *v)
{
	if (isa<ParmVarDecl>(v)) {
		changes.put_behind(body->getBeginLoc(), " long " + index_of(v) + " = 0;");
		return;
	}
	const auto &groups = context.getParents(*v);
	auto *group = groups.size() == 1 ? groups[0].get<DeclStmt>() : nullptr;
	const Stmt *up = group ? parent(group) : nullptr;
	auto *loop = dyn_cast_or_null<ForStmt>(up);
	if (group && isa_and_nonnull<CompoundStmt>(up)) {
		changes.put_behind(group->getEndLoc(), " long " + take_index(v) + ";");
	} else if (loop && loop->getInit() == group) {
		// Once for all that it declares.
		for (const Decl *d : group->decls())
			if (llvm::is_contained(pointers, cast<VarDecl>(d))) {
				if (d == v) declare_before_loop(loop, group);
				break;
			}
	} else {
		changes.fail();
	}
}

// The loop in whose head the pointer is named by this operand only, which begins it; NULL: there is none.
const ForStmt *WalkingPointers::loop_of_head(const Expr *e, const VarDecl *v) const
{
	const Stmt *head = parent(whole(e));
	while (isa_and_nonnull<BinaryOperator>(head)) head = parent(head);
	auto *loop = dyn_cast_or_null<ForStmt>(head);
	bool in_head = loop && loop->getInit() && names_in(loop->getInit(), v).size() == 1 &&
	               loop->getInit()->getSourceRange().fullyContains(e->getSourceRange());
	return in_head ? loop : nullptr;
}

// p = q, p = q + n: another walking pointer, from which on this one walks; NULL: none.
const VarDecl *WalkingPointers::walks_from(const BinaryOperator *e, const VarDecl *v) const
{
	const BinaryOperator *sum = sum_of(e->getRHS(), v);
	const Expr *base = sum ? sum->getLHS() : e->getRHS();
	const VarDecl *from = is_walking(base) ? pointer_of(named(base)) : nullptr;
	// An index counts elements.
	bool alike = from &&
	             context.hasSameUnqualifiedType(from->getType()->getPointeeType(), v->getType()->getPointeeType());
	return alike && from != v ? from : nullptr;
}

bool WalkingPointers::is_set_alike_before(const ForStmt *loop, const BinaryOperator *e, const VarDecl *v)
{
	const Expr *value = e->getRHS();
	const VarDecl *from = walks_from(e, v);
	if (value->HasSideEffects(context) || changes.begins_after_directive(loop->getForLoc())) return false;
	for (const VarDecl *p : pointers)
		if (names_in(value, p).size() > (p == from ? 1 : 0)) return false;
	auto *comma = dyn_cast_or_null<BinaryOperator>(parent(e));
	return !sets_part_of(loop->getInit(), value) && changes.end_of(loop).isValid() &&
	       (!comma || comma->getOpcode() == BO_Comma);
}

void WalkingPointers::put_before_loop(const ForStmt *loop, const std::string &text)
{
	bool in_block = isa_and_nonnull<CompoundStmt>(parent(loop));
	changes.put_before(loop->getForLoc(), (in_block ? "" : "{ ") + text + "; ");
	if (!in_block) changes.put_behind(changes.end_of(loop), " }");
}

// for (i = 0, p = u; ...): what the pointer is set to is set in front of the loop, if that is the same. One that walks
// from where another one is has that one's pointer, and its index to begin with.
bool WalkingPointers::set_before_loop(const ForStmt *loop, const BinaryOperator *e, const VarDecl *v)
{
	if (!is_set_alike_before(loop, e, v)) return false;
	const Expr *value = e->getRHS();
	const VarDecl *from = walks_from(e, v);
	const BinaryOperator *sum = sum_of(value, v);
	std::string first = sum ? index_text(sum, value) : "0";
	if (from) first = sum ? index_of(from) + " + (" + first + ")" : index_of(from);
	std::string base = changes.text_of((sum ? sum->getLHS() : value)->getSourceRange());
	put_before_loop(loop, name_of(v) + " = " + base);
	changes.replace(e->getBeginLoc(), e->getEndLoc(), index_of(v) + " = " + first);
	return true;
}

// Whether it is what another pointer begins with in a loop's head, which set_before_loop writes.
bool WalkingPointers::begins_another(const DeclRefExpr *name)
{
	const Expr *e = whole(name);
	auto *up = dyn_cast_or_null<BinaryOperator>(parent(e));
	while (up && up->isAdditiveOp() && up->getLHS() == e)
		e = whole(up), up = dyn_cast_or_null<BinaryOperator>(parent(e));
	if (!up || up->getOpcode() != BO_Assign || up->getRHS() != e || !is_walking(up->getLHS())) return false;
	const VarDecl *v = pointer_of(named(up->getLHS()));
	const ForStmt *loop = loop_of_head(up, v);
	return loop && walks_from(up, v) == pointer_of(name) && is_set_alike_before(loop, up, v);
}

// for (i = 1, p += n; ...): the step is made in front of the loop, so that the head begins with what is known there.
bool WalkingPointers::step_before_loop(const Expr *e, const DeclRefExpr *name, const Expr *size, const std::string &op)
{
	const VarDecl *v = pointer_of(name);
	const ForStmt *loop = loop_of_head(e, v);
	if (!loop || changes.end_of(loop).isInvalid() || changes.begins_after_directive(loop->getForLoc()))
		return false;
	if (size && (size->HasSideEffects(context) || sets_part_of(loop->getInit(), size))) return false;
	for (const VarDecl *p : pointers)
		if (size && !names_in(size, p).empty()) return false;
	// Outside of loops the pointer itself may be stepped, and the index stays what it is known to be.
	std::string stepped = in_loop(context, loop) ? index_of(v) : name_of(v);
	put_before_loop(loop, stepped + op + (size ? changes.text_of(size->getSourceRange()) : ""));
	changes.replace(e->getBeginLoc(), e->getEndLoc(), "(void)0");
	return true;
}

// p = e: the index begins anew.
void WalkingPointers::set(const BinaryOperator *e, const VarDecl *v)
{
	const Stmt *up = parent(whole(e));
	SourceLocation end = changes.next_is(e->getEndLoc(), tok::semi);
	const ForStmt *loop = loop_of_head(e, v);
	if (loop && set_before_loop(loop, e, v)) return;
	bool is_statement = isa_and_nonnull<CompoundStmt>(up) && end.isValid();
	std::string begins = (is_statement ? "; " : ", ") + index_of(v) + " = ";
	const BinaryOperator *sum = sum_of(e->getRHS(), v);
	if (!sum) return changes.put_behind(e->getEndLoc(), begins + "0");
	changes.replace(sum->getOperatorLoc(), sum->getOperatorLoc(), begins + sign_of(sum, e->getRHS()));
}

// p++, *p++, f(p++)
void WalkingPointers::step(const UnaryOperator *u, const DeclRefExpr *name)
{
	std::string p = name_of(pointer_of(name)), at = index_of(pointer_of(name)),
	            op = u->isIncrementOp() ? "++" : "--";
	auto *follows = dyn_cast_or_null<UnaryOperator>(parent(whole(u)));
	if (is_unused(u) && step_before_loop(u, name, nullptr, op)) return;
	if (is_unused(u)) return put(name, at);
	auto *compares = dyn_cast_or_null<BinaryOperator>(parent(whole(u)));
	if (compares && compares->isComparisonOp() && compare(compares, whole(u), name)) return;
	bool element = follows && follows->getOpcode() == UO_Deref;
	std::string open = element ? p + "[" : "(" + p + " + ", close = element ? "]" : ")";
	if (element) changes.replace(follows->getOperatorLoc(), follows->getOperatorLoc(), "");
	put(name, u->isPostfix() ? open + at : at + close);
	changes.replace(u->getOperatorLoc(), u->getOperatorLoc(), u->isPostfix() ? op + close : open + op);
}

// p += n
void WalkingPointers::step_by(const BinaryOperator *e, const DeclRefExpr *name)
{
	std::string at = index_of(pointer_of(name));
	std::string op = " " + e->getOpcodeStr().str() + " ";
	if (is_unused(e) && step_before_loop(e, name, e->getRHS(), op)) return;
	if (is_unused(e)) return put(name, at);
	put(name, "(" + name_of(pointer_of(name)) + " + (" + at);
	changes.put_behind(e->getEndLoc(), "))");
}

// p < end, p - begin: as indices.
bool WalkingPointers::compare(const BinaryOperator *e, const Expr *side, const DeclRefExpr *name)
{
	bool left = e->getLHS() == side, subtracts = e->getOpcode() == BO_Sub;
	const Expr *other = left ? e->getRHS() : e->getLHS();
	if (!other->getType()->isPointerType() || other->isNullPointerConstant(context, Expr::NPC_ValueDependentIsNull))
		return false;
	if (!left && is_walking(other)) return false;
	std::string p = name_of(pointer_of(name)), at = index_of(pointer_of(name));
	if (subtracts && left) {
		put(name, "(" + at + " + (" + p);
		changes.put_behind(other->getEndLoc(), "))");
	} else if (subtracts) {
		changes.put_before(other->getBeginLoc(), "((");
		put(name, p + ") - " + at + ")");
	} else {
		put(name, at);
		changes.put_before(other->getBeginLoc(), "((");
		changes.put_behind(other->getEndLoc(), ") - " + p + ")");
	}
	return true;
}

// *p, p[n], p->x
bool WalkingPointers::element(const Expr *e, const Stmt *up, const DeclRefExpr *name)
{
	std::string p = name_of(pointer_of(name)), at = index_of(pointer_of(name));
	if (auto *u = dyn_cast<UnaryOperator>(up); u && u->getOpcode() == UO_Deref) {
		changes.replace(u->getOperatorLoc(), u->getOperatorLoc(), "");
		put(name, p + "[" + at + "]");
		return true;
	}
	SourceLocation open = changes.next_is(name->getLocation(), tok::l_square);
	if (auto *a = dyn_cast<ArraySubscriptExpr>(up); a && a->getLHS() == e && open.isValid()) {
		changes.replace(open, open, "");
		put(name, p + "[" + at + " + (");
		changes.replace(a->getRBracketLoc(), a->getRBracketLoc(), ")]");
		return true;
	}
	auto *m = dyn_cast<MemberExpr>(up);
	SourceLocation arrow = changes.next_is(name->getLocation(), tok::arrow);
	if (!m || !m->isArrow() || arrow.isInvalid()) return false;
	changes.replace(arrow, arrow, ".");
	put(name, p + "[" + at + "]");
	return true;
}

// double *p = u, *end = p + n: the index is declared behind all of these, and is what it begins with.
bool WalkingPointers::beside_declaration(const DeclRefExpr *name)
{
	const VarDecl *v = pointer_of(name);
	const auto &groups = context.getParents(*v);
	auto *group = groups.size() == 1 ? groups[0].get<DeclStmt>() : nullptr;
	if (!group || !group->getSourceRange().fullyContains(name->getSourceRange())) return false;
	if (const BinaryOperator *sum = sum_of(v->getInit(), v))
		put(name, "(" + name_of(v) + " + (" + index_text(sum, v->getInit()) + "))");
	return true;
}

void WalkingPointers::value(const DeclRefExpr *name)
{
	if (begins_another(name) || beside_declaration(name)) return;
	const VarDecl *v = pointer_of(name);
	const Expr *e = whole(name);
	const Stmt *up = parent(e);
	auto *u = dyn_cast_or_null<UnaryOperator>(up);
	auto *b = dyn_cast_or_null<BinaryOperator>(up);
	if (u && u->isIncrementDecrementOp()) return step(u, name);
	if (b && b->isCompoundAssignmentOp() && b->getLHS() == e) return step_by(b, name);
	if (b && b->getOpcode() == BO_Assign && b->getLHS() == e)
		return step_by_sum(b, v) ? put(name, index_of(v)) : set(b, v);
	// The sum that it is set to.
	auto *set_to = b ? dyn_cast_or_null<BinaryOperator>(parent(whole(b))) : nullptr;
	const DeclRefExpr *target = set_to && set_to->getOpcode() == BO_Assign ? named(set_to->getLHS()) : nullptr;
	if (target && target->getDecl() == v && step_by_sum(set_to, v) == b) return put(name, index_of(v));
	if (b && (b->isComparisonOp() || b->getOpcode() == BO_Sub) && compare(b, e, name)) return;
	if (up && element(e, up, name)) return;
	put(name, "(" + name_of(v) + " + " + index_of(v) + ")");
}

void WalkingPointers::change()
{
	for (const VarDecl *v : pointers) {
		declare(v);
		for (const DeclRefExpr *name : names_in(body, v)) value(name);
	}
}

void find_walking_pointers(ASTContext &context, const ExpansionNotes &notes, const FunctionDecl *function,
        const std::vector<const VarDecl *> &pointers, Expansions &found)
{
	TextChanges changes(context, notes);
	std::vector<const VarDecl *> list;
	WalkingPointers all(context, function, list, changes);
	for (const VarDecl *v : pointers)
		if (all.can_be_index(v)) list.push_back(v);
	if (list.empty()) return;
	all.change();
	changes.make(found);
}
