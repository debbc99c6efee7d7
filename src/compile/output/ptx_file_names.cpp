#include "compile/output/ptx_file_names.hpp"

namespace warpscope::compile {
namespace {

using Path = std::filesystem::path;

bool lie_together(const Path& a, const Path& b) {
    if (!a.is_absolute() || !b.is_absolute()) return false;
    const Path below_root_a = a.relative_path(), below_root_b = b.relative_path();
    if (below_root_a.empty() || below_root_b.empty()) return true;
    return *below_root_a.begin() == *below_root_b.begin();
}

std::string as_given(std::string_view path, const KernelFile& kernel) {
    const Path clean = Path(path).lexically_normal();
    if (clean == kernel.path) return kernel.name;
    if (!lie_together(clean, kernel.folder)) return std::string(path);
    return (Path(kernel.name).parent_path() / clean.lexically_relative(kernel.folder)).lexically_normal().string();
}

} // namespace

bool is_below_folder(std::string_view path, std::string_view folder) {
    return !folder.empty() && path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
}

std::string with_file_names(std::string ptx, const std::function<std::string(std::string_view path)>& name_of) {
    for (size_t line = 0; line < ptx.size();) {
        const size_t end = std::min(ptx.find('\n', line), ptx.size());
        const size_t start = ptx.find_first_not_of(" \t", line);
        line = end + 1;
        if (start == std::string::npos || start >= end || ptx.compare(start, 5, ".file") != 0) continue;
        const size_t open = ptx.find('"', start);
        const size_t close = open < end ? ptx.find('"', open + 1) : std::string::npos;
        if (close == std::string::npos || close >= end) continue;
        const size_t length = close - open - 1;
        const std::string name = name_of(std::string_view(ptx).substr(open + 1, length));
        ptx.replace(open + 1, length, name);
        line = end + 1 + name.size() - length;
    }
    return ptx;
}

std::string with_files_as_given(std::string ptx, KernelFile kernel) {
    kernel.path = kernel.path.lexically_normal();
    return with_file_names(std::move(ptx), [&](std::string_view path) { return as_given(path, kernel); });
}

} // namespace warpscope::compile
