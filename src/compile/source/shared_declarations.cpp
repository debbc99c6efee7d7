// Reads arrays in shared memory, and the constants that their extents name, off a source text.
#include "compile/shared_declarations.hpp"

#include <algorithm>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {
namespace {

/// What stands between two tokens, those left out.
std::string text_between(std::string_view source, const Token& open, const Token& close) {
    return std::string(source.substr(open.end, close.begin - open.end));
}

/// The arrays of the declaration whose `__shared__` is token `at`.
void add_arrays(std::string_view source, const std::vector<Token>& tokens, size_t at, SharedDeclarations& out) {
    for (size_t i = at + 1; i + 1 < tokens.size() && !tokens[i].is(";") && !tokens[i].is("{"); ++i) {
        if (!tokens[i].is_word() || !tokens[i + 1].is("[")) continue;
        SharedDeclaration array{std::string(tokens[i].text), {}};
        size_t open = i + 1;
        while (open < tokens.size() && tokens[open].is("[")) {
            const size_t close = closing_bracket(tokens, open);
            if (close >= tokens.size()) return;
            array.extents.push_back(text_between(source, tokens[open], tokens[close]));
            open = close + 1;
        }
        out.arrays.push_back(std::move(array));
        i = open - 1;
    }
}

/// `const int N = 16;`, `constexpr unsigned N = 2 * M;`: from the word before "=" to ";" or ",".
void add_constant(std::string_view source, const std::vector<Token>& tokens, size_t at, SharedDeclarations& out) {
    for (size_t i = at + 1; i + 2 < tokens.size() && !tokens[i].is(";") && !tokens[i].is("("); ++i) {
        if (!tokens[i].is_word() || !tokens[i + 1].is("=")) continue;
        const auto end =
            std::find_if(tokens.begin() + static_cast<ptrdiff_t>(i) + 2, tokens.end(),
                         [](const Token& token) { return token.is(";") || token.is(",") || token.is("{"); });
        if (end == tokens.end() || end->is("{")) return;
        out.constants.emplace(tokens[i].text, text_between(source, tokens[i + 1], *end));
        return;
    }
}

void add_macro(std::string_view line, SharedDeclarations& out) {
    const Directive directive = directive_in(line);
    const size_t blank = directive.rest.find_first_of(" \t(");
    if (directive.name != "define" || blank == std::string_view::npos || directive.rest[blank] == '(') return;
    out.constants.emplace(directive.rest.substr(0, blank), directive.rest.substr(blank + 1));
}

} // namespace

SharedDeclarations shared_declarations(std::string_view source) {
    SharedDeclarations out;
    const std::vector<Token> tokens = tokens_of(source);
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == TokenKind::directive)
            add_macro(tokens[i].text, out);
        else if (tokens[i].is("__shared__"))
            add_arrays(source, tokens, i, out);
        else if (tokens[i].is("const") || tokens[i].is("constexpr"))
            add_constant(source, tokens, i, out);
    }
    return out;
}

} // namespace warpscope::compile
