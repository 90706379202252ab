// SPDX-License-Identifier: Apache-2.0
#include "convert.h"
#include <clang/AST/RecordLayout.h>

using namespace clang;

// What makes two types one: qualifiers other than volatile do not, except in what is pointed to or held. Clang has an
// array's elements' qualifiers at the array.
static QualType key_of(const ASTContext &context, QualType type)
{
	QualType c = context.getCanonicalType(type);
	if (!c->isArrayType()) c.removeLocalConst();
	c.removeLocalRestrict();
	return c;
}

// A type that C can name: an enumeration without a name is the integer type that it is made of.
static QualType spelled(QualType type)
{
	auto *e = dyn_cast<EnumType>(type);
	bool named = !e || e->getDecl()->getIdentifier() || e->getDecl()->getTypedefNameForAnonDecl();
	return named ? type : e->getDecl()->getIntegerType();
}

namespace
{

// What is where in a type, in the words of runtime/trace/parts.h.
class Parts
{
      public:
	Parts(const ASTContext &context, QualType type) : context(context) { add(type, 0, ""); }
	// Empty where it is nothing that has parts.
	std::string text() const { return n <= most ? words : ""; }

      private:
	static constexpr unsigned most = 128; // more than that an element is bytes
	const ASTContext &context;
	std::string words;
	unsigned n = 0;

	uint64_t bytes(QualType type) const { return context.getTypeSizeInChars(type).getQuantity(); }
	std::string number(QualType type) const;
	void word(const std::string &what, uint64_t count, uint64_t offset, const std::string &name);
	void add(QualType type, uint64_t offset, const std::string &name);
	void add_array(const ConstantArrayType *array, uint64_t offset, const std::string &name);
	void add_record(const RecordDecl *record, uint64_t offset, const std::string &name);
};

} // namespace

// Empty where it is no number that can be told of.
std::string Parts::number(QualType type) const
{
	const std::string size = std::to_string(bytes(type));
	if (type->isRealFloatingType()) {
		const llvm::fltSemantics &f = context.getFloatTypeSemantics(type);
		if (&f == &llvm::APFloat::x87DoubleExtended()) return "x" + size;
		if (&f == &llvm::APFloat::IEEEsingle() || &f == &llvm::APFloat::IEEEdouble()) return "f" + size;
	}
	if (type->isIntegralOrEnumerationType() && !type->isBitIntType() && bytes(type) <= sizeof(uint64_t))
		return (type->isSignedIntegerOrEnumerationType() ? "i" : "u") + size;
	return "";
}

void Parts::word(const std::string &what, uint64_t count, uint64_t offset, const std::string &name)
{
	if (n++) words += " ";
	words += what;
	if (count > 1) words += "*" + std::to_string(count);
	words += "@" + std::to_string(offset) + name;
}

void Parts::add(QualType type, uint64_t offset, const std::string &name)
{
	if (n > most) return;
	type = context.getCanonicalType(type).getUnqualifiedType();
	if (auto *atomic = dyn_cast<AtomicType>(type)) return add(atomic->getValueType(), offset, name);
	if (const ConstantArrayType *array = context.getAsConstantArrayType(type))
		return add_array(array, offset, name);
	if (auto *complex = dyn_cast<ComplexType>(type)) {
		add(complex->getElementType(), offset, name + ".real");
		return add(complex->getElementType(), offset + bytes(complex->getElementType()), name + ".imag");
	}
	auto *record = dyn_cast<RecordType>(type);
	if (record && !record->isUnionType()) return add_record(record->getDecl()->getDefinition(), offset, name);
	const std::string what = number(type);
	word(what.empty() ? "b" + std::to_string(bytes(type)) : what, 1, offset, name);
}

void Parts::add_array(const ConstantArrayType *array, uint64_t offset, const std::string &name)
{
	QualType element = array->getElementType();
	const uint64_t size = bytes(element), length = array->getSize().getZExtValue();
	const std::string what = number(context.getCanonicalType(element).getUnqualifiedType());
	if (!what.empty() && length > 0) return word(what, length, offset, name);
	for (uint64_t k = 0; k < length && n <= most; k++)
		add(element, offset + k * size, name + "[" + std::to_string(k) + "]");
}

void Parts::add_record(const RecordDecl *record, uint64_t offset, const std::string &name)
{
	const ASTRecordLayout &layout = context.getASTRecordLayout(record);
	for (const FieldDecl *f : record->fields()) {
		const uint64_t bits = layout.getFieldOffset(f->getFieldIndex()), at = offset + bits / 8;
		const std::string member = f->getName().empty() ? name : name + "." + f->getName().str();
		if (!f->isBitField())
			add(f->getType(), at, member);
		else if (const uint64_t width = f->getBitWidthValue(context))
			word("b" + std::to_string((bits % 8 + width + 7) / 8), 1, at, member);
	}
}

const prog_type *Converter::type(QualType type)
{
	QualType c = key_of(context, type);
	prog_type *&known = types[c.getAsOpaquePtr()];
	if (known) return known;
	prog_type *t = static_cast<prog_type *>(prog_alloc(unit, sizeof(prog_type)));
	known = t;
	t->text = prog_string(unit, spelled(c.getUnqualifiedType()).getAsString(policy).c_str());
	t->size = size_of(c);
	fill_type(t, c);
	if (t->size > 0 && t->kind != PROG_TYPE_ARRAY) t->holds = prog_string(unit, Parts(context, c).text().c_str());
	return t;
}

long Converter::size_of(QualType c)
{
	if (c->isIncompleteType() || c->isFunctionType() || c->isVoidType() || !c->isConstantSizeType()) return 0;
	if (c->isSizelessType() || c->isDependentType() || c->isPlaceholderType()) return 0;
	return context.getTypeSizeInChars(c).getQuantity();
}

static bool element_is_const(const ASTContext &context, QualType element)
{
	return context.getBaseElementType(element).isConstQualified();
}

// What the function's parameters point to is const, or functions.
static bool takes_const_only(const ASTContext &context, const FunctionType *f)
{
	auto *proto = dyn_cast<FunctionProtoType>(f);
	if (!proto) return false;
	for (QualType param : proto->param_types())
		if (auto *p = param->getAs<PointerType>())
			if (!p->getPointeeType()->isFunctionType() && !element_is_const(context, p->getPointeeType()))
				return false;
	return true;
}

void Converter::fill_builtin(prog_type *t, const BuiltinType *b)
{
	t->is_signed = b->isSignedInteger();
	t->kind = b->getKind() == BuiltinType::Void   ? PROG_TYPE_VOID
	          : b->getKind() == BuiltinType::Bool ? PROG_TYPE_BOOL
	          : b->isInteger()                    ? PROG_TYPE_INT
	          : b->isFloatingPoint()              ? PROG_TYPE_FLOAT
	                                              : PROG_TYPE_OTHER;
}

void Converter::fill_array(prog_type *t, const ArrayType *a)
{
	t->kind = PROG_TYPE_ARRAY;
	t->element = type(a->getElementType());
	t->is_const = element_is_const(context, a->getElementType());
	t->is_volatile |= t->element->is_volatile;
	t->is_atomic |= t->element->is_atomic;
	if (auto *fixed = dyn_cast<ConstantArrayType>(a))
		t->extent = constant(llvm::APSInt(fixed->getSize()), context.getSizeType());
	else if (auto *variable = dyn_cast<VariableArrayType>(a))
		t->extent = expr(variable->getSizeExpr());
}

static bool has_pointers(QualType type)
{
	type = QualType(type->getBaseElementTypeUnsafe(), 0);
	if (type->isAnyPointerType()) return true;
	const RecordDecl *record = type->getAsRecordDecl();
	if (!record || !(record = record->getDefinition())) return false;
	return llvm::any_of(record->fields(), [](const FieldDecl *f) { return has_pointers(f->getType()); });
}

static bool has_arrays(QualType type)
{
	if (type->isArrayType()) return true;
	const RecordDecl *record = type->getAsRecordDecl();
	if (!record || !(record = record->getDefinition())) return false;
	return llvm::any_of(record->fields(), [](const FieldDecl *f) { return has_arrays(f->getType()); });
}

// Other than pointers and floating-point numbers.
static bool has_integers(QualType type)
{
	type = QualType(type->getBaseElementTypeUnsafe(), 0);
	const RecordDecl *record = type->getAsRecordDecl();
	if (!record) return !type->isAnyPointerType() && !type->isFloatingType();
	if (!(record = record->getDefinition())) return true;
	return llvm::any_of(record->fields(), [](const FieldDecl *f) { return has_integers(f->getType()); });
}

void Converter::fill_type(prog_type *t, QualType c)
{
	t->kind = PROG_TYPE_OTHER;
	t->is_volatile = c.isVolatileQualified();
	if (auto *b = dyn_cast<BuiltinType>(c)) {
		fill_builtin(t, b);
	} else if (c->isEnumeralType() || c->isBitIntType()) {
		t->kind = PROG_TYPE_INT;
		t->is_signed = c->isSignedIntegerOrEnumerationType();
	} else if (c->isAnyComplexType()) {
		t->kind = PROG_TYPE_COMPLEX;
	} else if (auto *p = dyn_cast<PointerType>(c)) {
		t->kind = PROG_TYPE_POINTER;
		t->element = type(p->getPointeeType());
		t->is_const = element_is_const(context, p->getPointeeType());
		t->is_volatile |= t->element->is_volatile;
		t->is_atomic |= t->element->is_atomic;
	} else if (const clang::ArrayType *a = context.getAsArrayType(c)) {
		fill_array(t, a);
	} else if (auto *r = dyn_cast<RecordType>(c)) {
		t->kind = PROG_TYPE_STRUCT;
		t->has_pointers = has_pointers(c);
		t->has_arrays = has_arrays(c);
		t->has_integers = has_integers(c);
		t->is_union = c->isUnionType();
		t->record = tag(r->getDecl());
	} else if (auto *f = dyn_cast<FunctionType>(c)) {
		t->kind = PROG_TYPE_FUNCTION;
		t->element = type(f->getReturnType());
		t->is_const = takes_const_only(context, f);
	} else if (auto *atomic = dyn_cast<AtomicType>(c)) {
		fill_type(t, key_of(context, atomic->getValueType()));
		t->is_volatile = t->is_atomic = true;
	}
}

// An integer that has no text of its own in the source.
prog_expr *Converter::constant(const llvm::APSInt &value, QualType of)
{
	prog_expr *r = static_cast<prog_expr *>(prog_alloc(unit, sizeof(prog_expr)));
	r->kind = PROG_EXPR_INT;
	r->value = value.extOrTrunc(64).getSExtValue();
	r->type = type(of);
	r->loc = {-1, 0, 0};
	r->range = r->expansion = places.none();
	llvm::SmallString<24> text;
	value.toString(text);
	r->text = prog_string(unit, text.c_str());
	return r;
}
