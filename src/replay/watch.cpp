#include "replay/watch.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace warpscope::replay {

namespace {

std::optional<Number> built_in(std::string_view name, const Recording::Contents& block, uint32_t warp, uint32_t lane) {
    if (name == "lane") return int64_t{lane};
    if (name == "warp") return int64_t{warp};
    const Dim3& size = block.config.block;
    const uint32_t thread = warp * warp_size + lane;
    const std::array<std::pair<std::string_view, Dim3>, 4> indices{{
        {"threadIdx", {thread % size.x, thread / size.x % size.y, thread / size.x / size.y}},
        {"blockIdx", block.block_index},
        {"blockDim", size},
        {"gridDim", block.config.grid},
    }};
    for (const auto& [prefix, value] : indices) {
        if (name.size() != prefix.size() + 2 || !name.starts_with(prefix) || name[prefix.size()] != '.') continue;
        switch (name.back()) {
        case 'x': return int64_t{value.x};
        case 'y': return int64_t{value.y};
        case 'z': return int64_t{value.z};
        default: break;
        }
    }
    return std::nullopt;
}

} // namespace

Result<Watch> Watch::parse(std::string_view text) {
    auto root = source::parse_expression(text, source::c_grammar());
    if (!root) return fail(ErrorKind::usage, source::problem_text(root.error(), text));
    Watch watch;
    watch.text_ = std::string(text);
    watch.root_ = std::move(*root);
    return watch;
}

std::array<std::optional<Number>, warp_size> Watch::values(const Recording& recording, std::span<const Row> rows,
                                                           uint32_t warp, bool has_types, uint32_t line) const {
    std::array<std::optional<Number>, warp_size> values;
    uint32_t lane = 0;
    const auto value_of = [&](const std::string& name) -> std::optional<Number> {
        const auto row = std::ranges::find(rows, name, &Row::name);
        if (row == rows.end() && name == "line") return Number(int64_t{line});
        if (row == rows.end()) return built_in(name, recording.contents(), warp, lane);
        if (!row->bits[lane]) return std::nullopt;
        return has_types ? number_of(recording, row->type, *row->bits[lane])
                         : Number(static_cast<int64_t>(*row->bits[lane]));
    };
    const source::Meaning meaning{.equals_as_shown = true,
                                  .name = [&](const std::string& name) -> source::Evaluated<Number> {
                                      if (const auto value = value_of(name)) return *value;
                                      return source::unknown_name(name);
                                  }};
    for (; lane < warp_size; ++lane)
        if (const auto value = source::evaluate(*root_, meaning)) values[lane] = *value;
    return values;
}

std::string number_text(const Number& number) {
    return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

namespace {

class TrueLanes {
public:
    TrueLanes(const Recording& recording, const Watch& watch)
        : recording_(recording)
        , watch_(watch)
        , has_types_(!recording.contents().stepped->variables.empty()) {}

    simt::LaneMask operator()(const WarpPosition& at, uint64_t record, uint32_t line = 0) {
        recording_.move(state_, record);
        const auto rows = has_types_ ? rows_at(recording_, state_, at) : register_rows(recording_, state_, at);
        const auto values = watch_.values(recording_, rows, at.warp, has_types_, line);
        simt::LaneMask lanes = 0;
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if (values[lane] && is_true(*values[lane])) lanes |= simt::LaneMask{1} << lane;
        return lanes;
    }

private:
    const Recording& recording_;
    const Watch& watch_;
    bool has_types_;
    State state_;
};

} // namespace

std::optional<uint32_t> find_step(const Recording& recording, const Watch& watch, uint64_t from, int by,
                                  std::optional<uint32_t> warp, const std::atomic<bool>& cancel) {
    const auto& steps = recording.steps();
    TrueLanes true_lanes(recording, watch);
    // A backward search begins before the last executed step.
    int64_t step = static_cast<int64_t>(std::min<uint64_t>(from, steps.size())) + (by > 0 ? 0 : -2);
    for (; step >= 0 && step < static_cast<int64_t>(steps.size()) && !cancel; step += by > 0 ? 1 : -1) {
        const Step& one = steps[static_cast<size_t>(step)];
        if (warp && one.warp != *warp) continue;
        const uint64_t end = recording.records_before(static_cast<uint64_t>(step) + 1);
        const auto at = warp_position_at_record(recording, one.warp, end);
        if (!at) continue;
        const simt::LaneMask after = true_lanes(*at, end, recording.place_of(one.pc).line) & one.active;
        if (after == 0) continue;
        // The variable may have been in another register, so also checks the position before the step.
        simt::LaneMask before = true_lanes(*at, one.first_record);
        if (const auto there = warp_position_at_record(recording, one.warp, one.first_record))
            before |= true_lanes(*there, one.first_record);
        if ((after & ~before) != 0) return static_cast<uint32_t>(step);
    }
    return std::nullopt;
}

std::vector<bool> threads_that_meet(const Recording& recording, const Watch& watch, const std::atomic<bool>& cancel) {
    std::vector<bool> threads(recording.warps() * warp_size);
    TrueLanes true_lanes(recording, watch);
    const auto& steps = recording.steps();
    for (uint64_t step = 0; step < steps.size() && !cancel; ++step) {
        const uint64_t end = recording.records_before(step + 1);
        const auto at = warp_position_at_record(recording, steps[step].warp, end);
        if (!at) continue;
        each_lane(true_lanes(*at, end, recording.place_of(steps[step].pc).line) & steps[step].active,
                  [&](uint32_t lane) { threads[steps[step].warp * warp_size + lane] = true; });
    }
    return threads;
}

} // namespace warpscope::replay
