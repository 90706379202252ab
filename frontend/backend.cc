// SPDX-License-Identifier: Apache-2.0
#include "backend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using llvm::StringRef;

namespace
{

// What the parse does already, or says already: done twice, a file would name the temporary text.
struct dropped_row {
	const char *flag;
	int values;
};
const dropped_row only_for_parse[] = {
        {"-dependency-file", 1},
        {"-MT", 1},
        {"-sys-header-deps", 0},
        {"-module-file-deps", 0},
        {"-MP", 0},
        {"-MG", 0},
        {"-MV", 0},
        {"-H", 0},
        {"-dependency-dot", 1},
        {"-header-include-file", 1},
        {"-serialize-diagnostic-file", 1},
        {"-pedantic", 0},
        {"-pedantic-errors", 0},
        {"-verify", 0},
};

const dropped_row *dropped(StringRef arg)
{
	for (const dropped_row &row : only_for_parse)
		if (arg == row.flag) return &row;
	return nullptr;
}

// A local part is addressed by global indices through an origin that is not in it, with rows of the part's length: the
// sanitizers of pointers understand that, those that compare subscripts with row lengths do not.
std::string sanitizers(StringRef arg)
{
	llvm::SmallVector<StringRef, 16> words;
	StringRef flag = "-fsanitize=";
	arg.drop_front(flag.size()).split(words, ',');
	llvm::erase_if(words, [](StringRef word) { return word == "array-bounds" || word == "local-bounds"; });
	return words.empty() ? "" : flag.str() + llvm::join(words, ",");
}

bool has(const std::vector<std::string> &args, std::initializer_list<const char *> flags)
{
	for (const std::string &arg : args)
		for (const char *flag : flags)
			if (arg == flag) return true;
	return false;
}

} // namespace

bool backend_is_compile(const std::vector<std::string> &cc1)
{
	if (cc1.empty() || cc1[0] != "-cc1") return false;
	auto language = llvm::find(cc1, "-x");
	if (language == cc1.end() || language + 1 == cc1.end() || language[1] != "c") return false;
	return has(cc1, {"-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc", "-fsyntax-only"});
}

bool backend_has_output(const std::vector<std::string> &cc1) { return !has(cc1, {"-fsyntax-only"}); }

std::vector<std::string> parse_arguments(const std::vector<std::string> &cc1, const std::vector<std::string> &warnings)
{
	std::vector<std::string> args;
	for (size_t i = 1; i < cc1.size(); i++)
		// What -v prints comes with the second half.
		if (cc1[i] != "-disable-free" && cc1[i] != "-v") args.push_back(cc1[i]);
	args.insert(args.end(), warnings.begin(), warnings.end());
	return args;
}

std::vector<std::string> backend_arguments(const std::vector<std::string> &cc1, const std::string &input,
        const std::string &translated, const std::string &as, const std::string &forced)
{
	std::vector<std::string> args = {"-cc1"};
	if (!forced.empty()) args.insert(args.end(), {"-include", forced});
	for (size_t i = 1; i < cc1.size(); i++) {
		if (const dropped_row *row = dropped(cc1[i])) {
			i += row->values;
			continue;
		}
		// Errors that the user made of warnings were reported by the parse.
		if (StringRef(cc1[i]).starts_with("-Werror")) continue;
		if (StringRef(cc1[i]).starts_with("-fsanitize=")) {
			std::string left = sanitizers(cc1[i]);
			if (!left.empty()) args.push_back(left);
			continue;
		}
		args.push_back(i + 1 == cc1.size() && cc1[i] == input ? as : cc1[i]);
	}
	args.insert(args.end(), {"-w", "-remap-file", as + ";" + translated});
	return args;
}
