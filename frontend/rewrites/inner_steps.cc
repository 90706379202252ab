// SPDX-License-Identifier: Apache-2.0
//
// Steps inside of expressions, `b[k++] = a[i];`, become statements of their own: `b[k] = a[i]; k++;`. So the analysis
// and the text of a split loop know one form of a counter's step, which is done whoever does what stands around it.
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>

using namespace clang;

namespace
{
class InnerSteps
{
	ASTContext &context;
	std::vector<const UnaryOperator *> steps;
	llvm::DenseMap<const VarDecl *, int> named;
	bool known = true;

	void look_at(const Stmt *s, bool is_statement, bool certain);
	bool look_at(const Stmt *s);

      public:
	InnerSteps(ASTContext &context) : context(context) {}
	void change(const Stmt *statement, TextChanges &changes);
	void change_branch(const IfStmt *branch, TextChanges &changes);
};
} // namespace

static bool takes_address(const Stmt *s, const VarDecl *v)
{
	auto *u = dyn_cast_or_null<UnaryOperator>(s);
	auto *name =
	        u && u->getOpcode() == UO_AddrOf ? dyn_cast<DeclRefExpr>(u->getSubExpr()->IgnoreParens()) : nullptr;
	if (!s || (name && name->getDecl() == v)) return s;
	return llvm::any_of(s->children(), [&](const Stmt *child) { return takes_address(child, v); });
}

bool is_address_taken(const VarDecl *v)
{
	auto *function = dyn_cast_or_null<FunctionDecl>(v->getParentFunctionOrMethod());
	return !function || !function->getBody() || takes_address(function->getBody(), v);
}

// A local integer or pointer.
static const VarDecl *variable_of(const Expr *e)
{
	auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParens());
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	if (!v || !v->isLocalVarDeclOrParm() || v->isStaticLocal() || v->getType().isVolatileQualified())
		return nullptr;
	return v->getType()->isIntegerType() || v->getType()->isPointerType() ? v : nullptr;
}

// `certain`: it is evaluated whenever the statement is.
void InnerSteps::look_at(const Stmt *s, bool is_statement, bool certain)
{
	if (!s || !known) return;
	if (auto *e = dyn_cast<Expr>(s); e && isa<ParenExpr>(e))
		return look_at(*e->child_begin(), is_statement, certain);
	if (isa<StmtExpr, UnaryExprOrTypeTraitExpr, GenericSelectionExpr>(s)) {
		known = false;
		return;
	}
	if (auto *name = dyn_cast<DeclRefExpr>(s))
		if (auto *v = dyn_cast<VarDecl>(name->getDecl())) named[v]++;
	auto *u = dyn_cast<UnaryOperator>(s);
	auto *b = dyn_cast<BinaryOperator>(s);
	if (u && u->isIncrementDecrementOp() && !is_statement)
		if (const VarDecl *v = variable_of(u->getSubExpr())) {
			known &= certain && !is_address_taken(v);
			steps.push_back(u);
		}
	bool chooses = (b && b->isLogicalOp()) || isa<AbstractConditionalOperator>(s);
	bool first = true, comma = b && b->getOpcode() == BO_Comma;
	for (const Stmt *child : s->children()) {
		look_at(child, comma && (first || is_statement), certain && (first || !chooses));
		first = false;
	}
}

static bool is_plain(const DeclStmt *group)
{
	return llvm::all_of(group->decls(), [](const Decl *d) {
		auto *v = dyn_cast<VarDecl>(d);
		return v && !v->getType()->isVariablyModifiedType() && v->hasLocalStorage();
	});
}

// Whether all of them can be done before or behind the statement.
bool InnerSteps::look_at(const Stmt *s)
{
	if (auto *group = dyn_cast<DeclStmt>(s)) {
		if (!is_plain(group)) return false;
		for (const Decl *d : group->decls()) look_at(cast<VarDecl>(d)->getInit(), false, true);
	} else {
		look_at(s, true, true);
	}
	for (const UnaryOperator *u : steps) known &= named[variable_of(u->getSubExpr())] == 1;
	return known && !steps.empty();
}

void InnerSteps::change(const Stmt *statement, TextChanges &changes)
{
	const auto &parents = context.getParents(*statement);
	auto *parent = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
	bool in_block = isa_and_nonnull<CompoundStmt>(parent);
	// The last one in a GNU statement expression is its value.
	if (parent && in_block && context.getParents(*parent)[0].get<StmtExpr>()) return;
	if (!parent || isa<Expr>(parent) || (isa<DeclStmt>(statement) && !in_block) || !look_at(statement)) return;
	SourceLocation end = statement->getEndLoc();
	if (!isa<DeclStmt>(statement)) end = changes.next_is(end, tok::semi);
	if (end.isInvalid()) return;
	// The parts of a for's head have a semicolon behind them, too.
	if (auto *loop = dyn_cast<ForStmt>(parent); loop && loop->getBody() != statement) return;
	std::string before, behind;
	for (const UnaryOperator *u : steps) {
		std::string name = variable_of(u->getSubExpr())->getName().str();
		changes.replace(u->getBeginLoc(), u->getEndLoc(), name);
		std::string step = name + (u->isIncrementOp() ? "++;" : "--;");
		if (u->isPrefix())
			before += step + " ";
		else
			behind += " " + step;
	}
	if (!in_block) before = "{ " + before, behind += " }";
	if (!before.empty()) changes.put_before(statement->getBeginLoc(), before);
	if (!behind.empty()) changes.put_behind(end, behind);
}

// if (++k == n): the step goes before.
void InnerSteps::change_branch(const IfStmt *branch, TextChanges &changes)
{
	const auto &parents = context.getParents(*branch);
	auto *parent = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
	if (!isa_and_nonnull<CompoundStmt>(parent) || branch->hasInitStorage() || branch->hasVarStorage()) return;
	look_at(branch->getCond(), false, true);
	std::string before;
	for (const UnaryOperator *u : steps) {
		const VarDecl *v = variable_of(u->getSubExpr());
		if (!known || u->isPostfix() || named[v] != 1) return;
		changes.replace(u->getBeginLoc(), u->getEndLoc(), v->getName().str());
		before += v->getName().str() + (u->isIncrementOp() ? "++; " : "--; ");
	}
	if (!before.empty()) changes.put_before(branch->getBeginLoc(), before);
}

// What the expression sets, by = and the like or a step; null: nothing.
static const Expr *target_of(const Expr *e)
{
	e = e->IgnoreParens();
	auto *u = dyn_cast<UnaryOperator>(e);
	auto *b = dyn_cast<BinaryOperator>(e);
	return u && u->isIncrementDecrementOp() ? u->getSubExpr() : b && b->isAssignmentOp() ? b->getLHS() : nullptr;
}

static bool is_step(const Expr *e)
{
	const Expr *target = target_of(e);
	return target && variable_of(target);
}

// u[0][j] = u[n][j]: not a variable.
static bool sets_element(const Expr *e)
{
	const Expr *target = target_of(e);
	return target && !isa<DeclRefExpr>(target->IgnoreParens());
}

static const BinaryOperator *as_comma(const Expr *e)
{
	auto *comma = dyn_cast_or_null<BinaryOperator>(e);
	return comma && comma->getOpcode() == BO_Comma ? comma : nullptr;
}

static int elements_set(const BinaryOperator *comma)
{
	auto *before = as_comma(comma->getLHS());
	return sets_element(comma->getRHS()) + (before ? elements_set(before) : sets_element(comma->getLHS()));
}

// The statement that the expression is one of; null where it is part of another expression, or its value counts.
static const Stmt *statement_around(ASTContext &context, const Expr *e)
{
	const auto &parents = context.getParents(*e);
	auto *parent = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
	if (!parent || isa<Expr>(parent)) return nullptr;
	return isa<CompoundStmt>(parent) && context.getParents(*parent)[0].get<StmtExpr>() ? nullptr : parent;
}

// Makes room for several statements in place of one.
static bool made_room(const Stmt *parent, const Expr *e, TextChanges &changes)
{
	if (!isa<CompoundStmt>(parent)) {
		auto *loop = dyn_cast<ForStmt>(parent);
		SourceLocation end = changes.next_is(e->getEndLoc(), tok::semi);
		if (end.isInvalid() || (loop && loop->getBody() != e)) return false;
		changes.put_before(e->getBeginLoc(), "{ ");
		changes.put_behind(end, " }");
	}
	if (changes.begins_after_directive(e->getBeginLoc())) changes.fail();
	return true;
}

// p++, q++; in a row: p++; q++; and a[i] = x, a[n - i] = y; which may be two owners' elements.
static void split_comma(ASTContext &context, const BinaryOperator *comma, TextChanges &changes)
{
	const Stmt *parent = statement_around(context, comma);
	if (!parent) return;
	if (elements_set(comma) < 2 && !(isa<CompoundStmt>(parent) && is_step(comma->getRHS()))) return;
	if (!made_room(parent, comma, changes)) return;
	for (; comma; comma = as_comma(comma->getLHS()))
		changes.replace(comma->getOperatorLoc(), comma->getOperatorLoc(), ";");
}

static const BinaryOperator *as_assignment(const Expr *e)
{
	auto *b = dyn_cast<BinaryOperator>(e->IgnoreParens());
	return b && b->getOpcode() == BO_Assign ? b : nullptr;
}

// The same value wherever it is converted to a target's type: no value is lost on the way from one target to the next.
static bool holds_alike(const BinaryOperator *first, const BinaryOperator *other)
{
	QualType type = other->getLHS()->getType();
	return type->isArithmeticType() && !type.isVolatileQualified() && !type->isAtomicType() &&
	       !other->getLHS()->getSourceBitField() &&
	       type.getCanonicalType().getUnqualifiedType() ==
	               first->getLHS()->getType().getCanonicalType().getUnqualifiedType();
}

// a[i] = a[n - i] = f(i): const double value = f(i); a[n - i] = value; a[i] = value;
// a[i] = a[n - i] = k[i] = 0, k of another type: k[i] = 0; const double value = k[i]; and so on.
static void split_computed(ASTContext &context, const Stmt *parent, const BinaryOperator *first, TextChanges &changes)
{
	QualType type = first->getLHS()->getType().getCanonicalType().getUnqualifiedType();
	auto *loop = dyn_cast<ForStmt>(parent);
	SourceLocation end = changes.next_is(first->getEndLoc(), tok::semi);
	bool room = !end.isInvalid() && !isa<ReturnStmt>(parent) && (!loop || loop->getBody() == first);
	if (!isa<BuiltinType, ComplexType>(type) || !room) return;
	const BinaryOperator *innermost = first;
	while (auto *b = as_assignment(innermost->getRHS())) innermost = b;
	const BinaryOperator *other = as_assignment(innermost->getRHS()->IgnoreParenImpCasts());
	if (other && other->getLHS()->HasSideEffects(context)) return;
	unsigned at = context.getSourceManager().getFileOffset(first->getOperatorLoc());
	std::string name = SPOKEN_VALUE + std::to_string(at), sets;
	const BinaryOperator *last = first;
	for (const BinaryOperator *b = first; b; b = as_assignment(b->getRHS())) {
		sets = " " + changes.text_of(b->getLHS()->getSourceRange()) + " = " + name + ";" + sets;
		last = b;
	}
	spoken_stands_for(name.c_str(), changes.text_of(last->getRHS()->getSourceRange()).c_str());
	std::string before = other ? changes.text_of(other->getSourceRange()) + "; " : "";
	if (other)
		changes.replace(last->getRHS()->getBeginLoc(), last->getRHS()->getEndLoc(),
		        changes.text_of(other->getLHS()->getSourceRange()));
	std::string declared =
	        "{ " + before + "const " + type.getAsString(context.getPrintingPolicy()) + " " + name + " =";
	changes.replace(first->getBeginLoc(), last->getOperatorLoc(), declared);
	changes.put_behind(end, sets + " }");
	if (changes.begins_after_directive(first->getBeginLoc())) changes.fail();
}

// a[i][0] = a[i][n] = a[0][i] = 0; which may be several owners' elements: a[0][i] = 0; a[i][n] = 0; a[i][0] = 0;
static void split_chain(ASTContext &context, const BinaryOperator *first, TextChanges &changes)
{
	const Stmt *parent = statement_around(context, first);
	const Expr *value = first;
	int elements = 0;
	for (const BinaryOperator *b = first; b; b = as_assignment(value)) {
		if (value != b || !holds_alike(first, b)) return;
		elements += sets_element(b);
		value = b->getRHS();
	}
	if (!parent || elements < 2) return;
	if (!value->isEvaluatable(context)) return split_computed(context, parent, first, changes);
	std::string text = changes.text_of(value->getSourceRange());
	if (!made_room(parent, first, changes)) return;
	// The last one is set first: k = a[k] = b[k] = 0;
	std::vector<const Expr *> targets;
	for (const BinaryOperator *b = first; b; b = as_assignment(b->getRHS())) targets.push_back(b->getLHS());
	std::vector<std::string> names;
	for (const Expr *target : targets) names.push_back(changes.text_of(target->getSourceRange()));
	for (size_t k = 0; k < targets.size(); k++)
		changes.replace(targets[k]->getBeginLoc(), targets[k]->getEndLoc(), names[targets.size() - 1 - k]);
	for (const BinaryOperator *b = first, *next; (next = as_assignment(b->getRHS())); b = next)
		changes.replace(b->getOperatorLoc(), b->getOperatorLoc(), "= " + text + ";");
}

void find_inner_steps(ASTContext &context, const ExpansionNotes &notes, const Stmt *statement, Expansions &found)
{
	TextChanges changes(context, notes);
	auto *binary = dyn_cast<BinaryOperator>(statement);
	if (binary && binary->getOpcode() == BO_Comma) split_comma(context, binary, changes);
	if (binary && binary->getOpcode() == BO_Assign) split_chain(context, binary, changes);
	if (!changes.empty()) return changes.make(found);
	if (auto *branch = dyn_cast<IfStmt>(statement))
		InnerSteps(context).change_branch(branch, changes);
	else
		InnerSteps(context).change(statement, changes);
	if (!changes.empty()) changes.make(found);
}
