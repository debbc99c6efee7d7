// One kernel out of a module, with what it needs: a large module is decoded kernel by kernel, when it is launched.
#pragma once

#include <string_view>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// `module` in which only the functions have a body that the entry with index `entry` may call: the others are
/// declarations, so that functions keep their indices. All variables are there.
[[nodiscard]] Module part_for(const Module& module, uint32_t entry);

/// Returns whether an instruction of the module names the variable.
[[nodiscard]] bool names_variable(const Module& module, std::string_view variable);

/// `module` with its variables and without any function's body.
[[nodiscard]] Module without_bodies(const Module& module);

} // namespace warpscope::ptx
