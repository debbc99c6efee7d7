#pragma once

#include <functional>
#include <string_view>

#include "gl/context.hpp"

namespace warpscope::gl {

enum class DebugSeverity { error, warning, note };

using DebugHandler = std::function<void(DebugSeverity, std::string_view message)>;

/// Calls `handler` for every driver message of the current context, from within the offending OpenGL call. Replaces an
/// earlier handler. Returns false without KHR_debug. Contexts without a debug flag may stay silent.
bool watch_driver_messages(DebugHandler handler);

} // namespace warpscope::gl
