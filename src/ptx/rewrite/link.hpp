#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::ptx {

/// Renames clashing local symbols, keeps the first .weak definition, fails on duplicates. Drops debug information
/// except line numbers.
[[nodiscard]] Result<std::string> link(std::span<const std::string> texts);

/// Returns undefined symbols, except device built-ins (vprintf, malloc) and shared memory.
[[nodiscard]] std::vector<std::string> unresolved_in(std::string_view text);

} // namespace warpscope::ptx
