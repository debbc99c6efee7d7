#include "source/tokens.hpp"

#include <algorithm>
#include <array>

namespace warpscope::source {
namespace {

bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) > 127;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Scanner {
public:
    /// `for_display`: keeps comments, and splits directives into tokens.
    Scanner(std::string_view source, bool for_display)
        : source_(source)
        , for_display_(for_display) {}

    Tokens scan() {
        while (at_ < source_.size()) step();
        return std::move(tokens_);
    }

    void begin_in_comment() { comment(after("*/", 0)); }

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
            comment(end_of_line(at_));
        } else if (source_.compare(at_, 2, "/*") == 0) {
            comment(after("*/", at_ + 2));
        } else if (c == '#' && line_begins_ && !for_display_) {
            directive();
        } else {
            line_begins_ = false;
            token();
        }
    }

    void comment(size_t end) {
        const size_t begin = at_;
        at_ = end;
        if (for_display_) add(TokenKind::comment, begin);
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
        add(TokenKind::number, begin);
    }
    static bool begins_word_or_digit(char c) { return begins_word(c) || is_digit(c); }

    void quoted(size_t begin) {
        const char quote = peek();
        for (++at_; at_ < source_.size() && peek() != quote && peek() != '\n'; ++at_)
            if (peek() == '\\') ++at_;
        at_ = std::min(at_ + (peek() == quote ? 1 : 0), source_.size());
        add(TokenKind::string, begin);
    }

    void raw_string(size_t begin) {
        const size_t open = std::min(source_.find('(', at_), source_.size());
        const std::string closing = ")" + std::string(source_.substr(at_ + 1, open - std::min(open, at_ + 1))) + "\"";
        at_ = after(closing, open);
        add(TokenKind::string, begin);
    }

    void directive() {
        const size_t begin = at_;
        at_ = end_of_directive(at_);
        add(TokenKind::directive, begin);
        const Directive read = directive_in(tokens_.back().text);
        if (read.name == "if" && read.rest == "0") skip_dead_branch();
    }

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
    [[nodiscard]] size_t after(std::string_view what, size_t from) const {
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
                at = after("*/", at + 2);
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
        line_ += static_cast<uint32_t>(std::ranges::count(source_.substr(counted_, begin - counted_), '\n'));
        counted_ = begin;
        tokens_.push_back({kind, begin, at_, source_.substr(begin, at_ - begin), line_});
    }

    std::string_view source_;
    bool for_display_;
    Tokens tokens_;
    size_t counted_ = 0; // line_ counts the lines up to here
    uint32_t line_ = 1;
    size_t at_ = 0;
    bool line_begins_ = true;
};

/// Longest first.
constexpr std::array<std::string_view, 22> long_operators{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                          "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                                          "*=",  "/=",  "%=",  "&=", "|=", "^="};

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

} // namespace

Tokens tokens_of(std::string_view source) { return Scanner(source, false).scan(); }

Tokens line_tokens(std::string_view line, bool& in_comment) {
    if (line.empty()) return {};
    Scanner scanner(line, true);
    if (in_comment) scanner.begin_in_comment();
    Tokens tokens = scanner.scan();
    if (tokens.empty()) return tokens;
    const std::string_view last = tokens.back().text;
    const bool continues = in_comment && tokens.size() == 1; // "/*" is in an earlier line
    const bool is_block = continues || (tokens.back().kind == TokenKind::comment && last.starts_with("/*"));
    in_comment = is_block && (!last.ends_with("*/") || (!continues && last.size() < 4));
    return tokens;
}

Tokens join_operators(const Tokens& tokens) {
    Tokens out;
    out.reserve(tokens.size());
    for (size_t i = 0; i < tokens.size();) {
        out.push_back(tokens[i]);
        if (tokens[i].kind != TokenKind::mark) {
            ++i;
            continue;
        }
        size_t last = i;
        while (last + 1 < tokens.size() && last < i + 2 && tokens[last + 1].kind == TokenKind::mark &&
               tokens[last + 1].begin == tokens[last].end)
            ++last;
        const std::string_view run(tokens[i].text.data(), tokens[last].end - tokens[i].begin);
        const auto* const found = std::ranges::find_if(long_operators, [&](std::string_view op) {
            return op.size() > tokens[i].text.size() && run.starts_with(op);
        });
        if (found != long_operators.end()) {
            out.back().text = run.substr(0, found->size());
            out.back().end = out.back().begin + found->size();
        }
        while (i < tokens.size() && tokens[i].begin < out.back().end) ++i;
    }
    return out;
}

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

size_t closing_bracket(const Tokens& tokens, size_t open) {
    int depth = 0;
    bool closed = false;
    std::vector<int> at_if; // depth at each open #if
    for (size_t i = open; i < tokens.size(); ++i) {
        if (tokens[i].kind == TokenKind::directive) {
            const std::string_view name = directive_in(tokens[i].text).name;
            if (name.starts_with("if"))
                at_if.push_back(depth);
            else if (name == "else" || name == "elif")
                depth = at_if.empty() ? 0 : at_if.back(); // empty: the #if precedes the bracket
            else if (name == "endif" && !at_if.empty())
                at_if.pop_back();
            if (name == "endif" && closed && at_if.empty()) return i;
            continue;
        }
        if (tokens[i].kind != TokenKind::mark) continue;
        depth += opens(tokens[i]) ? 1 : closes(tokens[i]) ? -1 : 0;
        closed = depth <= 0;
        if (closed && at_if.empty()) return i; // otherwise, each branch of the #if closes `open`
    }
    return tokens.size();
}

size_t after_template_arguments(const Tokens& tokens, size_t open) {
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

std::optional<Macro> macro_in(const Token& directive) {
    if (directive.kind != TokenKind::directive) return std::nullopt;
    const Directive read = directive_in(directive.text);
    if (read.name != "define") return std::nullopt;
    // `rest` ends at the first comment, but the definition may continue after it.
    const std::string_view text = directive.text.substr(static_cast<size_t>(read.rest.data() - directive.text.data()));
    Macro out;
    out.body = tokens_of(text);
    if (out.body.empty()) return std::nullopt;
    out.name = out.body.front().text;
    size_t first = 1;
    out.has_parameters = out.body.size() > 1 && out.body[1].is("(") && out.body[1].begin == out.body[0].end;
    if (out.has_parameters) {
        const size_t close = closing_bracket(out.body, 1);
        for (const auto& [begin, end] : parts_between_commas(out.body, 2, close))
            out.parameters.push_back(text_of(text, out.body, begin, end));
        first = std::min(close + 1, out.body.size());
    }
    out.body.erase(out.body.begin(), out.body.begin() + static_cast<ptrdiff_t>(first));
    out.body_text = text_of(text, out.body, 0, out.body.size());
    return out;
}

std::vector<std::pair<size_t, size_t>> parts_between_commas(const Tokens& tokens, size_t first, size_t end) {
    std::vector<std::pair<size_t, size_t>> parts;
    int depth = 0;
    size_t begin = first;
    for (size_t i = first; i < end; ++i) {
        const Token& token = tokens[i];
        depth += opens(token) || token.is("<") ? 1 : closes(token) || token.is(">") ? -1 : 0;
        if (token.is(">>") && depth > 1) depth -= 2; // ">>" ends two lists of template arguments
        if (token.is(",") && depth == 0) {
            parts.emplace_back(begin, i);
            begin = i + 1;
        }
    }
    if (begin < end) parts.emplace_back(begin, end);
    return parts;
}

std::string words_of(const Tokens& tokens, size_t first, size_t end) {
    std::string out;
    for (size_t i = first; i < end; ++i) {
        if (i > first && tokens[i].is_word() && tokens[i - 1].is_word()) out += ' ';
        out += tokens[i].text;
    }
    return out;
}

std::string spelled(const Tokens& tokens, size_t first, size_t end) {
    std::string out;
    for (size_t i = first; i < end; ++i) {
        if (i > first && tokens[i - 1].end != tokens[i].begin) out += ' ';
        out += tokens[i].text;
    }
    return out;
}

std::string_view text_of(std::string_view source, const Tokens& tokens, size_t first, size_t end) {
    return first < end ? source.substr(tokens[first].begin, tokens[end - 1].end - tokens[first].begin)
                       : std::string_view();
}

} // namespace warpscope::source
