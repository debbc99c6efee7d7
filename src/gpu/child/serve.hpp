// The child's side: runs what it is told to on one GPU, until the parent is gone.
#pragma once

#include <optional>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// The first word of a child's command line; its GPU's number follows. Its socket is `child_socket`.
inline constexpr const char* child_command = "gpu-child";
inline constexpr int child_socket = 3;

/// What a program does first: runs as a child where its command line says so, and gives the exit status then.
[[nodiscard]] std::optional<int> serve_as_child(int argc, const char* const* argv, Runtime& runtime);

} // namespace warpscope::gpu
