#include "ui/code/syntax_highlight.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/symbol_name.hpp"
#include "source/tokens.hpp"

namespace warpscope::ui {

namespace {

using namespace std::string_view_literals;

constexpr std::array keywords{
    "alignas"sv, "auto"sv,   "break"sv,    "case"sv,   "const"sv,  "constexpr"sv, "continue"sv, "default"sv,
    "do"sv,      "else"sv,   "enum"sv,     "extern"sv, "false"sv,  "for"sv,       "goto"sv,     "if"sv,
    "inline"sv,  "return"sv, "sizeof"sv,   "static"sv, "struct"sv, "switch"sv,    "template"sv, "true"sv,
    "typedef"sv, "using"sv,  "volatile"sv, "while"sv,  "union"sv,  "namespace"sv, "nullptr"sv,  "typename"sv,
};
constexpr std::array types{"bool"sv,     "char"sv,    "double"sv,   "float"sv,   "int"sv,      "long"sv,
                           "short"sv,    "signed"sv,  "unsigned"sv, "void"sv,    "size_t"sv,   "int8_t"sv,
                           "uint8_t"sv,  "int16_t"sv, "uint16_t"sv, "int32_t"sv, "uint32_t"sv, "int64_t"sv,
                           "uint64_t"sv, "dim3"sv,    "uchar3"sv,   "uchar4"sv,  "float2"sv,   "float3"sv,
                           "float4"sv,   "half"sv};
constexpr std::array builtins{"blockIdx"sv, "threadIdx"sv, "blockDim"sv, "gridDim"sv, "warpSize"sv};

template<class Words>
bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool name_char(char c) { return is_identifier_char(c) || c == '$'; }

TokenKind kind_of_word(std::string_view word) {
    if (contains(keywords, word)) return TokenKind::keyword;
    if (contains(types, word)) return TokenKind::type_name;
    if (contains(builtins, word) || word.starts_with("__")) return TokenKind::builtin;
    return TokenKind::plain;
}

size_t end_of(std::string_view line, size_t from, bool (*belongs)(char)) {
    while (from < line.size() && belongs(line[from])) ++from;
    return from;
}

} // namespace

std::vector<Token> cuda_tokens(std::string_view line, bool& in_comment) {
    std::vector<Token> tokens;
    size_t end = 0;
    const auto add_until = [&](TokenKind kind, size_t until) {
        if (until > end) tokens.push_back({kind, line.substr(end, until - end)});
        end = std::max(end, until);
    };
    const source::Tokens read = source::line_tokens(line, in_comment);
    for (size_t i = 0; i < read.size(); ++i) {
        const source::Token& token = read[i];
        add_until(TokenKind::plain, token.begin);
        switch (token.kind) {
        case source::TokenKind::word: add_until(kind_of_word(token.text), token.end); break;
        case source::TokenKind::number: add_until(TokenKind::number, token.end); break;
        case source::TokenKind::string: add_until(TokenKind::string, token.end); break;
        case source::TokenKind::comment: add_until(TokenKind::comment, token.end); break;
        case source::TokenKind::mark:
        case source::TokenKind::directive: {
            const bool is_directive = i == 0 && token.is("#") && i + 1 < read.size() && read[i + 1].is_word();
            add_until(is_directive ? TokenKind::keyword : TokenKind::plain, is_directive ? read[++i].end : token.end);
        }
        }
    }
    add_until(TokenKind::plain, line.size());
    return tokens;
}

std::vector<Token> ptx_tokens(std::string_view line) {
    std::vector<Token> tokens;
    size_t at = 0;
    bool first_word = true;
    while (at < line.size()) {
        const char c = line[at];
        size_t end = at + 1;
        TokenKind kind = TokenKind::plain;
        if (line.substr(at, 2) == "//") {
            end = line.size();
            kind = TokenKind::comment;
        } else if (c == '.' || c == '@') {
            end = end_of(line, at + 1, [](char x) { return name_char(x) || x == '!' || x == '%'; });
            kind = c == '@' ? TokenKind::keyword : TokenKind::type_name;
        } else if (c == '%') {
            end = end_of(line, at + 1, [](char x) { return name_char(x) || x == '.'; });
            const std::string_view word = line.substr(at, end - at);
            if (word.starts_with("%tid") || word.starts_with("%ctaid") || word.starts_with("%ntid") ||
                word.starts_with("%nctaid"))
                kind = TokenKind::builtin;
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            end = end_of(line, at, name_char);
            kind = TokenKind::number;
        } else if (name_char(c)) {
            end = end_of(line, at, [](char x) { return name_char(x) || x == '.' || x == ':'; });
            if (first_word) kind = TokenKind::keyword;
            first_word = false;
        }
        tokens.push_back({kind, line.substr(at, end - at)});
        at = end;
    }
    return tokens;
}

std::vector<Token> machine_tokens(std::string_view line) {
    std::vector<Token> tokens;
    if (line.ends_with(':')) return {{TokenKind::comment, line}};
    size_t at = 0;
    bool first_word = true;
    while (at < line.size()) {
        const char c = line[at];
        size_t end = at + 1;
        TokenKind kind = TokenKind::plain;
        if (c == '@') {
            end = end_of(line, at + 1, [](char x) { return name_char(x) || x == '!'; });
            kind = TokenKind::builtin;
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            end = end_of(line, at, [](char x) { return name_char(x) || x == '.'; });
            kind = TokenKind::number;
        } else if (name_char(c)) {
            end = end_of(line, at, [](char x) { return name_char(x) || x == '.'; });
            if (first_word)
                kind = TokenKind::keyword;
            else if (line.substr(at).starts_with("SR_"))
                kind = TokenKind::type_name;
            first_word = false;
        }
        tokens.push_back({kind, line.substr(at, end - at)});
        at = end;
    }
    return tokens;
}

} // namespace warpscope::ui
