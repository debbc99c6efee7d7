#include "compile/source/includes.hpp"

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/include_directives.hpp"
#include "compile/text_headers.hpp"

namespace warpscope::compile {
namespace {

struct Include {
    std::string name;
    bool in_quotes = false;
    friend auto operator<=>(const Include&, const Include&) = default;
};

Include first_name_in(std::string_view text) {
    const size_t begin = std::min(text.find_first_of("\"<"), text.size());
    text.remove_prefix(begin);
    if (text.empty()) return {};
    const bool in_quotes = text.starts_with('"');
    const size_t end = text.find(in_quotes ? '"' : '>', 1);
    return end == std::string_view::npos ? Include{} : Include{std::string(text.substr(1, end - 1)), in_quotes};
}

bool is_header_name(const std::filesystem::path& path) {
    static const std::set<std::string> endings{".h",   ".hh",  ".hpp", ".hxx", ".cuh", ".cu",
                                               ".inc", ".inl", ".ipp", ".tpp", ".def"};
    return endings.contains(path.extension().string());
}

std::string last_word_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\f\v\r";
    text = text.substr(0, text.find("//"));
    const size_t end = text.find_last_not_of(blanks);
    if (end == std::string_view::npos) return {};
    text = text.substr(0, end + 1);
    const size_t before = text.find_last_of(blanks);
    return std::string(before == std::string_view::npos ? text : text.substr(before + 1));
}

std::string text_of(const std::filesystem::path& path) { return read_file(path).value_or(""); }

constexpr uintmax_t large = uintmax_t{1} << 20;

class Collector {
public:
    Collector(std::filesystem::path kernel_folder, std::vector<std::filesystem::path> include_folders)
        : kernel_folder_(std::move(kernel_folder))
        , include_folders_(std::move(include_folders)) {}

    void add_from(std::string_view source, const std::filesystem::path& own_folder) {
        for (const FileDirective& directive : file_directives_of(source)) {
            if (directive.word == "embed") continue;
            if (directive.word == "define") {
                add_definition(directive.text);
            } else if (directive.text.starts_with('"') || directive.text.starts_with('<')) {
                const Include named = first_name_in(directive.text);
                add(named, own_folder);
                add(named, kernel_folder_);
                for (const std::filesystem::path& folder : include_folders_) add(named, folder);
            } else if (!directive.text.empty()) {
                by_macro_.insert(own_folder);
                by_macro_.insert(kernel_folder_);
                by_macro_.insert(include_folders_.begin(), include_folders_.end());
            }
        }
    }

    void add_definition(std::string_view text) {
        if (Include named = first_name_in(text); !named.name.empty())
            names_in_macros_.insert(std::move(named));
        else if (std::string bare = last_word_of(text); is_header_name(bare))
            names_in_macros_.insert({std::move(bare), true});
    }

    /// Repeats, because found files may define more macros.
    void add_named_by_macros() {
        for (size_t before = 0; before != seen_.size() + by_macro_.size() + names_in_macros_.size();) {
            before = seen_.size() + by_macro_.size() + names_in_macros_.size();
            for (const std::filesystem::path& folder : std::set(by_macro_)) {
                for (const Include& named : std::set(names_in_macros_)) add(named, folder);
                add_headers_of(folder);
            }
        }
    }

    std::vector<IncludedFile> files;

private:
    void add(const Include& include, const std::filesystem::path& folder) {
        const std::filesystem::path path = (folder / include.name).lexically_normal();
        std::error_code error;
        if (include.name.empty() || !seen_.emplace(path.string(), include.in_quotes).second ||
            !std::filesystem::is_regular_file(path, error))
            return;
        add_file({include.name, include.in_quotes, path, text_of(path)});
    }

    void add_headers_of(const std::filesystem::path& folder) {
        std::error_code error;
        std::set<std::filesystem::path> headers;
        for (const auto& entry : std::filesystem::directory_iterator(folder, error))
            if (is_header_name(entry.path()) && entry.is_regular_file(error)) headers.insert(entry.path());
        for (const std::filesystem::path& header : headers) {
            const std::filesystem::path path = header.lexically_normal();
            if (!seen_.emplace(path.string(), false).second) continue;
            const uintmax_t size = std::filesystem::file_size(path, error);
            const auto time =
                static_cast<int64_t>(std::filesystem::last_write_time(path, error).time_since_epoch().count());
            add_file({header.filename().string(), false, path,
                      size > large ? std::to_string(size) + " " + std::to_string(time) : text_of(path)});
        }
    }

    void add_file(IncludedFile file) {
        files.push_back(file);
        add_from(file.text, file.path.parent_path());
    }

    std::filesystem::path kernel_folder_;
    std::vector<std::filesystem::path> include_folders_;
    std::set<std::pair<std::string, bool>> seen_;
    std::set<std::filesystem::path> by_macro_; // folders of files with an `#include` that names a macro
    std::set<Include> names_in_macros_;
};

} // namespace

std::filesystem::path folder_of(const CompileRequest& request) {
    const auto folder = request.folder.empty() ? std::filesystem::path(request.file).parent_path() : request.folder;
    return folder.empty() ? "." : folder;
}

std::filesystem::path absolute_folder_of(const CompileRequest& request) {
    std::error_code error;
    const auto folder = std::filesystem::absolute(folder_of(request), error).lexically_normal();
    return folder.has_filename() ? folder : folder.parent_path();
}

std::vector<IncludedFile> included_files(const CompileRequest& request) {
    const std::filesystem::path folder = folder_of(request);
    Collector collector(folder, request.include_folders);
    for (const auto& [name, value] : request.defines) collector.add_definition(value);
    collector.add_from(request.source, folder);
    collector.add_named_by_macros();
    return std::move(collector.files);
}

OwnHeaders own_headers(const std::filesystem::path& kernel, const std::vector<std::filesystem::path>& include_folders,
                       const std::vector<std::pair<std::string, std::string>>& defines) {
    return own_headers_of_text(text_of(kernel), kernel, include_folders, defines);
}

OwnHeaders own_headers_of_text(const std::string& text, const std::filesystem::path& kernel,
                               const std::vector<std::filesystem::path>& include_folders,
                               const std::vector<std::pair<std::string, std::string>>& defines) {
    CompileRequest request;
    request.source = text;
    request.file = kernel.string();
    request.include_folders = include_folders;
    request.defines = defines;
    const std::vector<IncludedFile> included = included_files(request);
    OwnHeaders headers{{}, hash_of(included)};
    for (const IncludedFile& file : included)
        if (std::ranges::find(headers.files, file.path) == headers.files.end()) headers.files.push_back(file.path);
    return headers;
}

bool is_next_to_kernel(std::string_view name, const std::vector<IncludedFile>& own, const CompileRequest& request) {
    const std::filesystem::path path = (folder_of(request) / name).lexically_normal();
    return std::ranges::any_of(own, [&](const IncludedFile& file) { return file.name == name && file.path == path; });
}

uint64_t hash_of(const std::vector<IncludedFile>& files) {
    uint64_t hash = fnv_offset;
    for (const IncludedFile& file : files) hash = fnv1a(file.text, fnv1a(file.name, hash));
    return hash;
}

const std::vector<std::pair<std::string_view, std::string_view>>& header_aliases() {
    static const std::vector<std::pair<std::string_view, std::string_view>> aliases{
        {"cuda.h", "empty.h"},
        {"cuda_runtime.h", "empty.h"},
        {"cuda_runtime_api.h", "empty.h"},
        {"device_launch_parameters.h", "empty.h"},
        {"device_functions.h", "empty.h"},
        {"cuda_profiler_api.h", "empty.h"},
        {"vector_types.h", "empty.h"},
        {"vector_functions.h", "empty.h"},
        {"alloca.h", "empty.h"},
        {"sm_20_intrinsics.h", "empty.h"},
        {"sm_30_intrinsics.h", "empty.h"},
        {"device_atomic_functions.h", "empty.h"},
        {"helper_cuda.h", "empty.h"},
        {"helper_functions.h", "empty.h"},
        {"helper_timer.h", "empty.h"},
        {"iostream", "empty.h"},
        {"iomanip", "empty.h"},
        {"fstream", "empty.h"},
        {"vector", "empty.h"},
        {"string", "empty.h"},
        {"chrono", "empty.h"},
        {"exception", "empty.h"},
        {"map", "empty.h"},
        {"memory", "empty.h"},
        {"mutex", "empty.h"},
        {"set", "empty.h"},
        {"sstream", "empty.h"},
        {"stdexcept", "empty.h"},
        {"sys/time.h", "empty.h"},
        {"thread", "empty.h"},
        {"unistd.h", "empty.h"},
        {"unordered_map", "empty.h"},
        {"helper_string.h", "empty.h"},
        {"stdbool.h", "empty.h"}, // bool is a keyword in C++
        {"random", "empty.h"},
        {"time.h", "empty.h"},
        {"ctime", "empty.h"},
        {"math_constants.h", "math.h"},
        {"math_functions.h", "math.h"},
        {"cassert", "assert.h"},
        {"cfloat", "float.h"},
        {"climits", "limits.h"},
        {"cmath", "warpscope/std/std_names.h"},
        {"cstddef", "warpscope/std/std_names.h"},
        {"cstdint", "warpscope/std/std_names.h"},
        {"cstdio", "stdio.h"},
        {"cstdlib", "stdlib.h"},
        {"cstring", "warpscope/std/std_names.h"},
        {"algorithm", "warpscope/std/std.h"},
        {"array", "warpscope/std/tuple.h"},
        {"functional", "warpscope/std/std.h"},
        {"initializer_list", "warpscope/std/initializer_list.h"},
        {"iterator", "warpscope/std/initializer_list.h"},
        {"limits", "warpscope/std/limits.h"},
        {"new", "empty.h"},
        {"tuple", "warpscope/std/tuple.h"},
        {"type_traits", "warpscope/std/type_traits.h"},
        {"utility", "warpscope/std/tuple.h"},
        {"cuda/std/algorithm", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/array", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/atomic", "cuda/atomic"},
        {"cuda/std/barrier", "cuda/barrier"},
        {"cuda/std/bit", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/cassert", "assert.h"},
        {"cuda/std/chrono", "warpscope/libcudacxx/chrono.h"},
        {"cuda/std/cfloat", "float.h"},
        {"cuda/std/climits", "limits.h"},
        {"cuda/std/cmath", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/complex", "warpscope/libcudacxx/complex.h"},
        {"cuda/std/cstddef", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/cstdint", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/cstdlib", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/cstring", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/functional", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/initializer_list", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/iterator", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/latch", "cuda/latch"},
        {"cuda/std/limits", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/optional", "warpscope/libcudacxx/optional.h"},
        {"cuda/std/ratio", "warpscope/libcudacxx/chrono.h"},
        {"cuda/std/semaphore", "cuda/semaphore"},
        {"cuda/std/span", "warpscope/libcudacxx/span.h"},
        {"cuda/std/tuple", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/type_traits", "warpscope/libcudacxx/cuda_std.h"},
        {"cuda/std/utility", "warpscope/libcudacxx/cuda_std.h"},
    };
    return aliases;
}

} // namespace warpscope::compile
