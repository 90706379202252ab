// SPDX-License-Identifier: Apache-2.0
#include "remarks.h"

#include "../clang/clang.h"

#include "llvm/Remarks/Remark.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace
{
struct flag_row {
	const char *name; // behind -R and -Rno-
	const char *flag;
};
const flag_row flags_by_type[] = {
        {"dist", "-Rdist"},
        {"dist-missed", "-Rdist-missed"},
        {"dist-analysis", "-Rdist-analysis"},
};
} // namespace

bool is_summary(const remark_row &row) { return StringRef(row.kind) == "summary"; }

const char *remark_flag(remark_type type) { return flags_by_type[type].flag; }

std::optional<remark_request> remark_request_of(StringRef arg)
{
	arg.consume_front("-R");
	bool off = arg.consume_front("no-");
	auto [name, pattern] = arg.split('=');
	bool has_pattern = name.size() != arg.size();
	for (int type = REMARK_PASSED; type <= REMARK_ANALYSIS; type++)
		if (name == flags_by_type[type].name && !(off && has_pattern))
			return remark_request{static_cast<remark_type>(type), off, has_pattern ? pattern.str() : ".*"};
	return std::nullopt;
}

void RemarkFilter::take(std::vector<std::string> &flags)
{
	std::vector<std::string> others;
	for (const std::string &flag : flags) {
		std::optional<remark_request> request = remark_request_of(flag);
		if (!request)
			others.push_back(flag);
		else if (request->off)
			kinds[request->type].reset();
		else
			kinds[request->type].emplace(request->pattern);
		if (request && request->type == REMARK_PASSED)
			summary = !request->off && request->pattern != ".*" &&
			          llvm::Regex(request->pattern).match("summary");
	}
	flags = others;
}

// A summary says again what the other remarks say: it is shown where it is asked for by its name.
bool RemarkFilter::shows(const remark_row &row) const
{
	if (is_summary(row)) return summary;
	return kinds[row.type] && kinds[row.type]->match(row.kind);
}

bool RemarkFilter::shows_any() const { return kinds[REMARK_PASSED] || kinds[REMARK_MISSED] || kinds[REMARK_ANALYSIS]; }

// ---- the record -------------------------------------------------------------------------------

static bool write_error(const std::string &name, const std::error_code &error)
{
	driver_error("cannot write '" + name + "': " + error.message());
	return false;
}

bool RemarkRecord::open(const std::string &path)
{
	std::error_code error;
	name = path;
	file = std::make_unique<llvm::ToolOutputFile>(name, error, llvm::sys::fs::OF_TextWithCRLF);
	if (error) {
		file.reset();
		return write_error(name, error);
	}
	auto made = llvm::remarks::createRemarkSerializer(
	        llvm::remarks::Format::YAML, llvm::remarks::SerializerMode::Separate, file->os());
	if (!made) {
		driver_error(llvm::toString(made.takeError()));
		return false;
	}
	serializer = std::move(*made);
	return true;
}

static std::optional<llvm::remarks::RemarkLocation> location(const RemarkRecord::Place &place)
{
	if (place.path.empty()) return std::nullopt;
	return llvm::remarks::RemarkLocation{place.path, place.line, place.column};
}

void RemarkRecord::add(const remark &r, const Place &place, const std::vector<Place> &places)
{
	static const llvm::remarks::Type types[] = {
	        llvm::remarks::Type::Passed, llvm::remarks::Type::Missed, llvm::remarks::Type::Analysis};
	llvm::remarks::Remark out;
	out.RemarkType = types[r.row->type];
	out.PassName = r.row->kind;
	out.RemarkName = r.row->name;
	out.FunctionName = r.function;
	out.Loc = location(place);
	for (int k = 0; k < r.n_args; k++) {
		out.Args.emplace_back();
		out.Args.back().Key = r.arg[k].key;
		out.Args.back().Val = r.arg[k].value;
		out.Args.back().Loc = location(places[static_cast<size_t>(k)]);
	}
	serializer->emit(out);
}

bool RemarkRecord::keep()
{
	serializer.reset();
	file->os().close();
	if (std::error_code error = file->os().error()) {
		file->os().clear_error();
		return write_error(name, error);
	}
	file->keep();
	return true;
}
