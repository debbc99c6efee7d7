#include "compile/signatures/source_numbers.hpp"

#include <charconv>

namespace warpscope::compile {
namespace {

uint32_t literal(std::string_view text) {
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view suffix(end, static_cast<size_t>(text.data() + text.size() - end));
    return error == std::errc{} && suffix.find_first_not_of("uUlL") == std::string_view::npos ? number : 0;
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
            if (macro && !macro->has_parameters && macro->body.size() == 1) add(macro->name, macro->body_text, true);
        }
        for (size_t i = 0; i + 4 < text.tokens.size(); ++i) {
            if (!text.tokens[i].is("int") || !text.tokens[i + 2].is("=")) continue;
            const bool constant = i > 0 && text.tokens[i + 4].is(";") &&
                                  (text.tokens[i - 1].is("const") || text.tokens[i - 1].is("constexpr"));
            add(text.tokens[i + 1].text, text.tokens[i + 3].text, constant);
        }
    }
}

void SourceNumbers::add(std::string_view name, std::string_view value, bool constant) {
    const uint32_t number = literal(value);
    if (constant && number > 0) constants_[name] = number;
    if (is_called_after_blocks(name) && number > 0 && number <= 1024) block_sizes_[name] = number;
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
