// The window as a whole: layouts, themes, scale, menus.
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "driver.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

// With software OpenGL, frames are rarer while the emulator runs (App::is_throttled()). After a click, they are
// frequent until press and release are handled.
TEST(Window, ClickRespondsDuringARun) {
    scene::LaunchSetup setup = setup_of("box_blur", "noise:1500x1000");
    setup.settings.values["radius"] = 14;
    Start start = start_with(setup);
    start.software_gl = true;
    Driver driver(start);
    driver.frames(4);
    const ImVec2 at = driver.middle("variant");
    const auto shown = [&] { driver.app().frame_shown(0.03); };
    for (int frame = 0; frame < 1000 && !driver.app().is_throttled(); ++frame) {
        driver.frames(1);
        shown();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_TRUE(driver.app().is_throttled()) << "the run is under way";
    ImGui::GetIO().AddMousePosEvent(at.x, at.y);
    EXPECT_TRUE(driver.app().is_throttled()) << "the mouse moves on";
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    int frames = 0;
    for (; frames < 10 && driver.app().idle_seconds() <= 0; ++frames) {
        EXPECT_FALSE(driver.app().is_throttled());
        driver.frames(1);
        shown();
    }
    EXPECT_GE(frames, 2) << "press and release";
    driver.frames(2);
    EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) << "the menu is open";
    driver.key(ImGuiKey_Escape);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Period); // cancel
}

TEST(Window, KernelErrorHasItsLine) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "broken.cu") << "// one\n__global__ void k(unsigned char* out, int n) {\n"
                                                  "    out[0] = nonsense;\n}\n";
    std::ofstream(folder.path() / "experiment.toml")
        << "title = \"Broken\"\ntopic = \"Test\"\nsummary = \"s\"\norder = 1\ninput = \"index:64\"\n"
           "[block]\nx = 32\n[[buffer]]\nname = \"in\"\nrole = \"input\"\nmain = true\ntype = \"u8\"\n"
           "[[buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"u8\"\nshape = [\"width\"]\n"
           "[[launch]]\nkernel = \"k\"\ngrid = [\"ceil_div(width, block.x)\"]\narguments = [\"out\", \"s32:width\"]\n"
           "[[variant]]\nname = \"broken\"\ntitle = \"Broken\"\nsummary = \"s\"\n";
    Driver driver(start_with_file(folder.path() / "experiment.toml"));
    driver.settle();
    driver.frames(3);
    EXPECT_TRUE(driver.says("out[0] = nonsense;")) << driver.text();
    ASSERT_TRUE(driver.model().failure);
    EXPECT_EQ(driver.model().failure->where.line, 3u);
    EXPECT_TRUE(driver.says("Nothing to show"));
}

TEST(Window, LongExperimentTitleIsComplete) {
    Driver driver(start_with(setup_of("dot_product", "noise:100")));
    driver.settle();
    EXPECT_TRUE(driver.says("Dot product and norm")) << driver.text(); // longer than a string stores without allocation
}

TEST(Window, NarrowWindowMovesInspectorToDrawer) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1000, 700);
    driver.settle();
    EXPECT_TRUE(driver.model().narrow);
    EXPECT_FALSE(driver.says("THE LAUNCH"));
    driver.click("Inspector##tab");
    driver.frames(2);
    EXPECT_TRUE(driver.says("THE LAUNCH")) << driver.text();
    driver.resize(1300, 700);
    EXPECT_FALSE(driver.has("Inspector##tab"));
    EXPECT_TRUE(driver.says("THE LAUNCH"));
}

TEST(Window, TabsSwitchTheDrawer) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    EXPECT_TRUE(driver.says("__global__ void box_blur"));
    driver.click("PTX##tab");
    driver.frames(2);
    EXPECT_TRUE(driver.says("ld.param")) << driver.text(); // scrolls to the kernel's code
    driver.click("Findings 0##tab");
    driver.frames(2);
    EXPECT_TRUE(driver.says("Nothing found."));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_J);
    EXPECT_FALSE(driver.says("Nothing found."));
    EXPECT_TRUE(driver.has("Source##tab"));
}

TEST(Window, PresentationKeepsViewsAndLegend) {
    Driver driver(start_with(setup_of("box_blur", "gradient:76x62")));
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_FALSE(driver.says("LAUNCH"));
    EXPECT_FALSE(driver.has("Source##tab"));
    EXPECT_TRUE(driver.says("Box blur · naive · 16 × 16 threads per block")) << driver.text();
    EXPECT_TRUE(driver.says("20 blocks of 16 × 16")) << driver.text();
    EXPECT_GT(driver.model().look.scale, 1.2f);
    driver.key(ImGuiKey_F11);
    EXPECT_TRUE(driver.says("LAUNCH"));
}

TEST(Window, CaptionNamesTheLaunchedBlock) {
    scene::LaunchSetup setup = setup_of("transpose", "gradient:40x30");
    Start start = start_with(setup);
    setup = with_variant(setup, *start.catalog->find("transpose"), "tiled");
    setup.settings.values["TILE_DIM"] = 16;
    start.setup = setup;
    start.presentation = true;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(driver.says("16 × 16 threads per block")) << driver.text();
}

TEST(Window, EscapeClosesAMenu) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.click("variant");
    driver.frames(3);
    ASSERT_TRUE(driver.says("Tile in shared memory")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    EXPECT_FALSE(driver.says("Tile in shared memory"));
}

TEST(WindowPixels, KeysChangeScaleAndTheme) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Equal);
    EXPECT_NEAR(driver.model().look.scale, 1.1f, 1e-4f);
    for (int i = 0; i < 40; ++i) driver.key(ImGuiMod_Ctrl | ImGuiKey_Minus);
    EXPECT_NEAR(driver.model().look.scale, 0.75f, 1e-4f);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_0);
    EXPECT_NEAR(driver.model().look.scale, 1.0f, 1e-4f);
    EXPECT_FALSE(driver.model().look.dark);
    driver.click("theme");
    EXPECT_TRUE(driver.model().look.dark);
    const Picture dark = driver.picture();
    EXPECT_LT(dark.rgba[0], 60); // the top bar
}

TEST(Window, PlusTypedWithShiftEnlargesWindow) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal);
    EXPECT_NEAR(driver.model().look.scale, 1.1f, 1e-4f);
}

TEST(Window, KeySheetListsEveryKey) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiKey_F1);
    driver.frames(3);
    for (const ActionInfo& action : actions()) EXPECT_TRUE(driver.says(action.title)) << action.title;
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.says("Keys and mouse"));
}

TEST(Window, KeySheetNeedsNoScrolling) {
    for (const Language language : {Language::english, Language::chinese, Language::russian}) {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.preferences.language = language;
        Driver driver(std::move(start), 1366, 768);
        driver.settle();
        driver.key(ImGuiKey_F1);
        driver.frames(3);
        const Recorder::Item sheet = driver.item("key sheet"), rows = driver.item("key sheet/rows");
        EXPECT_LE(rows.max.y, sheet.max.y) << static_cast<int>(language);
        EXPECT_GT(rows.max.y - rows.min.y, 300);
    }
}

TEST(Window, SplittersResizePanes) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const float before = driver.item("left view").min.x;
    const ImVec2 grip = driver.middle("##resize launch");
    driver.drag(grip, {grip.x + 60, grip.y});
    EXPECT_NEAR(driver.item("left view").min.x, before + 60, 2);
}

TEST(Window, EverySizeComesToRest) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:40x30")));
    driver.settle();
    const std::array<std::array<uint32_t, 2>, 7> sizes{
        {{1, 1}, {10, 10}, {50, 50}, {100, 100}, {100, 600}, {150, 600}, {480, 360}}};
    for (const auto& [width, height] : sizes) {
        driver.resize(width, height);
        driver.settle(); // fails after a minute
    }
    EXPECT_TRUE(driver.says("LAUNCH")) << "the smallest window that a desktop makes has all panels";
    EXPECT_TRUE(driver.has("Source##tab"));
}

TEST(Window, ScaleIsLimitedByTheWindow) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.scale = 4;
    Driver driver(start, 1280, 720);
    driver.settle();
    EXPECT_EQ(driver.model().look.scale, 2);
    EXPECT_TRUE(driver.says("This window fits a scale of 200 %, not 400 %.")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Minus); // starts from the visible scale
    EXPECT_NEAR(driver.model().look.scale, 1.9f, 1e-4f);
    driver.resize(2560, 1440);
    EXPECT_NEAR(driver.model().look.scale, 1.9f, 1e-4f);
    for (const uint32_t side : {640u, 480u}) { // no scale leaves enough room
        Driver small(start, side, 480);
        small.settle();
        EXPECT_EQ(small.model().look.scale, 1);
    }
}

TEST(Window, FoldedDrawerOpensOnRequest) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.scale = 2;
    Driver driver(start, 1280, 720);
    driver.settle();
    EXPECT_FALSE(driver.has("##resize drawer"));
    const float before = driver.item("right view").max.y;
    driver.click("PTX##tab");
    driver.settle();
    EXPECT_TRUE(driver.has("##resize drawer")) << driver.text();
    EXPECT_LT(driver.item("right view").max.y, before - 100);
    // Tabs that do not fit are in a menu; no tab is under the button that hides the drawer.
    for (const std::string& label : driver.labels()) {
        if (!label.ends_with("##tab")) continue;
        EXPECT_LE(driver.item(label).max.x, driver.item("##drawer").min.x) << label;
    }
    driver.click("more##tabs");
    driver.frames(3);
    driver.click("Findings 0##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("Nothing found.")) << driver.text();
    driver.click("##drawer");
    driver.settle();
    EXPECT_EQ(driver.item("right view").max.y, before);
}

TEST(Window, FrameTimesHideNoSlider) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_F);
    driver.frames(3);
    const Recorder::Item box = driver.item("frame times"), slider = driver.item("radius");
    const bool apart = box.min.x >= slider.max.x || box.max.x <= slider.min.x || box.min.y >= slider.max.y ||
                       box.max.y <= slider.min.y;
    EXPECT_TRUE(apart);
    EXPECT_GT(box.min.x, driver.item("left view").min.x);
    EXPECT_LT(box.max.y, static_cast<float>(Driver::height));
}

TEST(Window, CommandLineOverlaysAreNotSaved) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "settings.json";
    const auto halo = static_cast<render::OverlaySet>(render::Overlay::halo);
    const auto leave = [&](bool changed) {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.preferences_file = file;
        const render::OverlaySet own = start.preferences.views[0].overlays;
        EXPECT_NE(own, halo);
        start.preferences.views[0].overlays = halo;
        start.asked_overlays.emplace_back(halo, own);
        {
            Driver driver(std::move(start));
            driver.settle();
            EXPECT_EQ(driver.model().scene->views[0].overlays, halo);
            driver.move(driver.at_cell("left view", 20, 15));
            if (changed) driver.key(ImGuiKey_W);
            driver.settle();
        }
        { const Driver next(start_with(setup_of("color_to_gray", "gradient:4x4"))); } // ends the previous driver
        EXPECT_TRUE(fs::exists(file));
        const auto kept = load_preferences(file);
        EXPECT_TRUE(kept) << kept.error().text();
        return std::pair(own, kept ? kept->views[0].overlays : halo);
    };
    const auto [own, kept] = leave(false);
    EXPECT_EQ(kept, own);
    EXPECT_NE(leave(true).second, own) << "what the user changed is";
}

TEST(Window, EmptyCatalogIsExplained) {
    Start start;
    start.catalog = std::make_shared<catalog::Catalog>();
    start.animate = false;
    Driver driver(start);
    driver.frames(4);
    EXPECT_TRUE(driver.says("No experiments")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
