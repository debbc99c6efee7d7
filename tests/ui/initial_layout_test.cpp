// Initial layout and input of each experiment.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "driver.hpp"
#include "export/png.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/workbench.hpp"
#include "workbench/launch/initial_layout.hpp"

namespace warpscope::ui {
namespace {

std::filesystem::path photo() {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "own_photo.png";
    const std::vector<std::byte> pixels(24 * 16 * 3, std::byte{120});
    EXPECT_TRUE(exporting::save_png(file, 24, 16, 3, pixels.data()));
    return file;
}

void choose(Driver& driver, const std::string& experiment, const std::string& title) {
    driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
    driver.frames(2);
    driver.type("experiment " + title);
    driver.frames(2);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_EQ(driver.model().scene->source.experiment, experiment);
}

TEST(InitialLayout, ExperimentTabsExist) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    size_t layouts = 0;
    for (const catalog::Experiment& e : catalog.experiments) {
        if (e.initial_layout == catalog::InitialLayout{}) continue;
        ++layouts;
        EXPECT_TRUE(e.initial_layout.tab.empty() || tab_from_name(e.initial_layout.tab)) << e.name;
    }
    EXPECT_GE(layouts, 5u);
}

TEST(InitialLayout, ExperimentOverlaysExist) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    EXPECT_TRUE(catalog.problems.empty()) << catalog.problems.front().text();
    for (const catalog::Experiment& e : catalog.experiments) {
        const auto sets = overlays_of_views(e.initial_layout.overlays);
        EXPECT_TRUE(sets) << e.name << ": " << sets.error().text();
    }
}

TEST(InitialLayout, FirstPicturesShowTheTopic) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    const catalog::Experiment* const rows = catalog.find("orthogonality");
    const catalog::Experiment* const line = catalog.find("halo_exchange_line");
    ASSERT_TRUE(rows != nullptr && line != nullptr);
    EXPECT_NE(rows->initial_layout.overlays.find("accesses"), std::string::npos) << "which rows a thread reads";
    EXPECT_EQ(line->initial_layout.left, "b") << "only this buffer has ghost cells";
}

TEST(InitialLayout, PinnedCellsExist) {
    const auto catalog = catalog::load_catalog(catalog::catalog_folder());
    for (const catalog::Experiment& e : catalog.experiments) {
        if (e.initial_layout.pin.empty()) continue;
        const bool is_first = e.name == "vector_add"; // the window must start with another experiment
        Driver driver(start_with(setup_of(is_first ? "scaling" : "vector_add", "index:8")), 1366, 768);
        driver.settle();
        choose(driver, e.name, e.title);
        EXPECT_TRUE(driver.model().scene->pin) << e.name << driver.text();
        EXPECT_NE(driver.model().selection.thread, 0u) << e.name;
    }
}

TEST(InitialLayout, OwnInputIsNotShared) {
    Driver driver(start_with(setup_of("vector_add", "index:8")), 1366, 768);
    driver.settle();
    choose(driver, "color_to_gray", "Color to gray");
    EXPECT_TRUE(driver.model().scene->source.input.file.ends_with("harbour-200x150.png"));
    EXPECT_FALSE(driver.model().preferences->inputs.contains("color_to_gray")) << "nobody chose it";
    choose(driver, "box_blur", "Box blur");
    EXPECT_EQ(driver.model().scene->source.input.file, catalog::default_picture().string());
}

TEST(InitialLayout, UsersInputIsNotPinned) {
    Start start = start_with(setup_of("vector_add", "index:8"));
    start.preferences.inputs["box_blur"] = "gradient:40x30";
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    choose(driver, "box_blur", "Box blur");
    EXPECT_EQ(driver.model().scene->source.input.text(), "gradient:40x30");
    EXPECT_FALSE(driver.model().scene->pin);
}

TEST(InitialLayout, OverlaysAreNotRemembered) {
    Start start = start_with(setup_of("vector_add", "index:8"));
    const render::OverlaySet own = start.preferences.views[0].overlays;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    choose(driver, "transpose", "Transpose");
    EXPECT_EQ(driver.model().scene->views[0].overlays, *render::parse_overlays("sectors"));
    choose(driver, "reduction", "Reduction");
    EXPECT_EQ(driver.model().scene->views[0].overlays, own);
}

TEST(InitialLayout, DefaultOverlaysReplaceChanges) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    choose(driver, "transpose", "Transpose");
    driver.move(driver.middle("right view"));
    driver.key(ImGuiKey_B);
    driver.settle();
    ASSERT_NE(driver.model().scene->views[1].overlays, *render::parse_overlays("sectors")) << driver.text();
    driver.search("default overlays");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().scene->views[1].overlays, *render::parse_overlays("sectors"));
}

TEST(InitialLayout, UndoRestoresPreviousOverlays) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    const render::OverlaySet own = driver.model().scene->views[0].overlays;
    choose(driver, "transpose", "Transpose");
    ASSERT_NE(driver.model().scene->views[0].overlays, own);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    ASSERT_EQ(driver.model().scene->source.experiment, "box_blur");
    EXPECT_EQ(driver.model().scene->views[0].overlays, own);
}

TEST(InitialLayout, ReductionShowsLargeTreesOnce) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.panes.drawer_open = false;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    choose(driver, "reduction", "Reduction");
    EXPECT_TRUE(driver.model().drawer_open);
    EXPECT_EQ(driver.model().preferences->tab, Tab::epochs);
    const auto tab = driver.item("drawer tab");
    EXPECT_GT(tab.max.y - tab.min.y, 0.45f * 768) << "the tree has most of the room";
    choose(driver, "color_to_gray", "Color to gray");
    EXPECT_FALSE(driver.model().drawer_open) << "it was folded before";
}

TEST(InitialLayout, FoldsThePreviousExperimentsDrawer) {
    Start start = start_with(setup_of("bug_museum", "gradient:52x90"));
    start.preferences.tab = Tab::findings;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    ASSERT_TRUE(driver.model().drawer_open);
    choose(driver, "stencil", "Stencil");
    EXPECT_FALSE(driver.model().drawer_open);
}

TEST(InitialLayout, HidesSizeOfPreviousInput) {
    Start start = start_with(setup_of("monte_carlo_pi", "index:8"));
    start.setup->input = {};
    start.setup->input.file = catalog::default_picture().string();
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    const Shape& shape = driver.model().result->input.layout.shape;
    const std::string size = fmt::format("{}×{}", shape.width, shape.height);
    driver.search("experiment Box blur");
    driver.key(ImGuiKey_Enter);
    const bool is_previous = driver.model().result->request.experiment->name == "monte_carlo_pi";
    EXPECT_FALSE(is_previous && driver.says(size)) << driver.text();
    driver.settle();
}

TEST(InitialLayout, AppliesToPresentation) {
    Start start = start_with(setup_of("reduction", "index:256"));
    start.uses_initial_layout = start.presentation = true;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.has("epochs")) << driver.text();
    EXPECT_FALSE(driver.has("left view"));
    EXPECT_TRUE(driver.has("block x")) << "sliders stay";
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_TRUE(driver.has("left view"));
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_TRUE(driver.has("epochs")) << "the tree again";
}

TEST(InitialLayout, ReductionsAreComparedByTrees) {
    Start start = start_with(setup_of("reduction", "index:256"));
    start.preferences.panes.drawer_open = false;
    start.compare_with = "shuffle";
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    EXPECT_EQ(driver.model().preferences->tab, Tab::epochs);
    ASSERT_TRUE(driver.has("pinned epochs")) << driver.text();
    const auto tab = driver.item("drawer tab");
    EXPECT_GT(tab.max.y - tab.min.y, 0.55f * 768) << "two equal numbers need little room";
}

TEST(InitialLayout, CountingThreadsArePainted) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    choose(driver, "count_condition", "Counting threads");
    ASSERT_TRUE(driver.model().painted);
    ASSERT_TRUE(driver.model().paint);
    EXPECT_EQ(driver.model().painted->place.line, 7u) << "where the atomic stands, and not the comment above";
    EXPECT_TRUE(driver.says("line 7: 1 instruction per thread")) << driver.text();
    driver.key(ImGuiKey_Escape);
    driver.settle();
    EXPECT_FALSE(driver.model().painted) << "whoever stops it is left alone";
    driver.search("variant without an atomic");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_EQ(driver.model().scene->source.variant, "racy");
    EXPECT_TRUE(driver.model().painted);
    choose(driver, "color_to_gray", "Color to gray");
    EXPECT_FALSE(driver.model().painted);
}

TEST(InitialLayout, VectorsAreStackedWithElementNumbers) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    choose(driver, "vector_add", "Vector addition");
    ASSERT_EQ(driver.model().preferences->panes.alone, std::optional<size_t>(0));
    const auto parts = render::parts_of(*driver.model().result, render::Space::matrices);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_TRUE(render::stacked(parts));
    EXPECT_EQ(parts[0].rect.width, parts[2].rect.width);
    EXPECT_LT(parts[1].rect.y, parts[2].rect.y);
    // Thread 5 owns element 5 of c, the lowest strip.
    const render::Point fifth{5.5, static_cast<double>(parts[2].rect.y) + 0.5};
    EXPECT_EQ(render::pick(*driver.model().result, render::Space::matrices, fifth).thread, 6u);
    driver.click_at(driver.middle("left view"));
    driver.settle();
    ASSERT_TRUE(driver.model().selection.pointed);
    EXPECT_TRUE(driver.says(fmt::format("element {}", driver.model().selection.pointed->index))) << driver.text();
}

TEST(InitialLayout, StackedVectorsShowIdlePlaces) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    choose(driver, "vector_add", "Vector addition"); // 30 elements for 32 threads
    driver.key(ImGuiKey_Escape);                     // unpins
    driver.settle();
    ASSERT_FALSE(driver.model().selection.pinned);
    const Recorder::Item view = driver.item("left view");
    const auto pointed_at = [&](float share) -> std::optional<uint64_t> {
        driver.move({view.max.x - share * (view.max.x - view.min.x), (view.min.y + view.max.y) / 2});
        driver.settle();
        const auto& pointed = driver.model().selection.pointed;
        return pointed ? std::optional(pointed->index) : std::nullopt;
    };
    EXPECT_EQ(pointed_at(0.08f), std::optional<uint64_t>(29)) << "two places are to its right";
    EXPECT_FALSE(pointed_at(0.03f)) << "an idle place";
}

TEST(InitialLayout, EndsComparison) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1366, 768);
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    choose(driver, "monte_carlo_pi", "Monte Carlo pi");
    EXPECT_FALSE(driver.model().baseline.side_by_side);
    EXPECT_EQ(driver.model().scene->views[0].buffer, "picture");
}

TEST(InitialLayout, PictureExperimentsShareThePhoto) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.setup->input = {};
    start.setup->input.file = photo().string();
    Driver driver(std::move(start));
    driver.settle();
    choose(driver, "color_to_gray", "Color to gray");
    EXPECT_EQ(driver.model().scene->source.input.file, photo().string()) << "it is about pictures";
    choose(driver, "vector_add", "Vector addition");
    EXPECT_FALSE(driver.model().scene->source.input.is_file()) << "a vector is no photo";
}

TEST(InitialLayout, ExperimentsKeepTheirInput) {
    Driver driver(start_with(setup_of("vector_add", "noise:300")));
    driver.settle();
    choose(driver, "scan", "Scan");
    EXPECT_NE(driver.model().scene->source.input.text(), "noise:300");
    choose(driver, "vector_add", "Vector addition");
    EXPECT_EQ(driver.model().scene->source.input.text(), input::parse_spec("noise:300")->text());
    const auto again = from_json(to_json(*driver.model().preferences));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->inputs, driver.model().preferences->inputs);
    EXPECT_EQ(again->inputs.count("vector_add"), 1u);
}

TEST(InitialLayout, PiIsBelowTheHits) {
    Driver driver(start_with(setup_of("monte_carlo_pi", "index:8")));
    driver.settle();
    EXPECT_TRUE(driver.says("pi is about 3.1")) << driver.text();
}

TEST(InitialLayout, TextShowsLetters) {
    Driver driver(start_with(setup_of("text_histogram", "index:8")), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.says("e-h")) << driver.text();
    EXPECT_TRUE(render::shows_letters(*driver.model().result, render::Space::input));
    EXPECT_FALSE(render::shows_letters(*driver.model().result, render::Space::output));
}

} // namespace
} // namespace warpscope::ui
