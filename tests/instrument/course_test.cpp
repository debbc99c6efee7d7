// Probes in every kernel of the catalog must match the emulator's observers and not change results.
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>

#include "catalog/references/run.hpp"
#include "gpu/expect_assembles.hpp"
#include "instrument/cell_probe.hpp"
#include "instrument/instrument.hpp"
#include "instrument/readings.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {
namespace {

using catalog::references::Case;
using catalog::references::Outcome;

struct Recorded {
    Instrumented instrumented;
    std::shared_ptr<const metrics::Measured> measured;
    Readings readings;
};

std::shared_ptr<const simt::Program> program_of(const std::string& ptx) {
    auto module = ptx::parse(ptx, "instrumented.ptx");
    EXPECT_TRUE(module) << module.error().text();
    if (!module) return nullptr;
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    return program ? *program : nullptr;
}

/// Runs a probed kernel on the emulator; returns null on failure.
std::shared_ptr<const metrics::Measured> run_probed(const std::string& ptx, const ExecutionPlan& plan) {
    const auto program = program_of(ptx);
    if (!program) return nullptr;
    metrics::MeasureOptions options;
    options.uninitialized = false; // the probes' buffers start as zeros, which count as unwritten
    auto measured = metrics::measure(program, plan, options);
    EXPECT_TRUE(measured) << measured.error().text();
    return measured ? *measured : nullptr;
}

std::vector<HostBuffer> buffers_of(const metrics::Measured& measured) {
    std::vector<HostBuffer> buffers;
    for (uint32_t i = 0; i < measured.plan().buffers.size(); ++i) buffers.push_back(measured.buffer(i));
    return buffers;
}

std::optional<Recorded> record(const Outcome& run) {
    auto instrumented = instrument(run.measured->program().module(), run.prepared.plan, run.prepared.output_buffer);
    EXPECT_TRUE(instrumented) << instrumented.error().text();
    if (!instrumented) return std::nullopt;
    const auto measured = run_probed(instrumented->ptx, instrumented->plan);
    if (!measured) return std::nullopt;
    Readings readings = read(*instrumented, buffers_of(*measured));
    return Recorded{std::move(*instrumented), measured, std::move(readings)};
}

const metrics::CellMaps* maps_of(const metrics::LaunchMeasurement& launch, uint32_t buffer) {
    for (const metrics::CellMaps& maps : launch.maps)
        if (maps.buffer == buffer) return &maps;
    return nullptr;
}

void expect_same_owners(const Recorded& recorded, const metrics::CellMaps& maps) {
    for (size_t cell = 0; cell < maps.owner.size(); ++cell) {
        const bool owned = maps.owner[cell] != 0;
        ASSERT_EQ(recorded.readings.owners[cell] != 0, owned) << "cell " << cell;
        // If a cell has several writers, probes record the highest thread, and the emulator records the last one.
        if (owned) {
            ASSERT_GE(recorded.readings.owners[cell], maps.owner[cell]) << "cell " << cell;
        }
    }
}

/// Returns whether results depend on block order, which two workers do not preserve. The reasons are float atomics,
/// values that atomics return, and races.
bool is_order_dependent(const std::string& name) {
    return name.starts_with("dot_product/") || name.starts_with("atomics_tour/") || name == "count_condition/racy" ||
           name == "reduction/segmented" || name == "reduction/coarsened" || name == "reduction/shuffle";
}

void expect_recorded(const Outcome& run, const std::string& name) {
    SCOPED_TRACE(name);
    const auto recorded = record(run);
    ASSERT_TRUE(recorded);
    test::expect_assembles(recorded->instrumented.ptx);
    for (uint32_t i = 0; !is_order_dependent(name) && i < run.prepared.plan.buffers.size(); ++i)
        EXPECT_EQ(*recorded->measured->buffer(i).bytes, *run.measured->buffer(i).bytes) << "buffer " << i;

    const metrics::LaunchMeasurement& launch = run.last();
    uint64_t sectors = 0, divergent_branches = 0;
    for (const SiteTotals& site : recorded->readings.sites) {
        sectors += site.sectors;
        divergent_branches += site.split;
    }
    const bool all_seen = std::ranges::none_of(recorded->instrumented.notes, [](const Message& note) {
        return note.english().find("are not recorded on the GPU") != std::string::npos;
    });
    if (all_seen)
        EXPECT_EQ(sectors, launch.global.load_sectors + launch.global.store_sectors);
    else
        EXPECT_LE(sectors, launch.global.load_sectors + launch.global.store_sectors);
    ASSERT_EQ(recorded->readings.divergent.size(), launch.divergence.warps.size());
    if (recorded->instrumented.notes.empty()) { // a note means that branches may be in functions without probes
        EXPECT_EQ(divergent_branches, launch.divergence.divergent_branches);
        for (size_t warp = 0; warp < launch.divergence.warps.size(); ++warp)
            ASSERT_EQ(recorded->readings.divergent[warp], launch.divergence.warps[warp].divergent_branches) << warp;
    }
    if (const metrics::CellMaps* maps = maps_of(launch, run.prepared.output_buffer); maps && !maps->owner.empty())
        expect_same_owners(*recorded, *maps);
    ASSERT_EQ(recorded->readings.blocks.size(), launch.config.blocks());
    for (const BlockTime& block : recorded->readings.blocks) ASSERT_LE(block.start_ns, block.end_ns);
}

void expect_same_cells(const Outcome& run, const std::string& name) {
    SCOPED_TRACE(name);
    const auto launch = static_cast<uint32_t>(run.prepared.plan.launches.size() - 1);
    const auto probe = probe_cells(run.measured->program().module(), run.prepared.plan, launch);
    if (!probe) { // for kernels of the course, there are only three reasons
        const std::string why = probe.error().message.english();
        EXPECT_TRUE(why.find("did not inline") != std::string::npos || why.find("textures") != std::string::npos ||
                    why.find("matrix instructions") != std::string::npos)
            << why;
        return;
    }
    test::expect_assembles(probe->ptx);
    const auto measured = run_probed(probe->ptx, probe->plan);
    ASSERT_TRUE(measured);
    const auto readings = read_cells(*probe, buffers_of(*measured));
    ASSERT_TRUE(readings) << readings.error().text();
    const auto expected = run.measured->probe({launch, metrics::ProbeKind::sectors, {}});
    ASSERT_TRUE(expected) << expected.error().text();
    ASSERT_EQ(readings->size(), expected->cells.size());
    for (size_t i = 0; i < readings->size(); ++i) {
        const CellReadings& got = (*readings)[i];
        const metrics::CellCosts& costs = expected->cells[i];
        ASSERT_EQ(got.buffer, costs.buffer);
        ASSERT_EQ(got.sectors_per_request, costs.sectors_per_request) << "buffer " << got.buffer;
        EXPECT_EQ(static_cast<double>(got.lowest), costs.range.low);
        EXPECT_EQ(static_cast<double>(got.highest), costs.range.high);
    }
}

TEST(Course, ProbesMatchTheEmulator) {
    const auto compilers = catalog::references::usable_compilers();
    if (compilers.empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const std::string source(WARPSCOPE_SOURCE_DIR);
    const catalog::Catalog all = catalog::load_catalog(source + "/cuda");
    ASSERT_FALSE(all.experiments.empty());
    size_t runs = 0;
    for (const catalog::Experiment& experiment : all.experiments) {
        if (experiment.name == "bug_museum") continue;
        for (const catalog::Variant& variant : experiment.variants) {
            const auto input = catalog::default_input(experiment, "noise:61x43");
            const bool takes_input = catalog::main_input(variant) != nullptr;
            const Outcome run = catalog::references::run(
                {experiment.name, variant.name, takes_input && input ? input->text() : "", {0, 0, 0}, {}},
                compilers[runs++ % compilers.size()]);
            ASSERT_TRUE(run.measured) << experiment.name << '/' << variant.name;
            expect_recorded(run, experiment.name + "/" + variant.name);
            expect_same_cells(run, experiment.name + "/" + variant.name);
        }
    }
    EXPECT_GT(runs, 70u);
}

} // namespace
} // namespace warpscope::instrument
