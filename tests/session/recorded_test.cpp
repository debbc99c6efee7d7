// Recordings that replace measurements. The emulator makes both here, so they must agree.
#include "session/recorded.hpp"

#include <gtest/gtest.h>

#include "session/record_by_emulator.hpp"
#include "session/require_run.hpp"

namespace warpscope::session {
namespace {

std::shared_ptr<const RunResult> emulated_on(const std::string& experiment, const std::string& input) {
    const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*all.find(experiment));
    request.settings = catalog::default_settings(request.experiment->variants.front());
    request.input = *input::parse_spec(input);
    request.device = DeviceChoice::emulator;
    auto result = run(request);
    if (!result) return nullptr; // no compiler installed
    return *result;
}

TEST(GpuRecording, MatchesTheEmulator) {
    const auto result = emulated_on("color_to_gray", "noise:76x62");
    REQUIRE_RUN(result);
    const Recording recording = record_with_emulator(*result);
    EXPECT_TRUE(recording.differences.none());
    const auto recorded = as_recorded(result, recording);
    EXPECT_EQ(recorded->recorded_on, "Test GPU");
    const metrics::LaunchMeasurement& one = result->shown();
    const metrics::LaunchMeasurement& other = recorded->shown();
    EXPECT_EQ(other.ownership.owners, one.ownership.owners);
    EXPECT_EQ(other.ownership.blocks_by_owners, one.ownership.blocks_by_owners);
    EXPECT_EQ(other.divergence.divergent_warps, 31u);
    for (size_t warp = 0; warp < one.divergence.warps.size(); ++warp)
        EXPECT_EQ(other.divergence.warps[warp].kind, one.divergence.warps[warp].kind) << warp;
    EXPECT_EQ(other.global.load_sectors, one.global.load_sectors);
    EXPECT_EQ(other.global.store_sectors, one.global.store_sectors);
    ASSERT_EQ(other.lines.size(), one.lines.size());
    for (size_t i = 0; i < one.lines.size(); ++i) {
        EXPECT_EQ(other.lines[i].global_sectors, one.lines[i].global_sectors) << i;
        EXPECT_EQ(other.lines[i].divergent_branches, one.lines[i].divergent_branches) << i;
    }
}

TEST(GpuRecording, DifferencesAreCountedAndShown) {
    const auto result = emulated_on("color_to_gray", "noise:76x62");
    REQUIRE_RUN(result);
    Recording recording = record_with_emulator(*result);
    recording.readings.owners[5] = 0;
    recording.readings.divergent[0] += 2;
    recording.readings.sites.back().sectors += 7;
    const Recording::Differences apart = differences(*result, recording.instrumented, recording.readings);
    EXPECT_FALSE(apart.none());
    recording.differences = apart;
    EXPECT_FALSE(recording.agrees());
    recording.instrumented.notes = {"Something is not recorded."};
    EXPECT_FALSE(recording.agrees()) << "owners differ";
    recording.differences.owners = 0;
    EXPECT_TRUE(recording.agrees());
    EXPECT_EQ(apart.owners, 1u);
    EXPECT_EQ(apart.warps, 1u);
    EXPECT_EQ(apart.gpu_sectors, apart.emulator_sectors + 7);
    const auto recorded = as_recorded(result, recording);
    EXPECT_EQ(recorded->shown().ownership.owners, result->shown().ownership.owners - 1);
    EXPECT_EQ(recorded->shown().divergence.divergent_warps, 32u);
    EXPECT_EQ(recorded->shown().divergence.warps[0].kind, metrics::WarpClass::diverged);
    EXPECT_EQ(recorded->shown().global.store_sectors, result->shown().global.store_sectors + 7);
}

// The emulator replaces the GPU.
TEST(GpuRecording, GpuProvidesSectorsByCell) {
    const auto result = emulated_on("box_blur", "noise:61x43");
    REQUIRE_RUN(result);
    const metrics::ProbeRequest sectors{0, metrics::ProbeKind::sectors, {}},
        atomics{0, metrics::ProbeKind::atomics, {}};
    const auto expected = result->measured->probe(sectors);
    ASSERT_TRUE(expected);
    EXPECT_TRUE(expected->measured_on.empty());
    bool can = true;
    const Recording recording = record_with_emulator(*result);
    const auto recorded = as_recorded(result, recording, [&](const RunResult& of, uint32_t launch) {
        EXPECT_EQ(&of, result.get());
        if (!can) return Result<metrics::Probe>(fail(ErrorKind::usage, "Not here."));
        const auto probe = instrument::probe_cells(of.measured->program().module(), of.prepared.plan, launch);
        EXPECT_TRUE(probe);
        auto made = sectors_probe(launch, *instrument::read_cells(*probe, run_probed(probe->ptx, probe->plan)));
        made.measured_on = "Test GPU";
        return Result<metrics::Probe>(std::move(made));
    });
    for (const bool gpu : {true, false}) {
        can = gpu;
        const auto made = recorded->measured->probe(sectors);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->measured_on, gpu ? "Test GPU" : "");
        ASSERT_EQ(made->cells.size(), 2u);
        for (size_t i = 0; i < 2; ++i)
            EXPECT_EQ(made->cells[i].sectors_per_request, expected->cells[i].sectors_per_request);
        EXPECT_EQ(made->range_of_cells().high, expected->range_of_cells().high);
        EXPECT_TRUE(recorded->measured->probe(atomics)->measured_on.empty());
    }
}

/// Returns up to ten cells with the bit.
std::vector<size_t> with_bit(const metrics::CellCosts& costs, metrics::Difference bit) {
    std::vector<size_t> cells;
    for (size_t cell = 0; cell < costs.differences.size() && cells.size() < 10; ++cell)
        if ((costs.differences[cell] & bit) != 0) cells.push_back(cell);
    return cells;
}

TEST(GpuRecording, DifferencesAreKnownByCell) {
    const auto result = emulated_on("color_to_gray", "noise:76x62");
    REQUIRE_RUN(result);
    const metrics::ProbeRequest differences{0, metrics::ProbeKind::differences, {}},
        sectors{0, metrics::ProbeKind::sectors, {}};
    const auto none = result->measured->probe(differences);
    ASSERT_FALSE(none) << "the emulator alone has nothing to compare with";
    EXPECT_EQ(none.error().kind, ErrorKind::usage);

    const uint32_t output = result->prepared.output_buffer, input = result->prepared.input_buffer;
    Recording recording = record_with_emulator(*result);
    auto counted = *result->measured->probe(sectors);
    bool can = true;
    const auto prober = [&](const RunResult&, uint32_t) {
        if (!can) return Result<metrics::Probe>(fail(ErrorKind::usage, "Not here."));
        return Result<metrics::Probe>(counted);
    };
    const auto same = as_recorded(result, recording, prober)->measured->probe(differences);
    ASSERT_TRUE(same) << same.error().text();
    EXPECT_EQ(same->request, differences);
    EXPECT_FALSE(same->of_buffer(output)->range.any);
    EXPECT_FALSE(same->of_buffer(input)->range.any);
    EXPECT_EQ(same->of_buffer(output)->compared, 7);
    EXPECT_EQ(same->of_buffer(input)->compared, metrics::differs_in_sectors);

    recording.readings.owners[5] += 1;
    recording.readings.owners[77] = 0;
    recording.readings.divergent[1] += 2; // threads 32 to 63 of block 0: rows 2 and 3, columns 0 to 15
    for (metrics::CellCosts& costs : counted.cells)
        if (costs.buffer == input) costs.sectors_per_request[9] += 0.5f;
    const auto recorded = as_recorded(result, recording, prober);
    const auto apart = recorded->measured->probe(differences);
    ASSERT_TRUE(apart) << apart.error().text();
    const metrics::CellCosts& there = *apart->of_buffer(output);
    EXPECT_EQ(with_bit(there, metrics::differs_in_owner), (std::vector<size_t>{5, 77}));
    EXPECT_EQ(with_bit(there, metrics::differs_in_divergence),
              (std::vector<size_t>{152, 153, 154, 155, 156, 157, 158, 159, 160, 161}));
    EXPECT_EQ(there.differing, (std::array<uint64_t, 3>{2, 32, 0}));
    const metrics::CellCosts& read = *apart->of_buffer(input);
    EXPECT_EQ(with_bit(read, metrics::differs_in_sectors), (std::vector<size_t>{9}));
    EXPECT_EQ(read.differing, (std::array<uint64_t, 3>{0, 0, 1}));
    EXPECT_TRUE(apart->omitted.empty());

    can = false;
    const auto partly = recorded->measured->probe(differences);
    ASSERT_TRUE(partly);
    EXPECT_EQ(partly->omitted, "sectors are not compared: Not here.");
    EXPECT_EQ(partly->of_buffer(input)->compared, 0);
    EXPECT_EQ(partly->of_buffer(output)->differing, there.differing);
    EXPECT_FALSE(partly->of_buffer(input)->range.any);
    recording.instrumented.notes = {"Some branches have no probes."};
    can = true;
    const auto splits_left_out = as_recorded(result, recording, prober)->measured->probe(differences);
    ASSERT_TRUE(splits_left_out);
    EXPECT_EQ(splits_left_out->of_buffer(output)->differing, (std::array<uint64_t, 3>{2, 0, 0}));
    EXPECT_NE(splits_left_out->omitted.english().find("branches have no probes"), std::string::npos);
    const std::atomic<bool> cancel = true;
    EXPECT_EQ(recorded->measured->probe(differences, &cancel).error().kind, ErrorKind::canceled);
}

} // namespace
} // namespace warpscope::session
