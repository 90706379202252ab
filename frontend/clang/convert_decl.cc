// SPDX-License-Identifier: Apache-2.0
#include "convert.h"
#include "grow.h"

#include <clang/AST/Attr.h>

using namespace clang;

// What the compiler declares by itself. Functions that are used without a declaration are the user's.
static bool is_builtin(const NamedDecl *decl)
{
	if (auto *f = dyn_cast<FunctionDecl>(decl)) return f->isImplicit() && f->getBuiltinID() != 0;
	return decl->isImplicit() && !isa<FieldDecl>(decl);
}

prog_symbol *Converter::new_symbol(prog_symbol_kind kind, const NamedDecl *decl)
{
	prog_symbol *s = static_cast<prog_symbol *>(prog_alloc(unit, sizeof(prog_symbol)));
	s->id = unit->n_symbols;
	s->kind = kind;
	s->name = prog_string(unit, decl->getNameAsString().c_str());
	s->loc = places.loc(decl->getLocation());
	s->in_system_header = is_builtin(decl) || places.in_system_header(decl->getLocation());
	s->decl = s->declarator = s->name_range = s->init = places.none();
	s->specifiers = "";
	grow(unit, unit->symbols, unit->n_symbols, s);
	return s;
}

void Converter::fill_texts(prog_symbol *s, const DeclaratorDecl *decl)
{
	if (s->in_system_header || decl->isImplicit()) return;
	DeclaratorText text = places.declarator(decl);
	if (text.decl.file < 0) return;
	s->decl = text.decl;
	s->declarator = text.declarator;
	s->name_range = text.name;
	s->init = text.init;
	const char *&specifiers = group_specifiers[{text.decl.file, text.decl.begin}];
	if (!specifiers) {
		prog_range r = places.trimmed(text.decl.file, text.decl.begin, text.declarator.begin);
		std::string copy(unit->files[r.file].text + r.begin, r.end - r.begin);
		specifiers = prog_string(unit, copy.c_str());
	}
	s->specifiers = specifiers;
}

// The declaration that counts where there are several: the definition, else the last.
static const VarDecl *defining(const VarDecl *decl)
{
	if (const VarDecl *d = decl->getDefinition()) return d;
	if (const VarDecl *d = decl->getActingDefinition()) return d;
	return decl->getMostRecentDecl();
}

// Adds the integers of an array's value, row by row.
static bool integers_of(const APValue &value, std::vector<long> &all)
{
	if (value.isInt()) {
		const llvm::APSInt &number = value.getInt();
		if (!number.isRepresentableByInt64()) return false;
		all.push_back(number.getExtValue());
		return true;
	}
	if (!value.isArray()) return false;
	for (unsigned k = 0; k < value.getArraySize(); k++) {
		bool given = k < value.getArrayInitializedElts();
		if (!integers_of(given ? value.getArrayInitializedElt(k) : value.getArrayFiller(), all)) return false;
	}
	return true;
}

// What a small table of integers begins with, {0, 3, 4, 1, 2}.
void Converter::fill_values(prog_symbol *s, const VarDecl *decl)
{
	enum { MOST = 256 };
	const VarDecl *initialised = nullptr;
	const Expr *init = decl->getAnyInitializer(initialised);
	const ConstantArrayType *array = context.getAsConstantArrayType(decl->getType());
	if (!init || !array || init->isValueDependent()) return;
	QualType element = context.getBaseElementType(array);
	bool small = context.getConstantArrayElementCount(array) <= MOST;
	if (!small || !element->isIntegerType() || element.isVolatileQualified() || element->isAtomicType()) return;
	const APValue *value = initialised->evaluateValue();
	std::vector<long> all;
	if (!value || !integers_of(*value, all)) return;
	long *values = static_cast<long *>(prog_alloc(unit, sizeof(long) * (all.size() + 1)));
	std::copy(all.begin(), all.end(), values);
	s->values = values;
	s->n_values = static_cast<int>(all.size());
}

prog_symbol *Converter::variable(const VarDecl *any)
{
	const VarDecl *decl = defining(any);
	bool parameter = isa<ParmVarDecl>(decl);
	prog_symbol *s = new_symbol(parameter ? PROG_SYMBOL_PARAMETER : PROG_SYMBOL_VARIABLE, decl);
	symbols[any->getCanonicalDecl()] = s;
	s->file_scope = decl->hasGlobalStorage() && !decl->isStaticLocal();
	s->is_static = decl->getStorageClass() == SC_Static;
	s->is_extern = !parameter && decl->isThisDeclarationADefinition() == VarDecl::DeclarationOnly;
	s->is_redeclared = decl->getMostRecentDecl() != decl->getCanonicalDecl();
	s->has_init = decl->hasInit();
	if (!parameter) fill_values(s, decl);
	fill_texts(s, decl);
	auto *p = dyn_cast<ParmVarDecl>(decl);
	s->type = type(p ? p->getOriginalType() : decl->getMostRecentDecl()->getType());
	return s;
}

static bool is_defined_by_user(const Places &places, const FunctionDecl *decl, const FunctionDecl *&definition)
{
	return decl->isDefined(definition) && definition->hasBody() &&
	       !places.in_system_header(definition->getLocation());
}

bool is_main(const FunctionDecl *decl)
{
	return decl->getIdentifier() && decl->getName() == "main" && decl->isExternallyVisible();
}

static bool names_itself(const Stmt *s)
{
	return s && (isa<PredefinedExpr>(s) || llvm::any_of(s->children(), names_itself));
}

// An inline definition that nothing before it declares: programs are built of these alone, and count on calls being
// expanded.
static bool is_inline_only(const FunctionDecl *definition)
{
	return definition->isInlineSpecified() && definition->getStorageClass() == SC_None &&
	       definition->getFirstDecl() == definition && !definition->isInlineDefinitionExternallyVisible();
}

prog_function *Converter::new_function(prog_symbol *symbol, const FunctionDecl *definition)
{
	prog_function *f = static_cast<prog_function *>(prog_alloc(unit, sizeof(prog_function)));
	f->symbol = symbol;
	f->range = places.range(definition->getSourceRange());
	f->name_range = definition->getLocation().isMacroID() ? places.none() : places.range(definition->getLocation());
	f->is_main = is_main(definition);
	f->is_static = definition->getStorageClass() == SC_Static;
	f->is_inline = definition->isInlineSpecified();
	f->is_inline_only = is_inline_only(definition);
	f->is_old_style = definition->getNumParams() > 0 && !definition->hasWrittenPrototype();
	f->is_pure = symbol->is_pure;
	const FunctionDecl *last = definition->getMostRecentDecl();
	f->begins_program = last->hasAttr<ConstructorAttr>();
	f->ends_program = last->hasAttr<DestructorAttr>();
	if (f->ends_program) f->end_priority = last->getAttr<DestructorAttr>()->getPriority();
	if (f->is_main) unit->main = f;
	if (names_itself(definition->getBody()))
		f->signature = prog_string(
		        unit, PredefinedExpr::ComputeName(PredefinedIdentKind::PrettyFunction, definition).c_str());
	return f;
}

// Where it is first declared for all that follows: a declaration in a block is not seen outside of it.
static SourceLocation first_declared(const FunctionDecl *decl, const SourceManager &sources)
{
	SourceLocation first;
	for (const FunctionDecl *d : decl->redecls())
		if (d->getLexicalDeclContext()->isFileContext() &&
		        (first.isInvalid() || sources.isBeforeInTranslationUnit(d->getLocation(), first)))
			first = d->getLocation();
	return first;
}

prog_symbol *Converter::function_symbol(const FunctionDecl *decl)
{
	const FunctionDecl *definition = nullptr;
	bool defined = is_defined_by_user(places, decl, definition);
	if (!definition) definition = decl->getMostRecentDecl();
	prog_symbol *s = new_symbol(PROG_SYMBOL_FUNCTION, definition);
	symbols[decl->getCanonicalDecl()] = s;
	s->file_scope = true;
	s->first = places.range(first_declared(decl, context.getSourceManager()));
	s->is_static = decl->getCanonicalDecl()->getStorageClass() == SC_Static;
	s->is_extern = !defined;
	s->is_pure = definition->hasAttr<PureAttr>() || definition->hasAttr<ConstAttr>();
	const FunctionDecl *body = nullptr;
	s->in_sight = definition->hasBody(body);
	s->is_weak = decl->getMostRecentDecl()->hasAttr<WeakAttr>() || decl->hasAttr<WeakAttr>();
	fill_texts(s, definition);
	s->type = type(definition->getType());
	if (defined) s->function = new_function(s, definition);
	return s;
}

// A macro has the member's name (#define size g->size), and the member's type and place can be said without it.
bool Converter::is_macro(const FieldDecl *decl) const
{
	const TagDecl *tag = context.getBaseElementType(decl->getType())->getAsTagDecl();
	bool spelled = !tag || tag->getIdentifier() || tag->getTypedefNameForAnonDecl();
	bool placed = decl->getParent()->isCompleteDefinition() && !decl->isBitField() && !decl->isInvalidDecl();
	return decl->getIdentifier() && decl->getIdentifier()->hadMacroDefinition() && spelled && placed &&
	       !decl->getType()->isVariablyModifiedType();
}

prog_symbol *Converter::field(const FieldDecl *decl)
{
	prog_symbol *s = new_symbol(PROG_SYMBOL_FIELD, decl);
	symbols[decl->getCanonicalDecl()] = s;
	fill_texts(s, decl);
	s->record = tag(decl->getParent());
	s->is_bit_field = decl->isBitField();
	s->index = (int)decl->getFieldIndex();
	bool is_placed = decl->getParent()->isCompleteDefinition() && !decl->isBitField() && !decl->isInvalidDecl();
	s->offset = is_placed ? (long)(context.getFieldOffset(decl) / context.getCharWidth()) : -1;
	s->type = type(decl->getType());
	s->is_macro = is_macro(decl);
	return s;
}

// Members that are objects themselves are known, used or not: arrays may be mapped in these.
void Converter::embedded(const TagDecl *decl)
{
	auto *record = dyn_cast<RecordDecl>(decl);
	if (!record || !record->isCompleteDefinition()) return;
	for (const FieldDecl *f : record->fields())
		if (context.getBaseElementType(f->getType())->isRecordType()) symbol(f);
}

// The members of a struct, where each has a name and an address.
static int plain_members(const TagDecl *decl)
{
	auto *record = dyn_cast<RecordDecl>(decl);
	int n = 0;
	if (!record || !record->isCompleteDefinition() || record->isUnion()) return 0;
	for (const FieldDecl *f : record->fields()) {
		if (!f->getIdentifier() || f->isBitField()) return 0;
		n++;
	}
	return n;
}

prog_symbol *Converter::tag(const TagDecl *any)
{
	auto known = symbols.find(any->getCanonicalDecl());
	if (known != symbols.end()) return known->second;
	const TagDecl *decl = any->getDefinition() ? any->getDefinition() : any;
	prog_symbol *s = new_symbol(PROG_SYMBOL_TAG, decl);
	symbols[any->getCanonicalDecl()] = s;
	s->file_scope = !decl->getParentFunctionOrMethod();
	if (!decl->getIdentifier() && decl->getTypedefNameForAnonDecl())
		s->name = prog_string(unit, decl->getTypedefNameForAnonDecl()->getNameAsString().c_str());
	s->type = type(context.getTypeDeclType(decl));
	s->n_members = plain_members(decl);
	if (!s->in_system_header) embedded(decl);
	return s;
}

// The same parameter of the function's definition: what a prototype's directives say holds for it.
static const ParmVarDecl *defined_parameter(const ParmVarDecl *decl)
{
	auto *owner = dyn_cast_or_null<FunctionDecl>(decl->getDeclContext());
	const FunctionDecl *definition = nullptr;
	if (!owner || decl->getFunctionScopeDepth() > 0 || !owner->isDefined(definition) || owner == definition)
		return decl;
	// Its place in the list: in definitions of the old style, declarations may come in another order.
	unsigned index = 0;
	while (index < owner->getNumParams() && owner->getParamDecl(index) != decl) index++;
	return index < definition->getNumParams() ? definition->getParamDecl(index) : decl;
}

// NULL for names that no object, function or member has.
prog_symbol *Converter::symbol(const NamedDecl *decl)
{
	if (auto *p = dyn_cast<ParmVarDecl>(decl)) decl = defined_parameter(p);
	if (auto *indirect = dyn_cast<IndirectFieldDecl>(decl)) decl = indirect->getAnonField();
	auto known = symbols.find(decl->getCanonicalDecl());
	if (known != symbols.end()) return known->second;
	if (auto *d = dyn_cast<VarDecl>(decl)) return variable(d);
	if (auto *d = dyn_cast<FunctionDecl>(decl)) return function_symbol(d);
	if (auto *d = dyn_cast<FieldDecl>(decl)) return field(d);
	return nullptr;
}

bool Converter::splits_flat_memory(const prog_type *element) const
{
	for (int k = 0; k < unit->n_mappings; k++) {
		const prog_mapping *m = unit->mappings[k];
		const prog_type *t = m->symbol->type;
		bool flat = m->rank == 1 && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY);
		if (flat && t->element == element && prog_mapping_splits_from(m, 0)) return true;
	}
	return false;
}
