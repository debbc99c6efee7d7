#include "ptx/lexer.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace warpscope::ptx {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }
bool starts_identifier(char c) { return is_letter(c) || c == '_' || c == '$'; }

size_t blank_at(std::string_view text, size_t position) {
    if (position >= text.size()) return 0;
    const std::string_view rest = text.substr(position);
    const char c = rest[0];
    if (c == ' ' || (c >= '\t' && c <= '\r') || c == '\0') return 1;
    const bool preprocessor = c == '#' && (position == 0 || text[position - 1] == '\n');
    if (preprocessor || rest.starts_with("//") || rest.starts_with("@@")) // "@@": a line of an old debug format
        return std::min(rest.find('\n'), rest.size());
    if (!rest.starts_with("/*")) return 0;
    const size_t close = rest.find("*/", 2);
    return close == std::string_view::npos ? rest.size() : close + 2;
}

constexpr std::array<std::string_view, 8> long_operators{"<<", ">>", "&&", "||", "==", "!=", "<=", ">="};

} // namespace

TokenStream::TokenStream(std::string_view text, std::string_view file_name)
    : text_(text)
    , file_name_(file_name)
    , last_end_(text.data()) {
    for (Token& token : ahead_)
        if (Token read_token = read(); !failed()) token = read_token;
}

Token TokenStream::next() {
    const Token token = ahead_[0];
    if (token.kind == TokenKind::end) return token;
    last_end_ = token.text.data() + token.text.size() + (token.kind == TokenKind::string ? 1 : 0);
    ahead_[0] = ahead_[1];
    if (ahead_[1].kind != TokenKind::end)
        if (Token read_token = read(); !failed()) ahead_[1] = read_token;
    return token;
}

void TokenStream::skip_blank() {
    while (const size_t length = blank_at(text_, position_)) {
        for (const size_t stop = position_ + length; position_ < stop; ++position_)
            if (text_[position_] == '\n') {
                ++line_;
                line_begin_ = position_ + 1;
            }
    }
}

Token TokenStream::read() {
    skip_blank();
    const auto column = static_cast<uint32_t>(position_ - line_begin_ + 1);
    Token token{TokenKind::end, text_.substr(position_, 0), line_, column};
    if (position_ >= text_.size()) return token;
    const size_t begin = position_;
    const char c = text_[begin];
    const char following = begin + 1 < text_.size() ? text_[begin + 1] : '\0';
    const auto take_word = [&] {
        while (position_ < text_.size() && is_word(text_[position_])) ++position_;
    };
    if (starts_identifier(c) || (c == '%' && starts_identifier(following))) {
        ++position_;
        take_word();
        token.kind = TokenKind::identifier;
    } else if (is_digit(c)) {
        return read_number(token);
    } else if (c == '.' && is_word(following)) {
        ++position_;
        take_word();
        while (text_.substr(position_).starts_with("::")) {
            position_ += 2;
            take_word();
        }
        token.kind = TokenKind::dot_word;
    } else if (c == '"') {
        size_t close = text_.find_first_of("\"\\\n", begin + 1);
        while (close < text_.size() && text_[close] == '\\') close = text_.find_first_of("\"\\\n", close + 2);
        if (close == std::string_view::npos || text_[close] == '\n') {
            token.kind = TokenKind::invalid;
            fail(token, msg("the string that begins here has no closing quote"));
            return token;
        }
        position_ = close + 1;
        token.kind = TokenKind::string;
        token.text = text_.substr(begin + 1, close - begin - 1);
        return token;
    } else {
        position_ += 1;
        token.kind = TokenKind::punct;
        for (const std::string_view op : long_operators)
            if (text_.substr(begin).starts_with(op)) position_ = begin + 2;
        constexpr std::string_view known = "{}()[],;:@|!~+-*/%<>=&^?";
        if (known.find(c) == std::string_view::npos) {
            const auto byte = static_cast<unsigned char>(c);
            const bool printable = byte > 32 && byte < 127;
            fail(token,
                 printable ? msg("'{}' has no meaning in PTX", c)
                           : msg("a byte with the value {:#04x} has no meaning in PTX", byte),
                 msg("is this file PTX text?"));
            return token;
        }
    }
    token.text = text_.substr(begin, position_ - begin);
    return token;
}

Token TokenStream::read_number(Token token) {
    const size_t begin = position_;
    const auto take_while = [&](auto accepts) {
        while (position_ < text_.size() && accepts(text_[position_])) ++position_;
    };
    // Literals such as 0f3f800000, 0x1FU, 9.0. A sign occurs only after the "e" of a decimal number.
    take_while([](char c) { return is_word(c); });
    token.kind = TokenKind::integer;
    const auto so_far = [&] { return text_.substr(begin, position_ - begin); };
    const bool prefixed = so_far().size() > 1 && so_far()[0] == '0' && is_letter(so_far()[1]) && so_far()[1] != 'U' &&
                          so_far()[1] != 'e' && so_far()[1] != 'E';
    if (prefixed) {
        const char base = so_far()[1];
        if (base == 'f' || base == 'F' || base == 'd' || base == 'D') token.kind = TokenKind::floating;
    } else {
        if (position_ + 1 < text_.size() && text_[position_] == '.' && is_digit(text_[position_ + 1])) {
            token.kind = TokenKind::floating;
            ++position_;
            take_while([](char c) { return is_word(c); });
        }
        const char last = so_far().back();
        if (last == 'e' || last == 'E') {
            token.kind = TokenKind::floating;
            if (position_ < text_.size() && (text_[position_] == '-' || text_[position_] == '+')) ++position_;
            take_while(is_digit);
        } else if (so_far().find_first_of("eE") != std::string_view::npos) {
            token.kind = TokenKind::floating;
        }
    }
    token.text = so_far();
    if (token.kind == TokenKind::integer && !integer_value(token.text))
        fail(token, msg("'{}' is not an integer of at most 64 bits", token.text));
    return token;
}

std::optional<uint64_t> integer_value(std::string_view literal) {
    if (literal.ends_with('U')) literal.remove_suffix(1);
    int base = 10;
    if (literal.starts_with("0x") || literal.starts_with("0X")) {
        base = 16;
        literal.remove_prefix(2);
    } else if (literal.starts_with("0b") || literal.starts_with("0B")) {
        base = 2;
        literal.remove_prefix(2);
    } else if (literal.size() > 1 && literal[0] == '0') {
        base = 8;
        literal.remove_prefix(1);
    }
    uint64_t value = 0;
    const auto [stop, error] = std::from_chars(literal.data(), literal.data() + literal.size(), value, base);
    if (error != std::errc{} || stop != literal.data() + literal.size()) return std::nullopt;
    return value;
}

std::string describe(const Token& token) {
    constexpr size_t longest = 40;
    const std::string quoted = token.text.size() > longest ? fmt::format("'{}...'", token.text.substr(0, longest))
                                                           : fmt::format("'{}'", token.text);
    switch (token.kind) {
    case TokenKind::end: return "the end of the text";
    case TokenKind::integer:
    case TokenKind::floating: return "the number " + quoted;
    case TokenKind::string: return "the string " + quoted;
    default: return quoted;
    }
}

bool TokenStream::accept(std::string_view exact) {
    if (!at(exact)) return false;
    next();
    return true;
}

bool TokenStream::expect(std::string_view exact, std::string_view wanted) {
    if (accept(exact)) return true;
    fail_expected(wanted.empty() ? fmt::format("'{}'", exact) : std::string(wanted));
    return false;
}

std::string_view TokenStream::expect_identifier(std::string_view wanted) {
    if (at(TokenKind::identifier)) return next().text;
    fail_expected(wanted);
    return {};
}

uint64_t TokenStream::expect_integer(std::string_view wanted) {
    if (at(TokenKind::integer)) return integer_value(next().text).value_or(0);
    fail_expected(wanted);
    return 0;
}

void TokenStream::skip_balanced() {
    const Token open = peek();
    uint32_t depth = 0;
    while (!at_end()) {
        if (at("{") || at("(") || at("[")) ++depth;
        if (at("}") || at(")") || at("]")) --depth;
        next();
        if (depth == 0) return;
    }
    fail(open, msg("the '{}' that begins here is never closed", open.text));
}

void TokenStream::skip_directive() {
    const uint32_t line = peek().line;
    while (!at_end() && peek().line == line) {
        if (at("}")) return;
        if (accept(";")) return;
        if (at("{")) {
            skip_balanced();
            return;
        }
        next();
    }
}

void TokenStream::fail(const Token& where, Message message, Message hint) {
    if (!error_)
        error_ = Diagnostic{ErrorKind::failed,
                            std::move(message),
                            {std::string(file_name_), where.line, where.column},
                            std::move(hint)};
    const Token stop{TokenKind::end, text_.substr(text_.size()), where.line, where.column};
    ahead_[0] = ahead_[1] = stop;
    position_ = text_.size();
}

void TokenStream::fail_expected(std::string_view wanted) {
    fail(peek(), msg("expected {} but found {}", wanted, describe(peek())));
}

std::string TokenStream::spaced_text_since(const Token& first) const {
    std::string out;
    const auto stop = static_cast<size_t>(last_end_ - text_.data());
    auto position = static_cast<size_t>(first.text.data() - text_.data());
    if (first.kind == TokenKind::string) --position; // text excludes the quotes
    while (position < stop) {
        if (const size_t blank = blank_at(text_, position)) {
            if (!out.ends_with(' ')) out += ' ';
            position += blank;
        } else {
            // A string may contain comment characters.
            const size_t length = text_[position] == '"' ? text_.find('"', position + 1) - position + 1 : 1;
            out += text_.substr(position, length);
            position += length;
        }
    }
    return out;
}

} // namespace warpscope::ptx
