// The one expression language of Warpscope: experiment files, charts, lessons, watches and conditions of kernels.
//
// Operators, precedence and division are C's. Whole numbers have 64 bits, fractions are doubles. A Grammar says which
// part of the language a text may use, a Meaning says what its names stand for and how numbers are computed.
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
/// Returns whether an `if` of C takes the number for true.
[[nodiscard]] bool is_true(const Number& number);

struct ExpressionNode {
    enum class Kind : uint8_t {
        number,
        words, // text between quotes
        name,
        operation, // with one or two operands
        call,
        choice, // a ? b : c
        opaque, // a part that the grammar does not cover
    };
    Kind kind{};
    Number number{};
    int digits = 0;     // number: significant digits as written
    std::string text{}; // words, name with "[]" for each index, operator or function
    std::vector<std::shared_ptr<const ExpressionNode>> operands{}; // name: its indices
    size_t begin = 0, end = 0;                                     // positions in the text
    size_t sign = 0;                                               // position of a binary operator
};

/// The part of the language that a text may use.
struct Grammar {
    std::span<const std::string_view> operators{}; // between two operands
    std::string_view signs{}; // in front of an operand, one character each; "not" is a word operator
    std::span<const std::string_view> functions{}; // functions of this module that the text may call
    bool has_other_functions = false;              // functions that only Meaning::call knows
    bool has_fractions = false;                    // otherwise numbers are whole and decimal
    bool has_c_numbers = false;                    // hexadecimal numbers, and suffixes as in 1.5f
    bool has_words = false;                        // 'text' or "text"
    bool has_indices = false;                      // a[i]
    bool has_choices = false;                      // a ? b : c
    bool chains_comparisons = false;               // a < b == c
    bool skips_unknown_parts = false;              // operands of && and || that are not understood become opaque
};

/// Whole numbers with + - * / %, dotted names, and min, max, ceil_div, and ceil_log2.
[[nodiscard]] const Grammar& arithmetic_grammar();
/// C as far as it works on numbers: all operators, choices, and indices.
[[nodiscard]] const Grammar& c_grammar();
/// Conditions in kernel text. Casts, members of pointers and the like become opaque.
[[nodiscard]] const Grammar& condition_grammar();

struct ExpressionProblem {
    enum class Kind : uint8_t {
        // found by the parser
        unexpected, // detail: the token
        incomplete,
        missing,    // detail: the mark
        not_closed, // detail: the quote
        number_too_large,
        number_runs_on, // a name begins where a number ends
        not_whole,      // numbers are whole and decimal
        too_deep,
        too_long,
        unknown_function, // detail: its name
        operand_count,    // detail: the function; number: how many operands it takes
        // found by the evaluation
        unknown_name, // detail: the name
        zero_divisor,
        overflow,
        divisor_not_positive,   // number: the divisor
        logarithm_not_positive, // number: the operand
        needs_number,           // detail: the words
        needs_whole_number,
        reported, // by Meaning
    };
    Kind kind{};
    size_t at = 0; // position in the text; parser only
    std::string detail{};
    int64_t number = 0;
    std::shared_ptr<const Diagnostic> report{};

    [[nodiscard]] bool is_of_syntax() const { return kind < Kind::unknown_name; }
};

/// Returns `problem` as a clause without a period: "'x' is not known".
[[nodiscard]] Message problem_words(const ExpressionProblem& problem);
/// Returns the whole sentence: "\"1 +\": something is missing at the end (character 4)."
[[nodiscard]] Message problem_text(const ExpressionProblem& problem, std::string_view text);

template<class T>
using Evaluated = tl::expected<T, ExpressionProblem>;

/// Returns the problem of a name without a value.
[[nodiscard]] tl::unexpected<ExpressionProblem> unknown_name(std::string name);

/// Number, or the words between quotes.
using ExpressionArgument = std::variant<double, std::string>;

/// The meaning of names and numbers.
struct Meaning {
    enum class Arithmetic : uint8_t {
        wrapping, // whole numbers overflow as unsigned ones do
        checked,  // an overflow is a problem
        real,     // all numbers are fractions
    };
    Arithmetic arithmetic = Arithmetic::wrapping;
    bool refuses_zero_divisors = false; // of fractions; otherwise the quotient is infinite
    bool equals_as_shown = false;       // a fraction equals a typed number if it is displayed like it
    bool decides_early = false;         // one known operand of && or || may decide although the other is unknown
    std::function<Evaluated<Number>(const std::string& name)> name{};
    std::function<Evaluated<Number>(const std::string& function, const std::vector<ExpressionArgument>& arguments)>
        call{};
};

/// Returns how many operands a function of this module takes. 0 if there is no such function.
[[nodiscard]] size_t operand_count(std::string_view function);

/// Digits of a fraction in the window's tables.
inline constexpr int shown_digits = 4;

[[nodiscard]] Evaluated<std::shared_ptr<const ExpressionNode>> parse_expression(std::string_view text,
                                                                                const Grammar& grammar);
[[nodiscard]] Evaluated<Number> evaluate(const ExpressionNode& node, const Meaning& meaning);

/// Looks up a name with a whole number; nullopt if it is not known.
using WholeLookup = std::function<std::optional<int64_t>(std::string_view name)>;

/// Returns the meaning of checked whole numbers. `lookup` must outlive it.
[[nodiscard]] Meaning whole_numbers(const WholeLookup& lookup);

/// Returns the value of an expression of arithmetic_grammar().
[[nodiscard]] Evaluated<int64_t> evaluate_whole(const ExpressionNode& node, const WholeLookup& lookup);

/// Replaces the names in `text`, which `node` is parsed from, by their values: "blockIdx.y*8 + row" -> "1*8 + 3".
/// Returns nullopt if one is not known.
[[nodiscard]] std::optional<std::string> fill_in_names(const ExpressionNode& node, std::string_view text,
                                                       const WholeLookup& lookup);

/// Calls `visit` for every name in the order of appearance.
void for_each_name(const ExpressionNode& node, const std::function<void(const ExpressionNode&)>& visit);

} // namespace warpscope::source
