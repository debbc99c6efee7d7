#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sass/listing.hpp"

namespace warpscope::sass {

enum class InstructionClass : uint8_t {
    integer,
    floating_point,
    conversion,
    move,
    global_memory,
    shared_memory,
    local_memory,
    texture,
    tensor,
    control,
    synchronization,
    other,
};
inline constexpr size_t instruction_classes = 12;

[[nodiscard]] std::string_view name_of(InstructionClass which);
[[nodiscard]] InstructionClass class_of(const Instruction& instruction);

struct LineMix {
    std::string file;
    uint32_t line = 0;
    uint32_t instructions = 0, predicated = 0;
    std::array<uint32_t, instruction_classes> classes{};
};

/// Counts instructions by source line, sorted by file and line. Inlined code counts for its innermost line.
[[nodiscard]] std::vector<LineMix> mix_by_line(const Function& function);
[[nodiscard]] LineMix mix_of(const Function& function);

} // namespace warpscope::sass
