// SPDX-License-Identifier: Apache-2.0
#include "auto.h"

#include "../parse/parse.h"

#include "../../analysis/graph/auto_align.h"
#include "../../analysis/model/model.h"
#include "../../codegen/translate.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using llvm::StringRef;

namespace
{

// ---- processes of their own -------------------------------------------------------------------

// Runs `work` in a child that prints nothing, and returns what it has written; nothing where it failed. Whatever
// happens in a trial stays there.
std::vector<std::string> in_child(const std::function<void(FILE *)> &work)
{
	int ends[2];
	std::vector<std::string> lines;
	if (pipe(ends) != 0) return lines;
	fflush(nullptr);
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		int nowhere = open("/dev/null", O_RDWR);
		for (int stream = 0; stream <= 2; stream++) dup2(nowhere, stream);
		FILE *out = fdopen(ends[1], "w");
		work(out);
		fputs("done\n", out);
		fflush(out);
		_exit(0);
	}
	close(ends[1]);
	std::string all;
	char buffer[4096];
	for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) all.append(buffer, static_cast<size_t>(n));
	close(ends[0]);
	if (child > 0) waitpid(child, nullptr, 0);
	llvm::SmallVector<StringRef, 32> parts;
	StringRef(all).split(parts, '\n', -1, false);
	if (parts.empty() || parts.back() != "done") return lines;
	for (StringRef part : llvm::ArrayRef<StringRef>(parts).drop_back()) lines.push_back(part.str());
	return lines;
}

// ---- proposals --------------------------------------------------------------------------------

const char separator = '\x1f';

void write_proposals(const std::vector<std::string> &args, const char *argv0, const std::string &text, FILE *out)
{
	// Offsets are those of the source as it is: nothing is written out.
	prog_unit *unit = parse_unit(args, argv0, nullptr, {&text, false});
	if (!unit) return;
	auto_proposal *list;
	int n = auto_align_propose(unit, &list);
	for (int k = 0; k < n; k++)
		fprintf(out, "%s%c%s%c%s%c%u%c%u%c%u\n", list[k].symbol->name, separator,
		        list[k].directive ? list[k].directive : "", separator, list[k].reason ? list[k].reason : "",
		        separator, list[k].at, separator, list[k].symbol->loc.line, separator,
		        list[k].symbol->loc.column);
}

unsigned number(StringRef s)
{
	unsigned value = 0;
	return s.getAsInteger(10, value) ? 0 : value;
}

std::vector<auto_alignment> proposals(const std::vector<std::string> &args, const char *argv0, const std::string &text)
{
	std::vector<auto_alignment> list;
	for (const std::string &line : in_child([&](FILE *out) { write_proposals(args, argv0, text, out); })) {
		llvm::SmallVector<StringRef, 6> part;
		StringRef(line).split(part, separator);
		if (part.size() != 6) continue;
		list.push_back({part[0].str(), part[1].str(), part[2].str(), number(part[3]), number(part[4]),
		        number(part[5])});
	}
	return list;
}

// ---- trials -----------------------------------------------------------------------------------

// What a translation costs, as its remarks tell.
struct cost {
	bool good = false;
	unsigned communicated = 0, missed = 0, tested = 0;
	std::set<std::string> arrays; // of which something is communicated
};

void count_remark(void *user, const remark *r)
{
	cost &c = *static_cast<cost *>(user);
	StringRef kind = r->row->kind, name = r->row->name;
	if (is_summary(*r->row)) return;
	if (r->row->type == REMARK_PASSED && (kind == "partition" || kind == "overlap" || name == "ElementSet")) return;
	if (r->row->type == REMARK_MISSED) {
		c.missed += kind != "overlap" && kind != "in-place";
	} else if (r->row->type == REMARK_ANALYSIS) {
		c.tested += kind == "assumption";
	} else {
		c.communicated++;
		for (int k = 0; k < r->n_args; k++)
			if (StringRef(r->arg[k].key) == "Array" || StringRef(r->arg[k].key) == "Element")
				c.arrays.insert(
				        StringRef(r->arg[k].value).take_until([](char x) { return x == '['; }).str());
	}
}

cost cost_of(const std::vector<std::string> &args, const char *argv0, const std::string &text)
{
	cost result;
	std::vector<std::string> lines = in_child([&](FILE *out) {
		prog_unit *unit = parse_unit(args, argv0, nullptr, {&text, true});
		if (!unit) return;
		cost c;
		remark_set_sink(count_remark, &c);
		translate_options options = {};
		options.emit = TRANSLATE_EMIT_C;
		options.output_path = "auto.hpcc.c";
		if (translate_unit(unit, &options, stdout) != 0) return;
		fprintf(out, "%u\n%u\n%u\n", c.communicated, c.missed, c.tested);
		for (const std::string &name : c.arrays) fprintf(out, "%s\n", name.c_str());
	});
	if (lines.size() < 3) return result;
	result.good = true;
	result.communicated = number(lines[0]), result.missed = number(lines[1]), result.tested = number(lines[2]);
	result.arrays.insert(lines.begin() + 3, lines.end());
	return result;
}

std::string why_not_free(const cost &before, const cost &now, const std::string &name)
{
	if (!now.good) return "it is used in ways that mapped arrays do not allow";
	if (now.arrays.count(name)) return "its elements would have to be communicated";
	if (now.missed > before.missed) return "a loop would no longer be run in parallel";
	if (now.communicated > before.communicated) return "more would be communicated";
	if (now.tested > before.tested) return "more would have to be tested at run time";
	return "";
}

// Leaves out, of all that are made, what would be communicated, until no more is; all of them where that is not free
// then. Returns what the rest costs.
cost leave_out_communicated(
        const cost &before, const std::vector<auto_alignment *> &tried, const std::function<cost()> &cost_now)
{
	for (;;) {
		cost now = cost_now();
		bool changed = false;
		for (auto_alignment *a : tried) {
			if (!now.arrays.count(a->name) || !a->reason.empty()) continue;
			a->reason = "its elements would have to be communicated";
			changed = true;
		}
		if (changed) continue;
		if (why_not_free(before, now, "").empty()) return now;
		for (auto_alignment *a : tried) a->reason = "not yet";
		return before;
	}
}

} // namespace

std::vector<auto_alignment> auto_align(
        const std::vector<std::string> &cc1_args, const char *argv0, const std::string &text)
{
	std::vector<auto_alignment> list = proposals(cc1_args, argv0, text);
	if (std::none_of(list.begin(), list.end(), [](const auto_alignment &a) { return a.reason.empty(); }))
		return list;
	auto cost_now = [&] { return cost_of(cc1_args, argv0, auto_text(text, list)); };
	std::vector<auto_alignment *> tried;
	for (auto_alignment &a : list)
		if (a.reason.empty()) tried.push_back(&a);
	for (auto_alignment *a : tried) a->reason = "the source has errors";
	cost before = cost_now();
	if (!before.good) return list;
	// Arrays that are used together are free together.
	for (auto_alignment *a : tried) a->reason.clear();
	cost best = leave_out_communicated(before, tried, cost_now);
	// One by one, on top of those: those that were left out may be free now.
	for (auto_alignment *a : tried) {
		if (a->reason.empty()) continue;
		a->reason.clear();
		cost now = cost_now();
		a->reason = why_not_free(best, now, a->name);
		if (a->reason.empty()) best = now;
	}
	return list;
}

std::string auto_text(const std::string &text, const std::vector<auto_alignment> &alignments)
{
	std::string result = text;
	std::vector<const auto_alignment *> order;
	for (const auto_alignment &a : alignments)
		if (a.reason.empty() && a.at <= text.size()) order.push_back(&a);
	std::sort(order.begin(), order.end(), [](const auto_alignment *a, const auto_alignment *b) {
		return a->at != b->at ? a->at > b->at : a < b;
	});
	for (const auto_alignment *a : order) result.insert(a->at, " _Pragma(\"dist " + a->directive + "\")");
	return result;
}

void auto_tell(const prog_unit *unit, const std::vector<auto_alignment> &alignments)
{
	int file = 0;
	while (file < unit->n_files && !unit->files[file].is_main) file++;
	for (const auto_alignment &a : alignments) {
		prog_loc loc = {file, a.line, a.column};
		std::string directive = "#pragma dist " + a.directive;
		const char *aligned[] = {a.name.c_str(), directive.c_str()},
		           *left[] = {a.name.c_str(), a.reason.c_str()};
		if (a.reason.empty())
			remark_emit(REMARK_Aligned, loc, "", aligned, nullptr);
		else
			remark_emit(REMARK_NotAligned, loc, "", left, nullptr);
	}
}
