#pragma once

#include <functional>

#include "base/descriptor.hpp"
#include "serve/limits.hpp"

namespace warpscope::serve {

/// Accepts connections until `listening` is shut down. Passes each to `serve` when its first bytes arrive: browsers
/// open connections in advance, and an idle connection must not occupy a worker. Makes `listening` non-blocking.
void accept_connections(int listening, const Limits& limits, const std::function<void(Descriptor)>& serve);

} // namespace warpscope::serve
