// Figures, which make an OpenGL context of their own: not beside the windows of the other tests, which share one.
#include "session/require_run.hpp"
#include "ui/figures/figure.hpp"

#include <array>
#include <gtest/gtest.h>

namespace warpscope::ui {
namespace {

TEST(CompareFigure, ShowsBothRunsOverTheTable) {
    const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    std::array<std::shared_ptr<const session::RunResult>, 2> runs;
    for (size_t i = 0; i < 2; ++i) {
        session::Request request;
        request.experiment = std::make_shared<const catalog::Experiment>(*all.find("transpose"));
        request.variant = i == 0 ? "tiled" : "padded";
        request.settings = catalog::default_settings(*request.experiment->find(request.variant));
        request.input = *input::parse_spec("index:48x32");
        request.device = session::DeviceChoice::emulator;
        auto run = session::run(request);
        REQUIRE_RUN(run);
        runs[i] = *run;
    }
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

} // namespace
} // namespace warpscope::ui
