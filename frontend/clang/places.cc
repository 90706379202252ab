// SPDX-License-Identifier: Apache-2.0
#include "places.h"

#include "grow.h"

#include <clang/AST/Attr.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManagerInternals.h>

using namespace clang;

// ---- raw text ---------------------------------------------------------------------------------

static llvm::StringRef buffer(const SourceManager &sources, FileID file) { return sources.getBufferData(file); }

TextScan::TextScan(const SourceManager &sources, const LangOptions &language, FileID file, unsigned begin)
    : lexer(sources.getLocForStartOfFile(file), language, buffer(sources, file).begin(),
              buffer(sources, file).begin() + begin, buffer(sources, file).end()),
      base(sources.getLocForStartOfFile(file).getRawEncoding())
{
}

unsigned TextScan::begin() const { return token.getLocation().getRawEncoding() - base; }

bool TextScan::opens() const { return token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace); }
bool TextScan::closes() const { return token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace); }

// Past the preprocessor line that starts here, to the first token of the next line.
bool TextScan::skip_line()
{
	do lexer.LexFromRawLexer(token);
	while (token.isNot(tok::eof) && !token.isAtStartOfLine());
	return token.isNot(tok::eof);
}

bool TextScan::next()
{
	lexer.LexFromRawLexer(token);
	while (token.is(tok::hash) && token.isAtStartOfLine())
		if (!skip_line()) return false;
	return token.isNot(tok::eof);
}

// ---- files ------------------------------------------------------------------------------------

void Places::set_text(prog_file &file, FileID id)
{
	llvm::StringRef text = sources.getBufferData(id);
	char *copy = static_cast<char *>(prog_alloc(unit, text.size() + 1));
	file.text = static_cast<char *>(memcpy(copy, text.data(), text.size()));
	file.size = text.size();
	prog_index_lines(unit, &file);
}

int Places::add_file(FileID id, FileEntryRef entry)
{
	for (int i = 0; i < unit->n_files; i++) {
		if (entry_of[i] != &entry.getFileEntry()) continue;
		if (id_of[i].isInvalid()) id_of[i] = id;
		return i;
	}
	prog_file file = {};
	file.path = prog_string(unit, entry.getName().str().c_str());
	file.is_main = id == sources.getMainFileID();
	file.is_system = in_system_header(sources.getLocForStartOfFile(id));
	file.size = sources.getBufferData(id).size();
	if (!file.is_system) set_text(file, id);
	grow(unit, unit->files, unit->n_files, file);
	id_of.push_back(id);
	entry_of.push_back(&entry.getFileEntry());
	return unit->n_files - 1;
}

int Places::file(FileID id)
{
	auto known = index_of.find(id);
	if (known != index_of.end()) return known->second;
	OptionalFileEntryRef entry = id.isValid() ? sources.getFileEntryRefForID(id) : std::nullopt;
	int index = entry ? add_file(id, *entry) : -1;
	index_of[id] = index;
	return index;
}

void Places::read_expanded(Places &user, const ExpandedText &text, const Inclusions &user_inclusions)
{
	first = &user;
	expanded = &text;
	inclusions = &user_inclusions;
	for (int i = 0; i < user.unit->n_files; i++) {
		prog_file file = user.unit->files[i];
		file.path = prog_string(unit, file.path);
		if (file.is_main)
			set_text(file, sources.getMainFileID());
		else if (file.text) {
			file.text = static_cast<char *>(memcpy(prog_alloc(unit, file.size + 1), file.text, file.size));
			prog_index_lines(unit, &file);
		}
		grow(unit, unit->files, unit->n_files, file);
		id_of.push_back(FileID());
		entry_of.push_back(user.entry_of[i]);
	}
	list_places();
}

void Places::list_files()
{
	file(sources.getMainFileID());
	for (unsigned i = 1; i < sources.local_sloc_entry_size(); i++) {
		const SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(i);
		if (!entry.isFile() || SrcMgr::isSystem(entry.getFile().getFileCharacteristic())) continue;
		file(sources.getFileID(SourceLocation::getFromRawEncoding(entry.getOffset())));
	}
}

static bool is_of_program(const MacroInfo *macro, const SourceManager &sources)
{
	SourceLocation where = macro->getDefinitionLoc();
	return macro->isObjectLike() && !macro->isBuiltinMacro() && !sources.isInSystemHeader(where) &&
	       !sources.isWrittenInBuiltinFile(where);
}

void Places::list_macros(const Preprocessor &preprocessor)
{
	for (const auto &entry : preprocessor.macros()) {
		const MacroDirective *d = preprocessor.getLocalMacroDirectiveHistory(entry.first);
		while (d && !(d->getKind() == MacroDirective::MD_Define && is_of_program(d->getMacroInfo(), sources)))
			d = d->getPrevious();
		if (d)
			grow(unit, unit->macros, unit->n_macros,
			        prog_string(unit, entry.first->getName().str().c_str()));
	}
}

void Places::list_line_names()
{
	if (first) {
		for (int i = 0; i < first->unit->n_line_names; i++) {
			prog_line_name name = first->unit->line_names[i];
			if (name.as_path) name.as_path = prog_string(unit, name.as_path);
			grow(unit, unit->line_names, unit->n_line_names, name);
		}
		return;
	}
	if (!sources.hasLineTable()) return;
	LineTableInfo &table = sources.getLineTable();
	for (const auto &[id, entries] : table)
		for (const LineEntry &entry : entries) {
			prog_line_name name = {
			        file(id), sources.getLineNumber(id, entry.FileOffset) + 1, entry.LineNo, nullptr};
			if (entry.FilenameID >= 0)
				name.as_path = prog_string(unit, table.getFilename(entry.FilenameID).str().c_str());
			if (name.file >= 0) grow(unit, unit->line_names, unit->n_line_names, name);
		}
}

// ---- places -----------------------------------------------------------------------------------

// The place in the user's own files.
static SourceLocation original(
        const SourceManager &sources, const ExpandedText &text, const Inclusions &inclusions, unsigned offset)
{
	auto after =
	        llvm::upper_bound(text.origins, offset, [](unsigned at, const OriginPart &p) { return at < p.begin; });
	if (after == text.origins.begin()) return SourceLocation();
	const OriginPart &part = *--after;
	unsigned from = part.from.second + (part.is_copy ? offset - part.begin : 0);
	return sources.getLocForStartOfFile(inclusions.files[part.from.first]).getLocWithOffset(from);
}

// Which line of which file each line of the new text is.
void Places::list_places()
{
	prog_loc expected = {-1, 0, 0};
	unsigned begin = 0;
	for (llvm::StringRef rest = expanded->text; !rest.empty(); begin = expanded->text.size() - rest.size()) {
		prog_loc loc = first->loc(original(first->sources, *expanded, *inclusions, begin));
		if (loc.file != expected.file || loc.line != expected.line) {
			prog_text_part part = {begin, loc.file, loc.line};
			grow(unit, unit->parts, unit->n_parts, part);
		}
		expected = {loc.file, loc.line + 1, 1};
		rest = rest.substr(rest.find('\n')).drop_front();
	}
}

prog_loc Places::loc(SourceLocation where)
{
	if (where.isInvalid()) return {-1, 0, 0};
	auto [id, offset] = sources.getDecomposedLoc(sources.getFileLoc(where));
	if (first && id == sources.getMainFileID())
		return first->loc(original(first->sources, *expanded, *inclusions, offset));
	int index = file(id);
	if (index < 0) return {-1, 0, 0};
	return {index, sources.getLineNumber(id, offset), sources.getColumnNumber(id, offset)};
}

SourceLocation Places::location(prog_loc loc) const
{
	if (loc.file < 0 || loc.file >= (int)id_of.size()) return SourceLocation();
	return sources.translateLineCol(id_of[loc.file], loc.line, loc.column);
}

bool Places::in_system_header(SourceLocation where) const { return where.isValid() && sources.isInSystemHeader(where); }

bool Places::before(SourceLocation a, SourceLocation b) const { return sources.isBeforeInTranslationUnit(a, b); }

prog_range Places::make(SourceLocation begin, unsigned size)
{
	auto [id, offset] = sources.getDecomposedLoc(begin);
	int index = file(id);
	if (index < 0 || !unit->files[index].text) return none();
	return {index, offset, offset + size};
}

prog_range Places::trimmed(int file, unsigned begin, unsigned end) const
{
	const char *text = unit->files[file].text;
	while (begin < end && strchr(" \t\r\n\v\f", text[begin])) begin++;
	while (begin < end && strchr(" \t\r\n\v\f", text[end - 1])) end--;
	return {file, begin, end};
}

// ---- ranges -----------------------------------------------------------------------------------

prog_range Places::chars(CharSourceRange range)
{
	if (range.isInvalid()) return none();
	unsigned begin = sources.getFileOffset(range.getBegin()), end = sources.getFileOffset(range.getEnd());
	return end < begin ? none() : make(range.getBegin(), end - begin);
}

prog_range Places::range(SourceRange tokens)
{
	if (tokens.isInvalid()) return none();
	return chars(Lexer::makeFileCharRange(CharSourceRange::getTokenRange(tokens), sources, language));
}

prog_range Places::expansion(SourceRange tokens, prog_range own)
{
	if (!tokens.getBegin().isMacroID() || !tokens.getEnd().isMacroID()) return own;
	CharSourceRange first = sources.getExpansionRange(tokens.getBegin());
	CharSourceRange last = sources.getExpansionRange(tokens.getEnd());
	return first.getBegin() == last.getBegin() ? range(first.getAsRange()) : own;
}

static bool lacks_semicolon(const Stmt *stmt)
{
	if (auto *s = dyn_cast<ForStmt>(stmt)) return lacks_semicolon(s->getBody());
	if (auto *s = dyn_cast<WhileStmt>(stmt)) return lacks_semicolon(s->getBody());
	if (auto *s = dyn_cast<SwitchStmt>(stmt)) return lacks_semicolon(s->getBody());
	if (auto *s = dyn_cast<IfStmt>(stmt)) return lacks_semicolon(s->getElse() ? s->getElse() : s->getThen());
	if (auto *s = dyn_cast<SwitchCase>(stmt)) return !s->getSubStmt() || lacks_semicolon(s->getSubStmt());
	if (auto *s = dyn_cast<LabelStmt>(stmt)) return lacks_semicolon(s->getSubStmt());
	if (auto *s = dyn_cast<AttributedStmt>(stmt)) return lacks_semicolon(s->getSubStmt());
	return !isa<CompoundStmt, DeclStmt, NullStmt>(stmt);
}

prog_range Places::statement(const Stmt *stmt, SourceLocation begin)
{
	prog_range own = range(SourceRange(begin, stmt->getEndLoc()));
	if (own.file < 0 || !lacks_semicolon(stmt)) return own;
	TextScan scan(sources, language, id_of[own.file], own.end);
	if (!scan.next() || !scan.is(tok::semi)) return none();
	return {own.file, own.begin, scan.end()};
}

void Places::for_head(const ForStmt *stmt, prog_range parts[3])
{
	parts[0] = parts[1] = parts[2] = none();
	prog_range open = range(stmt->getLParenLoc()), close = range(stmt->getRParenLoc());
	if (stmt->getLParenLoc().isMacroID() || stmt->getRParenLoc().isMacroID()) return;
	if (open.file < 0 || close.file != open.file) return;
	TextScan scan(sources, language, id_of[open.file], open.end);
	unsigned semicolon[2], n = 0;
	for (int depth = 0; scan.next() && scan.begin() < close.begin;) {
		depth += scan.opens() - scan.closes();
		if (depth > 0 || !scan.is(tok::semi)) continue;
		if (n == 2) return;
		semicolon[n++] = scan.begin();
	}
	if (n < 2) return;
	parts[0] = trimmed(open.file, open.end, semicolon[0]);
	parts[1] = trimmed(open.file, semicolon[0] + 1, semicolon[1]);
	parts[2] = trimmed(open.file, semicolon[1] + 1, close.begin);
}

prog_range Places::lines(SourceLocation begin, SourceLocation end)
{
	prog_range r = make(sources.getExpansionLoc(begin), 0);
	if (r.file < 0) return r;
	r.end = sources.getFileOffset(sources.getExpansionLoc(end));
	const char *text = unit->files[r.file].text;
	unsigned start = r.begin;
	while (start > 0 && strchr(" \t", text[start - 1])) start--;
	if (start == 0 || text[start - 1] == '\n') r.begin = start;
	while (r.end > r.begin && strchr("\r\n", text[r.end - 1])) r.end--;
	return r;
}

prog_range Places::pragma_operator(SourceLocation begin)
{
	if (begin.isMacroID()) return none();
	prog_range r = range(begin);
	if (r.file < 0) return r;
	TextScan scan(sources, language, id_of[r.file], r.end);
	for (int depth = 0; scan.next();) {
		depth += scan.opens() - scan.closes();
		if (depth == 0) return {r.file, r.begin, scan.end()};
	}
	return none();
}

// ---- declarators ------------------------------------------------------------------------------

// The file place of a token that is in the file, or is the first of a macro's expansion.
bool Places::file_start(SourceLocation where, FileID &id, unsigned &offset) const
{
	while (where.isMacroID())
		if (!Lexer::isAtStartOfMacroExpansion(where, sources, language, &where)) return false;
	if (where.isInvalid()) return false;
	std::tie(id, offset) = sources.getDecomposedLoc(where);
	return true;
}

static void take_earlier(SourceLocation where, SourceLocation &first)
{
	if (where.isFileID() && where.isValid() && where < first) first = where;
}

// The declarator's first token: its name, or a `*` or `(` before it.
static SourceLocation declarator_start(const DeclaratorDecl *decl)
{
	SourceLocation first = decl->getLocation();
	TypeLoc type = decl->getTypeSourceInfo() ? decl->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
	while (!type.isNull()) {
		if (auto pointer = type.getAs<PointerTypeLoc>())
			take_earlier(pointer.getStarLoc(), first), type = pointer.getPointeeLoc();
		else if (auto paren = type.getAs<ParenTypeLoc>())
			take_earlier(paren.getLParenLoc(), first), type = paren.getInnerLoc();
		else if (auto array = type.getAs<ArrayTypeLoc>())
			type = array.getElementLoc();
		else if (auto function = type.getAs<FunctionTypeLoc>())
			type = function.getReturnLoc();
		else if (auto qualified = type.getAs<QualifiedTypeLoc>())
			type = qualified.getUnqualifiedLoc();
		else if (auto attributed = type.getAs<AttributedTypeLoc>())
			type = attributed.getModifiedLoc();
		else if (auto macro = type.getAs<MacroQualifiedTypeLoc>())
			type = macro.getInnerLoc();
		else
			break;
	}
	return first;
}

// From the declarator's first token to the `,`, `;`, `)` or `{` after it, then to the `;` of the group.
void Places::scan_declarator(TextScan &scan, int file, DeclaratorText &text)
{
	unsigned end = text.declarator.begin, init = 0;
	int depth = 0;
	bool inside = true;
	while (scan.next()) {
		bool outer = depth == 0;
		if (outer && scan.is(tok::equal) && inside) init = scan.end();
		if (outer && scan.is(tok::comma)) inside = false;
		if (outer && (scan.is(tok::semi) || scan.closes() || (scan.is(tok::l_brace) && !init))) {
			text.decl.end = scan.is(tok::semi) ? scan.end() : end;
			break;
		}
		depth += scan.opens() - scan.closes();
		if (inside) end = scan.end();
	}
	text.declarator.end = end;
	if (init) text.init = trimmed(file, init, end);
}

// The declarations of a K&R function's parameters do not belong to its declarator.
void Places::end_at_parameters(const DeclaratorDecl *decl, prog_range &declarator)
{
	auto *function = dyn_cast<FunctionDecl>(decl);
	if (!function || function->hasPrototype() || !function->getFunctionTypeLoc()) return;
	prog_range close = range(function->getFunctionTypeLoc().getRParenLoc());
	if (close.file == declarator.file && close.end < declarator.end) declarator.end = close.end;
}

DeclaratorText Places::declarator(const DeclaratorDecl *decl)
{
	DeclaratorText text = {none(), none(), none(), none()};
	FileID id, start_id;
	unsigned begin, start;
	if (decl->getLocation().isMacroID() || !file_start(decl->getBeginLoc(), id, begin)) return text;
	if (!file_start(declarator_start(decl), start_id, start) || id != start_id || start < begin) return text;
	prog_range name = range(decl->getLocation());
	if (name.file < 0 || !decl->getIdentifier()) return text;
	text.name = name;
	text.decl = {name.file, begin, begin};
	text.declarator = {name.file, start, start};
	TextScan scan(sources, language, id, start);
	scan_declarator(scan, name.file, text);
	end_at_parameters(decl, text.declarator);
	return text;
}
