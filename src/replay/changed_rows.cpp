#include <algorithm>

#include "replay/variables.hpp"

namespace warpscope::replay {
namespace {

std::vector<Row> rows_there(const Recording& recording, const State& state, const WarpPosition& at) {
    return recording.contents().stepped->variables.empty() ? register_rows(recording, state, at)
                                                           : rows_at(recording, state, at);
}

/// Returns the position in the innermost function with variables, or the current position if there is none.
std::optional<WarpPosition> shown_position(const Recording& recording, uint32_t warp, uint64_t end,
                                           const State& state) {
    auto at = warp_position_at_record(recording, warp, end);
    if (!at || recording.contents().stepped->variables.empty()) return at;
    for (auto out = at; out; out = caller(recording, *out)) {
        locate_lanes(recording, *out);
        if (!rows_at(recording, state, *out).empty()) return out;
    }
    return at;
}

std::optional<WarpPosition> previous_position(const Recording& recording, const WarpPosition& at, uint64_t record) {
    auto previous = warp_position_at_record(recording, at.warp, record);
    while (previous && previous->depth > at.depth) previous = caller(recording, *previous);
    if (!previous || previous->depth != at.depth || previous->function != at.function) return std::nullopt;
    locate_lanes(recording, *previous);
    return previous;
}

ChangedRows changed_there(const Recording& recording, const WarpPosition& at, uint64_t first, uint64_t end,
                          const State& before, const State& after) {
    ChangedRows out;
    out.rows = rows_there(recording, after, at);
    // The variable may have moved: its previous value is in its previous register.
    out.previous = rows_there(recording, before, at);
    if (const auto previous = previous_position(recording, at, first))
        for (const Row& row : rows_there(recording, before, *previous))
            if (const auto same = std::ranges::find(out.previous, row.name, &Row::name); same != out.previous.end())
                for (uint32_t lane = 0; lane < warp_size; ++lane)
                    if (row.bits[lane]) same->bits[lane] = row.bits[lane];
    const simt::LaneMask active = recording.lanes_active(at.warp, first, end);
    for (size_t k = 0; k < out.rows.size(); ++k) {
        simt::LaneMask changed = 0;
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if (out.previous[k].bits[lane] != out.rows[k].bits[lane]) changed |= simt::LaneMask{1} << lane;
        out.changed.push_back(changed & active);
    }
    return out;
}

} // namespace

ChangedRows changed_rows(const Recording& recording, uint32_t warp, uint64_t first, uint64_t end, const State& before,
                         const State& after) {
    const auto at = shown_position(recording, warp, end, after);
    return at ? changed_there(recording, *at, first, end, before, after) : ChangedRows{};
}

std::vector<std::pair<Row, simt::LaneMask>> changed_outside(const Recording& recording, uint32_t warp, uint64_t first,
                                                            uint64_t end, const State& before, const State& after) {
    std::vector<std::pair<Row, simt::LaneMask>> out;
    auto at = shown_position(recording, warp, end, after);
    if (recording.contents().stepped->variables.empty()) return out;
    while (at) {
        at = caller(recording, *at);
        if (!at) break;
        locate_lanes(recording, *at);
        ChangedRows there = changed_there(recording, *at, first, end, before, after);
        for (size_t k = 0; k < there.rows.size(); ++k)
            if (there.changed[k] != 0) out.emplace_back(std::move(there.rows[k]), there.changed[k]);
    }
    return out;
}

std::vector<Row> rows_of_warp(const Recording& recording, uint32_t warp, uint64_t end, const State& state) {
    const auto at = shown_position(recording, warp, end, state);
    return at ? rows_there(recording, state, *at) : std::vector<Row>();
}

} // namespace warpscope::replay
