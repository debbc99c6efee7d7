#include "lesson/expression.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "language/tr.hpp"

namespace warpscope::lesson {

namespace {

const source::Grammar& lesson_grammar() {
    static constexpr std::array<std::string_view, 13> operators{"or", "and", "==", "!=", "<=", ">=", "<",
                                                                ">",  "+",   "-",  "*",  "/",  "%"};
    static constexpr std::array<std::string_view, 7> functions{"min",  "max",   "ceil_div", "floor",
                                                               "ceil", "round", "abs"};
    static constexpr source::Grammar grammar{.operators = operators,
                                             .signs = "-",
                                             .functions = functions,
                                             .has_other_functions = true,
                                             .has_fractions = true,
                                             .has_words = true};
    return grammar;
}

source::Evaluated<source::Number> number_or_problem(Result<double> value) {
    if (value) return *value;
    return tl::unexpected(source::ExpressionProblem{.kind = source::ExpressionProblem::Kind::reported,
                                                    .report = std::make_shared<Diagnostic>(std::move(value.error()))});
}

} // namespace

Result<double> value_of(const source::ExpressionNode& node, const Names& names) {
    const source::Meaning meaning{
        .arithmetic = source::Meaning::Arithmetic::real,
        .refuses_zero_divisors = true,
        .name = [&names](const std::string& name) { return number_or_problem(names.value(name)); },
        .call =
            [&names](const std::string& function, const std::vector<Argument>& arguments) {
                return number_or_problem(names.call(function, arguments));
            }};
    const auto value = source::evaluate(node, meaning);
    if (value) return source::real(*value);
    if (value.error().report) return tl::unexpected(*value.error().report);
    return fail(ErrorKind::failed, msg("{}.", source::problem_words(value.error())));
}

Result<Expression> Expression::parse(std::string_view text, SourceLocation where) {
    auto root = source::parse_expression(text, lesson_grammar());
    if (!root) return fail_at(std::move(where), source::problem_text(root.error(), text));
    Expression out;
    out.text_ = text;
    out.where_ = std::move(where);
    out.root_ = std::move(*root);
    return out;
}

Result<double> Expression::evaluate(const Names& names) const {
    auto value = root_ ? value_of(*root_, names) : Result<double>(0);
    if (value) return value;
    Diagnostic why = std::move(value.error());
    if (why.where.file.empty()) { // no inner expression reported the error
        why.message = msg("\"{}\": {}", text_, why.message);
        why.where = where_;
    }
    return tl::unexpected(std::move(why));
}

Result<bool> Expression::holds(const Names& names) const {
    return evaluate(names).map([](double value) { return value != 0; });
}

std::string number_words(double value) {
    if (!std::isfinite(value)) return tr("not a number");
    if (constexpr double max = 1e15; value >= 0 && value < max && value == std::floor(value))
        return grouped(static_cast<uint64_t>(value));
    std::string words = fmt::format("{:.4f}", value);
    words.erase(words.find_last_not_of('0') + 1);
    if (words.back() == '.') words.pop_back();
    return words == "-0" ? "0" : words;
}

Result<std::string> filled_in(std::string_view text, const Names& names, const SourceLocation& where) {
    std::string out;
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '{') {
            out += text[at];
            continue;
        }
        if (text.substr(at).starts_with("{{")) {
            out += '{';
            ++at;
            continue;
        }
        const size_t end = text.find('}', at);
        if (end == std::string_view::npos)
            return fail_at(where, msg("\"{}\": the closing brace is missing.", text.substr(at, 40)),
                           msg("write {} for a literal brace", "{{"));
        const auto expression = Expression::parse(text.substr(at + 1, end - at - 1), where);
        if (!expression) return tl::unexpected(expression.error());
        const auto value = expression->evaluate(names);
        if (!value) return tl::unexpected(value.error());
        out += number_words(*value);
        at = end;
    }
    return out;
}

} // namespace warpscope::lesson
