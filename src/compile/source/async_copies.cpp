#include "compile/source/async_copies.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/source/includes.hpp"
#include "compile/source/tokens.hpp"

namespace warpscope::compile {
namespace {

constexpr std::string_view barrier_objects = "cuda::barrier is an mbarrier";

std::string reason_in(std::string_view text) {
    if (text.find("memcpy_async") == std::string_view::npos && text.find("barrier") == std::string_view::npos)
        return {};
    const std::vector<Token> tokens = tokens_of(text);
    for (size_t k = 0; k < tokens.size(); ++k) {
        const Token& token = tokens[k];
        if (token.kind == TokenKind::directive) {
            const Directive directive = directive_in(token.text);
            if (directive.name == "include" && directive.rest.starts_with("<cuda/barrier>"))
                return std::string(barrier_objects);
            if (directive.name != "define") continue;
            if (std::string reason = reason_in(directive.rest); !reason.empty()) return reason;
        }
        if (token.is("memcpy_async") || token.is("__pipeline_memcpy_async"))
            return fmt::format("{} copies asynchronously", token.text);
        if (token.is("awbarrier") || (token.is_word() && token.text.starts_with("__mbarrier_")))
            return fmt::format("{} is of an mbarrier", token.text);
        if (token.is("barrier") && k >= 2 && tokens[k - 1].is("::") && tokens[k - 2].is("cuda"))
            return std::string(barrier_objects);
    }
    return {};
}

bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder) {
    const std::filesystem::path way = file.lexically_relative(folder.lexically_normal());
    return !way.empty() && *way.begin() != "..";
}

} // namespace

std::string reason_for_compute_80(const CompileRequest& request) {
    if (std::string own = reason_in(request.source); !own.empty()) return own;
    // A toolkit's headers name all that there is.
    std::vector<std::filesystem::path> toolkits;
    std::error_code error;
    for (const std::filesystem::path& folder : request.include_folders)
        if (std::filesystem::exists(folder / "cuda_runtime_api.h", error)) toolkits.push_back(folder);
    for (const IncludedFile& file : included_files(request)) {
        const auto holds = [&](const std::filesystem::path& folder) { return lies_below(file.path, folder); };
        if (std::ranges::any_of(toolkits, holds)) continue;
        if (std::string reason = reason_in(file.text); !reason.empty()) return reason;
    }
    return {};
}

} // namespace warpscope::compile
