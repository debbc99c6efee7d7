#include "render/maps/heat_map.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

#include "render/fake_run.hpp"
#include "render/maps/finding_marks.hpp"

namespace warpscope::render {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const Paint line_7{{3, 4, 9}, metrics::Measure::executions, "line 7"};

ViewState heat_state(Space space, std::string_view names) {
    ViewState state;
    state.space = space;
    state.overlays = parse_overlays(names).value();
    return state;
}

std::unique_ptr<HeatField> field_of(const std::shared_ptr<const session::RunResult>& run, const ViewState& state,
                                    const Probes& probes) {
    const HeatChoice choice = heat_choice(*run, state);
    const auto request = probe_for(*run, choice);
    return HeatField::create(run, state.content(), choice, request ? probes.find(*request) : nullptr);
}

std::vector<std::string> texts(const session::RunResult& run, const ViewState& state, const Probes& probes) {
    std::vector<std::string> lines;
    for (const LegendEntry& entry : legend(run, nullptr, state, probes)) lines.push_back(entry.text);
    return lines;
}

TEST(HeatMap, PaintOverridesOneHeatOverlay) {
    const auto run = test::fake_run();
    EXPECT_EQ(heat_choice(*run, heat_state(Space::input, "reuse,sectors,atomics")).overlay, Overlay::reuse);
    EXPECT_EQ(heat_choice(*run, heat_state(Space::input, "sectors,atomics")).overlay, Overlay::sectors);
    EXPECT_EQ(heat_choice(*run, heat_state(Space::output, "reuse")).overlay, Overlay::none);
    EXPECT_FALSE(heat_choice(*run, heat_state(Space::launch, "sectors")).any()) << "cells are in data space";
    ViewState state = heat_state(Space::launch, "blocks");
    EXPECT_FALSE(heat_choice(*run, state).any());
    state.paint = line_7;
    EXPECT_TRUE(heat_choice(*run, state).any());
    EXPECT_FALSE(has(parse_overlays("all").value(), Overlay::sectors)) << "all are shown at once";
}

TEST(HeatMap, DifferenceHasADivergingScale) {
    const auto run = test::fake_run();
    auto changed = std::make_shared<Bytes>(*run->output.bytes);
    (*changed)[0] ^= std::byte{1};
    HostBuffer reference{run->output.layout, changed};
    reference.layout.name = "other";
    ViewState state = heat_state(Space::output, "sectors");
    state.difference =
        std::make_shared<const insight::ValueDifference>(insight::subtract(Space::output, run->output, reference));
    const auto field = field_of(run, state, {});
    ASSERT_TRUE(field);
    const double first = *field->value_at({0, 0});
    EXPECT_EQ(std::abs(first), 1);
    EXPECT_EQ(field->value_at({1, 0}), 0);
    EXPECT_EQ(packed(*field->color_at({0, 0})), packed(palette::diverging(first)));
    EXPECT_EQ(packed(*field->color_at({1, 0})), packed(palette::diverging(0)));
    std::vector<uint32_t> tints(76);
    field->tints(0, 1, tints);
    EXPECT_GT(tints[0] >> 24, tints[1] >> 24) << "a single cell stays visible when zoomed out";
    EXPECT_THAT(texts(*run, state, {}), Contains("output minus other: 1 of 4712 cells differs, by 1"));
    const auto other = test::fake_run();
    EXPECT_FALSE(HeatField::create(other, Space::output, heat_choice(*run, state), nullptr)) << "of another run";
}

TEST(HeatMap, DivergingColorsShowTheSign) {
    EXPECT_EQ(packed(palette::diverging(-1)), packed(palette::blue));
    EXPECT_EQ(packed(palette::diverging(1)), packed(palette::vermilion));
    EXPECT_EQ(packed(palette::diverging(-std::numeric_limits<double>::infinity())), packed(palette::blue));
    EXPECT_EQ(packed(palette::diverging(std::nan(""))), packed(palette::not_finite));
    EXPECT_NE(packed(palette::diverging(0.5)), packed(palette::diverging(1)));
}

TEST(HeatMap, CellsHaveValues) {
    const auto run = test::fake_run();
    const Probes probes = test::fake_probes(*run);
    for (const std::string_view name : {"sectors", "atomics", "reloads"}) {
        const auto field = field_of(run, heat_state(Space::input, name), probes);
        ASSERT_TRUE(field) << name;
        const double first = name == "reloads" ? 0 : 1;
        EXPECT_EQ(field->value_at({0, 5}), first) << name;
        EXPECT_EQ(field->value_at({75, 5}), first + 75) << name;
        EXPECT_EQ(field->value_at({76, 5}), std::nullopt) << name;
        std::vector<uint16_t> levels(76 * 2);
        field->levels(3, 2, levels);
        EXPECT_EQ(levels[0], 0xff00) << name;
        EXPECT_EQ(levels[76 + 75], 0xffff) << name;
    }
    const auto first = field_of(run, heat_state(Space::input, "first"), probes);
    ASSERT_TRUE(first && first->tinted());
    EXPECT_EQ(first->value_at({9, 0}), 0);
    EXPECT_EQ(first->value_at({9, 1}), 1);
    std::vector<uint32_t> tints(76 * 2);
    first->tints(0, 2, tints);
    EXPECT_EQ(tints[0], packed(palette::warp_tints[0]));
    EXPECT_EQ(tints[76], packed(palette::warp_tints[1]));
}

TEST(HeatMap, PaintFollowsOwnersAndIdleThreads) {
    const auto run = test::fake_run();
    Probes probes = test::fake_probes(*run, line_7);
    metrics::Probe with_idle_thread = *probes.made.back();
    with_idle_thread.executions.back() = 8; // thread (15, 15) of block (4, 3): column 79, row 63
    probes.made.back() = std::make_shared<const metrics::Probe>(with_idle_thread);
    for (const Space space : {Space::input, Space::output, Space::launch}) {
        ViewState state = heat_state(space, "");
        state.paint = line_7;
        const auto field = field_of(run, state, probes);
        ASSERT_TRUE(field);
        EXPECT_EQ(field->value_at({41, 24}), 25);
        EXPECT_EQ(field->value_at({41, 25}), std::nullopt);
        const bool beyond = space != Space::input;
        EXPECT_EQ(field->value_at({79, 63}), beyond ? std::optional(8.0) : std::nullopt);
        EXPECT_EQ(field->rect().width, beyond ? 80 : 76);
        std::vector<uint16_t> row(static_cast<size_t>(field->rect().width));
        field->levels(24, 1, row);
        EXPECT_EQ(row[41], 0xff00 + std::lround(255 * 24 / 60.0));
    }
}

TEST(HeatMap, LegendNamesLineScaleAndUnit) {
    const auto run = test::fake_run();
    const Probes probes = test::fake_probes(*run, line_7);
    ViewState state = heat_state(Space::output, "surplus,divergence");
    state.paint = line_7;
    EXPECT_THAT(texts(*run, state, probes), ElementsAre("line 7: 1 to 61 instructions per thread"));
    EXPECT_THAT(texts(*run, state, {}), ElementsAre("line 7: measuring…"));
    Probes failed;
    failed.failure = "the memory was not kept";
    EXPECT_THAT(texts(*run, state, failed), ElementsAre("line 7: not measured, the memory was not kept"));
    EXPECT_THAT(texts(*run, heat_state(Space::output, "sectors"), probes), ElementsAre("1 to 76 sectors per request"));
    EXPECT_THAT(texts(*run, heat_state(Space::output, "atomics"), probes),
                ElementsAre("1 to 76 atomic operations per cell"));
    EXPECT_THAT(texts(*run, heat_state(Space::input, "reloads"), probes),
                ElementsAre("0 to 75 other blocks load a cell"));
    Probes uneven = probes;
    metrics::Probe more = *probes.made.front();
    more.cells.back().range.include(400);
    uneven.made.front() = std::make_shared<const metrics::Probe>(std::move(more));
    EXPECT_THAT(texts(*run, heat_state(Space::input, "sectors"), uneven),
                ElementsAre("1 to 76 sectors per request (scale 1 to 400)"));
    EXPECT_EQ(field_of(run, heat_state(Space::input, "sectors"), uneven)->scale().high, 400);
    EXPECT_THAT(texts(*run, heat_state(Space::input, "first"), probes), ElementsAre("first block that loads a cell"));
    EXPECT_THAT(texts(*run, heat_state(Space::input, "atomics"), {}), ElementsAre("atomics: measuring…"));
}

TEST(HeatMap, WordsAgreeWithTheNumber) {
    const auto words = [](const HeatChoice& choice, double low, double high) {
        metrics::Range range;
        range.include(low);
        range.include(high);
        return heat_text(choice, range, range);
    };
    const HeatChoice reuse{Overlay::reuse, std::nullopt}, sectors{Overlay::sectors, std::nullopt};
    EXPECT_EQ(words(reuse, 1, 1), "1 load per cell");
    EXPECT_EQ(words(reuse, 2, 2), "2 loads per cell");
    EXPECT_EQ(words(reuse, 1, 9), "1 to 9 loads per cell");
    EXPECT_EQ(words(sectors, 1, 1), "1 sector per request");
    EXPECT_EQ(words(sectors, 0.5, 1), "0.5 to 1 sectors per request");
    EXPECT_EQ(words(sectors, 1.5, 1.5), "1.5 sectors per request");
    EXPECT_EQ(words({Overlay::none, Paint{{}, metrics::Measure::passes, "line 7"}}, 1, 1),
              "1 pass per request of its warp");
    EXPECT_EQ(words({Overlay::none, line_7}, 1, 4), "1 to 4 instructions per thread");
}

TEST(HeatMap, LegendDescribesGpuHeat) {
    const auto run = test::fake_run();
    Probes probes = test::fake_probes(*run);
    auto drawn = std::make_shared<DrawnHeat>();
    drawn->ranges.request = *probe_for(*run, {Overlay::sectors, {}});
    drawn->ranges.measured_on = "Fake GPU";
    drawn->contents = {Space::output, Space::input};
    drawn->scale.include(1);
    drawn->scale.include(9);
    metrics::CellCosts& costs = drawn->ranges.cells.emplace_back();
    costs.buffer = buffer_of(*run, Space::output);
    costs.range.include(2);
    costs.range.include(9);
    probes.drawn = drawn;
    EXPECT_THAT(texts(*run, heat_state(Space::output, "sectors"), probes),
                ElementsAre("2 to 9 sectors per request (scale 1 to 9), measured on the GPU"));
    EXPECT_THAT(texts(*run, heat_state(Space::input, "sectors"), probes), ElementsAre("no requests here"));
    EXPECT_THAT(texts(*run, heat_state(Space::output, "atomics"), probes),
                ElementsAre("1 to 76 atomic operations per cell"));
    drawn->contents = {Space::input}; // without the output, which the host must then draw
    EXPECT_THAT(texts(*run, heat_state(Space::output, "sectors"), probes), ElementsAre("1 to 76 sectors per request"));
}

TEST(HeatMap, DifferencesAreColoredAndCounted) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run());
    EXPECT_FALSE(heat_choice(*run, heat_state(Space::output, "differences")).any()) << "nothing was recorded";
    run->recorded_on = "Fake GPU";
    const ViewState state = heat_state(Space::output, "differences");
    auto probe = std::make_shared<metrics::Probe>();
    probe->request = *probe_for(*run, heat_choice(*run, state));
    metrics::CellCosts& costs = probe->cells.emplace_back();
    costs.buffer = buffer_of(*run, Space::output);
    costs.differences.resize(76 * 62);
    Probes probes;
    probes.made = {probe};
    EXPECT_THAT(texts(*run, state, probes), ElementsAre("not compared here"));
    costs.compared = metrics::differs_in_owner | metrics::differs_in_sectors;
    EXPECT_THAT(texts(*run, state, probes), ElementsAre("the same on GPU and emulator: owner, sectors per request"));
    EXPECT_EQ(field_of(run, state, probes), nullptr);

    costs.differences[76 + 3] = metrics::differs_in_owner | metrics::differs_in_sectors;
    costs.differences[2 * 76 + 4] = metrics::differs_in_divergence;
    costs.differences[2 * 76 + 5] = metrics::differs_in_sectors;
    costs.differing = {1, 1, 2};
    costs.range.include(2);
    costs.range.include(5);
    const auto field = field_of(run, state, probes);
    ASSERT_TRUE(field && field->tinted() && field->sparse());
    const auto packed_at = [&](CellIndex place) { return packed(field->color_at(place).value()); };
    EXPECT_EQ(packed_at({3, 1}), packed(palette::vermilion));
    EXPECT_EQ(packed_at({4, 2}), packed(palette::yellow));
    EXPECT_EQ(packed_at({5, 2}), packed(palette::sky_blue));
    EXPECT_FALSE(field->color_at({3, 2}));
    std::vector<uint32_t> row(76);
    field->tints(1, 1, row);
    EXPECT_EQ(row[2], 0u);
    EXPECT_EQ(row[3], packed(palette::vermilion));
    field->tints(2, 1, row); // the more important difference has the higher alpha, so smaller mip levels keep its color
    EXPECT_EQ(row[4], packed(palette::yellow) - (1u << 24));
    EXPECT_EQ(row[5], packed(palette::sky_blue) - (2u << 24));
    EXPECT_THAT(texts(*run, state, probes),
                ElementsAre("1 cell with different owner, 1 cell with different splits of its "
                            "warp, 2 cells with different sectors per request"));
    probe->omitted = "not all.";
    EXPECT_THAT(texts(*run, state, probes).front(), testing::EndsWith("; not all."));
}

TEST(HeatMap, GpuFillsSectorPlanes) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run({.operand_reads = 7}));
    EXPECT_THAT(sector_planes(*run, heat_state(Space::output, "sectors")), ElementsAre(Content(Space::output)));
    EXPECT_THAT(sector_planes(*run, heat_state(Space::output, "reuse,atomics")), testing::IsEmpty());
    EXPECT_THAT(sector_planes(*run, heat_state(Space::launch, "sectors")), testing::IsEmpty());
    ViewState painted = heat_state(Space::output, "sectors");
    painted.paint = line_7;
    EXPECT_THAT(sector_planes(*run, painted), testing::IsEmpty());
    // The operand is transposed. Only the host draws transposed heat maps.
    run->prepared.arrangement = {std::nullopt, 2, 1, true, {}};
    EXPECT_THAT(sector_planes(*run, heat_state(Space::matrices, "sectors")), ElementsAre(Content(Space::output)));
}

TEST(HeatMap, SectorScaleIsFixed) {
    const HeatChoice sectors{Overlay::sectors, {}}, atomics{Overlay::atomics, {}};
    metrics::Range bad, good; // ranges of two launches; in each launch, all requests cost the same
    bad.include(32);
    good.include(8);
    for (const metrics::Range& range : {bad, good}) {
        EXPECT_EQ(scale_of(sectors, range).low, 1);
        EXPECT_EQ(scale_of(sectors, range).high, 32);
    }
    EXPECT_EQ(scale_of(atomics, bad).low, 32) << "atomics have no maximum";
    EXPECT_FALSE(scale_of(sectors, metrics::Range{}).any);
    HeatChoice painted{Overlay::none, line_7};
    for (const auto measure : {metrics::Measure::sectors, metrics::Measure::passes}) {
        painted.paint->measure = measure;
        EXPECT_EQ(scale_of(painted, good).low, 1);
        EXPECT_EQ(scale_of(painted, good).high, 32);
    }
    painted.paint->measure = metrics::Measure::executions;
    EXPECT_EQ(scale_of(painted, good).low, 8);
}

TEST(HeatMap, UniformlyBadAccessIsMarked) {
    const auto run = test::fake_run();
    Probes probes = test::fake_probes(*run);
    for (auto& probe : probes.made) {
        metrics::Probe even = *probe;
        for (metrics::CellCosts& costs : even.cells) {
            if (costs.sectors_per_request.empty()) continue;
            costs.range = {};
            costs.range.include(32);
            std::fill(costs.sectors_per_request.begin(), costs.sectors_per_request.end(), 32.0f);
        }
        probe = std::make_shared<const metrics::Probe>(std::move(even));
    }
    const ViewState state = heat_state(Space::input, "sectors");
    const auto field = field_of(run, state, probes);
    ASSERT_TRUE(field);
    const auto color = field->color_at({3, 3});
    ASSERT_TRUE(color);
    EXPECT_EQ(packed(*color), packed(palette::heat(1)));
    EXPECT_THAT(texts(*run, state, probes), ElementsAre("32 sectors per request (scale 1 to 32)"));
}

TEST(HeatMap, LegendNamesTheEmulator) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run());
    run->recorded_on = "Test GPU";
    const Probes probes = test::fake_probes(*run);
    const auto words = texts(*run, heat_state(Space::input, "sectors"), probes);
    ASSERT_EQ(words.size(), 1u);
    EXPECT_TRUE(words.front().ends_with(", from the emulator")) << words.front();
}

TEST(HeatMap, LegendNamesTheGpu) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run());
    run->recorded_on = "Test GPU";
    Probes probes = test::fake_probes(*run);
    for (auto& made : probes.made) {
        metrics::Probe probe = *made;
        probe.measured_on = "Test GPU";
        made = std::make_shared<const metrics::Probe>(std::move(probe));
    }
    const auto words = texts(*run, heat_state(Space::input, "sectors"), probes);
    ASSERT_EQ(words.size(), 1u);
    EXPECT_TRUE(words.front().ends_with(", measured on the GPU")) << words.front();
}

TEST(HeatMap, LegendSaysWhenEmpty) {
    const auto run = test::fake_run();
    Probes probes = test::fake_probes(*run);
    for (auto& probe : probes.made) {
        metrics::Probe empty = *probe;
        empty.cells.clear();
        probe = std::make_shared<const metrics::Probe>(std::move(empty));
    }
    EXPECT_EQ(field_of(run, heat_state(Space::input, "atomics"), probes), nullptr);
    EXPECT_THAT(texts(*run, heat_state(Space::input, "atomics"), probes), ElementsAre("no atomics here"));
    EXPECT_THAT(texts(*run, heat_state(Space::input, "reloads"), probes), ElementsAre("no loads here"));
    EXPECT_THAT(texts(*run, heat_state(Space::output, "reloads"), probes), IsEmpty()) << "nothing reads the output";
}

TEST(HeatMap, EveryLayoutShowsHeat) {
    const auto run = test::fake_run({.operand_reads = 7}); // 62 x 76 cells
    const Probes probes = test::fake_probes(*run, line_7);
    const auto over = [&](const Content& content, std::string_view names) {
        ViewState state = heat_state(Space::output, names);
        state.show(content);
        return state;
    };
    const Content operand{Space::buffer, 2}, transposed{Space::buffer, 2, Lay::transposed};
    const auto reads = field_of(run, over(operand, "reuse"), probes);
    ASSERT_TRUE(reads);
    EXPECT_EQ(reads->rect(), (CellRect{0, 0, 62, 76}));
    EXPECT_EQ(reads->value_at({61, 75}), 7);
    const auto sectors = field_of(run, over(operand, "sectors"), probes);
    ASSERT_TRUE(sectors);
    EXPECT_EQ(sectors->value_at({61, 3}), 62) << "sectors grow along the buffer's rows";
    const auto upright = field_of(run, over(transposed, "sectors"), probes);
    ASSERT_TRUE(upright);
    EXPECT_EQ(upright->rect(), (CellRect{0, 0, 76, 62}));
    EXPECT_EQ(upright->value_at({3, 61}), 62) << "and down the columns when it is transposed";
    EXPECT_THAT(texts(*run, over(operand, "reuse"), probes), ElementsAre("7 loads per cell"));
    // The operand's cells have no owners and do not correspond to the output's.
    ViewState painted = over(operand, "");
    painted.paint = line_7;
    EXPECT_EQ(field_of(run, painted, probes), nullptr);
    EXPECT_THAT(texts(*run, painted, probes), ElementsAre("line 7: shown only in Launch space"));
    EXPECT_EQ(HeatField::create(run, {Space::buffer, 9}, heat_choice(*run, painted), probes.made.back()), nullptr)
        << "a buffer of another run";
}

TEST(HeatMap, ArrangementPartsHaveTheirOwn) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run({.operand_reads = 7}));
    run->prepared.arrangement = {std::nullopt, 2, 1, false, {}};
    const Probes probes = test::fake_probes(*run, line_7);
    EXPECT_THAT(texts(*run, heat_state(Space::matrices, "reuse"), probes), ElementsAre("7 loads per cell"));
    EXPECT_THAT(
        texts(*run, heat_state(Space::matrices, "sectors"), probes),
        ElementsAre("operand: 1 to 62 sectors per request (scale 1 to 76)", "output: 1 to 76 sectors per request"));
    ViewState painted = heat_state(Space::matrices, "sectors");
    painted.paint = line_7;
    EXPECT_THAT(texts(*run, painted, probes), ElementsAre("line 7: 1 to 61 instructions per thread"))
        << "only the output has threads";
    EXPECT_EQ(probes_for(*run, painted).size(), 1u);
    EXPECT_EQ(probes_for(*run, heat_state(Space::matrices, "sectors")).size(), 1u) << "one measurement for all parts";
    EXPECT_TRUE(probes_for(*run, heat_state(Space::matrices, "reuse")).empty());
}

simt::Finding finding_at(uint64_t address, uint64_t block, Dim3 thread) {
    simt::Finding finding;
    finding.block = block;
    finding.thread_index = thread;
    finding.space = ptx::Space::global;
    finding.address = address;
    finding.bytes = 1;
    return finding;
}

TEST(Findings, AppearInTheirBuffer) {
    auto run = std::make_shared<session::RunResult>(
        *test::fake_run({.operand_reads = 7,
                         .findings = {finding_at(test::fake_address(2, 62 * 3 + 5), 0, {1, 0, 0}),
                                      finding_at(test::fake_address(1, 76 * 2 + 4), 0, {4, 2, 0}),
                                      finding_at(8, 0, {9, 1, 0})}})); // outside all buffers
    const auto places = [&](const Content& content) {
        std::vector<std::pair<int64_t, int64_t>> found;
        for (const FindingPlace& place : finding_places(*run, content))
            found.emplace_back(place.place.x, place.place.y);
        return found;
    };
    using Place = std::pair<int64_t, int64_t>;
    EXPECT_THAT(places({Space::buffer, 2}), ElementsAre(Place{5, 3}));
    EXPECT_THAT(places({Space::buffer, 2, Lay::transposed}), ElementsAre(Place{3, 5}));
    EXPECT_THAT(places(Space::output), ElementsAre(Place{4, 2}, Place{9, 1}))
        << "the last finding is placed by its thread";
    EXPECT_THAT(places(Space::input), IsEmpty());
    EXPECT_EQ(places(Space::launch).size(), 3u);
    EXPECT_THAT(texts(*run, heat_state(Space::output, ""), {}), ElementsAre("2 of 3 findings are here"));
    run->prepared.arrangement = {2, 2, 1, true, {}};
    run->measured =
        test::fake_run({.operand_reads = 7, .findings = run->measured->launches().back().findings})->measured;
    EXPECT_THAT(texts(*run, heat_state(Space::matrices, ""), {}), ElementsAre("3 findings"))
        << "a finding in a repeated operand counts once";
}

TEST(Findings, VerbFollowsTheFirstNumber) {
    const auto run = test::fake_run({.operand_reads = 7,
                                     .findings = {finding_at(test::fake_address(2, 62 * 3 + 5), 0, {1, 0, 0}),
                                                  finding_at(test::fake_address(1, 76 * 2 + 4), 0, {4, 2, 0})}});
    EXPECT_THAT(texts(*run, heat_state(Space::output, ""), {}), ElementsAre("1 of 2 findings is here"));
}

} // namespace
} // namespace warpscope::render
