// SPDX-License-Identifier: Apache-2.0
//
// Files that are translated together: those that one command compiles and links, and those of whose objects a command
// links a program.
#include "../../analysis/model/model.h"
#include "../clang/clang.h"
#include "backend.h"
#include "driver.h"
#include "link_inputs.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace opts = clang::driver::options;

// ---- command lines ------------------------------------------------------------------------------

namespace
{
struct ProgramFile {
	std::string input, named; // where it is now, and how the compiler was told
	arguments cc1;
};
} // namespace

// What the command line of a file says beside its names.
static arguments said_of_all(const arguments &cc1)
{
	static const char *const of_one[] = {"-main-file-name", "-o", "-coverage-notes-file", "-coverage-data-file",
	        "-split-dwarf-file", "-split-dwarf-output", "-dumpdir"};
	arguments rest;
	for (size_t i = 0; i + 1 < cc1.size(); i++)
		if (llvm::is_contained(of_one, StringRef(cc1[i])))
			i++;
		else
			rest.push_back(cc1[i]);
	return rest;
}

// The files that this command compiles and links; none where they are not to be translated together.
static std::vector<ProgramFile> files_of_program(
        const driver_state &state, const clang::driver::Compilation &compilation)
{
	std::vector<ProgramFile> files;
	bool one_record = !state.options.save_record || !state.options.record.empty(), linked = false;
	if (state.options.emits || state.options.automatic || state.options.separate || !one_record) return {};
	for (const clang::driver::Command &job : compilation.getJobs()) {
		arguments cc1(job.getArguments().begin(), job.getArguments().end());
		linked |= llvm::isa<clang::driver::LinkJobAction>(job.getSource());
		if (!backend_is_compile(cc1)) continue;
		std::string input = job.getInputInfos()[0].getFilename();
		bool same = files.empty() || said_of_all(cc1) == said_of_all(files[0].cc1);
		bool again = llvm::any_of(files, [&](const ProgramFile &file) { return file.input == input; });
		if (!same || again || input == "-" || !backend_has_output(cc1) ||
		        llvm::is_contained(cc1, "-dependency-file"))
			return {};
		files.push_back({input, input, cc1});
	}
	if (!linked || files.size() < 2) files.clear();
	return files;
}

// ---- the text of all files ----------------------------------------------------------------------

static arguments arguments_of_parse(const driver_state &state, const arguments &cc1)
{
	arguments own = state.options.warnings;
	own.insert(own.end(), state.options.remarks.begin(), state.options.remarks.end());
	return parse_arguments(cc1, own);
}

// For -Rdist-missed=whole.
static void tell_apart(const driver_state &state, const std::string &why)
{
	const remark_row &row = *remark_info(REMARK_FilesApart);
	std::vector<std::string> flags;
	for (const std::string &flag : state.options.remarks) flags.push_back(StringRef(flag).drop_front(2).str());
	RemarkFilter filter;
	filter.take(flags);
	if (filter.shows(row))
		llvm::errs() << "hpcc: remark: the files of the program are translated one by one: " << why
		             << " [-Rdist-missed=whole]\n";
}

// All files as one, if that says what they say and can be translated: into `out`. Else what is said is said of the
// files one by one.
static bool translate_together(
        driver_state &state, const arguments &args, std::vector<WholePart> &parts, RemarkRecord *record, FILE *out)
{
	std::string why, text = whole_text(parts, why);
	prog_unit *unit =
	        text.empty() ? nullptr : parse_unit(args, state.program.c_str(), nullptr, {&text, false, true});
	if (!unit) {
		tell_apart(state, why.empty() ? "one behind the other they are not C" : why);
		return false;
	}
	why = whole_difference(unit, *parse_unit_part(unit, parts[0].input).compiler, parts);
	if (!why.empty()) {
		tell_apart(state, why);
		parse_unit_end(unit);
		return false;
	}
	unit = parse_unit_expanded(unit, record);
	int errors = diag_errors();
	bool good = translate_parsed(state, unit, static_cast<int>(parts.size()), parts[0].input, args, out);
	diag_forget_errors(errors);
	if (!good) tell_apart(state, "all of them together cannot be translated");
	return good;
}

// ---- files of one command -------------------------------------------------------------------------

// The text of all files is that of the first one's translation; those of the others are empty.
static bool keep_translations(
        driver_state &state, clang::driver::Compilation &compilation, const std::vector<WholePart> &parts, FILE *text)
{
	for (const WholePart &part : parts) {
		FILE *out = open_temporary(compilation, part.input, state.translated[part.input]);
		if (!out) return false;
		int c;
		if (&part == &parts[0])
			for (rewind(text); (c = getc(text)) != EOF;) putc(c, out);
		else
			fputs("extern int hpcc_is_in_another_file;\n", out);
		if (fclose(out) != 0) return file_error(part.input);
	}
	return true;
}

void together_sources(driver_state &state, clang::driver::Compilation &compilation)
{
	std::vector<WholePart> parts;
	arguments first;
	std::vector<ProgramFile> files = files_of_program(state, compilation);
	for (const ProgramFile &file : files) {
		arguments args = arguments_of_parse(state, file.cc1);
		prog_unit *unit = parse_unit(args, state.program.c_str(), nullptr, {nullptr, false, false});
		state.parsed[file.input] = unit;
		if (unit) parts.push_back(parse_unit_part(unit, file.input));
		if (first.empty()) first = args;
	}
	if (files.empty() || parts.size() != files.size()) return;
	FILE *out = tmpfile();
	bool good = out &&
	            translate_together(state, first, parts, state.options.save_record ? &state.record : nullptr, out) &&
	            keep_translations(state, compilation, parts, out);
	if (out) fclose(out);
	if (!good) return state.translated.clear();
	for (const WholePart &part : parts) parse_unit_end(part.unit);
	state.parsed.clear();
}

// ---- files of objects -------------------------------------------------------------------------------

// Folders of headers, which the compiler looks for from where it runs.
static bool names_folder(StringRef flag)
{
	static const char *const flags[] = {"-I", "-iquote", "-isystem", "-idirafter", "-include", "-imacros"};
	return llvm::is_contained(flags, flag);
}

// The command line as it would be in any other folder.
static arguments from_anywhere(const ObjectNote &note)
{
	arguments result;
	for (size_t i = 0; i < note.cc1.size(); i++) {
		bool is_path = (i > 0 && names_folder(note.cc1[i - 1])) || i + 1 == note.cc1.size();
		bool is_name = is_path && note.cc1[i - 1] == "-include"; // it may be found in the folders
		result.push_back(is_path && (!is_name || fs::exists(object_note_path(note, note.cc1[i])))
		                         ? object_note_path(note, note.cc1[i])
		                         : note.cc1[i]);
	}
	return result;
}

// What must be the same of all files: not where they are and what they are told about that.
static arguments said_of_objects(const arguments &cc1)
{
	arguments rest;
	for (const std::string &arg : said_of_all(cc1)) {
		StringRef word = arg;
		if (!rest.empty() && rest.back() == "-I") // their order is of no matter: what is read is compared
			rest.pop_back();
		else if (!word.starts_with("-fdebug-compilation-dir=") &&
		         !word.starts_with("-fcoverage-compilation-dir="))
			rest.push_back(arg);
	}
	return rest;
}

// The first file's command line, with the folders of all.
static arguments with_all_folders(const std::vector<ProgramFile> &files)
{
	arguments result = files[0].cc1;
	for (const ProgramFile &file : files)
		for (size_t i = 0; i + 1 < file.cc1.size(); i++) {
			if (file.cc1[i] != "-I" || llvm::is_contained(result, file.cc1[i + 1])) continue;
			result.insert(result.begin() + 1, {"-I", file.cc1[i + 1]});
		}
	return result;
}

static bool is_of_this_folder(const ObjectNote &note)
{
	llvm::SmallString<256> here;
	return !fs::current_path(here) && fs::equivalent(here, note.folder);
}

// Options that are about more than what is said.
static arguments options_that_matter(const ObjectNote &note)
{
	arguments result;
	for (const std::string &option : note.own)
		if (!StringRef(option).starts_with("-R") && !StringRef(option).starts_with("-W"))
			result.push_back(option);
	return result;
}

// Those that are compiled in the same way as most are.
static void keep_largest_group(std::vector<LinkInput> &inputs, std::vector<ProgramFile> &files)
{
	auto alike = [&](size_t i, size_t j) {
		return options_that_matter(inputs[i].note) == options_that_matter(inputs[j].note) &&
		       said_of_objects(files[i].cc1) == said_of_objects(files[j].cc1);
	};
	std::vector<size_t> best;
	for (size_t i = 0; i < files.size(); i++) {
		std::vector<size_t> group;
		for (size_t j = 0; j < files.size(); j++)
			if (alike(i, j)) group.push_back(j);
		if (group.size() > best.size()) best = group;
	}
	std::vector<LinkInput> kept_inputs;
	std::vector<ProgramFile> kept_files;
	for (size_t i : best) {
		kept_inputs.push_back(inputs[i]);
		kept_files.push_back(files[i]);
	}
	inputs.swap(kept_inputs);
	files.swap(kept_files);
}

// The sources of objects which are to be translated together; the others are taken out. None: there are no such.
static std::vector<ProgramFile> files_of_objects(std::vector<LinkInput> &inputs)
{
	std::vector<ProgramFile> files;
	bool here = llvm::all_of(inputs, [](const LinkInput &input) { return is_of_this_folder(input.note); });
	for (const LinkInput &input : inputs) {
		const ObjectNote &note = input.note;
		std::string file = here ? note.input : object_note_path(note, note.input);
		files.push_back({file, note.input, here ? note.cc1 : from_anywhere(note)});
		if (llvm::any_of(llvm::drop_end(files), [&](const ProgramFile &f) { return f.input == file; }))
			return {};
	}
	keep_largest_group(inputs, files);
	bool maps = llvm::any_of(inputs, [](const LinkInput &input) { return input.note.maps; });
	bool placed = !inputs.empty() && !inputs[0].is_member;
	if (!maps || !placed || files.size() < 2) files.clear();
	return files;
}

// What a program is linked from and says what it was made from, if that is there as it was.
static LinkInputs inputs_of_link(const driver_state &state, const clang::driver::Command &link)
{
	LinkInputs inputs = link_inputs({link.getArguments().begin(), link.getArguments().end()});
	auto old = llvm::find_if(inputs.noted, [](const LinkInput &input) { return !input.note.is_up_to_date(); });
	if (old == inputs.noted.end() || inputs.noted.size() < 2) return inputs;
	if (!state.options.warnings_off)
		driver_warning("what '" + old->name + "' was compiled from ('" + old->note.input +
		               "' and its headers) is not there any more as it was: the files of the program cannot be "
		               "translated together [-Wdist]");
	return {};
}

static bool compile_object(const driver_state &state, clang::driver::Compilation &compilation,
        const clang::driver::Command &link, const ProgramFile &first, const std::string &translated,
        const std::string &object)
{
	arguments cc1 = first.cc1;
	cc1.insert(cc1.end() - 3, {"-o", object}); // before -x c input
	llvm::opt::ArgStringList list;
	for (const std::string &arg : compile_arguments(state, cc1, first.input, translated))
		list.push_back(compilation.getArgs().MakeArgString(arg));
	clang::driver::Command command(link.getSource(), link.getCreator(),
	        clang::driver::ResponseFileSupport::AtFileUTF8(), compilation.getArgs().MakeArgString(state.clang),
	        list, {});
	return execute(compilation, command);
}

static prog_unit *parse_quietly(const driver_state &state, const ProgramFile &file)
{
	arguments args = arguments_of_parse(state, file.cc1);
	auto buffer = llvm::MemoryBuffer::getFile(file.input);
	if (!buffer) return nullptr;
	std::string text = whole_line(file.named) + (*buffer)->getBuffer().str();
	bool renamed = file.named != file.input;
	return parse_unit(args, state.program.c_str(), nullptr, {renamed ? &text : nullptr, false, true});
}

// One object of all these files. What is wrong with one of them was said when it was compiled.
static bool make_object(driver_state &state, clang::driver::Compilation &compilation,
        const clang::driver::Command &link, const std::vector<ProgramFile> &files, RemarkRecord *record,
        std::string &object)
{
	std::vector<WholePart> parts;
	for (const ProgramFile &file : files) {
		prog_unit *unit = parse_quietly(state, file);
		if (!unit) break;
		parts.push_back(parse_unit_part(unit, file.input));
		parts.back().named = file.named;
	}
	std::string translated;
	FILE *out = parts.size() == files.size() ? open_temporary(compilation, files[0].input, translated) : nullptr;
	ProgramFile first = files[0];
	first.cc1 = with_all_folders(files);
	if (llvm::sys::Process::StandardErrHasColors()) first.cc1.insert(first.cc1.begin() + 1, "-fcolor-diagnostics");
	bool good = out && translate_together(state, arguments_of_parse(state, first.cc1), parts, record, out);
	if (out && fclose(out) != 0) good = file_error(translated);
	for (const WholePart &part : parts) parse_unit_end(part.unit);
	if (!good || (state.options.save_temps && !save_translated(state, files[0].input, translated))) return false;
	FILE *made = open_temporary(compilation, files[0].input, object);
	if (!made) return false;
	fclose(made);
	return append_sections(state, files[0].input, translated, "") &&
	       compile_object(state, compilation, link, first, translated, object);
}

// What is asked for when a program is linked is asked for beside what was asked for when its files were compiled.
static hpcc_options options_of_objects(const ObjectNote &note, const hpcc_options &given)
{
	std::vector<const char *> own;
	for (const std::string &option : note.own) own.push_back(option.c_str());
	hpcc_options options;
	if (!options_take(own, options)) return given;
	options.whole |= given.whole;
	options.warnings.insert(options.warnings.end(), given.warnings.begin(), given.warnings.end());
	options.remarks.insert(options.remarks.end(), given.remarks.begin(), given.remarks.end());
	options.save_record |= given.save_record;
	if (!given.record.empty()) options.record = given.record;
	return options;
}

// The record of a program: beside it where no other file is named.
static std::string record_path(const hpcc_options &options, const clang::driver::Command &link)
{
	if (!options.record.empty()) return options.record;
	llvm::SmallString<128> name(link.getOutputFilenames().empty() ? "a.out" : link.getOutputFilenames()[0]);
	path::replace_extension(name, "dist.yaml");
	return name.str().str();
}

void together_objects(driver_state &state, clang::driver::Compilation &compilation, const clang::driver::Command &link)
{
	bool asked = !state.options.emits && !state.options.separate && state.translated.empty();
	if (!asked || compilation.getArgs().hasArg(opts::OPT_shared, opts::OPT_r)) return;
	LinkInputs all = inputs_of_link(state, link);
	std::vector<LinkInput> inputs = all.noted;
	std::vector<ProgramFile> files = files_of_objects(inputs);
	if (files.empty()) return;
	for (const LinkInput &input : all.noted)
		if (llvm::none_of(inputs, [&](const LinkInput &taken) { return taken.name == input.name; }))
			tell_apart(state, "'" + input.name + "' was compiled with other options than most");
	bool alone = all.n_named == state.n_files && files.size() == all.noted.size();
	state.n_files = alone ? static_cast<int>(files.size()) : 0;
	hpcc_options given = state.options;
	state.options = options_of_objects(inputs[0].note, given);
	RemarkRecord record;
	bool records = state.options.save_record, open = records && record.open(record_path(state.options, link));
	std::string made;
	if (make_object(state, compilation, link, files, open ? &record : nullptr, made)) {
		for (const LinkInput &input : inputs)
			if (!input.is_member) state.linked[input.name] = "";
		state.linked[inputs[0].name] = made;
		if (open) record.keep();
	}
	state.options = given;
}
