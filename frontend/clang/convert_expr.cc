// SPDX-License-Identifier: Apache-2.0
#include "convert.h"
#include "grow.h"

#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>

#include <cmath>

using namespace clang;

// ---- nodes ------------------------------------------------------------------------------------

// Where a member's name is a macro's, too, text that is read again cannot say it: the member is what lies so many bytes
// from the struct's first one.
class MembersByPlace : public PrinterHelper
{
	const ASTContext &context;
	const PrintingPolicy &policy;
	llvm::function_ref<bool(const FieldDecl *)> is_macro;

      public:
	MembersByPlace(const ASTContext &context, const PrintingPolicy &policy,
	        llvm::function_ref<bool(const FieldDecl *)> is_macro)
	    : context(context), policy(policy), is_macro(is_macro)
	{
	}
	bool handledStmt(Stmt *s, llvm::raw_ostream &out) override
	{
		const MemberExpr *e = dyn_cast<MemberExpr>(s);
		const FieldDecl *f = e ? dyn_cast<FieldDecl>(e->getMemberDecl()) : nullptr;
		// A value has no address.
		if (!f || !is_macro(f) || !(e->isArrow() || e->getBase()->isLValue())) return false;
		out << "(*(__typeof__(" << e->getType().getAsString(policy) << ") *)((char *)"
		    << (e->isArrow() ? "(" : "&(");
		e->getBase()->printPretty(out, this, policy);
		out << ") + " << context.toCharUnitsFromBits((int64_t)context.getFieldOffset(f)).getQuantity()
		    << SPOKEN_MEMBER << f->getName() << " */))";
		return true;
	}
};

std::string Converter::text_of(const Stmt *s)
{
	std::string text;
	llvm::raw_string_ostream out(text);
	// The printer keeps a reference to it.
	auto is_macro_too = [this](const FieldDecl *f) { return is_macro(f); };
	MembersByPlace members(context, policy, is_macro_too);
	s->printPretty(out, &members, policy);
	return text;
}

prog_expr *Converter::new_expr(prog_expr_kind kind, const Expr *e)
{
	prog_expr *r = static_cast<prog_expr *>(prog_alloc(unit, sizeof(prog_expr)));
	r->kind = kind;
	r->type = type(e->getType());
	r->loc = places.loc(e->getExprLoc());
	r->range = places.range(e->getSourceRange());
	r->expansion = places.expansion(e->getSourceRange(), r->range);
	r->text = prog_string(unit, text_of(e).c_str());
	return r;
}

void Converter::set_args(prog_expr *r, llvm::ArrayRef<prog_expr *> args)
{
	r->arg = static_cast<prog_expr **>(prog_alloc(unit, sizeof(prog_expr *) * (args.size() + 1)));
	for (prog_expr *arg : args) r->arg[r->n_args++] = arg;
}

prog_expr *Converter::node(prog_expr_kind kind, const Expr *e, llvm::ArrayRef<const Expr *> operands, prog_op op)
{
	prog_expr *r = new_expr(kind, e);
	r->op = op;
	llvm::SmallVector<prog_expr *, 8> args;
	for (const Expr *operand : operands) args.push_back(expr(operand));
	set_args(r, args);
	return r;
}

// An expression that only stands for another one: the inner one's value, where needed the outer one's text.
prog_expr *Converter::whole(const Expr *outer, const Expr *inner)
{
	prog_expr *r = expr(inner);
	if (r->range.file < 0) r->range = places.range(outer->getSourceRange());
	return r;
}

// The inner expression, whose text is all of the outer one's.
prog_expr *Converter::in_place_of(const Expr *outer, const Expr *inner)
{
	prog_expr *r = expr(inner);
	const prog_range range = places.range(outer->getSourceRange());
	if (range.file >= 0) r->range = range;
	return r;
}

// ---- casts ------------------------------------------------------------------------------------

static bool keeps_integers(const ASTContext &context, QualType from, QualType to)
{
	uint64_t from_bits = context.getIntWidth(from), to_bits = context.getIntWidth(to);
	if (to->isBooleanType()) return from->isBooleanType();
	if (from->isSignedIntegerOrEnumerationType() == to->isSignedIntegerOrEnumerationType())
		return to_bits >= from_bits;
	return from->isUnsignedIntegerOrEnumerationType() && to_bits > from_bits;
}

static bool keeps_value(const ASTContext &context, const ImplicitCastExpr *e)
{
	QualType from = e->getSubExpr()->getType(), to = e->getType();
	switch (e->getCastKind()) {
	case CK_IntegralCast: return keeps_integers(context, from, to);
	case CK_FloatingCast: return context.getFloatingTypeOrder(to, from) >= 0;
	case CK_LValueToRValue:
	case CK_NoOp:
	case CK_BitCast:
	case CK_ArrayToPointerDecay:
	case CK_FunctionToPointerDecay:
	case CK_BuiltinFnToFnPtr:
	case CK_NullToPointer:
	case CK_ToVoid:
	case CK_IntegralToFloating:
	case CK_IntegralRealToComplex:
	case CK_FloatingRealToComplex:
	case CK_AtomicToNonAtomic:
	case CK_NonAtomicToAtomic:
	case CK_LValueBitCast: return true;
	default: return false;
	}
}

static const UnaryOperator *as_part_of_complex(const Expr *e)
{
	auto *u = dyn_cast<UnaryOperator>(e->IgnoreParens());
	return u && (u->getOpcode() == UO_Real || u->getOpcode() == UO_Imag) ? u : nullptr;
}

// Literals take the type that they are converted to.
prog_expr *Converter::implicit_cast(const ImplicitCastExpr *e)
{
	const Expr *inner = e->getSubExpr();
	if (const UnaryOperator *part = as_part_of_complex(inner); part && e->getCastKind() == CK_LValueToRValue)
		return node(PROG_EXPR_CAST, part, part->getSubExpr());
	prog_expr *r = expr(inner);
	if (e->getCastKind() == CK_IntegralCast && r->kind == PROG_EXPR_INT) {
		bool is_signed = e->getType()->isSignedIntegerOrEnumerationType();
		bool from_signed = inner->getType()->isSignedIntegerOrEnumerationType();
		unsigned bits = context.getIntWidth(e->getType());
		llvm::APSInt value(llvm::APInt(64, r->value, true), !from_signed);
		value = value.extOrTrunc(bits);
		value.setIsSigned(is_signed);
		r->value = value.extOrTrunc(64).getSExtValue();
		r->type = type(e->getType());
		return r;
	}
	if (keeps_value(context, e)) return r;
	prog_expr *cast = new_expr(PROG_EXPR_CAST, e);
	cast->is_implicit = true;
	cast->range = r->range;
	cast->expansion = r->expansion;
	cast->text = r->text;
	set_args(cast, r);
	return cast;
}

// ---- operators --------------------------------------------------------------------------------

static prog_op op_of(BinaryOperatorKind kind)
{
	switch (kind) {
	case BO_Mul:
	case BO_MulAssign: return PROG_OP_MUL;
	case BO_Div:
	case BO_DivAssign: return PROG_OP_DIV;
	case BO_Rem:
	case BO_RemAssign: return PROG_OP_REM;
	case BO_Add:
	case BO_AddAssign: return PROG_OP_ADD;
	case BO_Sub:
	case BO_SubAssign: return PROG_OP_SUB;
	case BO_Shl:
	case BO_ShlAssign: return PROG_OP_SHL;
	case BO_Shr:
	case BO_ShrAssign: return PROG_OP_SHR;
	case BO_And:
	case BO_AndAssign: return PROG_OP_AND;
	case BO_Or:
	case BO_OrAssign: return PROG_OP_OR;
	case BO_Xor:
	case BO_XorAssign: return PROG_OP_XOR;
	case BO_LT: return PROG_OP_LT;
	case BO_LE: return PROG_OP_LE;
	case BO_GT: return PROG_OP_GT;
	case BO_GE: return PROG_OP_GE;
	case BO_EQ: return PROG_OP_EQ;
	case BO_NE: return PROG_OP_NE;
	case BO_LAnd: return PROG_OP_LAND;
	case BO_LOr: return PROG_OP_LOR;
	case BO_Comma: return PROG_OP_COMMA;
	default: return PROG_OP_NONE;
	}
}

// The integer that a double holds of a sum of integers; null: it is something else.
static const Expr *integer_held(const ASTContext &context, const Expr *e)
{
	auto *cast = dyn_cast<ImplicitCastExpr>(e->IgnoreParens());
	if (!cast || cast->getCastKind() != CK_IntegralToFloating ||
	        !cast->getType()->isSpecificBuiltinType(BuiltinType::Double))
		return nullptr;
	return context.getIntWidth(cast->getSubExpr()->getType()) <= 32 ? cast->getSubExpr() : nullptr;
}

// i < 2e3 is i < 2000, and i <= 1.5 is i <= 1: comparisons of an integer with a number that is a constant. Null: it is
// none.
prog_expr *Converter::integer_comparison(const BinaryOperator *e)
{
	const double most = 1 << 30;
	for (int side = 0; side < 2 && e->isRelationalOp(); side++) {
		const Expr *of = integer_held(context, side ? e->getRHS() : e->getLHS());
		const Expr *with = side ? e->getLHS() : e->getRHS();
		llvm::APFloat value(0.0);
		if (!of || with->getType()->isIntegerType() || !with->EvaluateAsFloat(value, context)) continue;
		bool less = e->getOpcode() == BO_LT || e->getOpcode() == BO_LE;
		bool equal = e->getOpcode() == BO_LE || e->getOpcode() == BO_GE;
		double number = value.convertToDouble();
		if (!(std::abs(number) < most)) continue; // no number is not, either
		prog_expr *constant = new_expr(PROG_EXPR_INT, with), *r = new_expr(PROG_EXPR_BINARY, e);
		// An integer is above 1.5 where it is above 1, and below it where it is below 2.
		bool from_below = less == (side == 0);
		constant->value = static_cast<long>(from_below != equal ? std::ceil(number) : std::floor(number));
		constant->text = prog_string(unit, std::to_string(constant->value).c_str());
		constant->type = type(context.LongTy);
		constant->range = constant->expansion = places.none();
		r->op = op_of(e->getOpcode());
		prog_expr *other = expr(of);
		set_args(r, side ? llvm::ArrayRef<prog_expr *>{constant, other}
		                 : llvm::ArrayRef<prog_expr *>{other, constant});
		return r;
	}
	return nullptr;
}

prog_expr *Converter::binary(const BinaryOperator *e)
{
	if (prog_expr *r = integer_comparison(e)) return r;
	// sizeof a / sizeof *a
	if (e->isMultiplicativeOp() && isa<UnaryExprOrTypeTraitExpr>(e->getLHS()->IgnoreParens()))
		if (prog_expr *r = folded(e)) return r;
	prog_expr *r = node(e->isAssignmentOp() ? PROG_EXPR_ASSIGN : PROG_EXPR_BINARY, e, {e->getLHS(), e->getRHS()},
	        op_of(e->getOpcode()));
	if (e->isAdditiveOp() && e->getType()->isPointerType()) one_sum(r);
	return r;
}

// A subscript that the source does not have in one piece.
prog_expr *Converter::offset(prog_expr_kind kind, prog_op op, llvm::ArrayRef<prog_expr *> args)
{
	prog_expr *r = static_cast<prog_expr *>(prog_alloc(unit, sizeof(prog_expr)));
	r->kind = kind;
	r->op = op;
	r->type = type(context.getPointerDiffType());
	r->loc = args.back()->loc;
	r->range.file = r->expansion.file = -1;
	std::string sign = op == PROG_OP_ADD ? " + " : op == PROG_OP_SUB ? " - " : "-", text;
	if (args.size() == 2) text = std::string("(") + args[0]->text + ")";
	text += sign + "(" + args.back()->text + ")";
	r->text = prog_string(unit, text.c_str());
	set_args(r, args);
	return r;
}

static int pointer_side(const prog_expr *sum)
{
	const prog_type *t = sum->arg[0]->type;
	return t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY) ? 0 : 1;
}

// p + i - j as p + (i - j): a base and a subscript.
void Converter::one_sum(prog_expr *r)
{
	int pointer = pointer_side(r);
	prog_expr *base = r->arg[pointer], *by = r->arg[1 - pointer];
	bool nested = base->kind == PROG_EXPR_BINARY && base->op == PROG_OP_ADD;
	if (!nested && r->op == PROG_OP_ADD) return;
	if (nested) {
		int inner = pointer_side(base);
		by = offset(PROG_EXPR_BINARY, r->op, {base->arg[1 - inner], by});
		base = base->arg[inner];
	} else {
		by = offset(PROG_EXPR_UNARY, PROG_OP_NEG, by);
	}
	r->op = PROG_OP_ADD;
	r->arg[0] = base, r->arg[1] = by;
}

// (&a[i])[j] as a[i + j], which may go on in the next row.
bool Converter::from_element(prog_expr *r, const prog_expr *address, prog_expr *by)
{
	if (address->kind != PROG_EXPR_ADDR || address->arg[0]->kind != PROG_EXPR_INDEX) return false;
	const prog_expr *first = address->arg[0];
	if (!prog_is_zero(first->arg[1])) by = offset(PROG_EXPR_BINARY, PROG_OP_ADD, {first->arg[1], by});
	prog_expr *row = first->arg[0];
	r->kind = PROG_EXPR_INDEX;
	r->n_args = 0;
	set_args(r, {row, by});
	r->value = 1;
	return true;
}

static bool is_of_constants(const prog_expr *e)
{
	if (e->kind == PROG_EXPR_INT) return true;
	if (e->kind != PROG_EXPR_UNARY && e->kind != PROG_EXPR_BINARY && e->kind != PROG_EXPR_CAST) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!is_of_constants(e->arg[k])) return false;
	return true;
}

// q[FIRST], q[1 - 1] as q[0]: nests tell pointers in an array apart by what is written.
void Converter::name_by_value(prog_expr *r, const ArraySubscriptExpr *e)
{
	prog_expr *index = is_of_constants(r->arg[1]) ? folded(e->getIdx()) : nullptr;
	if (!index || index->value < 0) return;
	index->text = prog_string(unit, std::to_string(index->value).c_str());
	r->arg[1] = index;
	r->text = prog_string(unit, (std::string(r->arg[0]->text) + "[" + index->text + "]").c_str());
}

// (p + i)[j] as p[i + j].
prog_expr *Converter::subscript(const ArraySubscriptExpr *e)
{
	prog_expr *r = node(PROG_EXPR_INDEX, e, {e->getBase(), e->getIdx()}), *base = r->arg[0];
	if (from_element(r, base, r->arg[1])) return r;
	if (base->kind != PROG_EXPR_BINARY || base->op != PROG_OP_ADD) {
		if (e->getType()->isPointerType()) name_by_value(r, e);
		return r;
	}
	int pointer = pointer_side(base);
	r->arg[1] = offset(PROG_EXPR_BINARY, PROG_OP_ADD, {base->arg[1 - pointer], r->arg[1]});
	r->arg[0] = base->arg[pointer];
	return r;
}

// The x of &x, a number of the function's own, or an element of an array; null: something else.
static const Expr *addressed_place(const Expr *e)
{
	auto *address = dyn_cast<UnaryOperator>(e->IgnoreParens());
	if (!address || address->getOpcode() != UO_AddrOf) return nullptr;
	auto *name = dyn_cast<DeclRefExpr>(address->getSubExpr()->IgnoreParens());
	auto *element = dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
	if (element && element->getType()->isArithmeticType()) return element;
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	return v && v->isLocalVarDeclOrParm() && v->getType()->isArithmeticType() ? name : nullptr;
}

// __real__ c, __imag__ c: as a value it is computed of c, as a place that is set it is a part of what has an address.
prog_expr *Converter::part_of_complex(const UnaryOperator *e)
{
	if (!as_part_of_complex(e)) return opaque(e);
	if (e->isPRValue()) return node(PROG_EXPR_CAST, e, e->getSubExpr());
	if (auto *name = dyn_cast<DeclRefExpr>(e->getSubExpr()->IgnoreParens()))
		if (prog_symbol *s = symbol(name->getDecl())) s->address_taken = true;
	return opaque(e);
}

prog_expr *Converter::unary(const UnaryOperator *e)
{
	const Expr *arg = e->getSubExpr();
	switch (e->getOpcode()) {
	case UO_AddrOf: return node(PROG_EXPR_ADDR, e, arg);
	case UO_Deref: {
		const Expr *place = addressed_place(arg);
		if (place) return in_place_of(e, place);
		prog_expr *r = node(PROG_EXPR_DEREF, e, arg), *sum = r->arg[0];
		if (sum->kind == PROG_EXPR_BINARY && sum->op == PROG_OP_ADD)
			from_element(r, sum->arg[pointer_side(sum)], sum->arg[1 - pointer_side(sum)]);
		return r;
	}
	case UO_Minus: return node(PROG_EXPR_UNARY, e, arg, PROG_OP_NEG);
	case UO_Plus: return node(PROG_EXPR_UNARY, e, arg, PROG_OP_PLUS);
	case UO_Not: return node(PROG_EXPR_UNARY, e, arg, PROG_OP_NOT);
	case UO_LNot: return node(PROG_EXPR_UNARY, e, arg, PROG_OP_LNOT);
	case UO_Extension: return whole(e, arg);
	default: break;
	}
	if (!e->isIncrementDecrementOp()) return part_of_complex(e);
	prog_expr *r = node(PROG_EXPR_INCDEC, e, arg, e->isIncrementOp() ? PROG_OP_ADD : PROG_OP_SUB);
	r->is_postfix = e->isPostfix();
	return r;
}

// ---- names, members, calls --------------------------------------------------------------------

prog_expr *Converter::reference(const DeclRefExpr *e)
{
	if (auto *enumerator = dyn_cast<EnumConstantDecl>(e->getDecl())) {
		prog_expr *r = new_expr(PROG_EXPR_INT, e);
		r->value = enumerator->getInitVal().extOrTrunc(64).getSExtValue();
		return r;
	}
	prog_symbol *s = symbol(e->getDecl());
	if (!s) return opaque(e);
	evaluated.insert(e);
	prog_expr *r = new_expr(PROG_EXPR_VAR, e);
	r->symbol = s;
	return r;
}

// x->f as (*x).f: the DEREF has the text and place of `x`.
prog_expr *Converter::member(const MemberExpr *e)
{
	prog_symbol *s = symbol(e->getMemberDecl());
	if (!s) return opaque(e);
	prog_expr *r = new_expr(PROG_EXPR_MEMBER, e), *base = expr(e->getBase());
	r->symbol = s;
	if (e->isArrow()) {
		prog_expr *object = static_cast<prog_expr *>(prog_alloc(unit, sizeof(prog_expr)));
		*object = *base;
		object->kind = PROG_EXPR_DEREF;
		object->op = PROG_OP_NONE;
		object->is_implicit = true;
		object->is_postfix = false;
		object->symbol = nullptr;
		object->body = nullptr;
		object->type = type(e->getBase()->getType()->getPointeeType());
		object->text = prog_string(unit, (std::string("*(") + base->text + ")").c_str());
		object->n_args = 0;
		set_args(object, base);
		base = object;
	}
	set_args(r, base);
	if (!*s->name) {
		// A struct without a name in another one: Clang's text is that of its member.
		r->text = base->text;
		r->range = r->expansion = e->isArrow() ? places.none() : base->range;
	}
	return r;
}

prog_expr *Converter::call(const CallExpr *e)
{
	llvm::SmallVector<const Expr *, 8> args = {e->getCallee()};
	args.append(e->arg_begin(), e->arg_end());
	return node(PROG_EXPR_CALL, e, args);
}

// ---- constants, initialisers, the rest --------------------------------------------------------

prog_expr *Converter::folded(const Expr *e)
{
	Expr::EvalResult result;
	if (!e->EvaluateAsInt(result, context)) return nullptr;
	prog_expr *r = new_expr(PROG_EXPR_INT, e);
	r->value = result.Val.getInt().extOrTrunc(64).getSExtValue();
	return r;
}

// A literal as it is spelled: printing its value could round it.
prog_expr *Converter::floating(const Expr *e)
{
	prog_expr *r = new_expr(PROG_EXPR_FLOAT, e);
	const SourceManager &sources = context.getSourceManager();
	bool invalid = false;
	llvm::SmallString<32> space;
	SourceLocation spelled = sources.getSpellingLoc(e->getBeginLoc());
	std::string text = Lexer::getSpelling(spelled, space, sources, context.getLangOpts(), &invalid).str();
	if (!invalid && !text.empty()) r->text = prog_string(unit, text.c_str());
	return r;
}

// The size of an array of variable length: its extents are evaluated, and so is an operand of such a type.
static bool size_changes(const UnaryExprOrTypeTraitExpr *e, const ASTContext &context)
{
	if (!e->isArgumentType() && e->getArgumentExpr()->HasSideEffects(context)) return true;
	for (QualType t = e->getTypeOfArgument(); const ArrayType *array = context.getAsArrayType(t);
	        t = array->getElementType()) {
		auto *variable = dyn_cast<VariableArrayType>(array);
		if (variable && variable->getSizeExpr() && variable->getSizeExpr()->HasSideEffects(context))
			return true;
	}
	return false;
}

prog_expr *Converter::size_expr(const UnaryExprOrTypeTraitExpr *e)
{
	if (prog_expr *r = folded(e)) return r;
	if (size_changes(e, context)) return opaque(e);
	if (!e->isArgumentType()) return node(PROG_EXPR_SIZEOF, e, e->getArgumentExpr());
	prog_expr *r = new_expr(PROG_EXPR_SIZEOF, e);
	llvm::SmallVector<prog_expr *, 4> extents;
	for (const prog_type *t = type(e->getArgumentType()); t; t = t->element)
		if (t->extent) extents.push_back(const_cast<prog_expr *>(t->extent));
	set_args(r, extents);
	return r;
}

prog_expr *Converter::init_list(const InitListExpr *e)
{
	if (const InitListExpr *semantic = e->getSemanticForm()) e = semantic;
	llvm::SmallVector<const Expr *, 8> args;
	const FieldDecl *member = e->getInitializedFieldInUnion();
	bool left_out = member && member->getFieldIndex() > 0, gaps = false;
	for (const Expr *init : e->inits()) {
		bool implicit = !init || isa<ImplicitValueInitExpr, NoInitExpr>(init);
		gaps |= left_out && !implicit;
		left_out |= implicit;
		if (!implicit) args.push_back(init);
	}
	prog_expr *r = node(PROG_EXPR_INIT, e, args);
	r->has_gaps = gaps;
	return r;
}

static bool fails(const Stmt *s)
{
	auto *call = s ? dyn_cast<CallExpr>(s) : nullptr;
	if (auto *e = call ? nullptr : dyn_cast_or_null<Expr>(s)) call = dyn_cast<CallExpr>(e->IgnoreParens());
	const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
	return f && f->isNoReturn() && f->getIdentifier() && f->getName().starts_with("__assert");
}

// What an assertion asks, as the C library writes it: ({ if (c) ; else fail(); }) or c ? (void)0 : fail(); null: it
// is none. That it may end the program is no effect which the program sees.
static const Expr *asserted(const Expr *e)
{
	if (auto *choice = dyn_cast<ConditionalOperator>(e))
		return fails(choice->getFalseExpr()) && choice->getType()->isVoidType() &&
		                       isa<IntegerLiteral>(choice->getTrueExpr()->IgnoreParenCasts())
		               ? choice->getCond()
		               : nullptr;
	auto *block = dyn_cast<StmtExpr>(e);
	if (!block || block->getSubStmt()->size() != 1) return nullptr;
	auto *choice = dyn_cast<IfStmt>(block->getSubStmt()->body_front());
	bool plain = choice && !choice->getInit() && !choice->getConditionVariable();
	return plain && isa<NullStmt>(choice->getThen()) && fails(choice->getElse()) ? choice->getCond() : nullptr;
}

prog_expr *Converter::opaque(const Expr *e)
{
	llvm::SmallVector<const Expr *, 4> args;
	if (auto *block = dyn_cast<StmtExpr>(e)) {
		prog_expr *r = new_expr(PROG_EXPR_OPAQUE, e);
		set_args(r, {});
		r->body = stmt(block->getSubStmt());
		prog_stmt *last = r->body && r->body->n_children ? r->body->child[r->body->n_children - 1] : nullptr;
		while (last && last->kind == PROG_STMT_LABEL) last = last->body;
		if (last && last->kind == PROG_STMT_EXPR) last->gives_value = !e->getType()->isVoidType();
		return r;
	}
	for (const Stmt *child : e->children())
		if (auto *arg = dyn_cast_or_null<Expr>(child)) args.push_back(arg);
	return node(PROG_EXPR_OPAQUE, e, args);
}

prog_expr *Converter::convert(const Expr *e)
{
	if (auto *x = dyn_cast<ParenExpr>(e)) return whole(x, x->getSubExpr());
	if (auto *x = dyn_cast<ConstantExpr>(e)) return whole(x, x->getSubExpr());
	if (auto *x = dyn_cast<GenericSelectionExpr>(e))
		return x->isResultDependent() ? opaque(e) : whole(x, x->getResultExpr());
	if (auto *x = dyn_cast<ChooseExpr>(e)) return whole(x, x->getChosenSubExpr());
	if (auto *x = dyn_cast<OpaqueValueExpr>(e))
		return x->getSourceExpr() ? whole(x, x->getSourceExpr()) : node(PROG_EXPR_OPAQUE, x, {});
	if (auto *x = dyn_cast<ImplicitCastExpr>(e)) return implicit_cast(x);
	if (auto *x = dyn_cast<ExplicitCastExpr>(e)) return node(PROG_EXPR_CAST, x, x->getSubExpr());
	if (auto *x = dyn_cast<DeclRefExpr>(e)) return reference(x);
	if (auto *x = dyn_cast<MemberExpr>(e)) return member(x);
	if (auto *x = dyn_cast<UnaryOperator>(e)) return unary(x);
	if (auto *x = dyn_cast<BinaryOperator>(e)) return binary(x);
	if (auto *x = dyn_cast<ArraySubscriptExpr>(e)) return subscript(x);
	if (const Expr *c = asserted(e)) {
		prog_expr *r = node(PROG_EXPR_CAST, e, c);
		r->asserts = true;
		return r;
	}
	if (auto *x = dyn_cast<ConditionalOperator>(e))
		return node(PROG_EXPR_COND, x, {x->getCond(), x->getTrueExpr(), x->getFalseExpr()});
	if (auto *x = dyn_cast<BinaryConditionalOperator>(e))
		return node(PROG_EXPR_COND, x, {x->getCommon(), nullptr, x->getFalseExpr()});
	if (auto *x = dyn_cast<CallExpr>(e)) return call(x);
	if (auto *x = dyn_cast<InitListExpr>(e)) return init_list(x);
	if (auto *x = dyn_cast<CompoundLiteralExpr>(e)) return node(PROG_EXPR_COMPOUND, x, x->getInitializer());
	if (auto *x = dyn_cast<UnaryExprOrTypeTraitExpr>(e)) return size_expr(x);
	if (isa<IntegerLiteral, CharacterLiteral, OffsetOfExpr, TypeTraitExpr>(e))
		if (prog_expr *r = folded(e)) return r;
	if (isa<FloatingLiteral, ImaginaryLiteral>(e)) return floating(e);
	if (isa<clang::StringLiteral, PredefinedExpr>(e)) return node(PROG_EXPR_STRING, e, {});
	return opaque(e);
}

prog_expr *Converter::expr(const Expr *e) { return e ? convert(e) : nullptr; }

// ---- addresses --------------------------------------------------------------------------------

// The variable that an lvalue is a part of; NULL behind a pointer.
static prog_symbol *root(const prog_expr *e)
{
	while (true) {
		bool part = e->kind == PROG_EXPR_MEMBER ||
		            (e->kind == PROG_EXPR_INDEX && e->arg[0]->type->kind == PROG_TYPE_ARRAY);
		if (!part) break;
		e = e->arg[0];
	}
	return e->kind == PROG_EXPR_VAR && e->symbol->kind != PROG_SYMBOL_FUNCTION ? e->symbol : nullptr;
}

static bool is_array_part(const prog_expr *e)
{
	for (; e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX; e = e->arg[0])
		if (e->type->kind == PROG_TYPE_ARRAY || e->kind == PROG_EXPR_INDEX) return true;
	return e->type->kind == PROG_TYPE_ARRAY;
}

// What has the address of a member can change it without its name.
static void mark_members(const prog_expr *e)
{
	for (; e->n_args && (e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX); e = e->arg[0]) {
		if (e->kind == PROG_EXPR_MEMBER) e->symbol->address_taken = true;
		if (e->kind == PROG_EXPR_INDEX && e->arg[0]->type->kind != PROG_TYPE_ARRAY) return;
	}
}

// How the value of an expression is used: by what is not looked at, to reach an element, as a function's argument.
enum Use { USE_VALUE, USE_ELEMENT, USE_ARGUMENT };

static void mark_own(const prog_expr *e, Use use)
{
	const prog_expr *object = e->kind == PROG_EXPR_ADDR ? e->arg[0] : e;
	if (use == USE_ELEMENT || (e->kind != PROG_EXPR_ADDR && e->type->kind != PROG_TYPE_ARRAY)) return;
	if (use == USE_ARGUMENT && is_array_part(object)) return;
	if (prog_symbol *s = root(object)) s->address_taken = true;
	if (e->kind == PROG_EXPR_ADDR) mark_members(object);
}

static Use use_of_arg(const prog_expr *e, int i, Use use)
{
	switch (e->kind) {
	case PROG_EXPR_INDEX: return i == 0 ? USE_ELEMENT : USE_VALUE;
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER:
	case PROG_EXPR_ADDR:
	case PROG_EXPR_SIZEOF: return USE_ELEMENT;
	case PROG_EXPR_ASSIGN: return i == 0 ? USE_ELEMENT : USE_VALUE;
	case PROG_EXPR_CALL: return i == 0 ? USE_VALUE : USE_ARGUMENT;
	case PROG_EXPR_COND: return i == 0 ? USE_VALUE : use;
	case PROG_EXPR_CAST: return use;
	case PROG_EXPR_BINARY:
		if (e->op == PROG_OP_COMMA) return i == 0 ? USE_VALUE : use;
		return e->op == PROG_OP_ADD || e->op == PROG_OP_SUB ? use : USE_VALUE;
	default: return USE_VALUE;
	}
}

static void mark(const prog_expr *e, Use use)
{
	mark_own(e, use);
	for (int i = 0; i < e->n_args; i++)
		if (e->arg[i]) mark(e->arg[i], use_of_arg(e, i, use));
}

void mark_addresses(const prog_expr *e)
{
	if (e) mark(e, USE_VALUE);
}
