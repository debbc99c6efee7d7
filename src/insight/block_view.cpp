#include "insight/block_view.hpp"

#include <algorithm>

#include "insight/source_lines.hpp"

namespace warpscope::insight {

std::shared_ptr<const BlockView> make_block_view(std::shared_ptr<const session::RunResult> result,
                                                 std::shared_ptr<const metrics::BlockTrace> trace) {
    auto block_view = std::make_shared<BlockView>();
    const metrics::LaunchMeasurement& launch = result->measured->launches()[trace->launch];
    const simt::Program& program = result->measured->program();
    const uint32_t kernel = program.find_kernel(launch.kernel).value_or(0);
    const auto threads = static_cast<uint32_t>(launch.config.threads_per_block());
    block_view->banks = metrics::bank_facts(*trace, program, kernel);
    block_view->timeline = metrics::timeline_of(*trace);
    block_view->flow = metrics::flow_of(*trace, program, kernel, result->measured->plan());
    for (uint32_t k = 0; k < block_view->flow.arrays.size(); ++k)
        block_view->diagrams.push_back(block_view->flow.arrays[k].writes > 0
                                           ? metrics::interval_diagram(block_view->flow, k, threads)
                                           : metrics::IntervalDiagram{});
    block_view->result = std::move(result);
    block_view->trace = std::move(trace);
    return block_view;
}

std::optional<BankRequest> request_at(const BlockView& block_view, const MomentView& moment) {
    if (!moment.step || moment.now_line == 0 || block_view.trace->block != moment.moment.block) return std::nullopt;
    const replay::Recording& recording = *moment.block->recording;
    const SourceLocation& place = recording.place_of(recording.steps()[*moment.step].pc);
    uint64_t before = 0, all = 0;
    for (const uint32_t step : moment.block->history->steps_of(moment.acting)) {
        const SourceLocation& other = recording.place_of(recording.steps()[step].pc);
        if (other.line != place.line || other.file != place.file) continue;
        ++all;
        before += step < *moment.step ? 1 : 0;
    }
    struct Candidate {
        uint32_t number = 0, passes = 0; // number: index in BlockTrace::requests
        BankRequest request;
    };
    std::vector<Candidate> requests;
    for (const metrics::BankInstruction& one : block_view.banks.instructions) {
        if (source_line(*block_view.result, one.pc) != moment.now_line) continue;
        for (uint32_t warp = 0; warp < one.warps.size(); ++warp)
            for (uint32_t k = 0; one.warps[warp].warp == moment.acting && k < one.warps[warp].count; ++k) {
                const uint32_t at = one.warps[warp].first + k;
                requests.push_back({one.requests[at], one.passes[at], {&one, warp, k}});
            }
    }
    if (requests.empty() || requests.size() % all != 0) return std::nullopt;
    std::ranges::sort(requests, {}, &Candidate::number);
    const auto each = static_cast<ptrdiff_t>(requests.size() / all);
    const auto first = requests.begin() + static_cast<ptrdiff_t>(before) * each;
    return std::ranges::max_element(first, first + each, {}, &Candidate::passes)->request;
}

uint64_t middle_block(const LaunchConfig& config) {
    const Dim3& grid = config.grid;
    return linear_index({(grid.x - 1) / 2, (grid.y - 1) / 2, (grid.z - 1) / 2}, grid);
}

} // namespace warpscope::insight
