#pragma once

#include <optional>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// First word of a child's command line; the GPU's number follows.
inline constexpr const char* child_command = "gpu-child";
inline constexpr int child_socket = 3;

/// Call first in main(). Returns the exit status of a child.
[[nodiscard]] std::optional<int> serve_as_child(int argc, const char* const* argv, Runtime& runtime);

} // namespace warpscope::gpu
