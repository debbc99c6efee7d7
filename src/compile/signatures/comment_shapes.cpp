#include "compile/signatures/comment_shapes.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "base/launch.hpp"
#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Returns the position after the word, or npos.
size_t after_word(std::string_view text, std::string_view word, size_t from) {
    for (size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const size_t end = at + word.size();
        const bool begins = at == 0 || !is_name_character(text[at - 1]);
        if (begins && (end == text.size() || !is_name_character(text[end]))) return end;
    }
    return std::string_view::npos;
}

/// Returns the product of "B, T, 3C", or "" if it has an unknown name.
std::string product_of(std::string_view list, const SourceKernel& kernel) {
    std::vector<std::string> factors;
    for (const source::Token& token : source::tokens_of(list)) {
        if (token.is(",") || token.is("*") || token.is("x") || token.is("[") || token.is("]")) continue;
        std::string_view name = token.text;
        const size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
        if (digits > 0) factors.emplace_back(name.substr(0, digits));
        name.remove_prefix(digits);
        if (name.empty()) continue;
        const auto number = std::ranges::find(kernel.parameters, name, &SourceParameter::name);
        if (number == kernel.parameters.end() || number->is_pointer || !number->members.empty()) return {};
        factors.emplace_back(name);
    }
    std::ranges::sort(factors);
    return fmt::format("{}", fmt::join(factors, " * "));
}

/// Returns the list in brackets directly after a name: "(B, T)" in "in is (B, T)", "[M][N]" in "c: [M][N]".
std::string_view shape_after(std::string_view text, size_t at) {
    const auto skip = [&](std::string_view word) {
        if (text.substr(at).starts_with(word)) at += word.size();
    };
    const auto skip_marks = [&] {
        while (at < text.size() && std::string_view(" :,/").find(text[at]) != std::string_view::npos) ++at;
    };
    skip_marks();
    for (const std::string_view word : {"is ", "are ", "has shape ", "shape "}) skip(word);
    skip_marks();
    if (at >= text.size() || (text[at] != '(' && text[at] != '[')) return {};
    const char close = text[at] == '(' ? ')' : ']';
    size_t end = text.find(close, at);
    while (end != std::string_view::npos && text.substr(end).starts_with("][")) end = text.find(close, end + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 1);
}

void note_shape(std::string_view head, const SourceKernel& kernel, SourceParameter& array) {
    const bool is_vector = !array.type.empty() && array.type.back() >= '2' && array.type.back() <= '4';
    if (is_vector) return;
    for (size_t at = after_word(head, array.name, 0); at != std::string_view::npos;
         at = after_word(head, array.name, at)) {
        const std::string_view shape = shape_after(head, at);
        const std::string length = shape.empty() ? "" : product_of(shape, kernel);
        if (length.find_first_not_of("0123456789") != std::string::npos) array.length = length;
    }
}

void note_threads(std::string_view head, SourceKernel& kernel) {
    const size_t at = head.find(" threads");
    if (at == std::string_view::npos || kernel.block_width || kernel.thread_dimensions != 1) return;
    const size_t first = head.find_last_not_of("0123456789", at - 1) + 1;
    uint32_t threads = 0;
    std::from_chars(head.data() + first, head.data() + at, threads);
    if (threads >= 32 && threads % 32 == 0 && threads <= DeviceLimits{}.max_threads_per_block)
        kernel.block_width = threads;
}

} // namespace

void note_comments(std::string_view head, SourceKernel& kernel) {
    if (head.find("//") == std::string_view::npos && head.find("/*") == std::string_view::npos) return;
    for (size_t begin = 0; begin < head.size();) {
        const size_t end = std::min(head.find('\n', begin), head.size());
        const std::string_view line = head.substr(begin, end - begin);
        const size_t comment = std::min(line.find("//"), line.find("/*"));
        const bool is_sorted = line.find("sorted") != std::string_view::npos && comment != std::string_view::npos;
        for (SourceParameter& array : kernel.parameters) {
            if (!array.is_pointer) continue;
            note_shape(line, kernel, array);
            if (is_sorted && after_word(line, array.name, comment) != std::string_view::npos) array.is_sorted = true;
        }
        begin = end + 1;
    }
    note_threads(head, kernel);
}

} // namespace warpscope::compile
