#include "compile/ptx_files.hpp"

namespace warpscope::compile {
namespace {

std::string normal(std::string_view path) { return std::filesystem::path(path).lexically_normal().string(); }

/// Whether `path` is `file`, or `file` seen from some folder.
bool names(std::string_view path, std::string_view file) {
    return path == file || (path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
}

/// `path` as the user would name it.
std::string as_given(std::string_view path, std::string_view file, const std::string& folder) {
    if (names(path, file) || names(normal(path), normal(file))) return std::string(file);
    const std::string clean = normal(path);
    if (!lies_below(clean, folder)) return std::string(path);
    return (std::filesystem::path(file).parent_path() / std::string_view(clean).substr(folder.size() + 1)).string();
}

} // namespace

bool lies_below(std::string_view path, std::string_view folder) {
    return !folder.empty() && path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
}

std::string with_files_as_given(std::string ptx, std::string_view file, const std::filesystem::path& folder) {
    std::error_code error;
    std::string own_folder = normal(std::filesystem::absolute(folder, error).string());
    if (own_folder.ends_with('/')) own_folder.pop_back();
    for (size_t line = 0; line < ptx.size();) {
        const size_t end = std::min(ptx.find('\n', line), ptx.size());
        const size_t start = ptx.find_first_not_of(" \t", line);
        line = end + 1;
        if (start == std::string::npos || start >= end || ptx.compare(start, 5, ".file") != 0) continue;
        const size_t open = ptx.find('"', start);
        const size_t close = open < end ? ptx.find('"', open + 1) : std::string::npos;
        if (close == std::string::npos || close >= end) continue;
        const size_t length = close - open - 1;
        const std::string name = as_given(std::string_view(ptx).substr(open + 1, length), file, own_folder);
        ptx.replace(open + 1, length, name);
        line = end + 1 + name.size() - length;
    }
    return ptx;
}

} // namespace warpscope::compile
