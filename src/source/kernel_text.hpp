// One kernel's parameters and body as tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace warpscope::source {

struct KernelParameter {
    std::string_view name;
    bool pointer = false;
    uint32_t element_bytes = 0; // of a pointer to plain numbers; 0 for other types
    bool is_integer = false;    // a whole number, passed by value
};

/// Views into the source, which must outlive them.
struct KernelText {
    Tokens tokens; // of the whole text, with joined operators and without directives
    std::vector<Macro> macros;
    std::vector<KernelParameter> parameters;
    size_t first = 0, end = 0; // the body in `tokens`, without its braces
};

/// Returns nullopt if the text has no kernel of this name, or several. An empty name means the first kernel.
[[nodiscard]] std::optional<KernelText> read_kernel(std::string_view source, std::string_view kernel);

/// Returns whether the word is part of an integer type: "unsigned", "size_t", "const".
[[nodiscard]] bool is_integer_word(std::string_view word);

/// Returns the bytes of a plain number type from its tokens, such as "unsigned char". 0 for another type.
[[nodiscard]] uint32_t plain_type_bytes(const Token* first, const Token* end);

} // namespace warpscope::source
