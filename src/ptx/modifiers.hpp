#pragma once

#include <optional>
#include <string_view>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Names have neither dot nor %.
[[nodiscard]] std::optional<Type> type_from_name(std::string_view name);
[[nodiscard]] std::string_view name_of(Type type);
[[nodiscard]] std::optional<Space> space_from_name(std::string_view name); // also "shared::cta", "param::entry"
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::optional<Special> special_from_name(std::string_view name);
[[nodiscard]] std::string_view name_of(Special special);
[[nodiscard]] bool has_component(Special special); // .x .y .z

void apply_suffix(Modifiers& modifiers, Opcode opcode, std::string_view suffix);

/// Returns false for opcodes without emulation and for tensor-map copies.
[[nodiscard]] bool parses_operands(Opcode opcode, const Modifiers& modifiers);

} // namespace warpscope::ptx
