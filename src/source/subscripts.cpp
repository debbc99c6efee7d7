#include "source/subscripts.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "source/statement_words.hpp"

namespace warpscope::source {
namespace {

constexpr std::array<std::string_view, 4> conditions{"if", "while", "for", "switch"};
/// Prefixes of CUDA functions that access a pointer's target.
constexpr std::array<std::string_view, 4> accessing{"__ld", "__st", "atomic", "mem"};

bool may_access(const Token& function) {
    return std::any_of(accessing.begin(), accessing.end(),
                       [&](std::string_view a) { return function.text.starts_with(a); });
}

std::pair<size_t, size_t> statement_at(const KernelText& text, uint32_t line) {
    const Tokens& w = text.tokens;
    size_t first = text.first;
    while (first < text.end && w[first].line < line) ++first;
    size_t end = first;
    while (end < text.end && w[end].line == line) ++end;
    if (first == end) return {first, first};
    while (first > text.first && !ends_statement(w[first - 1])) --first;
    while (end < text.end && !ends_statement(w[end - 1])) ++end;
    return {first, end};
}

/// Returns macros that may hide an access: they contain a bracket, a star, or another of these macros.
std::set<std::string_view> doubtful_macros(const KernelText& text) {
    std::set<std::string_view> found;
    for (size_t before = ~size_t{0}; before != found.size();) {
        before = found.size();
        for (const Macro& macro : text.macros)
            for (size_t i = 0; i < macro.body.size(); ++i) {
                const Token& word = macro.body[i];
                const bool star = word.is("*") && (i == 0 || !ends_operand(macro.body[i - 1]));
                const bool access = word.is("[") || word.is("->") || star || may_access(word);
                if (access || found.contains(word.text)) found.insert(macro.name);
            }
    }
    return found;
}

/// Returns references such as `float& x = in[i];`.
std::set<std::string_view> references(const KernelText& text) {
    std::set<std::string_view> found;
    const Tokens& w = text.tokens;
    for (size_t i = text.first; i + 3 < text.end; ++i)
        if ((w[i].is_word() || w[i].is(">")) && (w[i + 1].is("&") || w[i + 1].is("&&")) && w[i + 2].is_word() &&
            (w[i + 3].is("=") || w[i + 3].is(":")))
            found.insert(w[i + 2].text);
    return found;
}

/// Returns whether a star after the bracket may dereference: `(float)*p`, `if (found) *p = 1;`. After a call or
/// an expression, a star multiplies.
bool may_point_after(const Tokens& w, size_t close, size_t first) {
    size_t open = close;
    int depth = 0;
    bool names = true;
    for (; open > first; --open) {
        depth += w[open].is(")") ? 1 : w[open].is("(") ? -1 : 0;
        if (depth == 0) break;
        names = names && (open == close || w[open].is_word());
    }
    if (open == first) return true;
    const Token& before = w[open - 1];
    if (one_of(before.text, conditions)) return true;
    return names && !ends_operand(before);
}

bool other_access(const KernelText& text, size_t first, size_t end) {
    const Tokens& w = text.tokens;
    const auto suspect = doubtful_macros(text), aliases = references(text);
    for (size_t i = first; i < end; ++i) {
        const bool follows_operand =
            i > first && ends_operand(w[i - 1]) && !(w[i - 1].is(")") && may_point_after(w, i - 1, text.first));
        if (w[i].is("->") || (w[i].is("*") && !follows_operand)) return true;
        if (!w[i].is_word()) continue;
        if (suspect.contains(w[i].text) || aliases.contains(w[i].text)) return true;
        const bool call = i + 3 < end && w[i + 1].is("(");
        if (call && may_access(w[i]) && !(w[i + 2].is("&") && w[i + 3].is_word() && i + 4 < end && w[i + 4].is("[")))
            return true;
    }
    return false;
}

struct Found {
    Subscript subscript;
    bool loaded = false, stored = false, address_taken = false;
};

Found subscript(const Tokens& w, size_t name, size_t first, size_t end) {
    Found out;
    out.subscript.array = w[name].text;
    size_t at = name + 1;
    while (at < end && w[at].is("[")) {
        const size_t close = std::min(closing_bracket(w, at), end);
        out.subscript.indices.push_back(spelled(w, at + 1, close));
        for (size_t i = at + 1; i < close; ++i) out.subscript.words.push_back(w[i]);
        at = std::min(close + 1, end);
    }
    out.subscript.text = spelled(w, name, at);
    while (at + 1 < end && w[at].is(".") && w[at + 1].is_word()) at += 2; // a member of the element
    const bool steps_it = (at < end && steps(w[at])) || (name > first && steps(w[name - 1]));
    const bool changed = steps_it || (at < end && one_of(w[at].text, changing_signs));
    const bool set = at < end && w[at].is("=");
    out.address_taken = name > first && w[name - 1].is("&") && (name < first + 2 || !ends_operand(w[name - 2]));
    out.stored = set || changed || out.address_taken;
    out.loaded = !set;
    return out;
}

} // namespace

std::vector<Subscript> subscripts_at(const KernelText& text, uint32_t line, SubscriptUse use) {
    const auto [first, end] = statement_at(text, line);
    const Tokens& w = text.tokens;
    std::vector<Subscript> out;
    if (other_access(text, first, end)) return out;
    for (size_t i = first; i < end; ++i) {
        if (!w[i].is("[") || (i > first && w[i - 1].is("]"))) continue;
        const bool named = i > first && w[i - 1].is_word();
        const bool member = named && i >= first + 2 && (w[i - 2].is(".") || w[i - 2].is("::"));
        if (!named || member) return {}; // lambda, expression, or array in an object
        if (declares(w, i - 1)) continue;
        Found found = subscript(w, i - 1, first, end);
        const bool fits = use == SubscriptUse::load    ? found.loaded
                          : use == SubscriptUse::store ? found.stored
                                                       : found.address_taken;
        const bool known =
            std::any_of(out.begin(), out.end(), [&](const Subscript& s) { return s.text == found.subscript.text; });
        if (fits && !known) out.push_back(std::move(found.subscript));
    }
    return out;
}

ArrayKind kind_of_array(const KernelText& text, std::string_view array) {
    const Tokens& w = text.tokens;
    bool shared = false, other = false;
    for (size_t i = 1; i + 1 < w.size(); ++i) {
        if (!w[i].is(array) || !w[i + 1].is("[") || !declares(w, i)) continue;
        size_t begin = i;
        while (begin > 0 && !ends_statement(w[begin - 1])) --begin;
        const bool is_shared =
            std::any_of(&w[begin], &w[begin] + (i - begin), [](const Token& word) { return word.is("__shared__"); });
        (is_shared ? shared : other) = true;
    }
    const bool parameter = std::any_of(text.parameters.begin(), text.parameters.end(),
                                       [&](const KernelParameter& p) { return p.pointer && p.name == array; });
    if (shared + other + parameter != 1) return ArrayKind::unknown;
    if (parameter) return is_changed(text, array) ? ArrayKind::unknown : ArrayKind::parameter;
    return shared ? ArrayKind::shared : ArrayKind::other;
}

uint32_t declared_element_bytes(const KernelText& text, std::string_view array) {
    const Tokens& w = text.tokens;
    for (size_t i = 1; i + 1 < w.size(); ++i) {
        if (!w[i].is(array) || !w[i + 1].is("[") || !declares(w, i)) continue;
        const size_t close = closing_bracket(w, i + 1);
        if (close + 1 < w.size() && w[close + 1].is("[")) return 0;
        size_t begin = i;
        while (begin > 0 && !ends_statement(w[begin - 1])) --begin;
        return plain_type_bytes(&w[begin], &w[begin] + (i - begin));
    }
    return 0;
}

bool is_changed(const KernelText& text, std::string_view name) {
    const Tokens& w = text.tokens;
    int swapping = 0; // open parentheses of a call that may swap its arguments
    for (size_t i = text.first; i < text.end; ++i) {
        if (swapping > 0) swapping += w[i].is("(") ? 1 : w[i].is(")") ? -1 : 0;
        if (i + 1 < text.end && w[i].text.find("swap") != std::string_view::npos && w[i + 1].is("(")) {
            swapping = 1;
            ++i;
            continue;
        }
        if (!w[i].is(name)) continue;
        if (is_member(w[i - 1])) continue;
        if (swapping > 0 || changes_at(w, i)) return true;
    }
    return false;
}

} // namespace warpscope::source
