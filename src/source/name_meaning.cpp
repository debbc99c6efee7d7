#include "source/name_meaning.hpp"

#include <algorithm>

#include "source/statement_words.hpp"
#include "source/subscripts.hpp"

namespace warpscope::source {
namespace {

class NameReader {
public:
    NameReader(const KernelText& text, std::string_view name)
        : text_(text)
        , w_(text.tokens)
        , name_(name) {}

    [[nodiscard]] bool has_body() const { return text_.first > 0 && text_.first < text_.end && text_.end < w_.size(); }
    [[nodiscard]] bool is_in_macro() const {
        for (const Macro& macro : text_.macros)
            for (const Token& word : macro.body)
                if (word.is(name_)) return true;
        return false;
    }

    struct Declaration {
        size_t word = 0, end = 0;
        bool in_head = false; // declared in the head of a for or if
    };
    [[nodiscard]] std::vector<Declaration> declarations() const {
        std::vector<Declaration> found;
        for (size_t i = text_.first; i < text_.end; ++i)
            if (is_it(i) && (declares(w_, i) || declares_after_sign(i))) found.push_back(scope_of(i));
        return found;
    }

    [[nodiscard]] bool changes_within(size_t begin, size_t end) const {
        for (size_t i = begin; i < end; ++i)
            if (is_it(i) && (changes_at(w_, i) || declares_after_sign(i) || is_referred_to(i) || may_be_set_by_call(i)))
                return true;
        return false;
    }

private:
    [[nodiscard]] bool is_it(size_t i) const { return w_[i].is(name_) && !is_member(w_[i - 1]); }

    /// Returns the innermost bracket open at token `i`.
    [[nodiscard]] size_t opening(size_t i) const {
        int depth = 0;
        while (--i >= text_.first) {
            if (w_[i].is(")") || w_[i].is("]") || w_[i].is("}")) ++depth;
            if ((w_[i].is("(") || w_[i].is("[") || w_[i].is("{")) && depth-- == 0) return i;
        }
        return text_.first - 1;
    }
    [[nodiscard]] size_t closing_of(size_t open) const { return std::min(closing_bracket(w_, open), text_.end); }
    [[nodiscard]] bool opens_head(size_t open) const {
        return w_[open].is("(") && (w_[open - 1].is("for") || w_[open - 1].is("if") || w_[open - 1].is("while") ||
                                    w_[open - 1].is("switch"));
    }

    /// Recognizes b in `int a = 1, b = 2;` and p in `int* p;`.
    [[nodiscard]] bool declares_after_sign(size_t i) const {
        size_t before = i - 1;
        while (before > text_.first && (w_[before].is("*") || w_[before].is("&"))) --before;
        const bool comma = w_[before].is(",");
        if (!comma && before == i - 1) return false;
        const size_t open = opening(i);
        if (!w_[open].is("{") && !opens_head(open)) return false; // an argument
        size_t begin = i;
        while (begin > open + 1 && !ends_statement(w_[begin - 1])) --begin;
        if (begin >= before + (comma ? 0 : 1) || !w_[begin].is_word() || one_of(w_[begin].text, no_operands))
            return false;
        if (comma) return w_[begin + 1].is_word() || w_[begin + 1].is("*") || w_[begin + 1].is("&");
        return std::all_of(&w_[begin], &w_[before] + 1, [](const Token& word) { return word.is_word(); });
    }

    [[nodiscard]] Declaration scope_of(size_t i) const {
        const size_t open = opening(i);
        if (w_[open].is("{")) return {i, open < text_.first ? text_.end : closing_of(open), false};
        // If braces are missing, the scope is assumed to end with the enclosing block.
        const size_t close = closing_of(open);
        if (close + 1 < text_.end && w_[close + 1].is("{")) return {i, closing_of(close + 1), true};
        const size_t around = opening(open);
        return {i, around < text_.first ? text_.end : closing_of(around), true};
    }

    /// Recognizes `int& x = name;`.
    [[nodiscard]] bool is_referred_to(size_t i) const {
        return i >= text_.first + 3 && w_[i - 1].is("=") && w_[i - 2].is_word() &&
               (w_[i - 3].is("&") || w_[i - 3].is("&&"));
    }

    [[nodiscard]] bool may_be_set_by_call(size_t i) const {
        const bool whole = (w_[i - 1].is("(") || w_[i - 1].is(",")) && (w_[i + 1].is(")") || w_[i + 1].is(","));
        if (!whole) return false;
        const size_t open = opening(i);
        if (!w_[open].is("(") || open < text_.first) return false;
        const Token& function = w_[open - 1];
        if (function.kind == TokenKind::string || function.text.find("swap") != std::string_view::npos) return true;
        if (!function.is_word()) return false;
        for (size_t k = 0; k + 1 < w_.size(); ++k) {
            const bool elsewhere = k < text_.first || k >= text_.end;
            if (!elsewhere || !w_[k].is(function.text) || !w_[k + 1].is("(")) continue;
            for (size_t p = k + 2; p < w_.size() && !w_[p].is(")"); ++p)
                if (w_[p].is("&")) return true;
        }
        return false;
    }

    const KernelText& text_;
    const Tokens& w_;
    std::string_view name_;
};

} // namespace

std::optional<uint32_t> fixed_meaning(const KernelText& text, std::string_view name, uint32_t line) {
    const NameReader reader(text, name);
    const Tokens& w = text.tokens;
    if (!reader.has_body() || reader.is_in_macro()) return std::nullopt;
    if (line < w[text.first - 1].line || line > w[text.end].line) return std::nullopt;
    size_t here = text.first;
    while (here < text.end && w[here].line < line) ++here;
    std::optional<NameReader::Declaration> own;
    for (const NameReader::Declaration& one : reader.declarations()) {
        if (w[one.word].line == line) return std::nullopt; // order within a line is unknown
        if (w[one.word].line < line && one.end > here) own = one;
    }
    if (!own) return reader.changes_within(text.first, text.end) ? std::nullopt : std::optional(0u);
    if (own->in_head || reader.changes_within(own->word + 1, own->end)) return std::nullopt;
    return w[own->word].line;
}

bool keeps_first_value(const KernelText& text, std::string_view name, uint32_t line) {
    const NameReader reader(text, name);
    if (!reader.has_body() || reader.is_in_macro()) return false;
    for (const NameReader::Declaration& one : reader.declarations())
        if (text.tokens[one.word].line == line) return !one.in_head && !reader.changes_within(one.word + 1, one.end);
    return false;
}

std::vector<Guard> guards_around(const KernelText& text, uint32_t line) {
    const Tokens& w = text.tokens;
    std::vector<std::optional<Guard>> open;
    size_t head = 0; // last closing parenthesis
    std::vector<size_t> brackets;
    std::optional<Guard> closed;
    for (size_t i = text.first; i < text.end && w[i].line < line; ++i) {
        if (w[i].is("(")) brackets.push_back(i);
        if (w[i].is(")") && !brackets.empty()) {
            const size_t opened = brackets.back();
            brackets.pop_back();
            head = i;
            closed.reset();
            if (opened > text.first && w[opened - 1].is("if") && head > opened + 1) {
                const char* const begin = w[opened + 1].text.data();
                const char* const end = w[head - 1].text.data() + w[head - 1].text.size();
                closed = Guard{{begin, static_cast<size_t>(end - begin)}, w[opened + 1].line};
            }
        }
        if (w[i].is("{")) open.push_back(i > text.first && head == i - 1 ? closed : std::nullopt);
        if (w[i].is("}") && !open.empty()) open.pop_back();
    }
    std::vector<Guard> guards;
    for (const std::optional<Guard>& one : open)
        if (one) guards.push_back(*one);
    return guards;
}

} // namespace warpscope::source
