#include "program/host_compiler.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/devices/device_model.hpp"
#include "base/files.hpp"
#include "base/process/subprocess.hpp"
#include "base/process/toolkit_program.hpp"
#include "compile/compile_watch.hpp"
#include "compile/output/compiler_log.hpp"
#include "program/build_hints.hpp"
#include "program/clang_build.hpp"
#include "program/sample_headers.hpp"
#include "ptx/rewrite/link.hpp"
#include "runtime/fat_binary.hpp"

namespace warpscope::program {
namespace {

constexpr std::chrono::seconds query_limit{20}, nvcc_limit{600};
constexpr uint32_t oldest_of_nvcc = 75, newest_wanted = 90; // oldest target of nvcc 13, newest of the emulator
constexpr uint32_t newest_of_clang = 86;                    // limit of clang 14

std::string release_in(const std::string& text) {
    constexpr std::string_view word = "release ";
    const size_t at = text.find(word);
    return at == std::string::npos
               ? std::string()
               : text.substr(at + word.size(), text.find_first_of(", \n", at + word.size()) - at - word.size());
}

/// `samples`: folder from write_sample_headers(). `linked`: whether device code may refer to other files.
std::vector<std::string> nvcc_command(const HostCompiler& compiler, const BuildRequest& request,
                                      const std::filesystem::path& samples, const std::filesystem::path& executable,
                                      bool linked) {
    // Embeds the device's PTX with line information. The lambda and constexpr options only make nvcc accept more
    // programs.
    std::vector<std::string> command{compiler.path,
                                     "-cudart",
                                     "shared",
                                     "-gencode",
                                     fmt::format("arch=compute_{0},code=compute_{0}", compiler.capability),
                                     "-O2",
                                     "-g",
                                     "-Xcompiler",
                                     "-gdwarf-4", // addr2line 2.40 misreads the default file of DWARF 5
                                     "-Xcompiler",
                                     "-fstack-protector-strong", // reports writes past local arrays
                                     "-lineinfo",
                                     "--extended-lambda",
                                     "--expt-relaxed-constexpr",
                                     "-o",
                                     executable.string()};
    // nvcc also passes this option to the C compiler, so it is set only if necessary.
    if (const std::string_view standard = standard_of(request); standard != "c++17")
        command.push_back(fmt::format("-std={}", standard));
    if (linked) command.insert(command.end(), {"-rdc=true", "-cudadevrt", "none"});
    for (const auto& folder : request.include_folders) command.push_back("-I" + folder.string());
    command.insert(command.end(), {"-isystem", samples.string()});
    for (const std::string& definition : request.definitions) command.push_back("-D" + definition);
    const HeaderOptions options = options_for_headers(request);
    for (const std::string& option : options.compiler) command.insert(command.end(), {"-Xcompiler", option});
    for (const auto& source : request.sources) command.push_back(source.string());
    command.insert(command.end(), options.libraries.begin(), options.libraries.end());
    return command;
}

/// Returns whether device code uses names of other files. nvcc reports such names as missing, or turns `extern`
/// variables into definitions.
bool names_other_files(const ProcessResult& built, const BuildRequest& request,
                       const std::filesystem::path& executable) {
    if (std::ranges::count_if(request.sources, [](const auto& source) { return source.extension() == ".cu"; }) < 2)
        return false;
    constexpr std::array signs{"#20044-D", "redefinition of", "undefined reference to"};
    if (std::ranges::any_of(signs, [&](const char* sign) { return built.output.find(sign) != std::string::npos; }))
        return true;
    if (built.exit_status != 0) return false;
    const auto image = read_file(executable);
    return image && std::ranges::any_of(runtime::every_ptx_in(*image),
                                        [](const std::string& text) { return !ptx::unresolved_in(text).empty(); });
}

Result<HostCompiler> find_nvcc() {
    const auto hint = [] { return msg("install the CUDA Toolkit, or name its nvcc in WARPSCOPE_NVCC"); };
    const std::string path = find_toolkit_program("nvcc", "WARPSCOPE_NVCC");
    if (path.empty())
        return fail(ErrorKind::environment, msg("There is no nvcc, which builds programs with main()."), hint());
    const auto version = run_process({path, "--version"}, query_limit);
    if (!version) return tl::unexpected(version.error());
    const std::string release = release_in(version->output);
    if (version->exit_status != 0 || release.empty())
        return fail(ErrorKind::environment, msg("{} is not nvcc.", path), hint());
    return HostCompiler{HostCompiler::Kind::nvcc, path, "nvcc " + release,
                        std::clamp(chosen_device_model().capability(), oldest_of_nvcc, newest_wanted)};
}

Result<HostCompiler> find_clang() {
    for (const compile::CompilerStatus& status : compile::compilers()) {
        if (status.kind != compile::CompilerKind::clang) continue;
        if (!status.usable)
            return fail(ErrorKind::environment, msg("clang cannot be used: {}.", status.why),
                        msg("install clang (Debian and Ubuntu: apt install clang)"));
        return HostCompiler{HostCompiler::Kind::clang, status.why.english(), status.name,
                            std::min(chosen_device_model().capability(), newest_of_clang)};
    }
    return fail(ErrorKind::environment, msg("There is no clang."));
}

} // namespace

Result<HostCompiler> find_host_compiler(compile::CompilerChoice choice) {
    if (choice == compile::CompilerChoice::clang) return find_clang();
    auto nvcc = find_nvcc();
    if (nvcc || choice == compile::CompilerChoice::nvrtc) return nvcc;
    if (auto clang = find_clang()) return clang;
    return fail(ErrorKind::environment, msg("There is no compiler for programs with main()."),
                msg("install clang (Debian and Ubuntu: apt install clang) or the CUDA Toolkit; WARPSCOPE_CLANG and "
                    "WARPSCOPE_NVCC can name the one to use"));
}

Result<std::vector<Diagnostic>> compile_program(const HostCompiler& compiler, const BuildRequest& request,
                                                const std::filesystem::path& folder,
                                                const std::filesystem::path& executable) {
    if (compiler.kind == HostCompiler::Kind::clang) return build_with_clang(compiler, request, folder, executable);
    const auto samples = write_sample_headers(folder);
    if (!samples) return tl::unexpected(samples.error());
    const std::chrono::seconds limit = compile::compile_limit(nvcc_limit);
    const auto build = [&](bool linked) {
        return run_process(nvcc_command(compiler, request, *samples, executable, linked), limit, request.cancel);
    };
    auto ran = build(false);
    if (ran && !ran->canceled && !ran->timed_out && names_other_files(*ran, request, executable)) ran = build(true);
    if (!ran) return tl::unexpected(ran.error());
    const std::string file = request.sources.front().string();
    if (ran->canceled) return fail(ErrorKind::canceled, msg("Stopped while it was built."));
    if (ran->timed_out)
        return fail(ErrorKind::failed,
                    msg("{}: {} took longer than {} seconds and was stopped.", file, compiler.name, limit.count()),
                    msg("{}=SECONDS sets the limit", compile::compile_limit_variable));
    if (ran->exit_status != 0) {
        Diagnostic failure = compile::failure_from(ran->output, msg("{} does not compile.", file));
        failure.hint = hint_for_build(ran->output);
        return tl::unexpected(std::move(failure));
    }
    return compile::warnings_from(ran->output);
}

} // namespace warpscope::program
