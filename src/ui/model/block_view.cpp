#include "ui/model/block_view.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/code/listing.hpp"

namespace warpscope::ui {

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
                                           ? metrics::epoch_diagram(block_view->flow, k, threads)
                                           : metrics::EpochDiagram{});
    block_view->result = std::move(result);
    block_view->trace = std::move(trace);
    return block_view;
}

Strip fitted(Strip strip, double count, float room, float widest) {
    const float least = static_cast<float>(room / std::max(1.0, count));
    strip.width = strip.width <= 0 ? std::min(least, widest) : std::clamp(strip.width, std::min(least, widest), widest);
    strip.first = std::clamp(strip.first, 0.0, std::max(0.0, count - static_cast<double>(room / strip.width)));
    return strip;
}

Strip zoomed(Strip strip, double count, float room, float widest, float at, float factor) {
    strip = fitted(strip, count, room, widest);
    const double place = strip.first + static_cast<double>(at / strip.width);
    const float least = std::min(static_cast<float>(room / std::max(1.0, count)), widest);
    strip.width *= factor;
    if (strip.width <= least) return {0, 0}; // everything: stays fitted when the window changes
    strip.width = std::min(strip.width, widest);
    strip.first = place - static_cast<double>(at / strip.width);
    return fitted(strip, count, room, widest);
}

Strip moved(Strip strip, double count, float room, float widest, float by) {
    if (strip.width <= 0) return strip;
    strip.first -= static_cast<double>(by / strip.width);
    return fitted(strip, count, room, widest);
}

std::optional<BankChoice> chosen_request(const BlockView& block_view, const BlockViewState& view) {
    const auto& all = block_view.banks.instructions;
    if (all.empty()) return std::nullopt;
    auto found = std::find_if(all.begin(), all.end(), [&](const auto& i) { return view.pc == i.pc; });
    const bool chosen = found != all.end();
    if (!chosen)
        for (auto one = found = all.begin(); one != all.end(); ++one) // the last of equals: by then much is written
            if (one->passes[one->worst] >= found->passes[found->worst]) found = one;
    BankChoice out{&*found, 0, 0};
    const std::vector<metrics::BankInstruction::Rounds>& warps = found->warps;
    while (out.warp + 1 < warps.size() && found->worst >= warps[out.warp + 1].first) ++out.warp;
    out.round = found->worst - warps[out.warp].first;
    if (chosen && view.warp) {
        out.warp = std::min(*view.warp, static_cast<uint32_t>(warps.size() - 1));
        out.round = std::min(view.round.value_or(0), warps[out.warp].count - 1);
    }
    return out;
}

std::optional<BankChoice> request_at(const BlockView& block_view, const MomentView& moment) {
    if (!moment.step || moment.now_line == 0 || block_view.trace->block != moment.moment.block) return std::nullopt;
    const replay::Recording& recording = *moment.block->recording;
    // How often the warp has been at this place, and how often it will have been.
    const SourceLocation& place = recording.place_of(recording.steps()[*moment.step].pc);
    uint64_t before = 0, all = 0;
    for (const uint32_t step : moment.block->history->steps_of(moment.acting)) {
        const SourceLocation& other = recording.place_of(recording.steps()[step].pc);
        if (other.line != place.line || other.file != place.file) continue;
        ++all;
        before += step < *moment.step ? 1 : 0;
    }
    struct Request {
        uint32_t number = 0, passes = 0; // in the trace
        BankChoice choice;
    };
    std::vector<Request> requests; // of the warp at this line
    for (const metrics::BankInstruction& one : block_view.banks.instructions) {
        if (source_line(*block_view.result, one.pc) != moment.now_line) continue;
        for (uint32_t warp = 0; warp < one.warps.size(); ++warp)
            for (uint32_t k = 0; one.warps[warp].warp == moment.acting && k < one.warps[warp].count; ++k) {
                const uint32_t at = one.warps[warp].first + k;
                requests.push_back({one.requests[at], one.passes[at], {&one, warp, k}});
            }
    }
    if (requests.empty() || requests.size() % all != 0) return std::nullopt;
    std::ranges::sort(requests, {}, &Request::number);
    const auto each = static_cast<ptrdiff_t>(requests.size() / all);
    const auto first = requests.begin() + static_cast<ptrdiff_t>(before) * each;
    return std::ranges::max_element(first, first + each, {}, &Request::passes)->choice;
}

std::optional<uint32_t> chosen_array(const BlockView& block_view, const BlockViewState& view) {
    const std::vector<metrics::FlowArray>& arrays = block_view.flow.arrays;
    for (uint32_t k = 0; k < arrays.size(); ++k)
        if (arrays[k].writes > 0 && arrays[k].name == view.array) return k;
    const metrics::FlowArray* telling = block_view.flow.most_telling();
    if (telling == nullptr) return std::nullopt;
    return static_cast<uint32_t>(telling - arrays.data());
}

std::string block_title(const BlockView& block_view) {
    const Dim3& at = block_view.trace->block_index;
    const Dim3& grid = block_view.result->measured->launches()[block_view.trace->launch].config.grid;
    if (grid.z > 1) return tr_format("Block ({}, {}, {}) of {} × {} × {}", at.x, at.y, at.z, grid.x, grid.y, grid.z);
    if (grid.y > 1) return tr_format("Block ({}, {}) of {} × {}", at.x, at.y, grid.x, grid.y);
    return grid.x > 1 ? tr_format("Block {} (of 0 to {})", at.x, grid.x - 1) : tr("The only block");
}

uint64_t middle_block(const LaunchConfig& config) {
    const Dim3& grid = config.grid;
    return linear_index({(grid.x - 1) / 2, (grid.y - 1) / 2, (grid.z - 1) / 2}, grid);
}

uint32_t source_line(const session::RunResult& result, uint32_t pc) {
    const auto& instructions = result.measured->program().instructions();
    if (pc >= instructions.size()) return 0;
    const SourceLocation& source = instructions[pc].source;
    const bool own = std::filesystem::path(source.file).filename() == result.variant().source.filename();
    return own ? source.line : 0;
}

std::string source_text(const session::RunResult& result, uint32_t line) {
    const std::vector<std::string_view> lines = split_lines(result.source);
    if (line == 0 || line > lines.size()) return {};
    std::string_view text = lines[line - 1];
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return std::string(text);
}

} // namespace warpscope::ui
