#include "serve/compile_sandbox.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/process/cache_folder.hpp"
#include "base/process/sandbox.hpp"
#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "base/process/toolkit_program.hpp"
#include "compile/compile_json.hpp"
#include "compile/compile_watch.hpp"

namespace warpscope::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds compiler_limit{20};
constexpr size_t max_ptx_bytes = size_t{8} << 20;
constexpr ProcessLimits process_limits{.processor = compiler_limit + std::chrono::seconds(5),
                                       .file_bytes = uint64_t{32} << 20,
                                       .memory_bytes = uint64_t{4} << 30,
                                       .processes = 64};
constexpr const char* request_inside = "/request/request.json";

/// Returns the path of NVRTC, because the loader in the sandbox has no LD_LIBRARY_PATH to find it.
std::string nvrtc_setting() {
    if (const compile::CompilerStatus& nvrtc = compile::compilers().front(); nvrtc.usable) return nvrtc.why.english();
    const char* const setting = std::getenv("WARPSCOPE_NVRTC");
    return setting != nullptr ? setting : "";
}

/// Makes a CUDA Toolkit outside of /usr visible, but never the whole home folder.
void add_toolkit(Sandbox& sandbox) {
    std::vector<fs::path> folders = toolkit_folders();
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* const value = std::getenv(name)) sandbox.environment.emplace_back(name, value);
    const fs::path nvrtc = nvrtc_setting();
    if (!nvrtc.empty()) sandbox.environment.emplace_back("WARPSCOPE_NVRTC", nvrtc.string());
    if (nvrtc.is_absolute()) {
        std::error_code error;
        folders.push_back(nvrtc.parent_path());
        folders.push_back(fs::weakly_canonical(nvrtc, error).parent_path()); // the headers are near NVRTC
        folders.push_back(compile::compilers().front().headers);
    }
    const char* const home = std::getenv("HOME");
    for (const fs::path& folder : folders)
        if (folder.is_absolute() && !is_lexically_within(home != nullptr ? home : "/", folder))
            sandbox.visible.push_back(folder);
}

Sandbox sandbox_for(const fs::path& program, const fs::path& request) {
    Sandbox sandbox{.visible = {program},
                    .files = {{request, request_inside}},
                    .environment = {{compile::compile_limit_variable, fmt::format("{}", compiler_limit.count())}}};
    add_toolkit(sandbox);
    if (const char* const clang = std::getenv("WARPSCOPE_CLANG")) {
        sandbox.environment.emplace_back("WARPSCOPE_CLANG", clang);
        if (const fs::path path = clang; path.is_absolute()) sandbox.visible.push_back(path);
    }
    // The file of clang's precompiled prelude contains its own path, so it needs the same path in the sandbox.
    if (const fs::path cache = cache_folder(); !cache.empty()) {
        sandbox.visible.push_back(cache / "clang");
        sandbox.environment.emplace_back("XDG_CACHE_HOME", cache.parent_path().string());
    }
    return sandbox;
}

/// Writes the request's headers next to its kernel, where #include finds them.
Result<void> move_headers_to(const fs::path& folder, compile::CompileRequest& request) {
    request.folder = folder;
    for (const auto& [name, text] : request.headers)
        if (auto written = write_file(folder / name, text); !written) return written;
    request.headers.clear();
    return {};
}

Diagnostic without_answer(const std::string& output) {
    const size_t end = output.find_last_not_of('\n');
    const size_t begin = end == std::string::npos ? 0 : output.rfind('\n', end) + 1;
    return {ErrorKind::environment,
            msg("The compiler ended without an answer; memory or time may have run out: {}",
                output.substr(begin, end == std::string::npos ? 0 : end - begin + 1)),
            {},
            msg("make the kernel smaller, or compile it on the desktop")};
}

} // namespace

Result<CompileSandbox> CompileSandbox::create(const fs::path& program) {
    if (auto problem = sandbox_error("add --no-compile")) return tl::unexpected(std::move(*problem));
    compile::CompileRequest request;
    request.file = "check.cu";
    request.source = "__global__ void check(float* out) { out[threadIdx.x] = 1; }\n";
    // Compiles outside the sandbox first, which caches the precompiled prelude.
    for (const bool debug : {true, false}) {
        request.debug = debug;
        if (auto compiled = compile::compile(request); !compiled) return tl::unexpected(std::move(compiled.error()));
    }
    CompileSandbox sandbox(program);
    const std::atomic<bool> never = false;
    auto compiled = sandbox.compile(compile::json_text_of(request), compiler_limit, never);
    if (!compiled) return tl::unexpected(std::move(compiled.error()));
    return sandbox;
}

Result<compile::CompileResult> CompileSandbox::compile(const std::string& request, std::chrono::milliseconds limit,
                                                       const std::atomic<bool>& cancel) const {
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    constexpr std::string_view name = "request.json";
    if (auto written = folder->write(name, request); !written) return tl::unexpected(written.error());
    std::vector<std::string> command = sandbox_command(sandbox_for(program_, folder->path() / name));
    const std::vector<std::string> limits = limit_command(process_limits);
    command.insert(command.end(), limits.begin(), limits.end());
    command.insert(command.end(), {program_.string(), "serve", apart_option, request_inside});
    const auto ran = run_process(command, limit, &cancel);
    if (!ran) return tl::unexpected(ran.error());
    if (ran->timed_out)
        return fail(ErrorKind::environment, msg("The kernel was not compiled within the time limit."),
                    msg("try again in a moment"));
    const std::string_view answer = find_answer(ran->output);
    if (answer.empty()) return tl::unexpected(without_answer(ran->output));
    return compile::result_from_json(answer);
}

void compile_apart(const fs::path& file) {
    const auto result = [&]() -> Result<compile::CompileResult> {
        const auto text = read_file(file);
        if (!text) return tl::unexpected(text.error());
        auto request = compile::request_from_json(*text);
        if (!request) return tl::unexpected(request.error());
        const auto folder = TemporaryFolder::create();
        if (!folder) return tl::unexpected(folder.error());
        if (auto written = move_headers_to(folder->path(), *request); !written) return tl::unexpected(written.error());
        auto compiled = compile::compile(*request);
        if (compiled && compiled->ptx.size() > max_ptx_bytes)
            return fail(ErrorKind::failed, msg("The PTX has more than {} bytes.", max_ptx_bytes),
                        msg("make the kernel smaller"));
        return compiled;
    }();
    print_answer(compile::json_text_of(result));
}

} // namespace warpscope::serve
