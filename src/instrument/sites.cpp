#include "instrument/sites.hpp"

#include <algorithm>

namespace warpscope::instrument {
namespace {

bool is_branch(const ptx::Instruction& instruction) {
    return (instruction.opcode == ptx::Opcode::bra && instruction.predicated) || instruction.opcode == ptx::Opcode::brx;
}

bool is_memory(const ptx::Instruction& instruction) {
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
    site.predicated = instruction.predicated;
    if (kind == SiteKind::memory) {
        site.global = instruction.modifiers.space != ptx::Space::shared;
        site.sectors = site.global && (instruction.opcode == ptx::Opcode::ld || instruction.opcode == ptx::Opcode::st);
        site.writes = instruction.opcode != ptx::Opcode::ld;
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

const char* accesses_without_probes(const ptx::Function& kernel) {
    using ptx::Opcode;
    const auto has = [&](auto... opcodes) {
        return std::ranges::any_of(kernel.body,
                                   [=](const ptx::Instruction& in) { return ((in.opcode == opcodes) || ...); });
    };
    const bool textures = has(Opcode::tex), matrices = has(Opcode::wmma, Opcode::ldmatrix);
    if (textures && matrices) return "Reads of textures and accesses of matrix instructions";
    return textures ? "Reads of textures" : matrices ? "Accesses of matrix instructions" : nullptr;
}

} // namespace warpscope::instrument
