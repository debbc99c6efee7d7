// Known values of source variables, with each available compiler.
#include "export/steps.hpp"
#include <nlohmann/json.hpp>

#include "recorded.hpp"
#include "replay/arrays.hpp"
#include "replay/history.hpp"

namespace warpscope::replay {
namespace {

cli::TargetOptions options(std::string target, std::string input, std::string block, std::string compiler,
                           std::vector<std::string> settings = {}) {
    return {std::move(target),   std::move(input), std::move(block),
            std::move(settings), "emulator",       std::move(compiler)};
}

TEST(Figures, ColorToGrayPixelMatchesTextbook) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = record(options("color_to_gray/basic", "gradient:76x62", "16x16", compiler), 50 * 76 + 25);
        ASSERT_TRUE(run.recording);
        EXPECT_TRUE(run.build.as_written);
        const uint64_t end = run.recording->steps().size();
        EXPECT_EQ(run.values("pixel"), std::vector<std::string>{"3825"});
        EXPECT_EQ(run.value("col", end), "25");
        EXPECT_EQ(run.value("row", end), "50");
        EXPECT_EQ(run.value("width", end), "76");
        EXPECT_EQ(run.value("gray", end), "gray");
        EXPECT_EQ(run.recording->contents().differing_cells, 0u);
        EXPECT_FALSE(run.recording->is_cut_off());
    }
}

/// Before the variable's line, its register holds 0, which must not be shown.
TEST(Figures, VariableNeedsItsFirstAssignment) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = record(options("transpose/tiled", "index:96x64", "", compiler), 70 * 64 + 40);
        ASSERT_TRUE(run.recording);
        EXPECT_EQ(run.values("out_col"), std::vector<std::string>{"40"});
        EXPECT_EQ(run.values("out_row"), std::vector<std::string>{"70"});
    }
}

TEST(Figures, BoxBlurCountsMatch) {
    for (const std::string& compiler : compilers())
        for (const auto& [cell, count] : {std::pair{uint64_t{0}, "16"}, {uint64_t{20 * 40 + 20}, "49"}}) {
            SCOPED_TRACE(compiler + " " + count);
            const Recorded run =
                record(options("box_blur/naive", "noise:40x40", "16x16", compiler, {"radius=3"}), cell);
            ASSERT_TRUE(run.recording);
            const auto counts = run.values("count");
            ASSERT_FALSE(counts.empty());
            EXPECT_EQ(counts.front(), "0");
            EXPECT_EQ(counts.back(), count);
            EXPECT_EQ(counts.size(), static_cast<size_t>(std::stoi(count)) + 1); // consecutive values
        }
}

TEST(Figures, MatmulTilesFillBeforeBarrier) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = record({"matmul/tiled", "", "", {}, "emulator", compiler}, 0);
        ASSERT_TRUE(run.recording);
        const auto& marks = run.recording->marks();
        const auto barrier = std::ranges::find(marks, MarkKind::barrier, &Mark::kind);
        ASSERT_NE(barrier, marks.end());
        const auto arrays = shared_arrays(*run.recording);
        ASSERT_EQ(arrays.size(), 2u);
        // NVRTC's optimized kernel fuses product and sum: the difference must be reported as small.
        EXPECT_LT(run.recording->contents().largest_difference, 1e-5);
        EXPECT_EQ(run.recording->contents().differing_cells > 0, run.recording->contents().largest_difference > 0);
        EXPECT_EQ(run.recording->contents().differing_cells > 0, compiler == "nvrtc");
        const State before = run.recording->state_at(0), after = run.recording->state_at(barrier->step);
        for (const SharedArray& array : arrays) {
            EXPECT_EQ(array.element_bytes, 4u);
            EXPECT_EQ(array.extents, (std::vector<uint64_t>{16, 16})) << "NVRTC's debug information has no extents";
            uint64_t at_first = 0, at_barrier = 0;
            for (uint64_t k = 0; k < array.elements(); ++k) {
                at_first += shared_value(*run.recording, before, array, k) ? 1 : 0;
                at_barrier += shared_value(*run.recording, after, array, k) ? 1 : 0;
            }
            EXPECT_EQ(at_first, 0u);
            EXPECT_EQ(at_barrier, 256u) << array.name;
        }
    }
}

TEST(Figures, JsonMatchesTheRecording) {
    for (const std::string& compiler : compilers()) {
        SCOPED_TRACE(compiler);
        const Recorded run = record(options("color_to_gray/basic", "gradient:76x62", "16x16", compiler), 50 * 76 + 25);
        ASSERT_TRUE(run.recording);
        const nlohmann::json steps =
            exporting::steps_json(*History::of(run.recording), {run.owner.warp, 0, ~uint64_t{0}});
        uint32_t lines_with_pixel = 0, stores = 0;
        uint64_t stored = 0;
        ASSERT_TRUE(steps.is_array()) << steps.dump().substr(0, 2000);
        for (const auto& step : steps) {
            EXPECT_EQ(step["warp"], run.owner.warp);
            EXPECT_EQ(step["file"], "basic.cu");
            if (step["changed"].contains("pixel")) {
                ++lines_with_pixel;
                EXPECT_EQ(step["line"], 7);
                EXPECT_EQ(step["changed"]["pixel"].size(), 32u);
                EXPECT_EQ(step["changed"]["pixel"].at(run.owner.lane), 3825);
            }
            for (const auto& write : step["writes"]) {
                ++stores;
                stored = step["step"].get<uint64_t>();
                EXPECT_EQ(write["array"], "gray");
                EXPECT_EQ(write["elements"].at(run.owner.lane), 3825);
            }
        }
        EXPECT_EQ(lines_with_pixel, 1u);
        EXPECT_EQ(stores, 1u);
        const nlohmann::json state =
            exporting::state_json(*History::of(run.recording), run.recording->steps().size(), run.owner.warp);
        ASSERT_TRUE(state["warps"].is_array() && state["buffers"].is_array()) << state.dump().substr(0, 2000);
        EXPECT_EQ(state["warps"].at(0)["state"], "ended");
        // The scope of `pixel` ends with the storing step.
        EXPECT_FALSE(state["warps"].at(0)["variables"].contains("pixel"));
        const nlohmann::json before = exporting::state_json(*History::of(run.recording), stored, run.owner.warp);
        EXPECT_EQ(before["warps"].at(0).at("variables").at("pixel").at(run.owner.lane), 3825);
        EXPECT_EQ(state["buffers"].at(0)["name"], "gray");
        EXPECT_EQ(state["buffers"].at(0)["written"].size(), 224u) << "14 of 16 rows are inside";
    }
}

} // namespace
} // namespace warpscope::replay
