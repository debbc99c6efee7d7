#include "compile/source/main_function.hpp"

#include <cctype>
#include <string>

#include "base/symbol_name.hpp"

namespace warpscope::compile {
namespace {

/// `at`: a quote, or R of a raw string.
size_t end_of_literal(std::string_view text, size_t at) {
    if (text[at] == 'R') {
        const size_t open = text.find('(', at);
        if (open == std::string_view::npos) return text.size();
        const std::string close = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
        const size_t end = text.find(close, open);
        return end == std::string_view::npos ? text.size() : end + close.size();
    }
    const char quote = text[at];
    for (size_t k = at + 1; k < text.size() && text[k] != '\n'; ++k) {
        if (text[k] == '\\')
            ++k;
        else if (text[k] == quote)
            return k + 1;
    }
    return at + 1; // digit separator, as in 1'000
}

size_t end_of_comment(std::string_view text, size_t at) {
    const bool line = text[at + 1] == '/';
    const size_t end = text.find(line ? "\n" : "*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + (line ? 0 : 2);
}

size_t end_of_directive(std::string_view text, size_t at) {
    for (; at < text.size() && text[at] != '\n'; ++at)
        if (text[at] == '\\') ++at;
    return at;
}

/// `rest`: text after the opening parenthesis.
bool has_body(std::string_view rest) {
    size_t at = 0;
    for (int depth = 1; at < rest.size() && depth != 0; ++at) depth += rest[at] == '(' ? 1 : rest[at] == ')' ? -1 : 0;
    const size_t next = rest.find_first_of("{;", at);
    return next != std::string_view::npos && rest[next] == '{';
}

} // namespace

bool defines_main(std::string_view source) {
    size_t at = 0;
    bool line_begins = true;
    std::string_view word; // if only blanks follow
    while (at < source.size()) {
        const char c = source[at];
        if (c == '/' && at + 1 < source.size() && (source[at + 1] == '/' || source[at + 1] == '*')) {
            at = end_of_comment(source, at);
        } else if (c == '#' && line_begins) {
            at = end_of_directive(source, at);
        } else if (c == '"' || c == '\'' || (c == 'R' && source.substr(at + 1).starts_with('"'))) {
            at = end_of_literal(source, at);
            word = {};
        } else if (is_identifier_char(c)) {
            const size_t begin = at;
            while (at < source.size() && is_identifier_char(source[at])) ++at;
            const std::string_view before = word;
            word = source.substr(begin, at - begin);
            const size_t open = source.find_first_not_of(" \t\r\n", at);
            // "return main(" and "x = main(" are calls.
            if (word == "main" && !before.empty() && before != "return" && open != std::string_view::npos &&
                source[open] == '(' && has_body(source.substr(open + 1)))
                return true;
            line_begins = false;
        } else {
            if (c == '\n') line_begins = true;
            if (std::isspace(static_cast<unsigned char>(c)) == 0) {
                word = {};
                line_begins = false;
            }
            ++at;
        }
    }
    return false;
}

} // namespace warpscope::compile
