// SPDX-License-Identifier: Apache-2.0
//
// The new text of the main file: macros' tokens are taken from one more run of the preprocessor, so strings, pasted
// names and counters are what they were.
#include "expand.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Lex/TokenConcatenation.h>

#include <llvm/Support/Path.h>

#include <algorithm>
#include <map>
#include <memory>

using namespace clang;

namespace
{
// A token of an expansion, or a _Pragma in it.
struct Piece {
	std::string text;
	bool space; // before it
	InclusionOffset from;
};

struct Invocation {
	unsigned end = 0;
	std::vector<Piece> pieces;
	std::set<std::string> stopped; // macros' names that expand no further here, but would in a new text
};

struct Include {
	unsigned begin, name_begin, name_end; // of the directive, and of the file's name in it
	unsigned entered;                     // 0: skipped
	FileEntryRef file;
	bool is_plain; // found wherever it is included from
};

// What one run of the preprocessor saw.
struct Record {
	Inclusions inclusions;
	std::map<InclusionOffset, Invocation> invocations;
	std::map<unsigned, std::vector<Include>> includes; // by the inclusion that holds them
	std::set<unsigned> once;                           // inclusions of files with `#pragma once`
};
} // namespace

// ---- the run ----------------------------------------------------------------------------------

namespace
{
class RecordCallbacks : public PPCallbacks
{
	Preprocessor &preprocessor;
	const SourceManager &sources;
	const Expansions &wanted;
	Record &record;
	Include *last = nullptr;

      public:
	RecordCallbacks(Preprocessor &preprocessor, const Expansions &wanted, Record &record)
	    : preprocessor(preprocessor), sources(preprocessor.getSourceManager()), wanted(wanted), record(record)
	{
	}

	void FileChanged(SourceLocation where, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override
	{
		FileID file = sources.getFileID(where);
		if (reason != EnterFile || !sources.getFileEntryRefForID(file)) return;
		record.inclusions.enter(file);
		if (last) last->entered = record.inclusions.files.size() - 1;
		last = nullptr;
	}

	void InclusionDirective(SourceLocation hash, const Token &keyword, StringRef, bool is_angled,
	        CharSourceRange name, OptionalFileEntryRef file, StringRef, StringRef, const Module *, bool,
	        SrcMgr::CharacteristicKind) override
	{
		last = nullptr;
		InclusionOffset at;
		if (!file || sources.isInSystemHeader(hash) || !record.inclusions.find(sources, hash, at)) return;
		name = Lexer::makeFileCharRange(name, sources, preprocessor.getLangOpts());
		bool is_next = keyword.getIdentifierInfo()->isStr("include_next");
		if (name.isInvalid()) return;
		std::vector<Include> &list = record.includes[at.first];
		list.push_back({at.second, sources.getFileOffset(name.getBegin()), sources.getFileOffset(name.getEnd()),
		        0, *file, is_angled && !is_next});
		last = &list.back();
	}

	void MacroExpands(const Token &name, const MacroDefinition &, SourceRange range, const MacroArgs *) override
	{
		InclusionOffset at, end;
		if (!record.inclusions.find(sources, sources.getExpansionLoc(name.getLocation()), at)) return;
		if (!wanted.invocations.count(at)) return;
		SourceLocation last_token = sources.getExpansionRange(range.getEnd()).getEnd();
		if (!record.inclusions.find(sources, last_token, end) || end.first != at.first) return;
		unsigned size = Lexer::MeasureTokenLength(last_token, sources, preprocessor.getLangOpts());
		Invocation &invocation = record.invocations[at];
		invocation.end = std::max(invocation.end, end.second + size);
	}
};

// A pragma that a macro brings along.
class RecordPragmas : public PragmaHandler
{
	const SourceManager &sources;
	Record &record;
	std::string prefix;

      public:
	RecordPragmas(const SourceManager &sources, Record &record, const char *prefix)
	    : sources(sources), record(record), prefix(prefix)
	{
	}

	void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &token) override
	{
		std::string text = prefix;
		for (; token.isNot(tok::eod) && token.isNot(tok::eof); preprocessor.LexUnexpandedToken(token)) {
			if (!text.empty() && (token.hasLeadingSpace() || text == prefix)) text += ' ';
			text += preprocessor.getSpelling(token);
		}
		InclusionOffset at;
		if (!introducer.Loc.isMacroID() || introducer.Kind != PIK__Pragma) return;
		if (!record.inclusions.find(sources, sources.getExpansionLoc(introducer.Loc), at)) return;
		auto known = record.invocations.find(at);
		if (known == record.invocations.end()) return;
		text = "_Pragma(\"" + Lexer::Stringify(text) + "\")";
		known->second.pieces.push_back({text, true, at});
	}
};

class RecordAction : public PreprocessorFrontendAction
{
	const Expansions &wanted;
	Record &record;

	void add(Preprocessor &preprocessor, const Token &token, bool space);
	void find_once(Preprocessor &preprocessor);

	void ExecuteAction() override;

      public:
	RecordAction(const Expansions &wanted, Record &record) : wanted(wanted), record(record) {}
};
} // namespace

static bool expands_to_itself(const IdentifierInfo *name, const MacroInfo *macro)
{
	return macro->isObjectLike() && macro->getNumTokens() == 1 &&
	       macro->getReplacementToken(0).getIdentifierInfo() == name;
}

void RecordAction::add(Preprocessor &preprocessor, const Token &token, bool space)
{
	const SourceManager &sources = preprocessor.getSourceManager();
	InclusionOffset at, from;
	if (!record.inclusions.find(sources, sources.getExpansionLoc(token.getLocation()), at)) return;
	auto known = record.invocations.find(at);
	if (known == record.invocations.end()) return;
	if (!record.inclusions.find(sources, sources.getFileLoc(token.getLocation()), from)) from = at;
	Invocation &invocation = known->second;
	invocation.pieces.push_back({preprocessor.getSpelling(token), space, from});
	const IdentifierInfo *name = token.getIdentifierInfo();
	const MacroInfo *macro = name && token.isExpandDisabled() ? preprocessor.getMacroInfo(name) : nullptr;
	if (macro && !expands_to_itself(name, macro)) invocation.stopped.insert(name->getName().str());
}

void RecordAction::find_once(Preprocessor &preprocessor)
{
	for (unsigned i = 0; i < record.inclusions.files.size(); i++) {
		OptionalFileEntryRef file =
		        preprocessor.getSourceManager().getFileEntryRefForID(record.inclusions.files[i]);
		const HeaderFileInfo *info = preprocessor.getHeaderSearchInfo().getExistingFileInfo(*file);
		if (info && (info->isPragmaOnce || info->isImport)) record.once.insert(i);
	}
}

void RecordAction::ExecuteAction()
{
	Preprocessor &preprocessor = getCompilerInstance().getPreprocessor();
	const SourceManager &sources = preprocessor.getSourceManager();
	preprocessor.addPPCallbacks(std::make_unique<RecordCallbacks>(preprocessor, wanted, record));
	for (const char *space : {"", "GCC", "clang"})
		preprocessor.AddPragmaHandler(space, new RecordPragmas(sources, record, space));
	TokenConcatenation concatenation(preprocessor);
	Token before, last, token;
	before.startToken();
	last.startToken();
	preprocessor.EnterMainSourceFile();
	for (preprocessor.Lex(token); token.isNot(tok::eof); preprocessor.Lex(token)) {
		if (token.getLocation().isMacroID()) {
			bool space = token.hasLeadingSpace() || token.isAtStartOfLine() ||
			             concatenation.AvoidConcat(before, last, token);
			add(preprocessor, token, space);
		}
		before = last;
		last = token;
	}
	find_once(preprocessor);
}

// ---- the text ---------------------------------------------------------------------------------

namespace
{
class Writer
{
	const SourceManager &sources;
	const Record &record;
	ExpandedText &out;
	std::set<unsigned> inlined;

	bool inline_file(unsigned file);
	bool is_inlined(const Include &include) const;
	llvm::StringRef text_of(unsigned file) const;
	const DirectoryEntry *folder_of(unsigned file) const;
	std::string line_directive(unsigned file, unsigned offset) const;

	void add(llvm::StringRef text, InclusionOffset from, bool is_copy);
	void copy(unsigned file, unsigned begin, unsigned end);
	void write_pieces(unsigned file, unsigned begin, const Invocation &invocation);
	void write_invocation(unsigned file, unsigned begin, const Invocation &invocation);
	unsigned write_include(unsigned file, const Include &include);
	void write_file(unsigned file);

      public:
	Writer(const SourceManager &sources, const Record &record, ExpandedText &out)
	    : sources(sources), record(record), out(out)
	{
	}
	void choose_headers(const std::set<unsigned> &headers);
	void write() { write_file(0); }
};
} // namespace

static const std::vector<Include> no_includes;

static const std::vector<Include> &includes_of(const Record &record, unsigned file)
{
	auto known = record.includes.find(file);
	return known == record.includes.end() ? no_includes : known->second;
}

llvm::StringRef Writer::text_of(unsigned file) const { return sources.getBufferData(record.inclusions.files[file]); }

const DirectoryEntry *Writer::folder_of(unsigned file) const
{
	return &sources.getFileEntryRefForID(record.inclusions.files[file])->getDir().getDirEntry();
}

// A header stands in the text of the file that includes it, which must be in the new text, too.
bool Writer::inline_file(unsigned file)
{
	if (file == 0 || inlined.count(file)) return true;
	unsigned includer;
	FileID outer = sources.getFileID(sources.getIncludeLoc(record.inclusions.files[file]));
	if (!record.inclusions.find(outer, includer)) return false;
	const std::vector<Include> &list = includes_of(record, includer);
	bool listed = llvm::any_of(list, [&](const Include &i) { return i.entered == file; });
	if (!listed || !inline_file(includer)) return false;
	inlined.insert(file);
	return true;
}

bool Writer::is_inlined(const Include &include) const { return include.entered && inlined.count(include.entered); }

// `#pragma once` means nothing in the new text: what it would have skipped must go.
void Writer::choose_headers(const std::set<unsigned> &headers)
{
	for (unsigned file : headers) inline_file(file);
	for (size_t before = 0; before != inlined.size();) {
		before = inlined.size();
		for (unsigned file : std::set<unsigned>(inlined)) {
			if (!record.once.count(file)) continue;
			FileEntryRef entry = *sources.getFileEntryRefForID(record.inclusions.files[file]);
			for (auto &[includer, list] : record.includes)
				for (const Include &include : list)
					if (include.file == entry) inline_file(includer);
		}
	}
}

void Writer::add(llvm::StringRef text, InclusionOffset from, bool is_copy)
{
	if (text.empty()) return;
	out.origins.push_back({static_cast<unsigned>(out.text.size()), from, is_copy});
	out.text += text;
}

void Writer::copy(unsigned file, unsigned begin, unsigned end)
{
	if (begin < end) add(text_of(file).slice(begin, end), {file, begin}, true);
}

static std::string quoted(llvm::StringRef path) { return "\"" + Lexer::Stringify(path) + "\""; }

std::string Writer::line_directive(unsigned file, unsigned offset) const
{
	SourceLocation start = sources.getLocForStartOfFile(record.inclusions.files[file]);
	PresumedLoc place = sources.getPresumedLoc(start.getLocWithOffset(offset));
	return "#line " + std::to_string(place.getLine()) + " " + quoted(place.getFilename()) + "\n";
}

void Writer::write_pieces(unsigned file, unsigned begin, const Invocation &invocation)
{
	llvm::StringRef text = text_of(file);
	for (size_t i = 0; i < invocation.pieces.size(); i++) {
		const Piece &piece = invocation.pieces[i];
		char last = out.text.empty() ? ' ' : out.text.back();
		bool space = i ? piece.space : !strchr(" \t\n([{;,", last);
		if (space) add(" ", piece.from, false);
		add(piece.text, piece.from, false);
	}
	if (invocation.end < text.size() && !strchr(" \t\r\n)]};,", text[invocation.end]))
		add(" ", {file, begin}, false);
	std::string lines(text.slice(begin, invocation.end).count('\n'), '\n');
	add(lines, {file, begin}, false);
}

// Where a macro's own name is left of its expansion, the macro must not be there when that is read again.
void Writer::write_invocation(unsigned file, unsigned begin, const Invocation &invocation)
{
	InclusionOffset at = {file, begin};
	std::string before, after;
	for (const std::string &name : invocation.stopped) {
		before.append("#pragma push_macro(\"").append(name).append("\")\n#undef ").append(name).append("\n");
		after.append("#pragma pop_macro(\"").append(name).append("\")\n");
	}
	if (!before.empty()) add("\n" + before + line_directive(file, begin), at, false);
	write_pieces(file, begin, invocation);
	if (!after.empty()) add("\n" + after + line_directive(file, invocation.end), at, false);
}

// How far of the file's text the directive is dealt with.
unsigned Writer::write_include(unsigned file, const Include &include)
{
	InclusionOffset at = {file, include.begin};
	if (is_inlined(include)) {
		add(line_directive(include.entered, 0), {include.entered, 0}, false);
		write_file(include.entered);
		if (out.text.back() != '\n') add("\n", at, false);
		add(line_directive(file, include.name_end), at, false);
		return include.name_end;
	}
	for (unsigned other : inlined)
		if (!include.entered && record.once.count(other) &&
		        *sources.getFileEntryRefForID(record.inclusions.files[other]) == include.file)
			return include.name_end;
	if (file == 0 || include.is_plain || folder_of(file) == folder_of(0)) return include.begin;
	// From another folder the name may mean another file.
	llvm::SmallString<128> path(include.file.getName());
	sources.getFileManager().makeAbsolutePath(path);
	llvm::sys::path::remove_dots(path);
	add("#include " + quoted(path), at, false);
	return include.name_end;
}

void Writer::write_file(unsigned file)
{
	const std::vector<Include> &includes = includes_of(record, file);
	auto invocation = record.invocations.lower_bound({file, 0});
	size_t next = 0;
	unsigned done = 0;
	while (true) {
		bool in_file = invocation != record.invocations.end() && invocation->first.first == file;
		bool includes_first =
		        next < includes.size() && (!in_file || includes[next].begin < invocation->first.second);
		if (includes_first) {
			const Include &include = includes[next++];
			if (include.begin < done) continue;
			copy(file, done, include.begin);
			done = write_include(file, include);
		} else if (in_file) {
			auto &[at, what] = *invocation++;
			if (at.second < done || what.pieces.empty()) continue;
			copy(file, done, at.second);
			write_invocation(file, at.second, what);
			done = what.end;
		} else {
			break;
		}
	}
	copy(file, done, text_of(file).size());
}

// ---- once more ----------------------------------------------------------------------------------

// Appends a part of `from`, with where it comes from.
static void append(ExpandedText &out, const ExpandedText &from, unsigned begin, unsigned end)
{
	auto part =
	        llvm::upper_bound(from.origins, begin, [](unsigned at, const OriginPart &o) { return at < o.begin; });
	if (part != from.origins.begin()) --part;
	for (unsigned at = begin; at < end; ++part) {
		auto next = std::next(part);
		unsigned last = next == from.origins.end() ? end : std::min(end, next->begin);
		OriginPart origin = {static_cast<unsigned>(out.text.size()), part->from, part->is_copy};
		if (origin.is_copy) origin.from.second += at - part->begin;
		out.origins.push_back(origin);
		out.text.append(from.text, at, last - at);
		at = last;
	}
}

static InclusionOffset origin_of(const ExpandedText &text, unsigned at)
{
	auto part = llvm::upper_bound(text.origins, at, [](unsigned x, const OriginPart &o) { return x < o.begin; });
	if (part != text.origins.begin()) --part;
	InclusionOffset from = part->from;
	if (part->is_copy) from.second += at - part->begin;
	return from;
}

static void put(ExpandedText &out, const std::string &text, InclusionOffset from)
{
	if (!text.empty()) out.origins.push_back({static_cast<unsigned>(out.text.size()), from, false});
	out.text += text;
}

ExpandedText replace_in(const ExpandedText &text, const std::map<InclusionOffset, Replacement> &replacements)
{
	ExpandedText out;
	unsigned done = 0;
	for (auto &[at, what] : replacements) {
		append(out, text, done, at.second);
		InclusionOffset origin = origin_of(text, what.copies.empty() ? at.second : what.like);
		put(out, what.text, origin);
		for (const CopiedText &copy : what.copies) {
			append(out, text, copy.begin, copy.end);
			put(out, copy.after, origin);
		}
		done = what.end;
	}
	append(out, text, done, text.text.size());
	return out;
}

// ---- both -------------------------------------------------------------------------------------

// All has been said by the first parse, and all its files have been written.
static void make_silent(CompilerInvocation &invocation)
{
	invocation.getDependencyOutputOpts() = DependencyOutputOptions();
	DiagnosticOptions &options = invocation.getDiagnosticOpts();
	options.IgnoreWarnings = true;
	options.Pedantic = options.PedanticErrors = options.VerifyDiagnostics = false;
	options.DiagnosticLogFile.clear();
	options.DiagnosticSerializationFile.clear();
	llvm::erase_if(options.Warnings, [](llvm::StringRef flag) { return flag.starts_with("error"); });
}

void read_again(CompilerInvocation &invocation, llvm::StringRef text)
{
	make_silent(invocation);
	read_text(invocation, text);
}

void read_text(CompilerInvocation &invocation, llvm::StringRef text)
{
	FrontendInputFile &input = invocation.getFrontendOpts().Inputs[0];
	std::string name = input.getFile() == "-" ? "<stdin>" : input.getFile().str();
	input = FrontendInputFile(name, input.getKind());
	std::unique_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBufferCopy(text, name);
	// A text that was given before has gone with the parse that read it.
	invocation.getPreprocessorOpts().clearRemappedFiles();
	invocation.getPreprocessorOpts().addRemappedFile(name, buffer.release());
}

bool write_expanded(const CompilerInvocation &invocation, FileManager &files, llvm::StringRef text,
        const Expansions &wanted, ExpandedText &result)
{
	CompilerInstance compiler;
	compiler.getInvocation() = invocation;
	read_again(compiler.getInvocation(), text);
	compiler.createDiagnostics(new IgnoringDiagConsumer);
	compiler.setFileManager(&files);
	if (!compiler.createTarget()) return false;
	Record record;
	RecordAction action(wanted, record);
	if (!action.BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0])) return false;
	bool good = true;
	if (llvm::Error error = action.Execute()) {
		llvm::consumeError(std::move(error));
		good = false;
	}
	for (auto &[at, what] : wanted.replacements) record.invocations[at] = {what.end, {{what.text, false, at}}, {}};
	if (good) {
		Writer writer(compiler.getSourceManager(), record, result);
		writer.choose_headers(wanted.headers);
		writer.write();
	}
	action.EndSourceFile();
	return good;
}
