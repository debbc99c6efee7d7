#include "compile/source_files.hpp"

#include <fstream>
#include <iterator>
#include <set>

#include "base/hash.hpp"
#include "compile/prelude.hpp"

namespace warpscope::compile {
namespace {

/// Name in `#include "name"` when `line` is such a directive; empty otherwise.
std::string_view quoted_include(std::string_view line) {
    const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip_blanks();
    if (!line.starts_with('#')) return {};
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with("include")) return {};
    line.remove_prefix(7);
    skip_blanks();
    if (!line.starts_with('"')) return {};
    return line.substr(1, line.find('"', 1) - 1);
}

void add_includes(std::string_view source, const std::filesystem::path& folder, std::set<std::string>& seen,
                  uint64_t& hash) {
    while (!source.empty()) {
        const size_t end = source.find('\n');
        const std::string_view name = quoted_include(source.substr(0, end));
        source.remove_prefix(end == std::string_view::npos ? source.size() : end + 1);
        if (name.empty()) continue;
        const std::filesystem::path path = folder / name;
        if (!seen.insert(path.lexically_normal().string()).second) continue;
        std::error_code error;
        if (!std::filesystem::is_regular_file(path, error)) continue;
        std::ifstream stream(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        hash = fnv1a(text, fnv1a(name, hash));
        add_includes(text, path.parent_path(), seen, hash);
    }
}

} // namespace

std::filesystem::path folder_of(const std::string& file) {
    const std::filesystem::path parent = std::filesystem::path(file).parent_path();
    return parent.empty() ? std::filesystem::path(".") : parent;
}

uint64_t hash_of_includes(std::string_view source, const std::filesystem::path& folder) {
    std::set<std::string> seen;
    uint64_t hash = fnv_offset;
    add_includes(source, folder, seen, hash);
    return hash;
}

const std::vector<std::pair<std::string_view, std::string_view>>& header_aliases() {
    static const std::vector<std::pair<std::string_view, std::string_view>> aliases{
        {"cuda.h", "nothing.h"},
        {"cuda_runtime.h", "nothing.h"},
        {"cuda_runtime_api.h", "nothing.h"},
        {"device_launch_parameters.h", "nothing.h"},
        {"device_functions.h", "nothing.h"},
        {"cuda_profiler_api.h", "nothing.h"},
        {"vector_types.h", "nothing.h"},
        {"vector_functions.h", "nothing.h"},
        {"sm_20_intrinsics.h", "nothing.h"},
        {"sm_30_intrinsics.h", "nothing.h"},
        {"device_atomic_functions.h", "nothing.h"},
        // Of the CUDA samples and of host code: what they declare is of no use in a kernel.
        {"helper_cuda.h", "nothing.h"},
        {"helper_functions.h", "nothing.h"},
        {"helper_timer.h", "nothing.h"},
        {"iostream", "nothing.h"},
        {"iomanip", "nothing.h"},
        {"fstream", "nothing.h"},
        {"vector", "nothing.h"},
        {"string", "nothing.h"},
        {"chrono", "nothing.h"},
        {"random", "nothing.h"},
        {"time.h", "nothing.h"},
        {"ctime", "nothing.h"},
        {"math_constants.h", "math.h"},
        {"math_functions.h", "math.h"},
        {"cassert", "assert.h"},
        {"cfloat", "float.h"},
        {"climits", "limits.h"},
        {"cmath", "ws_std_names.h"},
        {"cstddef", "ws_std_names.h"},
        {"cstdint", "ws_std_names.h"},
        {"cstdio", "stdio.h"},
        {"cstdlib", "stdlib.h"},
        {"cstring", "ws_std_names.h"},
        {"algorithm", "ws_std.h"},
        {"array", "ws_std.h"},
        {"functional", "ws_std.h"},
        {"limits", "ws_std_limits.h"},
        {"new", "nothing.h"},
        {"type_traits", "ws_std_traits.h"},
        {"utility", "ws_std.h"},
        {"cuda/std/algorithm", "ws_cuda_std.h"},
        {"cuda/std/array", "ws_cuda_std.h"},
        {"cuda/std/atomic", "cuda/atomic"},
        {"cuda/std/cmath", "ws_cuda_std.h"},
        {"cuda/std/cstddef", "ws_cuda_std.h"},
        {"cuda/std/cstdint", "ws_cuda_std.h"},
        {"cuda/std/cstring", "ws_cuda_std.h"},
        {"cuda/std/functional", "ws_cuda_std.h"},
        {"cuda/std/limits", "ws_cuda_std.h"},
        {"cuda/std/type_traits", "ws_cuda_std.h"},
        {"cuda/std/utility", "ws_cuda_std.h"},
    };
    return aliases;
}

} // namespace warpscope::compile
