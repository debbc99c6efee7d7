#include "compile/source/tokens.hpp"

#include <algorithm>
#include <string>

namespace warpscope::compile {
namespace {

bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) > 127;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Scanner {
public:
    explicit Scanner(std::string_view source)
        : source_(source) {}

    std::vector<Token> scan() {
        while (at_ < source_.size()) step();
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char peek(size_t ahead = 0) const {
        return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
    }

    void step() {
        const char c = peek();
        if (c == '\n') {
            line_begins_ = true;
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++at_;
        } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
            at_ += peek(1) == '\n' ? 2 : 3;
        } else if (source_.compare(at_, 2, "//") == 0) {
            at_ = end_of_line(at_);
        } else if (source_.compare(at_, 2, "/*") == 0) {
            at_ = behind("*/", at_ + 2);
        } else if (c == '#' && line_begins_) {
            directive();
        } else {
            line_begins_ = false;
            token();
        }
    }

    void token() {
        const char c = peek();
        const size_t begin = at_;
        if (begins_word(c)) {
            while (begins_word(peek()) || is_digit(peek())) ++at_;
            const std::string_view word = source_.substr(begin, at_ - begin);
            if (peek() == '"' && word.ends_with('R')) return raw_string(begin);
            if ((peek() == '"' || peek() == '\'') && (word == "L" || word == "u8" || word == "u" || word == "U"))
                return quoted(begin);
            return add(TokenKind::word, begin);
        }
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number(begin);
        if (c == '"' || c == '\'') return quoted(begin);
        at_ += source_.compare(at_, 3, "<<<") == 0 ? 3 : source_.compare(at_, 2, "::") == 0 ? 2 : 1;
        add(TokenKind::mark, begin);
    }

    void number(size_t begin) {
        for (;;) {
            const char c = peek();
            const bool sign = (c == '+' || c == '-') && at_ > begin &&
                              std::string_view("eEpP").find(source_[at_ - 1]) != std::string_view::npos &&
                              (source_.compare(begin, 2, "0x") != 0 || source_[at_ - 1] == 'p');
            if (!begins_word(c) && !is_digit(c) && c != '.' && !sign && !(c == '\'' && begins_word_or_digit(peek(1))))
                break;
            ++at_;
        }
        add(TokenKind::literal, begin);
    }
    static bool begins_word_or_digit(char c) { return begins_word(c) || is_digit(c); }

    /// Ends at the quote or line end.
    void quoted(size_t begin) {
        const char quote = peek();
        for (++at_; at_ < source_.size() && peek() != quote && peek() != '\n'; ++at_)
            if (peek() == '\\') ++at_;
        at_ = std::min(at_ + (peek() == quote ? 1 : 0), source_.size());
        add(TokenKind::literal, begin);
    }

    void raw_string(size_t begin) {
        const size_t open = std::min(source_.find('(', at_), source_.size());
        const std::string closing = ")" + std::string(source_.substr(at_ + 1, open - std::min(open, at_ + 1))) + "\"";
        at_ = behind(closing, open);
        add(TokenKind::literal, begin);
    }

    void directive() {
        const size_t begin = at_;
        at_ = end_of_directive(at_);
        add(TokenKind::directive, begin);
        const Directive read = directive_in(tokens_.back().text);
        if (read.name == "if" && read.rest == "0") skip_dead_branch();
    }

    /// Skips up to #else, #elif or #endif.
    void skip_dead_branch() {
        int depth = 0;
        for (size_t line = at_; line < source_.size();) {
            const size_t text = source_.find_first_not_of(" \t", line);
            const size_t end = end_of_line(line);
            if (text < end && source_[text] == '#') {
                const std::string_view name = directive_in(source_.substr(text, end - text)).name;
                const bool ours = depth == 0 && (name == "else" || name == "elif" || name == "endif");
                if (ours) {
                    at_ = line;
                    line_begins_ = true;
                    return;
                }
                depth += name.starts_with("if") ? 1 : name == "endif" ? -1 : 0;
            }
            line = end + 1;
        }
        at_ = source_.size();
    }

    [[nodiscard]] size_t end_of_line(size_t from) const { return std::min(source_.find('\n', from), source_.size()); }
    [[nodiscard]] size_t behind(std::string_view what, size_t from) const {
        const size_t found = source_.find(what, from);
        return found == std::string_view::npos ? source_.size() : found + what.size();
    }

    [[nodiscard]] size_t end_of_directive(size_t from) const {
        size_t at = from;
        while (at < source_.size() && source_[at] != '\n') {
            if (source_.compare(at, 2, "//") == 0) {
                at = end_of_line(at);
                if (at > 0 && source_[at - 1] == '\\') ++at;
            } else if (source_.compare(at, 2, "/*") == 0) {
                at = behind("*/", at + 2);
            } else if (source_[at] == '\\') {
                at += source_.compare(at + 1, 2, "\r\n") == 0 ? 3 : 2;
            } else {
                ++at;
            }
        }
        return std::min(at, source_.size());
    }

    void add(TokenKind kind, size_t begin) {
        at_ = std::min(at_, source_.size());
        tokens_.push_back({kind, begin, at_, source_.substr(begin, at_ - begin)});
    }

    std::string_view source_;
    std::vector<Token> tokens_;
    size_t at_ = 0;
    bool line_begins_ = true;
};

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

} // namespace

std::vector<Token> tokens_of(std::string_view source) { return Scanner(source).scan(); }

Directive directive_in(std::string_view line) {
    const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    if (line.starts_with('#')) line.remove_prefix(1);
    skip_blanks();
    Directive out;
    out.name = line.substr(0, std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), line.size()));
    line.remove_prefix(out.name.size());
    skip_blanks();
    out.rest = line.substr(0, std::min({line.find("//"), line.find("/*"), line.size()}));
    while (!out.rest.empty() && std::string_view(" \t\r\n").find(out.rest.back()) != std::string_view::npos)
        out.rest.remove_suffix(1);
    return out;
}

size_t closing_bracket(const std::vector<Token>& tokens, size_t open) {
    int depth = 0;
    bool closed = false;
    std::vector<int> at_if; // depths at each open #if
    for (size_t i = open; i < tokens.size(); ++i) {
        if (tokens[i].kind == TokenKind::directive) {
            const std::string_view name = directive_in(tokens[i].text).name;
            if (name.starts_with("if"))
                at_if.push_back(depth);
            else if (name == "else" || name == "elif")
                depth = at_if.empty() ? 0 : at_if.back(); // empty: the #if is before the bracket
            else if (name == "endif" && !at_if.empty())
                at_if.pop_back();
            if (name == "endif" && closed && at_if.empty()) return i;
            continue;
        }
        if (tokens[i].kind != TokenKind::mark) continue;
        depth += opens(tokens[i]) ? 1 : closes(tokens[i]) ? -1 : 0;
        closed = depth <= 0;
        if (closed && at_if.empty()) return i; // otherwise each branch closes the bracket
    }
    return tokens.size();
}

size_t behind_template_arguments(const std::vector<Token>& tokens, size_t open) {
    int depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        if (token.is("(") || token.is("[") || token.is("{")) {
            const size_t close = closing_bracket(tokens, i);
            if (close == tokens.size()) return open;
            i = close;
        } else if (token.is("<")) {
            ++depth;
        } else if (token.is(">")) {
            if (--depth == 0) return i + 1;
        } else if (token.is(";") || token.is("}") || token.is(")") || token.is("<<<")) {
            return open;
        }
    }
    return open;
}

} // namespace warpscope::compile
