// CUDA C++ to PTX at run time, with NVRTC when the CUDA Toolkit is there and with clang otherwise. Results are cached
// in memory and, when the cache folder is writable, on disk.
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
enum class CompilerKind { nvrtc, clang, none }; // none: the source was PTX already

struct CompileRequest {
    std::string file;                                         // shown in messages and in .loc lines; need not exist
    std::string source;                                       // CUDA C++ text
    std::vector<std::pair<std::string, std::string>> defines; // -D NAME=VALUE
    /// Virtual architecture. Empty: compute_75, or compute_80 where the source or its own headers copy asynchronously,
    /// have barrier objects, or multiply matrices that older GPUs lack, which a warning says: before 8.0 such copies
    /// are done at once, and a wait that is missing changes nothing.
    std::string arch = {};
    int optimisation = 3; // 0: as written (-G / -O0); 1 to 3: optimised. NVRTC knows only 0 and full.
    CompilerChoice compiler = CompilerChoice::automatic;
    /// As written, for stepping: without optimisation, whatever `optimisation` says, and with the source's variables as
    /// debug information (ptx/debug/variables.hpp).
    bool debug = false;
    std::vector<std::string> instances = {}; // of kernel templates, made where the source makes none:
                                             // "blur<float, 3>" or, of several templates, "blur<float, 3>(float*)"
    std::filesystem::path folder = {};       // that the kernel lies in, with what it includes; empty: as `file` says
    std::vector<std::filesystem::path> include_folders = {}; // -I: where else included files are looked for
    /// Texts that includes find by these names, before any file.
    std::vector<std::pair<std::string, std::string>> headers = {};
    const std::atomic<bool>* cancel = nullptr; // ends clang, with ErrorKind::cancelled; NVRTC is waited for
};

/// Returns whether `name` is the name of a virtual architecture: "compute_90", "compute_90a".
[[nodiscard]] bool is_architecture(std::string_view name);

struct CompileResult {
    std::string ptx;
    CompilerKind compiler{};
    std::string compiler_name; // "NVRTC 13.0", "clang 14.0.6"
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string, std::less<>> instances; // made as asked for, and their symbols
    double milliseconds = 0; // of the compilation that made it, also when it came from the cache
    bool from_cache = false;
};

/// Compiles. A kernel that does not compile is ErrorKind::failed with the first error's place and the whole log in the
/// message, lines referring to `file`; no usable compiler is ErrorKind::environment with a hint on what to install.
/// Thread-safe. May take tens of milliseconds, with clang about a hundred: call it on a worker.
[[nodiscard]] Result<CompileResult> compile(const CompileRequest& request);

struct OwnHeaders {
    std::vector<std::filesystem::path> files;
    uint64_t hash = 0; // of their names and texts
};

/// The files that `kernel` includes, and those that they include, where they lie beside it, beside each other or in one
/// of the folders: what its author may edit. `defines`: that it is compiled with, which may name files.
[[nodiscard]] OwnHeaders own_headers(const std::filesystem::path& kernel,
                                     const std::vector<std::filesystem::path>& include_folders = {},
                                     const std::vector<std::pair<std::string, std::string>>& defines = {});

/// Launches that ask for an instance that was made for them name it as the PTX has it.
void name_kernels(ExecutionPlan& plan, const CompileResult& compiled);

struct CompilerStatus {
    CompilerKind kind{};
    bool usable = false;
    std::string name; // with version when usable
    std::string why;  // why it is not usable, or where it was found
};

/// NVRTC and clang, in order of preference. Found once per process.
[[nodiscard]] const std::vector<CompilerStatus>& compilers();

} // namespace warpscope::compile
