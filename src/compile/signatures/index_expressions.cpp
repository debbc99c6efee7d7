#include "compile/signatures/index_expressions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace warpscope::compile {
namespace {

using source::ExpressionNode;
using source::Tokens;

bool names_number_type(const source::Token& token) {
    static const std::set<std::string_view> types{"int",      "unsigned", "long",      "short", "char",    "float",
                                                  "double",   "size_t",   "uint",      "bool",  "int32_t", "int64_t",
                                                  "uint32_t", "uint64_t", "ptrdiff_t", "const", "signed"};
    return types.contains(token.text);
}

size_t after_cast(const Tokens& tokens, size_t at) {
    if (tokens[at].is("static_cast")) return source::after_template_arguments(tokens, at + 1);
    if (names_number_type(tokens[at]) && tokens[at + 1].is("(")) return at + 1;
    size_t end = at + 1;
    while (names_number_type(tokens[end])) ++end;
    const source::Token& next = tokens[end + 1];
    const bool is_cast = tokens[at].is("(") && end > at + 1 && tokens[end].is(")") &&
                         (next.is_word() || next.is_literal() || next.is("("));
    return is_cast ? end + 1 : at;
}

source::Grammar index_grammar() {
    source::Grammar grammar = source::c_grammar();
    grammar.has_other_functions = true;
    return grammar;
}

constexpr std::string_view side_ends = ";{}&|,?=:";

bool is_one_of(const source::Token& token, std::string_view marks) {
    return token.text.size() == 1 && marks.find(token.text[0]) != std::string_view::npos;
}

size_t side_begin(const Tokens& tokens, size_t first, size_t at) {
    int depth = 0;
    for (; at > first; --at) {
        const source::Token& token = tokens[at - 1];
        if (token.is("(") || token.is("[")) {
            if (depth == 0) break;
            --depth;
        } else if (depth == 0 && (token.is("return") || is_one_of(token, side_ends))) {
            break;
        }
        if (token.is(")") || token.is("]")) ++depth;
    }
    return at;
}
bool is_comparison(const Tokens& tokens, size_t at) {
    if (!tokens[at].is("<") && !tokens[at].is(">")) return false;
    const source::Token &before = tokens[at - 1], &after = tokens[at + 1];
    const bool is_doubled = before.is("<") || before.is(">") || after.is("<") || after.is(">");
    return !is_doubled && !before.is("-") &&
           (before.is_word() || before.is(")") || before.is("]") || before.is_literal());
}

} // namespace

ExpressionTree index_expression(const Tokens& tokens, size_t first, size_t end) {
    static const source::Grammar grammar = index_grammar();
    constexpr size_t longest = 200;
    if (end <= first || end - first > longest) return nullptr;
    std::string text;
    for (size_t i = first; i < end;) {
        if (const size_t after = after_cast(tokens, i); after != i) {
            i = after;
        } else if (tokens[i].is(".") && tokens[i - 1].is("]")) {
            i += 2;
        } else {
            const bool is_joined = tokens[i].begin == tokens[i - 1].end;
            text += fmt::format("{}{}", is_joined ? "" : " ", tokens[i].text);
            ++i;
        }
    }
    auto parsed = source::parse_expression(text, grammar);
    return parsed ? std::move(*parsed) : nullptr;
}

size_t end_of_part(const Tokens& tokens, size_t at, size_t end, std::string_view marks) {
    for (int depth = 0; at < end; ++at) {
        const bool closes = is_one_of(tokens[at], ")]}");
        if (depth == 0 && (closes || is_one_of(tokens[at], marks))) break;
        depth += is_one_of(tokens[at], "([{") ? 1 : closes ? -1 : 0;
    }
    return at;
}

std::string key_of(const ExpressionNode& node) {
    if (node.kind == ExpressionNode::Kind::number) return fmt::format("{:g}", source::real(node.number));
    if (node.operands.empty() && node.kind == ExpressionNode::Kind::name) return node.text;
    std::vector<std::string> operands;
    for (const ExpressionTree& operand : node.operands) operands.push_back(key_of(*operand));
    if (node.text == "+" || node.text == "*") std::ranges::sort(operands);
    return fmt::format("{}({})", node.text, fmt::join(operands, ","));
}

std::vector<IndexBound> index_bounds(const Tokens& tokens, size_t first, size_t end) {
    std::vector<IndexBound> out;
    for (size_t i = first; i < end; ++i) {
        if (!is_comparison(tokens, i)) continue;
        const bool has_equal = tokens[i + 1].is("=");
        const ExpressionTree left = index_expression(tokens, side_begin(tokens, first, i), i);
        const size_t right_begin = i + (has_equal ? 2 : 1);
        const ExpressionTree right =
            index_expression(tokens, right_begin, end_of_part(tokens, right_begin, end, side_ends));
        if (left == nullptr || right == nullptr) continue;
        const bool is_less = tokens[i].is("<");
        out.push_back({left, right, is_less == has_equal});
        out.push_back({right, left, is_less != has_equal});
    }
    return out;
}

std::multimap<std::string, ExpressionTree> assigned_values(const Tokens& tokens, size_t first, size_t end) {
    std::multimap<std::string, ExpressionTree> out;
    for (size_t i = first; i + 1 < end; ++i) {
        if (!tokens[i].is_word() || !tokens[i + 1].is("=") || tokens[i + 2].is("=") || tokens[i - 1].is(".")) continue;
        out.emplace(tokens[i].text, index_expression(tokens, i + 2, end_of_part(tokens, i + 2, end, ",;")));
    }
    return out;
}

} // namespace warpscope::compile
