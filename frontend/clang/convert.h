// SPDX-License-Identifier: Apache-2.0
//
// From Clang's syntax tree to the program model: one walk over the unit in source order. Types, symbols and expressions
// are made where they are first met; directives are bound where the walk passes them.
#ifndef HPCC_FRONTEND_CONVERT_H
#define HPCC_FRONTEND_CONVERT_H

#include "../../analysis/model/model.h"
#include "../directives/directives.h"
#include "places.h"
#include "pragma.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

class Converter;

// A scope of C with the names that the walk has met in it. The directives' scope beside it is made when the first
// directive needs it.
struct Scope {
	Converter *converter;
	Scope *parent;
	directive_scope *directives = nullptr;
	llvm::StringMap<const clang::NamedDecl *> names;
	const clang::DeclContext *context = nullptr; // file scope and struct definitions: names are looked up here
	clang::SourceLocation limit;                 // file scope: what is declared after it is not visible yet
};

// The executable directives that wait for their statement.
struct PendingDirective {
	directive *parsed;
	Scope *scope;
	clang::SourceLocation begin;
};
typedef std::vector<PendingDirective> PendingDirectives;

class Converter
{
	prog_unit *unit;
	clang::ASTContext &context;
	Places &places;
	const PragmaList &pragmas;
	clang::PrintingPolicy policy;

	llvm::DenseMap<void *, prog_type *> types;
	llvm::DenseMap<const clang::Decl *, prog_symbol *> symbols;
	std::map<std::pair<int, unsigned>, const char *> group_specifiers; // by where a group of declarators begins
	// By where a statement's text begins.
	std::map<std::pair<int, unsigned>, std::pair<prog_stmt *, const clang::Stmt *>> owners;
	llvm::DenseSet<const clang::DeclRefExpr *> evaluated; // those that the model has
	Scope *scope = nullptr;
	prog_function *function = nullptr;
	prog_stmt *enclosing = nullptr;
	size_t next_pragma = 0;

	// convert_type.cc
	void fill_type(prog_type *t, clang::QualType c);
	void fill_builtin(prog_type *t, const clang::BuiltinType *b);
	void fill_array(prog_type *t, const clang::ArrayType *a);
	long size_of(clang::QualType c);
	prog_expr *constant(const llvm::APSInt &value, clang::QualType type);

	// convert_decl.cc
	prog_symbol *new_symbol(prog_symbol_kind kind, const clang::NamedDecl *decl);
	void fill_texts(prog_symbol *s, const clang::DeclaratorDecl *decl);
	void fill_values(prog_symbol *s, const clang::VarDecl *decl);
	prog_symbol *variable(const clang::VarDecl *decl);
	prog_symbol *function_symbol(const clang::FunctionDecl *decl);
	prog_symbol *field(const clang::FieldDecl *decl);
	bool is_macro(const clang::FieldDecl *decl) const;
	prog_function *new_function(prog_symbol *symbol, const clang::FunctionDecl *definition);

	// convert_expr.cc
	prog_expr *new_expr(prog_expr_kind kind, const clang::Expr *e);
	prog_expr *node(prog_expr_kind kind, const clang::Expr *e, llvm::ArrayRef<const clang::Expr *> args,
	        prog_op op = PROG_OP_NONE);
	void set_args(prog_expr *r, llvm::ArrayRef<prog_expr *> args);
	prog_expr *whole(const clang::Expr *outer, const clang::Expr *inner);
	prog_expr *in_place_of(const clang::Expr *outer, const clang::Expr *inner);
	prog_expr *implicit_cast(const clang::ImplicitCastExpr *e);
	prog_expr *part_of_complex(const clang::UnaryOperator *e);
	prog_expr *reference(const clang::DeclRefExpr *e);
	prog_expr *member(const clang::MemberExpr *e);
	prog_expr *unary(const clang::UnaryOperator *e);
	prog_expr *integer_comparison(const clang::BinaryOperator *e);
	prog_expr *binary(const clang::BinaryOperator *e);
	bool from_element(prog_expr *r, const prog_expr *address, prog_expr *by);
	prog_expr *offset(prog_expr_kind kind, prog_op op, llvm::ArrayRef<prog_expr *> args);
	void one_sum(prog_expr *r);
	void name_by_value(prog_expr *r, const clang::ArraySubscriptExpr *e);
	prog_expr *subscript(const clang::ArraySubscriptExpr *e);
	prog_expr *call(const clang::CallExpr *e);
	prog_expr *size_expr(const clang::UnaryExprOrTypeTraitExpr *e);
	prog_expr *init_list(const clang::InitListExpr *e);
	prog_expr *floating(const clang::Expr *e);
	prog_expr *opaque(const clang::Expr *e);
	prog_expr *folded(const clang::Expr *e);
	prog_expr *convert(const clang::Expr *e);
	std::string text_of(const clang::Stmt *s);

	// convert_stmt.cc
	prog_stmt *new_stmt(prog_stmt_kind kind, const clang::Stmt *s);
	void take_text(prog_stmt *r, const clang::Stmt *s);
	void claim_text(prog_stmt *r, const clang::Stmt *s);
	prog_stmt *body(const clang::Stmt *s);
	void fill_stmt(prog_stmt *r, const clang::Stmt *s);
	void fill_compound(prog_stmt *r, const clang::CompoundStmt *s);
	void fill_for(prog_stmt *r, const clang::ForStmt *s);
	void fill_decl(prog_stmt *r, const clang::DeclStmt *s);
	void add_extents(prog_stmt *r, clang::QualType written);
	void fill_case(prog_stmt *r, const clang::CaseStmt *s);
	void fill_asm(prog_stmt *r, const clang::AsmStmt *s);
	void fill_opaque(prog_stmt *r, const clang::Stmt *s);

	// scopes.cc
	void push(Scope &s);
	void pop();
	void declare(const clang::NamedDecl *decl);
	directive_scope *directives_of(Scope *s);
	const clang::NamedDecl *find(const Scope *from, llvm::StringRef name) const;
	const clang::NamedDecl *find_in_context(const Scope *s, llvm::StringRef name) const;
	bool pragma_before(clang::SourceLocation limit) const;
	directive *parse_pragma(const Pragma &pragma);
	void bind(directive *d, clang::SourceLocation begin, PendingDirectives &pending);
	PendingDirectives bind_before(clang::SourceLocation limit);
	void bind_to(const PendingDirectives &pending, prog_stmt *r, const clang::Stmt *s);
	void refuse(const PendingDirectives &pending);
	prog_stmt *remap(const PendingDirective &p);
	std::vector<prog_stmt *> take_statements(PendingDirectives &pending);
	void bind_behind_pragmas(const clang::Stmt *s, PendingDirectives &pending);
	prog_stmt *with_remaps(const std::vector<prog_stmt *> &remaps, prog_stmt *r, const clang::Stmt *s);
	bool names_parameter(const Pragma &pragma, const clang::FunctionDecl *next) const;
	void bind_at_file_scope(clang::SourceLocation limit, const clang::FunctionDecl *next,
	        std::vector<const Pragma *> &for_parameters);
	void walk_group(llvm::ArrayRef<clang::Decl *> group);
	void walk_decl(clang::Decl *decl, const std::vector<const Pragma *> &for_parameters);
	void walk_record(const clang::RecordDecl *record);
	void walk_function(const clang::FunctionDecl *decl, const std::vector<const Pragma *> &for_parameters);
	// unevaluated.cc
	void list_unevaluated();

	static prog_symbol *lookup(void *user, const char *name);
	static bool lookup_constant(void *user, const char *name, long *value);
	static bool lookup_size(void *user, const char *name, long *value);

      public:
	Converter(prog_unit *unit, clang::ASTContext &context, Places &places, const PragmaList &pragmas);

	std::vector<const clang::DeclRefExpr *> unevaluated; // those of prog_unit.names, after walk_unit

	void walk_unit();
	// Reports what is wrong with the directives' own text: all that can be done where C has errors.
	void check_pragmas();

	const prog_type *type(clang::QualType type);
	prog_symbol *symbol(const clang::NamedDecl *decl);
	prog_symbol *tag(const clang::TagDecl *decl);
	void embedded(const clang::TagDecl *decl);
	prog_expr *expr(const clang::Expr *e);
	prog_stmt *stmt(const clang::Stmt *s);
	// Whether some array of one dimension, with elements of this type, is split.
	bool splits_flat_memory(const prog_type *element) const;
};

// The program's main, also where -ffreestanding gives the name no meaning: the system's start files call it.
bool is_main(const clang::FunctionDecl *decl);

// Marks the variables whose address leaves the expression; see prog_symbol.address_taken.
void mark_addresses(const prog_expr *e);

#endif
