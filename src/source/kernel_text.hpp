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
    uint32_t element_bytes = 0; // for pointers to plain numbers, else 0
    bool is_integer = false;    // integer passed by value
};

/// Parsed kernel; texts point into the source.
struct KernelText {
    Tokens tokens; // whole text, operators joined, without directives
    std::vector<Macro> macros;
    std::vector<KernelParameter> parameters;
    size_t first = 0, end = 0; // body without braces
};

/// Returns nullopt unless exactly one kernel has this name. An empty name selects the first.
[[nodiscard]] std::optional<KernelText> read_kernel(std::string_view source, std::string_view kernel);

/// Recognizes words of integer types: "unsigned", "size_t", "const".
[[nodiscard]] bool is_integer_word(std::string_view word);

/// Returns the size of a plain number type such as "unsigned char", or 0.
[[nodiscard]] uint32_t plain_type_bytes(const Token* first, const Token* end);

} // namespace warpscope::source
