#include "base/process/cache_folder.hpp"

#include <algorithm>
#include <cstdlib>

namespace warpscope {

std::filesystem::path cache_folder() {
    const auto variable = [](const char* name) -> std::filesystem::path {
        const char* value = std::getenv(name);
        return value != nullptr && *value == '/' ? value : "";
    };
    if (const std::filesystem::path cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache / "warpscope";
    if (const std::filesystem::path home = variable("HOME"); !home.empty()) return home / ".cache" / "warpscope";
    return {};
}

std::vector<CachePart> cache_parts() {
    std::vector<CachePart> parts;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(cache_folder(), error)) {
        if (!entry.is_directory(error)) continue;
        CachePart& part = parts.emplace_back();
        part.name = entry.path().filename().string();
        for (const auto& file : std::filesystem::recursive_directory_iterator(entry.path(), error)) {
            if (!file.is_regular_file(error)) continue;
            const auto bytes = file.file_size(error);
            if (error) continue;
            ++part.files;
            part.bytes += bytes;
        }
    }
    std::ranges::sort(parts, {}, &CachePart::name);
    return parts;
}

Result<void> empty_cache() {
    for (const CachePart& part : cache_parts()) {
        const std::filesystem::path folder = cache_folder() / part.name;
        std::error_code error;
        std::filesystem::remove_all(folder, error);
        if (error)
            return fail(ErrorKind::environment, msg("{} cannot be removed: {}.", folder.string(), error.message()));
    }
    return {};
}

void limit_folder(const std::filesystem::path& folder, size_t max_files, uint64_t max_bytes) {
    struct File {
        std::filesystem::file_time_type time;
        std::filesystem::path path;
        uint64_t bytes = 0;
    };
    std::vector<File> files;
    uint64_t bytes = 0;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        File file{entry.last_write_time(error), entry.path(), entry.file_size(error)};
        if (error) continue;
        bytes += file.bytes;
        files.push_back(std::move(file));
    }
    if (files.size() <= max_files && bytes <= max_bytes) return;
    std::ranges::sort(files, {}, &File::time);
    size_t left = files.size();
    for (const File& file : files) {
        if (left <= max_files / 2 && bytes <= max_bytes / 2) break;
        std::filesystem::remove(file.path, error);
        bytes -= file.bytes;
        --left;
    }
}

} // namespace warpscope
