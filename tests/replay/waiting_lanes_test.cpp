// Waiting lanes show the variables of the place where they stopped.
#include <bit>

#include "kernel_file.hpp"
#include "replay/last_pass.hpp"

namespace warpscope::replay {
namespace {

const KernelPlan of_floats{.type = "f32"};

/// Halves a value lane % 5 times, but stops early if the value is small.
constexpr const char* halves = R"(__device__ float half_it(float v, int lane)
{
    float w = v;
    for (int r = 0; r < lane % 5; ++r) {
        w = w * 0.5f;
        if (w < 0.25f) break;
    }
    return w;
}
__global__ void own(const float* in, float* out)
{
    int t = threadIdx.x;
    float w = half_it(in[t], t);
    out[t] = w;
}
)";
float halved(uint32_t lane) {
    auto w = static_cast<float>(lane);
    for (uint32_t r = 0; r < lane % 5; ++r) {
        w *= 0.5f;
        if (w < 0.25f) break;
    }
    return w;
}

TEST(WaitingLanes, KeepTheirStoppedValues) {
    const KernelFile file(halves, of_floats);
    file.record_by_each(5, [](const Recorded& run, const std::string&) {
        const Recording& recording = *run.recording;
        uint32_t checked = 0;
        State before = recording.state_at(0), after = before;
        for (uint32_t step = 0; step < recording.steps().size(); ++step) {
            if (recording.place_of(recording.steps()[step].pc).line != 5) continue; // inside the loop
            const uint64_t first = recording.steps()[step].first_record, end = recording.records_before(step + 1);
            recording.move(before, first);
            recording.move(after, end);
            const ChangedRows all = changed_rows(recording, 0, first, end, before, after);
            const auto row = std::ranges::find(all.rows, "w", &Row::name);
            ASSERT_NE(row, all.rows.end());
            const simt::LaneMask active = recording.steps()[step].active;
            for (uint32_t lane = 0; lane < warp_size; ++lane) {
                if ((active >> lane & 1) != 0) continue;
                ASSERT_TRUE(row->bits[lane]) << "lane " << lane << " in step " << step;
                EXPECT_EQ(std::bit_cast<float>(static_cast<uint32_t>(*row->bits[lane])), halved(lane))
                    << "lane " << lane << " in step " << step;
                ++checked;
            }
            EXPECT_EQ(all.changed[static_cast<size_t>(row - all.rows.begin())] & ~active, 0u) << step;
        }
        EXPECT_GT(checked, 30u);
    });
}

/// Lanes that continued the loop at a split may have left the loop since, so only their last branch counts.
TEST(WaitingLanes, FollowTheirLastBranch) {
    const KernelFile file(halves, of_floats);
    file.record_by_each(5, [](const Recorded& run, const std::string& compiler) {
        const Recording& recording = *run.recording;
        uint32_t changed = 0;
        for (uint32_t step = 0; step < recording.steps().size(); ++step) {
            const uint64_t first = recording.steps()[step].first_record;
            for (const uint32_t lane : {4u, 9u, 14u}) {
                const auto split = recording.find_split(step, lane);
                if (!split || recording.place_of(split->pc).line != 4) continue;
                // Determines the branch direction by the lane's next record.
                std::optional<uint64_t> last;
                for (uint64_t k = 0; k < first; ++k) {
                    const Record& one = recording.contents().records[k];
                    if (one.pc == split->pc && (one.active >> lane & 1) != 0) last = k;
                }
                ASSERT_TRUE(last);
                const auto next = recording.next_record_of(0, lane, *last + 1);
                ASSERT_TRUE(next);
                EXPECT_EQ(jumped_last(recording, *split, lane, first),
                          recording.contents().records[*next].pc != split->pc + 1)
                    << "lane " << lane << " in step " << step;
                changed += jumped_last(recording, *split, lane, first) != ((split->taken >> lane & 1) != 0);
            }
        }
        if (compiler == "nvrtc") {
            EXPECT_GT(changed, 0u) << "no lane changed its direction";
        }
    });
}

TEST(WaitingLanes, CallerLanesHaveNoCalleeVariables) {
    const KernelFile file(R"(__device__ __noinline__ float doubled(float v)
{
    float twice = v + v;
    return twice;
}
__global__ void own(const float* in, float* out)
{
    int t = threadIdx.x;
    float w = in[t];
    if (t < 10) w = doubled(w);
    out[t] = w;
}
)",
                          of_floats);
    file.record_by_each(5, [](const Recorded& run, const std::string&) {
        const Recording& recording = *run.recording;
        bool seen = false;
        for (uint32_t step = 0; step < recording.steps().size(); ++step) {
            const uint64_t end = recording.records_before(step + 1);
            const auto rows = rows_of_warp(recording, 0, end, recording.state_at(step + 1));
            const auto row = std::ranges::find(rows, "twice", &Row::name);
            if (row == rows.end() || !row->bits[5]) continue;
            seen = true;
            for (uint32_t lane = 10; lane < warp_size; ++lane) EXPECT_FALSE(row->bits[lane]) << lane;
        }
        EXPECT_TRUE(seen);
    });
}

} // namespace
} // namespace warpscope::replay
