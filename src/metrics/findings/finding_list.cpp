#include "metrics/findings/finding_list.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::metrics {
namespace {

const SourceLocation& place_of(const simt::InstructionInfo& instruction) {
    return instruction.user_source.file.empty() ? instruction.source : instruction.user_source;
}

} // namespace

simt::Finding make_finding(simt::FindingKind kind, const ThreadPlace& place, const simt::LaunchContext& launch,
                           std::span<const simt::InstructionInfo> instructions) {
    simt::Finding trap;
    trap.kind = kind;
    trap.launch = launch.launch;
    trap.pc = place.pc;
    trap.source = place_of(instructions[place.pc]);
    trap.ptx_line = instructions[place.pc].ptx_line;
    trap.block = place.block;
    trap.block_index = index_of(place.block, launch.config.grid);
    trap.thread_index = index_of(place.thread, launch.config.block);
    return trap;
}

void add_other(simt::Finding& trap, const ThreadPlace& other, const simt::LaunchContext& launch,
               std::span<const simt::InstructionInfo> instructions) {
    trap.has_other = true;
    trap.other_source = place_of(instructions[other.pc]);
    trap.other_block = other.block;
    trap.other_block_index = index_of(other.block, launch.config.grid);
    trap.other_thread_index = index_of(other.thread, launch.config.block);
}

bool deadlocked(const simt::LaunchOutcome& outcome) {
    return std::ranges::any_of(outcome.findings, [](const simt::Finding& trap) {
        return trap.kind == simt::FindingKind::deadlock || trap.kind == simt::FindingKind::instruction_budget;
    });
}

bool FindingLog::is_news(simt::FindingKind kind, uint32_t pc, uint64_t block) {
    ++count_;
    const auto found = kept_.find({kind, pc});
    return found == kept_.end() || block < found->second.block;
}

void FindingLog::keep(simt::Finding trap) { kept_.insert_or_assign({trap.kind, trap.pc}, std::move(trap)); }

void FindingLog::merge(FindingLog& worker) {
    count_ += worker.count_;
    for (auto& [key, trap] : worker.kept_) {
        const auto [place, fresh] = kept_.try_emplace(key, trap);
        if (!fresh && trap.block < place->second.block) place->second = std::move(trap);
    }
}

namespace {

bool is_race(const simt::Finding& trap) {
    return trap.kind == simt::FindingKind::race_shared || trap.kind == simt::FindingKind::race_global;
}

bool explains(const simt::Finding& race, const simt::Finding& trap, const FindingScene& scene) {
    const bool harms = is_race(race) || race.kind == simt::FindingKind::missing_syncwarp;
    if (trap.kind == simt::FindingKind::race_same_value) return harms && race.pc == trap.pc;
    if (trap.kind == simt::FindingKind::missing_syncwarp) return is_race(race) && race.pc == trap.pc;
    if (trap.kind == simt::FindingKind::use_after_free)
        return race.kind == trap.kind && trap.has_other && !race.has_other && race.pc == trap.pc;
    if (trap.kind != simt::FindingKind::uninitialised_read || trap.space != ptx::Space::shared) return false;
    if (!harms || race.space != ptx::Space::shared || scene.target(race) != scene.target(trap)) return false;
    // Races know the instruction's own place only, not through which calls it was reached.
    const SourceLocation& place =
        trap.pc < scene.instructions.size() ? place_of(scene.instructions[trap.pc]) : trap.source;
    return race.pc == trap.pc || race.source == place || race.other_source == place;
}

} // namespace

uint32_t FindingScene::target(const simt::Finding& trap) const {
    if (trap.space == ptx::Space::shared) {
        const auto past = std::ranges::upper_bound(shared, trap.address, {}, &simt::SharedVariableInfo::offset);
        return static_cast<uint32_t>(past - shared.begin());
    }
    return memory == nullptr ? 0 : memory->nearest(trap.address).value_or(0);
}

void drop_explained(std::vector<simt::Finding>& findings, const FindingScene& scene) {
    const std::vector<simt::Finding> all = findings;
    std::erase_if(findings, [&](const simt::Finding& trap) {
        return std::any_of(all.begin(), all.end(),
                           [&](const simt::Finding& race) { return explains(race, trap, scene); });
    });
}

void drop_repeated(std::vector<simt::Finding>& findings, const FindingScene& scene) {
    const auto key = [&](const simt::Finding& trap) {
        const auto place = [](const SourceLocation& at) { return std::tie(at.file, at.line, at.column); };
        std::string_view opcode;
        if (trap.pc < scene.instructions.size()) opcode = ptx::head_of(scene.instructions[trap.pc].text);
        opcode = opcode.substr(0, opcode.find('.'));
        return std::tuple(trap.kind, trap.space, opcode, scene.target(trap), place(trap.source),
                          place(trap.other_source));
    };
    std::set<decltype(key(findings[0]))> seen;
    std::vector<simt::Finding> kept;
    for (const simt::Finding& trap : findings)
        if (trap.source.line == 0 || seen.insert(key(trap)).second) kept.push_back(trap);
    findings = std::move(kept);
}

std::vector<simt::Finding> FindingLog::take() {
    std::vector<simt::Finding> sorted;
    for (auto& [key, trap] : kept_) sorted.push_back(std::move(trap));
    kept_.clear();
    std::stable_sort(sorted.begin(), sorted.end(), [](const simt::Finding& a, const simt::Finding& b) {
        return a.block != b.block ? a.block < b.block : a.pc < b.pc;
    });
    return sorted;
}

} // namespace warpscope::metrics
