#include "ptx/rewrite/rounding.hpp"

#include <algorithm>
#include <array>

#include "ptx/lexer.hpp"

namespace warpscope::ptx {
namespace {

template<size_t Count>
constexpr bool is_one_of(std::string_view word, const std::array<std::string_view, Count>& words) {
    return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 3> contracted{"add", "sub", "mul"};
constexpr std::array<std::string_view, 4> rounding_modes{".rn", ".rz", ".rm", ".rp"};
constexpr std::array<std::string_view, 7> floating_types{".f16", ".f16x2", ".bf16", ".bf16x2",
                                                         ".f32", ".f32x2", ".f64"};

/// Returns whether a floating-point operation has no rounding mode. Consumes suffixes.
bool rounds_as_it_likes(TokenStream& tokens, const char* end) {
    bool floating = false, says = false;
    while (tokens.at(TokenKind::dot_word) && tokens.peek().text.data() == end) {
        const std::string_view suffix = tokens.next().text;
        floating |= is_one_of(suffix, floating_types);
        says |= is_one_of(suffix, rounding_modes);
        end = suffix.data() + suffix.size();
    }
    return floating && !says;
}

} // namespace

Uncontracted without_contraction(std::string_view ptx) {
    Uncontracted out;
    TokenStream tokens(ptx, "kernel.ptx");
    size_t copied = 0;
    while (!tokens.at_end()) {
        const Token token = tokens.next();
        if (token.kind != TokenKind::identifier || !is_one_of(token.text, contracted)) continue;
        const char* const end = token.text.data() + token.text.size();
        if (!rounds_as_it_likes(tokens, end)) continue;
        // The rounding mode comes first: add{.rnd}{.ftz}{.sat}.f32.
        const auto place = static_cast<size_t>(end - ptx.data());
        out.text += ptx.substr(copied, place - copied);
        out.text += ".rn";
        copied = place;
        ++out.changed;
    }
    if (tokens.failed()) return {std::string(ptx), 0};
    out.text += ptx.substr(copied);
    return out;
}

} // namespace warpscope::ptx
