#include "source/shared_declarations.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "source/tokens.hpp"

namespace warpscope::source {
namespace {

bool qualifies(const Token& token) {
    constexpr std::array words{"const", "constexpr", "extern", "static", "volatile", "__restrict__"};
    return std::ranges::any_of(words, [&](const char* word) { return token.is(word); });
}

std::pair<std::string, size_t> type_after(std::string_view source, const Tokens& tokens, size_t at) {
    std::string type;
    size_t i = at + 1;
    for (; i + 1 < tokens.size(); ++i) {
        if ((tokens[i].is("__align__") || tokens[i].is("alignas")) && tokens[i + 1].is("(")) {
            i = closing_bracket(tokens, i + 1);
            continue;
        }
        if (qualifies(tokens[i])) continue;
        const bool is_name = tokens[i].is_word() && (tokens[i + 1].is("[") || tokens[i + 1].is(";") ||
                                                     tokens[i + 1].is(",") || tokens[i + 1].is("="));
        if (is_name || tokens[i].is(";") || tokens[i].is("{")) break;
        const size_t after =
            i + 1 < tokens.size() && tokens[i + 1].is("<") ? after_template_arguments(tokens, i + 1) : i + 1;
        if (!type.empty() && tokens[i].is_word()) type += ' ';
        type += source.substr(tokens[i].begin, tokens[std::max(after, i + 1) - 1].end - tokens[i].begin);
        i = std::max(after, i + 1) - 1;
    }
    return {type, i};
}

/// `at`: token `__shared__`.
void add_arrays(std::string_view source, const Tokens& tokens, size_t at, SharedDeclarations& out) {
    const auto [type, first] = type_after(source, tokens, at);
    for (size_t i = first; i + 1 < tokens.size() && !tokens[i].is(";") && !tokens[i].is("{"); ++i) {
        if (!tokens[i].is_word()) continue;
        SharedDeclaration array{std::string(tokens[i].text), {}, type};
        size_t open = i + 1;
        while (open < tokens.size() && tokens[open].is("[")) {
            const size_t close = closing_bracket(tokens, open);
            if (close >= tokens.size()) return;
            array.extents.emplace_back(text_of(source, tokens, open + 1, close));
            open = close + 1;
        }
        out.arrays.push_back(std::move(array));
        while (open < tokens.size() && !tokens[open].is(",") && !tokens[open].is(";")) ++open;
        i = open - 1;
    }
}

/// Handles `const int N = 16;`, `constexpr unsigned N = 2 * M;`.
void add_constant(std::string_view source, const Tokens& tokens, size_t at, SharedDeclarations& out) {
    for (size_t i = at + 1; i + 2 < tokens.size() && !tokens[i].is(";") && !tokens[i].is("("); ++i) {
        if (!tokens[i].is_word() || !tokens[i + 1].is("=")) continue;
        const auto end =
            std::find_if(tokens.begin() + static_cast<ptrdiff_t>(i) + 2, tokens.end(),
                         [](const Token& token) { return token.is(";") || token.is(",") || token.is("{"); });
        if (end == tokens.end() || end->is("{")) return;
        out.constants.emplace(tokens[i].text,
                              text_of(source, tokens, i + 2, static_cast<size_t>(end - tokens.begin())));
        return;
    }
}

} // namespace

SharedDeclarations shared_declarations(std::string_view source) {
    SharedDeclarations out;
    const Tokens tokens = tokens_of(source);
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (const auto macro = macro_in(tokens[i]); macro && !macro->has_parameters && !macro->body.empty())
            out.constants.emplace(macro->name, macro->body_text);
        else if (tokens[i].is("__shared__"))
            add_arrays(source, tokens, i, out);
        else if (tokens[i].is("const") || tokens[i].is("constexpr"))
            add_constant(source, tokens, i, out);
    }
    return out;
}

} // namespace warpscope::source
