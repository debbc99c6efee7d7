// Compiles CUDA C++ to PTX at run time: with NVRTC if the CUDA Toolkit is installed, otherwise with clang. Results are
// cached in memory and, if the cache folder is writable, on disk.
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
enum class CompilerKind { nvrtc, clang, none }; // none: the source was already PTX

struct CompileRequest {
    std::string file; // name for messages and .loc lines; need not exist
    std::string source;
    std::vector<std::pair<std::string, std::string>> defines; // -D NAME=VALUE
    /// Virtual architecture. Empty: compute_75, or compute_80 with a warning if the source uses asynchronous copies,
    /// barrier objects or matrix types. Older GPUs run such copies synchronously, which hides missing waits.
    std::string arch = {};
    int optimisation = 3; // 0 (-G / -O0) to 3; older NVRTC versions know only 0 and 3
    CompilerChoice compiler = CompilerChoice::automatic;
    /// Compiles without optimization and with variables as debug information (ptx/debug/variables.hpp).
    bool debug = false;
    // template instances to make: "blur<float, 3>"; to choose an overload: "blur<float, 3>(float*)"
    std::vector<std::string> instances = {};
    std::filesystem::path folder = {};                       // folder of the kernel; empty: derived from `file`
    std::vector<std::filesystem::path> include_folders = {}; // -I
    /// Headers given as name and text; they precede files.
    std::vector<std::pair<std::string, std::string>> headers = {};
    const std::atomic<bool>* cancel = nullptr; // stops clang with ErrorKind::cancelled; NVRTC cannot be interrupted
};

[[nodiscard]] bool is_architecture(std::string_view name);

struct CompileResult {
    std::string ptx;
    CompilerKind compiler{};
    std::string compiler_name; // "NVRTC 13.0", "clang 14.0.6"
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string, std::less<>> instances; // requested instance to PTX symbol
    double milliseconds = 0;                                   // original duration, even from the cache
    bool from_cache = false;
};

/// Compiles. Errors in the kernel are ErrorKind::failed with the whole log in the message; a missing compiler is
/// ErrorKind::environment. Thread-safe. Takes tens of milliseconds with NVRTC and about 100 with clang: call it on a
/// worker.
[[nodiscard]] Result<CompileResult> compile(const CompileRequest& request);

struct OwnHeaders {
    std::vector<std::filesystem::path> files;
    uint64_t hash = 0; // hash of the names and texts
};

/// Finds the included headers that the kernel's author may edit: those next to the kernel, next to each other or in
/// `include_folders`.
[[nodiscard]] OwnHeaders own_headers(const std::filesystem::path& kernel,
                                     const std::vector<std::filesystem::path>& include_folders = {},
                                     const std::vector<std::pair<std::string, std::string>>& defines = {});

/// Replaces requested instances by their PTX symbols in launches.
void name_kernels(ExecutionPlan& plan, const CompileResult& compiled);

struct CompilerStatus {
    CompilerKind kind{};
    bool usable = false;
    std::string name;
    std::string why; // reason if not usable, else path
};

/// Returns NVRTC and clang in order of preference, found once per process.
[[nodiscard]] const std::vector<CompilerStatus>& compilers();

} // namespace warpscope::compile
