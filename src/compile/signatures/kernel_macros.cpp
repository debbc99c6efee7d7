#include "compile/signatures/kernel_macros.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "compile/source/tokens.hpp"

namespace warpscope::compile {
namespace {

struct KernelMacro {
    std::vector<std::string> parameters;
    std::string body;
};

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\\";
    const size_t begin = text.find_first_not_of(blanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> arguments_between(std::string_view source, const std::vector<Token>& tokens, size_t open,
                                           size_t close) {
    std::vector<std::string> out;
    size_t begin = tokens[open].end;
    int depth = 0;
    for (size_t i = open + 1; i <= close; ++i) {
        if (depth == 0 && (tokens[i].is(",") || i == close)) {
            out.emplace_back(without_blanks(source.substr(begin, tokens[i].begin - begin)));
            begin = tokens[i].end;
        }
        depth += tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")   ? 1
                 : tokens[i].is(")") || tokens[i].is("]") || tokens[i].is("}") ? -1
                                                                               : 0;
    }
    return out;
}

std::map<std::string, KernelMacro, std::less<>> kernel_macros(const std::vector<Token>& tokens) {
    std::map<std::string, KernelMacro, std::less<>> out;
    for (const Token& token : tokens) {
        if (token.kind != TokenKind::directive || token.text.find("__global__") == std::string_view::npos) continue;
        const Directive directive = directive_in(token.text);
        if (directive.name != "define") continue;
        // `rest` ends at a comment.
        const std::string_view text = token.text.substr(static_cast<size_t>(directive.rest.data() - token.text.data()));
        const std::vector<Token> words = tokens_of(text);
        if (words.size() < 3 || !words[1].is("(") || words[1].begin != words[0].end) continue;
        const size_t close = closing_bracket(words, 1);
        if (close >= words.size()) continue;
        out[std::string(words[0].text)] = {arguments_between(text, words, 1, close),
                                           std::string(text.substr(words[close].end))};
    }
    return out;
}

std::string expanded(const KernelMacro& macro, const std::vector<std::string>& arguments) {
    std::string out;
    const std::vector<Token> tokens = tokens_of(macro.body);
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is("#") && i + 1 < tokens.size() && tokens[i + 1].is("#")) { // joins its neighbors
            while (out.ends_with(' ')) out.pop_back();
            ++i;
            continue;
        }
        const auto parameter = std::ranges::find(macro.parameters, tokens[i].text);
        const auto index = static_cast<size_t>(parameter - macro.parameters.begin());
        out += index < arguments.size() ? arguments[index] : std::string(tokens[i].text);
        out += ' ';
    }
    return out;
}

} // namespace

std::string with_kernel_macros(const std::string& source) {
    const std::vector<Token> tokens = tokens_of(source);
    const auto macros = kernel_macros(tokens);
    std::string out = source;
    if (macros.empty()) return out;
    for (size_t i = tokens.size(); i-- > 0;) { // from the end, so that offsets stay valid
        const auto macro = macros.find(tokens[i].text);
        if (macro == macros.end() || i + 1 >= tokens.size() || !tokens[i + 1].is("(")) continue;
        const size_t close = closing_bracket(tokens, i + 1);
        if (close >= tokens.size()) continue;
        const size_t begin = tokens[i].begin, length = tokens[close].end - begin;
        std::string instead = expanded(macro->second, arguments_between(source, tokens, i + 1, close));
        instead.append(static_cast<size_t>(std::count(out.begin() + static_cast<ptrdiff_t>(begin),
                                                      out.begin() + static_cast<ptrdiff_t>(begin + length), '\n')),
                       '\n');
        out.replace(begin, length, instead);
    }
    return out;
}

} // namespace warpscope::compile
