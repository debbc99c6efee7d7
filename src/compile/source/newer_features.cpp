#include "compile/source/newer_features.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compile/source/includes.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

Message barrier_objects() { return msg("cuda::barrier is an mbarrier"); }

/// Records whether a text multiplies matrices, and whether it uses matrix types that need newer GPUs.
struct Matrices {
    bool multiplied = false, newer = false;

    void look(const source::Token& token) {
        const auto has = [&](std::string_view words) { return token.text.find(words) != std::string_view::npos; };
        if (token.kind == source::TokenKind::string) { // inline PTX
            multiplied |= has("mma.sync");
            newer |=
                has(".tf32") || has(".bf16") || has("mma.sync.aligned.m16n8k16") || has("mma.sync.aligned.m16n8k4");
        } else if (token.is_word()) {
            multiplied |= token.is("wmma");
            newer |= token.is("tf32") || has("bfloat16");
        }
    }
    [[nodiscard]] bool need_newer() const { return multiplied && newer; }
};

Message reason_in(std::string_view text, Matrices& matrices) {
    const auto names = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
    if (!names("memcpy_async") && !names("barrier") && !names("mma") && !names("tf32") && !names("bf") &&
        !names("__reduce_"))
        return {};
    const source::Tokens tokens = source::tokens_of(text);
    bool includes_barrier = false;
    for (size_t k = 0; k < tokens.size(); ++k) {
        const source::Token& token = tokens[k];
        if (token.kind == source::TokenKind::directive) {
            const source::Directive directive = source::directive_in(token.text);
            includes_barrier |= directive.name == "include" && directive.rest.starts_with("<cuda/barrier>");
            if (directive.name != "define") continue;
            if (Message reason = reason_in(directive.rest, matrices); !reason.empty()) return reason;
        }
        if (token.is("memcpy_async") || token.is("__pipeline_memcpy_async"))
            return msg("{} copies asynchronously", token.text);
        if (token.is("awbarrier") || (token.is_word() && token.text.starts_with("__mbarrier_")))
            return msg("{} belongs to an mbarrier", token.text);
        if (token.is_word() && token.text.starts_with("__reduce_") && token.text.ends_with("_sync"))
            return msg("{} is an instruction", token.text);
        const bool is_qualified = k >= 2 && tokens[k - 1].is("::");
        if (token.is("barrier") && (is_qualified ? tokens[k - 2].is("cuda") : includes_barrier))
            return barrier_objects();
        matrices.look(token);
    }
    return matrices.need_newer() ? msg("matrices of tf32 and bf16 and larger ones of halves are multiplied")
                                 : Message();
}

bool is_below_folder(const std::filesystem::path& file, const std::filesystem::path& folder) {
    const std::filesystem::path way = file.lexically_relative(folder.lexically_normal());
    return !way.empty() && *way.begin() != "..";
}

/// Excludes Toolkit headers, which mention every feature.
std::vector<IncludedFile> own_files(const CompileRequest& request) {
    std::vector<std::filesystem::path> toolkits;
    std::error_code error;
    for (const std::filesystem::path& folder : request.include_folders)
        if (std::filesystem::exists(folder / "cuda_runtime_api.h", error)) toolkits.push_back(folder);
    std::vector<IncludedFile> files = included_files(request);
    std::erase_if(files, [&](const IncludedFile& file) {
        return std::ranges::any_of(
            toolkits, [&](const std::filesystem::path& folder) { return is_below_folder(file.path, folder); });
    });
    return files;
}

} // namespace

Message reason_for_compute_80(const CompileRequest& request) {
    Matrices matrices;
    if (Message own = reason_in(request.source, matrices); !own.empty()) return own;
    for (const IncludedFile& file : own_files(request))
        if (Message reason = reason_in(file.text, matrices); !reason.empty()) return reason;
    return {};
}

std::string_view standard_of(std::string_view text) {
    constexpr std::array words{"concept", "requires", "consteval", "constinit", "co_await", "co_yield", "co_return"};
    constexpr std::array headers{"<concepts>", "<ranges>",          "<span>", "<numbers>",
                                 "<compare>",  "<source_location>", "<bit>",  "<coroutine>"};
    const auto holds = [&](const char* word) { return text.find(word) != std::string_view::npos; };
    if (std::ranges::none_of(words, holds) && std::ranges::none_of(headers, holds) && !holds("<=>")) return "c++17";
    const auto is_newer = [&](const source::Token& token) {
        if (token.kind == source::TokenKind::directive) {
            const source::Directive directive = source::directive_in(token.text);
            return directive.name == "include" &&
                   std::ranges::any_of(headers, [&](const char* header) { return directive.rest.starts_with(header); });
        }
        return token.is("<=>") ||
               (token.is_word() && std::ranges::any_of(words, [&](const char* word) { return token.is(word); }));
    };
    return std::ranges::any_of(source::tokens_of(text), is_newer) ? "c++20" : "c++17";
}

std::string_view standard_of(const CompileRequest& request) {
    std::string_view standard = standard_of(request.source);
    for (const auto& [name, text] : request.headers) standard = std::max(standard, standard_of(text));
    for (const IncludedFile& file : own_files(request)) standard = std::max(standard, standard_of(file.text));
    return standard;
}

} // namespace warpscope::compile
