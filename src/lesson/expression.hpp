// The language in which lessons say what is measured: numbers, names of the report ("divergence.divergent_warps"),
// functions over cell maps and lines ("reads('in', 5, 3)"), + - * / %, comparisons, and, or, not, brackets. True is 1.
// docs/LESSONS.md documents it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::lesson {

/// Of a function: a number, or words between quotes, single or double.
using Argument = std::variant<double, std::string>;

/// What names and functions mean where an expression is evaluated. Errors say what is not known.
class Names {
public:
    virtual ~Names() = default;
    [[nodiscard]] virtual Result<double> value(std::string_view name) const = 0;
    [[nodiscard]] virtual Result<double> call(std::string_view function,
                                              const std::vector<Argument>& arguments) const = 0;
};

struct Node;

class Expression {
public:
    /// `where` is where the text stands in its file: what is wrong with it or with its value is reported there.
    [[nodiscard]] static Result<Expression> parse(std::string_view text, SourceLocation where = {});

    [[nodiscard]] Result<double> evaluate(const Names& names) const;
    [[nodiscard]] Result<bool> holds(const Names& names) const;
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const SourceLocation& where() const { return where_; }
    /// Of what it was read as (expression_tree.hpp); null where nothing was read.
    [[nodiscard]] const Node* root() const { return root_.get(); }

private:
    std::string text_;
    SourceLocation where_;
    std::shared_ptr<const Node> root_;
};

/// "5120", "0.75", "9.57": as a person writes it, at most four digits behind the point.
[[nodiscard]] std::string number_words(double value);

/// Replaces each {expression} in `text` by its value; "{{" stands for a brace.
[[nodiscard]] Result<std::string> filled_in(std::string_view text, const Names& names, const SourceLocation& where);

/// What a condition asks for, part by part, with what was measured of each.
struct GoalPart {
    std::string words; // "warps that split: 75, asked: exactly 0"
    bool holds = false;
};
/// The comparisons that are joined by "and"; what is joined otherwise is one part.
[[nodiscard]] std::vector<GoalPart> parts_of(const Expression& condition, const Names& names);

} // namespace warpscope::lesson
