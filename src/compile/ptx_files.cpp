#include "compile/ptx_files.hpp"

#include <filesystem>

namespace warpscope::compile {
namespace {

std::string normal(std::string_view path) { return std::filesystem::path(path).lexically_normal().string(); }

/// Whether `path` is `file`, or `file` seen from some folder.
bool names(std::string_view path, std::string_view file) {
    return path == file || (path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
}

} // namespace

std::string with_file_as_given(std::string ptx, std::string_view file) {
    for (size_t line = 0; line < ptx.size();) {
        const size_t end = std::min(ptx.find('\n', line), ptx.size());
        const size_t start = ptx.find_first_not_of(" \t", line);
        line = end + 1;
        if (start == std::string::npos || start >= end || ptx.compare(start, 5, ".file") != 0) continue;
        const size_t open = ptx.find('"', start);
        const size_t close = open < end ? ptx.find('"', open + 1) : std::string::npos;
        if (close == std::string::npos || close >= end) continue;
        const std::string path = ptx.substr(open + 1, close - open - 1);
        if (!names(path, file) && !names(normal(path), normal(file))) continue;
        ptx.replace(open + 1, close - open - 1, file);
        line = ptx.find('\n', open) == std::string::npos ? ptx.size() : ptx.find('\n', open) + 1;
    }
    return ptx;
}

} // namespace warpscope::compile
