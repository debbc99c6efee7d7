#include "insight/findings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "metrics/finding_location.hpp"
#include "ptx/analysis/bit_semantics.hpp"
#include "simt/program.hpp"

namespace warpscope::insight {

namespace {

metrics::ThreadId thread_in(const session::RunResult& result, const simt::Finding& finding, uint64_t block,
                            const Dim3& thread) {
    const auto& launches = result.measured->launches();
    const LaunchConfig& config = result.shown().config;
    if (finding.launch >= launches.size() || !(launches[finding.launch].config == config)) return 0;
    if (block >= config.blocks()) return 0;
    return static_cast<metrics::ThreadId>(block * config.threads_per_block() + linear_index(thread, config.block) + 1);
}

size_t count_of(const session::RunResult& result, bool notes) {
    size_t count = 0;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        count += static_cast<size_t>(std::ranges::count(launch.findings, notes, &simt::Finding::is_note));
    return count;
}

} // namespace

std::optional<metrics::BufferCell> cell_of(const session::RunResult& result, const simt::Finding& finding) {
    if (finding.space != ptx::Space::global || finding.bytes == 0) return std::nullopt;
    return result.measured->locate(finding.address);
}

metrics::ThreadId thread_of(const session::RunResult& result, const simt::Finding& finding) {
    return thread_in(result, finding, finding.block, finding.thread_index);
}

metrics::ThreadId other_thread_of(const session::RunResult& result, const simt::Finding& finding) {
    return finding.has_other ? thread_in(result, finding, finding.other_block, finding.other_thread_index) : 0;
}

size_t finding_count(const session::RunResult& result) { return count_of(result, false); }
size_t note_count(const session::RunResult& result) { return count_of(result, true); }

bool has_refused_accesses(const session::RunResult& result) {
    using enum simt::FindingKind;
    constexpr std::array refused{out_of_bounds, misaligned, null_pointer, wrong_space, use_after_free};
    return std::ranges::any_of(result.shown().findings, [&](const simt::Finding& finding) {
        return std::ranges::find(refused, finding.kind) != refused.end();
    });
}

namespace {

/// Returns whether lines `from` to `to` contain a barrier. The missing barrier is then elsewhere, perhaps in a loop.
bool has_barrier_between(const simt::Program& program, const SourceLocation& from, uint32_t to) {
    return std::ranges::any_of(program.instructions(), [&](const simt::InstructionInfo& instruction) {
        const SourceLocation& at = instruction.user_source.file.empty() ? instruction.source : instruction.user_source;
        return at.file == from.file && at.line >= from.line && at.line <= to &&
               ptx::head_of(instruction.text).starts_with("bar");
    });
}

std::optional<MissingBarrier> missing_barrier(const simt::Program& program,
                                              const std::vector<const simt::Finding*>& races) {
    if (races.size() < 2) return std::nullopt;
    std::set<uint32_t> later;
    SourceLocation store;
    for (const simt::Finding* const race : races) {
        const metrics::RaceLines lines = metrics::race_lines(*race, program.instructions());
        store = lines.store;
        if (lines.other.file != store.file || lines.other.line <= store.line) return std::nullopt;
        later.insert(lines.other.line);
    }
    if (store.line == 0 || has_barrier_between(program, store, *later.rbegin())) return std::nullopt;
    return MissingBarrier{store.line, {later.begin(), later.end()}};
}

size_t shared_variable(const session::RunResult& result, const simt::Finding& finding) {
    const simt::Program& program = result.measured->program();
    const auto kernel = program.find_kernel(result.measured->launches()[finding.launch].kernel);
    if (!kernel) return 0;
    const std::vector<simt::SharedVariableInfo>& all = program.shared_variables(*kernel);
    return static_cast<size_t>(std::ranges::upper_bound(all, finding.address, {}, &simt::SharedVariableInfo::offset) -
                               all.begin());
}

} // namespace

std::vector<FindingGroup> finding_groups(const session::RunResult& result) {
    const simt::Program& program = result.measured->program();
    using Key = std::tuple<uint32_t, size_t, std::string, uint32_t>;
    std::map<Key, std::vector<const simt::Finding*>> by_store;
    const auto key_of = [&](const simt::Finding& finding) -> std::optional<Key> {
        if (finding.kind != simt::FindingKind::race_shared || !metrics::lacks_block_barrier(finding))
            return std::nullopt;
        const SourceLocation store = metrics::race_lines(finding, program.instructions()).store;
        return Key{finding.launch, shared_variable(result, finding), store.file, store.line};
    };
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings)
            if (const auto key = key_of(finding)) by_store[*key].push_back(&finding);
    std::vector<FindingGroup> groups;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings) {
            const auto key = key_of(finding);
            const auto barrier = key ? missing_barrier(program, by_store[*key]) : std::nullopt;
            if (!barrier)
                groups.push_back({std::nullopt, {&finding}});
            else if (by_store[*key].front() == &finding)
                groups.push_back({barrier, by_store[*key]});
        }
    return groups;
}

} // namespace warpscope::insight
