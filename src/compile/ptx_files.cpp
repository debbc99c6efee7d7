#include "compile/ptx_files.hpp"

#include <filesystem>

namespace warpscope::compile {

std::string with_file_as_given(std::string ptx, std::string_view file) {
    const std::string normal = std::filesystem::path(file).lexically_normal().string();
    for (size_t line = 0; line < ptx.size();) {
        const size_t end = std::min(ptx.find('\n', line), ptx.size());
        const size_t start = ptx.find_first_not_of(" \t", line);
        line = end + 1;
        if (start == std::string::npos || start >= end || ptx.compare(start, 5, ".file") != 0) continue;
        const size_t open = ptx.find('"', start);
        const size_t close = open < end ? ptx.find('"', open + 1) : std::string::npos;
        if (close == std::string::npos || close >= end) continue;
        const std::string path =
            std::filesystem::path(ptx.substr(open + 1, close - open - 1)).lexically_normal().string();
        if (path != normal && !path.ends_with("/" + normal)) continue;
        ptx.replace(open + 1, close - open - 1, file);
        line = ptx.find('\n', open) == std::string::npos ? ptx.size() : ptx.find('\n', open) + 1;
    }
    return ptx;
}

} // namespace warpscope::compile
