// Texts of several files' device code become one: what nvlink does with objects.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::ptx {

/// One text for modules that name each other's functions and variables (nvcc -rdc=true). What a module keeps to itself
/// gets another name where two have it; of .weak definitions the first one stays. Fails where a name is defined twice.
/// Of debugging information only lines are left.
[[nodiscard]] Result<std::string> link(std::span<const std::string> texts);

/// Functions and variables that a text takes from another file and does not define. Those that every device has
/// (vprintf, malloc) and shared memory are none.
[[nodiscard]] std::vector<std::string> unresolved_in(std::string_view text);

} // namespace warpscope::ptx
