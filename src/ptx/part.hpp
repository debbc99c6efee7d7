// Parts of large modules, which are decoded kernel by kernel at launch.
#pragma once

#include <string_view>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns a copy with only the bodies of `entry` and its possible callees. Keeps all variables and indices.
[[nodiscard]] Module part_for(const Module& module, uint32_t entry);

[[nodiscard]] bool names_variable(const Module& module, std::string_view variable);

[[nodiscard]] Module without_bodies(const Module& module);

} // namespace warpscope::ptx
