// Checks shared by the tests of blurs, transposes, convolutions and stencils.
#pragma once

#include <fstream>
#include <gtest/gtest.h>

#include "catalog/references/run.hpp"

namespace warpscope::catalog::references {

/// Placeholder for the block that the experiment or its launch defines.
inline constexpr Dim3 own_block{0, 0, 0};

class CompiledKernels : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

inline void expect_no_findings(const std::vector<simt::Finding>& findings, const Case& wanted) {
    for (const simt::Finding& finding : findings)
        ADD_FAILURE() << wanted.text() << ": line " << finding.source.line << ": " << finding.message;
}

/// Runs the plan again and also checks for races and missing barriers, which is slower.
inline void expect_no_races(const Outcome& run, const Case& wanted) {
    const std::shared_ptr<const simt::Program> program(run.measured, &run.measured->program());
    metrics::MeasureOptions options;
    options.races = true;
    const auto measured = metrics::measure(program, run.measured->plan(), options);
    ASSERT_TRUE(measured) << measured.error().text();
    for (const auto& launch : (*measured)->launches()) expect_no_findings(launch.findings, wanted);
}

/// Returns the number of stores to each cell of `buffer` in the last launch, or an empty vector without stores.
inline std::vector<uint32_t> stores_per_cell(const Outcome& run, const std::string& buffer) {
    for (const metrics::CellMaps& maps : run.last().maps)
        if (run.prepared.plan.buffers[maps.buffer].layout.name == buffer)
            return {maps.writes.begin(), maps.writes.end()};
    return {};
}

/// Expects that every cell of `out` was stored exactly once per channel and has an owner.
inline void expect_one_owner_per_cell(const Outcome& run, const Case& wanted, uint32_t channels = 1) {
    const uint64_t cells = run.input.layout.shape.cells();
    const auto stores = stores_per_cell(run, "out");
    EXPECT_EQ(stores, std::vector<uint32_t>(cells, channels)) << wanted.text();
}

/// Returns the costs of the kernel line that contains `text` in the last launch.
inline metrics::LineCost cost_of_line(const Outcome& run, const std::string& text) {
    for (const metrics::LineCost& cost : run.last().lines) {
        std::ifstream file(cost.file);
        std::string line;
        for (uint32_t i = 0; i < cost.line; ++i) std::getline(file, line);
        if (line.find(text) != std::string::npos) return cost;
    }
    ADD_FAILURE() << "no line with '" << text << "' has been run";
    return {};
}

/// Returns a block's float operations per byte loaded from global memory, in the last launch. All blocks must do the
/// same number of operations.
inline double operations_per_byte_of_block(const Outcome& run, uint64_t block) {
    const auto trace =
        run.measured->trace_block(static_cast<uint32_t>(run.measured->launches().size() - 1), block, nullptr);
    EXPECT_TRUE(trace);
    if (!trace || trace->global.load_bytes == 0) return 0;
    return static_cast<double>(run.last().float_operations) / static_cast<double>(run.last().config.blocks()) /
           static_cast<double>(trace->global.load_bytes);
}

} // namespace warpscope::catalog::references
