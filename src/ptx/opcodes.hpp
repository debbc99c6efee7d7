#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpscope::ptx {

/// `unknown`: newer or misspelled opcode; see Instruction::text.
enum class Opcode : uint8_t {
    unknown,
#define WARPSCOPE_OPCODE(id, name, kind, min, max, operands, meaning, support) id,
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
    std::string_view name;
    OpcodeKind kind{};
    uint8_t min_operands = 0, max_operands = 0;
    std::string_view operands, meaning;
    OpcodeSupport support{};
};

[[nodiscard]] std::span<const OpcodeInfo> opcode_table();
[[nodiscard]] const OpcodeInfo& info_of(Opcode opcode);

[[nodiscard]] inline std::string_view name_of(Opcode opcode) { return info_of(opcode).name; }
[[nodiscard]] Opcode opcode_from_name(std::string_view name);

} // namespace warpscope::ptx
