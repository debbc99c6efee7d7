// The opcodes of PTX, generated from opcodes.def, which says what follows from the table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpscope::ptx {

/// `unknown` is an opcode that the table does not have: newer than this program, or misspelt. Instruction::text holds
/// its name, so that an executor that cannot run it can say so.
enum class Opcode : uint8_t {
    unknown,
#define WARPSCOPE_OPCODE(id, name, kind, least, most, operands, meaning, support) id,
#include "ptx/opcodes.def"
};

enum class OpcodeKind : uint8_t {
    arithmetic,
    comparison,
    logic,
    conversion,
    memory,
    control,
    warp,
    misc,
    texture,
    matrix,
    video,
};

enum class OpcodeSupport : uint8_t { named, emulated };

struct OpcodeInfo {
    Opcode opcode{};
    std::string_view name; // as written, up to the first dot
    OpcodeKind kind{};
    uint8_t least_operands = 0, most_operands = 0;
    std::string_view operands, meaning; // for people
    OpcodeSupport support{};
};

/// All rows, `unknown` first, indexed by the opcode's value.
[[nodiscard]] std::span<const OpcodeInfo> opcode_table();
[[nodiscard]] const OpcodeInfo& info_of(Opcode opcode);

[[nodiscard]] inline std::string_view name_of(Opcode opcode) { return info_of(opcode).name; }
/// Opcode by its name up to the first dot ("cvta", "bar"); Opcode::unknown when the table has none.
[[nodiscard]] Opcode opcode_from_name(std::string_view name);

} // namespace warpscope::ptx
