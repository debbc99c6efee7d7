// Child's side: runs kernels on one GPU for the parent.
#pragma once

#include <optional>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// First word of a child's command line, followed by the GPU's number.
inline constexpr const char* child_command = "gpu-child";
inline constexpr int child_socket = 3;

/// Runs as a child and returns the exit status if the command line says so. Call first in main().
[[nodiscard]] std::optional<int> serve_as_child(int argc, const char* const* argv, Runtime& runtime);

} // namespace warpscope::gpu
