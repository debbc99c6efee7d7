#include "compile/signatures/source_numbers.hpp"

#include <charconv>
#include <limits>
#include <set>
#include <string>

#include "source/expression.hpp"

namespace warpscope::compile {
namespace {

uint32_t literal(std::string_view text) {
    uint32_t number = 0;
    const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char* const first = text.data() + (is_hexadecimal ? 2 : 0);
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), number, is_hexadecimal ? 16 : 10);
    const std::string_view suffix(end, static_cast<size_t>(text.data() + text.size() - end));
    return error == std::errc{} && suffix.find_first_not_of("uUlL") == std::string_view::npos ? number : 0;
}

bool names_whole_type(const source::Token& token) {
    static const std::set<std::string_view> types{"int",     "unsigned", "size_t",  "uint",    "long",
                                                  "int32_t", "uint32_t", "int64_t", "uint64_t"};
    return types.contains(token.text);
}

bool is_called_after_blocks(std::string_view name) {
    for (const std::string_view part : {"BLOCK", "TILE", "THREADS", "Block"})
        if (name.find(part) != std::string_view::npos) return true;
    return false;
}

} // namespace

SourceNumbers::SourceNumbers(const SourcePool& pool) {
    for (const PooledText& text : pool.texts) {
        for (const source::Token& token : text.tokens) {
            const auto macro = source::macro_in(token);
            if (macro && !macro->has_parameters) add(macro->name, number(macro->body, 0, macro->body.size()), true);
        }
        const source::Tokens& tokens = text.tokens;
        for (size_t i = 1; i + 4 < tokens.size(); ++i) {
            if (!names_whole_type(tokens[i]) || !tokens[i + 2].is("=")) continue;
            const size_t before = tokens[i - 1].is("unsigned") && i > 1 ? i - 2 : i - 1;
            size_t end = i + 4;
            while (end + 1 < tokens.size() && !tokens[end].is(";") && !tokens[end].is(",")) ++end;
            const bool constant = tokens[end].is(";") && (tokens[before].is("const") || tokens[before].is("constexpr"));
            if (constant || end == i + 4) add(tokens[i + 1].text, number(tokens, i + 3, end), constant);
        }
    }
}

void SourceNumbers::add(std::string_view name, uint32_t number, bool constant) {
    if (constant && number > 0) constants_[name] = number;
    if (is_called_after_blocks(name) && number > 0 && number <= 1024) block_sizes_[name] = number;
}

void SourceNumbers::set(std::string_view name, uint32_t value) { add(name, value, true); }

uint32_t SourceNumbers::number(const source::Tokens& tokens, size_t first, size_t end) const {
    if (end == first + 1) return number(tokens[first]);
    constexpr size_t longest = 32;
    if (end <= first || end - first > longest) return 0;
    std::string text;
    for (size_t i = first; i < end; ++i) {
        const source::Token& token = tokens[i];
        const uint32_t value = token.is_word() || token.is_literal() ? number(token) : 0;
        if (value == 0 && (token.is_word() || token.is_literal())) return 0;
        text += value == 0 ? std::string(token.text) : std::to_string(value);
    }
    const auto parsed = source::parse_expression(text, source::c_grammar());
    const source::WholeLookup no_names = [](std::string_view) { return std::optional<int64_t>(); };
    const auto result = parsed ? source::evaluate_whole(**parsed, no_names)
                               : source::Evaluated<int64_t>(tl::unexpected(parsed.error()));
    return result && *result > 0 && *result <= std::numeric_limits<int32_t>::max() ? static_cast<uint32_t>(*result) : 0;
}

uint32_t SourceNumbers::number(const source::Token& token) const {
    if (!token.is_word()) return literal(token.text);
    const auto found = constants_.find(token.text);
    return found == constants_.end() ? 0 : found->second;
}

std::optional<uint32_t> SourceNumbers::block_size(std::string_view name) const {
    const auto found = block_sizes_.find(name);
    return found == block_sizes_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace warpscope::compile
