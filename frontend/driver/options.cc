// SPDX-License-Identifier: Apache-2.0
#include "options.h"
#include "../clang/clang.h"
#include "../parse/parse.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <cstdio>

using llvm::StringRef;
namespace opts = clang::driver::options;

namespace
{

enum class own_option {
	AUTO,
	DIST,
	NO_DIST,
	EMIT,
	SAVE_TEMPS,
	SAVE_TEMPS_DIR,
	SAVE_RECORD,
	SAVE_RECORD_FILE,
	NO_LINE,
	GRAPH,
	LINE,
	CHECK,
	CALLBACKS,
	NO_CALLBACKS,
	FIXED,
	WHOLE,
	CC,
	LATER,
	HELP,
	VERSION,
	WARN,
	REMARK,
};

enum class topic { MAIN, SEE, REMARKS, CHECK, QUERY };

// One option. A spelling that ends in `=` takes a value. LATER: belongs to the language, is not done yet.
struct own_row {
	own_option id;
	const char *spelling;
	const char *value; // how --help shows the value
	topic where;
	const char *help; // nullptr: not shown
};

const own_row own_table[] = {
        {own_option::DIST, "-fdist", "", topic::MAIN,
                "Translate each C file for many processes; without it hpcc is mpicc"},
        {own_option::NO_DIST, "-fno-dist", "", topic::MAIN,
                "Be mpicc all the same: the last of the two counts, and hpcc's other options are then ignored"},
        {own_option::AUTO, "-fdist-auto", "", topic::MAIN,
                "Align arrays without a directive with what they are used with, where that is free"},
        {own_option::CALLBACKS, "-fdist-callbacks", "", topic::MAIN,
                "Put functions into the program that say what its phases compute and send (on by default)"},
        {own_option::NO_CALLBACKS, "-fno-dist-callbacks", "", topic::MAIN, nullptr},
        {own_option::FIXED, "-fdist-static", "", topic::MAIN,
                "Blocks of equal size stay where they are: no plan and no speeds of processes change them"},
        {own_option::CC, "-fdist-cc=", "clang", topic::MAIN, "The compiler for the translated program"},
        {own_option::WHOLE, "-fwhole-program", "", topic::MAIN,
                "No other file names what is in this one: clocks that are only printed cost nothing"},
        {own_option::WHOLE, "-fno-whole-program", "", topic::MAIN,
                "Translate each file by itself, not all of a command or of a program's objects together"},
        {own_option::EMIT, "-fdist-emit=", "c|model|graph|graph-json", topic::SEE,
                "Print the translated program, the source's model or the task graph; compile nothing. "
                "docs/remarks.md says how to read the graph, docs/graph.md what its JSON holds"},
        {own_option::GRAPH, "-fdist-graph=", "auto|full|none", topic::SEE,
                "What the program carries for hpcc-graph: closed forms that are found soon, all of them, or no graph"},
        {own_option::SAVE_TEMPS, "-fdist-save-temps", "", topic::SEE,
                "Keep the translated program as <name>.hpcc.c in the current folder"},
        {own_option::SAVE_TEMPS_DIR, "-fdist-save-temps=", "<folder>", topic::SEE, "The same, in another folder"},
        {own_option::NO_LINE, "-fdist-no-line", "", topic::SEE,
                "Write no #line directives: errors and the debugger show the translated program"},
        {own_option::LINE, "-fdist-line", "", topic::SEE, nullptr},
        {own_option::REMARK, "-Rdist", "[=<regex>]", topic::REMARKS,
                "Show who computes what, and what is communicated (kinds that match <regex>); "
                "-Rdist=summary: a line for each loop nest"},
        {own_option::REMARK, "-Rdist-missed", "[=<regex>]", topic::REMARKS,
                "Show what is not run in parallel, or not as well as it could be, and why"},
        {own_option::REMARK, "-Rdist-analysis", "[=<regex>]", topic::REMARKS,
                "Show what was found out: assumptions, dependences, private and replicated arrays"},
        {own_option::REMARK, "-Rdist=", "", topic::REMARKS, nullptr},
        {own_option::REMARK, "-Rdist-missed=", "", topic::REMARKS, nullptr},
        {own_option::REMARK, "-Rdist-analysis=", "", topic::REMARKS, nullptr},
        {own_option::REMARK, "-Rno-dist", "", topic::REMARKS, nullptr},
        {own_option::REMARK, "-Rno-dist-missed", "", topic::REMARKS, nullptr},
        {own_option::REMARK, "-Rno-dist-analysis", "", topic::REMARKS, nullptr},
        {own_option::SAVE_RECORD, "-fdist-save-record", "", topic::REMARKS,
                "Write all of them as YAML to <name>.dist.yaml"},
        {own_option::SAVE_RECORD_FILE, "-fdist-save-record=", "<file>", topic::REMARKS, "The same, to this file"},
        {own_option::CHECK, "-fdist-check", "", topic::CHECK,
                "Check accesses, marks and values while the program runs; stop at the first that is wrong"},
        {own_option::WARN, "-Wdist", "", topic::CHECK, "All warnings of hpcc's own (on by default)"},
        {own_option::WARN, "-Wno-dist", "", topic::CHECK, "None of them"},
        {own_option::WARN, "-Wdist-", "<name>", topic::CHECK, "One of them; -Wno-dist-<name> turns it off"},
        {own_option::WARN, "-Werror=dist-", "<name>", topic::CHECK, "Make an error of it; -Werror=dist: of all"},
        {own_option::WARN, "-Wno-dist-", "<name>", topic::CHECK, nullptr},
        {own_option::WARN, "-Werror=dist", "", topic::CHECK, nullptr},
        {own_option::WARN, "-Wno-error=dist", "", topic::CHECK, nullptr},
        {own_option::WARN, "-Wno-error=dist-", "<name>", topic::CHECK, nullptr},
        {own_option::HELP, "--help", "", topic::QUERY, "Print this"},
        {own_option::VERSION, "--version", "", topic::QUERY,
                "Print the versions of hpcc and of the compiler behind it"},
        {own_option::LATER, "-fdist-reductions=", "reproducible", topic::MAIN, nullptr},
};

struct topic_row {
	topic id;
	const char *title;
};
const topic_row topics[] = {
        {topic::MAIN, "Translation"},
        {topic::SEE, "Seeing what was made"},
        {topic::REMARKS, "Remarks"},
        {topic::CHECK, "Warnings and checks"},
        {topic::QUERY, "Questions"},
};

const char *const diagnostic_names[] = {
#define DIAG(name, severity, text) #name,
#include "../../analysis/model/diagnostics.def"
#undef DIAG
        nullptr};

bool takes_value(StringRef spelling) { return spelling.ends_with("=") || spelling.ends_with("-"); }

bool is_own_spelling(StringRef arg)
{
	return arg.starts_with("-fdist") || arg.starts_with("-fno-dist") || arg == "--help" || arg == "--version" ||
	       arg.starts_with("-Wdist") || arg.starts_with("-Wno-dist") || arg.starts_with("-Werror=dist") ||
	       arg.starts_with("-Wno-error=dist") || arg.starts_with("-Rdist") || arg.starts_with("-Rno-dist");
}

// The row that `arg` is spelled as, the longest one; nullptr: none.
const own_row *find_row(StringRef arg)
{
	const own_row *best = nullptr;
	for (const own_row &row : own_table) {
		StringRef spelling = row.spelling;
		bool fits = takes_value(spelling) ? arg.starts_with(spelling) : arg == spelling;
		if (fits && (!best || spelling.size() > StringRef(best->spelling).size())) best = &row;
	}
	return best;
}

// Of all candidates the one that a wrong name is nearest to; `name` is empty where none is near.
class Nearest
{
	StringRef wrong;
	unsigned distance; // names are nearer than that

      public:
	std::string name;
	explicit Nearest(StringRef text, unsigned below = 8) : wrong(text), distance(below) {}
	void candidate(StringRef candidate)
	{
		unsigned d = wrong.edit_distance(candidate, true, distance);
		if (d >= distance || d >= candidate.size()) return;
		distance = d;
		name = candidate.str();
	}
};

void unknown_option(StringRef arg)
{
	Nearest nearest(arg.take_front(arg.find('=') == StringRef::npos ? arg.size() : arg.find('=') + 1), 6);
	for (const own_row &row : own_table)
		if (row.id != own_option::WARN) nearest.candidate(row.spelling);
	std::string text = "unknown argument '" + arg.str() + "'";
	if (!nearest.name.empty()) text += "; did you mean '" + nearest.name + "'?";
	driver_error(text);
}

bool take_emit(StringRef value, hpcc_options &options)
{
	static const struct {
		const char *name;
		translate_emit emit;
	} kinds[] = {
	        {"c", TRANSLATE_EMIT_C},
	        {"model", TRANSLATE_EMIT_MODEL},
	        {"graph", TRANSLATE_EMIT_GRAPH},
	        {"graph-json", TRANSLATE_EMIT_JSON},
	};
	for (const auto &kind : kinds)
		if (value == kind.name) {
			options.emits = true;
			options.emit = kind.emit;
			return true;
		}
	driver_error("'-fdist-emit=" + value.str() + "' is none of c, model, graph, graph-json");
	return false;
}

bool take_graph(StringRef value, hpcc_options &options)
{
	if (value != "auto" && value != "full" && value != "none") {
		driver_error("'-fdist-graph=" + value.str() + "' is none of auto, full, none");
		return false;
	}
	options.graph = value != "none";
	options.graph_full = value == "full";
	return true;
}

std::string flag_of(const char *diagnostic)
{
	std::string flag = diagnostic;
	std::replace(flag.begin(), flag.end(), '_', '-');
	return flag;
}

// -Wdist, -Wno-dist, -Werror=dist: every one of them.
void take_all_warnings(StringRef arg, hpcc_options &options)
{
	if (arg == "-Wdist" || arg == "-Wno-dist") options.warnings_off = arg == "-Wno-dist";
	for (const char *const *known = diagnostic_names; *known; known++)
		options.warnings.push_back(arg.str() + "-" + flag_of(*known));
}

// A misspelt flag would change nothing, without a word.
bool take_warning(StringRef arg, StringRef name, hpcc_options &options)
{
	Nearest nearest(name);
	for (const char *const *known = diagnostic_names; *known; known++) {
		std::string flag = flag_of(*known);
		if (name == flag) {
			options.warnings.push_back(arg.str());
			return true;
		}
		nearest.candidate(flag);
	}
	std::string text = "unknown warning option '" + arg.str() + "'";
	if (!nearest.name.empty()) text += "; did you mean '" + arg.drop_back(name.size()).str() + nearest.name + "'?";
	driver_error(text);
	return false;
}

// The pattern of a remark's kind must match one: of the flag's own type, or, to be offered, of another one's.
bool take_remark(StringRef arg, hpcc_options &options)
{
	remark_request request = *remark_request_of(arg);
	llvm::Regex pattern(request.pattern);
	std::string error, other;
	if (!pattern.isValid(error)) {
		driver_error("in pattern '" + arg.str() + "': " + error);
		return false;
	}
	Nearest nearest(request.pattern);
	for (int id = 0; id < REMARK_COUNT; id++) {
		const remark_row *row = remark_info(static_cast<remark_id>(id));
		bool matches = pattern.match(row->kind);
		if (matches && row->type == request.type) {
			options.remarks.push_back(arg.str());
			return true;
		}
		if (matches)
			other = remark_flag(row->type);
		else if (row->type == request.type)
			nearest.candidate(row->kind);
	}
	std::string text = "'" + arg.str() + "' matches no kind of remark";
	if (!other.empty())
		text += "; did you mean '" + other + "=" + request.pattern + "'?";
	else if (!nearest.name.empty())
		text += "; did you mean '" + std::string(remark_flag(request.type)) + "=" + nearest.name + "'?";
	driver_error(text);
	return false;
}

// GCC's option. Clang has none.
bool take_whole(StringRef text, hpcc_options &options)
{
	bool given = text == "-fwhole-program", separate = text == "-fno-whole-program";
	if (given || separate) options.whole = given, options.separate = separate;
	return given || separate;
}

bool take_row(const own_row &row, StringRef arg, hpcc_options &options)
{
	StringRef value = arg.drop_front(StringRef(row.spelling).size());
	switch (row.id) {
	case own_option::DIST: options.dist = true, options.refused = false; return true;
	case own_option::NO_DIST: options.dist = false, options.refused = true; return true;
	case own_option::AUTO: options.automatic = true; return true;
	case own_option::EMIT: return take_emit(value, options);
	case own_option::SAVE_TEMPS_DIR: options.save_directory = value.str(); [[fallthrough]];
	case own_option::SAVE_TEMPS: options.save_temps = true; return true;
	case own_option::SAVE_RECORD_FILE:
		options.record = value.str();
		if (value.empty()) return driver_error("'-fdist-save-record=' names no file"), false;
		[[fallthrough]];
	case own_option::SAVE_RECORD:
		options.save_record = true;
		if (row.id == own_option::SAVE_RECORD) options.record.clear();
		return true;
	case own_option::REMARK: return take_remark(arg, options);
	case own_option::NO_LINE: options.line_directives = false; return true;
	case own_option::GRAPH: return take_graph(value, options);
	case own_option::LINE: options.line_directives = true; return true;
	case own_option::CALLBACKS: options.callbacks = 1; return true;
	case own_option::NO_CALLBACKS: options.callbacks = 0; return true;
	case own_option::FIXED: options.fixed = true; return true;
	case own_option::CHECK: options.check = true; return true;
	case own_option::WHOLE: return take_whole(arg, options);
	case own_option::HELP: options.help = true; return true;
	case own_option::VERSION: options.version = true; return true;
	case own_option::WARN:
		if (!value.empty()) return take_warning(arg, value, options);
		take_all_warnings(arg, options);
		return true;
	case own_option::CC:
		if (value == "clang") return true;
		driver_error("'" + arg.str() + "': only clang compiles translated programs yet");
		return false;
	case own_option::LATER: break;
	}
	driver_error("'" + arg.str() + "' is not yet supported");
	return false;
}

showme showme_kind(StringRef arg)
{
	if (arg == "-showme" || arg == "--showme" || arg == "-show") return showme::COMMAND;
	if (arg == "-showme:compile" || arg == "--showme:compile" || arg == "-compile_info" || arg == "-compile-info")
		return showme::COMPILE;
	if (arg == "-showme:link" || arg == "--showme:link" || arg == "-link_info" || arg == "-link-info")
		return showme::LINK;
	return showme::NONE;
}

// -save-temps of the compiler would hand the preprocessed text on, whose places are not the source's.
bool take_save_temps(const llvm::opt::Arg &arg, hpcc_options &options)
{
	if (!arg.getOption().matches(opts::OPT_save_temps_EQ)) return false;
	options.save_temps = true;
	return true;
}

// What -fdist-emit makes of the compiler's own choice of output.
bool take_output(const llvm::opt::Arg &arg, hpcc_options &options)
{
	if (!options.emits) return false;
	if (arg.getOption().matches(opts::OPT_o)) {
		options.output = arg.getValue();
		return true;
	}
	return arg.getOption().matches(opts::OPT_c) || arg.getOption().matches(opts::OPT_S);
}

// Both halves of the work on one argument list: `take` says of each argument whether it goes away.
template <typename take_argument> void filter(std::vector<const char *> &args, take_argument take)
{
	unsigned missing_index, missing_count;
	llvm::opt::InputArgList list = clang::driver::getDriverOptTable().ParseArgs(
	        args, missing_index, missing_count, llvm::opt::Visibility(opts::ClangOption));
	std::vector<bool> gone(args.size(), false);
	for (auto it = list.begin(); it != list.end(); ++it) {
		const llvm::opt::Arg *arg = *it;
		size_t end = std::next(it) == list.end() ? args.size() : (*std::next(it))->getIndex();
		if (take(*arg, StringRef(args[arg->getIndex()])))
			for (size_t i = arg->getIndex(); i < end; i++) gone[i] = true;
	}
	std::vector<const char *> kept;
	for (size_t i = 0; i < args.size(); i++)
		if (!gone[i]) kept.push_back(args[i]);
	args.swap(kept);
}

} // namespace

std::vector<std::string> options_own(const std::vector<const char *> &args)
{
	std::vector<std::string> own;
	for (const char *arg : args)
		if (is_own_spelling(arg) || StringRef(arg) == "-fwhole-program") own.push_back(arg);
	return own;
}

std::vector<const char *> options_of_others(const std::vector<const char *> &args)
{
	std::vector<const char *> others;
	for (const char *arg : args)
		if (!is_own_spelling(arg)) others.push_back(arg);
	return others;
}

bool options_are_ours(const std::vector<const char *> &args)
{
	for (const char *arg : args)
		if (is_own_spelling(arg)) return true;
	return false;
}

bool options_take(std::vector<const char *> &args, hpcc_options &options)
{
	bool good = true;
	filter(args, [&](const llvm::opt::Arg &, StringRef text) {
		if (showme_kind(text) != showme::NONE) {
			options.show = showme_kind(text);
			return true;
		}
		if (!is_own_spelling(text)) return false;
		const own_row *row = find_row(text);
		if (!row) unknown_option(text);
		if (!row || !take_row(*row, text, options)) good = false;
		return true;
	});
	if (options.dist)
		filter(args, [&](const llvm::opt::Arg &arg, StringRef text) {
			return take_save_temps(arg, options) || take_output(arg, options) || take_whole(text, options);
		});
	if (options.dist || options.refused || options.help || options.version || !good) return good;
	driver_error("hpcc's own options need '-fdist'");
	return false;
}

void options_help()
{
	printf("Usage: hpcc [options] file...\n\n"
	       "hpcc -fdist compiles sequential C with `#pragma dist` lines into a program for many processes.\n"
	       "Without -fdist, hpcc is mpicc. All options that are not listed here are the compiler's.\n");
	for (const topic_row &t : topics) {
		printf("\n%s:\n", t.title);
		for (const own_row &row : own_table) {
			if (row.where != t.id || !row.help) continue;
			std::string left = std::string(row.spelling) + row.value;
			printf("  %-28s %s\n", left.c_str(), row.help);
		}
	}
	printf("\nEnvironment:\n"
	       "  %-28s Which MPI to use: openmpi, mpich, or smpi (simulated)\n"
	       "  %-28s The mpicc to be, and to ask for MPI's flags\n"
	       "  %-28s The clang that compiles translated programs (of the same version)\n",
	        "HPCC_MPI", "HPCC_MPICC", "HPCC_CLANG");
}
