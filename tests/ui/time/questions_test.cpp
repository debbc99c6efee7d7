// The eleven questions of a beginner, each answered on the screen within three actions (docs/QUESTIONS.md). With
// WARPSCOPE_QUESTIONS=FOLDER in the environment the last screen of each is written there.
#include <cstdlib>

#include "base/number_text.hpp"
#include "catalog/experiment.hpp"
#include "export/png.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

class Questions : public testing::Test {
protected:
    void open(const std::string& experiment, const std::string& variant, const std::string& input,
              const std::string& text = "") {
        Start start = start_with(choice_of(experiment, input));
        start.choice = with_variant(*start.choice, *start.catalog->find(experiment), variant);
        if (!text.empty()) start.choice->text = text;
        start.preferences.panes.drawer = 480; // so that the lines asked about need not be scrolled to
        driver.emplace(start, 1400, 1200);
        driver->settle();
    }
    void click(const std::string& label, ImGuiMouseButton button = ImGuiMouseButton_Left) {
        driver->click(label, button);
        done();
    }
    void click_cell(double x, double y) {
        driver->click_at(driver->at_cell("right view", x + 0.5, y + 0.5));
        done();
    }
    void key(ImGuiKeyChord chord) {
        driver->key(chord);
        done();
    }
    /// One action: a line is clicked, typed and ended with Enter.
    void ask(const std::string& expression) {
        driver->click("##watch");
        driver->type(expression);
        driver->key(ImGuiKey_Enter);
        done();
    }
    void says(const std::string& words) { EXPECT_TRUE(driver->says(words)) << words << " in\n" << driver->text(); }
    void TearDown() override {
        EXPECT_LE(actions, 3);
        const char* const folder = std::getenv("WARPSCOPE_QUESTIONS");
        if (folder == nullptr || !driver) return;
        const Picture seen = driver->picture();
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        EXPECT_TRUE(exporting::save_png(std::filesystem::path(folder) / (name + ".png"), seen.width, seen.height, 4,
                                        reinterpret_cast<const std::byte*>(seen.rgba.data())));
    }
    std::optional<Driver> driver;

private:
    void done() {
        ++actions;
        driver->settle();
    }
    int actions = 0;
};

TEST_F(Questions, WhoOwnsThisCell) {
    open("color_to_gray", "basic", "gradient:76x62");
    click_cell(25, 50);
    says("blockIdx: (1, 3, 0)");
    says("threadIdx: (9, 2, 0)");
}

TEST_F(Questions, WhyIsThisThreadIdle) {
    open("color_to_gray", "basic", "gradient:76x62");
    click_cell(75, 50); // its warp reaches beyond the right edge
    says("line 6: col < width && row < height");
    says("lanes 12 to 15 and 28 to 31: false, col = 76 to 79");
}

TEST_F(Questions, WhyDidThisWarpSplitAndWhere) {
    open("box_blur", "naive", "noise:40x40");
    click_cell(0, 0);
    click("##scope warp");
    key(ImGuiKey_X);
    says("WHY ITS WARP SPLIT");
    says("lanes 19 to 31: went on");
}

TEST_F(Questions, WhatIsInTheTileNow) {
    open("matmul", "tiled", "noise:64x64");
    click("##scope block");
    key(ImGuiKey_N);
    ASSERT_TRUE(driver->model().moment);
    EXPECT_EQ(driver->model().moment->shared.at(0).written, 256u);
    says("256 of 256 written");
}

TEST_F(Questions, WhatIsSumInLane5InRound3) {
    open("matmul", "tiled", "noise:64x64");
    click("##scope warp");
    ask("lane == 5 && k == 3 && start == 0");
    click(">##watch 0");
    ASSERT_TRUE(driver->model().moment) << driver->text();
    const auto& rows = driver->model().moment->rows;
    const auto sum = std::ranges::find(rows, "sum", &VariableRow::name);
    ASSERT_NE(sum, rows.end()) << driver->text();
    EXPECT_FALSE(sum->text[5].empty());
    EXPECT_EQ(std::ranges::find(rows, "k", &VariableRow::name)->text[5], "3");
}

TEST_F(Questions, WhoWaitsForWhom) {
    open("box_blur", "tiled", "noise:64x48");
    click("##scope block");
    key(ImGuiKey_N);
    key(ImGuiKey_Comma);
    ASSERT_TRUE(driver->model().moment);
    size_t waiting = 0, others = 0;
    for (const WarpFlag& warp : driver->model().moment->warps)
        ++(warp.state == replay::WarpState::at_barrier ? waiting : others);
    EXPECT_GT(waiting, 0u);
    EXPECT_GT(others, 0u);
    says("At the barrier: warp");
    says("Still to come: warp");
}

TEST_F(Questions, WhichValueDidIReadBeforeTheBarrierWasThere) {
    open("bug_museum", "kogge_stone_missing_sync", "gradient:52x90");
    click("Findings " + grouped(driver->model().result->shown().finding_count) + "##tab");
    click("make it go wrong##0");
    says("Where they part: lane");
    says("Usual order, step");
    says("Other order, step");
}

TEST_F(Questions, WhichLanesHitOneBank) {
    open("transpose", "tiled", "noise:64x64");
    click("Shared memory##tab");
    says("bank");
    says("passes");
}

TEST_F(Questions, InWhatOrderDidBlocksRun) {
    open("box_blur", "naive", "gradient:64x48");
    key(ImGuiMod_Ctrl | ImGuiKey_B);
    click("blocks in time");
    says("blocks have ended");
    EXPECT_TRUE(driver->has("blocks in time"));
}

TEST_F(Questions, WhereDoesThisNanComeFrom) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    auto text = catalog::read_source(*catalog.find("matmul")->find("tiled"));
    ASSERT_TRUE(text);
    const std::string from = "P[row * columns + col] = sum;";
    ASSERT_NE(text->find(from), std::string::npos);
    text->replace(text->find(from), from.size(),
                  "float mean = (sum - sum) / (columns - columns); P[row * columns + col] = mean;");
    open("matmul", "tiled", "noise:64x64", *text);
    click("##scope warp");
    ask("isnan(mean)");
    click(">##watch 0");
    ASSERT_TRUE(driver->model().moment) << driver->text();
    EXPECT_EQ(driver->model().moment->now_line, 24u) << driver->text();
    says("nan");
}

TEST_F(Questions, WhatChangesWithoutTheBarrier) {
    open("matmul", "tiled", "noise:64x64");
    click("source text 15", ImGuiMouseButton_Right);
    click("What changes without this barrier?##line menu");
    says("without the barrier in line 15");
    says("Where they part: lane");
}

} // namespace
} // namespace warpscope::ui
