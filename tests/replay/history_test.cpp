// History of a block compared with a step-by-step scan of the recording.
#include <algorithm>
#include <set>

#include "recorded.hpp"
#include "replay/history.hpp"

namespace warpscope::replay {
namespace {

Recorded tiled_blur() {
    return record({"box_blur/tiled", "noise:40x40", "16x16", {"radius=2"}, "emulator", "clang"}, 20 * 40 + 20);
}

TEST(History, CellsAccumulateUntilTheStep) {
    const Recorded run = tiled_blur();
    ASSERT_TRUE(run.recording);
    const auto history = History::of(run.recording);
    ASSERT_TRUE(history);
    const uint32_t in = run.run->prepared.input_buffer, out = run.run->prepared.output_buffer;
    const std::vector<CellHistory>& cells = history->cells();
    EXPECT_EQ(cells[in].read.size(), 20u * 20u); // a tile of 16 x 16 with a border of two
    EXPECT_TRUE(cells[in].written.empty());
    EXPECT_EQ(cells[out].written.size(), 16u * 16u);
    EXPECT_EQ(cells[out].stored_first.size(), 16u * 16u);
    // `read` lists each cell once, at its first access.
    std::set<uint64_t> read;
    for (const FirstAccess& access : cells[in].read) {
        EXPECT_TRUE(read.insert(access.cell).second);
        const Touched now = history->touched(access.record, access.record + 1);
        EXPECT_TRUE(std::ranges::binary_search(now.buffers[in].read, access.cell));
        EXPECT_TRUE(std::ranges::is_sorted(cells[in].read, {}, &FirstAccess::cell));
    }
    const Touched all = history->touched(0, run.recording->record_count());
    EXPECT_EQ(std::set<uint64_t>(all.buffers[in].read.begin(), all.buffers[in].read.end()), read);
}

TEST(History, SharedWritersMatchLastWrite) {
    const Recorded run = tiled_blur();
    ASSERT_TRUE(run.recording);
    const auto history = History::of(run.recording);
    ASSERT_TRUE(history);
    const uint64_t count = run.recording->record_count();
    EXPECT_EQ(std::ranges::count(history->shared_writers(0), 0),
              static_cast<int64_t>(run.recording->contents().shared_bytes));
    for (const uint64_t record : {count / 10, count / 5, count / 3, count}) {
        const std::vector<uint16_t> writers = history->shared_writers(record);
        for (uint64_t at = 0; at < writers.size(); at += 97) {
            const auto event = run.recording->last_write({ptx::Space::shared, 0, at}, 1, record);
            EXPECT_EQ(writers[at], event ? event->warp * warp_size + event->lane + 1 : 0u) << at;
        }
    }
}

/// Returns whether a warp's next step is after a barrier that other warps have not reached in state `step`.
bool waits_at_barrier(const Recording& recording, uint32_t warp, uint64_t step) {
    const auto next = recording.next_step_of(warp, step);
    if (!next || *next == step) return false;
    const uint32_t interval = recording.steps()[*next].interval;
    return std::any_of(recording.steps().begin() + static_cast<ptrdiff_t>(step),
                       recording.steps().begin() + static_cast<ptrdiff_t>(*next),
                       [&](const Step& other) { return other.interval < interval; });
}

TEST(History, WarpPlacesMatchTheRecording) {
    const Recorded run = tiled_blur();
    ASSERT_TRUE(run.recording);
    const auto history = History::of(run.recording);
    ASSERT_TRUE(history);
    const uint64_t steps = run.recording->steps().size();
    bool has_waiting_warp = false;
    for (uint64_t step = 0; step <= steps; step += 7) {
        const std::vector<WarpPlace> places = history->places(step);
        for (uint32_t warp = 0; warp < places.size(); ++warp) {
            EXPECT_EQ(places[warp].next, run.recording->next_step_of(warp, step)) << warp << " at " << step;
            const bool waits = places[warp].state == WarpState::at_barrier;
            has_waiting_warp = has_waiting_warp || waits;
            if (places[warp].done) {
                EXPECT_EQ(waits, waits_at_barrier(*run.recording, warp, step)) << warp << " at " << step;
            }
        }
    }
    EXPECT_TRUE(has_waiting_warp);
    for (const WarpPlace& place : history->places(0)) EXPECT_EQ(place.state, WarpState::not_begun);
    for (const WarpPlace& place : history->places(steps)) EXPECT_EQ(place.state, WarpState::ended);
    EXPECT_EQ(history->intervals().size(), 1u); // one barrier, after the tile is loaded
}

TEST(History, CancellationGivesNoHistory) {
    const Recorded run = tiled_blur();
    ASSERT_TRUE(run.recording);
    const std::atomic<bool> cancel{true};
    EXPECT_EQ(History::of(run.recording, &cancel), nullptr);
}

} // namespace
} // namespace warpscope::replay
