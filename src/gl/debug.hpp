// Messages of the OpenGL driver about wrong or slow calls, where the context offers them.
#pragma once

#include <functional>
#include <string_view>

#include "gl/context.hpp"

namespace warpscope::gl {

enum class DebugSeverity { error, warning, note };

using DebugHandler = std::function<void(DebugSeverity, std::string_view message)>;

/// Calls `handler` for each message of the current context from now on, from within the OpenGL call that is to blame.
/// Replaces the handler of an earlier call. Returns false when the context has no KHR_debug. Contexts that were not
/// made with a debug flag may stay silent.
bool watch_driver_messages(DebugHandler handler);

} // namespace warpscope::gl
