// Expressions of lessons; see docs/LESSONS.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "source/expression.hpp"

namespace warpscope::lesson {

using Argument = source::ExpressionArgument;

/// Values by name. Errors contain the unknown name.
class Names {
public:
    virtual ~Names() = default;
    [[nodiscard]] virtual Result<double> value(std::string_view name) const = 0;
    [[nodiscard]] virtual Result<double> call(std::string_view function,
                                              const std::vector<Argument>& arguments) const = 0;
};

class Expression {
public:
    [[nodiscard]] static Result<Expression> parse(std::string_view text, SourceLocation where = {});

    [[nodiscard]] Result<double> evaluate(const Names& names) const;
    [[nodiscard]] Result<bool> holds(const Names& names) const;
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const SourceLocation& where() const { return where_; }
    [[nodiscard]] const source::ExpressionNode* root() const { return root_.get(); }

private:
    std::string text_;
    SourceLocation where_;
    std::shared_ptr<const source::ExpressionNode> root_;
};

[[nodiscard]] Result<double> value_of(const source::ExpressionNode& node, const Names& names);

/// Uses at most four decimals.
[[nodiscard]] std::string number_words(double value);

/// Replaces each {expression} with its value, and "{{" with a brace.
[[nodiscard]] Result<std::string> filled_in(std::string_view text, const Names& names, const SourceLocation& where);

struct GoalPart {
    std::string words; // "warps that diverge: 75 (goal: 0)"
    bool holds = false;
};
/// Splits a condition at "and". `words` name the measured numbers, in order; "" keeps the part's expression.
[[nodiscard]] std::vector<GoalPart> parts_of(const Expression& condition, const Names& names,
                                             const std::vector<std::string>& words = {});
[[nodiscard]] size_t part_count(const Expression& condition);
/// Returns the parts that students would read as expressions, because no words name them.
[[nodiscard]] std::vector<std::string> parts_without_words(const Expression& condition,
                                                           const std::vector<std::string>& words);

} // namespace warpscope::lesson
