#include "source/declarations.hpp"

#include <algorithm>
#include <array>

namespace warpscope::source {
namespace {

template<size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
    return std::ranges::find(words, word) != words.end();
}

struct Outline {
    std::vector<size_t> tokens;
    size_t body = 0; // '{' of the body, or 0
    size_t end = 0;
};

class Splitter {
public:
    Splitter(const Tokens& tokens, size_t end, std::string_view class_name)
        : tokens_(tokens)
        , end_(end)
        , class_name_(class_name) {}

    std::vector<Declaration> split(size_t at) {
        std::vector<Declaration> out;
        while (at < end_) {
            out.push_back(next(at));
            at = out.back().end;
        }
        return out;
    }

private:
    [[nodiscard]] const Token& token(size_t i) const { return tokens_[i]; }
    [[nodiscard]] bool is(size_t i, std::string_view text) const { return i < end_ && tokens_[i].is(text); }
    [[nodiscard]] size_t after_bracket(size_t open) const { return std::min(closing_bracket(tokens_, open) + 1, end_); }

    Declaration next(size_t at) {
        if (token(at).kind == TokenKind::directive)
            return {.kind = DeclarationKind::directive, .first = at, .end = at + 1, .names = {}, .inner = {}};
        if (is(at, ";") || is(at, "}"))
            return {.kind = DeclarationKind::other, .first = at, .end = at + 1, .names = {}, .inner = {}};
        if (!class_name_.empty() && is(at + 1, ":") && is_one_of<3>(token(at).text, {"public", "private", "protected"}))
            return {.kind = DeclarationKind::other, .first = at, .end = at + 2, .names = {}, .inner = {}};
        if (const size_t alone = after_macro_alone(at); alone > at)
            return {.kind = DeclarationKind::other, .first = at, .end = alone, .names = {token(at).text}, .inner = {}};
        return classify(at, outline(at));
    }

    /// Returns the index after a lone `MACRO(...)`, else `at`.
    [[nodiscard]] size_t after_macro_alone(size_t at) const {
        if (!token(at).is_word() || !is(at + 1, "(") || is_attribute_word(token(at).text) ||
            token(at).text == class_name_)
            return at;
        const size_t after = after_bracket(at + 1);
        if (after >= end_ || !(token(after).is_word() || token(after).kind == TokenKind::directive)) return at;
        const Token& last = token(after - 1);
        const char* const from = last.text.data();
        const std::string_view between(from, static_cast<size_t>(token(after).text.data() - from));
        return between.find('\n') != std::string_view::npos ? after : at;
    }

    [[nodiscard]] size_t after_template_head(size_t at) const {
        while (is(at, "template") && is(at + 1, "<")) {
            const size_t after = after_template_arguments(tokens_, at + 1);
            if (after == at + 1) break;
            at = after;
        }
        return at;
    }

    Outline outline(size_t at) {
        Outline out;
        bool assigned = false, is_function = false, initializers = false;
        size_t i = after_template_head(at);
        while (i < end_) {
            const Token& now = token(i);
            if (now.kind == TokenKind::directive) {
                ++i;
                continue;
            }
            if (now.is(";")) {
                out.end = i + 1;
                return out;
            }
            if (now.is("}")) break;
            out.tokens.push_back(i);
            if (now.is("=") && !is(i + 1, "=") && !(i > 0 && is(i - 1, "operator"))) assigned = true;
            if (now.is(":") && is_function) initializers = true;
            if (now.is("<") && !assigned && i > at && token(i - 1).is_word()) {
                const size_t after = after_template_arguments(tokens_, i);
                i = after == i ? i + 1 : after;
                continue;
            }
            if (now.is("(") || now.is("[")) {
                const bool attribute = i > 0 && is_attribute_word(token(i - 1).text);
                is_function = is_function || (now.is("(") && !attribute && !assigned);
                i = after_bracket(i);
                continue;
            }
            if (now.is("{")) {
                const size_t after = after_bracket(i);
                const bool member = initializers && i > 0 && (token(i - 1).is_word() || is(i - 1, ">")) &&
                                    (is(after, ",") || is(after, "{"));
                if (!assigned && !member) {
                    out.body = i;
                    out.end = after;
                    return out;
                }
                i = after;
                continue;
            }
            ++i;
        }
        out.end = std::min(std::max(i, at + 1), end_);
        return out;
    }

    Declaration classify(size_t at, const Outline& outline) {
        Declaration out{.first = at, .end = outline.end, .names = {}, .inner = {}};
        const auto& words = outline.tokens;
        const auto starts = [&](std::string_view word) { return !words.empty() && is(words.front(), word); };
        const auto find = [&](std::string_view word) {
            return std::ranges::any_of(words, [&](size_t i) { return is(i, word); });
        };
        const size_t second = words.size() > 1 ? words[1] : end_;
        if (outline.body != 0) {
            out.body_first = outline.body + 1;
            out.body_end = std::max(out.body_first, outline.end - 1);
        }
        const bool space = starts("namespace") || (starts("inline") && is(second, "namespace"));
        if (outline.body != 0 &&
            (space || (starts("extern") && words.size() == 3 && token(second).kind == TokenKind::string))) {
            out.kind = DeclarationKind::scope;
            for (const size_t i : words)
                if (space && token(i).is_word()) out.names.push_back(token(i).text);
            out.inner = declarations_of(tokens_, out.body_first, out.body_end);
            return out;
        }
        if (starts("using") && is(second, "namespace")) {
            out.kind = DeclarationKind::using_namespace;
            for (size_t i = second + 1; i < out.end; ++i)
                if (token(i).is_word()) out.names.push_back(token(i).text);
            return out;
        }
        if (space || starts("using")) {
            out.kind = DeclarationKind::alias;
            const bool named = find("=");
            for (const size_t i : words)
                if (token(i).is_word() && (named ? is(i + 1, "=") : is(i + 1, ";"))) out.names = {token(i).text};
            return out;
        }
        if (starts("static_assert") || starts("friend")) {
            out.kind = starts("friend") && has_parentheses(words) ? DeclarationKind::function : DeclarationKind::other;
            if (out.kind == DeclarationKind::function) add_function_name(out, words);
            return out;
        }
        const bool is_typedef = find("typedef");
        if (const size_t key = class_key(words); key < end_ && (outline.body != 0 || is(key + 2, ";") || is_typedef))
            return type(std::move(out), outline, key, is_typedef);
        if (is_typedef) {
            out.kind = DeclarationKind::alias;
            add_alias_names(out);
            return out;
        }
        if (has_parentheses(words)) {
            out.kind = DeclarationKind::function;
            add_function_name(out, words);
            return out;
        }
        out.kind = DeclarationKind::variable;
        if (outline.body != 0) out.end = after_semicolon(outline.end); // int x{3};
        add_variable_names(out, words);
        return out;
    }

    /// Returns the index of `class`, `struct`, `union` or `enum`. Returns end_ in functions, where the word belongs to
    /// the result type.
    [[nodiscard]] size_t class_key(const std::vector<size_t>& words) const {
        if (has_parentheses(words)) return end_;
        for (const size_t i : words)
            if (is_one_of<4>(token(i).text, {"class", "struct", "union", "enum"})) return i;
        return end_;
    }

    Declaration type(Declaration out, const Outline& outline, size_t key, bool is_typedef) {
        out.kind = is(key, "enum") ? DeclarationKind::enumeration : DeclarationKind::type;
        std::string_view name;
        for (const size_t i : outline.tokens) {
            if (is(i, ":")) break; // base classes
            if (i > key && token(i).is_word() && !is_attribute_word(token(i).text) && !is(i, "final") &&
                !is(i, "class"))
                name = token(i).text;
        }
        if (!name.empty()) out.names.push_back(name);
        if (outline.body == 0) {
            if (is_typedef) add_alias_names(out);
            return out;
        }
        out.end = after_semicolon(outline.end);
        for (size_t i = out.body_end; i < out.end; ++i)
            if (token(i).is_word()) out.names.push_back(token(i).text);
        if (out.kind == DeclarationKind::enumeration) {
            for (size_t i = out.body_first; i < out.body_end; ++i)
                if (token(i).is_word()) out.names.push_back(token(i).text);
        } else {
            out.inner = declarations_of(tokens_, out.body_first, out.body_end, name.empty() ? "{" : name);
        }
        return out;
    }

    [[nodiscard]] size_t after_semicolon(size_t at) const {
        while (at < end_ && !is(at, ";")) at = is(at, "(") || is(at, "{") || is(at, "[") ? after_bracket(at) : at + 1;
        return std::min(at + 1, end_);
    }

    [[nodiscard]] bool has_parentheses(const std::vector<size_t>& words) const {
        for (const size_t i : words) {
            if (is(i, "=") && !(i > 0 && is(i - 1, "operator"))) return false;
            if (is(i, "(") && i > 0 && !is_attribute_word(token(i - 1).text)) return true;
        }
        return false;
    }

    void add_function_name(Declaration& out, const std::vector<size_t>& words) const {
        for (size_t k = 0; k < words.size(); ++k) {
            const size_t i = words[k];
            if (is(i, "operator")) {
                out.names.emplace_back("operator");
                return;
            }
            if (!is(i, "(") || k == 0 || is_attribute_word(token(i - 1).text)) continue;
            if (is(i + 1, "*") && i + 3 < end_ && token(i + 2).is_word() && is(i + 3, ")")) {
                out.kind = DeclarationKind::variable; // pointer to function
                out.names.push_back(token(i + 2).text);
                return;
            }
            size_t name = words[k - 1];
            if (is(name, "<") && k > 1) name = words[k - 2]; // specialization
            if (token(name).is_word()) out.names.push_back(token(name).text);
            return;
        }
    }

    void add_variable_names(Declaration& out, const std::vector<size_t>& words) const {
        for (const size_t i : words)
            if (token(i).is_word() && i + 1 < end_ && is_one_of<6>(token(i + 1).text, {"=", ";", ",", "[", "{", ":"}))
                out.names.push_back(token(i).text);
    }

    /// Handles `typedef int T;`, `typedef int T[3];`, `typedef void (*T)(int);`.
    void add_alias_names(Declaration& out) const {
        for (size_t i = out.first; i + 1 < out.end; ++i)
            if (token(i).is_word() &&
                (is(i + 1, ";") || is(i + 1, "[") || is(i + 1, ",") || (is(i + 1, ")") && i > 0 && is(i - 1, "*"))))
                out.names.push_back(token(i).text);
    }

    const Tokens& tokens_;
    size_t end_;
    std::string_view class_name_;
};

} // namespace

std::vector<Declaration> declarations_of(const Tokens& tokens, size_t first, size_t end, std::string_view class_name) {
    return Splitter(tokens, end, class_name).split(first);
}

bool is_attribute_word(std::string_view word) {
    return is_one_of<8>(word, {"__launch_bounds__", "__align__", "alignas", "__attribute__", "__declspec", "decltype",
                               "__cluster_dims__", "noexcept"});
}

} // namespace warpscope::source
