// What a name of a kernel's text means at one of its lines, and whether it keeps one value there.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "metrics/findings/kernel_tokens.hpp"

namespace warpscope::metrics {

/// The line that declares what `name` means at `line`, a line of the kernel's body, where that keeps the value that it
/// is declared with; 0 where it has its meaning from outside of the body, as parameters have, and the body leaves it
/// as it is. Nothing where it changes, such as a loop's counter, and where the text leaves a doubt.
[[nodiscard]] std::optional<uint32_t> fixed_meaning(const KernelText& text, std::string_view name, uint32_t line);

/// Returns whether the variable that `line` declares keeps the value that it is declared with, as long as it is there.
[[nodiscard]] bool keeps_first_value(const KernelText& text, std::string_view name, uint32_t line);

/// A condition in whose braces a line stands, for which it holds.
struct Guard {
    std::string_view condition; // "row < height && col < width"
    uint32_t line = 0;          // where it begins
};
[[nodiscard]] std::vector<Guard> guards_around(const KernelText& text, uint32_t line);

} // namespace warpscope::metrics
