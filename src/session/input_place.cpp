#include "session/input_place.hpp"

#include <algorithm>
#include <vector>

namespace warpscope::session {

namespace {

// Maximum instructions per block; rerunning such a block takes some milliseconds.
constexpr uint64_t max_instructions = 20'000;

} // namespace

bool reads_input_apart(const RunResult& result, const std::atomic<bool>* cancel) {
    const uint32_t input = result.prepared.input_buffer;
    if (result.input.bytes == nullptr || result.prepared.window || input == result.prepared.output_buffer ||
        !(result.input.layout.shape == result.output.layout.shape))
        return false;
    const metrics::LaunchMeasurement& launch = result.shown();
    const uint64_t blocks = launch.config.blocks();
    if (blocks < 2) return false;
    uint64_t instructions = 0;
    for (const metrics::InstructionCost& cost : launch.instructions) instructions += cost.executions;
    if (instructions / blocks > max_instructions) return false;
    // Reruns block 1, because block 0 of a transposition maps to itself.
    const auto last = static_cast<uint32_t>(result.measured->launches().size() - 1);
    const auto trace = result.measured->trace_block(last, 1, cancel);
    if (!trace) return false;
    const auto halo = std::ranges::find_if(
        trace->halos, [&](const metrics::BlockTrace::Halo& h) { return h.buffer == input && h.defined; });
    if (halo == trace->halos.end() || halo->tile.empty()) return false;
    std::vector<uint64_t> read;
    for (const metrics::TraceAccess& access : trace->accesses)
        if (access.buffer == input && access.kind != simt::AccessKind::store) read.push_back(access.cell);
    std::ranges::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    const auto at_home = static_cast<size_t>(
        std::ranges::count_if(halo->tile, [&](uint64_t cell) { return std::ranges::binary_search(read, cell); }));
    return !read.empty() && 2 * at_home < std::min(read.size(), halo->tile.size());
}

} // namespace warpscope::session
