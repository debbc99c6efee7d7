// The words of PTX: types, state spaces and the dotted suffixes of opcodes. Internal to this module.
#pragma once

#include <optional>
#include <string_view>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Names are without the dot.
[[nodiscard]] std::optional<Type> type_from_name(std::string_view name);
[[nodiscard]] std::string_view name_of(Type type);
[[nodiscard]] std::optional<Space> space_from_name(std::string_view name); // "shared", "shared::cta", "param::entry"
[[nodiscard]] std::string_view name_of(Space space);
/// "%tid.x" is {"tid"} with a component, which the caller reads.
[[nodiscard]] std::optional<Special> special_from_name(std::string_view name); // without %
[[nodiscard]] std::string_view name_of(Special special);
[[nodiscard]] bool has_component(Special special); // .x .y .z

/// Enters one suffix of `opcode` into `modifiers`. Some words mean different things on different opcodes: `.and` is
/// what atom does, but how setp combines. Cache hints are dropped, what is not known goes to Modifiers::unknown.
void apply_suffix(Modifiers& modifiers, Opcode opcode, std::string_view suffix);

/// Returns whether operands of such an instruction are parsed. Not those of opcodes of which the emulator runs no form,
/// and not those of copies by tensor maps, which are like nothing else.
[[nodiscard]] bool parses_operands(Opcode opcode, const Modifiers& modifiers);

} // namespace warpscope::ptx
