#include "scene/outside_includes.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/symbol_name.hpp"
#include "compile/source/include_directives.hpp"

namespace warpscope::scene {
namespace {

constexpr std::string_view blanks{" \t\f\v\0", 5};
constexpr std::array<std::string_view, 8> words{"include_next", "include", "import", "embed",
                                                "define",       "pragma",  "if",     "elif"};
/// Words other than macros that may precede parentheses in #if.
constexpr std::array<std::string_view, 14> no_macros{
    "defined",       "__has_attribute", "__has_builtin", "__has_cpp_attribute",
    "__has_feature", "__has_extension", "and",           "or",
    "not",           "bitand",          "bitor",         "xor",
    "compl",         "not_eq"};

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size())); }

/// Returns the included file's name if it is outside the scene. `text` follows "include".
std::optional<std::string> name_outside(std::string_view text) {
    const bool quotes = text.starts_with('"'), brackets = text.starts_with('<');
    const size_t end = quotes || brackets ? text.find(quotes ? '"' : '>', 1) : std::string_view::npos;
    if (end == std::string_view::npos) return "'" + std::string(text.substr(0, 60)) + "'";
    const std::string_view name = text.substr(1, end - 1);
    const bool stays = !name.empty() && !name.starts_with('/') && name.find("..") == std::string_view::npos &&
                       name.find('\\') == std::string_view::npos;
    return stays ? std::nullopt : std::optional("'" + std::string(name) + "'");
}

struct Identifier {
    std::string_view name, rest;
};

/// Returns the identifiers before a comment, even those in quotes.
std::vector<Identifier> identifiers_of(std::string_view line) {
    std::vector<Identifier> found;
    bool quoted = false;
    for (size_t at = 0; at < line.size();) {
        if (!quoted && line.substr(at).starts_with("//")) break;
        if (!is_identifier_char(line[at])) {
            quoted = quoted != (line[at++] == '"');
            continue;
        }
        const auto is_end = [](char c) { return !is_identifier_char(c); };
        const auto end = static_cast<size_t>(
            std::find_if(line.begin() + static_cast<ptrdiff_t>(at), line.end(), is_end) - line.begin());
        std::string_view rest = line.substr(end);
        skip_blanks(rest);
        found.push_back({line.substr(at, end - at), rest});
        at = end;
    }
    return found;
}

/// Returns the argument of __has_include or similar if it is outside the scene. `defined __has_include` has none.
std::optional<std::string> asks_outside(const Identifier& here, std::string_view before) {
    if (!here.name.starts_with("__has_include") && !here.name.starts_with("__has_embed")) return std::nullopt;
    const bool next = here.name == "__has_include_next";
    if (!next && here.rest.starts_with('(')) {
        std::string_view name = here.rest.substr(1);
        skip_blanks(name);
        return name_outside(name);
    }
    return before == "defined" && !next ? std::nullopt : std::optional("by " + std::string(here.name));
}

std::optional<std::string> asks_outside(std::string_view line) {
    std::string_view before;
    for (const Identifier& here : identifiers_of(line)) {
        if (auto outside = asks_outside(here, before)) return outside;
        before = here.name;
    }
    return std::nullopt;
}

/// Returns whether a _Pragma may name a file ("GCC dependency") or is not literal.
bool may_name_dependency(std::string_view text) {
    for (size_t at = 0; (at = text.find("_Pragma", at)) != std::string_view::npos;) {
        std::string_view rest = text.substr(at += 7);
        const size_t begin = std::min(rest.find_first_not_of(" \t\f\v\r\n("), rest.size());
        rest.remove_prefix(begin);
        if (!rest.starts_with('"') || rest.substr(1, rest.find('"', 1)).find("dependency") != std::string_view::npos)
            return true;
    }
    return false;
}

} // namespace

OutsideIncludes::OutsideIncludes(std::span<const std::string_view> texts) {
    static constexpr std::array<std::string_view, 1> define{"define"};
    for (const std::string_view text : texts)
        for (const compile::FileDirective& macro : compile::directives_of(text, define)) {
            const auto is_end = [](char c) { return !is_identifier_char(c); };
            const auto end = std::ranges::find_if(macro.text, is_end);
            if (end != macro.text.end() && *end == '(') continue; // in_condition() refuses calls
            macros_.emplace(std::string(macro.text.begin(), end), std::string(end, macro.text.end()));
        }
}

std::optional<std::string> OutsideIncludes::in_condition(std::string_view condition) const {
    std::set<std::string_view> seen;
    std::vector<std::string_view> open{condition};
    while (!open.empty()) {
        const std::string_view line = open.back();
        open.pop_back();
        for (const Identifier& here : identifiers_of(line)) {
            const bool asks = here.name.starts_with("__has_include") || here.name.starts_with("__has_embed");
            const bool number = here.name.front() >= '0' && here.name.front() <= '9';
            if (here.rest.starts_with('(') && !asks && !number &&
                std::ranges::find(no_macros, here.name) == no_macros.end())
                return "by a macro in #if, '" + std::string(here.name) + "'";
            if (!seen.insert(here.name).second) continue;
            for (auto [macro, end] = macros_.equal_range(here.name); macro != end; ++macro)
                open.emplace_back(macro->second);
        }
    }
    return std::nullopt;
}

std::optional<std::string> OutsideIncludes::in(std::string_view text) const {
    for (const compile::FileDirective& directive : compile::directives_of(text, words)) {
        const bool condition = directive.word == "if" || directive.word == "elif";
        if (directive.word == "pragma") {
            if (directive.text.find("dependency") != std::string::npos) return "by #pragma";
        } else if (condition || directive.word == "define") {
            if (auto outside = asks_outside(directive.text)) return outside;
            if (auto outside = condition ? in_condition(directive.text) : std::nullopt) return outside;
        } else if (directive.word != "include") {
            return "by #" + std::string(directive.word);
        } else if (auto name = name_outside(directive.text)) {
            return name;
        }
    }
    if (may_name_dependency(text)) return "by _Pragma";
    return std::nullopt;
}

std::optional<std::string> include_outside(std::string_view text) { return OutsideIncludes(std::array{text}).in(text); }

} // namespace warpscope::scene
