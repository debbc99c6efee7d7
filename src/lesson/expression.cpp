#include "lesson/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "lesson/expression_tree.hpp"

namespace warpscope::lesson {

namespace {

using NodePtr = std::shared_ptr<const Node>;

// Protects the stack from hostile text.
constexpr int most_nested = 60, most_operands = 1000;

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

NodePtr make(Node::Kind kind, std::string text, std::vector<NodePtr> parts = {}) {
    return std::make_shared<const Node>(Node{kind, 0, std::move(text), std::move(parts), 0, 0});
}

/// Recursive descent, starting at the lowest precedence (or).
class Reader {
public:
    explicit Reader(std::string_view text)
        : text_(text) {}

    Result<NodePtr> read() {
        auto node = level(0);
        if (!node) return node;
        skip();
        if (at_ != text_.size()) return wrong(tr_format("'{}' is not expected here", text_[at_]));
        return node;
    }

private:
    static constexpr std::array<std::array<std::string_view, 6>, 5> levels{{
        {"or"},
        {"and"},
        {"==", "!=", "<=", ">=", "<", ">"},
        {"+", "-"},
        {"*", "/", "%"},
    }};

    Result<NodePtr> level(size_t number) {
        if (number == levels.size()) return sign();
        if (number == 2)
            if (const auto op = next({"not"})) {
                auto part = nested([&] { return level(2); });
                return part ? make(Node::Kind::unary, "not", {*part}) : part;
            }
        skip();
        const size_t begin = at_;
        auto left = level(number + 1);
        while (left) {
            const auto op = next(levels[number]);
            if (!op) break;
            const size_t sign = at_ - op->size();
            auto right = level(number + 1);
            if (!right) return right;
            left = std::make_shared<const Node>(
                Node{Node::Kind::binary, 0, std::string(*op), {*left, *right}, begin, sign});
            if (number == 2) break; // no chained comparisons
        }
        return left;
    }

    Result<NodePtr> sign() {
        if (next({"-"})) {
            auto part = nested([&] { return sign(); });
            return part ? make(Node::Kind::unary, "-", {*part}) : part;
        }
        return atom();
    }

    Result<NodePtr> atom() {
        skip();
        if (at_ == text_.size()) return wrong(tr("something is missing at the end"));
        if (++operands_ > most_operands) return wrong(tr("it is too long"));
        const char c = text_[at_];
        if (is_digit(c)) return number();
        if (c == '\'' || c == '"') return words(c);
        if (starts_name(c)) return name();
        if (c != '(') return wrong(tr_format("'{}' is not expected here", c));
        ++at_;
        auto inner = nested([&] { return level(0); });
        if (inner && !next({")"})) return wrong(tr("')' is missing"));
        return inner;
    }

    Result<NodePtr> number() {
        Node node;
        const auto [end, error] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), node.number, std::chars_format::fixed);
        if (error != std::errc()) return wrong(tr("this number is too large"));
        at_ = static_cast<size_t>(end - text_.data());
        if (at_ < text_.size() && starts_name(text_[at_])) return wrong(tr("a number ends where a name begins"));
        return std::make_shared<const Node>(std::move(node));
    }

    Result<NodePtr> words(char quote) {
        const size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) return wrong(tr_format("the closing {} is missing", quote));
        std::string inside(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return make(Node::Kind::words, std::move(inside));
    }

    Result<NodePtr> name() {
        const size_t begin = at_;
        while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
        std::string word(text_.substr(begin, at_ - begin));
        if (!next({"("})) return make(Node::Kind::name, std::move(word));
        std::vector<NodePtr> arguments;
        if (next({")"})) return make(Node::Kind::call, std::move(word));
        do {
            auto argument = nested([&] { return level(0); });
            if (!argument) return argument;
            arguments.push_back(std::move(*argument));
        } while (next({","}));
        if (!next({")"})) return wrong(tr_format("')' is missing after what {} takes", word));
        return make(Node::Kind::call, std::move(word), std::move(arguments));
    }

    template<class Read>
    Result<NodePtr> nested(Read read) {
        if (++depth_ > most_nested) return wrong(tr("it is nested too deeply"));
        auto node = read();
        --depth_;
        return node;
    }

    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
    }

    template<class Wanted>
    std::optional<std::string_view> next_of(const Wanted& wanted) {
        skip();
        const std::string_view rest = text_.substr(at_);
        for (const std::string_view op : wanted) {
            if (op.empty() || !rest.starts_with(op)) continue;
            const bool word = starts_name(op.front()), goes_on = rest.size() > op.size();
            if (word && goes_on && (starts_name(rest[op.size()]) || is_digit(rest[op.size()]))) continue;
            at_ += op.size();
            return op;
        }
        return std::nullopt;
    }
    std::optional<std::string_view> next(const std::array<std::string_view, 6>& wanted) { return next_of(wanted); }
    std::optional<std::string_view> next(std::initializer_list<std::string_view> wanted) { return next_of(wanted); }

    [[nodiscard]] tl::unexpected<Diagnostic> wrong(std::string_view what) const {
        return fail(ErrorKind::failed, tr_format("\"{}\": {} (character {}).", text_, what, at_ + 1));
    }

    std::string_view text_;
    size_t at_ = 0;
    int depth_ = 0, operands_ = 0;
};

struct Plain {
    std::string_view name;
    size_t arguments;
    double (*apply)(double, double);
};
constexpr std::array plain_functions{
    Plain{"min", 2, [](double a, double b) { return std::min(a, b); }},
    Plain{"max", 2, [](double a, double b) { return std::max(a, b); }},
    Plain{"ceil_div", 2, [](double a, double b) { return std::ceil(a / b); }},
    Plain{"floor", 1, [](double a, double) { return std::floor(a); }},
    Plain{"ceil", 1, [](double a, double) { return std::ceil(a); }},
    Plain{"round", 1, [](double a, double) { return std::round(a); }},
    Plain{"abs", 1, [](double a, double) { return std::abs(a); }},
};

Result<double> binary(const Node& node, const Names& names) {
    const std::string& op = node.text;
    const auto left = value_of(*node.parts[0], names);
    if (!left) return left;
    // Short-circuits: the other side may not have a value.
    if (op == "and" && *left == 0) return 0.0;
    if (op == "or" && *left != 0) return 1.0;
    const auto right = value_of(*node.parts[1], names);
    if (!right) return right;
    const double a = *left, b = *right;
    if (op == "and" || op == "or") return b != 0 ? 1.0 : 0.0;
    if (op == "==") return a == b ? 1.0 : 0.0;
    if (op == "!=") return a != b ? 1.0 : 0.0;
    if (op == "<") return a < b ? 1.0 : 0.0;
    if (op == "<=") return a <= b ? 1.0 : 0.0;
    if (op == ">") return a > b ? 1.0 : 0.0;
    if (op == ">=") return a >= b ? 1.0 : 0.0;
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (b == 0) return fail(ErrorKind::failed, tr("it divides by zero."));
    return op == "/" ? a / b : std::fmod(a, b);
}

Result<double> call(const Node& node, const Names& names) {
    std::vector<Argument> arguments;
    for (const NodePtr& part : node.parts) {
        if (part->kind == Node::Kind::words) {
            arguments.emplace_back(part->text);
            continue;
        }
        auto value = value_of(*part, names);
        if (!value) return value;
        arguments.emplace_back(*value);
    }
    const auto found = std::ranges::find(plain_functions, std::string_view(node.text), &Plain::name);
    if (found == plain_functions.end()) return names.call(node.text, arguments);
    if (arguments.size() != found->arguments)
        return fail(ErrorKind::failed, tr_count(found->arguments, "{} takes {} number.", "{} takes {} numbers.",
                                                node.text, found->arguments));
    std::array<double, 2> values{};
    for (size_t i = 0; i < arguments.size(); ++i) {
        const auto* number = std::get_if<double>(&arguments[i]);
        if (number == nullptr) return fail(ErrorKind::failed, tr_format("{} takes numbers, no words.", node.text));
        values[i] = *number;
    }
    if (found->name == "ceil_div" && values[1] == 0) return fail(ErrorKind::failed, tr("it divides by zero."));
    return found->apply(values[0], values[1]);
}

} // namespace

Result<double> value_of(const Node& node, const Names& names) {
    switch (node.kind) {
    case Node::Kind::number: return node.number;
    case Node::Kind::words:
        return fail(ErrorKind::failed, tr_format("'{}' stands where a number is needed.", node.text));
    case Node::Kind::name: return names.value(node.text);
    case Node::Kind::call: return call(node, names);
    case Node::Kind::unary: {
        const auto part = value_of(*node.parts[0], names);
        if (!part) return part;
        return node.text == "-" ? -*part : *part == 0 ? 1.0 : 0.0;
    }
    case Node::Kind::binary: break;
    }
    return binary(node, names);
}

Result<Expression> Expression::parse(std::string_view text, SourceLocation where) {
    auto root = Reader(text).read();
    if (!root) {
        root.error().where = std::move(where);
        return tl::unexpected(root.error());
    }
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
    if (why.where.file.empty()) { // unless an inner expression reported it
        why.message = fmt::format("\"{}\": {}", text_, why.message);
        why.where = where_;
    }
    return tl::unexpected(std::move(why));
}

Result<bool> Expression::holds(const Names& names) const {
    return evaluate(names).map([](double value) { return value != 0; });
}

std::string number_words(double value) {
    if (!std::isfinite(value)) return tr("no number");
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
            return fail_at(where, tr_format("\"{}\": the closing brace is missing.", text.substr(at, 40)),
                           tr("write {{ for a brace that is none of an expression"));
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
