#pragma once

#include <functional>
#include <string_view>

#include "gl/context.hpp"

namespace warpscope::gl {

enum class DebugSeverity { error, warning, note };

using DebugHandler = std::function<void(DebugSeverity, std::string_view message)>;

/// Calls `handler` during the OpenGL call that a message is about. Replaces earlier handlers. Returns false without
/// KHR_debug.
bool watch_driver_messages(DebugHandler handler);

} // namespace warpscope::gl
