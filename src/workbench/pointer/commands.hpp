#pragma once

#include <cstdint>
#include <string_view>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

enum class PointerKind : uint8_t { none, laser, spotlight };

/// Only for presentation mode.
struct SetPointer {
    PointerKind kind{};
};

using PointerCommands = CommandList<SetPointer>;
template<class T>
requires(PointerCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "pointer";

} // namespace warpscope::workbench
