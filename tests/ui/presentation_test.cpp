// Presentation mode: enlarging a tab of the drawer, and returning to the data.
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "driver.hpp"

namespace warpscope::ui {
namespace {

Start epochs_of_a_scan() {
    Start start = start_with(setup_of("scan", "index:8"));
    start.setup->settings.values["SECTION_SIZE"] = 8;
    start.preferences.tab = Tab::epochs;
    return start;
}

TEST(Presentation, DrawerTabFillsTheScreen) {
    Driver driver(epochs_of_a_scan());
    driver.settle();
    const Recorder::Item small = driver.item("drawer tab");
    const float scale = driver.model().look.scale;
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_FALSE(driver.has("drawer tab"));
    EXPECT_TRUE(driver.has("left view"));
    const float views_scale = driver.model().look.scale;

    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    const Recorder::Item large = driver.item("drawer tab");
    EXPECT_EQ(large.min.x, 0);
    EXPECT_EQ(large.max.x, static_cast<float>(Driver::width));
    EXPECT_GT(large.max.y, 0.8f * static_cast<float>(Driver::height)) << "sliders stand below it";
    EXPECT_GT(large.max.y - large.min.y, 2 * (small.max.y - small.min.y));
    EXPECT_GT(driver.model().look.scale, views_scale);
    EXPECT_GT(views_scale, scale);
    EXPECT_FALSE(driver.has("left view"));
    EXPECT_FALSE(driver.has("Source##tab")); // panels stay hidden
    EXPECT_TRUE(driver.says("8 threads per block")) << driver.text();
    ASSERT_TRUE(driver.model().block_view); // exists although the drawer is closed
    EXPECT_TRUE(driver.says("section (shared)")) << driver.text();

    driver.key(ImGuiMod_Ctrl | ImGuiKey_Tab);
    driver.settle();
    EXPECT_EQ(driver.model().preferences->tab, Tab::charts);
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_TRUE(driver.has("left view"));
    EXPECT_TRUE(driver.model().presentation);
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.model().presentation);
}

TEST(Presentation, PictureStartsBelowTheCaption) {
    Start start = start_with(setup_of("bug_museum", "index:256"));
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "kogge_stone_missing_sync");
    start.presentation = true;
    Driver driver(std::move(start), 1920, 1080);
    driver.settle();
    const Recorder::Item caption = driver.item("presented caption");
    EXPECT_GE(driver.at_cell("left view", 0, 0).y, caption.max.y);
    EXPECT_TRUE(driver.says("The sums are right for sections of up to 32 elements")) << "the symptom";
}

TEST(Presentation, VariablesFillTheirRoom) {
    Start start = start_with(setup_of("reduction", "index:2048"));
    start.preferences.tab = Tab::source;
    start.moment = {.scope = scene::Scope::block, .block = 1, .step = 112};
    start.presentation = start.drawer_large = true;
    Driver driver(start, 1920, 1080);
    driver.settle();
    ASSERT_TRUE(driver.has("variable i")) << driver.text();
    const Recorder::Item first = driver.item("variables"), second = driver.item("variables from 16");
    const Recorder::Item row = driver.item("variable i");
    EXPECT_LE(row.max.x, first.max.x) << "lanes need no scroll bar";
    EXPECT_LE(second.max.y, 1080.0f);
    EXPECT_GT(row.max.y - row.min.y, 32.0f) << "type is as large as the room allows";
}

TEST(Presentation, SplitterEndsAboveTheSliders) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.presentation = true;
    Driver driver(start);
    driver.settle();
    ASSERT_TRUE(driver.has("launch sliders"));
    EXPECT_LE(driver.item("##split views").max.y, driver.item("launch sliders").min.y + 0.5f);
}

TEST(Presentation, TabTitleReturnsToTheData) {
    Start start = epochs_of_a_scan();
    start.presentation = start.drawer_large = true;
    Driver driver(start);
    driver.settle();
    ASSERT_TRUE(driver.has("drawer tab"));
    driver.click("Data flow##large");
    driver.settle();
    EXPECT_FALSE(driver.has("drawer tab"));
    EXPECT_TRUE(driver.has("right view"));
    const ImVec2 cell = driver.at_cell("right view", 3, 0); // the camera was fitted before any view was drawn
    const Recorder::Item view = driver.item("right view");
    EXPECT_GT(cell.x, view.min.x);
    EXPECT_LT(cell.x, view.max.x);
}

TEST(Presentation, SourceKeepsAllSliders) {
    Start start = start_with(setup_of("box_blur", "gradient:120x80"));
    start.preferences.tab = Tab::source;
    start.presentation = start.drawer_large = true;
    Driver driver(start, 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.has("block x"));
    EXPECT_TRUE(driver.has("block y"));
    EXPECT_TRUE(driver.has("radius")) << driver.text();
    EXPECT_GE(driver.model().reading * driver.model().look.scale, 0.029f * 768) << "of the text's type";
    EXPECT_GT(driver.item("source text 2").max.y - driver.item("source text 2").min.y, 0.05f * 768)
        << "a long line goes on below";
}

TEST(Presentation, OpenTabCanBeSaved) {
    Driver driver(epochs_of_a_scan());
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    EXPECT_TRUE(driver.has("Data flow##subject")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    EXPECT_FALSE(driver.has("Data flow##subject"));
    EXPECT_TRUE(driver.has("left view##subject"));
}

Start tiled_product(bool presented) {
    Start start = start_with(setup_of("matmul", "noise:64x48,seed=2"));
    start.setup->variant = "tiled";
    start.pin = CellCoordinates{20, 20};
    start.presentation = presented;
    return start;
}

/// The presentation names the block's current work, such as loading tiles into shared memory, which no picture shows.
TEST(Presentation, PhasesHaveNames) {
    Driver driver(tiled_product(true), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("phase 1 of 4")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_K);
    driver.settle();
    EXPECT_TRUE(driver.says("interval 1 of 9, phase 1 of 4: load tile_M, tile_N, barrier")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_K);
    driver.settle();
    EXPECT_TRUE(driver.says("interval 2 of 9, phase 1 of 4")) << driver.text();
    EXPECT_TRUE(driver.says("uses shared memory only")) << driver.text();
    EXPECT_FALSE(driver.says("(tab ")) << "there are no tabs: " << driver.text();

    driver.key(ImGuiKey_N); // starts to step through the block
    driver.settle();
    EXPECT_TRUE(driver.says("interval 1 of 9, phase 1 of 4")) << driver.text();
    ASSERT_TRUE(driver.has("right view"));
    driver.click("Shared memory##phase");
    driver.settle();
    EXPECT_TRUE(driver.has("drawer tab"));
    EXPECT_TRUE(driver.says("256 of 256 written")) << driver.text();
    EXPECT_TRUE(driver.says("interval 1 of 9, phase 1 of 4")) << "the row stays";
    driver.click("Shared memory##phase");
    driver.settle();
    EXPECT_FALSE(driver.has("drawer tab"));
    EXPECT_TRUE(driver.has("right view"));
}

TEST(Presentation, ResultOffersSteps) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.presentation = true;
    Driver driver(start, 1920, 1080);
    driver.settle();
    driver.click("step a block##presented");
    driver.settle();
    EXPECT_EQ(driver.model().scene->moment.scope, scene::Scope::block);
    EXPECT_TRUE(driver.model().moment);
    EXPECT_FALSE(driver.has("step a block##presented"));
}

TEST(Presentation, SourceHasAButtonWhileStepping) {
    Driver driver(tiled_product(true), 1400, 1200);
    driver.settle();
    driver.key(ImGuiKey_N);
    driver.settle();
    EXPECT_FALSE(driver.says("__global__")) << driver.text();
    driver.click("Source##phase");
    driver.settle();
    EXPECT_TRUE(driver.says("__global__")) << driver.text();
    driver.click("Source##phase");
    driver.settle();
    EXPECT_FALSE(driver.says("__global__")) << driver.text();
}

TEST(Presentation, ZoomedBlockFitsSmallerViews) {
    Driver driver(tiled_product(true), 1400, 1200);
    driver.settle();
    driver.key(ImGuiKey_N);
    driver.settle();
    driver.key(ImGuiKey_Z);
    driver.settle();
    ASSERT_TRUE(driver.model().scene->camera);
    const double before = driver.model().scene->camera->pixels_per_cell;
    driver.click("Source##phase");
    driver.settle();
    ASSERT_TRUE(driver.model().scene->camera);
    EXPECT_LT(driver.model().scene->camera->pixels_per_cell, before);
}

TEST(Presentation, PhaseSliderMatchesTheMoment) {
    Driver driver(tiled_product(false), 1400, 1200);
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_K);
    driver.settle();
    EXPECT_TRUE(driver.says("interval: 1")) << driver.text();
    for (int k = 0; k < 2; ++k) {
        driver.key(ImGuiKey_N);
        driver.settle();
    }
    EXPECT_TRUE(driver.says("interval: 2")) << driver.text();
    EXPECT_TRUE(driver.says("interval 2 of 9, phase 1 of 4")) << driver.text();
    EXPECT_FALSE(driver.says("interval 1 of 9")) << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_K);
    driver.settle();
    EXPECT_TRUE(driver.says("interval: 3")) << driver.text();
    EXPECT_TRUE(driver.says("interval 3 of 9, phase 2 of 4")) << driver.text();
    EXPECT_TRUE(driver.says("All warps have reached the barrier"))
        << "it leads to the interval's end: " << driver.text();
    driver.key(ImGuiMod_Shift | ImGuiKey_J);
    driver.settle();
    EXPECT_TRUE(driver.says("interval: 2")) << driver.text();
    driver.slide("interval", 1);
    driver.settle();
    EXPECT_TRUE(driver.says("interval 9 of 9: store P")) << driver.text();
    EXPECT_TRUE(driver.says("No more barriers ahead.")) << driver.text();
    driver.key(ImGuiKey_Home);
    driver.key(ImGuiKey_Period);
    driver.settle();
    EXPECT_TRUE(driver.says("No warp has reached the next barrier yet.")) << driver.text();
}

TEST(Presentation, SteppingNamesKeyOfSource) {
    Driver driver(tiled_product(true), 1366, 768);
    driver.settle();
    EXPECT_FALSE(driver.says("shows its source")) << driver.text();
    driver.key(ImGuiKey_Period);
    driver.settle();
    EXPECT_TRUE(driver.says("Ctrl+J shows its source.")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    EXPECT_TRUE(driver.has("drawer tab")) << driver.text();
}

TEST(Presentation, VariablesFollowTheStep) {
    for (const bool presented : {false, true}) {
        Driver driver(tiled_product(presented), 1366, 768);
        driver.settle();
        const auto pinned = [&] { return driver.model().scene->moment.warp; };
        driver.key(ImGuiKey_Home);
        driver.settle();
        bool is_other = false;
        for (int step = 0; step < 12; ++step) {
            driver.key(ImGuiKey_Period);
            driver.settle();
            ASSERT_TRUE(driver.model().moment);
            const insight::MomentView& moment = *driver.model().moment;
            is_other = is_other || moment.acting != pinned();
            EXPECT_EQ(moment.warp, presented && moment.step ? moment.acting : pinned()) << step;
        }
        EXPECT_TRUE(is_other) << "only the pinned thread's warp ran";
    }
}

struct Screen {
    uint32_t width = 0, height = 0;
};

bool intersect(const Recorder::Item& a, const Recorder::Item& b) {
    return a.min.x < b.max.x - 1 && b.min.x < a.max.x - 1 && a.min.y < b.max.y - 1 && b.min.y < a.max.y - 1;
}

TEST(Presentation, SteppedBlockIsReadableEverywhere) {
    for (const Screen& screen :
         {Screen{1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}}) {
        Start start = start_with(setup_of("reduction", "index:2048"));
        start.setup->variant = "shared";
        start.preferences.tab = Tab::source;
        start.moment = {.scope = scene::Scope::block, .step = 250};
        start.presentation = start.drawer_large = true;
        Driver driver(start, screen.width, screen.height);
        driver.settle();
        const std::string where = std::to_string(screen.width);
        const Recorder::Item line = driver.item("source text 4"), shorter = driver.item("source text 6");
        EXPECT_EQ(line.max.y - line.min.y, shorter.max.y - shorter.min.y)
            << where << ": a line of 46 columns is not wrapped";
        EXPECT_GE(shorter.max.y - shorter.min.y, 18) << where;
        EXPECT_TRUE(driver.says("512 of 512 written")) << where << driver.text();
        const Recorder::Item grid = driver.item("shared grid"), left = driver.item("left view"),
                             card = driver.item("hover card");
        EXPECT_GT(grid.max.y - grid.min.y, 0.2f * static_cast<float>(screen.height)) << where;
        EXPECT_GE(grid.max.x - grid.min.x, 0.4f * static_cast<float>(screen.width)) << where;
        for (const std::string_view view : {"left view", "right view"})
            EXPECT_FALSE(intersect(card, driver.item(view))) << where << ": the card covers a picture";
        EXPECT_GT(left.max.y - left.min.y, 0.2f * static_cast<float>(screen.height)) << where;
    }
}

TEST(Presentation, SliderTitlesLeaveRoomForNumbers) {
    for (const Screen& screen : {Screen{1280, 720}, {1920, 1080}, {3840, 2160}}) {
        Driver driver(tiled_product(true), screen.width, screen.height);
        driver.settle();
        size_t count = 0;
        for (const std::string& label : driver.labels()) {
            if (!label.ends_with("/title")) continue;
            const std::string slider = label.substr(0, label.size() - std::string_view("/title").size());
            EXPECT_FALSE(intersect(driver.item(label), driver.item(slider + "/number"))) << screen.width << label;
            ++count;
        }
        EXPECT_GT(count, 1u);
        for (const std::string& words : driver.cut())
            EXPECT_EQ(words.find("Columns of N"), std::string::npos) << screen.width << ": " << words;
    }
}

TEST(Presentation, SourceOpensAtTheCurrentLine) {
    Driver driver(tiled_product(true), 1920, 1080);
    driver.settle();
    driver.key(ImGuiKey_Period);
    driver.settle();
    driver.key(ImGuiKey_N);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    driver.settle();
    ASSERT_TRUE(driver.model().moment);
    const uint32_t line = driver.model().moment->now_line;
    ASSERT_GT(line, 10u);
    const Recorder::Item now = driver.item(fmt::format("source text {}", line)), tab = driver.item("drawer tab"),
                         grid = driver.item("shared grid");
    EXPECT_GT(now.min.y, tab.min.y);
    EXPECT_LT(now.max.y, grid.min.y);
}

TEST(Presentation, ControlsAreReadable) {
    for (const Screen& screen : {Screen{1280, 720}, {1920, 1080}}) {
        Start start = tiled_product(true);
        start.preferences.tab = Tab::source;
        start.moment = {.scope = scene::Scope::block, .step = 96};
        start.drawer_large = true;
        Driver driver(start, screen.width, screen.height);
        driver.settle();
        const auto height = [&](std::string_view label) {
            const Recorder::Item item = driver.item(label);
            return item.max.y - item.min.y;
        };
        const auto tall = static_cast<float>(screen.height);
        for (const std::string_view label :
             {"PTX##source", "find##source", "##scope block", "Shared memory##phase", "Source##large"})
            EXPECT_GT(height(label), 0.038f * tall) << screen.width << ": " << label;
    }
}

TEST(Presentation, BarrierButtonCoversNoComment) {
    Start start = tiled_product(true);
    start.preferences.tab = Tab::source;
    start.moment = {.scope = scene::Scope::block, .step = 96};
    start.drawer_large = true;
    Driver driver(start, 1920, 1080);
    driver.settle();
    const Recorder::Item line = driver.item("source text 20"), next = driver.item("source text 21"),
                         button = driver.item("without it?##barrier 20");
    const float row = next.max.y - next.min.y;
    EXPECT_NEAR(line.max.y - line.min.y, 2 * row, 1) << "the comment goes on below";
    EXPECT_GT(button.min.y, line.min.y + 0.9f * row);
}

TEST(Presentation, MessageCoversNoLegend) {
    Driver driver(tiled_product(false), 1920, 1080);
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.frames(3);
    const std::vector<std::string> labels = driver.labels();
    const auto message =
        std::ranges::find_if(labels, [](const std::string& label) { return label.ends_with(" message"); });
    ASSERT_NE(message, labels.end()) << driver.text();
    for (const std::string_view legend : {"left legend", "right legend", "presented caption"})
        EXPECT_FALSE(intersect(driver.item(*message), driver.item(legend))) << legend;
}

TEST(Presentation, SharedSumsAreReadable) {
    Start start = start_with(setup_of("reduction", "index:2048"));
    start.setup->variant = "shared";
    start.preferences.tab = Tab::source;
    start.moment = {.scope = scene::Scope::block, .block = 1, .step = 194};
    start.presentation = start.drawer_large = true;
    Driver driver(start, 1920, 1080);
    driver.settle();
    ASSERT_TRUE(driver.says("512 of 512 written")) << driver.text();
    EXPECT_TRUE(driver.says("1538")) << "partial[129]\n" << driver.text();
    EXPECT_FALSE(driver.says("\n…\n")) << "a cell without its value\n" << driver.text();
    const Recorder::Item cell = driver.item("shared cell");
    EXPECT_GE(cell.max.y - cell.min.y, 22) << "too small for the last row";
    const Recorder::Item bar = driver.item("time bar");
    EXPECT_GE(bar.max.y - bar.min.y, 1.5f * driver.model().reading * driver.model().look.scale);
}

TEST(Presentation, WarpFlagsGrowWithTheCode) {
    Start start = start_with(setup_of("reduction", "index:2048"));
    start.setup->variant = "shared";
    start.preferences.tab = Tab::source;
    start.moment = {.scope = scene::Scope::block, .block = 1, .step = 96};
    start.presentation = start.drawer_large = true;
    Driver driver(start, 1920, 1080);
    driver.settle();
    constexpr float letter = 0.45f; // of the monospaced font: width divided by size
    const float code = letter * driver.model().presented_code.type;
    const std::string_view prefix = "warp flag ";
    size_t flags = 0;
    for (const std::string& label : driver.labels()) {
        if (!label.starts_with(prefix)) continue;
        const Recorder::Item flag = driver.item(label);
        const float letters = flag.max.x - flag.min.x - driver.model().look.px(8);
        EXPECT_GT(letters, 0.75f * code * static_cast<float>(label.size() - prefix.size())) << label;
        ++flags;
    }
    EXPECT_GT(flags, 0u) << driver.text();
}

TEST(Presentation, NarrowLegendKeepsItsNumbers) {
    Start start = start_with(setup_of("box_blur", "gradient:768x512"));
    start.setup->variant = "tiled";
    start.preferences.tab = Tab::source;
    start.moment = {.scope = scene::Scope::block, .step = 20};
    start.presentation = start.drawer_large = true;
    Driver driver(start, 1280, 720);
    driver.settle();
    ASSERT_TRUE(driver.says("not yet written")) << driver.text();
    for (const std::string& words : driver.cut()) EXPECT_EQ(words.find("not yet written"), std::string::npos) << words;
}

TEST(Presentation, HintSaysHowToLeave) {
    Driver driver(tiled_product(false));
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.frames(2);
    EXPECT_TRUE(driver.says("F11 leaves it")) << driver.text();
}

TEST(Presentation, RequestedTabIsShown) {
    Driver driver(tiled_product(true), 1366, 768);
    driver.settle();
    driver.search("Timeline tab");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.has("drawer tab"));
    EXPECT_EQ(driver.model().preferences->tab, Tab::timeline);
}

size_t count_red(const Picture& picture) {
    size_t count = 0;
    for (size_t i = 0; i + 3 < picture.rgba.size(); i += 4)
        if (picture.rgba[i] > 225 && picture.rgba[i + 1] < 40 && picture.rgba[i + 2] < 60) ++count;
    return count;
}

TEST(Presentation, LaserPointerFollowsTheMouse) {
    Start start = start_with(setup_of("transpose", "gradient:40x30"));
    start.presentation = true;
    Driver driver(start);
    driver.settle();
    driver.key(ImGuiKey_P);
    const ImVec2 cell = driver.at_cell("right view", 12, 7);
    driver.move(cell);
    driver.frames(2);
    const Recorder::Item dot = driver.item("laser pointer");
    EXPECT_NEAR((dot.min.x + dot.max.x) / 2, cell.x, 1);
    EXPECT_NEAR((dot.min.y + dot.max.y) / 2, cell.y, 1);
    driver.click_at(cell);
    driver.settle();
    EXPECT_TRUE(driver.model().selection.pinned) << "the click reaches the view";
    driver.key(ImGuiMod_Shift | ImGuiKey_P);
    driver.frames(2);
    EXPECT_FALSE(driver.has("laser pointer"));
    EXPECT_TRUE(driver.has("spotlight"));
    driver.key(ImGuiKey_Escape);
    driver.frames(2);
    EXPECT_FALSE(driver.has("spotlight"));
    EXPECT_TRUE(driver.model().presentation) << "Esc leaves only the spotlight";
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(PresentationPixels, PointerIsInNoFigure) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / fmt::format("warpscope-pointer-{}.svg", ::getpid());
    Start start = start_with(setup_of("transpose", "gradient:40x30"));
    start.presentation = true;
    Driver driver(start);
    driver.settle();
    const size_t red_before = count_red(driver.picture());
    driver.key(ImGuiKey_P);
    driver.move(driver.at_cell("right view", 12, 7));
    driver.frames(2);
    EXPECT_GT(count_red(driver.picture()), red_before + 50) << "it is on the screen";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("whole window##subject");
    driver.click("SVG##format");
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type(file.string());
    driver.click("Save##save");
    for (int i = 0; i < 2000 && !std::filesystem::exists(file); ++i) driver.frames(1);
    driver.settle();
    const std::string svg = contents(file);
    std::filesystem::remove(file);
    EXPECT_NE(svg.find("<svg"), std::string::npos);
    EXPECT_EQ(svg.find("eb1428"), std::string::npos) << "the pointer's red";
    EXPECT_TRUE(driver.has("laser pointer")) << "it is still on the screen";
}

} // namespace
} // namespace warpscope::ui
