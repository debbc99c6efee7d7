#include "compile/signatures/macro_calls.hpp"

#include <algorithm>

namespace warpscope::compile {
namespace {

constexpr int deepest_macro_call = 8;
constexpr size_t max_tokens = 100'000;

class Expansion {
public:
    explicit Expansion(const MacroMap& macros)
        : macros_(macros) {}

    void add(const source::Tokens& tokens, size_t first, size_t end, int depth = 0) {
        for (size_t i = first; i < end && out_.size() < max_tokens; ++i) {
            const auto macro = macros_.find(tokens[i].text);
            const size_t close =
                macro == macros_.end() || !tokens[i + 1].is("(") ? end : source::closing_bracket(tokens, i + 1);
            if (close >= end || depth > deepest_macro_call) {
                out_.push_back(tokens[i]);
                continue;
            }
            const source::Tokens body = filled(macro->second, tokens, i + 1, close);
            add(body, 0, body.size(), depth + 1);
            i = close;
        }
    }

    [[nodiscard]] source::Tokens take() { return std::move(out_); }

private:
    static source::Tokens filled(const source::Macro& macro, const source::Tokens& tokens, size_t open, size_t close) {
        const auto arguments = source::parts_between_commas(tokens, open + 1, close);
        source::Tokens out;
        for (const source::Token& token : macro.body) {
            const auto parameter = std::ranges::find(macro.parameters, token.text);
            const auto index = static_cast<size_t>(parameter - macro.parameters.begin());
            if (index >= arguments.size()) {
                out.push_back(token);
                continue;
            }
            for (size_t i = arguments[index].first; i < arguments[index].second; ++i) out.push_back(tokens[i]);
        }
        return out;
    }

    const MacroMap& macros_;
    source::Tokens out_;
};

} // namespace

MacroMap macros_with_parameters(const SourcePool& pool) {
    MacroMap out;
    for (const PooledText& text : pool.texts)
        for (const source::Token& token : text.tokens)
            if (auto macro = source::macro_in(token); macro && macro->has_parameters) {
                const std::string_view name = macro->name;
                out.insert_or_assign(name, std::move(*macro));
            }
    return out;
}

ExpandedFunction with_macro_calls(const source::Tokens& tokens, const source::Declaration& function,
                                  const MacroMap& macros) {
    ExpandedFunction out;
    Expansion expansion(macros);
    expansion.add(tokens, function.body_first, function.body_end);
    for (size_t i = function.first; i < function.body_first; ++i) out.tokens.push_back(tokens[i]);
    const source::Tokens body = expansion.take();
    out.declaration = function;
    out.declaration.first = 0;
    out.declaration.body_first = out.tokens.size();
    out.tokens.insert(out.tokens.end(), body.begin(), body.end());
    out.declaration.end = out.declaration.body_end = out.tokens.size();
    return out;
}

} // namespace warpscope::compile
