#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "source/kernel_text.hpp"

namespace warpscope::source {

/// Returns the line of the declaration that is valid at `line`; 0 if it is outside the body, as for a parameter.
/// Returns nullopt if the value may change (as in loops).
[[nodiscard]] std::optional<uint32_t> fixed_meaning(const KernelText& text, std::string_view name, uint32_t line);

[[nodiscard]] bool keeps_first_value(const KernelText& text, std::string_view name, uint32_t line);

/// Condition that holds within the braces after it.
struct Guard {
    std::string_view condition; // "row < height && col < width"
    uint32_t line = 0;
};
[[nodiscard]] std::vector<Guard> guards_around(const KernelText& text, uint32_t line);

} // namespace warpscope::source
