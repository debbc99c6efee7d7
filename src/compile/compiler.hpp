// Compiles CUDA C++ to PTX with NVRTC or clang. Results are cached in memory and on disk.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/launch.hpp"

namespace warpscope::compile {

enum class CompilerChoice { automatic, nvrtc, clang };
enum class CompilerKind { nvrtc, clang, none }; // none: the source was PTX

struct CompileRequest {
    std::string file; // name for messages and .loc lines; need not exist
    std::string source;
    std::vector<std::pair<std::string, std::string>> defines; // NAME, VALUE
    /// Virtual architecture. Default: compute_75, or compute_80 with a warning if needed for asynchronous copies,
    /// barrier objects or matrix types. Older GPUs run such copies synchronously, which hides missing waits.
    std::string arch = {};
    int optimisation = 3; // 0 to 3; older NVRTC versions know only 0 (-G) and 3
    CompilerChoice compiler = CompilerChoice::automatic;
    /// Unoptimized, with variables as debug information (ptx/debug/variables.hpp).
    bool debug = false;
    // template instances, with parameters if overloaded: "blur<float, 3>(float*)"
    std::vector<std::string> instances = {};
    std::filesystem::path folder = {}; // folder of the kernel; default: from `file`
    std::vector<std::filesystem::path> include_folders = {};
    /// Name and text; they precede files.
    std::vector<std::pair<std::string, std::string>> headers = {};
    const std::atomic<bool>* cancel = nullptr; // ends clang with ErrorKind::cancelled; NVRTC cannot be interrupted
};

[[nodiscard]] bool is_architecture(std::string_view name);

struct CompileResult {
    std::string ptx;
    CompilerKind compiler{};
    std::string compiler_name; // such as "clang 14.0.6"
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string, std::less<>> instances; // requested instance to PTX symbol
    double milliseconds = 0;                                   // original duration, even if cached
    bool from_cache = false;
};

/// Errors in the kernel are ErrorKind::failed with the log in the message; a missing compiler is
/// ErrorKind::environment. Thread-safe. Takes tens of milliseconds with NVRTC and about 100 with clang.
[[nodiscard]] Result<CompileResult> compile(const CompileRequest& request);

struct OwnHeaders {
    std::vector<std::filesystem::path> files;
    uint64_t hash = 0; // hash of names and texts
};

/// Finds included headers that the kernel's author may edit: next to the kernel or each other, or in `include_folders`.
[[nodiscard]] OwnHeaders own_headers(const std::filesystem::path& kernel,
                                     const std::vector<std::filesystem::path>& include_folders = {},
                                     const std::vector<std::pair<std::string, std::string>>& defines = {});

/// Replaces instances by their PTX symbols.
void name_kernels(ExecutionPlan& plan, const CompileResult& compiled);

struct CompilerStatus {
    CompilerKind kind{};
    bool usable = false;
    std::string name;
    Message why; // why it is not usable, or where it was found
};

/// Returns compilers in order of preference, found once per process.
[[nodiscard]] const std::vector<CompilerStatus>& compilers();

} // namespace warpscope::compile
