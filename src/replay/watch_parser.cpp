#include "replay/watch_parser.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace warpscope::replay {

namespace {

using NodeKind = WatchNode::Kind;

// Protects the stack from hostile text.
constexpr int most_nesting = 100, most_operands = 1000;

struct Operator {
    std::string_view text;
    int binds; // higher binds tighter
};
// Longer operators come first.
constexpr std::array operators{
    Operator{"||", 1}, Operator{"&&", 2}, Operator{"==", 6}, Operator{"!=", 6}, Operator{"<=", 7}, Operator{">=", 7},
    Operator{"<<", 8}, Operator{">>", 8}, Operator{"|", 3},  Operator{"^", 4},  Operator{"&", 5},  Operator{"<", 7},
    Operator{">", 7},  Operator{"+", 9},  Operator{"-", 9},  Operator{"*", 10}, Operator{"/", 10}, Operator{"%", 10},
};
struct Function {
    std::string_view name;
    size_t operands;
};
constexpr std::array functions{Function{"abs", 1},  Function{"min", 2},   Function{"max", 2},
                               Function{"sqrt", 1}, Function{"isnan", 1}, Function{"isinf", 1}};

/// Counts significant digits, without the exponent.
int digits_in(std::string_view number) {
    number = number.substr(0, number.find_first_of("eE"));
    number.remove_prefix(std::min(number.find_first_not_of("0."), number.size()));
    return static_cast<int>(std::ranges::count_if(number, [](char c) { return c != '.'; }));
}

class Parser {
public:
    explicit Parser(std::string_view text)
        : text_(text) {}

    Result<std::unique_ptr<WatchNode>> parse() {
        auto root = choice();
        skip_spaces();
        if (problem_.empty() && at_ < text_.size()) complain(fmt::format("'{}' is not expected", text_[at_]));
        if (!problem_.empty()) return fail(ErrorKind::usage, problem_);
        return root;
    }

private:
    using Node = std::unique_ptr<WatchNode>;

    void skip_spaces() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(std::string_view word) {
        skip_spaces();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    void expect(std::string_view word) {
        if (!take(word)) complain(fmt::format("'{}' is missing", word));
    }
    void complain(const std::string& what) {
        if (problem_.empty()) problem_ = fmt::format("{} behind \"{}\"", what, text_.substr(0, at_));
        at_ = text_.size();
    }
    static Node node(NodeKind kind, std::string text) {
        auto made = std::make_unique<WatchNode>();
        made->kind = kind;
        made->text = std::move(text);
        return made;
    }

    Node choice() {
        Node condition = binary(0);
        if (!take("?")) return condition;
        if (++nesting_ > most_nesting) {
            complain("there are too many choices");
            return condition;
        }
        Node made = node(NodeKind::choice, "?");
        made->operands.push_back(std::move(condition));
        made->operands.push_back(choice());
        expect(":");
        made->operands.push_back(choice());
        --nesting_;
        return made;
    }
    Node binary(int least) {
        Node left = unary();
        for (;;) {
            skip_spaces();
            const auto* const found = std::ranges::find_if(
                operators, [&](const Operator& one) { return text_.substr(at_).starts_with(one.text); });
            if (found == operators.end() || found->binds <= least) return left;
            at_ += found->text.size();
            Node made = node(NodeKind::operation, std::string(found->text));
            made->operands.push_back(std::move(left));
            made->operands.push_back(binary(found->binds));
            left = std::move(made);
        }
    }
    Node unary() {
        if (++nesting_ > most_nesting) {
            complain("there are too many brackets and signs");
            return node(NodeKind::number, "");
        }
        Node made;
        skip_spaces();
        const char first = at_ < text_.size() ? text_[at_] : '\0';
        if (first == '-' || first == '!' || first == '~' || first == '+') {
            ++at_;
            made = node(NodeKind::operation, std::string(1, first));
            made->operands.push_back(unary());
        } else {
            made = operand(first);
        }
        --nesting_;
        return made;
    }
    Node operand(char first) {
        if (++operands_ > most_operands) {
            complain("there are too many values");
            return node(NodeKind::number, "");
        }
        if (take("(")) {
            Node inner = choice();
            expect(")");
            return inner;
        }
        if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '.') return number();
        // A '%' at the start begins a PTX register.
        if (std::isalpha(static_cast<unsigned char>(first)) != 0 || first == '_' || first == '%') return name();
        complain(first == '\0' ? "a value is missing" : fmt::format("'{}' is not expected", first));
        return node(NodeKind::number, "");
    }
    Node number() {
        Node made = node(NodeKind::number, "");
        const char *const begin = text_.data() + at_, *const end = text_.data() + text_.size();
        const bool is_hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
        uint64_t whole = 0;
        auto read = std::from_chars(is_hex ? begin + 2 : begin, end, whole, is_hex ? 16 : 10);
        made->number = static_cast<int64_t>(whole);
        if (!is_hex) {
            double fraction = 0;
            const auto longer = std::from_chars(begin, end, fraction);
            if (longer.ptr > read.ptr || read.ec != std::errc()) {
                read = longer;
                made->number = fraction;
            }
        }
        made->digits = digits_in({begin, read.ptr});
        at_ = static_cast<size_t>(read.ptr - text_.data());
        if (read.ec != std::errc()) complain("a number cannot be read");
        while (at_ < text_.size() && (text_[at_] == 'f' || text_[at_] == 'u' || text_[at_] == 'l' ||
                                      text_[at_] == 'L' || text_[at_] == 'U' || text_[at_] == 'F'))
            ++at_; // C suffixes
        return made;
    }
    std::string word() {
        const size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' ||
                                      (text_[at_] == '%' && at_ == begin) || text_[at_] == '$'))
            ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }
    Node name() {
        Node made = node(NodeKind::name, word());
        const auto* const function = std::ranges::find(functions, made->text, &Function::name);
        if (function != functions.end() && take("(")) {
            made->kind = NodeKind::function;
            for (size_t k = 0; k < function->operands; ++k) {
                if (k > 0) expect(",");
                made->operands.push_back(choice());
            }
            expect(")");
            return made;
        }
        for (;;) {
            if (take(".")) {
                made->text += "." + word();
            } else if (take("[")) {
                made->text += "[]";
                made->operands.push_back(choice());
                expect("]");
            } else {
                return made;
            }
        }
    }

    std::string_view text_;
    size_t at_ = 0;
    int nesting_ = 0, operands_ = 0;
    std::string problem_;
};

} // namespace

Result<std::unique_ptr<WatchNode>> parse_watch(std::string_view text) { return Parser(text).parse(); }

} // namespace warpscope::replay
