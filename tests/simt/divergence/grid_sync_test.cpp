// Cooperative launches with the toolkit's header and the prelude's.
#include "simt/compiled.hpp"

namespace warpscope::simt {
namespace {

class GridSync : public testing::TestWithParam<CompilerConfig> {
protected:
    void SetUp() override {
        program = compiled_kernels("groups.cu", GetParam());
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    }
    std::shared_ptr<const Program> program;
};

TEST_P(GridSync, BlocksWaitForEachOther) {
    for (const auto& [blocks, threads, n] :
         {std::array{1u, 33u, 20u}, std::array{7u, 65u, 401u}, std::array{40u, 32u, 1280u}})
        for (const uint32_t workers : {1u, 3u})
            for (const uint64_t seed : {0u, 5u}) {
                constexpr int rounds = 4;
                Machine machine(program);
                machine.options.workers = workers;
                machine.options.seed = seed;
                const uint32_t out = machine.buffer("out", std::vector<int>(2 * n, -1));
                LaunchConfig config{{blocks, 1, 1}, {threads, 1, 1}, 0, true};
                for (int launch = 0; launch < 2; ++launch) { // the second launch finds the barrier in its initial state
                    const auto outcome =
                        machine.run("grid_rounds", config, machine.address(out), static_cast<int>(n), rounds);
                    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                }
                std::vector<int> expected(n);
                for (uint32_t t = 0; t < n; ++t) expected[t] = static_cast<int>(t);
                for (int round = 0; round < rounds; ++round) {
                    std::vector<int> next(n);
                    for (uint32_t t = 0; t < n; ++t) next[t] = expected[(t + threads + 1) % n] + round;
                    expected = next;
                }
                std::vector<int> got = machine.read<int>(out);
                got.resize(n); // rounds alternate between two halves; after an even number, the result is in the first
                EXPECT_EQ(got, expected) << blocks << " blocks of " << threads;
            }
}

/// Launches as many blocks as fit on the device at once: two per multiprocessor.
TEST_P(GridSync, SupportsAFullDevice) {
    constexpr uint32_t blocks = 264, threads = 32, n = blocks * threads, shared = 100 << 10;
    for (const uint32_t workers : {2u, 3u}) {
        Machine machine(program);
        machine.options.workers = workers;
        machine.options.limits.max_shared_bytes = shared;
        const uint32_t out = machine.buffer("out", std::vector<int>(2 * n, -1));
        const auto outcome = machine.run("grid_rounds", {{blocks, 1, 1}, {threads, 1, 1}, shared, true},
                                         machine.address(out), static_cast<int>(n), 2);
        EXPECT_TRUE(outcome.findings.empty()) << workers << texts_of(outcome)[0];
    }
}

TEST_P(GridSync, NeedsACooperativeLaunch) {
    Machine machine(program);
    const uint32_t out = machine.buffer("out", std::vector<int>(128, -1));
    const auto outcome = machine.run("grid_rounds", {{2, 1, 1}, {32, 1, 1}}, machine.address(out), 64, 1);
    ASSERT_FALSE(outcome.findings.empty());
    for (const Finding& trap : outcome.findings) {
        EXPECT_NE(trap.message.english().find("grid.sync()"), std::string::npos) << trap.message;
        EXPECT_NE(trap.message.english().find("cooperative = true"), std::string::npos) << trap.message;
    }
}

TEST_P(GridSync, GroupKnowsItsValidity) {
    for (const bool cooperative : {false, true}) {
        Machine machine(program);
        const uint32_t out = machine.buffer("out", std::vector<int>(32, -1));
        const auto outcome =
            machine.run("is_cooperative", {{1, 1, 1}, {32, 1, 1}, 0, cooperative}, machine.address(out));
        EXPECT_TRUE(outcome.findings.empty());
        EXPECT_EQ(machine.read<int>(out), std::vector<int>(32, cooperative ? 1 : 0));
    }
}

WARPSCOPE_FOR_EVERY_COMPILER(GridSync);

TEST(CooperativeLaunch, OversizedGridIsRejected) {
    Machine machine(module_text(".visible .entry k()\n{\nret;\n}\n"));
    LaunchConfig config{{5000, 1, 1}, {1, 1, 1}, 0, true};
    const auto refused = launch(machine.device(), 0, config, {}, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.english().find("all of its 5000 blocks"), std::string::npos)
        << refused.error().text();
    config.cooperative = false;
    EXPECT_TRUE(launch(machine.device(), 0, config, {}, {}));
}

TEST(CooperativeLaunch, LocalMemoryDoesNotLimitBlocks) {
    Machine machine(module_text(".visible .entry k()\n{\n.local .align 8 .b8 many[4096];\nret;\n}\n"));
    EXPECT_TRUE(launch(machine.device(), 0, {{264, 1, 1}, {1024, 1, 1}, 0, true}, {}, {}));
}

/// Thread 0 waits before the calls; the other threads of its warp do not.
TEST(CooperativeLaunch, WarpArrivesOnceInAFunction) {
    Machine machine(module_text(R"(
.global .align 4 .u32 gate;
.func sync() { barrier.sync 0; ret; }
.func (.param .b32 voted) vote(.param .b32 yes) {
    .reg .b32 %r<3>; .reg .pred %p;
    ld.param.u32 %r1, [yes];
    setp.ne.u32 %p, %r1, 0;
    barrier.red.popc.u32 %r2, 0, %p;
    st.param.u32 [voted], %r2;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .b64 %out, %gate, %a; .reg .b32 %t, %c, %r<9>; .reg .pred %p<4>;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    mov.u32 %c, %ctaid.x;
    mov.u64 %gate, gate;
    setp.ne.u32 %p1, %t, 0;
    @%p1 bra together;
    atom.global.add.u32 %r1, [%gate], 1;
wait:
    ld.relaxed.gpu.global.u32 %r2, [%gate];
    setp.lt.u32 %p2, %r2, 3;
    @%p2 bra wait;
together:
    call.uni sync, ();
    .param .b32 yes; .param .b32 voted;
    and.b32 %r3, %t, 1;
    st.param.u32 [yes], %r3;
    call.uni (voted), vote, (yes);
    ld.param.u32 %r4, [voted];
    call.uni sync, ();
    mad.lo.u32 %r5, %c, 64, %t;
    mul.wide.u32 %a, %r5, 4;
    add.u64 %a, %out, %a;
    st.global.u32 [%a], %r4;
    ret;
}
)"));
    machine.options.workers = 1;
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(192, 7));
    const auto outcome = machine.run("k", {{3, 1, 1}, {64, 1, 1}}, machine.address(out));
    EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    EXPECT_EQ(machine.read<uint32_t>(out), std::vector<uint32_t>(192, 32));
}

/// Observer that claims a number of bytes for every block.
class MemoryObserver final : public Observer {
public:
    explicit MemoryObserver(uint64_t bytes)
        : bytes_(bytes) {}
    [[nodiscard]] uint32_t interests() const override { return wants_blocks; }
    [[nodiscard]] uint64_t bytes_of_block(const BlockSize& size) const override {
        EXPECT_EQ(size.warps, 2u);
        return bytes_;
    }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<MemoryObserver>(bytes_); }
    void merge(Observer&) override {}

private:
    uint64_t bytes_;
};

TEST(ResidentBlocks, ObserverMemoryLimitsWaitingBlocks) {
    Machine machine(module_text(".visible .entry k()\n{\nret;\n}\n"));
    for (const uint64_t bytes : {uint64_t{0}, uint64_t{1} << 30}) {
        MemoryObserver memory_observer(bytes);
        Observer* const observers[] = {&memory_observer};
        const auto outcome = launch(machine.device(), 0, {{8, 1, 1}, {64, 1, 1}, 0, true}, {}, observers, {});
        EXPECT_EQ(outcome.has_value(), bytes == 0);
        if (outcome) continue;
        EXPECT_NE(outcome.error().message.english().find("the emulator holds 3 "), std::string::npos)
            << outcome.error().message;
    }
}

} // namespace
} // namespace warpscope::simt
