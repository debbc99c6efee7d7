// Tests which sites get probes, and the instrumented text.
#include "instrument/instrument.hpp"

#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "instrument/cell_probe.hpp"
#include "instrument/probes.hpp"
#include "metrics/measure.hpp"
#include "ptx/parser.hpp"

namespace warpscope::instrument {
namespace {

using ::testing::HasSubstr;

constexpr const char* kernel = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
    .reg .pred %p, %q;
    .reg .b32 %r, %n;
    .reg .b64 %a, %o;
    .shared .align 4 .b8 tile[128];
    ld.param.u64 %a, [out];
    ld.param.u32 %n, [n];
    mov.u32 %r, %tid.x;
    setp.ge.u32 %p, %r, %n;
    @%p bra DONE;
    st.shared.u32 [tile], %r;
    mul.wide.u32 %o, %r, 4;
    add.u64 %a, %a, %o;
    setp.eq.u32 %q, %r, 3;
    @!%q st.global.u32 [%a+4], %r;
    bra DONE;
DONE:
    ret;
}
)";

ptx::Module parsed() {
    auto module = ptx::parse(kernel, "kernel.ptx");
    EXPECT_TRUE(module) << module.error().text();
    return std::move(*module);
}

std::vector<HostBuffer> run(const CellProbe& probe) {
    auto module = ptx::parse(probe.ptx, "instrumented.ptx");
    EXPECT_TRUE(module) << module.error().text();
    const auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    metrics::MeasureOptions options;
    options.uninitialized = false; // the probes' buffers start as zeros, which count as unwritten
    const auto measured = metrics::measure(*program, probe.plan, options);
    EXPECT_TRUE(measured) << measured.error().text();
    std::vector<HostBuffer> buffers;
    for (uint32_t i = 0; i < probe.plan.buffers.size(); ++i) buffers.push_back((*measured)->buffer(i));
    return buffers;
}

ExecutionPlan plan() {
    ExecutionPlan plan;
    plan.buffers.push_back({{"out", ElementType::u32, 1, {33, 1, 1}}, BufferRole::output, nullptr});
    plan.launches.push_back(
        {"k", {{2, 1, 1}, {40, 1, 1}, 0}, {BufferArgument{0}, ScalarArgument{"n", ElementType::u32, 32}}});
    return plan;
}

TEST(Sites, FindsBranchesAndMemoryAccesses) {
    const ptx::Module module = parsed();
    const auto sites = find_sites(module.functions[0]);
    ASSERT_EQ(sites.size(), 3u);
    EXPECT_EQ(sites[0].kind, SiteKind::branch);
    EXPECT_EQ(sites[0].text, "@%p bra DONE");
    EXPECT_EQ(sites[1].kind, SiteKind::memory);
    EXPECT_FALSE(sites[1].sectors) << "shared memory has no sectors";
    EXPECT_TRUE(sites[2].sectors);
    EXPECT_TRUE(sites[2].writes);
}

TEST(Instrument, AddsAnInstrumentedCopy) {
    const auto made = instrument(parsed(), plan(), 0);
    ASSERT_TRUE(made) << made.error().text();
    const auto module = ptx::parse(made->ptx, "instrumented.ptx");
    ASSERT_TRUE(module) << module.error().text();
    ASSERT_NE(module->find_entry("k"), nullptr);
    const ptx::Function* copy = module->find_entry("ws_probed_k");
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(copy->parameters.size(), 7u);
    EXPECT_GT(copy->body.size(), module->find_entry("k")->body.size());
    EXPECT_EQ(made->plan.launches.size(), 3u);
    EXPECT_EQ(made->plan.launches[0].kernel, "ws_probed_k");
    EXPECT_EQ(made->plan.buffers[made->records].layout.shape, (Shape{3, 4, 1})) << "sites x warps";
    EXPECT_EQ(made->branches, 1u);
}

TEST(Instrument, ExplainsUnsupportedPlans) {
    ExecutionPlan none = plan();
    none.launches.clear();
    EXPECT_THAT(instrument(parsed(), none, 0).error().message, HasSubstr("no launch"));
    ExecutionPlan other = plan();
    other.launches[0].kernel = "other";
    EXPECT_THAT(instrument(parsed(), other, 0).error().message, HasSubstr("'other'"));
    ExecutionPlan large = plan();
    large.launches[0].config.grid = {65536, 65535, 1};
    EXPECT_THAT(instrument(parsed(), large, 0).error().message, HasSubstr("too large"));
}

TEST(Instrument, NotesUnrecordedFunctions) {
    const std::string text = std::string(kernel) + ".func helper()\n{\n    ret;\n}\n";
    auto module = ptx::parse(text, "kernel.ptx");
    ASSERT_TRUE(module) << module.error().text();
    const auto made = instrument(*module, plan(), 0);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->notes.size(), 1u);
    EXPECT_THAT(made->notes[0], HasSubstr("not inline"));
}

TEST(Instrument, NotesPartialCopies) {
    const std::string before = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out, "
                               ".param .u32 n)\n{\n    .reg .b32 %n;\n    .reg .b64 %a;\n    .shared .align 16 .b8 "
                               "tile[16];\n    ld.param.u64 %a, [out];\n    ld.param.u32 %n, [n];\n    cp.async.";
    for (const auto& [copy, in_part] : {std::pair{"ca.shared.global [tile], [%a], 16, %n", true},
                                        {"ca.shared.global [tile], [%a], 16, 12", true},
                                        {"ca.shared.global [tile], [%a], 16, 16", false},
                                        {"ca.shared.global [tile], [%a], 16, 0", false},
                                        {"ca.shared.global [tile], [%a], 16", false}}) {
        auto module = ptx::parse(before + copy + ";\n    ret;\n}\n", "kernel.ptx");
        ASSERT_TRUE(module) << module.error().text();
        const auto made = instrument(*module, plan(), 0);
        ASSERT_TRUE(made) << made.error().text();
        EXPECT_EQ(made->notes.size(), in_part ? 1u : 0u) << copy;
    }
}

TEST(CellProbe, ExplainsUnsupportedKernels) {
    EXPECT_THAT(probe_cells(parsed(), plan(), 1).error().message, HasSubstr("no such launch"));
    auto module = ptx::parse(std::string(kernel) + ".func helper()\n{\n    ret;\n}\n", "kernel.ptx");
    ASSERT_TRUE(module);
    EXPECT_THAT(probe_cells(*module, plan(), 0).error().message, HasSubstr("not inline"));

    // Threads access words, but pixels have three bytes, so neighboring lanes share a pixel.
    ExecutionPlan straddling = plan();
    straddling.buffers[0].layout = {"out", ElementType::u8, 3, {44, 1, 1}};
    const auto probe = probe_cells(parsed(), straddling, 0);
    ASSERT_TRUE(probe) << probe.error().text();
    EXPECT_THAT(read_cells(*probe, run(*probe)).error().message, HasSubstr("parts of cells"));
}

TEST(CellProbe, CountsEachRequestPerCell) {
    const auto probe = probe_cells(parsed(), plan(), 0);
    ASSERT_TRUE(probe) << probe.error().text();
    const std::vector<HostBuffer> buffers = run(*probe);
    const auto readings = read_cells(*probe, buffers);
    ASSERT_TRUE(readings) << readings.error().text();
    ASSERT_EQ(readings->size(), 1u);
    EXPECT_EQ(readings->front().lowest, 5.0f);
    EXPECT_EQ(readings->front().highest, 5.0f);
    // In both blocks, each thread t from 0 to 31 except 3 writes cell t + 1.
    std::vector<uint64_t> counts(33);
    std::memcpy(counts.data(), buffers[probe->counts].bytes->data(), 33 * sizeof(uint64_t));
    for (uint32_t cell = 0; cell < 33; ++cell) {
        const bool written = cell != 0 && cell != 4;
        EXPECT_EQ(counts[cell], written ? uint64_t{2 * 5} << 32 | 2 : 0) << cell;
        EXPECT_EQ(readings->front().sectors_per_request[cell], written ? 5.0f : 0.0f) << cell;
    }
}

} // namespace
} // namespace warpscope::instrument
