#include "insight/condition.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/symbol_name.hpp"

namespace warpscope::insight {

namespace {

constexpr size_t npos = std::string_view::npos;

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

/// Returns the place of the parenthesis that closes the one at `open`.
size_t closing_parenthesis(std::string_view text, size_t open) {
    int depth = 0;
    for (size_t k = open; k < text.size(); ++k) {
        depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
        if (depth == 0) return k;
    }
    return npos;
}

std::string_view without_parentheses(std::string_view text) {
    text = without_blanks(text);
    while (text.starts_with('(') && closing_parenthesis(text, 0) == text.size() - 1)
        text = without_blanks(text.substr(1, text.size() - 2));
    return text;
}

/// Returns the place of the first `sign` outside brackets.
size_t outside_brackets(std::string_view text, std::string_view sign) {
    int depth = 0;
    for (size_t k = 0; k < text.size(); ++k) {
        depth += text[k] == '(' || text[k] == '[' ? 1 : text[k] == ')' || text[k] == ']' ? -1 : 0;
        if (depth == 0 && text.substr(k).starts_with(sign)) return k;
    }
    return npos;
}

/// Returns the comparison sign of a part without && and ||; empty if there are several. Ignores brackets, shifts and
/// arrows.
std::string_view sign_in(std::string_view part) {
    static constexpr std::array<std::string_view, 6> signs{"==", "!=", "<=", ">=", "<", ">"};
    std::string_view found;
    int depth = 0;
    for (size_t k = 0; k < part.size(); ++k) {
        const char c = part[k];
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth != 0) continue;
        const std::string_view rest = part.substr(k);
        if (rest.starts_with("<<") || rest.starts_with(">>") || rest.starts_with("->")) {
            ++k;
            continue;
        }
        for (const std::string_view sign : signs) {
            if (!rest.starts_with(sign)) continue;
            if (!found.empty()) return {}; // a < b == c
            found = part.substr(k, sign.size());
            k += sign.size() - 1;
            break;
        }
    }
    return found;
}

std::optional<bool> compare(std::string_view text, const catalog::Lookup& lookup) {
    const std::string_view sign = sign_in(text);
    if (sign.empty()) {
        const auto number = catalog::evaluate(text, lookup);
        return number ? std::optional(*number != 0) : std::nullopt;
    }
    const auto at = static_cast<size_t>(sign.data() - text.data());
    const auto left = catalog::evaluate(without_blanks(text.substr(0, at)), lookup);
    const auto right = catalog::evaluate(without_blanks(text.substr(at + sign.size())), lookup);
    if (!left || !right) return std::nullopt;
    if (sign == "<=") return *left <= *right;
    if (sign == ">=") return *left >= *right;
    if (sign == "==") return *left == *right;
    if (sign == "!=") return *left != *right;
    return sign == "<" ? *left < *right : *left > *right;
}

} // namespace

std::string_view condition_in(std::string_view line) {
    for (const std::string_view word : {"if", "while", "for"}) {
        for (size_t at = line.find(word); at != npos; at = line.find(word, at + 1)) {
            const size_t open = line.find_first_not_of(' ', at + word.size());
            if ((at > 0 && is_identifier_char(line[at - 1])) || open == npos || line[open] != '(') continue;
            const size_t close = closing_parenthesis(line, open);
            if (close == npos) return {};
            const std::string_view inside = line.substr(open + 1, close - open - 1);
            if (word != "for") return without_blanks(inside);
            const size_t first = inside.find(';');
            const size_t second = first == npos ? npos : inside.find(';', first + 1);
            if (second == npos) return {};
            return without_blanks(inside.substr(first + 1, second - first - 1));
        }
    }
    return {};
}

std::vector<ConditionPart> comparisons_in(std::string_view condition) {
    condition = without_parentheses(condition);
    for (const std::string_view join : {"||", "&&"}) { // the weaker operator first
        const size_t at = outside_brackets(condition, join);
        if (at == npos) continue;
        std::vector<ConditionPart> all = comparisons_in(condition.substr(0, at));
        for (const ConditionPart& more : comparisons_in(condition.substr(at + 2))) all.push_back(more);
        return all;
    }
    if (condition.empty()) return {};
    return {{condition, sign_in(condition)}};
}

std::vector<std::string> names_in_condition(std::string_view condition) {
    std::vector<std::string> names;
    const auto is_part = [](char c) { return is_identifier_char(c) || c == '.'; };
    for (auto at = condition.begin(); at != condition.end();) {
        const auto begin = std::find_if(at, condition.end(), is_part);
        at = std::find_if_not(begin, condition.end(), is_part);
        std::string name(begin, at);
        if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
            std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

std::optional<bool> holds(std::string_view condition, const catalog::Lookup& lookup) {
    condition = without_parentheses(condition);
    for (const std::string_view join : {"||", "&&"}) {
        const size_t at = outside_brackets(condition, join);
        if (at == npos) continue;
        const auto left = holds(condition.substr(0, at), lookup), right = holds(condition.substr(at + 2), lookup);
        const bool decides = join == "||";
        if (left == decides || right == decides) return decides;
        if (!left || !right) return std::nullopt;
        return !decides;
    }
    if (condition.starts_with('!') && !condition.starts_with("!=")) {
        const auto met = holds(condition.substr(1), lookup);
        return met ? std::optional(!*met) : std::nullopt;
    }
    return compare(condition, lookup);
}

} // namespace warpscope::insight
