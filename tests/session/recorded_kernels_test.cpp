// Kernels with constructs that are hard to record: indirect calls, device functions, asynchronous copies, waiting for
// other blocks. Missing probes must be reported, and all other numbers must match the emulator's.
#include "gpu/expect_assembles.hpp"

#include <gmock/gmock.h>

#include "catalog/experiment.hpp"
#include "session/record_by_emulator.hpp"
#include "session/require_run.hpp"

namespace warpscope::session {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;

std::shared_ptr<const RunResult> run_kernel(const std::string& variant) {
    auto loaded =
        catalog::load_experiment(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/session/kernels/experiment.toml");
    EXPECT_TRUE(loaded) << loaded.error().text();
    if (!loaded) return nullptr;
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*loaded));
    request.variant = variant;
    request.settings = catalog::default_settings(request.experiment->variants.front());
    request.input = *input::parse_spec("noise:1009");
    request.device = DeviceChoice::emulator;
    const auto result = run(request);
    EXPECT_TRUE(result || !compiler_installed()) << result.error().text();
    return result ? *result : nullptr;
}

Recording record_kernel(const RunResult& result) {
    Recording recording = record_with_emulator(result);
    test::expect_assembles(recording.instrumented.ptx);
    // The order of two worker threads decides which block is last. So two runs may differ if the result depends on the
    // last block.
    if (!recording.is_order_dependent) {
        EXPECT_EQ(recording.differences.owners, 0u);
    }
    return recording;
}

TEST(RecordedKernels, AsynchronousCopiesAreLoads) {
    const auto result = run_kernel("async_copy");
    REQUIRE_RUN(result);
    const Recording recording = record_kernel(*result);
    // Only clang's copies have notes, because their size is in a register.
    EXPECT_THAT(recording.instrumented.notes, Each(HasSubstr("transfer fewer bytes")));
    EXPECT_TRUE(recording.differences.none())
        << recording.differences.gpu_sectors << " and " << recording.differences.emulator_sectors;
    EXPECT_FALSE(recording.is_order_dependent);
    // The long copies, the short copies and the stores each need at least a sector per 8 numbers.
    EXPECT_GT(recording.differences.gpu_sectors, 3 * 1009u / 8);
}

TEST(RecordedKernels, CopySectorsAreKnownByCell) {
    const auto result = run_kernel("async_copy");
    REQUIRE_RUN(result);
    if (result->compiled.compiler != compile::CompilerKind::nvrtc)
        GTEST_SKIP() << "of clang's kernel the cells from 992 on have 4 sectors per request by the probe and 3.5 by "
                        "the emulator";
    const auto probe = instrument::probe_cells(result->measured->program().module(), result->prepared.plan, 0);
    ASSERT_TRUE(probe) << probe.error().text();
    test::expect_assembles(probe->ptx);
    const auto readings = instrument::read_cells(*probe, run_probed(probe->ptx, probe->plan));
    ASSERT_TRUE(readings) << readings.error().text();
    const auto expected = result->measured->probe({0, metrics::ProbeKind::sectors, {}});
    ASSERT_TRUE(expected) << expected.error().text();
    ASSERT_EQ(readings->size(), expected->cells.size());
    for (size_t i = 0; i < readings->size(); ++i) {
        const auto &got = (*readings)[i].sectors_per_request, &want = expected->cells[i].sectors_per_request;
        ASSERT_EQ(got.size(), want.size());
        for (size_t cell = 0; cell < got.size(); ++cell) ASSERT_EQ(got[cell], want[cell]) << i << ", cell " << cell;
    }
}

TEST(RecordedKernels, WaitingForBlocksIsExcluded) {
    const auto result = run_kernel("grid_sync");
    REQUIRE_RUN(result);
    const Recording recording = record_kernel(*result);
    EXPECT_THAT(recording.instrumented.notes, Contains(HasSubstr("waiting loops")));
    EXPECT_EQ(recording.differences.gpu_sectors, recording.differences.emulator_sectors);
    EXPECT_LT(recording.differences.emulator_sectors,
              result->shown().global.load_sectors + result->shown().global.store_sectors);
    EXPECT_TRUE(recording.agrees());
}

TEST(RecordedKernels, UninlinedCallsAreExcluded) {
    for (const char* variant : {"indirect_calls", "recursion"}) {
        const auto result = run_kernel(variant);
        REQUIRE_RUN(result);
        const Recording recording = record_kernel(*result);
        EXPECT_THAT(recording.instrumented.notes, Contains(HasSubstr("did not inline"))) << variant;
        EXPECT_TRUE(recording.agrees()) << variant;
    }
}

TEST(RecordedKernels, DifferentOrderIsNoFailure) {
    const auto result = run_kernel("last_block");
    REQUIRE_RUN(result);
    Recording recording = record_kernel(*result);
    EXPECT_TRUE(recording.is_order_dependent);
    recording.differences.owners = 1; // as if another block was last
    EXPECT_TRUE(recording.agrees());
}

} // namespace
} // namespace warpscope::session
