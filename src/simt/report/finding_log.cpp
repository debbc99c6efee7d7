#include "simt/report/finding_log.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

namespace warpscope::simt {

std::string_view name_of(FindingKind kind) {
    switch (kind) {
    case FindingKind::out_of_bounds: return "out_of_bounds";
    case FindingKind::misaligned: return "misaligned";
    case FindingKind::null_pointer: return "null_pointer";
    case FindingKind::wrong_space: return "wrong_space";
    case FindingKind::use_after_free: return "use_after_free";
    case FindingKind::invalid_free: return "invalid_free";
    case FindingKind::uninitialized_read: return "uninitialised_read";
    case FindingKind::race_shared: return "race_shared";
    case FindingKind::race_global: return "race_global";
    case FindingKind::race_same_value: return "race_same_value";
    case FindingKind::barrier_divergence: return "barrier_divergence";
    case FindingKind::missing_syncwarp: return "missing_syncwarp";
    case FindingKind::deadlock: return "deadlock";
    case FindingKind::instruction_budget: return "instruction_budget";
    case FindingKind::stack_overflow: return "stack_overflow";
    case FindingKind::assertion: return "assertion";
    case FindingKind::explicit_trap: return "explicit_trap";
    case FindingKind::invalid_launch: return "invalid_launch";
    case FindingKind::division_by_zero: return "division_by_zero";
    case FindingKind::invalid_texture: return "invalid_texture";
    }
    return "unknown";
}

Message title_of(FindingKind kind) {
    switch (kind) {
    case FindingKind::out_of_bounds: return msg("Out of bounds");
    case FindingKind::misaligned: return msg("Misaligned access");
    case FindingKind::null_pointer: return msg("Null pointer");
    case FindingKind::wrong_space: return msg("Wrong address space");
    case FindingKind::use_after_free: return msg("Use after free");
    case FindingKind::invalid_free: return msg("Invalid free");
    case FindingKind::uninitialized_read: return msg("Uninitialized read");
    case FindingKind::race_shared: return msg("Race in shared memory");
    case FindingKind::race_global: return msg("Race in global memory");
    case FindingKind::race_same_value: return msg("Race with equal values");
    case FindingKind::barrier_divergence: return msg("Barrier divergence");
    case FindingKind::missing_syncwarp: return msg("Missing __syncwarp()");
    case FindingKind::deadlock: return msg("Deadlock");
    case FindingKind::instruction_budget: return msg("Instruction limit");
    case FindingKind::stack_overflow: return msg("Stack overflow");
    case FindingKind::assertion: return msg("Failed assertion");
    case FindingKind::explicit_trap: return msg("Trap");
    case FindingKind::invalid_launch: return msg("Invalid launch");
    case FindingKind::division_by_zero: return msg("Division by zero");
    case FindingKind::invalid_texture: return msg("Invalid texture");
    }
    return {};
}

namespace {

uint64_t linear_thread(const Warp& warp, const Dim3& index) {
    const Dim3& block = warp.worker->launch->config.block;
    return (uint64_t{index.z} * block.y + index.y) * block.x + index.x;
}

} // namespace

SourceLocation user_place(const WarpContext& context, uint32_t pc) {
    const auto* const warp = static_cast<const Warp*>(context.running);
    if (warp == nullptr) return {};
    const std::vector<InstructionInfo>& instructions = warp->worker->launch->code->instructions;
    if (!instructions[pc].user_source.file.empty()) return instructions[pc].user_source;
    for (size_t depth = warp->calls.size(); depth-- > 0;) {
        const Inst* const call = warp->calls[depth].resume - 1;
        if (!instructions[call->pc].user_source.file.empty()) return instructions[call->pc].user_source;
    }
    return instructions[pc].source;
}

namespace {

/// Orders by block and warp, independent of scheduling.
bool precedes(const Warp& warp, const Finding& finding) {
    if (warp.context.block != finding.block) return warp.context.block < finding.block;
    return warp.context.warp < linear_thread(warp, finding.thread_index) / warp_size;
}

Finding finding_at(const Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, Message message) {
    const LaunchState& launch = *warp.worker->launch;
    Finding finding;
    finding.kind = kind;
    finding.launch = launch.options->launch_index;
    finding.pc = inst->pc;
    finding.source = user_place(warp.context, inst->pc);
    finding.ptx_line = launch.code->instructions[inst->pc].ptx_line;
    finding.block = warp.context.block;
    finding.block_index = warp.context.block_index;
    finding.thread_index = index_of(warp.context.first_thread() + lane, launch.config.block);
    finding.message = std::move(message);
    return finding;
}

} // namespace

bool finding_is_new(const Warp& warp, uint32_t pc, FindingKind kind) {
    const auto found = warp.worker->findings.find({kind, pc});
    return found == warp.worker->findings.end() || found->second.is_note || precedes(warp, found->second);
}

bool note_is_new(const Warp& warp, uint32_t pc, FindingKind kind) {
    const auto found = warp.worker->findings.find({kind, pc});
    return found == warp.worker->findings.end() || (found->second.is_note && precedes(warp, found->second));
}

void count_finding(Warp& warp, uint32_t pc, FindingKind kind) {
    ++warp.worker->finding_count;
    ++warp.worker->findings.at({kind, pc}).count;
}

void record_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, ptx::Space space, uint64_t address,
                    uint32_t bytes, Message message) {
    Worker& worker = *warp.worker;
    Finding finding = finding_at(warp, inst, lane, kind, std::move(message));
    finding.space = space;
    finding.address = address;
    finding.bytes = bytes;
    ++worker.finding_count;
    for (Observer* observer : worker.listening(wants_findings)) observer->on_finding(finding);
    const auto [place, fresh] = worker.findings.try_emplace({kind, inst->pc});
    if (!fresh && !place->second.is_note) finding.count += place->second.count;
    place->second = std::move(finding);
}

void record_plain_finding(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, Message message) {
    if (finding_is_new(warp, inst->pc, kind))
        record_finding(warp, inst, lane, kind, ptx::Space::generic, 0, 0, std::move(message));
    else
        count_finding(warp, inst->pc, kind);
}

void record_note(Warp& warp, const Inst* inst, uint32_t lane, FindingKind kind, Message message) {
    Finding note = finding_at(warp, inst, lane, kind, std::move(message));
    note.is_note = true;
    note.space = ptx::Space::generic;
    warp.worker->findings.insert_or_assign({kind, inst->pc}, std::move(note));
}

void report_division_by_zero(Warp& warp, const Inst* inst, LaneMask lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
        record_plain_finding(warp, inst, static_cast<uint32_t>(std::countr_zero(lanes)), FindingKind::division_by_zero,
                             msg("integer division by zero"));
}

void keep_first(Finding& kept, const Finding& other) {
    const uint64_t both = kept.is_note == other.is_note ? kept.count + other.count : 0;
    if (std::pair(other.is_note, other.block) < std::pair(kept.is_note, kept.block)) kept = other;
    if (both != 0) kept.count = both;
}

std::vector<Finding> merged_findings(std::span<const std::unique_ptr<Worker>> workers, uint32_t limit) {
    std::map<std::pair<FindingKind, uint32_t>, Finding> all;
    for (const auto& worker : workers)
        for (auto& [key, finding] : worker->findings) {
            const auto [place, fresh] = all.try_emplace(key, finding);
            if (!fresh) keep_first(place->second, finding);
        }
    std::vector<Finding> sorted;
    for (auto& [key, finding] : all) sorted.push_back(std::move(finding));
    std::stable_sort(sorted.begin(), sorted.end(), [](const Finding& a, const Finding& b) {
        return a.block != b.block ? a.block < b.block : a.pc < b.pc;
    });
    if (sorted.size() > limit) sorted.resize(limit);
    return sorted;
}

} // namespace warpscope::simt
