#include "metrics/findings/finding_list.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "metrics/finding_location.hpp"
#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::metrics {
namespace {

const SourceLocation& place_of(const simt::InstructionInfo& instruction) {
    return instruction.user_source.file.empty() ? instruction.source : instruction.user_source;
}

} // namespace

simt::Finding make_finding(simt::FindingKind kind, const ThreadPlace& place, const simt::LaunchContext& launch,
                           std::span<const simt::InstructionInfo> instructions) {
    simt::Finding finding;
    finding.kind = kind;
    finding.launch = launch.launch;
    finding.pc = place.pc;
    finding.source = place_of(instructions[place.pc]);
    finding.ptx_line = instructions[place.pc].ptx_line;
    finding.block = place.block;
    finding.block_index = index_of(place.block, launch.config.grid);
    finding.thread_index = index_of(place.thread, launch.config.block);
    return finding;
}

void add_other(simt::Finding& finding, const ThreadPlace& other, const simt::LaunchContext& launch,
               std::span<const simt::InstructionInfo> instructions) {
    finding.has_other = true;
    finding.other_pc = other.pc;
    finding.other_source = place_of(instructions[other.pc]);
    finding.other_block = other.block;
    finding.other_block_index = index_of(other.block, launch.config.grid);
    finding.other_thread_index = index_of(other.thread, launch.config.block);
}

bool deadlocked(const simt::LaunchOutcome& outcome) {
    return std::ranges::any_of(outcome.findings, [](const simt::Finding& finding) {
        return finding.kind == simt::FindingKind::deadlock || finding.kind == simt::FindingKind::instruction_budget;
    });
}

bool FindingLog::is_new(simt::FindingKind kind, uint32_t pc, uint64_t block, bool is_note) {
    if (!is_note) ++count_;
    const auto found = kept_.find({kind, pc});
    if (found == kept_.end() || std::pair(is_note, block) < std::pair(found->second.is_note, found->second.block))
        return true;
    if (found->second.is_note == is_note) ++found->second.count;
    return false;
}

void FindingLog::keep(simt::Finding finding) {
    const auto [place, fresh] = kept_.try_emplace({finding.kind, finding.pc});
    if (!fresh && place->second.is_note == finding.is_note) finding.count += place->second.count;
    place->second = std::move(finding);
}

void FindingLog::merge(FindingLog& worker) {
    count_ += worker.count_;
    for (auto& [key, finding] : worker.kept_) {
        const auto [place, fresh] = kept_.try_emplace(key, finding);
        if (!fresh) simt::keep_first(place->second, finding);
    }
}

namespace {

bool is_race(const simt::Finding& finding) {
    return finding.kind == simt::FindingKind::race_shared || finding.kind == simt::FindingKind::race_global;
}

bool explains(const simt::Finding& race, const simt::Finding& finding, const FindingContext& context) {
    const bool harms = is_race(race) || race.kind == simt::FindingKind::missing_syncwarp;
    if (finding.kind == simt::FindingKind::race_same_value) return harms && race.pc == finding.pc;
    if (finding.kind == simt::FindingKind::missing_syncwarp) return is_race(race) && race.pc == finding.pc;
    if (finding.kind == simt::FindingKind::use_after_free)
        return race.kind == finding.kind && finding.has_other && !race.has_other && race.pc == finding.pc;
    if (finding.kind != simt::FindingKind::uninitialized_read || finding.space != ptx::Space::shared) return false;
    if (!harms || race.space != ptx::Space::shared || context.target(race) != context.target(finding)) return false;
    // Compares with the instruction's line, because races never name the line of a call.
    const SourceLocation& place =
        finding.pc < context.instructions.size() ? place_of(context.instructions[finding.pc]) : finding.source;
    return race.pc == finding.pc || race.source == place || race.other_source == place;
}

} // namespace

uint32_t FindingContext::target(const simt::Finding& finding) const {
    if (finding.space == ptx::Space::shared) {
        const auto past = std::ranges::upper_bound(shared, finding.address, {}, &simt::SharedVariableInfo::offset);
        return static_cast<uint32_t>(past - shared.begin());
    }
    return memory == nullptr ? 0 : memory->nearest(finding.address).value_or(0);
}

void drop_explained(std::vector<simt::Finding>& findings, const FindingContext& context) {
    const std::vector<simt::Finding> all = findings;
    std::erase_if(findings, [&](const simt::Finding& finding) {
        return std::any_of(all.begin(), all.end(),
                           [&](const simt::Finding& race) { return explains(race, finding, context); });
    });
}

void drop_repeated(std::vector<simt::Finding>& findings, const FindingContext& context) {
    const auto key = [&](const simt::Finding& finding) {
        const auto place = [](const SourceLocation& at) { return std::tie(at.file, at.line, at.column); };
        std::string_view opcode;
        if (finding.pc < context.instructions.size()) opcode = ptx::head_of(context.instructions[finding.pc].text);
        opcode = opcode.substr(0, opcode.find('.'));
        return std::tuple(finding.kind, finding.is_note, finding.space, opcode, context.target(finding),
                          place(finding.source), place(finding.other_source));
    };
    std::map<decltype(key(findings[0])), size_t> seen;
    std::vector<simt::Finding> kept;
    for (const simt::Finding& finding : findings) {
        const auto [first, is_new] =
            finding.source.line == 0 ? std::pair(seen.end(), true) : seen.try_emplace(key(finding), kept.size());
        if (is_new)
            kept.push_back(finding);
        else
            kept[first->second].count += finding.count;
    }
    findings = std::move(kept);
}

bool is_of_one_line(const simt::Finding& race) {
    return race.source.line != 0 && race.source.line == race.other_source.line &&
           race.source.file == race.other_source.file;
}

Message barrier_advice() { return msg("nothing orders the two, so put __syncthreads() between them"); }

Message barrier_place_in_line(bool is_repeated) {
    return is_repeated
               ? msg("if they belong to different rounds of the loop, put __syncthreads() at the end of its body; "
                     "if they belong to one round, read into a variable, then __syncthreads(), then write")
               : msg("read into a variable, then __syncthreads(), then write");
}

Message barrier_advice_in_line(bool is_repeated) {
    return msg("nothing orders the two: {}", barrier_place_in_line(is_repeated));
}

Message with_advice(const Message& race, Message advice) {
    std::vector<MessageArgument> arguments(race.arguments().begin(), race.arguments().end());
    if (arguments.empty()) return race;
    arguments.back() = MessageArgument(std::move(advice));
    return race.with_arguments(std::move(arguments));
}

Message with_place(const Message& race, std::string_view element) {
    std::vector<MessageArgument> arguments(race.arguments().begin(), race.arguments().end());
    if (!race.format().starts_with("Line {} ") || arguments.size() < 4) return race; // not from plain_race_message()
    arguments[1] = MessageArgument(Message::verbatim(std::string(element)));
    return race.with_arguments(std::move(arguments));
}

void widen_lane_races(std::vector<simt::Finding>& findings, const FindingContext& context) {
    const auto is_of_one_barrier = [&](const simt::Finding& one, const simt::Finding& other) {
        return one.launch == other.launch && context.target(one) == context.target(other) &&
               race_lines(one, context.instructions).store == race_lines(other, context.instructions).store;
    };
    for (simt::Finding& finding : findings) {
        if (finding.kind != simt::FindingKind::missing_syncwarp || finding.space != ptx::Space::shared) continue;
        const auto wider = std::ranges::find_if(findings, [&](const simt::Finding& race) {
            return race.kind == simt::FindingKind::race_shared && lacks_block_barrier(race) &&
                   is_of_one_barrier(race, finding);
        });
        if (wider == findings.end()) continue;
        finding.kind = simt::FindingKind::race_shared;
        const bool is_once = wider->message.arguments().back() == MessageArgument(barrier_advice_in_line(false));
        finding.message =
            with_advice(finding.message, is_of_one_line(finding) ? barrier_advice_in_line(!is_once) : barrier_advice());
    }
}

void sort_findings(std::vector<simt::Finding>& findings) {
    std::ranges::stable_sort(findings, {}, [](const simt::Finding& finding) {
        return std::pair(finding.kind != simt::FindingKind::out_of_bounds, finding.block);
    });
}

std::vector<simt::Finding> FindingLog::take() {
    std::vector<simt::Finding> sorted;
    for (auto& [key, finding] : kept_) sorted.push_back(std::move(finding));
    kept_.clear();
    std::stable_sort(sorted.begin(), sorted.end(), [](const simt::Finding& a, const simt::Finding& b) {
        return a.block != b.block ? a.block < b.block : a.pc < b.pc;
    });
    return sorted;
}

} // namespace warpscope::metrics
