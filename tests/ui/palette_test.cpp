// Palette, context menus, copying, and zooming by scope, with keys and mouse.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "driver.hpp"
#include "language/language.hpp"
#include "ui/dialogs/palette.hpp"

namespace warpscope::ui {
namespace {

LaunchConfig launch_of(Dim3 grid, Dim3 block) {
    LaunchConfig config;
    config.grid = grid;
    config.block = block;
    return config;
}

TEST(Palette, ThreadNamesFollowTheSource) {
    const LaunchConfig config = launch_of({4, 5, 1}, {16, 8, 1});
    // Block (1,3) is number 13, thread (9,2) number 41.
    EXPECT_EQ(named_thread("go to thread (9,2) of block (1,3)", config), 13u * 128 + 41 + 1);
    EXPECT_EQ(named_thread("Thread 41 of block 13", config), 13u * 128 + 41 + 1);
    EXPECT_EQ(named_thread("thread 5", config), 6u);
    EXPECT_EQ(named_thread("thread 200", config), 201u) << "beyond a block's size: through the launch";
    EXPECT_EQ(named_thread("thread 2559", config), 2560u);
    EXPECT_EQ(named_thread("thread 2560", config), std::nullopt);
    EXPECT_EQ(named_thread("thread 200 of block 1", config), std::nullopt);
    EXPECT_EQ(named_thread("thread (16, 0)", config), std::nullopt) << "the block is 16 wide";
    EXPECT_EQ(named_thread("thread 3 block 20", config), std::nullopt);
    EXPECT_EQ(named_thread("blocks", config), std::nullopt);
    for (const auto& [language, words] :
         {std::pair(Language::russian, "поток (9,2) блока (1,3)"), {Language::chinese, "线程块 (1,3) 的线程 (9,2)"}}) {
        if (!set_language(language)) continue; // this build lacks the language
        EXPECT_EQ(named_thread(words, config), 13u * 128 + 41 + 1) << words;
        EXPECT_EQ(named_thread("thread (9,2) of block (1,3)", config), 13u * 128 + 41 + 1) << "English, too";
    }
    EXPECT_TRUE(set_language(Language::english));
}

TEST(Palette, LargeThreadNumberCountsThroughLaunch) {
    Driver driver(start_with(setup_of("vector_add", "index:1000")));
    driver.settle();
    ASSERT_EQ(driver.model().result->shown().config.block.x, 256u);
    driver.search("thread 300");
    const std::vector<PaletteEntry> entries = palette_entries(driver.model(), "thread 300");
    ASSERT_FALSE(entries.empty());
    EXPECT_EQ(entries.front().title, "Go to thread 44 of block 1");
    EXPECT_EQ(entries.front().detail, "thread number 300 of the launch, from 0");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().selection.thread, 301u);
}

TEST(Palette, KnowsPluralsAndOtherWords) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const auto first = [&](std::string_view typed) {
        const std::vector<PaletteEntry> entries = palette_entries(driver.model(), typed);
        return entries.empty() ? std::string() : entries.front().title;
    };
    EXPECT_EQ(first("lessons"), "Show the lessons");
    EXPECT_EQ(first("shortcuts"), "Show all keys");
    EXPECT_EQ(first("welcome"), "Show the start page");
    EXPECT_EQ(first("barriers"), "Previous barrier interval");
    EXPECT_EQ(first("no such thing"), "");
    driver.search("zzzz");
    driver.key(ImGuiKey_Enter);
    driver.frames(3);
    for (int i = 0; i < 4; ++i) driver.key(ImGuiKey_Backspace);
    driver.type("matmul");
    driver.frames(2);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "matmul") << "the field kept the keys";
}

TEST(Palette, FindsRacesAndReports) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    for (const std::string_view typed : {"race", "races"}) {
        const std::vector<PaletteEntry> entries = palette_entries(driver.model(), typed);
        const auto finds = [&](std::string_view title) {
            return std::ranges::any_of(entries, [&](const PaletteEntry& e) { return e.title.starts_with(title); });
        };
        EXPECT_TRUE(finds("Check this launch for races")) << typed;
        EXPECT_TRUE(finds("+= is not atomic")) << typed;
        EXPECT_TRUE(finds("bug 5")) << typed;
    }
    const auto finds = [&](std::string_view typed, std::string_view title) {
        return std::ranges::any_of(palette_entries(driver.model(), typed),
                                   [&](const PaletteEntry& e) { return e.title.starts_with(title); });
    };
    EXPECT_TRUE(finds("block size", "Increase the block width"));
    EXPECT_TRUE(finds("block size", "Show or hide the launch sliders"));
    EXPECT_TRUE(finds("export", "Save a film"));
    EXPECT_FALSE(finds("dark", "bug 1")) << "by the text of its symptom";
    for (const std::string_view typed : {"report", "html", "pdf"}) {
        const std::vector<PaletteEntry> entries = palette_entries(driver.model(), typed);
        ASSERT_FALSE(entries.empty()) << typed;
        EXPECT_EQ(entries.front().title, "Export a figure (PNG, SVG or PDF)") << typed;
    }
}

TEST(Palette, RaceCheckRunsOnRequest) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    ASSERT_FALSE(driver.model().result->checked_races);
    driver.click("Findings 0##tab");
    driver.settle();
    ASSERT_TRUE(driver.says("Race checking is off for this variant.")) << driver.text();
    driver.click("Check races##findings");
    driver.settle();
    EXPECT_TRUE(driver.model().result->checked_races);
    EXPECT_TRUE(driver.says(", and races.")) << driver.text();
    EXPECT_FALSE(driver.has("Check races##findings"));
}

TEST(Palette, FindsTheToolsOfPresentations) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const std::vector<PaletteEntry> entries = palette_entries(driver.model(), "presentation");
    ASSERT_FALSE(entries.empty());
    EXPECT_EQ(entries.front().title, "Presentation mode");
    for (const std::string_view title :
         {"Presenting: laser pointer", "Presenting: spotlight", "Next scene", "Show or hide the drawer"})
        EXPECT_TRUE(std::ranges::any_of(entries, [&](const PaletteEntry& e) { return e.title == title; })) << title;
}

TEST(Palette, TypingOpensExperiments) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("transp");
    EXPECT_TRUE(driver.has("Transpose##palette 0"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().scene->source.experiment, "transpose");
}

TEST(Palette, ExperimentWithVariantIsFound) {
    Driver driver(start_with(setup_of("transpose", "gradient:40x30")));
    driver.settle();
    const auto entries = palette_entries(driver.model(), "box_blur/tiled");
    ASSERT_FALSE(entries.empty());
    EXPECT_NE(entries.front().english.find("box_blur/tiled"), std::string::npos) << entries.front().title;
}

/// Press and release of a click come in different frames.
TEST(Palette, EntryCanBeClicked) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("transp");
    const ImVec2 at = driver.middle("Transpose##palette 0");
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    driver.frames(2);
    io.AddMouseButtonEvent(0, true);
    driver.frames(3);
    EXPECT_TRUE(driver.has("Transpose##palette 0")) << "it stays while the button is down";
    io.AddMouseButtonEvent(0, false);
    driver.settle();
    EXPECT_EQ(driver.model().scene->source.experiment, "transpose");
    EXPECT_FALSE(driver.has("##palette"));
}

TEST(Palette, ClickOutsideCloses) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
    driver.frames(2);
    driver.click_at({20, 700});
    driver.frames(3);
    EXPECT_FALSE(driver.has("##palette"));
}

TEST(Palette, KindPrefixRanksEntriesFirst) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    EXPECT_TRUE(palette_entries(driver.model(), "experiment ").front().detail.starts_with("Experiment"));
    EXPECT_TRUE(palette_entries(driver.model(), "lesson ").front().detail.starts_with("Lesson"));
}

TEST(Palette, ExactTitleComesFirst) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("histogram");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "histogram");
}

TEST(Palette, PinsTheNamedThread) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("thread (9,2) of block (1,1)");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    // A row has 3 blocks of 16 x 16.
    EXPECT_EQ(driver.model().selection.thread, 4u * 256 + 2 * 16 + 9 + 1);
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(Palette, PinsAndCentersACell) {
    for (const char* words : {"go to cell 25,20", "cell (25, 20)", "25 20", "25,20"}) {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.zoom = 60;
        Driver driver(std::move(start));
        driver.settle();
        ASSERT_NE(driver.model().camera.center.x, 25.5);
        driver.search(words);
        driver.key(ImGuiKey_Enter);
        driver.settle();
        EXPECT_TRUE(driver.model().selection.pinned) << words;
        const auto& pointed = driver.model().selection.pointed;
        ASSERT_TRUE(pointed) << words;
        EXPECT_EQ(pointed->content, render::Content(render::Space::output)) << words;
        EXPECT_EQ(pointed->index, 20u * 40 + 25) << words;
        EXPECT_NEAR(driver.model().camera.center.x, 25.5, 1e-6) << words;
        EXPECT_NEAR(driver.model().camera.center.y, 20.5, 1e-6) << words;
    }
}

TEST(Palette, OffersTheCellOfTheInput) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const std::vector<PaletteEntry> entries = palette_entries(driver.model(), "cell 25,20");
    ASSERT_GE(entries.size(), 2u);
    EXPECT_EQ(entries[0].title, "Go to column 25, row 20 of out");
    EXPECT_EQ(entries[1].title, "Go to column 25, row 20 of in");
    EXPECT_TRUE(palette_entries(driver.model(), "25").empty() ||
                !palette_entries(driver.model(), "25").front().title.starts_with("Go to c"))
        << "one number may be anything";
}

TEST(Palette, CellComesIntoView) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.views[0].space = start.preferences.views[1].space = render::Space::input;
    Driver driver(start);
    driver.settle();
    ASSERT_EQ(driver.model().scene->views[1].space, render::Space::input);
    driver.search("cell 25,20");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[1].space, render::Space::output);
    EXPECT_TRUE(driver.model().selection.pinned);
}

TEST(Palette, NamesTheRangeOfCells) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("cell 40,3");
    EXPECT_TRUE(driver.says("The output has no cell 40,3.")) << driver.text();
    driver.key(ImGuiKey_Enter);
    driver.frames(3);
    ASSERT_TRUE(driver.has("##palette")) << "the text can be corrected";
    for (int i = 0; i < 4; ++i) driver.key(ImGuiKey_Backspace);
    driver.type("39,3");
    driver.frames(2);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pointed);
    EXPECT_EQ(driver.model().selection.pointed->index, 3u * 40 + 39);
}

TEST(Palette, CellOfAVolumeChoosesItsSlice) {
    Driver driver(start_with(setup_of("stencil", "noise:24x20x12")), 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_PageDown);
    driver.settle();
    ASSERT_EQ(driver.model().slice, 0u);
    driver.search("cell 5,4,7");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().slice, 7u);
    ASSERT_TRUE(driver.model().selection.pointed);
    EXPECT_EQ(driver.model().selection.pointed->index, (7u * 20 + 4) * 24 + 5);
}

TEST(Palette, ArrowsSelectAndEscapeCloses) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.search("theme");
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    EXPECT_FALSE(driver.model().preferences->dark);
    EXPECT_FALSE(driver.has("##palette"));
    driver.search("zoom");
    const std::vector<PaletteEntry> entries = palette_entries(driver.model(), "zoom");
    ASSERT_GE(entries.size(), 2u);
    driver.key(ImGuiKey_DownArrow);
    driver.frames(2);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    const auto second = entries[1].commands.front().as<Perform>()->action;
    EXPECT_TRUE(second == Action::zoom_in || second == Action::zoom_out || second == Action::zoom_scope);
    EXPECT_FALSE(driver.has("##palette"));
}

TEST(Menus, RightClickPinsTheCell) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.click_at(driver.at_cell("right view", 5.5, 6.5), ImGuiMouseButton_Right);
    driver.settle();
    EXPECT_TRUE(driver.model().selection.pinned);
    EXPECT_TRUE(driver.says("out[6][5]")) << driver.text();
    driver.click("Unpin##cell menu");
    driver.settle();
    EXPECT_FALSE(driver.model().selection.pinned);
}

TEST(Menus, ViewTitleOpensItsMenu) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    driver.click("##space 0");
    driver.frames(3);
    EXPECT_TRUE(driver.says("Launch space")) << driver.text();
    EXPECT_FALSE(driver.model().selection.pinned) << "the click was the name's, not the picture's";
    driver.key(ImGuiKey_Escape); // closes the menu, because tests share one ImGui context
    driver.frames(2);
}

TEST(Zoom, ZCyclesBlockWarpAndThread) {
    Start start = start_with(setup_of("box_blur", "gradient:256x192"));
    start.pin = CellCoordinates{100, 100};
    Driver driver(std::move(start));
    driver.settle();
    const double whole = driver.model().camera.pixels_per_cell;
    double before = whole;
    for (int i = 0; i < 3; ++i) {
        driver.key(ImGuiKey_Z);
        driver.settle();
        EXPECT_GE(driver.model().camera.pixels_per_cell, before) << "step " << i;
        before = driver.model().camera.pixels_per_cell;
    }
    EXPECT_GT(before, 4 * whole);
    driver.key(ImGuiKey_Z);
    driver.settle();
    EXPECT_NEAR(driver.model().camera.pixels_per_cell, whole, 1e-6);
}

TEST(Welcome, FirstStartShowsFourTiles) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.first_start = true;
    Driver driver(std::move(start));
    driver.settle();
    for (const std::string tile : {"##tile picture", "##tile kernel", "##tile course", "##tile bugs"})
        EXPECT_TRUE(driver.has(tile)) << tile;
    const size_t key = driver.text().find("Ctrl+O");
    EXPECT_NE(key, std::string::npos) << driver.text();
    EXPECT_EQ(driver.text().find("Ctrl+O", key + 1), std::string::npos) << "one tile has the key";
    driver.click("##tile course");
    driver.frames(3);
    EXPECT_FALSE(driver.has("##tile course"));
    const std::vector<std::string> labels = driver.labels();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const auto& l) { return l.starts_with("Index formulas##palette "); }))
        << "the palette lists the experiments";
    driver.key(ImGuiKey_Escape);
    driver.frames(3);
    EXPECT_FALSE(driver.has("##palette"));
    driver.key(ImGuiMod_Shift | ImGuiKey_F1);
    driver.frames(3);
    driver.click("##tile bugs");
    driver.settle();
    EXPECT_EQ(driver.model().scene->source.experiment, "bug_museum");
}

TEST(Welcome, ItsKeysWork) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.first_start = true;
    Driver driver(std::move(start));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
    driver.frames(3);
    EXPECT_TRUE(driver.has("##palette")) << driver.text();
    EXPECT_FALSE(driver.has("##tile course"));
}

TEST(Welcome, LaterStartsSkipIt) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    EXPECT_FALSE(driver.has("##tile course"));
}

TEST(Zoom, MapLocatesAZoomedView) {
    Start start = start_with(setup_of("box_blur", "gradient:512x384"));
    start.preferences.panes.drawer_open = start.preferences.panes.inspector_open = false;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_FALSE(driver.has("left map")) << "all of it is shown";
    driver.wheel(driver.middle("left view"), 12);
    driver.settle();
    ASSERT_TRUE(driver.has("left map"));
    const auto map = driver.item("left map");
    const render::Point before = driver.model().camera.center;
    driver.click_at({map.min.x + 5, map.min.y + 5});
    driver.settle();
    const render::Point after = driver.model().camera.center;
    EXPECT_LT(after.x, before.x);
    EXPECT_LT(after.y, before.y);
    EXPECT_LT(after.x, 40);
    EXPECT_FALSE(driver.model().selection.pinned) << "the map is no cell";
}

TEST(Zoom, MapCoversNoPinnedBlock) {
    Start start = start_with(setup_of("box_blur", "gradient:512x384"));
    start.preferences.panes.drawer_open = start.preferences.panes.inspector_open = false;
    start.pin = CellCoordinates{100, 100};
    start.zoom = 20;
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.has("right map"));
    const auto map = driver.item("right map");
    const ImVec2 middle{(map.min.x + map.max.x) / 2, (map.min.y + map.max.y) / 2};
    // Moves the block of cells 96 to 112 under the map.
    const ImVec2 from = driver.at_cell("right view", 104, 104);
    driver.press(from);
    driver.move({from.x + 10, from.y});
    driver.move(middle);
    driver.release();
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pinned);
    const ImVec2 low = driver.at_cell("right view", 95.5, 95.5), high = driver.at_cell("right view", 111.5, 111.5);
    ASSERT_LT(low.x, map.max.x);
    ASSERT_LT(low.y, map.max.y);
    if (!driver.has("right map")) return;
    const auto now = driver.item("right map");
    EXPECT_TRUE(now.max.x <= low.x || now.min.x >= high.x) << now.min.x << " to " << now.max.x;
}

/// A program that replaces a clipboard helper and saves its input.
class FakeHelper {
public:
    explicit FakeHelper(const std::string& name)
        : folder_(std::filesystem::path(testing::TempDir()) / ("helper_" + name)) {
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / name) << "#!/bin/sh\nfor last; do :; done\ncp \"$last\" '"
                                      << (folder_ / "done").string() << "'\n";
        std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
        std::filesystem::remove(taken());
        before_ = std::getenv("PATH");
        setenv("PATH", (folder_.string() + ":" + before_).c_str(), 1);
    }
    ~FakeHelper() { setenv("PATH", before_.c_str(), 1); }
    FakeHelper(const FakeHelper&) = delete;
    FakeHelper& operator=(const FakeHelper&) = delete;
    [[nodiscard]] std::filesystem::path taken() const { return folder_ / "done"; }

private:
    std::filesystem::path folder_;
    std::string before_;
};

TEST(ClipboardPixels, CopiesTheViewAsAPicture) {
    unsetenv("WAYLAND_DISPLAY");
    const FakeHelper xclip("xclip");
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_C);
    driver.settle();
    EXPECT_TRUE(driver.says("Copied (")) << driver.text();
    std::ifstream png(xclip.taken(), std::ios::binary);
    const std::string start{std::istreambuf_iterator<char>(png), {}};
    EXPECT_EQ(start.substr(1, 3), "PNG");
}

TEST(OpenDialog, DesktopDialogIsPreferred) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "helper_zenity";
    std::filesystem::create_directories(folder);
    const std::string chosen = (catalog::catalog_folder() / "transpose/experiment.toml").string();
    std::ofstream(folder / "zenity") << "#!/bin/sh\necho 'a warning of the toolkit' >&2\necho '" << chosen << "'\n";
    std::filesystem::permissions(folder / "zenity", std::filesystem::perms::owner_all);
    const std::string before = std::getenv("PATH");
    const char* const display = std::getenv("DISPLAY");
    const std::string display_before = display != nullptr ? display : "";
    setenv("PATH", (folder.string() + ":" + before).c_str(), 1);
    setenv("DISPLAY", ":77", 1);
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.desktop_dialogs = true;
    Driver driver(std::move(start));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    for (int i = 0; i < 500 && driver.model().scene->source.experiment != "transpose"; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        driver.frames(1);
    }
    setenv("PATH", before.c_str(), 1);
    if (display != nullptr)
        setenv("DISPLAY", display_before.c_str(), 1);
    else
        unsetenv("DISPLAY");
    EXPECT_EQ(driver.model().scene->source.experiment, "transpose");
    EXPECT_FALSE(driver.has("##path")) << "the window's own dialog";
}

TEST(ClipboardPixels, NamesTheMissingProgram) {
    unsetenv("WAYLAND_DISPLAY");
    const std::string before = std::getenv("PATH");
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    setenv("PATH", testing::TempDir().c_str(), 1);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_C);
    driver.settle();
    setenv("PATH", before.c_str(), 1);
    EXPECT_TRUE(driver.says("Copying a picture needs the package xclip.")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
