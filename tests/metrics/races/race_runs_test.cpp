// The race check's fast path for requests to consecutive words, compared with its path for single lanes.
#include <gtest/gtest.h>

#include "metrics/races/race_check.hpp"
#include "ptx/parser.hpp"
#include "simt/executor.hpp"

namespace warpscope::metrics {
namespace {

/// A race check that treats contiguous requests as scattered.
class WithoutRuns final : public simt::Observer {
public:
    explicit WithoutRuns(const RaceSetup& setup)
        : setup_(setup)
        , check_(setup) {}

    [[nodiscard]] uint32_t interests() const override { return check_.interests(); }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override { return std::make_unique<WithoutRuns>(setup_); }
    void on_block_begin(uint64_t block, const Dim3& index) override { check_.on_block_begin(block, index); }
    void on_block_leave(uint64_t block) override { check_.on_block_leave(block); }
    void on_block_return(uint64_t block) override { check_.on_block_return(block); }
    void on_barrier(const simt::BarrierEvent& event) override { check_.on_barrier(event); }
    void on_step(const simt::StepEvent& event) override { check_.on_step(event); }
    void on_memory(const simt::MemoryEvent& event) override {
        simt::MemoryEvent scattered = event;
        scattered.contiguous = false;
        check_.on_memory(scattered);
    }
    void merge(simt::Observer& worker) override { check_.merge(static_cast<WithoutRuns&>(worker).check_); }
    [[nodiscard]] FindingLog& findings() { return check_.findings(); }

private:
    RaceSetup setup_;
    RaceCheck check_;
};

std::string text_of(uint64_t count, const std::vector<simt::Finding>& findings) {
    std::string text = std::to_string(count);
    for (const simt::Finding& finding : findings)
        text += "; " + std::string(name_of(finding.kind)) + " at pc " + std::to_string(finding.pc) + " block " +
                std::to_string(finding.block) + " thread " + std::to_string(finding.thread_index.x) + " address " +
                std::to_string(finding.address);
    return text;
}

struct Verdicts {
    std::string with_runs, without_runs;
    std::string race_in_shared{}; // message of a race between warps
};

/// Runs both race checks on a kernel of `code`. %r0 is the thread's index, %rd0 the buffer. %rd4 and %rd8 point to the
/// thread's 4 and 8 bytes of the buffer, %rd3 to its 4 bytes of shared memory.
Verdicts check(const std::string& code, uint32_t blocks, uint32_t threads) {
    const std::string text =
        ".version 8.3\n.target sm_75\n.address_size 64\n.file 1 \"k.cu\"\n"
        ".visible .entry kernel(.param .u64 data)\n{\n"
        ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\n.shared .align 16 .b8 block[2048];\n"
        ".loc 1 1 1\nmov.u32 %r0, %tid.x;\nld.param.u64 %rd0, [data];\n"
        "mul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd4, %rd0, %rd1;\nadd.u64 %rd8, %rd4, %rd1;\n"
        "mov.u64 %rd3, block;\nadd.u64 %rd3, %rd3, %rd1;\n" +
        code + "ret;\n}\n";
    auto module = ptx::parse(text, "k.ptx");
    if (!module) return {module.error().text(), {}};
    const auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    if (!program) return {program.error().text(), {}};
    simt::GlobalMemory memory;
    const auto buffer = memory.allocate("data", 2048);
    const uint64_t address = memory.allocations()[*buffer].begin;
    auto device = simt::Device::create(*program, std::move(memory));
    if (!device) return {device.error().text(), {}};
    const LaunchConfig config{{blocks, 1, 1}, {threads, 1, 1}, 0};
    const simt::LaunchContext launch{program->get(), &device->memory(), 0, config, 0, 1};
    const RaceSetup setup{
        launch, (*program)->instructions(), std::make_shared<const SyncInstructions>(sync_instructions(**program)), {}};
    RaceCheck with_runs(setup);
    WithoutRuns without_runs(setup);
    simt::Observer* const observers[] = {&with_runs, &without_runs};
    simt::LaunchOptions options;
    options.workers = 1;
    const auto outcome = simt::launch(*device, 0, config, std::as_bytes(std::span(&address, 1)), observers, options);
    if (!outcome) return {outcome.error().text(), {}};
    const std::vector<simt::Finding> found = with_runs.findings().take();
    Verdicts verdicts{text_of(with_runs.findings().count(), found),
                      text_of(without_runs.findings().count(), without_runs.findings().take()),
                      {}};
    for (const simt::Finding& finding : found)
        if (finding.kind == simt::FindingKind::race_shared) verdicts.race_in_shared = finding.message.english();
    return verdicts;
}

TEST(RaceRuns, EqualVerdictsOfSingleLanes) {
    const std::string own = "st.global.u32 [%rd4], %r0;\nld.global.u32 %r1, [%rd4];\nst.global.u32 [%rd4], %r1;\n";
    const std::string low = "setp.lt.u32 %p1, %r0, 20;\n";
    const std::string odd = "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 1;\n";
    const struct {
        const char* what;
        std::string code;
        uint32_t blocks, threads;
        bool races;
    } cases[] = {
        {"own words", own, 1, 64, false},
        {"own words of an incomplete warp", own, 1, 45, false},
        {"words of all blocks", own, 2, 64, true},
        {"the neighbor's word", "st.global.u32 [%rd4], %r0;\nld.global.u32 %r1, [%rd4+4];\n", 1, 64, true},
        {"the neighbor's word after a barrier",
         "st.shared.u32 [%rd3], %r0;\nbar.sync 0;\nld.shared.u32 %r1, [%rd3+4];\nbar.sync 0;\n"
         "st.shared.u32 [%rd3], %r1;\n",
         1, 64, false},
        {"the neighbor's word without a barrier",
         "st.shared.u32 [%rd3], %r0;\nbar.sync 0;\nld.shared.u32 %r1, [%rd3+4];\nst.shared.u32 [%rd3], %r1;\n", 1, 64,
         true},
        {"some lanes store", low + "@%p1 st.global.u32 [%rd4], %r0;\nld.global.u32 %r1, [%rd4];\n", 1, 64, false},
        {"some lanes store to the neighbor", low + own + "@%p1 st.global.u32 [%rd4+4], %r0;\n", 1, 32, true},
        {"every second lane stores", odd + "@%p1 st.global.u32 [%rd4], %r0;\nst.global.u32 [%rd4], %r0;\n", 1, 64,
         false},
        {"lanes diverge",
         low + "@%p1 bra LOW;\nld.global.u32 %r1, [%rd4];\nbra END;\nLOW:\nst.global.u32 [%rd4], %r0;\nEND:\n" + own, 1,
         64, false},
        {"lanes diverge to one word",
         low + "@%p1 bra LOW;\nld.global.u32 %r1, [%rd4+-64];\nbra END;\nLOW:\nst.global.u32 [%rd4], %r0;\nEND:\n", 1,
         64, true},
        {"wide and narrow accesses of one thread",
         "st.global.u32 [%rd8], %r0;\nst.global.u64 [%rd8], %rd1;\nld.global.u32 %r1, [%rd8+4];\n", 1, 64, false},
        {"wide and narrow accesses of two threads", "st.global.u32 [%rd4], %r0;\nst.global.u64 [%rd8], %rd1;\n", 1, 64,
         true},
        {"accesses that begin within a granule", "st.global.u8 [%rd4+1], %r0;\nld.global.u32 %r1, [%rd4];\n", 1, 64,
         false},
        {"a warp that meets", "st.global.u32 [%rd4], %r0;\nbar.warp.sync -1;\nld.global.u32 %r1, [%rd4+4];\n", 1, 32,
         false},
        {"two warps that do not meet", "st.global.u32 [%rd4], %r0;\nbar.warp.sync -1;\nld.global.u32 %r1, [%rd4+4];\n",
         1, 64, true},
        {"a plain store after everyone's atomic", "red.global.add.u32 [%rd0], 1;\nst.global.u32 [%rd4], %r0;\n", 1, 64,
         true},
        {"a store after reads of two warps",
         "and.b32 %r2, %r0, 31;\nmul.wide.u32 %rd5, %r2, 4;\nadd.u64 %rd5, %rd0, %rd5;\nld.global.u32 %r1, [%rd5];\n"
         "st.global.u32 [%rd4], %r0;\n",
         1, 64, true},
    };
    for (const auto& [what, code, blocks, threads, races] : cases) {
        const Verdicts verdicts = check(code, blocks, threads);
        EXPECT_EQ(verdicts.with_runs, verdicts.without_runs) << what;
        EXPECT_EQ(verdicts.with_runs != "0", races) << what << ": " << verdicts.with_runs;
    }
}

TEST(RaceRuns, AdviceForOneLineCanBeFollowed) {
    const std::string line = "ld.shared.u32 %r1, [%rd3+4];\nst.shared.u32 [%rd3], %r0;\n";
    const std::string once = "read into a variable, then __syncthreads(), then write";
    const std::string alone = check(line, 1, 64).race_in_shared;
    EXPECT_TRUE(alone.ends_with("nothing orders the two: " + once)) << alone;
    const std::string loop =
        "mov.u32 %r2, 0;\nLOOP:\n" + line + "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 3;\n@%p1 bra LOOP;\n";
    for (const std::string& repeated : {loop, line + line}) { // the second text is the unrolled loop
        const std::string message = check(repeated, 1, 64).race_in_shared;
        EXPECT_NE(message.find("put __syncthreads() at the end of its body"), std::string::npos) << message;
        EXPECT_TRUE(message.ends_with(once)) << message;
    }
}

} // namespace
} // namespace warpscope::metrics
