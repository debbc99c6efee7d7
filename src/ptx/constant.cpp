#include "ptx/constant.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <limits>

#include "base/parse_real.hpp"

namespace warpscope::ptx {
namespace {

constexpr int deepest = 64; // nesting

/// PTX integers are signed 64-bit unless a U suffix or their size says otherwise.
struct Value {
    Immediate immediate;
    bool is_unsigned = false;

    [[nodiscard]] uint64_t bits() const { return immediate.bits; }
    [[nodiscard]] int64_t as_signed() const { return static_cast<int64_t>(immediate.bits); }
};

struct BinaryOperator {
    std::string_view text;
    int precedence;
};
constexpr std::array<BinaryOperator, 18> binary_operators{{{"||", 1},
                                                           {"&&", 2},
                                                           {"|", 3},
                                                           {"^", 4},
                                                           {"&", 5},
                                                           {"==", 6},
                                                           {"!=", 6},
                                                           {"<", 7},
                                                           {"<=", 7},
                                                           {">", 7},
                                                           {">=", 7},
                                                           {"<<", 8},
                                                           {">>", 8},
                                                           {"+", 9},
                                                           {"-", 9},
                                                           {"*", 10},
                                                           {"/", 10},
                                                           {"%", 10}}};
constexpr int product_precedence = 10;

class ConstantParser {
public:
    explicit ConstantParser(TokenStream& tokens)
        : tokens_(tokens) {}

    Value parse_conditional() {
        if (!enter()) return {};
        Value value = binary(1);
        if (tokens_.accept("?")) {
            const Value if_true = parse_conditional();
            tokens_.expect(":", "':' of a parse_conditional expression");
            const Value if_false = parse_conditional();
            value = value.bits() != 0 ? if_true : if_false;
        }
        --depth_;
        return value;
    }

    Value binary(int min_precedence) {
        Value left = unary();
        while (const BinaryOperator* op = operator_ahead(min_precedence)) {
            const Token token = tokens_.next();
            const Value right = binary(op->precedence + 1);
            left = apply(token, left, right);
        }
        return left;
    }

private:
    bool enter() {
        if (++depth_ <= deepest) return true;
        tokens_.fail(tokens_.peek(), msg("this expression is nested more than {} deep", deepest));
        return false;
    }

    [[nodiscard]] const BinaryOperator* operator_ahead(int min_precedence) const {
        if (!tokens_.at(TokenKind::punct)) return nullptr;
        for (const BinaryOperator& op : binary_operators)
            if (op.precedence >= min_precedence && tokens_.at(op.text)) return &op;
        return nullptr;
    }

    Value unary() {
        if (!enter()) return {};
        Value value;
        if (tokens_.accept("-")) {
            value = unary();
            if (value.immediate.floating)
                value.immediate.bits ^= value.immediate.single ? uint64_t{1} << 31 : uint64_t{1} << 63;
            else
                value.immediate.bits = 0 - value.bits();
        } else if (tokens_.accept("+")) {
            value = unary();
        } else if (tokens_.accept("~")) {
            value = unary();
            value.immediate.bits = ~value.bits();
        } else if (tokens_.accept("!")) {
            value = unary();
            value.immediate.bits = value.bits() == 0 ? 1 : 0;
        } else {
            value = primary();
        }
        --depth_;
        return value;
    }

    Value primary() {
        if (tokens_.accept("(")) {
            if (tokens_.at(TokenKind::dot_word)) {
                const Token type = tokens_.next();
                if (type.text != ".s64" && type.text != ".u64")
                    tokens_.fail(type, msg("expected .s64 or .u64 in a cast but found {}", describe(type)));
                tokens_.expect(")");
                Value value = unary();
                value.is_unsigned = type.text == ".u64";
                return value;
            }
            const Value value = parse_conditional();
            tokens_.expect(")");
            return value;
        }
        if (tokens_.at("WARP_SZ")) {
            tokens_.next();
            return {{32, false, false}, false};
        }
        const Token token = tokens_.peek();
        if (token.kind == TokenKind::integer) {
            tokens_.next();
            const uint64_t bits = integer_value(token.text).value_or(0);
            return {{bits, false, false}, token.text.ends_with('U') || (bits >> 63) != 0};
        }
        if (token.kind == TokenKind::floating) {
            tokens_.next();
            return floating(token);
        }
        tokens_.fail_expected("a number");
        return {};
    }

    Value floating(const Token& token) {
        const std::string_view text = token.text;
        const char form = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
        const bool single = form == 'f' || form == 'F', hex = single || form == 'd' || form == 'D';
        if (hex) {
            const size_t digits = single ? 8 : 16;
            uint64_t bits = 0;
            const auto [stop, error] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
            if (text.size() != digits + 2 || error != std::errc{} || stop != text.data() + text.size())
                tokens_.fail(token, msg("expected {} hexadecimal digits after {} but found {}", digits,
                                        text.substr(0, 2), describe(token)));
            return {{bits, true, single}, false};
        }
        double value = 0;
        const auto [stop, error] = parse_real(text.data(), text.data() + text.size(), value);
        if (stop != text.data() + text.size() || (error != std::errc{} && error != std::errc::result_out_of_range))
            tokens_.fail(token, msg("{} is not a floating-point number", describe(token)));
        return {{std::bit_cast<uint64_t>(value), true, false}, false};
    }

    Value apply(const Token& op, const Value& a, const Value& b) {
        if (a.immediate.floating || b.immediate.floating) {
            tokens_.fail(op, msg("arithmetic on floating-point constants is not supported"),
                         msg("write the result as one number"));
            return a;
        }
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        const auto result = [&](uint64_t bits) { return Value{{bits, false, false}, is_unsigned}; };
        const auto compared = [&](auto holds) {
            return Value{{is_unsigned ? holds(a.bits(), b.bits()) : holds(a.as_signed(), b.as_signed()), false, false},
                         false};
        };
        if (op.text == "+") return result(a.bits() + b.bits());
        if (op.text == "-") return result(a.bits() - b.bits());
        if (op.text == "*") return result(a.bits() * b.bits());
        if (op.text == "/" || op.text == "%") return divide(op, a, b, is_unsigned);
        if (op.text == "&") return result(a.bits() & b.bits());
        if (op.text == "|") return result(a.bits() | b.bits());
        if (op.text == "^") return result(a.bits() ^ b.bits());
        if (op.text == "<<") return result(b.bits() > 63 ? 0 : a.bits() << b.bits());
        if (op.text == ">>") {
            const uint64_t by = std::min<uint64_t>(b.bits(), 63);
            if (!a.is_unsigned) return result(static_cast<uint64_t>(a.as_signed() >> by));
            return result(b.bits() > 63 ? 0 : a.bits() >> by);
        }
        if (op.text == "==") return compared([](auto x, auto y) { return x == y; });
        if (op.text == "!=") return compared([](auto x, auto y) { return x != y; });
        if (op.text == "<") return compared([](auto x, auto y) { return x < y; });
        if (op.text == "<=") return compared([](auto x, auto y) { return x <= y; });
        if (op.text == ">") return compared([](auto x, auto y) { return x > y; });
        if (op.text == ">=") return compared([](auto x, auto y) { return x >= y; });
        if (op.text == "&&") return result(a.bits() != 0 && b.bits() != 0);
        return result(a.bits() != 0 || b.bits() != 0);
    }

    Value divide(const Token& op, const Value& a, const Value& b, bool is_unsigned) {
        const bool overflows =
            !is_unsigned && a.as_signed() == std::numeric_limits<int64_t>::min() && b.as_signed() == -1;
        if (b.bits() == 0 || overflows) {
            tokens_.fail(op, msg("this division of constants has no result"));
            return a;
        }
        const bool quotient = op.text == "/";
        if (is_unsigned) return {{quotient ? a.bits() / b.bits() : a.bits() % b.bits(), false, false}, true};
        const int64_t value = quotient ? a.as_signed() / b.as_signed() : a.as_signed() % b.as_signed();
        return {{static_cast<uint64_t>(value), false, false}, false};
    }

    TokenStream& tokens_;
    int depth_ = 0;
};

} // namespace

bool at_constant(const TokenStream& tokens) {
    return tokens.at(TokenKind::integer) || tokens.at(TokenKind::floating) || tokens.at("-") || tokens.at("+") ||
           tokens.at("~") || tokens.at("!") || tokens.at("(") || tokens.at("WARP_SZ");
}

Immediate parse_constant(TokenStream& tokens) { return ConstantParser(tokens).parse_conditional().immediate; }

Immediate parse_constant_term(TokenStream& tokens) {
    return ConstantParser(tokens).binary(product_precedence).immediate;
}

uint64_t parse_size(TokenStream& tokens, std::string_view what, uint64_t max) {
    const Token first = tokens.peek();
    const Immediate value = parse_constant(tokens);
    if (!tokens.failed() && (value.floating || value.bits > max))
        tokens.fail(first, msg("{} must be an integer from 0 to {}", what, max));
    return tokens.failed() ? 0 : value.bits;
}

} // namespace warpscope::ptx
