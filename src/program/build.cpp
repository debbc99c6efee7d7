#include "program/build.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <unistd.h>

#include <fmt/format.h>

#include "base/devices/device_model.hpp"
#include "base/files.hpp"
#include "base/process/cache_folder.hpp"
#include "base/process/subprocess.hpp"
#include "base/sha256.hpp"
#include "compile/compile_watch.hpp"
#include "compile/driver/cache.hpp"
#include "compile/output/compiler_log.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/newer_features.hpp"
#include "program/build_hints.hpp"
#include "program/host_compiler.hpp"
#include "program/host_headers.hpp"
#include "program/sample_headers.hpp"
#include "runtime/fat_binary.hpp"

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;

constexpr int version = 6; // part of the cache key; increase it if the output changes

/// Returns the cache folder, or {}. Removes old programs.
fs::path program_cache() {
    constexpr size_t max_programs = 512;
    constexpr uint64_t max_bytes = uint64_t{512} << 20;
    const fs::path base = compile::Cache::default_folder();
    if (base.empty()) return {};
    const fs::path folder = base.parent_path() / "programs";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return {};
    limit_folder(folder, max_programs, max_bytes);
    return folder;
}

void add(std::string& all, std::string_view text) { all += fmt::format("{}:{}\n", text.size(), text); }

std::string own_headers_of(const HostCompiler& compiler) {
    std::string all = sample_header_text();
    if (compiler.kind != HostCompiler::Kind::clang) return sha256(all);
    for (const HostHeader& header : host_headers()) add(all, header.text);
    for (const compile::PreludeHeader& header : compile::prelude_headers()) add(all, header.text);
    return sha256(all);
}

/// Adds a hint, because compilers report functions of newer devices as unknown names.
Diagnostic explained(Diagnostic error, const HostCompiler& compiler, const BuildRequest& request) {
    if (compiler.capability >= 80) return error;
    for (const fs::path& source : request.sources) {
        compile::CompileRequest device;
        device.source = read_file(source).value_or("");
        device.file = source.string();
        device.include_folders = request.include_folders;
        const Message reason = compile::reason_for_compute_80(device);
        if (reason.empty()) continue;
        error.hint = msg("{} from compute capability 8.0 on, but the {} has {}.{}: choose a newer device with --model",
                         reason, chosen_device_model().name, compiler.capability / 10, compiler.capability % 10);
        break;
    }
    return error;
}

} // namespace

Result<std::string> digest_of(const BuildRequest& request, const std::string* main_text) {
    const auto defines = named_values(request.definitions);
    std::string all;
    for (const fs::path& source : request.sources) {
        const bool is_main = main_text != nullptr && source == request.sources.front();
        const auto text = is_main ? Result<std::string>(*main_text) : read_file(source);
        if (!text) return tl::unexpected(text.error());
        std::error_code error;
        add(all, fs::absolute(source, error).lexically_normal().string());
        add(all, *text);
        for (const fs::path& header : compile::own_headers(source, request.include_folders, defines).files) {
            add(all, header.string());
            add(all, read_file(header).value_or(""));
        }
    }
    for (const fs::path& folder : request.include_folders) add(all, "-I" + folder.string());
    for (const std::string& definition : request.definitions) add(all, "-D" + definition);
    return sha256(all);
}

std::vector<std::pair<std::string, std::string>> named_values(const std::vector<std::string>& definitions) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& definition : definitions) {
        const size_t equals = definition.find('=');
        out.emplace_back(definition.substr(0, equals),
                         equals == std::string::npos ? "1" : definition.substr(equals + 1));
    }
    return out;
}

Result<BuildRequest> build_request(const fs::path& main, const std::vector<std::string>& words) {
    BuildRequest request{{main}};
    const auto beside = [&](const std::string& name) { return (main.parent_path() / name).lexically_normal(); };
    for (size_t i = 0; i < words.size(); ++i) {
        const bool folder = words[i].starts_with("-I"), definition = words[i].starts_with("-D");
        if (!folder && !definition && words[i].starts_with("-"))
            return fail(ErrorKind::usage, msg("'{}' cannot be used to build a program here.", words[i]),
                        msg("use -I FOLDER, -D NAME=VALUE and more source files"));
        if (!folder && !definition) {
            request.sources.push_back(beside(words[i]));
            continue;
        }
        std::string value = words[i].substr(2);
        if (value.empty() && i + 1 < words.size()) value = words[++i];
        if (value.empty())
            return fail(ErrorKind::usage, msg("'{}' needs {}.", words[i], folder ? "a folder" : "a name"));
        if (folder)
            request.include_folders.push_back(beside(value));
        else
            request.definitions.push_back(std::move(value));
    }
    return request;
}

namespace {

Result<BuiltProgram> build_with(const HostCompiler& compiler, const BuildRequest& request, const fs::path& folder) {
    const auto digest = digest_of(request);
    if (!digest) return tl::unexpected(digest.error());
    const std::string key = sha256(
        fmt::format("{} {} {} {}\n{}", version, compiler.name, compiler.capability, own_headers_of(compiler), *digest));
    const fs::path cache = program_cache();
    BuiltProgram built;
    built.compiler_name = compiler.name;
    built.executable = (cache.empty() ? folder : cache) / key;
    std::error_code error;
    if (fs::is_regular_file(built.executable, error)) {
        built.from_cache = true;
        fs::last_write_time(built.executable, fs::file_time_type::clock::now(), error);
        return built;
    }
    const auto begin = std::chrono::steady_clock::now();
    // Builds under a temporary name, so that other processes never run an incomplete program.
    const fs::path aside = folder / fmt::format("{}.{}", key, ::getpid());
    const compile::CompileWatch watch(compiler.name, request.sources.front().string(), true);
    auto warnings = compile_program(compiler, request, folder, aside);
    if (!warnings) return tl::unexpected(explained(warnings.error(), compiler, request));
    built.warnings = std::move(*warnings);
    // The cache key is a hash of the sources, so it would be wrong if they have changed.
    if (const auto now = digest_of(request); !now || *now != *digest)
        return fail(ErrorKind::failed, msg("{} has just changed.", request.sources.front().filename().string()),
                    msg("check it, and run it again"));
    const fs::path part = fmt::format("{}.{}.part", built.executable.string(), ::getpid());
    fs::copy_file(aside, part, fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(part, built.executable, error);
    if (error) built.executable = aside;
    built.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return built;
}

} // namespace

Result<BuiltProgram> build(const BuildRequest& request, const fs::path& folder) {
    const auto compiler = find_host_compiler(request.compiler);
    if (!compiler) return tl::unexpected(compiler.error());
    auto built = build_with(*compiler, request, folder);
    const bool is_removed = !built && compiler->kind == HostCompiler::Kind::nvcc && is_removed_name(built.error());
    if (!is_removed || request.compiler != compile::CompilerChoice::automatic) return built;
    const auto clang = find_host_compiler(compile::CompilerChoice::clang);
    if (!clang) return built;
    auto instead = build_with(*clang, request, folder);
    if (!instead) {
        if (instead.error().kind == ErrorKind::canceled) return instead;
        built.error().hint = msg("CUDA 13 removed this, and {} fails too: {}", clang->name,
                                 Diagnostic{instead.error().kind, instead.error().message.first_line(),
                                            instead.error().where, instead.error().hint}
                                     .whole());
        return built;
    }
    instead->warnings.insert(instead->warnings.begin(),
                             {ErrorKind::failed,
                              msg("Built with {} instead of {}, because CUDA 13 changed or removed a name: {}",
                                  clang->name, compiler->name, built.error().message.first_line()),
                              built.error().where,
                              {}});
    return instead;
}

std::string_view standard_of(const BuildRequest& request) {
    std::string_view standard = "c++17";
    for (const fs::path& source : request.sources) {
        compile::CompileRequest text;
        text.file = source.string();
        text.source = read_file(source).value_or("");
        text.include_folders = request.include_folders;
        text.defines = named_values(request.definitions);
        standard = std::max(standard, compile::standard_of(text));
    }
    return standard;
}

bool is_source_name(const fs::path& file) {
    return std::ranges::any_of(std::array{".cu", ".cpp", ".cc", ".cxx", ".c"},
                               [&](const char* ending) { return file.extension() == ending; });
}

std::vector<std::string> device_code_of(const fs::path& executable) {
    const auto bytes = read_file(executable);
    return bytes ? runtime::every_ptx_in(*bytes) : std::vector<std::string>();
}

} // namespace warpscope::program
