// Appearance of the window, compared with pictures in golden/. WARPSCOPE_REBASE=1 writes new ones. Compares only parts
// that depend on neither compiler nor machine: LAUNCH, the views, and the drawer's views of a block. Other versions of
// the fonts, as in Debian 13, draw some letters differently: more pixels may then differ.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/rebase.hpp"
#include "driver.hpp"
#include "export/png.hpp"
#include "ui/style/font_file.hpp"

namespace warpscope::ui {
namespace {

/// Returns the share of pixels that clearly differ in at least one channel.
double difference(const Picture& picture, const HostBuffer& golden) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(golden.bytes->data());
    size_t differ = 0;
    for (size_t i = 0; i < size_t{picture.width} * picture.height; ++i)
        for (size_t c = 0; c < 3; ++c)
            if (std::abs(int{picture.rgba[4 * i + c]} - int{bytes[3 * i + c]}) > 24) {
                ++differ;
                break;
            }
    return static_cast<double>(differ) / (picture.width * picture.height);
}

const std::filesystem::path golden_folder = WARPSCOPE_SOURCE_DIR "/tests/ui/golden";

/// Returns a line for each font file: its digest.
std::string font_digests() {
    std::string lines;
    for (const char* family : {"Inter", "JetBrains Mono"}) {
        const auto font = find_font(family, FontWeight::regular);
        const auto contents = font ? read_file(font->path) : Result<std::string>();
        lines += fmt::format("{} {:016x}\n", family, fnv1a(contents.value_or("")));
    }
    return lines;
}

double max_different() {
    static const bool same_fonts = read_file(golden_folder / "fonts.txt").value_or("") == font_digests();
    return same_fonts ? 0.01 : 0.035;
}

void compare(const Picture& part, const std::string& name) {
    const std::filesystem::path file = golden_folder / (name + ".png");
    if (rebasing()) {
        std::ofstream(golden_folder / "fonts.txt") << font_digests();
        const auto* rows = reinterpret_cast<const std::byte*>(part.rgba.data());
        ASSERT_TRUE(exporting::save_png(file, part.width, part.height, 4, rows));
    }
    const auto golden = input::load_image(file);
    ASSERT_TRUE(golden) << golden.error().text();
    ASSERT_EQ(golden->layout.shape, (Shape{part.width, part.height, 1}));
    const double differ = difference(part, *golden);
    EXPECT_LT(differ, max_different()) << name;
    if (differ >= max_different()) {
        const auto* rows = reinterpret_cast<const std::byte*>(part.rgba.data());
        const std::filesystem::path seen = std::filesystem::temp_directory_path() / (name + "-seen.png");
        if (exporting::save_png(seen, part.width, part.height, 4, rows)) std::cerr << "seen: " << seen << "\n";
    }
}

void compare(Driver& driver, const std::string& name) {
    if (!driver.model().look.fonts.note.empty()) GTEST_SKIP() << driver.model().look.fonts.note;
    const Recorder::Item left = driver.item("left view"), right = driver.item("right view");
    const auto top = static_cast<uint32_t>(left.min.y);
    compare(
        cropped(driver.picture(), 0, top, static_cast<uint32_t>(right.max.x), static_cast<uint32_t>(left.max.y) - top),
        name);
}

void compare_area(Driver& driver, const std::string& area, const std::string& name) {
    if (!driver.model().look.fonts.note.empty()) GTEST_SKIP() << driver.model().look.fonts.note;
    if (driver.model().failure) GTEST_SKIP() << driver.model().failure->text();
    const Recorder::Item found = driver.item(area);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const auto x = static_cast<uint32_t>(found.min.x), y = static_cast<uint32_t>(found.min.y);
    // Excludes everything below the drawer.
    const float bottom = driver.has("time bar") ? driver.item("time bar").min.y - 3 : screen.y - 30;
    compare(cropped(driver.picture(), x, y, static_cast<uint32_t>(std::min(found.max.x, screen.x)) - x,
                    static_cast<uint32_t>(std::min(found.max.y, bottom)) - y),
            name);
}

/// Starts an experiment's variant with the compiler that CI has.
Start variant_of(const scene::LaunchSetup& setup, const std::string& variant, Tab tab = Tab::source) {
    Start start = start_with(setup);
    start.setup = with_variant(setup, *start.catalog->find(setup.experiment), variant);
    if (start.setup->settings.values.contains("SECTION_SIZE")) start.setup->settings.values["SECTION_SIZE"] = 16;
    start.preferences.tab = tab;
    start.preferences.panes.drawer = 360;
    start.compiler = compile::CompilerChoice::clang;
    return start;
}

void compare_area(const std::string& area, Tab tab, const scene::LaunchSetup& setup, const std::string& variant,
                  const std::string& name) {
    Driver driver(variant_of(setup, variant, tab), 1200, 760);
    driver.settle();
    compare_area(driver, area, name);
}

TEST(Golden, PaddedSharedMemoryMatches) {
    compare_area("banks", Tab::shared, setup_of("transpose", "noise:64x64,seed=1"), "padded", "banks");
}

TEST(Golden, BrentKungIntervalsMatch) {
    compare_area("epochs", Tab::epochs, setup_of("scan", "index:16"), "brent_kung", "epochs");
}

TEST(Golden, DivergentBarrierTimelineMatches) {
    compare_area("timeline", Tab::timeline, setup_of("bug_museum", "index:64"), "divergent_barrier", "timeline");
}

/// Starts like variant_of(), but with the drawer closed, so that the views have more room.
Start views_of(const scene::LaunchSetup& setup, const std::string& variant) {
    Start start = variant_of(setup, variant);
    start.preferences.panes.drawer_open = false;
    return start;
}

/// N is above P, M is left of P, and the row and column that a pinned thread reads are shown.
TEST(Golden, TextbookMatricesMatch) {
    Driver driver(views_of(setup_of("matmul", "noise:16x12"), "element"), 1400, 520);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 5));
    driver.settle();
    compare_area(driver, "left view", "matrices");
}

TEST(Golden, HistogramAndChartMatch) {
    Start start = variant_of(setup_of("histogram", "gradient:64x64"), "global", Tab::charts);
    start.setup->settings.values["NUM_BINS"] = 32;
    start.preferences.panes.drawer = 300;
    Driver driver(start, 1200, 760);
    driver.settle();
    compare_area(driver, "right view", "bars");
    compare_area(driver, "drawer tab", "charts");
}

TEST(Golden, VolumeMontageAndSliceMatch) {
    Driver driver(views_of(setup_of("stencil", "checkerboard:10x10x6"), "basic"), 1200, 620);
    driver.settle();
    compare_area(driver, "right view", "montage");
    driver.key(ImGuiKey_PageDown);
    driver.key(ImGuiKey_PageDown);
    driver.settle();
    compare_area(driver, "left view", "slice");
}

TEST(Golden, VariantComparisonMatches) {
    Start start = variant_of(setup_of("transpose", "index:48x32"), "tiled", Tab::compare);
    start.compare_with = "padded";
    Driver driver(start, 1200, 760);
    driver.settle();
    compare_area(driver, "drawer tab", "compare");
}

/// Kogge-Stone has four steps, Brent-Kung seven.
TEST(Golden, TreeComparisonMatches) {
    Start start = variant_of(setup_of("scan", "index:16"), "kogge_stone", Tab::epochs);
    start.compare_with = "brent_kung";
    Driver driver(start, 1400, 820);
    driver.settle();
    compare_area(driver, "drawer tab", "trees");
}

/// Stores jump from row to row and have the worst color in every cell; loads have the best.
TEST(Golden, SectorHeatMatches) {
    Start start = views_of(setup_of("transpose", "index:48x32"), "naive_row");
    for (scene::View& view : start.preferences.views)
        view.overlays = render::Overlay::sectors | render::Overlay::blocks;
    Driver driver(start, 1500, 560);
    driver.settle();
    compare(driver, "heat");
}

TEST(Golden, SourceAndPtxMatch) {
    Driver driver(variant_of(setup_of("transpose", "index:48x32"), "tiled", Tab::source), 1200, 760);
    driver.settle();
    compare_area(driver, "drawer tab", "source");
    driver.click("PTX##tab");
    driver.settle();
    compare_area(driver, "drawer tab", "ptx");
}

TEST(Golden, ImpossibleSliderValuesMatch) {
    Start start = views_of(setup_of("box_blur", "gradient:40x30"), "tiled");
    start.setup->settings.block = {512, 1, 1};
    Driver driver(start, 1200, 620);
    driver.settle();
    if (!driver.model().look.fonts.note.empty()) GTEST_SKIP() << driver.model().look.fonts.note;
    const Recorder::Item top = driver.item("block x/track"), end = driver.item("radius/track");
    const auto x = static_cast<uint32_t>(top.min.x) - 8, y = static_cast<uint32_t>(top.min.y) - 24;
    compare(cropped(driver.picture(), x, y, static_cast<uint32_t>(end.max.x) + 8 - x,
                    static_cast<uint32_t>(end.max.y) + 4 - y),
            "sliders");
}

TEST(Golden, WholePictureMatches) {
    Driver driver(start_with(setup_of("color_to_gray", "gradient:76x62")), 1200, 620);
    driver.settle();
    compare(driver, "whole");
}

TEST(Golden, DarkCellsWithHaloMatch) {
    Start start = start_with(setup_of("box_blur", "noise:76x62,seed=5"));
    start.preferences.dark = true;
    start.pin = CellCoordinates{33, 17};
    start.zoom = 30;
    Driver driver(start, 1200, 620);
    driver.settle();
    compare(driver, "cells-dark");
}

TEST(Golden, DifferentPictureIsDetected) {
    Driver driver(start_with(setup_of("color_to_gray", "checkerboard:76x62")), 1200, 620);
    driver.settle();
    if (!driver.model().look.fonts.note.empty()) GTEST_SKIP();
    const Recorder::Item left = driver.item("left view"), right = driver.item("right view");
    const auto top = static_cast<uint32_t>(left.min.y);
    const Picture part =
        cropped(driver.picture(), 0, top, static_cast<uint32_t>(right.max.x), static_cast<uint32_t>(left.max.y) - top);
    const auto golden = input::load_image(WARPSCOPE_SOURCE_DIR "/tests/ui/golden/whole.png");
    ASSERT_TRUE(golden);
    EXPECT_GT(difference(part, *golden), 0.05);
}

} // namespace
} // namespace warpscope::ui
