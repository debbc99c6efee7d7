#include "catalog/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>

#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c) || c == '.'; }

struct FunctionInfo {
    std::string_view name;
    int64_t (*apply)(int64_t, int64_t); // unary functions ignore the second value
    int values = 2;
};
int64_t smaller(int64_t a, int64_t b) { return std::min(a, b); }
int64_t larger(int64_t a, int64_t b) { return std::max(a, b); }
/// The parser refuses divisors below 1.
int64_t rounded_up(int64_t a, int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }
int64_t doublings(int64_t a, int64_t) {
    int64_t steps = 0;
    while (steps < 63 && (uint64_t{1} << steps) < static_cast<uint64_t>(a)) ++steps;
    return steps;
}
constexpr std::array functions{FunctionInfo{"min", smaller}, FunctionInfo{"max", larger},
                               FunctionInfo{"ceil_div", rounded_up}, FunctionInfo{"ceil_log2", doublings, 1}};

struct NameUse {
    size_t begin, end;
};

/// Recursive descent: sum = product {+- product}, product = sign {*/% sign}, sign = [+-] sign | atom. Without a lookup
/// it checks only the syntax: names are 1 and divisions are skipped.
class Parser {
public:
    Parser(std::string_view text, const Lookup* lookup)
        : text_(text)
        , lookup_(lookup) {}

    Result<int64_t> parse() {
        auto value = sum();
        if (!value) return value;
        skip_blanks();
        if (at_ != text_.size()) return syntax_error(tr_format("'{}' is not expected here", text_[at_]));
        return value;
    }
    [[nodiscard]] const std::vector<NameUse>& names() const { return names_; }

private:
    Result<int64_t> sum() {
        auto left = product();
        while (left) {
            const char op = next_of("+-");
            if (op == 0) break;
            left = combine(op, *left, product());
        }
        return left;
    }

    Result<int64_t> product() {
        auto left = sign();
        while (left) {
            const char op = next_of("*/%");
            if (op == 0) break;
            left = combine(op, *left, sign());
        }
        return left;
    }

    Result<int64_t> sign() {
        const char op = next_of("+-");
        if (op == 0) return atom();
        if (++depth_ > max_nesting) return syntax_error(tr("it is nested too deeply"));
        auto value = sign();
        --depth_;
        return value && op == '-' ? combine('-', 0, std::move(value)) : value;
    }

    Result<int64_t> atom() {
        skip_blanks();
        if (at_ == text_.size()) return syntax_error(tr("something is missing at the end"));
        if (is_digit(text_[at_])) return number();
        if (is_name_start(text_[at_])) return name();
        if (text_[at_] != '(') return syntax_error(tr_format("'{}' is not expected here", text_[at_]));
        ++at_;
        return bracketed();
    }

    Result<int64_t> bracketed() {
        if (++depth_ > max_nesting) return syntax_error(tr("it is nested too deeply"));
        auto value = sum();
        --depth_;
        if (value && next_of(")") == 0) return syntax_error(tr("')' is missing"));
        return value;
    }

    Result<int64_t> number() {
        int64_t value = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error != std::errc{}) return overflow();
        at_ = static_cast<size_t>(end - text_.data());
        if (at_ < text_.size() && is_name_part(text_[at_])) return syntax_error(tr("numbers are whole and decimal"));
        return value;
    }

    Result<int64_t> name() {
        const size_t begin = at_;
        while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        const auto function =
            std::find_if(functions.begin(), functions.end(), [&](const FunctionInfo& f) { return f.name == word; });
        if (function != functions.end()) {
            if (next_of("(") == 0) return syntax_error(tr_format("'(' is missing after {}", word));
            return call(*function);
        }
        names_.push_back({begin, at_});
        if (lookup_ == nullptr) return 1;
        if (const auto value = (*lookup_)(word)) return *value;
        return fail(ErrorKind::failed, tr_format("'{}' in \"{}\" is not known.", word, text_));
    }

    Result<int64_t> call(const FunctionInfo& function) {
        if (++depth_ > max_nesting) return syntax_error(tr("it is nested too deeply"));
        auto first = sum();
        if (!first) return first;
        if (function.values == 2 && next_of(",") == 0)
            return syntax_error(tr_format("{} takes two values", function.name));
        auto second = function.values == 2 ? sum() : Result<int64_t>(0);
        --depth_;
        if (!second) return second;
        if (next_of(")") == 0) return syntax_error(tr("')' is missing"));
        if (lookup_ == nullptr) return 1;
        if (function.name == "ceil_div" && *second <= 0)
            return fail(ErrorKind::failed,
                        tr_format("\"{}\" divides by {}; ceil_div wants a positive divisor.", text_, *second));
        if (function.name == "ceil_log2" && *first <= 0)
            return fail(
                ErrorKind::failed,
                tr_format("\"{}\" takes the logarithm of {}; ceil_log2 wants a positive number.", text_, *first));
        return function.apply(*first, *second);
    }

    Result<int64_t> combine(char op, int64_t left, Result<int64_t> right) {
        if (!right || lookup_ == nullptr) return right;
        int64_t value = 0;
        bool overflows = false;
        switch (op) {
        case '+': overflows = __builtin_add_overflow(left, *right, &value); break;
        case '-': overflows = __builtin_sub_overflow(left, *right, &value); break;
        case '*': overflows = __builtin_mul_overflow(left, *right, &value); break;
        default:
            if (*right == 0) return fail(ErrorKind::failed, tr_format("\"{}\" divides by zero.", text_));
            if (*right == -1) { // may overflow; the remainder is 0
                overflows = op == '/' && left == std::numeric_limits<int64_t>::min();
                value = op == '/' && !overflows ? -left : 0;
            } else {
                value = op == '/' ? left / *right : left % *right;
            }
        }
        return overflows ? overflow() : Result<int64_t>(value);
    }

    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
    }

    char next_of(std::string_view wanted) {
        skip_blanks();
        if (at_ == text_.size() || wanted.find(text_[at_]) == std::string_view::npos) return 0;
        return text_[at_++];
    }

    [[nodiscard]] tl::unexpected<Diagnostic> syntax_error(std::string_view what) const {
        return fail(ErrorKind::failed, tr_format("\"{}\": {} (character {}).", text_, what, at_ + 1));
    }
    [[nodiscard]] tl::unexpected<Diagnostic> overflow() const {
        return fail(ErrorKind::failed, tr_format("\"{}\" is beyond the range of 64-bit integers.", text_));
    }

    std::string_view text_;
    const Lookup* lookup_;
    size_t at_ = 0;
    int depth_ = 0;
    std::vector<NameUse> names_;
};

} // namespace

Result<int64_t> evaluate(std::string_view text, const Lookup& lookup) { return Parser(text, &lookup).parse(); }

Result<std::string> substitute(std::string_view text, const Lookup& lookup) {
    Parser parser(text, nullptr);
    if (auto parsed = parser.parse(); !parsed) return tl::unexpected(parsed.error());
    std::string out;
    size_t copied = 0;
    for (const NameUse& use : parser.names()) {
        const std::string_view name = text.substr(use.begin, use.end - use.begin);
        const auto value = lookup(name);
        if (!value) return fail(ErrorKind::failed, tr_format("'{}' in \"{}\" is not known.", name, text));
        out += text.substr(copied, use.begin - copied);
        out += *value < 0 ? fmt::format("({})", *value) : fmt::format("{}", *value);
        copied = use.end;
    }
    out += text.substr(copied);
    return out;
}

Result<std::vector<std::string>> names_in(std::string_view text) {
    Parser parser(text, nullptr);
    if (auto parsed = parser.parse(); !parsed) return tl::unexpected(parsed.error());
    std::vector<std::string> names;
    for (const NameUse& use : parser.names()) {
        std::string name(text.substr(use.begin, use.end - use.begin));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
    return names;
}

} // namespace warpscope::catalog
