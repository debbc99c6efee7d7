#include "ptx/line_places.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <utility>

namespace warpscope::ptx {
namespace {

constexpr size_t max_calls = 32; // limit for functions inlined into themselves

LineEntry line_entry(TokenStream& tokens) {
    LineEntry entry;
    entry.file = static_cast<uint32_t>(tokens.expect_integer("a file's number"));
    entry.line = static_cast<uint32_t>(tokens.expect_integer("a line number"));
    entry.column = static_cast<uint32_t>(tokens.expect_integer("a column number"));
    return entry;
}

} // namespace

void LinePlaces::parse(TokenStream& tokens) {
    InstructionPlace place;
    place.own = line_entry(tokens);
    while (tokens.accept(",")) {
        const Token attribute = tokens.peek();
        const std::string_view name = tokens.expect_identifier("function_name or inlined_at");
        if (name == "inlined_at") {
            place.inlined_at = {line_entry(tokens)};
            if (const auto known = inlined_at_.find(place.inlined_at.front()); known != inlined_at_.end())
                place.inlined_at.insert(place.inlined_at.end(), known->second.begin(), known->second.end());
            if (place.inlined_at.size() > max_calls) place.inlined_at.resize(max_calls);
        } else if (name == "function_name") {
            (void)tokens.expect_identifier("a label of the debug strings");
            if (tokens.accept("+")) (void)tokens.expect_integer("an offset into the debug strings");
        } else {
            tokens.fail(attribute, msg("expected function_name or inlined_at but found {}", describe(attribute)));
        }
    }
    inlined_at_[place.own] = place.inlined_at;
    current_ = std::move(place);
}

std::string unescaped_name(std::string_view text) {
    constexpr size_t digits = 3;
    std::string name;
    for (size_t at = 0; at < text.size(); ++at) {
        const std::string_view code = text[at] == '\\' ? text.substr(at + 1, digits) : std::string_view{};
        const bool is_octal =
            code.size() == digits && std::ranges::all_of(code, [](char c) { return c >= '0' && c <= '7'; });
        if (is_octal) {
            name += static_cast<char>((code[0] - '0') << 6 | (code[1] - '0') << 3 | (code[2] - '0'));
            at += digits;
        } else if (code.starts_with('\\')) {
            name += text[++at];
        } else {
            name += text[at];
        }
    }
    return name;
}

std::string escaped_name(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const auto code = static_cast<unsigned char>(c);
        if (code < ' ' || code > '~' || c == '"' || c == '\\')
            text += fmt::format("\\{:03o}", code);
        else
            text += c;
    }
    return text;
}

} // namespace warpscope::ptx
