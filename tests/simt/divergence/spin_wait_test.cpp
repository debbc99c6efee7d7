// Threads that wait for each other. Expected results within one warp were measured on an H100.
#include "simt/compiled.hpp"

#include <set>

namespace warpscope::simt {
namespace {

class WaitingKernels : public testing::TestWithParam<CompilerConfig> {
protected:
    void SetUp() override {
        program = compiled_kernels("waiting.cu", GetParam());
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
    }

    /// Returns the output, which must be the same for several orders of warps and blocks and numbers of workers.
    template<class... More>
    std::vector<int> output(const std::string& kernel, uint32_t blocks, uint32_t threads, size_t numbers,
                            More... more) {
        std::vector<std::vector<int>> results;
        for (uint32_t workers = 1; workers <= max_workers; ++workers)
            for (const uint64_t seed : {0u, 1u}) {
                Machine machine(program);
                machine.options.workers = workers;
                machine.options.seed = seed;
                machine.options.budget_per_warp = 1 << 22;
                const uint32_t out = machine.buffer("out", std::vector<int>(numbers));
                const LaunchOutcome outcome =
                    machine.run(kernel, {{blocks, 1, 1}, {threads, 1, 1}, 0}, machine.address(out), more...);
                EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome).front();
                results.push_back(machine.read<int>(out));
                EXPECT_EQ(results.back(), results.front());
            }
        return results.front();
    }

    std::shared_ptr<const Program> program;
    uint32_t max_workers = 2;
};

std::vector<int> by_lane(int (*value)(int)) {
    std::vector<int> all(32);
    for (int lane = 0; lane < 32; ++lane) all[static_cast<size_t>(lane)] = value(lane);
    return all;
}
std::vector<int> first_32(std::vector<int> all) { return {all.begin(), all.begin() + 32}; }

TEST_P(WaitingKernels, ShufflesSpanBothBranchSides) {
    EXPECT_EQ(first_32(output("shuffle_on_both_sides", 1, 32, 64)),
              by_lane([](int lane) { return lane % 2 == 1 ? lane - 1 + 100 : lane + 1; }));
    EXPECT_EQ(first_32(output("vote_on_both_sides", 1, 32, 64)),
              by_lane([](int) { return static_cast<int>(0xfffffaa0u); }));
    EXPECT_EQ(output("shuffle_in_calls", 1, 32, 32), by_lane([](int lane) {
                  const int quarter = lane / 8, other = lane ^ 8;
                  const int added = quarter == 2 ? 1 : quarter == 3 ? 2 : 0;
                  return lane * (quarter + 1) + other * (other / 8 + 1) + added;
              }));
}

TEST_P(WaitingKernels, OneLaneBroadcastsToAll) {
    for (const int from : {0, 5, 31})
        EXPECT_EQ(first_32(output("give_from_one_lane", 1, 32, 33, from)), std::vector<int>(32, 7));
}

TEST_P(WaitingKernels, BranchSidesHaveOwnActiveMasks) {
    EXPECT_EQ(output("active_on_both_sides", 1, 32, 32), by_lane([](int lane) { return lane % 3 == 0 ? 11 : 121; }));
}

TEST_P(WaitingKernels, SyncwarpOrdersBothBranchSides) {
    EXPECT_EQ(first_32(output("sync_on_both_sides", 1, 32, 64)),
              by_lane([](int lane) { return lane % 2 == 1 ? (lane - 1) * 5 + 1000 : (lane + 1) * 7 + 3; }));
}

TEST_P(WaitingKernels, SidesReconvergeAfterAShuffle) {
    EXPECT_EQ(output("meet_again", 1, 32, 32),
              by_lane([](int lane) { return 1000 + (lane % 2 == 1 ? lane : (lane + 1) * 2); }));
}

TEST_P(WaitingKernels, ReturnedThreadsAreNotWaitedFor) {
    EXPECT_EQ(output("early_return", 1, 32, 20, 20),
              (std::vector<int>{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18}));
}

TEST_P(WaitingKernels, EveryLaneGetsTheLock) {
    for (const uint32_t threads : {1u, 31u, 64u}) {
        SCOPED_TRACE(threads);
        EXPECT_EQ(output("spin_for_lock", 1, threads, 2), (std::vector<int>{static_cast<int>(threads), 1}));
        EXPECT_EQ(output("spin_in_calls", 1, threads, 2),
                  (std::vector<int>{static_cast<int>(threads), static_cast<int>(threads)}));
    }
    EXPECT_EQ(output("spin_in_calls", 3, 40, 2), (std::vector<int>{120, 120}));
}

TEST_P(WaitingKernels, LaneWaitsForAnother) {
    for (const auto& [waits, sets] : {std::pair{0, 1}, {1, 0}, {31, 7}, {7, 31}})
        EXPECT_EQ(output("lane_waits_for_lane", 1, 32, 1, waits, sets), std::vector<int>{1}) << waits << sets;
}

TEST_P(WaitingKernels, BlocksWaitForLaterOnes) {
    for (const uint32_t blocks : {1u, 3u, 17u})
        EXPECT_EQ(output("wait_for_the_last_block", blocks, 33, blocks * 33), std::vector<int>(blocks * 33, 1));
}

TEST_P(WaitingKernels, BlocksWaitWithATimeLimit) {
    for (const uint32_t blocks : {1u, 4u, 17u})
        EXPECT_EQ(output("wait_a_while_for_the_last_block", blocks, 32, blocks), std::vector<int>(blocks, 1));
}

TEST_P(WaitingKernels, BlocksMeetAtTheirOwnBarrier) {
    for (const int blocks : {1, 2, 13}) {
        std::vector<int> expected;
        for (int copy = 0; copy < 2; ++copy)
            for (int block = 0; block < blocks; ++block) expected.push_back((block + 2) % blocks);
        EXPECT_EQ(output("pass_around", static_cast<uint32_t>(blocks), 40, expected.size()), expected);
    }
}

TEST_P(WaitingKernels, FiniteLoopIsNoWait) {
    EXPECT_EQ(output("count_in_calls", 1, 32, 2), (std::vector<int>{30001, 1}));
    EXPECT_EQ(output("wait_for_time_in_calls", 1, 32, 2), (std::vector<int>{0, 1}));
    EXPECT_EQ(output("give_up_after_many_tries", 1, 32, 2), (std::vector<int>{0, 20001}));
}

TEST_P(WaitingKernels, CountingWaiterCanBePolled) {
    for (const int other : {1, 32, 64}) // the other thread is in the same warp, the same block, or another block
        EXPECT_EQ(output("wait_for_a_heartbeat", 2, 64, 1, other), std::vector<int>{1}) << other;
}

TEST_P(WaitingKernels, AlternatingGroupsPassTheLock) {
    EXPECT_EQ(output("spin_and_count_on_both_sides", 1, 12, 2), (std::vector<int>{12, 0}));
}

TEST_P(WaitingKernels, SerializedLanesArriveTogether) {
    for (const int threads : {32, 64, 70}) {
        std::vector<int> expected(static_cast<size_t>(threads) + 1, threads * 100 + (threads + 2) / 3);
        expected[0] = threads;
        EXPECT_EQ(output("barrier_in_a_call_behind_a_lock", 1, static_cast<uint32_t>(threads), expected.size()),
                  expected);
    }
}

TEST_P(WaitingKernels, PollsWithFencesWait) {
#ifdef WARPSCOPE_THREAD_SANITIZER
    max_workers = 1; // the kernel's plain loads and stores race, as on a GPU
#endif
    EXPECT_EQ(output("wait_with_fences", 5, 32, 6), std::vector<int>(6, 1));
}

TEST_P(WaitingKernels, LockedPollSeesLockedChanges) {
    for (const auto& [blocks, threads] : {std::pair{1u, 64u}, {2u, 32u}, {3u, 96u}})
        EXPECT_EQ(output("look_under_a_lock", blocks, threads, blocks * threads / 32),
                  std::vector<int>(blocks * threads / 32, 1));
}

WARPSCOPE_FOR_EVERY_COMPILER(WaitingKernels);

/// In unoptimized code, one iteration of the waiting loop calls a dozen functions.
TEST(Semaphores, PassQuicklyInUnoptimizedCode) {
    for (const int optimization : {0, 3}) {
        const auto program = compiled_kernels("semaphores.cu", {compile::CompilerChoice::nvrtc, optimization, ""});
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        for (const char* const kernel : {"one_at_a_time", "four_at_a_time"}) {
            Machine machine(program);
            const uint32_t out = machine.buffer("out", std::vector<int>(1));
            const LaunchOutcome outcome = machine.run(kernel, {{2, 1, 1}, {64, 1, 1}, 0}, machine.address(out));
            EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome).front();
            EXPECT_EQ(machine.read<int>(out), std::vector<int>{128});
            EXPECT_LT(outcome.warp_instructions, 4'000'000u) << kernel;
        }
    }
}

} // namespace
} // namespace warpscope::simt
