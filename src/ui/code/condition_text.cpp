#include "ui/code/condition_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/symbol_name.hpp"

namespace warpscope::ui {

namespace {

std::string_view without_blanks(std::string_view words) {
    while (!words.empty() && std::isspace(static_cast<unsigned char>(words.front())) != 0) words.remove_prefix(1);
    while (!words.empty() && std::isspace(static_cast<unsigned char>(words.back())) != 0) words.remove_suffix(1);
    return words;
}

/// Returns whether a pair of parentheses encloses all of it.
bool is_enclosed(std::string_view words) {
    if (words.size() < 2 || words.front() != '(' || words.back() != ')') return false;
    int depth = 0;
    for (size_t k = 0; k < words.size(); ++k) {
        depth += words[k] == '(' ? 1 : words[k] == ')' ? -1 : 0;
        if (depth == 0 && k + 1 < words.size()) return false;
    }
    return depth == 0;
}

/// What the parentheses that begin at `open` hold; empty where they are not closed.
std::string_view enclosed(std::string_view line, size_t open) {
    int depth = 0;
    for (size_t k = open; k < line.size(); ++k) {
        depth += line[k] == '(' ? 1 : line[k] == ')' ? -1 : 0;
        if (depth == 0) return line.substr(open + 1, k - open - 1);
    }
    return {};
}

/// The comparison sign of a part without && and ||; brackets and template arguments are left alone.
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
            if (!found.empty()) return {}; // a < b == c: not told apart here
            found = part.substr(k, sign.size());
            k += sign.size() - 1;
            break;
        }
    }
    return found;
}

} // namespace

std::string_view condition_in(std::string_view line) {
    for (const std::string_view word : {"if", "while", "for"}) {
        for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
            size_t open = at + word.size();
            while (open < line.size() && line[open] == ' ') ++open;
            if ((at > 0 && is_identifier_char(line[at - 1])) || open >= line.size() || line[open] != '(') continue;
            const std::string_view inside = enclosed(line, open);
            if (word != "for") return without_blanks(inside);
            const size_t first = inside.find(';');
            const size_t second = first == std::string_view::npos ? first : inside.find(';', first + 1);
            if (second == std::string_view::npos) return {};
            return without_blanks(inside.substr(first + 1, second - first - 1));
        }
    }
    return {};
}

std::vector<ConditionPart> comparisons_in(std::string_view condition) {
    condition = without_blanks(condition);
    while (is_enclosed(condition)) condition = without_blanks(condition.substr(1, condition.size() - 2));
    for (const std::string_view join : {"||", "&&"}) { // the one that binds less first
        int depth = 0;
        for (size_t k = 0; k + 1 < condition.size(); ++k) {
            depth += condition[k] == '(' || condition[k] == '['   ? 1
                     : condition[k] == ')' || condition[k] == ']' ? -1
                                                                  : 0;
            if (depth != 0 || !condition.substr(k).starts_with(join)) continue;
            std::vector<ConditionPart> all = comparisons_in(condition.substr(0, k));
            for (const ConditionPart& more : comparisons_in(condition.substr(k + 2))) all.push_back(more);
            return all;
        }
    }
    if (condition.empty()) return {};
    return {{condition, sign_in(condition)}};
}

std::vector<std::string> names_in_condition(std::string_view text) {
    std::vector<std::string> names;
    for (size_t i = 0; i < text.size();) {
        const auto is_part = [&](size_t at) {
            return at < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_' || text[at] == '.');
        };
        if (!is_part(i)) {
            ++i;
            continue;
        }
        size_t end = i;
        while (is_part(end)) ++end;
        const std::string name(text.substr(i, end - i));
        if (std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
            std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
        i = end;
    }
    return names;
}

} // namespace warpscope::ui
