#pragma once

#include <optional>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// First word of a child's command line, before the GPU's number.
inline constexpr const char* child_command = "gpu-child";
inline constexpr int child_socket = 3;

/// If this process is a child, serves its parent and returns the exit status; otherwise returns nullopt. Must be called
/// first in main().
[[nodiscard]] std::optional<int> serve_as_child(int argc, const char* const* argv, Runtime& runtime);

} // namespace warpscope::gpu
