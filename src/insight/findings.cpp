#include "insight/findings.hpp"

#include <set>

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

size_t finding_kinds(const session::RunResult& result) {
    std::set<simt::FindingKind> kinds;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings) kinds.insert(finding.kind);
    return kinds.size();
}

} // namespace warpscope::insight
