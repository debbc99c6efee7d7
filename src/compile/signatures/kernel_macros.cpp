#include "compile/signatures/kernel_macros.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

std::vector<std::string> arguments_between(std::string_view source, const source::Tokens& tokens, size_t open,
                                           size_t close) {
    std::vector<std::string> out;
    size_t begin = tokens[open].end;
    int depth = 0;
    for (size_t i = open + 1; i <= close; ++i) {
        if (depth == 0 && (tokens[i].is(",") || i == close)) {
            out.emplace_back(trim(source.substr(begin, tokens[i].begin - begin), " \t\r\n\\"));
            begin = tokens[i].end;
        }
        depth += tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")   ? 1
                 : tokens[i].is(")") || tokens[i].is("]") || tokens[i].is("}") ? -1
                                                                               : 0;
    }
    return out;
}

std::map<std::string_view, source::Macro> kernel_macros(const source::Tokens& tokens) {
    std::map<std::string_view, source::Macro> out;
    for (const source::Token& token : tokens)
        if (token.text.find("__global__") != std::string_view::npos)
            if (auto macro = source::macro_in(token); macro && macro->has_parameters) {
                const std::string_view name = macro->name;
                out.insert_or_assign(name, std::move(*macro));
            }
    return out;
}

std::string expanded(const source::Macro& macro, const std::vector<std::string>& arguments) {
    std::string out;
    const source::Tokens& tokens = macro.body;
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
    const source::Tokens tokens = source::tokens_of(source);
    const auto macros = kernel_macros(tokens);
    std::string out = source;
    if (macros.empty()) return out;
    for (size_t i = tokens.size(); i-- > 0;) { // backwards, so that offsets stay valid
        const auto macro = macros.find(tokens[i].text);
        if (macro == macros.end() || i + 1 >= tokens.size() || !tokens[i + 1].is("(")) continue;
        const size_t close = source::closing_bracket(tokens, i + 1);
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
