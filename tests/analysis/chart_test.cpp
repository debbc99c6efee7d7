#include <cmath>
#include <gtest/gtest.h>
#include <thread>

#include "analysis/chart_maker.hpp"
#include "analysis/runs.hpp"
#include "base/devices/device_model.hpp"

namespace warpscope::analysis {
namespace {

catalog::ChartSpec shortened(const session::RunResult& run, const std::string& name, std::vector<double> values) {
    for (const ChartOffer& offer : charts_of(run))
        if (offer.name == name) {
            catalog::ChartSpec spec = *offer.spec;
            spec.values = std::move(values);
            return spec;
        }
    ADD_FAILURE() << "no chart " << name;
    return {};
}

const ChartSeries& series(const Chart& chart, const std::string& name) {
    for (const ChartSeries& s : chart.series)
        if (s.name == name) return s;
    ADD_FAILURE() << "no series " << name;
    return chart.series.front();
}

TEST(Sweep, ScanCountsMatchTextbook) {
    const auto result = run("scan", "kogge_stone", "index:64");
    Sweeper sweeper;
    uint32_t reports = 0;
    const auto chart = sweeper.run(
        {result, nullptr, "work"}, shortened(*result, "work", {16, 128}),
        [&](const Chart&, Sweeper::Progress p) { EXPECT_EQ(p.done, ++reports); }, nullptr);
    ASSERT_TRUE(chart) << chart.error().text();
    EXPECT_EQ(reports, 8u);
    for (const char* variant : {"kogge_stone", "kogge_stone_double"}) {
        ASSERT_EQ(series(*chart, variant).points.size(), 2u) << variant;
        EXPECT_EQ(series(*chart, variant).points[0].y, 16 * 4 - 15) << variant; // N log2 N - (N - 1)
        EXPECT_EQ(series(*chart, variant).points[1].y, 128 * 7 - 127) << variant;
    }
    EXPECT_EQ(series(*chart, "brent_kung").points[1].y, 2 * 128 - 2 - 7);
    EXPECT_EQ(series(*chart, "Kogge-Stone by formula: N·log2 N - (N - 1)").points[1].y, 128 * 7 - 127);

    // Two buffers need fewer barriers.
    const auto steps = sweeper.run({result, nullptr, "steps"}, shortened(*result, "steps", {128}), {}, nullptr);
    ASSERT_TRUE(steps) << steps.error().text();
    EXPECT_GT(series(*steps, "kogge_stone").points[0].y, series(*steps, "kogge_stone_double").points[0].y);
}

TEST(Sweep, EditedSourceAffectsItsVariantOnly) {
    const auto course = run("scan", "kogge_stone", "index:64");
    Sweeper sweeper;
    auto spec = shortened(*course, "work", {16});
    spec.variants = {"kogge_stone", "brent_kung"};
    const auto before = sweeper.run({course, nullptr, "work"}, spec, {}, nullptr);
    ASSERT_TRUE(before) << before.error().text();
    session::Request request = course->request;
    request.text = course->source;
    const std::string_view words = "output[i] = section[threadIdx.x];";
    const size_t at = request.text->find(words);
    ASSERT_NE(at, std::string::npos);
    request.text->replace(at, words.size(), "output[i] = section[threadIdx.x] + input[i];");
    const auto edited = session::run(request);
    ASSERT_TRUE(edited) << edited.error().text();
    const auto after = sweeper.run({*edited, nullptr, "work"}, spec, {}, nullptr);
    ASSERT_TRUE(after) << after.error().text();
    EXPECT_GT(series(*after, "kogge_stone").points[0].y, series(*before, "kogge_stone").points[0].y);
    EXPECT_EQ(series(*after, "brent_kung").points[0].y, series(*before, "brent_kung").points[0].y);
}

TEST(Sweep, ReductionNeedsElementsMinusOneAdditions) {
    const auto result = run("reduction", "convergent", "index:64");
    Sweeper sweeper;
    auto spec = shortened(*result, "work", {2, 64});
    spec.variants = {"convergent", "coarsened"};
    const auto chart = sweeper.run({result, nullptr, "work"}, spec, {}, nullptr);
    ASSERT_TRUE(chart) << chart.error().text();
    EXPECT_EQ(series(*chart, "minimum: N - 1").points[1].y, 63);
    EXPECT_GE(series(*chart, "convergent").points[1].y, 63);
    // Two elements are too few for a coarsened block: the point is omitted with a remark.
    ASSERT_EQ(series(*chart, "coarsened").points.size(), 1u);
    EXPECT_EQ(chart->remarks.back(), "Values that a variant does not allow are left out.");
}

TEST(Sweep, DeclaredSweepsReachTheirSmallestPoint) {
    const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    size_t sweeps = 0;
    for (const catalog::Experiment& experiment : catalog.experiments)
        for (const catalog::ChartSpec& spec : experiment.variants.front().charts) {
            if (spec.kind != catalog::ChartSpec::Kind::sweep) continue;
            ++sweeps;
            auto result = std::make_shared<session::RunResult>();
            result->request.experiment = std::make_shared<const catalog::Experiment>(experiment);
            result->request.variant = experiment.variants.front().name;
            result->request.settings = catalog::default_settings(experiment.variants.front());
            catalog::ChartSpec small = spec;
            small.values = {spec.values[std::min<size_t>(4, spec.values.size() - 1)]};
            Sweeper sweeper;
            const auto chart = sweeper.run({result, nullptr, spec.name}, small, {}, nullptr);
            ASSERT_TRUE(chart) << experiment.name << "/" << spec.name << ": " << chart.error().text();
            for (const ChartSeries& s : chart->series)
                EXPECT_EQ(s.points.size(), 1u) << experiment.name << " " << s.name;
        }
    EXPECT_GE(sweeps, 6u);
}

TEST(Ulp, CountsUnitsInLastPlace) {
    EXPECT_EQ(ulp_error(1.0, 1.0L, false), 0);
    EXPECT_EQ(ulp_error(std::nextafter(1.0f, 2.0f), 1.0L, false), 1);
    EXPECT_EQ(ulp_error(std::nextafter(1.0, 2.0), 1.0L, true), 1);
    EXPECT_EQ(ulp_error(std::numeric_limits<float>::infinity(), 1e60L, false), 0);
    EXPECT_NEAR(ulp_error(0.1f, 0.1L, false), 0.2, 0.05); // a rounding error: less than half a unit
}

TEST(Ulp, EmulatorFunctionsAreAccurate) {
    const auto result = run("math_functions", "float", "");
    const auto chart = make_chart({result, nullptr, "accurate_error"});
    ASSERT_TRUE(chart) << chart.error().text();
    ASSERT_EQ(chart->series.size(), 6u);
    for (const ChartSeries& s : chart->series) {
        EXPECT_EQ(s.points.size(), 100u) << s.name;
        for (const ChartPoint& p : s.points) EXPECT_LT(p.y, 8) << s.name << " of " << p.x;
    }
}

TEST(Roofline, SeparatesPublishedFromMeasuredSpeed) {
    const auto result = run("matmul", "element", "index:32x32");
    const auto chart = make_chart({result, nullptr, "roofline", "T4"});
    ASSERT_TRUE(chart) << chart.error().text();
    const ChartPoint& kernel = chart->series[1].points.front();
    EXPECT_DOUBLE_EQ(kernel.x, 0.25);
    EXPECT_DOUBLE_EQ(kernel.y, 0.25 * 320);
    EXPECT_NE(chart->series[0].name.find("published"), std::string::npos);
    EXPECT_NE(chart->series[1].name.find("not a measured speed"), std::string::npos);
    EXPECT_EQ(find_device_model("NVIDIA H100 80GB HBM3")->name, "H100 SXM");
    EXPECT_EQ(find_device_model("emulator"), nullptr);
}

TEST(Charts, UnknownNameListsCharts) {
    const auto result = run("vector_add", "one_per_element", "index:64");
    const auto chart = make_chart({result, nullptr, "nonsense"});
    ASSERT_FALSE(chart);
    EXPECT_EQ(chart.error().kind, ErrorKind::usage);
    EXPECT_NE(chart.error().hint.english().find("lines"), std::string::npos);
}

TEST(Charts, BinsEqualOutputCounts) {
    const auto result = run("histogram", "global", "noise:32x32");
    const auto chart = make_chart({result, nullptr, "bins"});
    ASSERT_TRUE(chart) << chart.error().text();
    double sum = 0;
    for (const ChartPoint& p : chart->series.front().points) sum += p.y;
    EXPECT_EQ(sum, 32 * 32);
    EXPECT_NE(chart_csv(*chart).find("\"value of 'histogram'\",255,"), std::string::npos);
    ASSERT_EQ(chart->series.size(), 2u);
    for (size_t bin = 0; bin < 256; ++bin) // each atomic adds 1
        EXPECT_EQ(chart->series[1].points[bin].y, chart->series[0].points[bin].y);
    // Private copies per block need fewer global atomics.
    const auto copies = run("histogram", "private_shared", "noise:64x64");
    const auto fewer = make_chart({copies, nullptr, "bins"});
    ASSERT_TRUE(fewer) << fewer.error().text();
    sum = 0;
    for (const ChartPoint& p : fewer->series[1].points) sum += p.y;
    EXPECT_EQ(sum, static_cast<double>(copies->shown().atomics.global_operations()));
    EXPECT_LT(sum, 64 * 64);
}

TEST(Charts, ThinningKeepsWorstPoints) {
    std::vector<ChartPoint> points(1000);
    for (size_t i = 0; i < points.size(); ++i) points[i] = {static_cast<double>(i), i == 777 ? 5.0 : 1.0, {}};
    const auto kept = worst_of(points, 100);
    EXPECT_EQ(kept.size(), 100u);
    EXPECT_EQ(kept[77].x, 777);
}

TEST(ChartMaker, PublishesPointsAndStopsWhenCanceled) {
    const auto result = run("scan", "kogge_stone", "index:64");
    ChartMaker maker({});
    maker.submit({result, nullptr, "work"});
    maker.cancel();
    const auto wait = [&](auto until) {
        for (int i = 0; i < 3000 && !until(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    };
    maker.submit({result, nullptr, "lines"}); // replaces the sweep
    wait([&] { return !maker.state().busy; });
    ASSERT_TRUE(maker.state().chart);
    EXPECT_EQ(maker.state().chart->name, "lines");
    maker.submit({result, nullptr, "work"});
    wait([&] { return maker.state().progress.done >= 2; });
    maker.cancel();
    wait([&] { return !maker.state().busy; });
    const ChartMaker::State stopped = maker.state();
    EXPECT_TRUE(stopped.canceled || stopped.progress.done == stopped.progress.total);
    EXPECT_TRUE(stopped.chart) << "a cancelled sweep keeps its points";
}

TEST(ChartMaker, RebuildsChartAfterLanguageChange) {
    const auto result = run("scan", "kogge_stone", "index:64");
    ChartMaker maker({});
    const auto made = [&](const ChartRequest& request) {
        maker.submit(request);
        for (int i = 0; i < 3000 && maker.state().busy; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return maker.state().chart;
    };
    const auto english = made({result, nullptr, "lines"});
    EXPECT_EQ(made({result, nullptr, "lines"}), english);
    const ScopedLanguage window(Language::russian);
    if (language() != Language::russian) GTEST_SKIP() << "there are no translations";
    EXPECT_NE(made({result, nullptr, "lines"}), english);
    EXPECT_EQ(maker.state().request.words, Language::russian);
}

} // namespace
} // namespace warpscope::analysis
