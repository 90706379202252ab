// SPDX-License-Identifier: Apache-2.0
#include "mpi.h"
#include "../clang/clang.h"
#include "options.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace
{

// What CMake found when hpcc was built; the wrapper is empty where an MPI is not there.
struct mpi_row {
	const char *name, *wrapper, *compile, *link;
};
const mpi_row built_for[] = {
        {"openmpi", HPCC_OPENMPI_WRAPPER, HPCC_OPENMPI_COMPILE, HPCC_OPENMPI_LINK},
        {"mpich", HPCC_MPICH_WRAPPER, HPCC_MPICH_COMPILE, HPCC_MPICH_LINK},
        {"smpi", HPCC_SMPI_WRAPPER, HPCC_SMPI_COMPILE, HPCC_SMPI_LINK},
};

const mpi_row *row_of(StringRef name)
{
	for (const mpi_row &row : built_for)
		if (name == row.name) return &row;
	return nullptr;
}

std::vector<std::string> words(StringRef text)
{
	llvm::BumpPtrAllocator memory;
	llvm::StringSaver saver(memory);
	llvm::SmallVector<const char *, 32> list;
	llvm::cl::TokenizeGNUCommandLine(text, saver, list);
	return std::vector<std::string>(list.begin(), list.end());
}

bool asks_like_openmpi(const std::string &wrapper)
{
	std::string answer;
	return mpi_ask(wrapper, "--showme:compile", answer);
}

// MPICH's wrapper prints a whole command for both questions.
std::vector<std::string> only(const std::vector<std::string> &all, std::initializer_list<const char *> starts)
{
	std::vector<std::string> kept;
	for (const std::string &word : all)
		for (const char *start : starts)
			if (StringRef(word).starts_with(start)) {
				kept.push_back(word);
				break;
			}
	return kept;
}

bool wrapper_flags(const mpi_choice &mpi, std::vector<std::string> &compile, std::vector<std::string> &link)
{
	bool openmpi = mpi.name == "openmpi";
	std::string compile_text, link_text;
	if (!mpi_ask(mpi.wrapper, openmpi ? "--showme:compile" : "-compile_info", compile_text) ||
	        !mpi_ask(mpi.wrapper, openmpi ? "--showme:link" : "-link_info", link_text)) {
		driver_error("'" + mpi.wrapper + "' does not say how to compile and link for MPI");
		return false;
	}
	compile = only(words(compile_text), {"-I", "-D", "-isystem"});
	link = only(words(link_text), {"-L", "-l", "-Wl,", "/"});
	return true;
}

std::string beside(const std::string &executable, StringRef relative)
{
	llvm::SmallString<256> result = path::parent_path(path::parent_path(executable));
	path::append(result, relative);
	return result.str().str();
}

} // namespace

bool mpi_choose(mpi_choice &mpi)
{
	const char *name = getenv("HPCC_MPI"), *wrapper = getenv("HPCC_MPICC");
	if (name && *name) {
		const mpi_row *row = row_of(name);
		if (!row) {
			driver_error(std::string("HPCC_MPI is '") + name + "', not one of openmpi, mpich, smpi");
			return false;
		}
		mpi = {row->name, row->wrapper, false};
	} else {
		const mpi_row &row = built_for[*built_for[0].wrapper ? 0 : 1];
		mpi = {row.name, row.wrapper, false};
	}
	if (wrapper && *wrapper) {
		mpi.wrapper = wrapper;
		mpi.named = true;
		if (!name || !*name) mpi.name = asks_like_openmpi(wrapper) ? "openmpi" : "mpich";
	}
	if (mpi.wrapper.empty()) {
		driver_error("this hpcc was not built for " + mpi.name + "; HPCC_MPICC can name its mpicc");
		return false;
	}
	return true;
}

bool mpi_ask(const std::string &program, const std::string &argument, std::string &answer)
{
	llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(program);
	llvm::SmallString<128> file;
	if (!found || fs::createTemporaryFile("hpcc", "txt", file)) return false;
	std::optional<StringRef> redirects[] = {StringRef(""), StringRef(file), StringRef("")};
	int status = llvm::sys::ExecuteAndWait(*found, {program, argument}, std::nullopt, redirects);
	llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> text = llvm::MemoryBuffer::getFile(file);
	if (text) answer = (*text)->getBuffer().str();
	(void)fs::remove(file);
	return status == 0 && text;
}

std::string mpi_version(const mpi_choice &mpi)
{
	std::string text;
	bool openmpi = mpi.name == "openmpi";
	(void)mpi_ask(mpi.wrapper, openmpi ? "--showme:version" : "-v", text);
	StringRef line = StringRef(text).split('\n').first;
	size_t at = line.find(openmpi ? "Open MPI" : "MPICH version");
	if (at == StringRef::npos) return mpi.name + " (" + mpi.wrapper + ")";
	return line.substr(at).split(" (").first.str();
}

bool mpi_flags(const mpi_choice &mpi, std::vector<std::string> &compile, std::vector<std::string> &link)
{
	if (mpi.named) return wrapper_flags(mpi, compile, link);
	const mpi_row *row = row_of(mpi.name);
	compile = words(row->compile);
	link = words(row->link);
	return true;
}

std::string install_include(const std::string &executable)
{
	std::string installed = beside(executable, "include");
	return fs::exists(installed + "/hpcc/runtime.h") ? installed : HPCC_SOURCE_INCLUDE;
}

std::string install_library(const std::string &executable, const mpi_choice &mpi)
{
	std::string built = beside(executable, "lib/hpcc/" + mpi.name + "/libhpcc.a");
	return fs::exists(built) ? built : beside(executable, HPCC_LIBDIR "/hpcc/" + mpi.name + "/libhpcc.a");
}

// Of what is searched anyway, the place in the order must not change.
static void add_include_folder(const std::string &include)
{
	if (include == "/usr/include" || include == "/usr/local/include") return;
	for (const char *variable : {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
		const char *old = getenv(variable);
		std::string both = old && *old ? old + (":" + include) : include;
		setenv(variable, both.c_str(), 1);
	}
}

int mpi_become(const mpi_choice &mpi, const std::string &include, char **argv)
{
	add_include_folder(include);
	argv[0] = const_cast<char *>(mpi.wrapper.c_str());
	execvp(argv[0], argv);
	int error = errno;
	driver_error("cannot run '" + mpi.wrapper + "': " + strerror(error));
	return error == ENOENT ? 127 : 126;
}
