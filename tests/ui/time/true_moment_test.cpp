// What the window says of one moment is of that moment: splits, marks, barriers, banks, shares of one block.
#include <algorithm>

#include <fmt/format.h>

#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

using scene::Scope;

Start start_of(const std::string& experiment, const std::string& variant, const std::string& input) {
    Start start = start_with(choice_of(experiment, input));
    start.choice = with_variant(*start.choice, *start.catalog->find(experiment), variant);
    return start;
}

void enter_block(Driver& driver) {
    driver.settle();
    driver.click("##scope block");
    driver.settle();
    ASSERT_TRUE(driver.model().moment) << driver.text();
}

bool has_mark_now(const Model& model, replay::MarkKind kind) {
    return std::ranges::any_of(*model.time.marks, [&](const TimeMark& mark) {
        return mark.kind == kind && mark.step == model.scene->moment.step;
    });
}

TEST(TrueMoment, TheSplitOfThisStepIsShown) {
    Driver driver(start_of("reduction", "shared", "index:2048"), 1366, 768);
    enter_block(driver);
    driver.key(ImGuiKey_X);
    driver.settle();
    ASSERT_EQ(driver.model().moment->splits.size(), 1u);
    EXPECT_EQ(driver.model().moment->splits.front().number, 1u);
    driver.key(ImGuiKey_X); // count = 16, stride = 8
    driver.settle();
    const Model& model = driver.model();
    ASSERT_EQ(model.moment->splits.size(), 1u);
    const SplitFacts& split = model.moment->splits.front();
    EXPECT_EQ(split.yes, 0xffu);
    EXPECT_EQ(split.no, 0xffffff00u);
    EXPECT_EQ(split.number, 2u);
    ASSERT_EQ(split.values.size(), 1u) << split.constants;
    EXPECT_EQ(split.values.front().name, "i");
    EXPECT_EQ(split.values.front().yes, "0 to 7");
    EXPECT_EQ(split.values.front().no, "8 to 31");
    EXPECT_EQ(split.constants, "stride = 8, count = 16");
    EXPECT_TRUE(driver.says("time 2 of ")) << driver.text();
    EXPECT_FALSE(driver.says("lanes 16 to 31")) << "of another step\n" << driver.text();
    // Where the mark stands, and where a click on it leads.
    EXPECT_TRUE(has_mark_now(model, replay::MarkKind::split));
    const uint64_t step = model.scene->moment.step;
    const Recorder::Item track = driver.item("time/track");
    const float share = static_cast<float>(step) / static_cast<float>(model.time.length);
    driver.key(ImGuiKey_Home);
    driver.settle();
    driver.click_at({track.min.x + share * (track.max.x - track.min.x) + 1, (track.min.y + track.max.y) / 2});
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, step);
    ASSERT_EQ(model.moment->splits.size(), 1u);
}

/// Two variables are called c: one of the loop that loads the tile, and the counter of the window.
TEST(TrueMoment, OfTwoVariablesOfOneNameTheOneAtTheBranch) {
    Start start = start_of("box_blur", "tiled", "gradient:60x40");
    start.choice->settings.values["radius"] = 3;
    start.pin = CellCoordinates{4, 20, 0};
    start.preferences.panes.inspector = 400;
    Driver driver(start, 1600, 950);
    driver.settle();
    ASSERT_TRUE(driver.says("WHY ITS WARP SPLIT")) << driver.text();
    EXPECT_TRUE(driver.says("width = 60")) << driver.text();
    EXPECT_FALSE(driver.says(", c = ")) << "what a loop counts is not known of the whole launch\n" << driver.text();
    // At the branch itself it is.
    driver.click("##scope warp");
    driver.settle();
    const Model& model = driver.model();
    bool seen = false;
    for (int k = 0; k < 12 && !seen; ++k) {
        driver.key(ImGuiKey_X);
        driver.settle();
        EXPECT_LE(model.moment->splits.size(), 2u) << "each is told once";
        for (const SplitFacts& split : model.moment->splits) {
            if (split.line != 14) continue;
            const auto c = std::ranges::find(split.values, "c", &SplitFacts::Value::name);
            ASSERT_NE(c, split.values.end());
            EXPECT_EQ(c->no, "-3 to -1");
            EXPECT_EQ(c->yes, "0 to 18");
            seen = true;
            break;
        }
    }
    EXPECT_TRUE(seen);
}

TEST(TrueMoment, AtABarriersMarkItIsSaidThatAllHaveCome) {
    Driver driver(start_of("matmul", "tiled", "noise:48x48"), 1366, 768);
    enter_block(driver);
    driver.key(ImGuiKey_N);
    driver.settle();
    const Model& model = driver.model();
    EXPECT_TRUE(has_mark_now(model, replay::MarkKind::barrier));
    const std::string words =
        fmt::format("Every warp has come to the barrier, warp {} as the last", model.moment->acting);
    EXPECT_TRUE(driver.says(words)) << driver.text();
    driver.key(ImGuiKey_Comma);
    driver.settle();
    EXPECT_FALSE(driver.says("Every warp has come")) << driver.text();
    EXPECT_TRUE(driver.says("At the barrier:")) << driver.text();
}

TEST(TrueMoment, AHistogramsBlockShowsItsOwnShareAlone) {
    Driver driver(start_of("histogram", "global", "noise:64x48"), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("nothing to do")) << driver.text();
    enter_block(driver);
    const Model& model = driver.model();
    EXPECT_FALSE(driver.says("nothing to do")) << "each thread reads a value and counts it\n" << driver.text();
    EXPECT_TRUE(driver.says("alone")) << driver.text();
    const uint32_t output = model.result->prepared.output_buffer;
    const auto total = [&] {
        const HostBuffer after = model.result->measured->buffer(output);
        const auto& values = model.moment->cells->buffers[output].values;
        double sum = 0;
        for (uint64_t bin = 0; bin < after.layout.shape.cells(); ++bin) {
            const auto now = values.find(bin);
            sum += now == values.end() ? element_as_double(after.bytes->data(), after.layout.type, bin)
                                       : element_as_double(now->second.data(), after.layout.type, 0);
        }
        return sum;
    };
    EXPECT_EQ(total(), 0) << "at the beginning";
    driver.key(ImGuiKey_End);
    driver.settle();
    EXPECT_EQ(total(), 256) << "one for each of its threads";
}

TEST(TrueMoment, BanksAreThoseOfTheStep) {
    Driver driver(start_of("transpose", "tiled", "index:96x64"), 1366, 768);
    enter_block(driver);
    driver.click("Shared memory##tab");
    driver.settle();
    driver.click("bank conflicts##shared banks");
    driver.settle();
    for (int k = 0; k < 4; ++k) {
        driver.key(ImGuiKey_U);
        driver.settle();
    }
    const Model& model = driver.model();
    EXPECT_TRUE(has_mark_now(model, replay::MarkKind::conflict));
    EXPECT_GT(model.moment->acting, 0u);
    EXPECT_TRUE(driver.says(fmt::format("warp {}:", model.moment->acting))) << driver.text();
    EXPECT_TRUE(driver.says("32 lanes, 32 passes")) << driver.text();
}

TEST(TrueMoment, AClickOnALanesValuePinsTheLaneAndAnotherKernelForgetsIt) {
    Driver driver(start_of("matmul", "tiled", "noise:48x48"), 1366, 768);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    driver.key(ImGuiKey_End);
    driver.settle();
    for (int k = 0; k < 4; ++k) driver.key(ImGuiKey_Comma);
    driver.settle();
    const Recorder::Item row = driver.item("variable sum");
    const float cell = (row.max.x - row.min.x) / 32;
    driver.click_at({row.min.x + 5.5f * cell, (row.min.y + row.max.y) / 2});
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.time.followed) << driver.text();
    EXPECT_EQ(model.time.followed->lane, 5u);
    const uint64_t threads = model.result->shown().config.threads_per_block();
    EXPECT_EQ((model.selection.thread - 1) % threads % warp_size, 5u);
    EXPECT_TRUE(driver.says("LANE 5")) << driver.text();
    driver.search("transpose");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_FALSE(model.time.followed);
}

TEST(TrueMoment, AnIdleThreadHasNoValueOfALineThatItNeverRan) {
    Start start = start_with(choice_of("color_to_gray", "gradient:76x62"));
    start.preferences.panes.inspector = 400;
    start.pin = CellCoordinates{75, 14, 0};
    Driver driver(start, 1600, 950);
    driver.settle();
    EXPECT_TRUE(driver.says("pixel = row * width + col")) << driver.text();
    const auto view = driver.at_cell("right view", 78.5, 14.5);
    driver.click_at(view);
    driver.settle();
    ASSERT_TRUE(driver.says("Idle thread")) << driver.text();
    EXPECT_TRUE(driver.says("= 4 * 16 + 14 = 78")) << driver.text();
    EXPECT_FALSE(driver.says("1142")) << "row * width + col\n" << driver.text();
    // Where its warp splits, the warps that the line splits are told from the others.
    std::string pill;
    for (const std::string& label : driver.labels())
        if (label.starts_with("where it splits##line ")) pill = label;
    ASSERT_FALSE(pill.empty());
    driver.click("##drawer");
    driver.settle();
    ASSERT_FALSE(driver.model().preferences->panes.drawer_open);
    driver.click(pill);
    driver.settle();
    EXPECT_TRUE(driver.says("0 to 1 split")) << driver.text();
    EXPECT_TRUE(driver.model().preferences->panes.drawer_open) << "the line is shown";
}

TEST(TrueMoment, SpaceHomeAndEndAreOfTimeEverywhere) {
    Driver driver(start_of("box_blur", "tiled", "noise:40x40"), 1366, 768);
    enter_block(driver);
    const Recorder::Item view = driver.item("left view");
    driver.click_at({(view.min.x + view.max.x) / 2, (view.min.y + view.max.y) / 2});
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    ASSERT_FALSE(model.time.focused);
    driver.key(ImGuiKey_End);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, model.time.length);
    driver.key(ImGuiKey_Home);
    driver.settle();
    EXPECT_EQ(model.scene->moment.step, 0u);
    driver.key(ImGuiKey_Space);
    EXPECT_TRUE(model.time.playing);
}

} // namespace
} // namespace warpscope::ui
