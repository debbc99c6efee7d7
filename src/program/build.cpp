#include "program/build.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "compile/driver/cache.hpp"
#include "compile/output/compiler_log.hpp"
#include "compile/process/subprocess.hpp"
#include "program/host_compiler.hpp"

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;

constexpr int version = 1; // of what a build makes from the same request

Result<std::string> text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::error_code error;
    if (!stream || fs::is_directory(file, error))
        return fail(ErrorKind::environment, fmt::format("{} cannot be read.", file.string()));
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

/// Name for everything that decides what comes of a build.
Result<std::string> key_of(const BuildRequest& request, const std::string& compiler) {
    std::string all = fmt::format("{} {}\n", version, compiler);
    for (const fs::path& source : request.sources) {
        auto text = text_of(source);
        if (!text) return tl::unexpected(text.error());
        std::error_code error;
        const std::string path = fs::absolute(source, error).string();
        all += fmt::format("{}:{}\n{}:{}\n{}\n", path.size(), path, text->size(), *text,
                           compile::own_headers(source).hash);
    }
    for (const std::string& option : request.options) all += fmt::format("{}:{}\n", option.size(), option);
    return fmt::format("{:016x}{:016x}", fnv1a(all), fnv1a(all, fnv1a("second half")));
}

/// Where built programs are kept; the oldest are removed when there are many. Empty where nothing can be kept.
fs::path cache_folder() {
    constexpr size_t most_programs = 64;
    const fs::path base = compile::Cache::default_folder();
    if (base.empty()) return {};
    const fs::path folder = base.parent_path() / "programs";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return {};
    std::vector<std::pair<fs::file_time_type, fs::path>> kept;
    for (const auto& entry : fs::directory_iterator(folder, error))
        kept.emplace_back(entry.last_write_time(error), entry.path());
    if (kept.size() > most_programs) {
        std::ranges::sort(kept);
        kept.resize(kept.size() - most_programs / 2);
        for (const auto& [time, file] : kept) fs::remove(file, error);
    }
    return folder;
}

} // namespace

Result<BuiltProgram> build(const BuildRequest& request, const fs::path& folder) {
    const auto compiler = find_host_compiler(request.compiler);
    if (!compiler) return tl::unexpected(compiler.error());
    const auto key = key_of(request, compiler->name);
    if (!key) return tl::unexpected(key.error());
    const fs::path cache = cache_folder();
    BuiltProgram built;
    built.compiler_name = compiler->name;
    built.executable = (cache.empty() ? folder : cache) / *key;
    std::error_code error;
    if (fs::is_regular_file(built.executable, error)) {
        built.from_cache = true;
        fs::last_write_time(built.executable, fs::file_time_type::clock::now(), error);
        return built;
    }
    const auto begin = std::chrono::steady_clock::now();
    // Built aside and renamed, so that no other process runs half a program.
    const fs::path aside = folder / fmt::format("{}.{}", *key, ::getpid());
    auto warnings = compile_program(*compiler, request, folder, aside);
    if (!warnings) return tl::unexpected(warnings.error());
    built.warnings = std::move(*warnings);
    // What was built would be kept under the name of another text.
    if (const auto now = key_of(request, compiler->name); !now || *now != *key)
        return fail(ErrorKind::failed,
                    fmt::format("{} has changed just now.", request.sources.front().filename().string()),
                    "look at it, and run it again");
    fs::copy_file(aside, built.executable.string() + ".part", fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(built.executable.string() + ".part", built.executable, error);
    if (error) built.executable = aside;
    built.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return built;
}

} // namespace warpscope::program
