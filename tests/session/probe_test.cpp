// Extra measurements of experiments on small data, with numbers computed by hand.
#include "session/session.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

namespace warpscope::session {
namespace {

using metrics::ProbeKind;
using metrics::ProbeRequest;

std::shared_ptr<const RunResult> run_of(const std::string& experiment, const std::string& variant, Shape input,
                                        std::vector<std::pair<std::string, double>> settings = {},
                                        Dim3 block = {0, 0, 0}) {
    const auto folder = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "cuda" / experiment / "experiment.toml";
    auto loaded = catalog::load_experiment(folder);
    if (!loaded) {
        ADD_FAILURE() << loaded.error().text();
        return nullptr;
    }
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*loaded));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    for (const auto& [name, value] : settings) request.settings.values[name] = value;
    if (block.x != 0) request.settings.block = block;
    request.input.pattern = input::Pattern::noise;
    request.input.shape = input;
    request.device = DeviceChoice::emulator;
    auto result = run(request);
    if (!result) {
        ADD_FAILURE() << result.error().text();
        return nullptr;
    }
    return *result;
}

ProbeRequest last_launch(const RunResult& run, ProbeKind kind) {
    return {static_cast<uint32_t>(run.measured->launches().size() - 1), kind, {}};
}

metrics::Probe probed(const RunResult& run, const ProbeRequest& request) {
    auto probe = run.measured->probe(request);
    if (!probe) {
        ADD_FAILURE() << probe.error().text();
        return {};
    }
    return std::move(*probe);
}

uint32_t plan_buffer(const RunResult& run, const std::string& name) {
    const auto& buffers = run.prepared.plan.buffers;
    for (uint32_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].layout.name == name) return i;
    ADD_FAILURE() << "no buffer " << name;
    return 0;
}

TEST(Probe, BinsCountTheirAtomics) {
    const auto run = run_of("histogram", "global", {61, 47, 1});
    ASSERT_TRUE(run);
    const metrics::Probe probe = probed(*run, last_launch(*run, ProbeKind::atomics));
    const metrics::CellCosts* bins = probe.of_buffer(run->prepared.output_buffer);
    ASSERT_NE(bins, nullptr);
    ASSERT_EQ(probe.cells.size(), 1u) << "nothing else is updated by atomics";
    std::vector<uint32_t> counts(run->output.bytes->size() / sizeof(uint32_t));
    std::memcpy(counts.data(), run->output.bytes->data(), run->output.bytes->size());
    EXPECT_EQ(bins->atomic_operations, counts);
    EXPECT_EQ(bins->range.high, *std::max_element(counts.begin(), counts.end()));
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0u), 61u * 47);
}

TEST(Probe, MatmulElementsAreSharedByBlocks) {
    const auto run = run_of("matmul", "element", {24, 20, 1}, {{"columns", 40}}, {16, 8, 1});
    ASSERT_TRUE(run);
    const metrics::Probe probe = probed(*run, last_launch(*run, ProbeKind::blocks));
    const metrics::CellCosts* m = probe.of_buffer(plan_buffer(*run, "M"));
    const metrics::CellCosts* n = probe.of_buffer(plan_buffer(*run, "N"));
    ASSERT_TRUE(m != nullptr && n != nullptr);
    const BufferLayout& layout = run->prepared.plan.buffers[plan_buffer(*run, "M")].layout;
    const Dim3 grid = run->shown().config.grid;
    EXPECT_EQ(m->other_blocks, std::vector<uint32_t>(m->other_blocks.size(), grid.x - 1));
    EXPECT_EQ(n->other_blocks, std::vector<uint32_t>(n->other_blocks.size(), grid.y - 1));
    for (uint64_t cell = 0; cell < layout.shape.cells(); ++cell) {
        const uint64_t row = cell / layout.shape.width;
        ASSERT_EQ(m->first_block[cell], row / 8 * grid.x + 1) << "the leftmost block of its row of blocks";
    }
}

TEST(Probe, ColumnStoresUseOneSectorEach) {
    for (const auto& [variant, loads, stores] : {std::tuple{"naive_row", 4.0f, 32.0f}, {"naive_column", 32.0f, 4.0f}}) {
        const auto run = run_of("transpose", variant, {64, 64, 1}, {}, {32, 8, 1});
        ASSERT_TRUE(run);
        const metrics::Probe probe = probed(*run, last_launch(*run, ProbeKind::sectors));
        const metrics::CellCosts* in = probe.of_buffer(run->prepared.input_buffer);
        const metrics::CellCosts* out = probe.of_buffer(run->prepared.output_buffer);
        ASSERT_TRUE(in != nullptr && out != nullptr);
        EXPECT_EQ(in->sectors_per_request, std::vector<float>(in->sectors_per_request.size(), loads)) << variant;
        EXPECT_EQ(out->sectors_per_request, std::vector<float>(out->sectors_per_request.size(), stores)) << variant;
    }
}

std::vector<uint32_t> pcs_of_line(const RunResult& run, const metrics::LineCost& line) {
    std::vector<uint32_t> pcs;
    const auto& instructions = run.measured->program().instructions();
    for (uint32_t pc = 0; pc < instructions.size(); ++pc)
        if (instructions[pc].source.line == line.line && instructions[pc].source.file == line.file) pcs.push_back(pc);
    return pcs;
}

TEST(Probe, ThreadsAddUpToTheLine) {
    const auto run = run_of("box_blur", "naive", {45, 33, 1}, {{"radius", 1}}, {16, 16, 1});
    ASSERT_TRUE(run);
    const metrics::LaunchMeasurement& launch = run->shown();
    ASSERT_FALSE(launch.lines.empty());
    for (const metrics::LineCost& line : launch.lines) {
        ProbeRequest request = last_launch(*run, ProbeKind::instructions);
        request.pcs = pcs_of_line(*run, line);
        const metrics::Probe probe = probed(*run, request);
        ASSERT_EQ(probe.executions.size(), launch.config.threads());
        ASSERT_EQ(probe.warps.size(), launch.config.warps());
        uint64_t executions = 0, lanes = 0, requests = 0, sectors = 0, threads = 0;
        for (const metrics::WarpCost& warp : probe.warps) {
            executions += warp.executions;
            lanes += warp.active_lanes;
            requests += warp.global_requests;
            sectors += warp.sectors;
        }
        for (const uint32_t count : probe.executions) threads += count;
        EXPECT_EQ(threads, lanes) << "line " << line.line;
        metrics::Range seen;
        for (metrics::ThreadId thread = 1; thread <= launch.config.threads(); ++thread)
            if (const auto value = probe.value(metrics::Measure::sectors, thread, launch.config)) seen.include(*value);
        const metrics::Range& stated = probe.ranges[static_cast<size_t>(metrics::Measure::sectors)];
        EXPECT_EQ(seen.any, stated.any);
        EXPECT_EQ(std::pair(seen.low, seen.high), std::pair(stated.low, stated.high)) << "line " << line.line;
        EXPECT_EQ(requests, line.global_requests) << "line " << line.line;
        EXPECT_EQ(sectors, line.global_sectors) << "line " << line.line;
        bool predicated = false; // if true, probes know active lanes only for memory requests
        for (const uint32_t pc : request.pcs)
            predicated = predicated || run->measured->program().instructions()[pc].text.starts_with('@');
        if (predicated) continue;
        EXPECT_EQ(executions, line.executions) << "line " << line.line;
        EXPECT_EQ(lanes, line.active_lanes) << "line " << line.line;
    }
}

TEST(Probe, InstructionsAddUpToTheirLines) {
    const auto run = run_of("box_blur", "naive", {45, 33, 1}, {{"radius", 1}}, {16, 16, 1});
    ASSERT_TRUE(run);
    const metrics::LaunchMeasurement& launch = run->shown();
    for (const metrics::LineCost& line : launch.lines) {
        uint64_t executions = 0, sectors = 0;
        for (const uint32_t pc : pcs_of_line(*run, line)) {
            executions += launch.instructions.at(pc).executions;
            sectors += launch.instructions.at(pc).global_sectors;
        }
        EXPECT_EQ(executions, line.executions);
        EXPECT_EQ(sectors, line.global_sectors);
    }
}

TEST(Probe, UnknownLaunchIsAnError) {
    const auto run = run_of("box_blur", "naive", {16, 16, 1});
    ASSERT_TRUE(run);
    const auto probe = run->measured->probe({7, ProbeKind::sectors, {}});
    ASSERT_FALSE(probe);
    EXPECT_EQ(probe.error().kind, ErrorKind::usage);
}

TEST(Probe, CancellationIsReported) {
    const auto run = run_of("box_blur", "naive", {256, 256, 1});
    ASSERT_TRUE(run);
    const std::atomic<bool> cancel{true};
    const auto probe = run->measured->probe(last_launch(*run, ProbeKind::sectors), &cancel);
    ASSERT_FALSE(probe);
    EXPECT_EQ(probe.error().kind, ErrorKind::canceled);
}

TEST(Session, KeepsProbesOfWantedResultsOnly) {
    const auto first = run_of("histogram", "global", {61, 47, 1}), second = run_of("histogram", "global", {32, 32, 1});
    ASSERT_TRUE(first && second);
    const ProbeRequest atomics = last_launch(*first, ProbeKind::atomics),
                       blocks = last_launch(*first, ProbeKind::blocks);
    ProbeRequest impossible = atomics;
    impossible.launch = 9;
    Session session;
    EXPECT_EQ(session.probe(*first, atomics).probe, nullptr);
    session.want({{first, {impossible, atomics, blocks}}});
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (session.probe(*first, blocks).probe == nullptr && std::chrono::steady_clock::now() < limit)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_NE(session.probe(*first, atomics).probe, nullptr);
    ASSERT_NE(session.probe(*first, blocks).probe, nullptr);
    EXPECT_EQ(session.probe(*first, atomics).probe->request, atomics);
    EXPECT_FALSE(session.probe(*first, impossible).failure.empty());
    EXPECT_EQ(session.probe(*second, atomics).probe, nullptr);
    session.want({{second, {}}, {first, {}}});
    EXPECT_NE(session.probe(*first, atomics).probe, nullptr);
    session.want({{second, {}}});
    EXPECT_EQ(session.probe(*first, atomics).probe, nullptr);
}

} // namespace
} // namespace warpscope::session
