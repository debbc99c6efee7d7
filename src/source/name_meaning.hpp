// Finds the variable that a name means at a line, and whether its value is fixed there.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "source/kernel_text.hpp"

namespace warpscope::source {

/// Returns the line of the declaration that `name` refers to at `line`, or 0 for an outer name such as a parameter.
/// Returns nullopt if its value changes, as in a loop counter, or in case of doubt.
[[nodiscard]] std::optional<uint32_t> fixed_meaning(const KernelText& text, std::string_view name, uint32_t line);

[[nodiscard]] bool keeps_first_value(const KernelText& text, std::string_view name, uint32_t line);

/// Condition that holds at a line inside its braces.
struct Guard {
    std::string_view condition; // "row < height && col < width"
    uint32_t line = 0;
};
[[nodiscard]] std::vector<Guard> guards_around(const KernelText& text, uint32_t line);

} // namespace warpscope::source
