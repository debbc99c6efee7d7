// Warpscope's only expression language, for experiment files, charts, lessons, watches, and conditions of kernels.
//
// Operators, precedence and division are as in C. Whole numbers have 64 bits, fractions are doubles. A Grammar selects
// a part of the language; a Meaning evaluates names and numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::source {

using Number = std::variant<int64_t, double>;

[[nodiscard]] double real(const Number& number);
[[nodiscard]] bool is_true(const Number& number);

struct ExpressionNode {
    enum class Kind : uint8_t {
        number,
        words, // text between quotes
        name,
        operation, // one or two operands
        call,
        choice, // a ? b : c
        opaque, // not covered by the grammar
    };
    Kind kind{};
    Number number{};
    int digits = 0;     // number: significant digits
    std::string text{}; // words, operator, function, or name with "[]" per index
    std::vector<std::shared_ptr<const ExpressionNode>> operands{}; // name: indices
    size_t begin = 0, end = 0;                                     // in the text
    size_t sign = 0;                                               // position of a binary operator
};

struct Grammar {
    std::span<const std::string_view> operators{}; // binary
    std::string_view signs{};                      // prefixes of one character; "not" is a word operator
    std::span<const std::string_view> functions{}; // this module's functions that the text may call
    bool has_other_functions = false;              // Meaning::call evaluates other functions
    bool has_fractions = false;                    // otherwise numbers are whole and decimal
    bool has_c_numbers = false;                    // hexadecimal, and suffixes as in 1.5f
    bool has_words = false;                        // 'text' or "text"
    bool has_indices = false;                      // a[i]
    bool has_choices = false;                      // a ? b : c
    bool chains_comparisons = false;               // a < b == c
    bool skips_unknown_parts = false;              // an unknown operand of && or || becomes opaque
};

/// Whole numbers with + - * / %, dotted names, min, max, ceil_div, ceil_log2.
[[nodiscard]] const Grammar& arithmetic_grammar();
/// C expressions: all operators, choices and indices.
[[nodiscard]] const Grammar& c_grammar();
/// Conditions in kernels. Casts, members of pointers and the like become opaque.
[[nodiscard]] const Grammar& condition_grammar();

struct ExpressionProblem {
    enum class Kind : uint8_t {
        // Found by the parser:
        unexpected, // detail: the token
        incomplete,
        missing,    // detail: the missing mark
        not_closed, // detail: the quote
        number_too_large,
        number_runs_on, // a name directly after a number
        not_whole,      // the grammar requires whole decimal numbers
        too_deep,
        too_long,
        unknown_function, // detail: its name
        operand_count,    // detail: function; number: its operand count
        // Found by the evaluation:
        unknown_name, // detail: the name
        zero_divisor,
        overflow,
        divisor_not_positive,   // number: the divisor
        logarithm_not_positive, // number: the operand
        needs_number,           // detail: the text in quotes
        needs_whole_number,
        reported, // `report` has the problem
    };
    Kind kind{};
    size_t at = 0; // position in the text, only from the parser
    std::string detail{};
    int64_t number = 0;
    std::shared_ptr<const Diagnostic> report{};

    [[nodiscard]] bool is_of_syntax() const { return kind < Kind::unknown_name; }
};

/// Returns a clause without period: "'x' is not known".
[[nodiscard]] Message problem_words(const ExpressionProblem& problem);
/// Returns a sentence: "\"1 +\": something is missing at the end (character 4)."
[[nodiscard]] Message problem_text(const ExpressionProblem& problem, std::string_view text);

template<class T>
using Evaluated = tl::expected<T, ExpressionProblem>;

[[nodiscard]] tl::unexpected<ExpressionProblem> unknown_name(std::string name);

using ExpressionArgument = std::variant<double, std::string>;

struct Meaning {
    enum class Arithmetic : uint8_t {
        wrapping, // whole numbers wrap around
        checked,  // an overflow is a problem
        real,     // all numbers are fractions
    };
    Arithmetic arithmetic = Arithmetic::wrapping;
    bool refuses_zero_divisors = false; // otherwise 1.0 / 0 is infinite
    bool equals_as_shown = false;       // a fraction equals a typed number if both print alike (shown_digits)
    bool decides_early = false;         // && and || may be decided by one known operand
    std::function<Evaluated<Number>(const std::string& name)> name{};
    std::function<Evaluated<Number>(const std::string& function, const std::vector<ExpressionArgument>& arguments)>
        call{};
};

/// Returns 0 for unknown functions.
[[nodiscard]] size_t operand_count(std::string_view function);

/// Significant digits of fractions in the window.
inline constexpr int shown_digits = 4;

[[nodiscard]] Evaluated<std::shared_ptr<const ExpressionNode>> parse_expression(std::string_view text,
                                                                                const Grammar& grammar);
[[nodiscard]] Evaluated<Number> evaluate(const ExpressionNode& node, const Meaning& meaning);

using WholeLookup = std::function<std::optional<int64_t>(std::string_view name)>;

/// Returns a Meaning for whole numbers that reports overflow as a problem. `lookup` must outlive it.
[[nodiscard]] Meaning whole_numbers(const WholeLookup& lookup);

/// Evaluates an expression of arithmetic_grammar().
[[nodiscard]] Evaluated<int64_t> evaluate_whole(const ExpressionNode& node, const WholeLookup& lookup);

/// Replaces names in `text`, from which `node` was parsed: "blockIdx.y*8 + row" -> "1 * 8 + 3". Returns nullopt for
/// unknown names.
[[nodiscard]] std::optional<std::string> fill_in_names(const ExpressionNode& node, std::string_view text,
                                                       const WholeLookup& lookup);

void for_each_name(const ExpressionNode& node, const std::function<void(const ExpressionNode&)>& visit);

} // namespace warpscope::source
