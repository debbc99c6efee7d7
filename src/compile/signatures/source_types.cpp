#include "compile/signatures/source_types.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warpscope::compile {
namespace {

constexpr int deepest_alias = 8;

std::string resolved(const SourcePool& pool, const std::vector<std::string>& words, int depth) {
    if (words.size() == 1 && depth < deepest_alias) {
        if (const auto macro = pool.macros.find(words.front()); macro != pool.macros.end())
            return resolved(pool, {macro->second.begin(), macro->second.end()}, depth + 1);
        for (const PooledDeclaration& one : pool.declarations) {
            const source::Declaration& alias = *one.declaration;
            if (alias.kind != source::DeclarationKind::alias || alias.names.size() != 1 ||
                alias.names.front() != words.front())
                continue;
            std::vector<std::string> after;
            const source::Tokens& tokens = pool.texts[one.text].tokens;
            for (size_t i = alias.first; i < alias.end; ++i)
                if (!tokens[i].is("typedef") && !tokens[i].is("using") && !tokens[i].is("=") && !tokens[i].is(";") &&
                    !tokens[i].is(words.front()))
                    after.emplace_back(tokens[i].text);
            return resolved(pool, after, depth + 1);
        }
    }
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() || word == "::" || out.ends_with("::") || word == "<" || word == ">" || word == "*" ? ""
                                                                                                                : " ") +
               word;
    return out;
}

/// Returns nullopt for pointers and arrays of unknown extent.
std::optional<SourceVariable> variable_at(const SourcePool& pool, const SourceNumbers& numbers,
                                          const source::Tokens& tokens, size_t first, size_t at) {
    static const std::set<std::string_view> no_type{"__device__", "__managed__", "static", "volatile",
                                                    "extern",     "const",       "inline"};
    SourceVariable out;
    std::vector<std::string> words;
    for (size_t i = first; i < at && !tokens[i].is(",") && !tokens[i].is("="); ++i) {
        if (tokens[i].is("*")) return std::nullopt;
        if (i + 1 < at && tokens[i + 1].is("[")) break;
        if (tokens[i].is_word() && !no_type.contains(tokens[i].text)) words.emplace_back(tokens[i].text);
    }
    for (size_t open = at + 1; tokens[open].is("[");) {
        const size_t close = source::closing_bracket(tokens, open);
        const uint32_t extent = numbers.number(tokens, open + 1, close);
        if (extent == 0) return std::nullopt;
        out.extents.push_back(extent);
        open = close + 1;
    }
    out.type = resolved_type(pool, words);
    return out;
}

} // namespace

std::vector<SourceVariable> device_variables(const SourcePool& pool, const SourceNumbers& numbers) {
    std::vector<SourceVariable> out;
    for (const PooledDeclaration& one : pool.declarations) {
        const source::Declaration& declaration = *one.declaration;
        const PooledText& text = pool.texts[one.text];
        if (declaration.kind != source::DeclarationKind::variable || declaration.names.empty() ||
            !pool.head_has(text, declaration, {"__device__", "__managed__"}) ||
            pool.head_has(text, declaration, {"__shared__", "__constant__"}))
            continue;
        for (const std::string_view name : declaration.names)
            for (size_t i = declaration.first; i < declaration.end; ++i) {
                if (!text.tokens[i].is(name)) continue;
                if (auto variable = variable_at(pool, numbers, text.tokens, declaration.first, i)) {
                    variable->name = fmt::format("{}{}", one.scope, name);
                    out.push_back(std::move(*variable));
                }
                break;
            }
    }
    return out;
}

std::vector<std::string> empty_types(const SourcePool& pool) {
    std::vector<std::string> out;
    for (const PooledDeclaration& one : pool.declarations) {
        const source::Declaration& type = *one.declaration;
        const source::Tokens& tokens = pool.texts[one.text].tokens;
        if (type.kind != source::DeclarationKind::type || type.names.empty() || type.body_first == type.body_end)
            continue;
        const auto begin = tokens.begin();
        const bool derived =
            std::any_of(begin + static_cast<ptrdiff_t>(type.first), begin + static_cast<ptrdiff_t>(type.body_first),
                        [](const source::Token& token) { return token.is(":"); });
        const bool has_members = std::ranges::any_of(type.inner, [](const source::Declaration& member) {
            return member.kind == source::DeclarationKind::variable;
        });
        if (!derived && !has_members) out.push_back(fmt::format("{}{}", one.scope, type.names.front()));
    }
    return out;
}

std::string resolved_type(const SourcePool& pool, const std::vector<std::string>& words) {
    return resolved(pool, words, 0);
}

} // namespace warpscope::compile
