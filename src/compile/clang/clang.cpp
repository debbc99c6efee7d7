#include "compile/clang/clang.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <future>
#include <sstream>

#include "base/files.hpp"
#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "compile/clang/clang_dialect.hpp"
#include "compile/compile_watch.hpp"
#include "compile/output/architecture.hpp"
#include "compile/output/compiler_log.hpp"
#include "compile/output/ptx_file_names.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/includes.hpp"
#include "compile/source/newer_features.hpp"

namespace warpscope::compile {
namespace {

constexpr auto query_limit = std::chrono::seconds(10);
constexpr auto usual_limit = std::chrono::seconds(60);

constexpr int oldest = 14, newest = 21;

std::string first_on_path() {
    if (std::string plain = find_on_path("clang++"); !plain.empty()) return plain;
    for (int version = newest; version >= oldest; --version)
        if (std::string numbered = find_on_path(fmt::format("clang++-{}", version)); !numbered.empty()) return numbered;
    return {};
}

int major_version_in(const std::string& name) { return std::atoi(name.c_str() + name.find(' ') + 1); }

std::string version_in(std::string_view text) {
    constexpr std::string_view before = "clang version ";
    const size_t at = text.find(before);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + before.size());
    return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

std::string string_literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// Quoted includes first search the folder of `text_file`, so unusual names prevent wrong matches.
constexpr const char* header_folder = "ws_headers";
constexpr const char* names_folder = "ws_names";
constexpr const char* text_file = "ws_kernel/ws_kernel_text.cu";

/// Adds a line marker, which sets the file name in messages and .loc lines.
Result<void> write_text(const TemporaryFolder& folder, const std::string& file, const std::string& source) {
    return write_file(folder.path() / text_file, fmt::format("#line 1 {}\n{}\n", string_literal(file), source));
}

Result<std::vector<std::filesystem::path>> header_folders(const TemporaryFolder& folder, const CompileRequest& request,
                                                          const PreludeFolder::Places& prelude) {
    const std::vector<IncludedFile> included = included_files(request);
    std::set<std::string> own;
    if (!included.empty())
        for (const auto& [alias, stand_in] : header_aliases())
            if (is_empty_header(stand_in) && is_next_to_kernel(alias, included, request)) own.emplace(alias);
    std::vector<std::filesystem::path> folders{prelude.names};
    if (!own.empty()) {
        folders.front() = folder.path() / names_folder;
        if (auto written = write_header_names(folders.front(), prelude.headers, own); !written)
            return tl::unexpected(written.error());
    }
    if (!request.headers.empty()) folders.push_back(folder.path() / header_folder);
    for (const auto& [name, text] : request.headers)
        if (auto written = write_file(folders.back() / name, text); !written) return tl::unexpected(written.error());
    folders.push_back(prelude.headers);
    return folders;
}

/// Returns "90" and "90a" for "sm_90 sm_90a".
std::set<std::string> architectures_in(const std::string& listing) {
    constexpr std::string_view begin = "sm_";
    std::set<std::string> names;
    std::istringstream words(listing);
    for (std::string word; words >> word;)
        if (word.starts_with(begin)) names.insert(word.substr(begin.size()));
    return names;
}

} // namespace

Result<std::unique_ptr<Clang>> Clang::find(const std::optional<std::string>& setting) {
    if (setting == "none") return fail(ErrorKind::environment, msg("switched off by WARPSCOPE_CLANG=none"));
    const std::string path = setting ? *setting : first_on_path();
    if (path.empty()) return fail(ErrorKind::environment, msg("there is no clang++ on the PATH"));
    // Queries run in parallel, because starting clang is slow.
    const auto ask = [&path](std::vector<std::string> words) {
        words.insert(words.begin(), path);
        return std::async(std::launch::async,
                          [command = std::move(words)] { return run_process(command, query_limit); });
    };
    auto asked_targets = ask({"--print-targets"});
    auto asked_architectures = ask({"--target=nvptx64-nvidia-cuda", "--print-supported-cpus"});
    const auto version = run_process({path, "--version"}, query_limit);
    const auto targets = asked_targets.get(), known = asked_architectures.get();
    if (!version) return tl::unexpected(version.error());
    const std::string number = version_in(version->output);
    if (version->exit_status != 0 || number.empty()) return fail(ErrorKind::environment, msg("{} is not clang", path));
    if (!targets || targets->output.find("nvptx64") == std::string::npos)
        return fail(ErrorKind::environment, msg("{} was built without the NVPTX target", path));
    return std::unique_ptr<Clang>(
        new Clang(path, "clang " + number, known ? architectures_in(known->output) : std::set<std::string>()));
}

std::string Clang::architecture_for(const std::string& asked, std::vector<Diagnostic>& warnings) const {
    constexpr std::string_view begin = "compute_";
    if (!asked.starts_with(begin)) return asked;
    const std::string number = asked.substr(begin.size());
    std::vector<int> plain; // without variants such as "90a"
    for (const std::string& name : architectures_)
        if (name.find_first_not_of("0123456789") == std::string::npos) plain.push_back(std::atoi(name.c_str()));
    if (architectures_.contains(number) || plain.empty()) return "sm_" + number;
    std::ranges::sort(plain);
    const int nearest = nearest_architecture(std::atoi(number.c_str()), plain);
    warnings.push_back(
        {ErrorKind::failed,
         msg("{} does not know {}; compiled for compute_{} instead, which __CUDA_ARCH__ says.", name_, asked, nearest),
         {},
         {}});
    return fmt::format("sm_{}", nearest);
}

std::vector<std::string> Clang::command_for(const std::string& architecture, const CompileRequest& request) const {
    return {
        path_,
        "-x",
        "cuda",
        "--cuda-device-only",
        "-nocudainc",
        "-nocudalib",
        "-Wno-unknown-cuda-version",
        "--cuda-gpu-arch=" + architecture,
        "-Xclang",
        "-target-feature",
        "-Xclang",
        "+ptx70", // needed by warp functions
        "-fdeclspec",
        fmt::format("-std={}", standard_of(request)),
        "-Wno-register", // same as nvcc
        "-nostdinc",
        "-nostdinc++",
        request.debug ? "-g" : "-gline-directives-only",
        "-fno-color-diagnostics",
        // Omits noundef attributes, because a shuffle may read a value that only one lane sets.
        "-Xclang",
        major_version_in(name_) < 15 ? "-disable-noundef-analysis" : "-no-enable-noundef-analysis",
        // Hoisting common code would change which lanes execute it.
        "-mllvm",
        "-simplifycfg-hoist-common=false",
        "-mllvm",
        "-simplifycfg-sink-common=false",
        "-ffp-contract=fast", // same as NVRTC: a * b + c is one fma
        fmt::format("-O{}", request.debug ? 0 : std::clamp(request.optimization, 0, 3)),
        "-S",
    };
}

Result<CompileResult> Clang::compile(const CompileRequest& request) const {
    auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    const auto prelude = prelude_->files();
    if (!prelude) return tl::unexpected(prelude.error());
    const auto headers = header_folders(*folder, request, *prelude);
    if (!headers) return tl::unexpected(headers.error());
    if (auto written = write_text(*folder, request.file, request.source); !written)
        return tl::unexpected(written.error());
    const std::filesystem::path own_folder = absolute_folder_of(request);
    // clang makes .file directives relative to this folder.
    std::error_code error;
    const std::filesystem::path seen_from = request.folder.empty() ? std::filesystem::current_path(error) : own_folder;
    const std::string output = (folder->path() / "kernel.ptx").string();
    CompileResult result;
    const std::string architecture = architecture_for(architecture_or_default(request.arch), result.warnings);
    std::vector<std::string> command = command_for(architecture, request);
    std::optional<std::filesystem::path> precompiled;
    if (!prelude_depends_on(request.defines)) precompiled = prelude_->precompiled(identity(), command, request.cancel);
    const size_t include = command.size();
    command.insert(command.end(), {"-include-pch", precompiled.value_or(std::filesystem::path()).string()});
    const auto read_as_text = [&] {
        precompiled.reset();
        command[include] = "-include";
        command[include + 1] = (prelude->headers / "warpscope/language/warpscope_cuda.h").string();
    };
    if (!precompiled) read_as_text();
    command.insert(command.end(), {"-fdebug-compilation-dir=" + seen_from.string(), "-iquote" + own_folder.string(),
                                   "-idirafter" + own_folder.string(), "-o", output});
    for (const std::filesystem::path& place : *headers) command.push_back("-isystem" + place.string());
    // User folders follow the prelude, because they may contain Toolkit headers.
    for (const std::filesystem::path& included : request.include_folders) {
        const std::string there = std::filesystem::absolute(included, error).string();
        command.push_back("-iquote" + there);
        command.push_back("-isystem" + there);
    }
    for (const auto& [name, value] : request.defines) command.push_back(fmt::format("-D{}={}", name, value));
    command.push_back((folder->path() / text_file).string());

    const std::chrono::seconds limit = compile_limit(usual_limit);
    auto ran = run_process(command, limit, request.cancel);
    // If the precompiled file is damaged or incompatible, clang's error names this file.
    if (ran && precompiled && ran->exit_status != 0 && ran->output.find(precompiled->string()) != std::string::npos) {
        prelude_->reject(*precompiled);
        read_as_text();
        ran = run_process(command, limit, request.cancel);
    }
    ClangSpelling spelling(request.source, request.file);
    std::string refused;
    while (ran && !ran->timed_out && !ran->canceled && ran->exit_status != 0 && spelling.adapt_to_errors(ran->output)) {
        if (auto written = write_text(*folder, request.file, spelling.source()); !written)
            return tl::unexpected(written.error());
        if (spelling.gcc_alignment() && refused.empty()) {
            refused = ran->output;
            read_as_text();
            command.emplace_back("-DWS_GCC_ALIGNMENT");
        }
        ran = run_process(command, limit, request.cancel);
    }
    if (!ran) return tl::unexpected(ran.error());
    if (ran->canceled) return fail(ErrorKind::canceled, msg("Stopped while it was compiled."));
    if (ran->timed_out)
        return fail(ErrorKind::failed,
                    msg("{}: {} took longer than {} seconds and was stopped.", request.file, name_, limit.count()),
                    msg("{}=SECONDS sets the limit", compile_limit_variable));
    if (ran->exit_status != 0 && ran->output.find("macro 'alignas'") != std::string::npos) ran->output = refused;
    const std::filesystem::path beside = std::filesystem::path(request.file).parent_path() / "";
    const std::string log = own_folder == own_folder.root_path()
                                ? ran->output
                                : with_name(ran->output, (own_folder / "").string(), beside.string());
    if (ran->exit_status != 0) {
        Diagnostic failure = failure_from(log, msg("{} does not compile.", request.file));
        failure.hint = result.warnings.empty() ? ClangSpelling::hint_for(log) : result.warnings.front().message;
        return tl::unexpected(std::move(failure));
    }
    result.compiler = CompilerKind::clang;
    result.compiler_name = name_;
    result.ptx =
        with_files_as_given(read_file(output).value_or(""), {request.file, seen_from / request.file, own_folder});
    if (result.ptx.empty()) return fail(ErrorKind::environment, msg("{} wrote no PTX.", name_));
    for (Diagnostic& warning : warnings_from(log)) result.warnings.push_back(std::move(warning));
    return result;
}

} // namespace warpscope::compile
