#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/parse_real.hpp"
#include "source/expression.hpp"
#include "source/tokens.hpp"

namespace warpscope::source {
namespace {

using Kind = ExpressionNode::Kind;
using Problem = ExpressionProblem::Kind;
using Node = std::shared_ptr<const ExpressionNode>;

// Untrusted text must not exhaust the stack, here or in evaluate().
constexpr int max_nesting = 100, max_operands = 1000;

struct Operator {
    std::string_view text;
    int binds;
};
constexpr int logic_binds = 2, comparison_binds = 7, tightest = 10;
/// Longer operators first, so that "<=" is not read as "<".
constexpr std::array operators{
    Operator{"and", 2}, Operator{"or", 1}, Operator{"||", 1}, Operator{"&&", 2}, Operator{"==", 6},
    Operator{"!=", 6},  Operator{"<=", 7}, Operator{">=", 7}, Operator{"<<", 8}, Operator{">>", 8},
    Operator{"|", 3},   Operator{"^", 4},  Operator{"&", 5},  Operator{"<", 7},  Operator{">", 7},
    Operator{"+", 9},   Operator{"-", 9},  Operator{"*", 10}, Operator{"/", 10}, Operator{"%", 10},
};
constexpr std::array<std::string_view, 18> c_operators{
    "||", "&&", "|", "^", "&", "==", "!=", "<=", ">=", "<", ">", "<<", ">>", "+", "-", "*", "/", "%"};
constexpr std::array<std::string_view, 5> arithmetic_operators{"+", "-", "*", "/", "%"};
constexpr std::array<std::string_view, 6> c_functions{"abs", "min", "max", "sqrt", "isnan", "isinf"};
constexpr std::array<std::string_view, 4> whole_functions{"min", "max", "ceil_div", "ceil_log2"};

int digits_in(std::string_view number) {
    number = number.substr(0, number.find_first_of("eE"));
    number.remove_prefix(std::min(number.find_first_not_of("0."), number.size()));
    return static_cast<int>(std::ranges::count_if(number, [](char c) { return c != '.'; }));
}

/// Parses by precedence climbing. After the first problem, skips the rest.
class Parser {
public:
    Parser(std::string_view text, const Grammar& grammar)
        : text_(text)
        , grammar_(grammar)
        , tokens_(tokens_of(text)) {}

    Evaluated<Node> parse() {
        Node root = choice();
        if (!problem_ && at_ < tokens_.size()) complain_about_token();
        if (problem_) return tl::unexpected(*problem_);
        return root;
    }

private:
    /// Comments and directives become marks, which the grammar refuses.
    static Tokens tokens_of(std::string_view text) {
        bool in_comment = false;
        return line_tokens(text, in_comment);
    }

    [[nodiscard]] bool is(std::string_view text, size_t ahead = 0) const {
        return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(text);
    }
    [[nodiscard]] size_t place() const { return at_ < tokens_.size() ? tokens_[at_].begin : text_.size(); }
    [[nodiscard]] size_t end_of_last() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end; }
    bool take(std::string_view text) {
        if (!is(text)) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view mark) {
        if (!take(mark)) report_problem(Problem::missing, std::string(mark));
    }
    void report_problem(Problem kind, std::string detail = {}, int64_t number = 0) {
        if (!problem_) problem_ = ExpressionProblem{kind, place(), std::move(detail), number, {}};
        at_ = tokens_.size();
    }
    void complain_about_token() {
        if (at_ == tokens_.size()) return report_problem(Problem::incomplete);
        const bool is_mark = tokens_[at_].kind != TokenKind::word && !tokens_[at_].is_literal();
        report_problem(Problem::unexpected, std::string(is_mark ? tokens_[at_].text.substr(0, 1) : tokens_[at_].text));
    }
    template<class Read>
    Node nested(const Read& read) {
        if (++nesting_ > max_nesting) {
            report_problem(Problem::too_deep);
            return std::make_shared<ExpressionNode>();
        }
        Node made = read();
        --nesting_;
        return made;
    }
    Node finish(ExpressionNode node, size_t begin) const {
        node.begin = begin;
        node.end = end_of_last();
        return std::make_shared<const ExpressionNode>(std::move(node));
    }

    Node choice() {
        const size_t begin = place();
        Node condition = binary(0);
        if (!grammar_.has_choices || !take("?")) return condition;
        return nested([&] {
            ExpressionNode made{.kind = Kind::choice, .text = "?", .operands = {condition}};
            made.operands.push_back(choice());
            expect(":");
            made.operands.push_back(choice());
            return finish(std::move(made), begin);
        });
    }

    [[nodiscard]] bool has_operator(std::string_view text) const {
        return std::ranges::find(grammar_.operators, text) != grammar_.operators.end();
    }
    [[nodiscard]] const Operator* next_operator() const {
        if (at_ == tokens_.size() || tokens_[at_].kind == TokenKind::comment) return nullptr;
        const std::string_view rest = text_.substr(tokens_[at_].begin);
        const auto* const found = std::ranges::find_if(operators, [&](const Operator& one) {
            return has_operator(one.text) &&
                   (tokens_[at_].is_word() ? tokens_[at_].is(one.text) : rest.starts_with(one.text));
        });
        return found == operators.end() ? nullptr : found;
    }

    /// Reads operators that bind tighter than `min`.
    Node binary(int min) {
        const size_t begin = place();
        return min <= logic_binds ? with_operators(operand_of_logic(), min, logic_binds, begin)
                                  : with_operators(unary(), min, tightest, begin);
    }
    /// Reads operators after `left` that bind tighter than `min` and at most as tight as `max`.
    Node with_operators(Node left, int min, int max, size_t begin) {
        for (;;) {
            const Operator* const op = next_operator();
            if (op == nullptr || op->binds > max) return left;
            const bool compares = op->binds == comparison_binds || op->binds == comparison_binds - 1;
            const int binds = compares && !grammar_.chains_comparisons ? comparison_binds : op->binds;
            if (binds <= min) return left;
            ExpressionNode made{
                .kind = Kind::operation, .text = std::string(op->text), .operands = {left}, .sign = place()};
            while (at_ < tokens_.size() && tokens_[at_].begin < made.sign + op->text.size()) ++at_;
            made.operands.push_back(binary(binds));
            left = finish(std::move(made), begin);
            if (compares && !grammar_.chains_comparisons) min = comparison_binds;
        }
    }

    Node operand_of_logic() {
        const size_t begin = place(), first = at_;
        const int nesting = nesting_;
        if (!problem_ && has_operator("or") && take("not"))
            return nested([&] {
                return finish({.kind = Kind::operation, .text = "not", .operands = {binary(logic_binds)}}, begin);
            });
        Node made = with_operators(unary(), logic_binds, tightest, begin);
        if (!grammar_.skips_unknown_parts || (!problem_ && ends_operand())) return made;
        if (problem_ && (problem_->kind == Problem::too_deep || problem_->kind == Problem::too_long)) return made;
        problem_.reset();
        nesting_ = nesting;
        for (at_ = first; !ends_operand(); ++at_)
            if (is("(") || is("[") || is("{")) at_ = std::min(closing_bracket(tokens_, at_), tokens_.size() - 1);
        if (at_ == first) complain_about_token();
        return finish({.kind = Kind::opaque}, begin);
    }
    [[nodiscard]] bool ends_operand() const {
        if (at_ == tokens_.size()) return true;
        for (const std::string_view mark : {")", "]", ",", "?", ":"})
            if (is(mark)) return true;
        const Operator* const op = next_operator();
        return op != nullptr && op->binds <= logic_binds;
    }

    Node unary() {
        return nested([&]() -> Node {
            const size_t begin = place();
            if (at_ < tokens_.size() && tokens_[at_].text.size() == 1 &&
                grammar_.signs.find(tokens_[at_].text[0]) != std::string_view::npos) {
                const std::string sign(tokens_[at_++].text);
                return finish({.kind = Kind::operation, .text = sign, .operands = {unary()}}, begin);
            }
            return operand();
        });
    }

    Node operand() {
        const size_t begin = place();
        if (at_ == tokens_.size()) {
            report_problem(Problem::incomplete);
            return std::make_shared<ExpressionNode>();
        }
        if (++operands_ > max_operands) report_problem(Problem::too_long);
        if (take("(")) {
            Node inner = choice();
            expect(")");
            return inner;
        }
        if (at_ < tokens_.size() && tokens_[at_].kind == TokenKind::number) return number(begin);
        if (at_ < tokens_.size() && tokens_[at_].kind == TokenKind::string && grammar_.has_words) return words(begin);
        // A '%' at an operand's start begins a PTX register.
        const bool is_register = grammar_.has_indices && is("%") && at_ + 1 < tokens_.size() &&
                                 tokens_[at_ + 1].is_word() && tokens_[at_ + 1].begin == tokens_[at_].end;
        if (is_register || (at_ < tokens_.size() && tokens_[at_].is_word())) return name(begin);
        if (at_ < tokens_.size()) complain_about_token();
        return std::make_shared<ExpressionNode>();
    }

    Node number(size_t begin) {
        const std::string_view text = tokens_[at_].text;
        const char *const first = text.data(), *const end = first + text.size();
        ExpressionNode made{.kind = Kind::number};
        const bool is_hex = grammar_.has_c_numbers && (text.starts_with("0x") || text.starts_with("0X"));
        uint64_t whole = 0;
        auto read = std::from_chars(is_hex ? first + 2 : first, end, whole, is_hex ? 16 : 10);
        bool fits = read.ec == std::errc();
        made.number = static_cast<int64_t>(whole);
        if (!grammar_.has_fractions) {
            if (fits && read.ptr != end) report_problem(Problem::not_whole);
            if (read.ec == std::errc::result_out_of_range || whole > static_cast<uint64_t>(INT64_MAX))
                report_problem(Problem::overflow);
        } else if (!is_hex) {
            double fraction = 0;
            const auto longer = parse_real(first, end, fraction);
            if (longer.ptr > read.ptr || !fits) {
                read = longer;
                fits = longer.ec == std::errc();
                made.number = fraction;
            }
        }
        made.digits = digits_in({first, read.ptr});
        std::string_view rest(read.ptr, static_cast<size_t>(end - read.ptr));
        if (grammar_.has_c_numbers) rest.remove_prefix(std::min(rest.find_first_not_of("fulFUL"), rest.size()));
        if (!fits)
            report_problem(Problem::number_too_large);
        else if (!rest.empty() && grammar_.has_fractions)
            report_problem(Problem::number_runs_on);
        if (at_ < tokens_.size()) ++at_;
        return finish(std::move(made), begin);
    }

    Node words(size_t begin) {
        const std::string_view text = tokens_[at_].text;
        const char quote = text.front();
        if (text.size() < 2 || text.back() != quote) report_problem(Problem::not_closed, std::string(1, quote));
        if (at_ < tokens_.size()) ++at_;
        return finish({.kind = Kind::words, .text = std::string(text.substr(1, std::max<size_t>(text.size(), 2) - 2))},
                      begin);
    }

    Node name(size_t begin) {
        ExpressionNode made{.kind = Kind::name};
        if (take("%")) made.text = "%";
        made.text += tokens_[at_++].text;
        for (;;) {
            if (is(".") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is_word()) {
                made.text += ".";
                made.text += tokens_[at_ + 1].text;
                at_ += 2;
            } else if (grammar_.has_indices && take("[")) {
                made.text += "[]";
                made.operands.push_back(nested([&] { return choice(); }));
                expect("]");
            } else {
                break;
            }
        }
        return is("(") && made.operands.empty() ? call(std::move(made), begin) : finish(std::move(made), begin);
    }

    [[nodiscard]] bool known_function(std::string_view name) const {
        return std::ranges::find(grammar_.functions, name) != grammar_.functions.end();
    }

    Node call(ExpressionNode made, size_t begin) {
        made.kind = Kind::call;
        if (!known_function(made.text) && !grammar_.has_other_functions) {
            report_problem(Problem::unknown_function, made.text);
            return finish(std::move(made), begin);
        }
        expect("(");
        if (!take(")")) {
            do made.operands.push_back(nested([&] { return choice(); }));
            while (take(","));
            expect(")");
        }
        if (known_function(made.text))
            if (const size_t takes = operand_count(made.text); !problem_ && takes != made.operands.size()) {
                --at_;
                report_problem(Problem::operand_count, made.text, static_cast<int64_t>(takes));
            }
        return finish(std::move(made), begin);
    }

    std::string_view text_;
    const Grammar& grammar_;
    Tokens tokens_;
    size_t at_ = 0;
    int nesting_ = 0, operands_ = 0;
    std::optional<ExpressionProblem> problem_;
};

} // namespace

const Grammar& arithmetic_grammar() {
    static constexpr Grammar grammar{.operators = arithmetic_operators, .signs = "+-", .functions = whole_functions};
    return grammar;
}

const Grammar& c_grammar() {
    static constexpr Grammar grammar{.operators = c_operators,
                                     .signs = "+-!~",
                                     .functions = c_functions,
                                     .has_fractions = true,
                                     .has_c_numbers = true,
                                     .has_indices = true,
                                     .has_choices = true,
                                     .chains_comparisons = true};
    return grammar;
}

const Grammar& condition_grammar() {
    static constexpr Grammar grammar{.operators = c_operators,
                                     .signs = "+-!~",
                                     .functions = whole_functions,
                                     .has_other_functions = true,
                                     .has_fractions = true,
                                     .has_c_numbers = true,
                                     .has_indices = true,
                                     .has_choices = true,
                                     .chains_comparisons = true,
                                     .skips_unknown_parts = true};
    return grammar;
}

Evaluated<Node> parse_expression(std::string_view text, const Grammar& grammar) {
    return Parser(text, grammar).parse();
}

void for_each_name(const ExpressionNode& node, const std::function<void(const ExpressionNode&)>& visit) {
    if (node.kind == Kind::name) visit(node);
    for (const Node& operand : node.operands) for_each_name(*operand, visit);
}

} // namespace warpscope::source
