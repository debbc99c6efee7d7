#include "ptx/opcodes.hpp"

#include <array>
#include <string_view>
#include <unordered_map>

namespace warpscope::ptx {
namespace {

constexpr auto table = std::to_array<OpcodeInfo>({
    {Opcode::unknown, "unknown", OpcodeKind::misc, 0, 255, "...", "not in the table", OpcodeSupport::named},
#define WARPSCOPE_OPCODE(id, name, kind, min, max, operands, meaning, support)                                         \
    {Opcode::id, name, OpcodeKind::kind, min, max, operands, meaning, OpcodeSupport::support},
#include "ptx/opcodes.def"
});

} // namespace

std::span<const OpcodeInfo> opcode_table() { return table; }

const OpcodeInfo& info_of(Opcode opcode) { return table[static_cast<size_t>(opcode)]; }

Opcode opcode_from_name(std::string_view name) {
    static const auto by_name = [] {
        std::unordered_map<std::string_view, Opcode> map;
        for (const OpcodeInfo& info : table)
            if (info.opcode != Opcode::unknown) map.emplace(info.name, info.opcode);
        return map;
    }();
    const auto found = by_name.find(name);
    return found == by_name.end() ? Opcode::unknown : found->second;
}

} // namespace warpscope::ptx
