// A state does not depend on the moves that lead to it.
#include <gmock/gmock.h>
#include <random>

#include "recorded.hpp"

namespace warpscope::replay {
namespace {

struct Walk {
    const char* target;
    const char* input;
    std::vector<std::string> settings;
};

class StateWalks : public testing::TestWithParam<std::tuple<Walk, bool>> {};

TEST_P(StateWalks, ForwardStatesMatchBackwardStates) {
    const auto& [walk, as_written] = GetParam();
    const Recorded run = record({walk.target, walk.input, "", walk.settings, "emulator", "auto"}, 0, as_written);
    ASSERT_TRUE(run.recording);
    const Recording& recording = *run.recording;
    const uint64_t end = recording.record_count();
    ASSERT_GT(end, 0u);
    State backwards = recording.state_at(recording.steps().size()), wanders = recording.state_at(0);
    std::mt19937 random(7);
    std::vector<uint64_t> places;
    for (int k = 0; k < 12; ++k) places.push_back(random() % (end + 1));
    std::ranges::sort(places, std::greater());
    for (const uint64_t place : places) {
        State forwards = recording.contents().kept.front();
        recording.move(forwards, place);
        recording.move(backwards, place);
        EXPECT_TRUE(forwards.same_as(backwards)) << place << " of " << end;
    }
    std::ranges::shuffle(places, random);
    for (const uint64_t place : places) {
        recording.move(wanders, place);
        State forwards = recording.contents().kept.front();
        recording.move(forwards, place);
        EXPECT_TRUE(forwards.same_as(wanders)) << place << " of " << end;
    }
    // Saved states must equal the result of applying the changes.
    State made = recording.contents().kept.front();
    for (const State& kept : recording.contents().kept) {
        recording.move(made, kept.records);
        EXPECT_TRUE(made.same_as(kept)) << kept.records;
    }
    // An unoptimized kernel may differ from the measured one, but only with a note.
    if (!as_written || recording.contents().differing_cells == 0)
        EXPECT_EQ(recording.contents().differing_cells, 0u) << recording.contents().first_difference;
    else
        EXPECT_THAT(recording.notes(), testing::Contains(testing::HasSubstr("measured")));
}

std::string name_of(const testing::TestParamInfo<std::tuple<Walk, bool>>& info) {
    std::string name = std::get<0>(info.param).target;
    std::ranges::replace(name, '/', '_');
    return name + (std::get<1>(info.param) ? "_written" : "_optimised");
}

INSTANTIATE_TEST_SUITE_P(Course, StateWalks,
                         testing::Combine(testing::Values(Walk{"color_to_gray/basic", "gradient:76x62", {}},
                                                          Walk{"box_blur/tiled", "noise:40x40", {"radius=3"}},
                                                          Walk{"matmul/tiled", "", {}}, Walk{"transpose/tiled", "", {}},
                                                          Walk{"scan", "", {}}, Walk{"stencil/heat", "", {}}),
                                          testing::Bool()),
                         name_of);

TEST(LongRecording, KeptStatesMatchReplay) {
    const Recorded run = record({"box_blur/naive", "noise:40x40", "32x32", {"radius=6"}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    ASSERT_GT(run.recording->contents().kept.size(), 3u);
    State made = run.recording->contents().kept.front();
    for (const State& kept : run.recording->contents().kept) {
        // Short moves do not start from a saved state.
        while (made.records < kept.records) run.recording->move(made, std::min(made.records + 1000, kept.records));
        EXPECT_TRUE(made.same_as(kept)) << kept.records;
    }
}

} // namespace
} // namespace warpscope::replay
