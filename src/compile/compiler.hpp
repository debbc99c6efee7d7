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
    std::vector<std::pair<std::string, std::string>> defines;
    /// Virtual architecture. Default: compute_75, but compute_80 with a warning for asynchronous copies, barrier
    /// objects and newer matrix types. Older GPUs would copy synchronously, which hides missing waits.
    std::string arch = {};
    int optimization = 3; // 0 to 3; older NVRTC: 0 or 3
    CompilerChoice compiler = CompilerChoice::automatic;
    /// Disables optimization and adds variables to the debug information.
    bool debug = false;
    // "blur<float, 3>", or "blur<float, 3>(float*)" if the template is overloaded
    std::vector<std::string> instances = {};
    std::filesystem::path folder = {}; // default: folder of `file`
    std::vector<std::filesystem::path> include_folders = {};
    std::vector<std::pair<std::string, std::string>> headers = {};
    const std::atomic<bool>* cancel = nullptr; // ends clang with ErrorKind::canceled; does not interrupt NVRTC
};

[[nodiscard]] bool is_architecture(std::string_view name);

struct CompileResult {
    std::string ptx;
    CompilerKind compiler{};
    std::string compiler_name;
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string, std::less<>> instances; // PTX symbol by requested instance
    double milliseconds = 0;                                   // compile time, even if the result was cached
    bool from_cache = false;
};

/// Fails with ErrorKind::failed and the log for errors in the kernel, and with ErrorKind::environment if no compiler
/// works. Thread-safe.
[[nodiscard]] Result<CompileResult> compile(const CompileRequest& request);

struct OwnHeaders {
    std::vector<std::filesystem::path> files;
    uint64_t hash = 0;
};

/// Finds the author's headers, included directly or indirectly: next to the includer or in `include_folders`.
[[nodiscard]] OwnHeaders own_headers(const std::filesystem::path& kernel,
                                     const std::vector<std::filesystem::path>& include_folders = {},
                                     const std::vector<std::pair<std::string, std::string>>& defines = {});

void name_kernels(ExecutionPlan& plan, const CompileResult& compiled);

struct CompilerStatus {
    CompilerKind kind{};
    bool usable = false;
    std::string name;
    Message why;                        // reason if unusable; otherwise, where it was found
    std::filesystem::path headers = {}; // folder of the CUDA Toolkit's headers, or ""
};

/// Sorted by preference.
[[nodiscard]] const std::vector<CompilerStatus>& compilers();

} // namespace warpscope::compile
