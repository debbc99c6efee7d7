#include "source/kernel_text.hpp"

#include <algorithm>
#include <array>

namespace warpscope::source {
namespace {

KernelParameter parameter(const Token* first, const Token* end) {
    KernelParameter out;
    const Token* name = nullptr;
    const Token* type_end = end;
    for (const Token* word = first; word != end && !word->is("="); ++word) {
        if (word->is("*") || word->is("[")) {
            out.pointer = true;
            type_end = std::min(type_end, word);
        }
        if (word->is("[")) break;
        if (word->is_word()) name = word;
    }
    if (name == nullptr) return out;
    out.name = name->text;
    out.element_bytes = out.pointer ? plain_type_bytes(first, std::min(type_end, name)) : 0;
    // "T* const* p" points to pointers.
    if (std::count_if(first, name, [](const Token& w) { return w.is("*"); }) > 1) out.element_bytes = 0;
    out.is_integer = first != name && name + 1 == end &&
                     std::all_of(first, name, [](const Token& word) { return is_integer_word(word.text); });
    return out;
}

} // namespace

bool is_integer_word(std::string_view word) {
    constexpr std::array<std::string_view, 15> words{"int",      "unsigned", "signed",  "long",    "short",
                                                     "char",     "size_t",   "int32_t", "int64_t", "uint32_t",
                                                     "uint64_t", "const",    "uint",    "auto",    "constexpr"};
    return std::ranges::find(words, word) != words.end();
}

uint32_t plain_type_bytes(const Token* first, const Token* end) {
    uint32_t bytes = 0;
    bool is_long = false;
    for (const Token* word = first; word != end; ++word) {
        const std::string_view t = word->text;
        if (t == "const" || t == "volatile" || t == "static" || t == "__shared__" || t == "extern" ||
            t == "__restrict__")
            continue;
        if (t == "char" || t == "int8_t" || t == "uint8_t" || t == "bool")
            bytes = 1;
        else if (t == "short" || t == "int16_t" || t == "uint16_t" || t == "half" || t == "__half")
            bytes = 2;
        else if (t == "long" || t == "double" || t == "int64_t" || t == "uint64_t")
            is_long = true;
        else if (t == "float" || t == "int32_t" || t == "uint32_t")
            bytes = 4;
        else if (t == "int" || t == "unsigned" || t == "signed")
            bytes = bytes == 0 ? 4 : bytes;
        else
            return 0;
    }
    return is_long ? 8 : bytes;
}

std::optional<KernelText> read_kernel(std::string_view source, std::string_view kernel) {
    KernelText text;
    text.tokens = join_operators(tokens_of(source));
    std::erase_if(text.tokens, [&](const Token& token) {
        if (auto macro = macro_in(token)) {
            macro->body = join_operators(macro->body);
            text.macros.push_back(std::move(*macro));
        }
        return token.kind == TokenKind::directive;
    });
    const Tokens& tokens = text.tokens;
    bool found = false, is_kernel = false;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        is_kernel = (is_kernel || tokens[i].is("__global__")) && !tokens[i].is(";") && !tokens[i].is("}");
        const bool named = kernel.empty() ? is_kernel && tokens[i].is_word() : tokens[i].is(kernel);
        if (!named || !tokens[i + 1].is("(")) continue;
        const size_t close = closing_bracket(tokens, i + 1);
        if (close + 1 >= tokens.size() || !tokens[close + 1].is("{")) continue; // call, declaration or attribute
        const size_t last = closing_bracket(tokens, close + 1);
        if (found || last == tokens.size()) return std::nullopt;
        found = true;
        for (const auto& [begin, end] : parts_between_commas(tokens, i + 2, close))
            text.parameters.push_back(parameter(&tokens[begin], &tokens[begin] + (end - begin)));
        text.first = close + 2;
        text.end = last;
        if (kernel.empty()) break;
    }
    if (!found) return std::nullopt;
    return text;
}

} // namespace warpscope::source
