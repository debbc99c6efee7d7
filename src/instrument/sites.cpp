#include "instrument/sites.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <variant>

namespace warpscope::instrument {
namespace {

bool is_branch(const ptx::Instruction& instruction) {
    return (instruction.opcode == ptx::Opcode::bra && instruction.predicated) || instruction.opcode == ptx::Opcode::brx;
}

bool is_memory(const ptx::Instruction& instruction) {
    if (is_async_copy(instruction)) return true;
    switch (instruction.opcode) {
    case ptx::Opcode::ld:
    case ptx::Opcode::st:
    case ptx::Opcode::atom:
    case ptx::Opcode::red: break;
    default: return false;
    }
    switch (instruction.modifiers.space) {
    case ptx::Space::generic:
    case ptx::Space::global:
    case ptx::Space::shared: return true;
    default: return false;
    }
}

Site site_of(const ptx::Function& kernel, uint32_t index, SiteKind kind) {
    const ptx::Instruction& instruction = kernel.body[index];
    Site site;
    site.kind = kind;
    site.instruction = index;
    site.ptx_line = instruction.ptx_line;
    site.source = instruction.source;
    site.text = instruction.text;
    if (kind == SiteKind::memory) {
        const bool copies = is_async_copy(instruction), loads = instruction.opcode == ptx::Opcode::ld || copies;
        site.global = copies || instruction.modifiers.space != ptx::Space::shared;
        site.sectors = site.global && (loads || instruction.opcode == ptx::Opcode::st);
        site.writes = !loads;
    }
    return site;
}

} // namespace

std::vector<Site> find_sites(const ptx::Function& kernel) {
    std::vector<Site> sites;
    for (uint32_t i = 0; i < kernel.body.size(); ++i)
        if (is_branch(kernel.body[i])) sites.push_back(site_of(kernel, i, SiteKind::branch));
    for (uint32_t i = 0; i < kernel.body.size(); ++i)
        if (is_memory(kernel.body[i])) sites.push_back(site_of(kernel, i, SiteKind::memory));
    return sites;
}

bool is_async_copy(const ptx::Instruction& instruction) {
    return instruction.opcode == ptx::Opcode::cp && instruction.modifiers.unknown.size() == 1 &&
           instruction.modifiers.unknown.front() == "async" && instruction.operands.size() >= 3 &&
           std::holds_alternative<ptx::Immediate>(instruction.operands[2].value);
}

bool may_copy_in_part(const ptx::Function& kernel, const ptx::Instruction& instruction) {
    if (!is_async_copy(instruction) || instruction.operands.size() < 4) return false;
    const auto& size = instruction.operands[3].value;
    if (const auto* fixed = std::get_if<ptx::Immediate>(&size))
        return fixed->bits != 0 && fixed->bits < access_bytes(instruction);
    const auto* const reg = std::get_if<ptx::Register>(&size);
    if (reg == nullptr) return false;
    // A predicate cannot shorten the copy. An eight-byte operand is a cache policy.
    const ptx::Type type = kernel.registers[reg->index].type;
    return type != ptx::Type::pred && ptx::size_of(type) == 4;
}

uint32_t access_bytes(const ptx::Instruction& instruction) {
    if (is_async_copy(instruction))
        return static_cast<uint32_t>(std::get<ptx::Immediate>(instruction.operands[2].value).bits);
    return ptx::size_of(instruction.modifiers.types.front()) * instruction.modifiers.vector;
}

Message accesses_without_probes(const ptx::Function& kernel) {
    using ptx::Opcode;
    const auto any = [&](auto holds) { return std::ranges::any_of(kernel.body, holds); };
    std::vector<Message> kinds;
    if (any([](const ptx::Instruction& in) { return in.opcode == Opcode::tex; }))
        kinds.push_back(msg("Reads of textures"));
    if (any([](const ptx::Instruction& in) { return in.opcode == Opcode::wmma || in.opcode == Opcode::ldmatrix; }))
        kinds.push_back(kinds.empty() ? msg("Accesses of matrix instructions")
                                      : msg("accesses of matrix instructions"));
    if (any([](const ptx::Instruction& in) {
            return in.opcode == Opcode::cp &&
                   std::ranges::find(in.modifiers.unknown, "bulk") != in.modifiers.unknown.end() &&
                   !in.operands.empty() && std::holds_alternative<ptx::Address>(in.operands.front().value);
        }))
        kinds.push_back(kinds.empty() ? msg("Bulk copies") : msg("bulk copies"));
    switch (kinds.size()) {
    case 0: return {};
    case 1: return kinds[0];
    case 2: return msg("{} and {}", kinds[0], kinds[1]);
    default: return msg("{}, {} and {}", kinds[0], kinds[1], kinds[2]);
    }
}

} // namespace warpscope::instrument
