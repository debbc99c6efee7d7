#include "compile/nvrtc/headers.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>

#include "compile/output/ptx_file_names.hpp"
#include "compile/prelude/embedded_headers.hpp"
#include "compile/source/includes.hpp"

namespace warpscope::compile {
namespace {

bool is_toolkits(std::string_view name) {
    return name.starts_with("cuda_") || name.starts_with("cuda/") || name == "cuComplex.h" ||
           name == "curand_kernel.h" || name == "mma.h";
}

/// Returns <cub/cub.cuh> with only device headers, because NVRTC rejects the original.
std::string cub_for_kernels(const std::filesystem::path& toolkit_folder) {
    constexpr std::array<std::string_view, 20> names{"block/block_adjacent_difference",
                                                     "block/block_discontinuity",
                                                     "block/block_exchange",
                                                     "block/block_histogram",
                                                     "block/block_load",
                                                     "block/block_merge_sort",
                                                     "block/block_radix_sort",
                                                     "block/block_reduce",
                                                     "block/block_run_length_decode",
                                                     "block/block_scan",
                                                     "block/block_shuffle",
                                                     "block/block_store",
                                                     "thread/thread_load",
                                                     "thread/thread_operators",
                                                     "thread/thread_reduce",
                                                     "warp/warp_load",
                                                     "warp/warp_merge_sort",
                                                     "warp/warp_reduce",
                                                     "warp/warp_scan",
                                                     "warp/warp_store"};
    std::string out;
    std::error_code error;
    for (const std::string_view name : names)
        for (const char* const folder : {"cccl/cub", "cub"})
            if (std::filesystem::exists(toolkit_folder / folder / fmt::format("{}.cuh", name), error)) {
                out += fmt::format("#include <cub/{}.cuh>\n", name);
                break;
            }
    return out;
}

} // namespace

NvrtcHeaders::NvrtcHeaders(std::string toolkit_folder)
    : toolkit_folder_(std::move(toolkit_folder)) {
    for (const PreludeHeader& header : prelude_headers()) {
        constexpr std::array<std::string_view, 6> for_both{"warpscope/language/alloca.h",
                                                           "warpscope/language/math_constants.h",
                                                           "warpscope/math/promote.h",
                                                           "warpscope/language/warp_values.h",
                                                           "warpscope/language/group_operators.h",
                                                           "warpscope/language/host_types.h"};
        const bool clang_only = header.name.starts_with("warpscope/") && !header.name.starts_with("warpscope/std/") &&
                                std::find(for_both.begin(), for_both.end(), header.name) == for_both.end();
        if (clang_only || header.name == "warpscope/language/warpscope_cuda.h" || is_toolkits(header.name)) continue;
        // Prefers the Toolkit's complete header, although compiling it takes 1 s instead of 10 ms.
        std::error_code error;
        const bool groups = header.name.starts_with("cooperative_groups");
        if (groups && std::filesystem::exists(std::filesystem::path(toolkit_folder_) / header.name, error)) continue;
        headers_.push_back({std::string(header.name), std::string(header.text), false});
    }
    for (const auto& [alias, stand_in] : header_aliases())
        if (!alias.starts_with("cuda/"))
            headers_.push_back(
                {std::string(alias), fmt::format("#include \"{}\"\n", stand_in), is_empty_header(stand_in)});
    if (std::string cub = cub_for_kernels(toolkit_folder_); !cub.empty())
        headers_.push_back({"cub/cub.cuh", std::move(cub), false});
    identity_ = toolkit_folder_;
    for (const Header& header : headers_) identity_ += " " + header.name;
}

NvrtcHeaders::ProvidedHeaders NvrtcHeaders::provided_headers(const CompileRequest& request) const {
    const std::vector<IncludedFile> own = included_files(request);
    ProvidedHeaders provided;
    for (const Header& header : headers_) {
        const bool own_in_quotes = std::ranges::any_of(
            own, [&](const IncludedFile& file) { return file.in_quotes && file.name == header.name; });
        if (!own_in_quotes && !(header.is_empty && is_next_to_kernel(header.name, own, request)))
            provided.push_back(&header);
    }
    return provided;
}

bool NvrtcHeaders::is_header(std::string_view file, const ProvidedHeaders& provided) const {
    if (is_below_folder(file, toolkit_folder_)) return true;
    // NVRTC reports paths in the working folder for headers that are given as text.
    std::error_code error;
    const std::filesystem::path working_folder = std::filesystem::current_path(error);
    return std::ranges::any_of(provided, [&](const Header* header) {
        return file == header->name || file == (working_folder / header->name).string();
    });
}

} // namespace warpscope::compile
