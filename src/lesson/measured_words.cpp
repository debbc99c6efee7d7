// The numbers behind a condition.
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/tr.hpp"
#include "lesson/assignment.hpp"
#include "lesson/expression_tree.hpp"

namespace warpscope::lesson {
namespace {

/// What a comparison asks for: "at most 4".
std::optional<std::string> asked_words(std::string_view sign, const std::string& number) {
    if (sign == "==") return tr_format("exactly {}", number);
    if (sign == "<=") return tr_format("at most {}", number);
    if (sign == ">=") return tr_format("at least {}", number);
    if (sign == "!=") return tr_format("other than {}", number);
    if (sign == "<") return tr_format("less than {}", number);
    if (sign == ">") return tr_format("more than {}", number);
    return std::nullopt;
}

/// The left side as it is written, each blank space as one blank.
std::string left_side(const Node& node, std::string_view text) {
    std::string out;
    for (const char c : text.substr(node.begin, node.sign - node.begin))
        if (c != ' ' && c != '\t' && c != '\n')
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

/// Of the comparisons that hold, or do not, by themselves: below a "not" it would be the contrary that is asked.
void add_comparisons(const Node& node, std::string_view text, const Names& names, std::vector<std::string>& out) {
    if (node.kind != Node::Kind::binary) return;
    if (node.text == "and" || node.text == "or") {
        for (const auto& part : node.parts) add_comparisons(*part, text, names, out);
        return;
    }
    if (!asked_words(node.text, "")) return;
    const auto is = value_of(*node.parts[0], names), asked = value_of(*node.parts[1], names);
    if (is && asked)
        out.push_back(tr_format("{} is {}, asked: {}", left_side(node, text), number_words(*is),
                                *asked_words(node.text, number_words(*asked))));
}

} // namespace

std::string measured_words(const Expression& condition, const Names& names) {
    std::vector<std::string> parts;
    if (condition.root() != nullptr) add_comparisons(*condition.root(), condition.text(), names, parts);
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace warpscope::lesson
