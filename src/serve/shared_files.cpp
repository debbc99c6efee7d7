#include "serve/shared_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpscope::serve {
namespace {

namespace fs = std::filesystem;

using Types = std::span<const std::pair<std::string_view, std::string_view>>;

constexpr std::string_view unknown_type = "application/octet-stream";
constexpr std::string_view text_type = "text/plain; charset=utf-8";

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> page_types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
}};

/// Types of shared files. They cannot run scripts in the page's origin.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> shared_types{{
    {".toml", text_type},
    {".cu", text_type},
    {".cuh", text_type},
    {".h", text_type},
    {".hpp", text_type},
    {".ptx", text_type},
    {".md", text_type},
    {".txt", text_type},
    {".json", "application/json"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".pdf", "application/pdf"},
}};

std::string_view type_in(Types types, std::string_view name) {
    const size_t dot = name.rfind('.');
    const std::string_view ending = dot == std::string_view::npos ? std::string_view() : name.substr(dot);
    const auto found = std::ranges::find_if(types, [&](const auto& type) { return type.first == ending; });
    return found == types.end() ? unknown_type : found->second;
}

/// Splits a path. Returns {} if a part is empty or hidden, which includes "..".
std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    for (;;) {
        const size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        if (part.empty() || part.front() == '.' || part.find('\0') != std::string_view::npos) return {};
        parts.emplace_back(part);
        if (slash == std::string_view::npos) return parts;
        path.remove_prefix(slash + 1);
    }
}

Descriptor open_below(int folder, std::span<const std::string> parts) {
    Descriptor current;
    for (size_t i = 0; i < parts.size(); ++i) {
        const int flags =
            i + 1 < parts.size() ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK; // O_NONBLOCK: does not wait for pipes
        current =
            Descriptor(::openat(i == 0 ? folder : current.get(), parts[i].c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
        if (!current) return current;
    }
    struct stat facts {};
    return ::fstat(current.get(), &facts) == 0 && S_ISREG(facts.st_mode) ? std::move(current) : Descriptor();
}

std::optional<SharedFile> shared_file(Descriptor descriptor, std::string_view type, std::string_view encoding) {
    struct stat facts {};
    if (!descriptor || ::fstat(descriptor.get(), &facts) != 0) return std::nullopt;
    return SharedFile{
        std::move(descriptor), static_cast<uint64_t>(facts.st_size), std::string(type), std::string(encoding),
        fmt::format("\"{:x}-{:x}.{:x}{}\"", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, encoding)};
}

Result<Descriptor> open_folder(const fs::path& folder) {
    Descriptor opened(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!opened)
        return fail(ErrorKind::environment,
                    fmt::format("{} cannot be opened: {}.", folder.string(), std::strerror(errno)));
    return opened;
}

} // namespace

Result<SharedFiles> SharedFiles::open(const fs::path& page, const std::vector<fs::path>& shared) {
    SharedFiles files;
    auto opened = open_folder(page);
    if (!opened) return tl::unexpected(opened.error());
    files.page_ = std::move(*opened);
    for (const fs::path& path : shared) {
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        if (error)
            return fail(ErrorKind::usage, fmt::format("There is no file or folder '{}'.", path.string()),
                        "name lessons, scenes or folders");
        const bool is_folder = fs::is_directory(real, error);
        auto folder = open_folder(is_folder ? real : real.parent_path());
        if (!folder) return tl::unexpected(folder.error());
        const std::string name = real.filename().string();
        if (parts_of(name).size() != 1)
            return fail(ErrorKind::usage, fmt::format("'{}' is hidden or the root folder.", path.string()),
                        "share a folder with a plain name");
        if (!files.shared_.try_emplace(name, Shared{std::move(*folder), is_folder ? "" : name}).second)
            return fail(ErrorKind::usage, fmt::format("Two of the files have the name '{}'.", name), "rename one");
    }
    return files;
}

std::optional<SharedFile> SharedFiles::find(std::string_view path, std::string_view accepted_encodings) const {
    if (!path.starts_with('/')) return std::nullopt;
    path.remove_prefix(1);
    std::vector<std::string> parts = parts_of(path.empty() ? "index.html" : path);
    if (parts.empty()) return std::nullopt;
    if (parts.front() != "files") {
        const std::string_view type = type_in(page_types, parts.back());
        const std::string name = parts.back();
        if (constexpr std::string_view encoding = "gzip"; accepted_encodings.find(encoding) != std::string_view::npos) {
            parts.back() += ".gz";
            if (auto file = shared_file(open_below(page_.get(), parts), type, encoding)) return file;
            parts.back() = name;
        }
        return shared_file(open_below(page_.get(), parts), type, "");
    }
    const auto shared = parts.size() > 1 ? shared_.find(parts[1]) : shared_.end();
    if (shared == shared_.end()) return std::nullopt;
    const bool is_file = !shared->second.file.empty();
    if (is_file != (parts.size() == 2)) return std::nullopt;
    const std::span<const std::string> below = std::span(parts).subspan(is_file ? 1 : 2);
    return shared_file(open_below(shared->second.folder.get(), below), type_in(shared_types, parts.back()), "");
}

std::vector<std::string> SharedFiles::names() const {
    std::vector<std::string> names;
    for (const auto& [name, shared] : shared_) names.push_back(name);
    return names;
}

} // namespace warpscope::serve
