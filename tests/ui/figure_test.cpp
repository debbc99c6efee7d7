// Figures. They make their own OpenGL context, so they cannot share a process with tests that use the shared one.
#include "analysis/compare.hpp"
#include "insight/record_block.hpp"
#include "session/require_run.hpp"
#include "ui/figures/block_film.hpp"
#include "ui/figures/figure.hpp"
#include "ui/figures/film.hpp"
#include "ui/imgui/test_hooks.hpp"

#include <array>
#include <gtest/gtest.h>
#include <set>

namespace warpscope::ui {
namespace {

Result<std::shared_ptr<const session::RunResult>> transposed(const std::string& variant) {
    const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*all.find("transpose"));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    request.input = *input::parse_spec("index:48x32");
    request.device = session::DeviceChoice::emulator;
    return session::run(request);
}

TEST(CompareFigure, ShowsBothRunsAboveTheTable) {
    const auto tiled = transposed("tiled"), other = transposed("padded");
    REQUIRE_RUN(tiled);
    REQUIRE_RUN(other);
    const std::array runs{*tiled, *other};
    FigureOptions options;
    options.width = 1200;
    options.height = 600;
    const auto figure = make_compare_figure(runs[0], runs[1], options);
    ASSERT_TRUE(figure) << figure.error().text();
    EXPECT_EQ(figure->rgba.size(), size_t{4} * 1200 * 600);
    const auto exchanged = make_compare_figure(runs[1], runs[0], options);
    ASSERT_TRUE(exchanged);
    EXPECT_NE(exchanged->rgba, figure->rgba) << "the first is the left one";
    const auto again = make_compare_figure(runs[0], runs[1], options);
    EXPECT_EQ(again->rgba, figure->rgba);
    options.focus = CellCoordinates{5, 7};
    const auto focused = make_compare_figure(runs[0], runs[1], options);
    ASSERT_TRUE(focused) << focused.error().text();
    EXPECT_NE(focused->rgba, figure->rgba);
    options.focus = CellCoordinates{500, 7};
    EXPECT_FALSE(make_compare_figure(runs[0], runs[1], options)) << "nobody owns that cell";
}

void collect(const drawing::Group& group, std::vector<std::pair<std::string, double>>& words) {
    for (const drawing::Item& item : group.items) {
        if (const auto* text = std::get_if<drawing::Text>(&item.is)) words.emplace_back(text->words, text->at.y);
        if (const auto* inner = std::get_if<drawing::Group>(&item.is)) collect(*inner, words);
    }
}

TEST(BlockFilm, AllLanesAreInTheFrame) {
    const auto run = transposed("tiled");
    REQUIRE_RUN(run);
    const auto block = insight::record_block(*run, insight::last_launch(**run), 0, true);
    ASSERT_TRUE(block) << block.error().text();
    BlockFilm film;
    film.block = *block;
    film.scope = scene::Scope::warp;
    film.from = film_steps(film).back().step - 1;
    FigureOptions options;
    options.width = 960;
    options.height = 640;
    const Recorder recorder;
    const auto ignore = [](const auto&...) { return Result<void>(); };
    const auto made = make_block_film(film, options, ignore, ignore);
    ASSERT_TRUE(made) << made.error().text();
    const auto low = recorder.find("variables"), high = recorder.find("variables from 16");
    ASSERT_TRUE(low && high) << recorder.text();
    EXPECT_GE(high->min.y, low->max.y);
    EXPECT_LE(high->max.x, 960);
    EXPECT_FALSE(recorder.find("##watch")) << "a viewer cannot type";
    EXPECT_EQ(recorder.text().find("click a value"), std::string::npos);
}

TEST(CompareFigure, HasAllTableRows) {
    const auto tiled = transposed("tiled"), other = transposed("naive_row");
    REQUIRE_RUN(tiled);
    REQUIRE_RUN(other);
    const std::array runs{*tiled, *other};
    FigureOptions options;
    options.width = 400;
    options.height = 225;
    options.shapes = true;
    const auto figure = make_compare_figure(runs[0], runs[1], options);
    ASSERT_TRUE(figure) << figure.error().text();
    ASSERT_TRUE(figure->shapes);
    std::vector<std::pair<std::string, double>> words;
    collect(figure->shapes->content, words);
    const analysis::Comparison comparison = analysis::compare(*runs[0], *runs[1]);
    for (const analysis::MetricRow* row : comparison.ranked()) {
        const auto found = std::ranges::find(words, row->title(), &std::pair<std::string, double>::first);
        ASSERT_NE(found, words.end()) << row->title();
        EXPECT_LT(found->second, 225) << row->title();
    }
    std::string within;
    for (const auto& [text, y] : words)
        if (y < 225) within += text + "|";
    EXPECT_NE(within.find("elements."), std::string::npos) << "the last sentence is within the picture: " << within;
}

/// Returns null without a compiler; the test should then end.
std::shared_ptr<const session::RunResult> run_of(const std::string& experiment, const std::string& variant,
                                                 const std::string& input) {
    const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*all.find(experiment));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    request.input = *input::parse_spec(input);
    request.device = session::DeviceChoice::emulator;
    return session::run(request).value_or(nullptr);
}

/// Returns the number of different colors in a rectangle.
size_t shades_of(const Picture& picture, std::array<uint32_t, 2> corner, std::array<uint32_t, 2> size) {
    std::set<std::array<uint8_t, 3>> shades;
    for (uint32_t y = corner[1]; y < corner[1] + size[1]; ++y)
        for (uint32_t x = corner[0]; x < corner[0] + size[0]; ++x) {
            const size_t at = 4 * (size_t{y} * picture.width + x);
            shades.insert({picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2]});
        }
    return shades.size();
}

TEST(LaunchFilm, FillsFromEmptyToComplete) {
    const auto run = run_of("box_blur", "naive", "noise:64x48");
    REQUIRE_RUN(run);
    FigureOptions options;
    options.width = 640;
    options.height = 360;
    options.overlays = 0;
    LaunchFilm film;
    film.dispatch = *analysis::model_dispatch(*run, *find_device_model("T4"));
    film.seconds = 1;
    film.pictures_per_second = 6;
    std::vector<Picture> samples, pictures;
    double seconds = 0;
    const auto made = make_launch_film(
        run, film, options,
        [&](std::vector<Picture> s) {
            samples = std::move(s);
            return Result<void>();
        },
        [&](Picture picture, double shown) {
            pictures.push_back(std::move(picture));
            seconds += shown;
            return Result<void>();
        });
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(samples.size(), 3u);
    ASSERT_EQ(pictures.size(), 4u);
    EXPECT_NEAR(seconds, 1, 1e-9) << "as long as was asked for";
    EXPECT_EQ(pictures.front().rgba, samples.front().rgba);
    EXPECT_EQ(pictures.back().rgba, samples.back().rgba);
    EXPECT_NE(pictures.front().rgba, pictures.back().rgba);
    EXPECT_GT(shades_of(pictures.back(), {330, 50}, {300, 150}), 50u) << "the output is a picture";
    EXPECT_LT(shades_of(pictures.front(), {330, 50}, {300, 150}), 20u) << "nothing is written yet";
    EXPECT_GT(shades_of(pictures.front(), {10, 50}, {300, 150}), 50u) << "the input is a picture";

    film.from = 12; // after all 12 blocks
    film.to = 12;
    std::vector<Picture> still;
    ASSERT_TRUE(make_launch_film(
        run, film, options, [](auto) { return Result<void>(); },
        [&](Picture picture, double) {
            still.push_back(std::move(picture));
            return Result<void>();
        }));
    for (const Picture& picture : still) EXPECT_EQ(picture.rgba, pictures.back().rgba);
    film.to = 13;
    const auto beyond = make_launch_film(
        run, film, options, [](auto) { return Result<void>(); }, [](Picture, double) { return Result<void>(); });
    ASSERT_FALSE(beyond);
    EXPECT_NE(beyond.error().message.english().find("12 blocks"), std::string::npos);
}

TEST(LaunchFilm, UnorderedLaunchIsRejected) {
    const auto run = run_of("histogram", "global", "noise:64x48");
    REQUIRE_RUN(run);
    LaunchFilm film;
    film.dispatch = *analysis::model_dispatch(*run, chosen_device_model());
    const auto made = make_launch_film(
        run, film, {}, [](auto) { return Result<void>(); }, [](Picture, double) { return Result<void>(); });
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.english().find("cannot be shown block by block"), std::string::npos);
}

} // namespace
} // namespace warpscope::ui
