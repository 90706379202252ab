// SPDX-License-Identifier: Apache-2.0
//
// hpcc: a drop-in mpicc, which with -fdist translates each C file on its way to the compiler.
//
// The command line is read by Clang's driver library, into the very commands that clang would run. Each command
// that compiles a C file is done in two halves: parse and translate here, then the same command on the translated
// text. All other commands run as they are.
#include "driver.h"
#include "../../analysis/model/model.h"
#include "../../codegen/translate.h"
#include "../clang/clang.h"
#include "asm_section.h"
#include "auto.h"
#include "backend.h"
#include "link.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Options.h"
#include "clang/Driver/Types.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <isl/version.h>
#include <map>
#include <unistd.h>

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace opts = clang::driver::options;
namespace types = clang::driver::types;

static std::string compiler_path()
{
	const char *named = getenv("HPCC_CLANG");
	return named && *named ? named : HPCC_CLANG;
}

// libLLVM carries an isl of its own, without GMP. It must not be the one that was linked.
static bool isl_is_ours()
{
	if (strstr(isl_version(), "GMP")) return true;
	driver_error(std::string("linked with the wrong isl: ") + isl_version());
	return false;
}

// ---- the command line -------------------------------------------------------------------------

enum class link_kind { NONE, SHARED, PROGRAM };

static llvm::opt::InputArgList parsed(const std::vector<const char *> &args)
{
	unsigned missing_index, missing_count;
	return clang::driver::getDriverOptTable().ParseArgs(
	        args, missing_index, missing_count, llvm::opt::Visibility(opts::ClangOption));
}

// Whether a file of this name is a header, `language` being -x's value (empty: by its name).
static bool is_header(StringRef name, StringRef language)
{
	StringRef extension = path::extension(name);
	types::ID type = !language.empty() && language != "none"
	                         ? types::lookupTypeForTypeSpecifier(language.data())
	                         : types::lookupTypeForExtension(extension.drop_front(!extension.empty()));
	return type != types::TY_INVALID && types::onlyPrecompileType(type);
}

// What the compiler would link.
static link_kind links(const std::vector<const char *> &args)
{
	llvm::opt::InputArgList list = parsed(args);
	if (list.hasArg(opts::OPT_c, opts::OPT_S, opts::OPT_E, opts::OPT_M, opts::OPT_MM, opts::OPT_fsyntax_only) ||
	        list.hasArg(opts::OPT__precompile, opts::OPT__analyze, opts::OPT_emit_ast, opts::OPT_r))
		return link_kind::NONE;
	link_kind kind = list.hasArg(opts::OPT_shared) ? link_kind::SHARED : link_kind::PROGRAM;
	StringRef language;
	for (const llvm::opt::Arg *arg : list) {
		if (arg->getOption().matches(opts::OPT_x)) language = arg->getValue();
		bool input = arg->getOption().getKind() == llvm::opt::Option::InputClass;
		if (input && !is_header(arg->getValue(), language)) return kind;
	}
	return link_kind::NONE;
}

// How many files the program is made of; 0 where there are libraries that could name what is in them.
static int files_alone(const std::vector<const char *> &args)
{
	static const char *const systems[] = {"m", "c", "rt", "pthread", "gomp", "omp"};
	llvm::opt::InputArgList list = parsed(args);
	int inputs = 0;
	for (const llvm::opt::Arg *arg : list) {
		if (arg->getOption().matches(opts::OPT_l) && !llvm::is_contained(systems, StringRef(arg->getValue())))
			return 0;
		inputs += arg->getOption().getKind() == llvm::opt::Option::InputClass;
	}
	return links(args) == link_kind::PROGRAM ? inputs : 0;
}

// Whether what is compiled is linked with objects, now or later.
static bool are_linked_with_objects(const std::vector<const char *> &args)
{
	llvm::opt::InputArgList list = parsed(args);
	return links(args) == link_kind::NONE || llvm::any_of(list, [](const llvm::opt::Arg *arg) {
		bool input = arg->getOption().getKind() == llvm::opt::Option::InputClass;
		StringRef extension = input ? path::extension(arg->getValue()) : "";
		return arg->getOption().matches(opts::OPT_l) || extension == ".o" || extension == ".a";
	});
}

// All that follows `--` are files. More options are to come behind them.
static void end_double_dash(std::vector<const char *> &args, llvm::StringSaver &saver)
{
	auto dashes = llvm::find_if(args, [](const char *arg) { return StringRef(arg) == "--"; });
	if (dashes == args.end()) return;
	for (auto file = args.erase(dashes); file != args.end(); ++file)
		if (StringRef(*file).starts_with("-") && StringRef(*file) != "-")
			*file = saver.save("./" + llvm::Twine(*file)).data();
}

static void append(std::vector<std::string> &to, const std::vector<std::string> &from)
{
	to.insert(to.end(), from.begin(), from.end());
}

// What gcc only warns of in C, clang refuses by default: a variable by the name of a function that it knows without
// <strings.h>, too.
static const char *const as_lenient_as_gcc[] = {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
        "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch",
        "-fno-builtin-index", "-fno-builtin-rindex"};

static bool user_wants_errors(const std::vector<const char *> &args)
{
	for (const char *arg : args)
		if (StringRef(arg) == "-Werror" || StringRef(arg) == "-pedantic-errors") return true;
	return false;
}

// What is linked behind the user's own. A program has one runtime, which its shared libraries use.
static std::vector<std::string> link_flags(const driver_state &state, link_kind kind)
{
	std::vector<std::string> flags;
	if (kind == link_kind::PROGRAM) flags.push_back(state.library);
	append(flags, state.mpi_link);
	flags.insert(flags.end(), {"-lm", "-lpthread"});
	if (*HPCC_PROGRAM_LINK) flags.push_back(HPCC_PROGRAM_LINK);
	return flags;
}

// The user's arguments with MPI's and hpcc's around them, as mpicc does it.
// Preprocessed text is C, too: its directives and its line markers are still there.
static std::vector<std::string> with_preprocessed_as_c(const std::vector<const char *> &args)
{
	std::vector<std::string> result(args.begin(), args.end());
	llvm::opt::InputArgList list = parsed(args);
	if (list.hasArg(opts::OPT_E, opts::OPT_M, opts::OPT_MM)) return result;
	size_t added = 0;
	StringRef language = "none";
	for (const llvm::opt::Arg *arg : list) {
		if (arg->getOption().matches(opts::OPT_x)) language = arg->getValue();
		bool input = arg->getOption().getKind() == llvm::opt::Option::InputClass;
		if (!input || language != "none" || !StringRef(arg->getSpelling()).ends_with(".i")) continue;
		auto at = result.begin() + static_cast<long>(arg->getIndex() + added);
		at = result.insert(at, {"-x", "c"});
		result.insert(at + 3, {"-x", "none"});
		added += 4;
	}
	return result;
}

static std::vector<std::string> full_arguments(const driver_state &state, const std::vector<const char *> &args)
{
	std::vector<std::string> all = {state.clang, "--start-no-unused-arguments"};
	// Which of two faces <hpcc/dist.h> shows.
	all.push_back("-D__HPCC_DIST__=1");
	// toupper and the like as the functions that they are, not as what glibc's header makes of them where it
	// optimises.
	all.push_back("-D__NO_CTYPE=1");
	// What clang finds the machine to have is not the user's combination (AVX10 and AVX-512).
	if (llvm::is_contained(args, StringRef("-march=native"))) all.push_back("-Wno-invalid-feature-combination");
	if (!user_wants_errors(args)) all.insert(all.end(), std::begin(as_lenient_as_gcc), std::end(as_lenient_as_gcc));
	all.push_back("--end-no-unused-arguments");
	if (state.options.emits) all.insert(all.end(), {"-fsyntax-only", "-Qunused-arguments"});
	append(all, with_preprocessed_as_c(args));
	all.push_back("--start-no-unused-arguments");
	// Behind the user's folders: a program may bring an mpi.h of its own, which makes it one for one process.
	append(all, state.mpi_compile);
	append(all, {"-isystem", state.include});
	link_kind link = state.options.emits ? link_kind::NONE : links(args);
	// `-x c` would hold for libhpcc.a as well.
	if (link == link_kind::PROGRAM) all.insert(all.end(), {"-x", "none"});
	if (link != link_kind::NONE) append(all, link_flags(state, link));
	all.push_back("--end-no-unused-arguments");
	return all;
}

// ---- running commands ------------------------------------------------------------------------

// A linker command may be longer than the system lets one be.
static void shorten(clang::driver::Compilation &compilation, clang::driver::Command &command)
{
	llvm::SmallVector<StringRef, 64> args(command.getArguments().begin(), command.getArguments().end());
	llvm::SmallString<128> file;
	if (command.getResponseFileSupport().ResponseKind == clang::driver::ResponseFileSupport::RF_None ||
	        llvm::sys::commandLineFitsWithinSystemLimits(command.getExecutable(), args) ||
	        fs::createTemporaryFile("hpcc", "rsp", file))
		return;
	command.setResponseFile(compilation.addTempFile(compilation.getArgs().MakeArgString(file)));
}

bool execute(clang::driver::Compilation &compilation, clang::driver::Command command)
{
	const clang::driver::Command *failing = nullptr;
	shorten(compilation, command);
	int status = compilation.ExecuteCommand(command, failing);
	// What ends with 1 has said why; what is negative was a signal, and has been named.
	if (status > 1)
		driver_error(
		        std::string("'") + command.getExecutable() + "' ended with status " + std::to_string(status));
	return status == 0;
}

// ---- one file ---------------------------------------------------------------------------------

static std::string translated_name(StringRef input)
{
	return (input == "-" ? "stdin" : path::stem(input)).str() + ".hpcc.c";
}

static std::string saved_path(const driver_state &state, StringRef input)
{
	llvm::SmallString<128> result(state.options.save_directory);
	path::append(result, translated_name(input));
	return result.str().str();
}

// The name under which the compiler sees the translated text: its file's own where no other can be given.
static std::string name_for_compiler(const driver_state &state, const std::vector<std::string> &cc1,
        const std::string &input, const std::string &translated)
{
	if (input == "-") return "<stdin>";
	if (!state.options.line_directives && state.options.save_temps) return saved_path(state, input);
	if (!backend_can_rename(input)) return translated;
	if (state.options.line_directives && !backend_has_remarks(cc1)) return input;
	llvm::SmallString<128> result = path::parent_path(input);
	path::append(result, translated_name(input));
	return result.str().str();
}

// What cannot be read is told by the parse.
static bool read_source(const std::string &input, std::string &text)
{
	auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
	if (buffer) text = (*buffer)->getBuffer().str();
	return static_cast<bool>(buffer);
}

// The names that -D of the command line defines: words as the hpcc headers have, no reserved ones.
static std::vector<std::string> macros_of(const std::vector<std::string> &cc1)
{
	std::vector<std::string> names;
	for (size_t k = 0; k + 1 < cc1.size(); k++) {
		if (cc1[k] != "-D") continue;
		std::string name = cc1[k + 1].substr(0, cc1[k + 1].find_first_of("=("));
		if (!name.empty() && name[0] != '_') names.push_back(name);
	}
	return names;
}

// A program's graph has that of each unit behind a line that says how long it is. Named as debugging information is, it
// goes where that goes: to a file of its own, or away.
static std::string graph_text(StringRef graph)
{
	std::string head = "hpcc-graph " + std::to_string(graph.size()) + "\n";
	return asm_section(".debug_hpcc_graph", "", head + graph.str());
}

bool translate_parsed(driver_state &state, prog_unit *unit, int n_files, const std::string &input,
        const std::vector<std::string> &cc1, FILE *out)
{
	std::vector<std::string> macros = macros_of(cc1);
	std::vector<const char *> names;
	for (const std::string &name : macros) names.push_back(name.c_str());
	std::string shown = state.options.save_temps ? saved_path(state, input) : translated_name(input);
	translate_options options = {};
	options.emit = state.options.emit;
	options.line_directives = state.options.line_directives;
	options.check = state.options.check;
	options.fixed = state.options.fixed;
	options.callbacks = state.options.callbacks < 0 ? !state.options.emits : state.options.callbacks != 0;
	options.whole = unit->is_whole = state.options.whole || state.n_files == n_files;
	options.macros = names.data();
	options.n_macros = (int)names.size();
	options.output_path = shown.c_str();
	char *graph = nullptr;
	size_t size = 0;
	options.graph_full = state.options.graph_full;
	if (!state.options.emits && state.options.graph) options.graph = open_memstream(&graph, &size);
	bool good = translate_unit(unit, &options, out) == 0;
	if (options.graph && fclose(options.graph) == 0 && good)
		state.graphs[input] = graph_text(StringRef(graph, size));
	free(graph);
	if (good) parse_unit_tell(unit);
	parse_unit_end(unit);
	return good;
}

// What the object of a file says of it; "": nothing, for it could not be translated again from that.
static std::string note_of(
        const driver_state &state, const prog_unit *unit, const arguments &cc1, const std::string &input)
{
	ObjectNote note;
	llvm::SmallString<256> folder;
	if (input == "-" || !backend_is_repeatable(cc1) || fs::current_path(folder)) return "";
	note.folder = folder.str().str();
	note.input = input;
	note.maps = unit->n_mappings > 0;
	note.own = state.own_options;
	note.cc1 = backend_without_outputs(cc1);
	for (const std::string &file : parse_unit_files(unit))
		if (!note.add_file(file)) return "";
	return object_note_text(note);
}

// Parse and translation of one file, into `out`.
static bool translate_file(driver_state &state, const std::vector<std::string> &cc1, const std::string &input,
        FILE *out, RemarkRecord *record)
{
	std::vector<std::string> own = state.options.warnings;
	append(own, state.options.remarks);
	std::vector<std::string> args = parse_arguments(cc1, own);
	std::vector<auto_alignment> aligned;
	std::string text;
	bool given = state.options.automatic && read_source(input, text);
	if (given) {
		aligned = auto_align(args, state.program.c_str(), text);
		text = auto_text(text, aligned);
	}
	auto early = state.parsed.find(input);
	prog_unit *unit = early == state.parsed.end() ? parse_unit(args, state.program.c_str(), record,
	                                                        {given ? &text : nullptr, true, false})
	                  : early->second             ? parse_unit_expanded(early->second, record)
	                                              : nullptr;
	if (!unit) return false;
	auto_tell(unit, aligned);
	state.note = state.notes ? note_of(state, unit, cc1, input) : "";
	return translate_parsed(state, unit, 1, input, cc1, out);
}

// Where a source's remarks are saved: beside its object where that is named, as clang's optimisation records are.
static std::string record_path(const clang::driver::Compilation &compilation, StringRef input)
{
	const llvm::opt::ArgList &args = compilation.getArgs();
	const llvm::opt::Arg *output = args.getLastArg(opts::OPT_o);
	bool one = args.hasArg(opts::OPT_c, opts::OPT_S) && output && StringRef(output->getValue()) != "-";
	llvm::SmallString<128> name(one            ? StringRef(output->getValue())
	                            : input == "-" ? "stdin"
	                                           : path::filename(input));
	path::replace_extension(name, "dist.yaml");
	return name.str().str();
}

// The same with what -fdist-save-record asks for. A source that fails leaves no record of its own.
static bool translate_with_record(driver_state &state, const clang::driver::Compilation &compilation,
        const std::vector<std::string> &cc1, const std::string &input, FILE *out)
{
	if (!state.options.save_record) return translate_file(state, cc1, input, out, nullptr);
	if (!state.options.record.empty()) return translate_file(state, cc1, input, out, &state.record);
	RemarkRecord record;
	return record.open(record_path(compilation, input)) && translate_file(state, cc1, input, out, &record) &&
	       record.keep();
}

bool file_error(const std::string &file)
{
	driver_error("cannot write '" + file + "': " + strerror(errno));
	return false;
}

FILE *open_temporary(clang::driver::Compilation &compilation, StringRef input, std::string &name)
{
	llvm::SmallString<128> file;
	int descriptor;
	if (std::error_code error = fs::createTemporaryFile(path::stem(input), "hpcc.c", descriptor, file)) {
		driver_error("cannot make a temporary file: " + error.message());
		return nullptr;
	}
	name = file.str().str();
	compilation.addTempFile(compilation.getArgs().MakeArgString(name));
	llvm::sys::RemoveFileOnSignal(name);
	FILE *out = fdopen(descriptor, "w");
	if (!out) file_error(name);
	return out;
}

// Whether all that was printed arrived.
static bool printed() { return fflush(stdout) == 0 && !ferror(stdout) ? true : file_error("standard output"); }

// Translates into a temporary file, which goes away with the compilation.
static bool translate_to_temporary(driver_state &state, clang::driver::Compilation &compilation,
        const std::vector<std::string> &cc1, const std::string &input, std::string &translated)
{
	FILE *out = open_temporary(compilation, input, translated);
	if (!out) return false;
	bool good = translate_with_record(state, compilation, cc1, input, out);
	if (fclose(out) != 0) good = file_error(translated);
	return good;
}

bool save_translated(const driver_state &state, const std::string &input, const std::string &translated)
{
	if (!state.options.save_directory.empty())
		if (std::error_code error = fs::create_directories(state.options.save_directory)) {
			driver_error("cannot make '" + state.options.save_directory + "': " + error.message());
			return false;
		}
	std::string to = saved_path(state, input);
	if (std::error_code error = fs::copy_file(translated, to)) {
		driver_error("cannot write '" + to + "': " + error.message());
		return false;
	}
	return true;
}

arguments compile_arguments(
        const driver_state &state, const arguments &cc1, const std::string &input, const std::string &translated)
{
	return backend_arguments(
	        cc1, input, translated, name_for_compiler(state, cc1, input, translated), state.libc_header);
}

// The second half: the command itself, on the translated text.
static bool compile_translated(const driver_state &state, clang::driver::Compilation &compilation,
        const clang::driver::Command &job, const std::vector<std::string> &cc1, const std::string &input,
        const std::string &translated)
{
	llvm::opt::ArgStringList list;
	for (const std::string &arg : compile_arguments(state, cc1, input, translated))
		list.push_back(compilation.getArgs().MakeArgString(arg));
	clang::driver::Command command = job;
	command.replaceArguments(list);
	return execute(compilation, command);
}

bool append_sections(
        const driver_state &state, const std::string &input, const std::string &translated, const std::string &more)
{
	auto graph = state.graphs.find(input);
	std::string text = (graph == state.graphs.end() ? "" : graph->second) + more;
	FILE *out = fopen(translated.c_str(), "a");
	bool good = out && fputs(text.c_str(), out) != EOF;
	if (out && fclose(out) != 0) good = false;
	return good || file_error(translated);
}

static bool run_compile(driver_state &state, clang::driver::Compilation &compilation, const clang::driver::Command &job,
        const std::vector<std::string> &cc1)
{
	std::string input = job.getInputInfos()[0].getFilename(), translated;
	auto early = state.translated.find(input);
	if (early != state.translated.end())
		return (!state.options.save_temps || save_translated(state, input, early->second)) &&
		       append_sections(state, input, early->second, "") &&
		       compile_translated(state, compilation, job, cc1, input, early->second);
	if (state.options.emits) return translate_with_record(state, compilation, cc1, input, state.emit_file);
	if (!translate_to_temporary(state, compilation, cc1, input, translated)) return false;
	if (state.options.save_temps && !save_translated(state, input, translated)) return false;
	return !backend_has_output(cc1) || (append_sections(state, input, translated, state.note) &&
	                                           compile_translated(state, compilation, job, cc1, input, translated));
}

// ---- all of them ------------------------------------------------------------------------------

// Preprocessed text has lost the places of the source, and may have lost its directives.
static void warn_untranslated(
        const driver_state &state, const clang::driver::Command &job, const std::vector<std::string> &cc1)
{
	auto language = llvm::find(cc1, "-x");
	if (!state.options.warnings_off && language != cc1.end() && language[1] == "cpp-output")
		driver_warning(std::string("'") + job.getInputInfos()[0].getFilename() +
		               "' is preprocessed and so not translated [-Wdist]");
}

// ---- jobs -----------------------------------------------------------------------------------------

// The link with what has been made of several objects instead of them.
static clang::driver::Command with_objects(const driver_state &state, const clang::driver::Command &link)
{
	llvm::opt::ArgStringList list;
	for (const char *argument : link.getArguments()) {
		auto instead = state.linked.find(argument);
		if (instead == state.linked.end())
			list.push_back(argument);
		else if (!instead->second.empty())
			list.push_back(instead->second.c_str());
	}
	clang::driver::Command command = link;
	command.replaceArguments(list);
	return command;
}

static bool run_job(driver_state &state, clang::driver::Compilation &compilation, const clang::driver::Command &job)
{
	std::vector<std::string> cc1(job.getArguments().begin(), job.getArguments().end());
	warn_untranslated(state, job, cc1);
	bool is_link = llvm::isa<clang::driver::LinkJobAction>(job.getSource());
	if (is_link) together_objects(state, compilation, job);
	bool good = backend_is_compile(cc1) ? run_compile(state, compilation, job, cc1)
	            : state.options.emits   ? true
	            : is_link               ? link_program(compilation, with_objects(state, job), execute)
	                                    : execute(compilation, job);
	if (good) return true;
	const auto *action = llvm::cast<clang::driver::JobAction>(&job.getSource());
	compilation.CleanupFileMap(compilation.getResultFiles(), action);
	compilation.CleanupFileMap(compilation.getFailureResultFiles(), action);
	return false;
}

// A job whose inputs could not be made is left out; the others run, so that all files' errors are seen.
static bool run_jobs(driver_state &state, clang::driver::Compilation &compilation)
{
	std::vector<const clang::driver::Action *> failed;
	auto depends_on_failed = [&](const clang::driver::Action &action) {
		std::vector<const clang::driver::Action *> todo = {&action};
		while (!todo.empty()) {
			const clang::driver::Action *a = todo.back();
			todo.pop_back();
			if (llvm::is_contained(failed, a)) return true;
			todo.insert(todo.end(), a->input_begin(), a->input_end());
		}
		return false;
	};
	together_sources(state, compilation);
	for (const clang::driver::Command &job : compilation.getJobs()) {
		if (depends_on_failed(job.getSource())) continue;
		if (!run_job(state, compilation, job)) failed.push_back(&job.getSource());
	}
	return failed.empty();
}

static bool emit_to_stdout(driver_state &state, clang::driver::Compilation &compilation)
{
	state.emit_file = stdout;
	bool good = run_jobs(state, compilation);
	return printed() ? good : false;
}

// A device, a pipe: it stays what it is.
static bool emit_to_device(driver_state &state, clang::driver::Compilation &compilation, const std::string &output)
{
	state.emit_file = fopen(output.c_str(), "w");
	if (!state.emit_file) return file_error(output);
	bool good = run_jobs(state, compilation);
	return fclose(state.emit_file) == 0 ? good : file_error(output);
}

// -fdist-emit writes beside its output and renames, so that errors leave no file.
static bool with_emit_file(driver_state &state, clang::driver::Compilation &compilation)
{
	if (!state.options.emits) return run_jobs(state, compilation);
	const std::string &output = state.options.output;
	if (output.empty() || output == "-") return emit_to_stdout(state, compilation);
	if (fs::exists(output) && !fs::is_regular_file(output)) return emit_to_device(state, compilation, output);
	std::string partial = output + ".tmp" + std::to_string(getpid());
	state.emit_file = fopen(partial.c_str(), "w");
	if (!state.emit_file) return file_error(output);
	llvm::sys::RemoveFileOnSignal(partial);
	bool good = run_jobs(state, compilation);
	if (fclose(state.emit_file) != 0) good = file_error(output);
	if (good && rename(partial.c_str(), output.c_str()) != 0) good = file_error(output);
	if (!good) unlink(partial.c_str());
	return good;
}

static int run_compilation(
        driver_state &state, clang::DiagnosticsEngine &diags, clang::driver::Compilation &compilation)
{
	if (compilation.getArgs().hasArg(opts::OPT__HASH_HASH_HASH)) {
		compilation.getJobs().Print(llvm::errs(), "\n", true);
		return diags.hasErrorOccurred();
	}
	if (diags.hasErrorOccurred()) return 1;
	bool one_record = state.options.save_record && !state.options.record.empty();
	if (one_record && !state.record.open(state.options.record)) return 1;
	bool good = with_emit_file(state, compilation);
	if (one_record && good && !state.record.keep()) {
		compilation.CleanupFileMap(compilation.getResultFiles(), nullptr);
		good = false;
	}
	compilation.CleanupFileList(compilation.getTempFiles());
	return !good;
}

// The last argument may want a value, for which those behind it would be taken.
static bool lacks_value(const std::vector<const char *> &args)
{
	unsigned missing_index, missing_count;
	llvm::opt::InputArgList list = clang::driver::getDriverOptTable().ParseArgs(
	        args, missing_index, missing_count, llvm::opt::Visibility(opts::ClangOption));
	if (missing_count == 0) return false;
	driver_error(std::string("argument to '") + list.getArgString(missing_index) + "' is missing");
	return true;
}

// A precompiled header has neither its directives nor its text any more.
static bool takes_precompiled(const std::vector<const char *> &args)
{
	if (!parsed(args).hasArg(opts::OPT_include_pch)) return false;
	driver_error("'-include-pch': a precompiled header cannot be translated; '-include' takes the header itself");
	return true;
}

static int compile(driver_state &state, const std::vector<const char *> &user_args)
{
	if (lacks_value(user_args) || takes_precompiled(user_args)) return 1;
	std::vector<std::string> all = full_arguments(state, user_args);
	state.n_files = files_alone(user_args);
	const hpcc_options &options = state.options;
	state.notes = !options.emits && !options.separate && !options.automatic && are_linked_with_objects(user_args);
	std::vector<const char *> args;
	args.reserve(all.size());
	for (const std::string &arg : all) args.push_back(arg.c_str());

	llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diag_options = clang::CreateAndPopulateDiagOpts(args);
	auto *printer = new clang::TextDiagnosticPrinter(llvm::errs(), &*diag_options);
	printer->setPrefix("hpcc");
	clang::DiagnosticsEngine diags(new clang::DiagnosticIDs(), &*diag_options, printer);
	clang::ProcessWarningOptions(diags, *diag_options, false);
	clang::driver::Driver driver(state.clang, llvm::sys::getDefaultTargetTriple(), diags, "hpcc");
	driver.setProbePrecompiled(false);
	std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(args));
	int status = compilation ? run_compilation(state, diags, *compilation) : 1;
	diags.getClient()->finish();
	return status;
}

// ---- questions --------------------------------------------------------------------------------

static std::string joined(const std::vector<std::string> &list)
{
	std::string text;
	for (const std::string &word : list) text += (text.empty() ? "" : " ") + word;
	return text;
}

static int show_flags(const driver_state &state, const std::vector<const char *> &args)
{
	std::vector<std::string> compile = state.mpi_compile, link = link_flags(state, link_kind::PROGRAM);
	append(compile, {"-isystem", state.include});
	if (state.options.show == showme::COMPILE)
		printf("%s\n", joined(compile).c_str());
	else if (state.options.show == showme::LINK)
		printf("%s\n", joined(link).c_str());
	else
		printf("%s\n", joined(full_arguments(state, args)).c_str());
	return !printed();
}

static std::string first_line(const std::string &text) { return StringRef(text).split('\n').first.str(); }

// What -fdist uses comes last: configuration scripts look for the name of the compiler that hpcc is in the first lines.
static int show_parts(const driver_state &state)
{
	std::string compiler;
	if (!mpi_ask(state.clang, "--version", compiler)) compiler = "not to be run";
	printf("With -fdist: %s (%s), %s, %s\n", first_line(compiler).c_str(), state.clang.c_str(),
	        first_line(isl_version()).c_str(), mpi_version(state.mpi).c_str());
	return !printed();
}

static int show_version(const driver_state &state)
{
	printf("hpcc %s (%s)\n", HPCC_VERSION, state.mpi.name.c_str());
	if (!printed()) return 1;
	std::string program = state.options.dist ? state.clang : state.mpi.wrapper;
	llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(program);
	if (!found) {
		driver_error("cannot run '" + program + "'");
		return 1;
	}
	int status = llvm::sys::ExecuteAndWait(*found, {program, "--version"});
	return status ? status : show_parts(state);
}

static bool find_parts(driver_state &state)
{
	state.include = install_include(state.program);
	state.libc_header = state.include + "/hpcc/libc.h";
	if (!fs::exists(state.libc_header)) state.libc_header.clear();
	if (!fs::can_execute(state.clang)) {
		driver_error("cannot run the compiler '" + state.clang + "'; HPCC_CLANG can name another");
		return false;
	}
	state.library = install_library(state.program, state.mpi);
	return isl_is_ours() && mpi_flags(state.mpi, state.mpi_compile, state.mpi_link);
}

static int be_mpicc_after_all(const driver_state &state, const std::vector<const char *> &args)
{
	std::vector<char *> all = {nullptr};
	for (const char *arg : options_of_others(args)) all.push_back(const_cast<char *>(arg));
	all.push_back(nullptr);
	return mpi_become(state.mpi, install_include(state.program), all.data());
}

static int run(driver_state &state, std::vector<const char *> args)
{
	state.own_options = options_own(args);
	std::vector<const char *> given = args;
	if (!options_take(args, state.options)) return 1;
	if (state.options.help) {
		options_help();
		return !printed();
	}
	state.clang = compiler_path();
	if (state.options.version) return show_version(state);
	if (state.options.refused) return be_mpicc_after_all(state, given);
	if (!find_parts(state)) return 1;
	if (state.options.show != showme::NONE) return show_flags(state, args);
	return compile(state, args);
}

// Whether mpicc would link. (Its options are not clang's; these are everybody's.)
static bool may_link(const std::vector<const char *> &args)
{
	return llvm::none_of(args, [](StringRef arg) {
		return arg == "-c" || arg == "-S" || arg == "-E" || arg == "-M" || arg == "-MM" ||
		       arg == "-fsyntax-only";
	});
}

// <hpcc/dist.h> is found without -fdist, too.
static int become_mpicc(const driver_state &state, const std::vector<const char *> &args, char **argv)
{
	if (may_link(args) && link_lacks_dist({args.begin(), args.end()})) return 1;
	std::string program =
	        fs::getMainExecutable(argv[0], reinterpret_cast<void *>(reinterpret_cast<intptr_t>(become_mpicc)));
	return mpi_become(state.mpi, install_include(program), argv);
}

int main(int argc, char **argv)
{
	driver_state state;
	if (!mpi_choose(state.mpi)) return 1;

	llvm::BumpPtrAllocator memory;
	llvm::SmallVector<const char *, 64> expanded(argv + 1, argv + argc);
	bool readable = true;
	if (llvm::Error error = clang::driver::expandResponseFiles(expanded, false, memory)) {
		llvm::consumeError(std::move(error));
		readable = false;
	}
	std::vector<const char *> args(expanded.begin(), expanded.end());
	if (!readable || !options_are_ours(args)) return become_mpicc(state, args, argv);

	llvm::setBugReportMsg("hpcc: internal error. Please report it, with the source file and the command.\n");
	llvm::InitLLVM init(argc, argv);
	llvm::install_fatal_error_handler([](void *, const char *reason, bool) { driver_error(reason); });
	llvm::StringSaver saver(memory);
	end_double_dash(args, saver);
	state.program = fs::getMainExecutable(argv[0], reinterpret_cast<void *>(reinterpret_cast<intptr_t>(main)));
	return run(state, args);
}
