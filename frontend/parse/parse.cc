// SPDX-License-Identifier: Apache-2.0
//
// One run of Clang over one source file, kept alive as long as its model: diagnostics of later stages are printed by
// its engine.
#include "parse.h"

#include "../../analysis/model/model.h"
#include "../clang/clang.h"
#include "../rewrites/rewrites.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>

#include <llvm/ADT/StringSet.h>

#include <memory>
#include <set>
#include <tuple>

using namespace clang;

namespace
{
// -Wdist-<name> and its relatives: Clang does not know them.
struct DistWarnings {
	llvm::StringSet<> off, error, no_error;

	void take(std::vector<std::string> &flags);
};

// Diagnostics that are printed if what they are about comes to be.
class DiagnosticsKept : public DiagnosticConsumer
{
	std::vector<StoredDiagnostic> &list;

      public:
	DiagnosticsKept(std::vector<StoredDiagnostic> &list) : list(list) {}

	void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override
	{
		DiagnosticConsumer::HandleDiagnostic(level, info);
		list.emplace_back(level, info);
	}
};

// One parse. Where text has to be written out first, there is a second one, of that text; the first goes on to print
// diagnostics, as it has the user's own.
struct Session {
	std::unique_ptr<Session> first;
	ExpansionNotes notes;
	Expansions wanted;
	ExpandedText expanded;
	CompilerInstance compiler;
	std::unique_ptr<FrontendAction> action;
	bool begun = false;
	PragmaList pragmas;
	std::unique_ptr<Places> places;
	DistWarnings warnings;
	RemarkFilter remarks;
	RemarkRecord *record = nullptr;
	prog_unit *unit = nullptr;
	bool note_is_ignored = false; // it belongs to a warning that is off, or has been given
	std::set<std::tuple<int, unsigned, unsigned, std::string>> told; // warnings
	SourceNotes sources;
	bool quiet = false;
	std::vector<StoredDiagnostic> kept; // quiet
};

class ModelConsumer : public ASTConsumer
{
	Session &session;

      public:
	ModelConsumer(Session &session) : session(session) {}

	void HandleTranslationUnit(ASTContext &context) override
	{
		bool sound = !context.getDiagnostics().hasErrorOccurred();
		session.places->list_files();
		session.places->list_line_names();
		session.places->list_macros(session.compiler.getPreprocessor());
		Converter converter(session.unit, context, *session.places, session.pragmas);
		if (!sound) return converter.check_pragmas();
		converter.walk_unit();
		if (context.getDiagnostics().hasErrorOccurred()) return;
		session.wanted = find_expansions(session.unit, context, converter, *session.places, session.pragmas,
		        session.notes, session.first != nullptr);
	}
};

class ModelAction : public ASTFrontendAction
{
	Session &session;

	std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef) override
	{
		session.places =
		        std::make_unique<Places>(session.unit, compiler.getSourceManager(), compiler.getLangOpts());
		if (Session *first = session.first.get())
			session.places->read_expanded(*first->places, first->expanded, first->notes.inclusions);
		note_expansions(compiler.getPreprocessor(), session.notes);
		note_sources(compiler.getPreprocessor(), session.sources);
		collect_pragmas(compiler.getPreprocessor(), session.pragmas);
		return std::make_unique<ModelConsumer>(session);
	}

      public:
	ModelAction(Session &session) : session(session) {}
};
} // namespace

static std::vector<std::unique_ptr<Session>> sessions;

// ---- diagnostics ------------------------------------------------------------------------------

// -W[no-][error=]dist-name out of Clang's list.
void DistWarnings::take(std::vector<std::string> &flags)
{
	std::vector<std::string> others;
	for (const std::string &flag : flags) {
		llvm::StringRef name = flag;
		bool no = name.consume_front("no-"), as_error = name.consume_front("error=");
		if (!name.consume_front("dist-")) {
			others.push_back(flag);
			continue;
		}
		llvm::StringSet<> &to = no && as_error ? no_error : no ? off : error;
		if (no || as_error) to.insert(name);
		if (!no) off.erase(name);
		if (as_error && !no) no_error.erase(name);
		if (as_error && no) error.erase(name);
	}
	flags = others;
}

static std::string flag_name(const char *name)
{
	std::string flag = name;
	std::replace(flag.begin(), flag.end(), '_', '-');
	return flag;
}

// Clang's custom diagnostics are not subject to -w and -Werror: that is done here.
static bool is_ignored(Session &s, diag_severity severity, const std::string &flag)
{
	const DiagnosticsEngine &engine = s.compiler.getDiagnostics();
	if (severity == DIAG_NOTE) return s.note_is_ignored;
	s.note_is_ignored = severity != DIAG_ERROR && (engine.getIgnoreAllWarnings() || s.warnings.off.contains(flag));
	return s.note_is_ignored;
}

// What the frontend has written several times the source has once.
static bool is_told(Session &s, diag_severity severity, prog_loc loc, const std::string &message)
{
	if (severity != DIAG_WARNING || loc.file < 0) return false;
	s.note_is_ignored = !s.told.insert({loc.file, loc.line, loc.column, message}).second;
	return s.note_is_ignored;
}

static bool is_promoted(const Session &s, diag_severity severity, const std::string &flag)
{
	if (severity != DIAG_WARNING || s.warnings.no_error.contains(flag)) return false;
	return s.compiler.getDiagnostics().getWarningsAsErrors() || s.warnings.error.contains(flag);
}

static DiagnosticsEngine::Level level_of(diag_severity severity)
{
	switch (severity) {
	case DIAG_NOTE: return DiagnosticsEngine::Note;
	case DIAG_REMARK: return DiagnosticsEngine::Remark;
	case DIAG_WARNING: return DiagnosticsEngine::Warning;
	default: return DiagnosticsEngine::Error;
	}
}

// All of what is offered with the diagnostic, or nothing where a part of it cannot be done in this text.
static std::vector<FixItHint> offered_changes(Session &s)
{
	int n;
	const diag_fixit *offered = diag_offered(&n);
	const SourceManager &sources = s.compiler.getSourceManager();
	std::vector<FixItHint> hints;
	for (int k = 0; k < n; k++) {
		SourceLocation at = s.places->location(offered[k].loc);
		llvm::StringRef token = offered[k].token;
		if (at.isInvalid()) return {};
		auto [file, offset] = sources.getDecomposedLoc(at);
		if (!sources.getBufferData(file).substr(offset).starts_with(token)) return {};
		SourceLocation end = at.getLocWithOffset(static_cast<int>(token.size()));
		switch (offered[k].kind) {
		case DIAG_REPLACE:
			hints.push_back(
			        FixItHint::CreateReplacement(CharSourceRange::getCharRange(at, end), offered[k].text));
			break;
		case DIAG_INSERT_BEFORE: hints.push_back(FixItHint::CreateInsertion(at, offered[k].text)); break;
		case DIAG_INSERT_AFTER: hints.push_back(FixItHint::CreateInsertion(end, offered[k].text)); break;
		}
	}
	return hints;
}

static void print_diagnostic(void *user, diag_severity severity, prog_loc loc, const char *name, const char *text)
{
	Session &s = *static_cast<Session *>(user);
	std::string flag = flag_name(name), message = text;
	if (is_ignored(s, severity, flag) || is_told(s, severity, loc, message)) return;
	bool promoted = is_promoted(s, severity, flag);
	if (promoted) diag_promote();
	if (severity == DIAG_WARNING || severity == DIAG_REMARK)
		message += std::string(promoted ? " [-Werror,-Wdist-" : " [-Wdist-") + flag + "]";
	DiagnosticsEngine &engine = s.compiler.getDiagnostics();
	std::vector<FixItHint> hints = s.places ? offered_changes(s) : std::vector<FixItHint>();
	unsigned id = engine.getCustomDiagID(promoted ? DiagnosticsEngine::Error : level_of(severity), "%0");
	DiagnosticBuilder report = engine.Report(s.places ? s.places->location(loc) : SourceLocation(), id);
	report << message;
	for (const FixItHint &hint : hints) report << hint;
}

static RemarkRecord::Place place_of(Session &s, prog_loc loc)
{
	PresumedLoc place =
	        loc.file < 0 ? PresumedLoc() : s.compiler.getSourceManager().getPresumedLoc(s.places->location(loc));
	if (place.isInvalid()) return {};
	return {place.getFilename(), place.getLine(), place.getColumn()};
}

static void show_remark(Session &s, const remark &r)
{
	std::string message;
	for (int k = 0; k < r.n_args; k++) message += r.arg[k].value;
	message += std::string(" [") + remark_flag(r.row->type) + "=" + r.row->kind + "]";
	DiagnosticsEngine &engine = s.compiler.getDiagnostics();
	unsigned id = engine.getCustomDiagID(DiagnosticsEngine::Remark, "%0");
	engine.Report(s.places->location(r.loc), id) << message;
}

static void take_remark(void *user, const remark *r)
{
	Session &s = *static_cast<Session *>(user);
	if (s.remarks.shows(*r->row)) show_remark(s, *r);
	if (!s.record || is_summary(*r->row)) return;
	std::vector<RemarkRecord::Place> places;
	places.reserve(static_cast<size_t>(r->n_args));
	for (int k = 0; k < r->n_args; k++) places.push_back(place_of(s, r->arg[k].loc));
	s.record->add(*r, place_of(s, r->loc), places);
}

// ---- the run ----------------------------------------------------------------------------------

static bool read_arguments(
        Session &s, const std::vector<std::string> &args, const char *argv0, const parse_source &source)
{
	std::vector<const char *> pointers;
	pointers.reserve(args.size());
	for (const std::string &arg : args) pointers.push_back(arg.c_str());
	TextDiagnosticBuffer *buffer = new TextDiagnosticBuffer;
	DiagnosticsEngine early(new DiagnosticIDs, new DiagnosticOptions, buffer);
	CompilerInvocation &invocation = s.compiler.getInvocation();
	bool good = CompilerInvocation::CreateFromArgs(invocation, pointers, early, argv0);
	s.warnings.take(invocation.getDiagnosticOpts().Warnings);
	s.remarks.take(invocation.getDiagnosticOpts().Remarks);
	invocation.getFrontendOpts().DisableFree = false;
	if (source.text && !invocation.getFrontendOpts().Inputs.empty()) read_text(invocation, *source.text);
	s.compiler.createDiagnostics(source.quiet ? new IgnoringDiagConsumer : nullptr);
	buffer->FlushDiagnostics(s.compiler.getDiagnostics());
	return good && !s.compiler.getDiagnostics().hasErrorOccurred();
}

static bool run(Session &s)
{
	FrontendOptions &options = s.compiler.getFrontendOpts();
	if (options.Inputs.empty() || !s.compiler.createTarget()) return false;
	s.unit = prog_unit_new();
	s.action = std::make_unique<ModelAction>(s);
	s.begun = s.action->BeginSourceFile(s.compiler, options.Inputs[0]);
	if (!s.begun) return false;
	if (llvm::Error error = s.action->Execute()) {
		llvm::consumeError(std::move(error));
		return false;
	}
	return !s.compiler.getDiagnostics().hasErrorOccurred();
}

static void end(Session &s)
{
	if (s.begun) s.action->EndSourceFile();
	if (!s.first && !s.quiet) s.compiler.printDiagnosticStats();
	prog_unit_free(s.unit);
	if (s.first) end(*s.first);
}

static void say_nothing(void *, diag_severity, prog_loc, const char *, const char *) {}

// Reads what has been written out. NULL, and *first as it was, where that goes wrong.
static std::unique_ptr<Session> read_expanded(std::unique_ptr<Session> &first)
{
	auto second = std::make_unique<Session>();
	second->compiler.getInvocation() = first->compiler.getInvocation();
	read_again(second->compiler.getInvocation(), first->expanded.text);
	second->compiler.createDiagnostics(new IgnoringDiagConsumer);
	second->compiler.setFileManager(&first->compiler.getFileManager());
	second->first = std::move(first);
	int errors = diag_errors();
	diag_set_sink(say_nothing, nullptr);
	bool good = run(*second) && diag_errors() == errors;
	diag_forget_errors(errors);
	diag_set_sink(print_diagnostic, second->first.get());
	if (good) return second;
	first = std::move(second->first);
	end(*second);
	return nullptr;
}

// The unit as it is after what has to be is written out. The first one where that goes wrong: what cannot be changed in
// it is reported later. What is written anew may show more that is to be: steps of what was a pointer, and then the
// loop that they make.
static std::unique_ptr<Session> expanded(std::unique_ptr<Session> first)
{
	enum { MOST = 8 };
	CompilerInstance &compiler = first->compiler;
	llvm::StringRef text = compiler.getSourceManager().getBufferData(compiler.getSourceManager().getMainFileID());
	if (!write_expanded(compiler.getInvocation(), compiler.getFileManager(), text, first->wanted, first->expanded))
		return first;
	std::unique_ptr<Session> second = read_expanded(first);
	for (int k = 0; second && k < MOST && !second->wanted.empty(); k++) {
		ExpandedText next = replace_in(second->first->expanded, second->wanted.replacements);
		first = std::move(second->first);
		end(*second);
		std::swap(first->expanded, next);
		second = read_expanded(first);
		if (second) continue;
		std::swap(first->expanded, next);
		second = read_expanded(first);
		break;
	}
	return second ? std::move(second) : std::move(first);
}

// The first session of a file prints: it has the user's own text.
static void install_sinks(Session &s, RemarkRecord *record)
{
	diag_set_sink(print_diagnostic, &s);
	s.record = record;
	if (record || s.remarks.shows_any()) remark_set_sink(take_remark, &s);
}

static void remove_sinks()
{
	diag_set_sink(nullptr, nullptr);
	remark_set_sink(nullptr, nullptr);
}

prog_unit *parse_unit(
        const std::vector<std::string> &cc1_args, const char *argv0, RemarkRecord *record, const parse_source &source)
{
	auto session = std::make_unique<Session>();
	int errors = diag_errors();
	session->quiet = source.quiet;
	diag_set_sink(source.quiet ? say_nothing : print_diagnostic, session.get());
	bool good = read_arguments(*session, cc1_args, argv0, source) && run(*session);
	if (source.quiet) {
		good &= diag_errors() == errors;
		diag_forget_errors(errors);
	}
	if (good) {
		sessions.push_back(std::move(session));
		prog_unit *unit = sessions.back()->unit;
		if (source.expand) return parse_unit_expanded(unit, record);
		if (!source.quiet) install_sinks(*sessions.back(), record);
		return unit;
	}
	remove_sinks();
	end(*session);
	return nullptr;
}

static std::unique_ptr<Session> &session_of(const prog_unit *unit)
{
	return *llvm::find_if(sessions, [&](const std::unique_ptr<Session> &s) { return s->unit == unit; });
}

prog_unit *parse_unit_expanded(prog_unit *unit, RemarkRecord *record)
{
	std::unique_ptr<Session> &session = session_of(unit);
	install_sinks(*session, record);
	if (session->quiet) session->compiler.getDiagnostics().setClient(new DiagnosticsKept(session->kept), true);
	if (!session->wanted.empty()) session = expanded(std::move(session));
	return session->unit;
}

void parse_unit_tell(prog_unit *unit)
{
	Session *s = session_of(unit).get();
	if (s->first) s = s->first.get();
	if (!s->quiet) return;
	DiagnosticsEngine &engine = s->compiler.getDiagnostics();
	engine.setClient(new TextDiagnosticPrinter(llvm::errs(), &s->compiler.getDiagnosticOpts()), true);
	engine.getClient()->BeginSourceFile(s->compiler.getLangOpts(), &s->compiler.getPreprocessor());
	for (const StoredDiagnostic &said : s->kept) engine.Report(said);
	engine.getClient()->EndSourceFile();
	s->kept.clear();
}

WholePart parse_unit_part(prog_unit *unit, const std::string &input)
{
	Session *s = session_of(unit).get();
	return {input, input, unit, &s->compiler, &s->sources, {}};
}

std::vector<std::string> parse_unit_files(const prog_unit *unit)
{
	std::vector<std::string> files;
	llvm::StringSet<> known;
	for (const Session *s = session_of(unit).get(); s; s = s->first.get()) {
		const SourceManager &sources = s->compiler.getSourceManager();
		for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
			if (known.insert(file->first.getName()).second) files.push_back(file->first.getName().str());
	}
	llvm::sort(files);
	return files;
}

void parse_unit_end(prog_unit *unit)
{
	for (auto s = sessions.begin(); s != sessions.end(); ++s) {
		if ((*s)->unit != unit) continue;
		remove_sinks();
		end(**s);
		sessions.erase(s);
		return;
	}
}
