#include "source/expression.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/message.hpp"

namespace warpscope::source {
namespace {

using Kind = ExpressionNode::Kind;
using Problem = ExpressionProblem::Kind;
using Arithmetic = Meaning::Arithmetic;

tl::unexpected<ExpressionProblem> problem(Problem kind, std::string detail = {}, int64_t number = 0) {
    return tl::unexpected(ExpressionProblem{kind, 0, std::move(detail), number, {}});
}

template<class T>
bool compared(std::string_view op, T a, T b) {
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    return op == ">" ? a > b : a >= b;
}
bool compares(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

Evaluated<Number> whole_result(std::string_view op, int64_t a, int64_t b, bool is_checked) {
    const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
    int64_t exact = 0;
    bool overflows = false;
    switch (op[0]) {
    case '+': overflows = __builtin_add_overflow(a, b, &exact); break;
    case '-': overflows = __builtin_sub_overflow(a, b, &exact); break;
    case '*': overflows = __builtin_mul_overflow(a, b, &exact); break;
    case '/':
    case '%':
        if (b == 0) return problem(Problem::zero_divisor);
        overflows = op[0] == '/' && b == -1 && a == std::numeric_limits<int64_t>::min();
        if (b == -1) // the host's division may overflow and trap
            exact = op[0] == '/' ? static_cast<int64_t>(0 - ua) : 0;
        else
            exact = op[0] == '/' ? a / b : a % b;
        break;
    case '|': return a | b;
    case '&': return a & b;
    case '^': return a ^ b;
    case '<': return ub < 64 ? static_cast<int64_t>(ua << ub) : 0;
    default: return ub < 64 ? a >> ub : a < 0 ? -1 : 0; // >>
    }
    // If overflow is allowed, `exact` is the wrapped value.
    return overflows && is_checked ? Evaluated<Number>(problem(Problem::overflow)) : exact;
}

Evaluated<Number> result_of(std::string_view op, const Number& a, const Number& b, const Meaning& meaning) {
    const auto *const wa = std::get_if<int64_t>(&a), *const wb = std::get_if<int64_t>(&b);
    const bool whole = wa != nullptr && wb != nullptr;
    if (compares(op)) return int64_t{whole ? compared(op, *wa, *wb) : compared(op, real(a), real(b))};
    if (whole && meaning.arithmetic != Arithmetic::real)
        return whole_result(op, *wa, *wb, meaning.arithmetic == Arithmetic::checked);
    if (op == "+") return real(a) + real(b);
    if (op == "-") return real(a) - real(b);
    if (op == "*") return real(a) * real(b);
    if ((op == "/" || op == "%") && real(b) == 0 && meaning.refuses_zero_divisors)
        return problem(Problem::zero_divisor);
    if (op == "/") return real(a) / real(b);
    if (op == "%" && meaning.arithmetic == Arithmetic::real) return std::fmod(real(a), real(b));
    return problem(Problem::needs_whole_number); // fractions have no bits or remainders
}

Evaluated<Number> sign_result(std::string_view sign, const Number& value, const Meaning& meaning) {
    if (sign == "!" || sign == "not") return int64_t{!is_true(value)};
    if (sign == "+") return value;
    if (const auto* whole = std::get_if<int64_t>(&value))
        return sign == "~" ? ~*whole : whole_result("-", 0, *whole, meaning.arithmetic == Arithmetic::checked);
    return sign == "-" ? Evaluated<Number>(-real(value)) : problem(Problem::needs_whole_number);
}

const ExpressionNode* typed_number(const ExpressionNode& node) {
    const bool is_signed =
        node.kind == Kind::operation && node.operands.size() == 1 && (node.text == "-" || node.text == "+");
    const ExpressionNode& inner = is_signed ? *node.operands[0] : node;
    return inner.kind == Kind::number ? &inner : nullptr;
}

/// Returns whether a fraction equals the typed number if both are rounded to `digits` (at least shown_digits) digits.
bool shown_as(double value, double typed, int digits) {
    digits = std::clamp(digits, shown_digits, 17);
    if (value == typed) return true;
    if (!(std::abs(value - typed) <= std::abs(typed) * 2 * std::pow(10.0, 1 - digits))) return false;
    const auto rounded = [&](double number) { return fmt::format("{:.{}e}", number, digits - 1); };
    return rounded(value) == rounded(typed);
}

std::optional<bool> is_as_typed(const ExpressionNode& node, const Number& a, const Number& b) {
    if (node.text != "==" && node.text != "!=") return std::nullopt;
    const ExpressionNode *const left = typed_number(*node.operands[0]), *const right = typed_number(*node.operands[1]);
    if ((left == nullptr) == (right == nullptr)) return std::nullopt;
    const Number &value = left != nullptr ? b : a, &typed = left != nullptr ? a : b;
    if (!std::holds_alternative<double>(value)) return std::nullopt;
    return shown_as(real(value), real(typed), (left != nullptr ? left : right)->digits) == (node.text == "==");
}

bool is_logic(std::string_view op) { return op == "&&" || op == "||" || op == "and" || op == "or"; }

Evaluated<Number> logic(const ExpressionNode& node, const Meaning& meaning) {
    const bool decides = node.text == "||" || node.text == "or";
    const auto a = evaluate(*node.operands[0], meaning);
    if (!a && !meaning.decides_early) return a;
    if (a && is_true(*a) == decides) return int64_t{decides};
    const auto b = evaluate(*node.operands[1], meaning);
    if (a && b) return int64_t{is_true(*b)};
    if (meaning.decides_early && b && is_true(*b) == decides) return int64_t{decides};
    return a ? b : a;
}

Evaluated<Number> value_of_name(const ExpressionNode& node, const Meaning& meaning) {
    if (node.operands.empty()) return meaning.name(node.text);
    std::string name = node.text;
    size_t at = 0;
    for (const auto& operand : node.operands) {
        const auto index = evaluate(*operand, meaning);
        if (!index) return index;
        const bool is_whole = std::holds_alternative<int64_t>(*index) ||
                              (meaning.arithmetic == Arithmetic::real && std::abs(real(*index)) < 1e15 &&
                               real(*index) == std::floor(real(*index)));
        if (!is_whole) return problem(Problem::needs_whole_number);
        at = name.find("[]", at) + 1;
        name.insert(at, std::to_string(std::visit([](auto value) { return static_cast<int64_t>(value); }, *index)));
    }
    return meaning.name(name);
}

using Apply = Evaluated<Number> (*)(const Number& a, const Number& b, Arithmetic arithmetic);
struct Function {
    std::string_view name;
    size_t operands;
    Apply apply;
};

template<double (*function)(double)>
Evaluated<Number> of_fraction(const Number& a, const Number&, Arithmetic) {
    return function(real(a));
}
template<double (*function)(double)>
Evaluated<Number> rounded(const Number& a, const Number&, Arithmetic) {
    return std::holds_alternative<int64_t>(a) ? a : Number(function(real(a)));
}
bool is_at_most(const Number& a, const Number& b) {
    const auto *const wa = std::get_if<int64_t>(&a), *const wb = std::get_if<int64_t>(&b);
    return wa != nullptr && wb != nullptr ? *wa <= *wb : real(a) <= real(b);
}
Evaluated<Number> smaller(const Number& a, const Number& b, Arithmetic) { return is_at_most(a, b) ? a : b; }
Evaluated<Number> larger(const Number& a, const Number& b, Arithmetic) { return is_at_most(b, a) ? a : b; }
Evaluated<Number> absolute(const Number& a, const Number&, Arithmetic arithmetic) {
    const auto* whole = std::get_if<int64_t>(&a);
    if (whole == nullptr) return std::abs(real(a));
    return *whole < 0 ? whole_result("-", 0, *whole, arithmetic == Arithmetic::checked) : *whole;
}
Evaluated<Number> quotient_rounded_up(const Number& a, const Number& b, Arithmetic) {
    const auto *const wa = std::get_if<int64_t>(&a), *const wb = std::get_if<int64_t>(&b);
    if (wa == nullptr || wb == nullptr)
        return real(b) == 0 ? Evaluated<Number>(problem(Problem::zero_divisor)) : std::ceil(real(a) / real(b));
    if (*wb <= 0) return problem(Problem::divisor_not_positive, {}, *wb);
    return *wa / *wb + (*wa % *wb > 0 ? 1 : 0);
}
/// Returns ceil(log2(a)).
Evaluated<Number> doublings(const Number& a, const Number&, Arithmetic) {
    const auto* whole = std::get_if<int64_t>(&a);
    if (whole == nullptr) return problem(Problem::needs_whole_number);
    if (*whole <= 0) return problem(Problem::logarithm_not_positive, {}, *whole);
    int64_t steps = 0;
    while (steps < 63 && (uint64_t{1} << steps) < static_cast<uint64_t>(*whole)) ++steps;
    return steps;
}
Evaluated<Number> is_nan(const Number& a, const Number&, Arithmetic) { return int64_t{std::isnan(real(a))}; }
Evaluated<Number> is_infinite(const Number& a, const Number&, Arithmetic) { return int64_t{std::isinf(real(a))}; }

constexpr std::array functions{
    Function{"abs", 1, absolute},
    Function{"min", 2, smaller},
    Function{"max", 2, larger},
    Function{"sqrt", 1, of_fraction<std::sqrt>},
    Function{"log2", 1, of_fraction<std::log2>},
    Function{"floor", 1, rounded<std::floor>},
    Function{"ceil", 1, rounded<std::ceil>},
    Function{"round", 1, rounded<std::round>},
    Function{"ceil_div", 2, quotient_rounded_up},
    Function{"ceil_log2", 1, doublings},
    Function{"isnan", 1, is_nan},
    Function{"isinf", 1, is_infinite},
};
const Function* find_function(std::string_view name) {
    const auto* const found = std::ranges::find(functions, name, &Function::name);
    return found == functions.end() ? nullptr : found;
}

Evaluated<Number> call(const ExpressionNode& node, const Meaning& meaning) {
    const Function* const own = find_function(node.text);
    const bool is_own = own != nullptr && node.operands.size() == own->operands;
    if (!is_own && !meaning.call) return problem(Problem::unknown_function, node.text);
    std::vector<ExpressionArgument> arguments;
    std::array<Number, 2> numbers{};
    for (const auto& operand : node.operands) {
        if (operand->kind == Kind::words && !is_own) {
            arguments.emplace_back(operand->text);
            continue;
        }
        const auto value = evaluate(*operand, meaning);
        if (!value) return value;
        if (is_own)
            numbers[static_cast<size_t>(&operand - node.operands.data())] = *value;
        else
            arguments.emplace_back(real(*value));
    }
    return is_own ? own->apply(numbers[0], numbers[1], meaning.arithmetic) : meaning.call(node.text, arguments);
}

} // namespace

double real(const Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

bool is_true(const Number& number) {
    return std::visit([](auto value) { return value != 0; }, number);
}

size_t operand_count(std::string_view function) {
    const Function* const found = find_function(function);
    return found == nullptr ? 0 : found->operands;
}

tl::unexpected<ExpressionProblem> unknown_name(std::string name) {
    return problem(Problem::unknown_name, std::move(name));
}

Evaluated<Number> evaluate(const ExpressionNode& node, const Meaning& meaning) {
    switch (node.kind) {
    case Kind::number: return meaning.arithmetic == Arithmetic::real ? Number(real(node.number)) : node.number;
    case Kind::words: return problem(Problem::needs_number, node.text);
    case Kind::name: return value_of_name(node, meaning);
    case Kind::opaque: return problem(Problem::unknown_name);
    case Kind::call: return call(node, meaning);
    case Kind::choice: {
        const auto condition = evaluate(*node.operands[0], meaning);
        return condition ? evaluate(*node.operands[is_true(*condition) ? 1 : 2], meaning) : condition;
    }
    case Kind::operation: break;
    }
    if (is_logic(node.text)) return logic(node, meaning);
    const auto a = evaluate(*node.operands[0], meaning);
    if (!a) return a;
    if (node.operands.size() == 1) return sign_result(node.text, *a, meaning);
    const auto b = evaluate(*node.operands[1], meaning);
    if (!b) return b;
    if (meaning.equals_as_shown)
        if (const auto same = is_as_typed(node, *a, *b)) return int64_t{*same};
    return result_of(node.text, *a, *b, meaning);
}

Meaning whole_numbers(const WholeLookup& lookup) {
    return {.arithmetic = Arithmetic::checked, .name = [&lookup](const std::string& name) -> Evaluated<Number> {
                if (const auto value = lookup(name)) return *value;
                return unknown_name(name);
            }};
}

Evaluated<int64_t> evaluate_whole(const ExpressionNode& node, const WholeLookup& lookup) {
    return evaluate(node, whole_numbers(lookup)).map([](const Number& number) { return std::get<int64_t>(number); });
}

namespace {

std::string spaced(std::string_view text) {
    constexpr std::string_view operators = "+-*/%";
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const size_t last = out.find_last_not_of(' ');
        const char before = last == std::string::npos ? '\0' : out[last];
        const bool is_binary = operators.find(text[i]) != std::string_view::npos &&
                               (std::isalnum(static_cast<unsigned char>(before)) != 0 || before == ')');
        if (!is_binary) {
            out += text[i];
            continue;
        }
        out.resize(last + 1);
        out += {' ', text[i], ' '};
        while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
    }
    return out;
}

} // namespace

std::optional<std::string> fill_in_names(const ExpressionNode& node, std::string_view text, const WholeLookup& lookup) {
    std::string out;
    size_t copied = 0;
    bool are_known = true;
    for_each_name(node, [&](const ExpressionNode& name) {
        const auto value = lookup(name.text);
        are_known = are_known && value.has_value();
        if (!value) return;
        out += text.substr(copied, name.begin - copied);
        out += *value < 0 ? fmt::format("({})", *value) : fmt::format("{}", *value);
        copied = name.end;
    });
    if (!are_known) return std::nullopt;
    out += text.substr(copied);
    return spaced(out);
}

Message problem_words(const ExpressionProblem& problem) {
    const std::string& detail = problem.detail;
    switch (problem.kind) {
    case Problem::unexpected: return msg("'{}' is not expected here", detail);
    case Problem::incomplete: return msg("something is missing at the end");
    case Problem::missing: return msg("'{}' is missing", detail);
    case Problem::not_closed: return msg("the closing {} is missing", detail);
    case Problem::number_too_large: return msg("this number is too large");
    case Problem::number_runs_on: return msg("a number ends where a name begins");
    case Problem::not_whole: return msg("numbers are whole and decimal");
    case Problem::too_deep: return msg("it is nested too deeply");
    case Problem::too_long: return msg("it is too long");
    case Problem::unknown_function: return msg("there is no function '{}'", detail);
    case Problem::operand_count:
        return msg_count(static_cast<uint64_t>(problem.number), "{} takes {} number", "{} takes {} numbers", detail,
                         problem.number);
    case Problem::unknown_name: return msg("'{}' is not known", detail);
    case Problem::zero_divisor: return msg("it divides by zero");
    case Problem::overflow: return msg("it is beyond the range of 64-bit integers");
    case Problem::divisor_not_positive:
        return msg("it divides by {}; ceil_div needs a positive divisor", problem.number);
    case Problem::logarithm_not_positive:
        return msg("it takes the logarithm of {}; ceil_log2 needs a positive number", problem.number);
    case Problem::needs_number: return msg("'{}' is used where a number is needed", detail);
    case Problem::needs_whole_number: return msg("it needs a whole number");
    case Problem::reported: return problem.report ? problem.report->message : Message();
    }
    return {};
}

Message problem_text(const ExpressionProblem& problem, std::string_view text) {
    if (problem.kind == Problem::reported) return msg("\"{}\": {}", text, problem_words(problem));
    if (!problem.is_of_syntax()) return msg("\"{}\": {}.", text, problem_words(problem));
    return msg("\"{}\": {} (character {}).", text, problem_words(problem), problem.at + 1);
}

} // namespace warpscope::source
