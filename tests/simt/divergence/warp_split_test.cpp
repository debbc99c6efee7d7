// Lanes of one warp, and blocks of one launch, that wait for each other. The expected results of barriers without
// .aligned were observed on an H100. For compiled kernels, see spin_wait_test.cpp.
#include "simt/divergence/split_kernel.hpp"

#include <chrono>
#include <cstdlib>

#include "base/devices/device_model.hpp"

namespace warpscope::simt {
namespace {

/// Returns the output, which must be the same for every order of warps.
std::vector<uint32_t> stable_output(const std::string& ptx, uint32_t threads) {
    SplitRun first;
    for (const uint64_t seed : {0u, 1u, 2u}) {
        LaunchOptions options;
        options.seed = seed;
        SplitRun result = run_kernel(ptx, 1, threads, options);
        EXPECT_EQ(result.outcome.finding_count, 0u) << texts_of(result.outcome).front();
        if (seed == 0)
            first = std::move(result);
        else
            EXPECT_EQ(result.out, first.out) << "seed " << seed;
    }
    return first.out;
}

std::vector<uint32_t> by_thread(uint32_t threads, uint32_t (*value)(uint32_t)) {
    std::vector<uint32_t> values(threads);
    for (uint32_t t = 0; t < threads; ++t) values[t] = value(t);
    return values;
}

const std::string shared_numbers = ".shared .align 4 .b8 numbers[512];\n.shared .align 4 .u32 flag;\n";

/// Lanes leave the loop one by one and reconverge at the sync, in the middle of a basic block. The stores before and
/// after the sync use the same address register. In the second round, all but one lane are out of bounds.
TEST(WarpSplits, SyncChecksEveryLanesAddress) {
    const SplitRun result = run_kernel(
        splits_kernel("add.u64 %a1, %out, 124;\nmov.u32 %r1, 0;\nsub.u32 %r2, 31, %t;\nmul.lo.u32 %r2, %r2, 1048576;\n"
                      "ROUND: mul.wide.u32 %a2, %r2, %r1;\nadd.u64 %a2, %out, %a2;\n"
                      "L: atom.global.cas.b32 %r3, [%a1], 0, 1;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra L;\n"
                      "st.volatile.global.u32 [%a1], 0;\nbra N;\n"
                      "N: st.global.u32 [%a2], %t;\nbar.warp.sync 0xffffffff;\nst.global.u32 [%a2+16], %t;\n"
                      "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 2;\n@%p2 bra ROUND;"),
        1, 32);
    uint64_t found = 0;
    for (const Finding& trap : result.outcome.findings) found += trap.kind == FindingKind::out_of_bounds ? 1 : 0;
    EXPECT_EQ(found, 2u); // one per store, in the second round
    EXPECT_EQ(result.outcome.finding_count, 62u);
}

/// A split that has left its loop waits in a shuffle for a split that is busy. The rest of the warp must not continue.
TEST(WarpSplits, WarpWaitsForSplitInShuffle) {
    const std::string busy =
        "mov.u32 %r2, 0;\nBUSY: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p3, %r2, 30000;\n@%p3 bra BUSY;\n";
    const auto out = stable_output(
        splits_kernel("setp.ge.u32 %p0, %l, 16;\n@%p0 bra J;\nsetp.ge.u32 %p1, %l, 8;\n@%p1 bra B;\n"
                      "A: ld.volatile.shared.u32 %r1, [flag];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra A;\n"
                      "shfl.sync.idx.b32 %r3, %l, 0, 0x1f, 0xffff;\nbra I;\nB: st.volatile.shared.u32 [flag], 1;\n" +
                          busy +
                          "shfl.sync.idx.b32 %r3, %l, 0, 0x1f, 0xffff;\nI: mov.u32 %r4, 0;\nJ: activemask.b32 %r0;",
                      shared_numbers),
        32);
    EXPECT_EQ(out, std::vector<uint32_t>(32, ~0u));
}

/// Both splits shuffle in loops that wait for the rest of the warp, which is past the branch.
TEST(WarpSplits, SpinningGroupsDoNotBlock) {
    const std::string round = "shfl.sync.idx.b32 %r3, %l, 0, 0x1f, 0xffff;\nld.volatile.shared.u32 %r1, [flag];\n"
                              "add.u32 %r4, %r4, 1;\nsetp.eq.u32 %p2, %r1, 0;\n";
    EXPECT_EQ(
        stable_output(splits_kernel("mov.u32 %r4, 0;\nsetp.ge.u32 %p0, %l, 16;\n@%p0 bra J;\nsetp.lt.u32 %p1, %l, 8;\n"
                                    "@%p1 bra A;\nB: " +
                                        round + "@%p2 bra B;\nbra J;\nA: " + round +
                                        "@%p2 bra A;\nJ: st.volatile.shared.u32 [flag], 1;\nmov.u32 %r0, 7;",
                                    shared_numbers),
                      32),
        std::vector<uint32_t>(32, 7));
}

/// Returns code in which each half of a warp takes its own side of a branch.
std::string on_both_sides(const std::string& first, const std::string& second) {
    return "setp.lt.u32 %p1, %l, 16;\nmad.lo.u32 %r7, %t, 4, 0;\nmov.u32 %r6, numbers;\nadd.u32 %r7, %r6, %r7;\n"
           "xor.b32 %r8, %t, 16;\nmad.lo.u32 %r8, %r8, 4, %r6;\n@%p1 bra A;\n" +
           second + "\nbra J;\nA: " + first + "\nJ: add.u32 %r0, %r0, 0;";
}

TEST(ThreadBarrier, WaitsForTheWholeWarp) {
    const auto side = [](const std::string& number) {
        return "st.shared.u32 [%r7], " + number + ";\nbarrier.sync 0;\nld.shared.u32 %r0, [%r8];";
    };
    EXPECT_EQ(stable_output(splits_kernel(on_both_sides(side("1"), side("2")), shared_numbers), 96),
              by_thread(96, [](uint32_t t) { return t % 32 < 16 ? 2u : 1u; }));
}

TEST(ThreadBarrier, CountsVotesOfAllLanes) {
    const auto side = [](const std::string& limit) {
        return "setp.lt.u32 %p2, %l, " + limit + ";\nbarrier.red.popc.u32 %r0, 0, %p2;";
    };
    EXPECT_EQ(stable_output(splits_kernel(on_both_sides(side("5"), side("18")), shared_numbers), 64),
              std::vector<uint32_t>(64, 14));
}

TEST(ThreadBarrier, DoesNotWaitForEndedThreads) {
    const auto out = stable_output(splits_kernel(on_both_sides("barrier.sync 0;\nmov.u32 %r0, 3;",
                                                               "mov.u32 %r0, 4;\nst.global.u32 [%o], %r0;\nexit;"),
                                                 shared_numbers),
                                   64);
    EXPECT_EQ(out, by_thread(64, [](uint32_t t) { return t % 32 < 16 ? 3u : 4u; }));
}

TEST(ThreadBarrier, EndingSplitCompletesTheBarrier) {
    EXPECT_EQ(
        stable_output(
            splits_kernel(on_both_sides("barrier.sync 0;\nmov.u32 %r0, 3;", "mov.u32 %r0, 4;"), shared_numbers), 64),
        by_thread(64, [](uint32_t t) { return t % 32 < 16 ? 3u : 4u; }));
    EXPECT_EQ(stable_output(splits_kernel(on_both_sides("barrier.arrive 1, 64;\nmov.u32 %r0, 3;",
                                                        "barrier.arrive 1, 64;\nbarrier.sync 0;\nmov.u32 %r0, 4;"),
                                          shared_numbers),
                            32),
              by_thread(32, [](uint32_t t) { return t < 16 ? 3u : 4u; }));
}

/// An H100 reports an illegal instruction here.
TEST(ThreadBarrier, DifferentBarriersAreDivergent) {
    const SplitRun result =
        run_kernel(splits_kernel(on_both_sides("barrier.sync 0;", "barrier.sync 1;"), shared_numbers), 1, 32);
    EXPECT_EQ(kinds_of(result), (std::vector<std::string>{"barrier_divergence"}));
}

/// Warps 0 and 1 vote, then release warps 2 and 3. These use the same barrier before warps 0 and 1 get a turn.
TEST(Barrier, VoteResultBelongsToItsPhase) {
    const auto out = stable_output(
        splits_kernel("setp.lt.u32 %p1, %t, 64;\n@%p1 bra A;\n"
                      "W: ld.volatile.shared.u32 %r1, [flag];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra W;\n"
                      "setp.lt.u32 %p2, %t, 0;\nbar.red.popc.u32 %r0, 1, 64, %p2;\nadd.u32 %r0, %r0, 1;\nbra J;\n"
                      "A: setp.lt.u32 %p2, %t, 1000;\nbar.red.popc.u32 %r0, 1, 64, %p2;\n"
                      "st.volatile.shared.u32 [flag], 1;\nJ: mov.u32 %r2, 0;",
                      shared_numbers),
        128);
    EXPECT_EQ(out, by_thread(128, [](uint32_t t) { return t < 64 ? 64u : 1u; }));
}

TEST(Barrier, LanesReconvergeAfterIt) {
    const std::string head = "setp.ge.u32 %p1, %l, 16;\nsetp.lt.u32 %p2, %l, 8;\n@%p1 bra J;\n";
    for (const std::string barrier :
         {"@%p2 barrier.cluster.arrive;", "barrier.cluster.arrive;", "@%p2 bar.warp.sync 0xff;"}) {
        const SplitRun result =
            run_kernel(splits_kernel(head + barrier + "\nJ: bar.sync 0;\nactivemask.b32 %r0;"), 1, 32);
        EXPECT_TRUE(result.outcome.findings.empty()) << barrier << texts_of(result.outcome).front();
        EXPECT_EQ(result.out, std::vector<uint32_t>(32, ~0u)) << barrier;
    }
    // All lanes reconverge after a vote in which each half took part separately.
    EXPECT_EQ(stable_output(splits_kernel("setp.lt.u32 %p1, %l, 16;\n@%p1 bra A;\nmov.u32 %r1, 1;\n"
                                          "barrier.red.popc.u32 %r2, 0, %p1;\nbra J;\nA: mov.u32 %r1, 2;\n"
                                          "barrier.red.popc.u32 %r2, 0, %p1;\nJ: activemask.b32 %r0;"),
                            32),
              std::vector<uint32_t>(32, ~0u));
}

/// The seed decides which warp waits at the barrier; that warp reconverges too. All findings say that half a warp
/// arrived without the other half.
TEST(Barrier, WaitingWarpsReconvergeAfterIt) {
    for (const uint64_t seed : {0u, 1u, 2u, 3u}) {
        LaunchOptions options;
        options.seed = seed;
        const SplitRun result = run_kernel(splits_kernel("setp.ge.u32 %p1, %l, 16;\n@%p1 bra J;\nbar.sync 0;\n"
                                                         "J: bar.sync 0;\nactivemask.b32 %r0;"),
                                           1, 96, options);
        EXPECT_EQ(result.outcome.finding_count, 3u) << seed;
        EXPECT_EQ(result.out, std::vector<uint32_t>(96, ~0u)) << seed;
    }
    const std::string both = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
    EXPECT_EQ(stable_output(splits_kernel("setp.ge.u32 %p1, %l, 16;\n@%p1 bra A;\n" + both + "bra J;\nA: " + both +
                                          "J: activemask.b32 %r0;"),
                            96),
              std::vector<uint32_t>(96, ~0u));
}

/// A barrier does not wait for threads that return later. Either side of the branch may run first. An H100 does the
/// same (docs/MEASUREMENTS.md).
TEST(Barrier, IgnoresThreadsThatReturnLater) {
    const std::string early = "add.u32 %r0, %r0, 1;\nst.global.u32 [%o], %r0;\n";
    const std::string rest = "bar.sync 0;\nmov.u32 %r0, 2;\nst.global.u32 [%o], %r0;\nexit;\n";
    for (const uint32_t threads : {32u, 33u, 96u}) {
        std::vector<uint32_t> expected(threads, 2);
        expected[1] = 1;
        EXPECT_EQ(
            stable_output(splits_kernel("setp.eq.u32 %p1, %t, 1;\n@%p1 bra E;\n" + rest + "E: " + early + "exit;"),
                          threads),
            expected);
        EXPECT_EQ(stable_output(splits_kernel("setp.ne.u32 %p1, %t, 1;\n@%p1 bra R;\n" + early + "exit;\nR: " + rest),
                                threads),
                  expected);
    }
    // Lanes that left the loop wait after it, while other lanes still reach the barrier in the loop.
    const SplitRun result =
        run_kernel(splits_kernel("mov.u32 %r1, 0;\nL: setp.ge.u32 %p1, %r1, %t;\n@%p1 bra E;\nbar.sync 0;\n"
                                 "add.u32 %r1, %r1, 1;\nbra L;\nE: add.u32 %r0, %r1, 7;"),
                   1, 4);
    EXPECT_EQ(texts_of(result.outcome),
              (std::vector<std::string>{"barrier_divergence: only 3 of the warp's 4 threads reached this barrier"}));
    EXPECT_EQ(result.out, by_thread(4, [](uint32_t t) { return t + 7; }));
}

TEST(Calls, LanesReconvergeAfterACall) {
    EXPECT_EQ(stable_output(splits_kernel("setp.lt.u32 %p1, %l, 16;\n@%p1 bra J;\ncall (%r1), f, (%t);\n"
                                          "J: activemask.b32 %r0;",
                                          ".func (.reg .u32 %d) f(.reg .u32 %x)\n{\nadd.u32 %d, %x, 1;\nret;\n}\n"),
                            32),
              std::vector<uint32_t>(32, ~0u));
}

TEST(Barrier, CountsWithoutActiveLanes) {
    const SplitRun result = run_kernel(
        splits_kernel("setp.ge.u32 %p1, %t, 100;\nadd.u32 %r0, %r0, 1;\n@%p1 bar.sync 0;\nadd.u32 %r0, %r0, 1;"), 1,
        32);
    EXPECT_EQ(result.outcome.warp_instructions, 12u);
    EXPECT_EQ(result.outcome.predicated_off, 32u);
}

/// Two blocks run, each on its own worker. The first waits forever. When the emulator gives up that wait, the first
/// block stores the flag that the second waits for.
TEST(Deadlock, BlocksAreReleasedOneByOne) {
    const std::string kernel = splits_kernel(
        "setp.ne.u32 %p0, %b, 0;\n@%p0 bra SECOND;\nsetp.ge.u32 %p1, %t, 32;\n@%p1 bra REST;\n"
        "setp.ne.u32 %p2, %t, 0;\n@%p2 bra M;\nW: ld.volatile.global.u32 %r1, [%out+20];\nsetp.eq.u32 %p3, %r1, 0;\n"
        "@%p3 bra W;\nM: bar.sync 0;\nexit;\nREST: bar.sync 0;\nst.volatile.global.u32 [%out], 1;\nexit;\n"
        "SECOND: setp.ne.u32 %p4, %t, 0;\n@%p4 exit;\nV: ld.volatile.global.u32 %r2, [%out];\n"
        "setp.eq.u32 %p5, %r2, 0;\n@%p5 bra V;\nmov.u32 %r0, 1;");
    for (int attempt = 0; attempt < 20; ++attempt) {
        LaunchOptions options;
        options.workers = 2;
        const SplitRun result = run_kernel(kernel, 2, 64, options);
        ASSERT_EQ(texts_of(result.outcome),
                  (std::vector<std::string>{"deadlock: the warp waits in an endless loop that polls 'out' "
                                            "at offset 20, which holds 0. No running thread can end the wait"}));
    }
}

/// One block counts while it waits, so it looks busy. The other block only waits.
TEST(Deadlock, BusyBlockDoesNotHideIt) {
    LaunchOptions options;
    options.workers = 2;
    options.budget_per_warp = 1 << 18;
    const auto begin = std::chrono::steady_clock::now();
    const SplitRun result = run_kernel(
        splits_kernel("setp.ne.u32 %p0, %b, 0;\n@%p0 bra SECOND;\n"
                      "W: add.u32 %r0, %r0, 1;\nld.volatile.global.u32 %r1, [%out+4];\nsetp.eq.u32 %p1, %r1, 0;\n"
                      "@%p1 bra W;\nst.volatile.global.u32 [%out+8], 1;\nexit;\n"
                      "SECOND: ld.volatile.global.u32 %r2, [%out+8];\nsetp.eq.u32 %p2, %r2, 0;\n@%p2 bra SECOND;"),
        2, 4, options);
    EXPECT_EQ(result.outcome.findings.size(), 2u);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

/// Returns a kernel that polls with `poll` for 10^12 clock ticks, then runs `late`.
std::string timed_wait_kernel(const std::string& poll, const std::string& late) {
    return splits_kernel("mov.u64 %a0, %clock64;\nW: " + poll +
                             "\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra D;\nmov.u64 %a1, %clock64;\n"
                             "sub.u64 %a1, %a1, %a0;\nsetp.gt.u64 %p1, %a1, 1000000000000;\n@!%p1 bra W;\n" +
                             late + "\nD:",
                         shared_numbers + ".global .align 4 .u32 nobody;\n");
}

const char* const polls[] = {"ld.volatile.shared.u32 %r1, [flag];", "ld.volatile.global.u32 %r1, [nobody];"};

/// Time passes if all threads wait and some wait for the clock: in a block, between blocks, and with several workers.
TEST(Deadlock, TimeLimitEndsAWait) {
    for (const char* const poll : polls)
        for (const uint32_t workers : {1u, 2u}) {
            LaunchOptions options;
            options.workers = workers;
            // Only one block stores: stores of several blocks to one place would be a race for the thread sanitizer.
            const std::string late = "mov.u32 %r0, 7;\nsetp.ne.u32 %p2, %b, 2;\n@%p2 exit;";
            const SplitRun result = run_kernel(timed_wait_kernel(poll, late), 3, 33, options);
            EXPECT_TRUE(result.outcome.findings.empty()) << texts_of(result.outcome).front();
            EXPECT_EQ(result.out, std::vector<uint32_t>(33, 7));
            EXPECT_LT(result.outcome.warp_instructions, 300'000u);
        }
}

/// The kernel reads the clock, but no wait ends by time.
TEST(Deadlock, UnusedClockDoesNotHideIt) {
    for (const char* const poll : polls)
        for (const uint32_t workers : {1u, 2u}) {
            LaunchOptions options;
            options.workers = workers;
            const SplitRun result = run_kernel(timed_wait_kernel(poll, "bra W;"), 20, 64, options);
            const std::string place = poll == polls[0] ? "shared memory" : "'nobody'";
            ASSERT_EQ(texts_of(result.outcome),
                      std::vector<std::string>{"deadlock: the warp waits in an endless loop that polls " + place +
                                               " at offset 0, which holds 0. No running thread can end the wait"});
            EXPECT_EQ(result.outcome.finding_count, 40u);
            EXPECT_LT(result.outcome.warp_instructions, 3'000'000u);
        }
}

/// An H100 holds all 700 blocks at once, a T4 only 640.
TEST(Deadlock, MessageNamesTheChosenDevice) {
    const std::string kernel = splits_kernel(
        "setp.ne.u32 %p0, %t, 0;\n@%p0 exit;\nmul.wide.u32 %a1, %b, 4;\nmov.u64 %a0, flags;\nadd.u64 %a1, %a0, %a1;\n"
        "setp.eq.u32 %p1, %b, 699;\n@%p1 bra SET;\nW: ld.volatile.global.u32 %r1, [%a1+4];\n"
        "setp.eq.u32 %p2, %r1, 0;\n@%p2 bra W;\nSET: st.volatile.global.u32 [%a1], 1;",
        ".global .align 4 .b8 flags[2800];\n");
    EXPECT_TRUE(run_kernel(kernel, 700, 64).outcome.findings.empty());
    ASSERT_TRUE(choose_device_model("T4"));
    const SplitRun result = run_kernel(kernel, 700, 64);
    unsetenv(device_model_variable); // later tests run in the same process
    ASSERT_EQ(result.outcome.findings.size(), 1u);
    EXPECT_NE(
        result.outcome.findings[0].message.english().find("None of the 640 blocks that a GPU (T4) runs at a time"),
        std::string::npos)
        << result.outcome.findings[0].message;
}

/// Each block takes half of the memory for blocks. The other blocks wait for the third block, which cannot begin.
TEST(Deadlock, MessageMentionsUnstartedBlocks) {
    const SplitRun result = run_kernel(
        splits_kernel(".local .b8 much[250000];\nsetp.ne.u32 %p0, %t, 0;\n@%p0 exit;\nsetp.eq.u32 %p1, %b, 2;\n"
                      "@%p1 bra SETS;\nmov.u64 %a0, much;\nst.local.u32 [%a0], 1;\n"
                      "W: ld.volatile.global.u32 %r1, [%out+4];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra W;\nexit;\n"
                      "SETS: st.volatile.global.u32 [%out+4], 1;"),
        3, 1024);
    ASSERT_EQ(result.outcome.findings.size(), 1u);
    EXPECT_EQ(result.outcome.findings[0].message,
              "the warp waits in an endless loop that polls 'out' at offset 4, which holds 0. None of the 2 "
              "blocks that can run at a time can end the wait, and no other block begins before one of them ends");
    EXPECT_EQ(result.outcome.finding_count, 1u);
}

} // namespace
} // namespace warpscope::simt
