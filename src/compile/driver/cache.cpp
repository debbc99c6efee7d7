#include "compile/driver/cache.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/message_json.hpp"
#include "base/process/cache_folder.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/includes.hpp"

namespace warpscope::compile {
namespace {

using nlohmann::json;

constexpr size_t max_memory_bytes = size_t{64} << 20;
constexpr size_t max_files = 4096;
constexpr uint64_t max_file_bytes = uint64_t{256} << 20;
/// Increase this if options, PTX processing or the file format change.
constexpr int version = 9;

uint64_t hash_of_prelude() {
    static const uint64_t hash = [] {
        uint64_t h = fnv_offset;
        for (const PreludeHeader& header : prelude_headers()) h = fnv1a(header.text, fnv1a(header.name, h));
        return h;
    }();
    return hash;
}

/// Returns whether the PTX may contain the kernel's folder. If not, the key omits the folder, which differs between
/// program runs.
bool depends_on_folder(const CompileRequest& request, const std::vector<IncludedFile>& included) {
    const auto asks = [](std::string_view text) {
        constexpr std::array<std::string_view, 3> words{"FILE", "assert", "source_location"};
        return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
    };
    return request.debug || !included.empty() || asks(request.source) ||
           std::ranges::any_of(request.headers, [&](const auto& header) { return asks(header.second); });
}

json to_json(const CompileResult& result) {
    json warnings = json::array();
    for (const Diagnostic& warning : result.warnings) {
        nlohmann::ordered_json one{
            {"file", warning.where.file}, {"line", warning.where.line}, {"column", warning.where.column}};
        put_message(one, warning.message);
        warnings.push_back(json(std::move(one)));
    }
    return {{"compiler", static_cast<int>(result.compiler)},
            {"compiler_name", result.compiler_name},
            {"milliseconds", result.milliseconds},
            {"warnings", warnings},
            {"ptx", result.ptx}};
}

std::optional<CompileResult> from_text(const std::string& text) {
    try {
        const json stored = json::parse(text);
        CompileResult result;
        result.ptx = stored.at("ptx");
        result.compiler = static_cast<CompilerKind>(stored.at("compiler").get<int>());
        result.compiler_name = stored.at("compiler_name");
        result.milliseconds = stored.at("milliseconds");
        for (const json& warning : stored.at("warnings"))
            result.warnings.push_back({ErrorKind::failed,
                                       message_in(warning),
                                       {warning.at("file"), warning.at("line"), warning.at("column")},
                                       {}});
        return result;
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

} // namespace

std::string cache_key(const CompileRequest& request, const std::string& compiler) {
    const std::vector<IncludedFile> included = included_files(request);
    const std::string folder =
        depends_on_folder(request, included) ? absolute_folder_of(request).string() : std::string();
    std::string all = fmt::format("{} {}\n{} {} {}\n{}:{}\n{}:{}\n{}:{}\n{} {}\n", version, compiler, request.arch,
                                  request.optimization, request.debug, request.file.size(), request.file, folder.size(),
                                  folder, request.source.size(), request.source, hash_of(included), hash_of_prelude());
    for (const auto& [name, value] : request.defines)
        all += fmt::format("{}:{}={}:{}\n", name.size(), name, value.size(), value);
    for (const auto& [name, text] : request.headers)
        all += fmt::format("{}:{} {}:{}\n", name.size(), name, text.size(), text);
    for (const std::filesystem::path& included : request.include_folders)
        all += fmt::format("-I{}\n", included.string());
    return fmt::format("{:016x}{:016x}", fnv1a(all), fnv1a(all, fnv1a("second half")));
}

std::filesystem::path Cache::default_folder() {
    const std::filesystem::path base = cache_folder();
    return base.empty() ? base : base / "ptx";
}

std::optional<CompileResult> Cache::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    std::optional<CompileResult> found;
    if (const auto it = memory_.find(key); it != memory_.end()) {
        found = it->second;
    } else if (!folder_.empty()) {
        const std::filesystem::path file = folder_ / (key + ".json");
        const auto text = read_file(file);
        if (!text) return std::nullopt;
        found = from_text(*text);
        if (found) remember(key, *found);
    }
    if (found) found->from_cache = true;
    return found;
}

void Cache::store(const std::string& key, const CompileResult& result) {
    const std::lock_guard lock(mutex_);
    remember(key, result);
    if (!folder_.empty()) write_file(key, result);
}

void Cache::remember(const std::string& key, const CompileResult& result) {
    if (memory_bytes_ > max_memory_bytes) {
        memory_.clear();
        memory_bytes_ = 0;
    }
    if (memory_.insert_or_assign(key, result).second) memory_bytes_ += result.ptx.size();
}

void Cache::write_file(const std::string& key, const CompileResult& result) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return;
    if (!tidied_) {
        tidied_ = true;
        limit_folder(folder_, max_files, max_file_bytes);
    }
    // Renames only complete files, because other processes may read them.
    const auto aside = folder_ / fmt::format("{}.{}.part", key, ::getpid());
    std::ofstream stream(aside, std::ios::binary);
    stream << to_json(result).dump(-1, ' ', false, json::error_handler_t::replace);
    stream.close();
    if (stream) std::filesystem::rename(aside, folder_ / (key + ".json"), error);
    if (!stream || error) std::filesystem::remove(aside, error);
}

} // namespace warpscope::compile
