// The numbers behind a condition.
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lesson/assignment.hpp"

namespace warpscope::lesson {
namespace {

struct Operator {
    std::string_view sign, words;
};
/// Longer signs first.
constexpr std::array<Operator, 6> operators{{{"==", "exactly "},
                                             {"<=", "at most "},
                                             {">=", "at least "},
                                             {"!=", "other than "},
                                             {"<", "less than "},
                                             {">", "more than "}}};

/// Calls `found` with each place of `text` that is in no quotes and no brackets, until it returns true.
template<class Found>
bool outside_brackets(std::string_view text, const Found& found) {
    int depth = 0;
    char quote = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(') {
            ++depth;
        } else if (c == ')') {
            --depth;
        } else if (depth == 0 && found(i)) {
            return true;
        }
    }
    return false;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> conditions_of(std::string_view text) {
    std::vector<std::string_view> out;
    size_t begin = 0;
    outside_brackets(text, [&](size_t i) {
        for (const std::string_view word : {" and ", " or "})
            if (i >= begin && text.substr(i, word.size()) == word) {
                out.push_back(trimmed(text.substr(begin, i - begin)));
                begin = i + word.size();
            }
        return false;
    });
    out.push_back(trimmed(text.substr(begin)));
    return out;
}

std::string comparison(std::string_view text, const Names& names) {
    std::string out;
    outside_brackets(text, [&](size_t i) {
        for (const Operator& op : operators) {
            if (text.substr(i, op.sign.size()) != op.sign) continue;
            const std::string_view left = trimmed(text.substr(0, i));
            const auto number = [&](std::string_view part) -> Result<double> {
                const auto expression = Expression::parse(part);
                return expression ? expression->evaluate(names) : Result<double>(tl::unexpected(expression.error()));
            };
            const auto is = number(left), asked = number(trimmed(text.substr(i + op.sign.size())));
            if (is && asked)
                out = fmt::format("{} is {}, asked: {}{}", left, number_words(*is), op.words, number_words(*asked));
            return true;
        }
        return false;
    });
    return out;
}

} // namespace

std::string measured_words(const Expression& condition, const Names& names) {
    std::vector<std::string> parts;
    for (const std::string_view text : conditions_of(condition.text()))
        if (std::string words = comparison(text, names); !words.empty()) parts.push_back(std::move(words));
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace warpscope::lesson
