#include "compile/source_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "base/hash.hpp"
#include "compile/prelude.hpp"

namespace warpscope::compile {
namespace {

struct Include {
    std::string_view name;
    bool in_quotes = false;
};

/// What `line` includes by name; the name is empty where it is no such directive.
Include include_in(std::string_view line) {
    const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    skip_blanks();
    if (!line.starts_with('#')) return {};
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with("include")) return {};
    line.remove_prefix(7);
    skip_blanks();
    if (!line.starts_with('"') && !line.starts_with('<')) return {};
    const bool in_quotes = line.starts_with('"');
    const size_t end = line.find(in_quotes ? '"' : '>', 1);
    return end == std::string_view::npos ? Include{} : Include{line.substr(1, end - 1), in_quotes};
}

class Collector {
public:
    explicit Collector(std::filesystem::path kernel_folder)
        : kernel_folder_(std::move(kernel_folder)) {}

    void add_from(std::string_view source, const std::filesystem::path& own_folder) {
        while (!source.empty()) {
            const size_t end = source.find('\n');
            const Include include = include_in(source.substr(0, end));
            source.remove_prefix(end == std::string_view::npos ? source.size() : end + 1);
            if (include.name.empty()) continue;
            add(include, own_folder);
            add(include, kernel_folder_);
        }
    }

    std::vector<IncludedFile> files;

private:
    void add(const Include& include, const std::filesystem::path& folder) {
        const std::filesystem::path path = (folder / include.name).lexically_normal();
        std::error_code error;
        if (!seen_.emplace(path.string(), include.in_quotes).second || !std::filesystem::is_regular_file(path, error))
            return;
        std::ifstream stream(path, std::ios::binary);
        files.push_back(
            {std::string(include.name), include.in_quotes, path, {std::istreambuf_iterator<char>(stream), {}}});
        const std::string text = files.back().text;
        add_from(text, path.parent_path());
    }

    std::filesystem::path kernel_folder_;
    std::set<std::pair<std::string, bool>> seen_;
};

} // namespace

std::filesystem::path folder_of(const CompileRequest& request) {
    const auto folder = request.folder.empty() ? std::filesystem::path(request.file).parent_path() : request.folder;
    return folder.empty() ? "." : folder;
}

std::vector<IncludedFile> included_files(const CompileRequest& request) {
    const std::filesystem::path folder = folder_of(request);
    Collector collector(folder);
    collector.add_from(request.source, folder);
    return std::move(collector.files);
}

OwnHeaders own_headers(const std::filesystem::path& kernel) {
    std::ifstream stream(kernel, std::ios::binary);
    CompileRequest request;
    request.source.assign(std::istreambuf_iterator<char>(stream), {});
    request.file = kernel.string();
    const std::vector<IncludedFile> included = included_files(request);
    OwnHeaders headers{{}, hash_of(included)};
    for (const IncludedFile& file : included)
        if (std::ranges::find(headers.files, file.path) == headers.files.end()) headers.files.push_back(file.path);
    return headers;
}

uint64_t hash_of(const std::vector<IncludedFile>& files) {
    uint64_t hash = fnv_offset;
    for (const IncludedFile& file : files) hash = fnv1a(file.text, fnv1a(file.name, hash));
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
        {"exception", "nothing.h"},
        {"map", "nothing.h"},
        {"memory", "nothing.h"},
        {"mutex", "nothing.h"},
        {"set", "nothing.h"},
        {"sstream", "nothing.h"},
        {"stdexcept", "nothing.h"},
        {"sys/time.h", "nothing.h"},
        {"thread", "nothing.h"},
        {"unistd.h", "nothing.h"},
        {"unordered_map", "nothing.h"},
        {"helper_string.h", "nothing.h"},
        {"stdbool.h", "nothing.h"}, // C++ has its contents
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
        {"array", "ws_std_tuple.h"},
        {"functional", "ws_std.h"},
        {"initializer_list", "ws_std_lists.h"},
        {"iterator", "ws_std_lists.h"},
        {"limits", "ws_std_limits.h"},
        {"new", "nothing.h"},
        {"tuple", "ws_std_tuple.h"},
        {"type_traits", "ws_std_traits.h"},
        {"utility", "ws_std_tuple.h"},
        {"cuda/std/algorithm", "ws_cuda_std.h"},
        {"cuda/std/array", "ws_cuda_std.h"},
        {"cuda/std/atomic", "cuda/atomic"},
        {"cuda/std/barrier", "cuda/barrier"},
        {"cuda/std/bit", "ws_cuda_std.h"},
        {"cuda/std/cassert", "assert.h"},
        {"cuda/std/cfloat", "float.h"},
        {"cuda/std/climits", "limits.h"},
        {"cuda/std/cmath", "ws_cuda_std.h"},
        {"cuda/std/cstddef", "ws_cuda_std.h"},
        {"cuda/std/cstdint", "ws_cuda_std.h"},
        {"cuda/std/cstring", "ws_cuda_std.h"},
        {"cuda/std/functional", "ws_cuda_std.h"},
        {"cuda/std/initializer_list", "ws_cuda_std.h"},
        {"cuda/std/iterator", "ws_cuda_std.h"},
        {"cuda/std/latch", "cuda/latch"},
        {"cuda/std/limits", "ws_cuda_std.h"},
        {"cuda/std/semaphore", "cuda/semaphore"},
        {"cuda/std/span", "ws_cuda_span.h"},
        {"cuda/std/tuple", "ws_cuda_std.h"},
        {"cuda/std/type_traits", "ws_cuda_std.h"},
        {"cuda/std/utility", "ws_cuda_std.h"},
    };
    return aliases;
}

} // namespace warpscope::compile
