// Loops in which threads wait and also count, store or print.
#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

#include "simt/divergence/split_kernel.hpp"

namespace warpscope::simt {
namespace {

const std::string variables =
    ".global .align 4 .u32 nobody;\n.global .align 4 .u32 flag;\n.global .align 4 .u32 beats[8];\n"
    ".global .align 4 .u32 ring[64];\n.global .align 1 .b8 text[4] = {104, 105, 10, 0};\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n";
const std::string head = ".local .align 4 .b8 own[4];\nmov.u32 %r1, 0;\nmov.u32 %r2, 0;\nmov.u64 %a3, beats;\n"
                         "mad.wide.u32 %a3, %b, 4, %a3;\nmov.u64 %a4, ring;\nmov.u64 %a5, text;\n"
                         "mov.u32 %r5, 0;\nst.local.u32 [own], %r5;\nmov.u64 %a7, %clock64;\n";
const std::string poll = "ld.volatile.global.u32 %r1, [nobody];\n";
const std::string loop_end = "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;\nD:\n";

std::string kernel(const std::string& body) { return splits_kernel(head + body, variables); }

LaunchOptions options_with(uint32_t workers, uint64_t seed) {
    LaunchOptions options;
    options.workers = workers;
    options.seed = seed;
    options.budget_per_warp = 1 << 22;
    return options;
}

const std::string print = "{\n.param .b64 f;\n.param .b64 v;\n.param .b32 n;\nst.param.b64 [f], %a5;\n"
                          "st.param.b64 [v], 0;\ncall.uni (n), vprintf, (f, v);\n}\n";

/// Additional work in a waiting loop. It does not decide when the loop ends.
const std::pair<const char*, std::string> additional_work[] = {
    {"counts", "add.u32 %r0, %r0, 1;\n" + poll},
    {"counts under a predicate", poll + "setp.eq.u32 %p2, %r1, 0;\n@%p2 add.u32 %r0, %r0, 1;\n"},
    {"draws random numbers", "mad.lo.u32 %r0, %r0, 1664525, 1013904223;\nnanosleep.u32 %r0;\n" + poll},
    {"mixes polled values", poll + "add.u32 %r2, %r1, 7;\nmad.lo.u32 %r0, %r0, 31, %r2;\n"},
    {"counts on the stack", "ld.local.u32 %r2, [own];\nadd.u32 %r2, %r2, 1;\nst.local.u32 [own], %r2;\n" + poll},
    {"stores a heartbeat", "add.u32 %r0, %r0, 1;\nst.volatile.global.u32 [%a3], %r0;\n" + poll},
    {"counts in memory", "red.global.add.u32 [%a3], 1;\n" + poll},
    {"polls a ring", "add.u32 %r2, %r2, 1;\nand.b32 %r2, %r2, 63;\nmad.wide.u32 %a6, %r2, 4, %a4;\n"
                     "ld.volatile.global.u32 %r1, [%a6];\n"},
    {"prints once", "add.u32 %r0, %r0, 1;\nsetp.ne.u32 %p2, %r0, 1000;\n@%p2 bra N;\n" + print + "N:\n" + poll},
    {"sleeps by the clock", "mov.u64 %a7, %clock64;\nS: mov.u64 %a6, %clock64;\nsub.u64 %a6, %a6, %a7;\n"
                            "setp.lt.u64 %p2, %a6, 100;\n@%p2 bra S;\n" +
                                poll},
    {"counts time", "mov.u64 %a6, %clock64;\nadd.u64 %a8, %a8, %a6;\n" + poll},
};

bool repeats_state(std::string_view what) { return what == "polls a ring" || what == "sleeps by the clock"; }

TEST(SpinLoop, RepeatedStateIsADeadlock) {
    std::vector<std::pair<const char*, std::string>> loops{{"only polls", poll}};
    std::ranges::copy_if(additional_work, std::back_inserter(loops),
                         [](const auto& one) { return repeats_state(one.first); });
    ASSERT_EQ(loops.size(), 3u);
    for (const auto& [what, body] : loops)
        for (const auto& [workers, seed] : {std::pair{1u, 0u}, {2u, 1u}}) {
            SCOPED_TRACE(what);
            const SplitRun result = run_kernel(kernel("W:\n" + body + loop_end), 3, 33, options_with(workers, seed));
            EXPECT_EQ(kinds_of(result), std::vector<std::string>{"deadlock"});
            EXPECT_EQ(result.outcome.finding_count, 6u);
            EXPECT_LT(result.outcome.warp_instructions, 3'000'000u);
        }
}

/// The emulator must assume that a changing counter can end the loop, so only the instruction budget ends it.
TEST(SpinLoop, ChangingLoopEndsByBudget) {
    for (const auto& [what, body] : additional_work) {
        if (repeats_state(what)) continue;
        SCOPED_TRACE(what);
        LaunchOptions options = options_with(2, 1);
        options.budget_per_warp = 1 << 16;
        const SplitRun result = run_kernel(kernel("W:\n" + body + loop_end), 3, 33, options);
        EXPECT_EQ(kinds_of(result), std::vector<std::string>{"instruction_budget"});
    }
}

TEST(SpinLoop, EndsWhenTheFlagIsSet) {
    const std::string producer =
        "setp.ne.u32 %p3, %b, 2;\n@%p3 bra W;\nP: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p4, %r2, 20000;\n"
        "@%p4 bra P;\nst.volatile.global.u32 [nobody], 1;\nst.volatile.global.u32 [ring+132], 1;\n"
        "mov.u32 %r0, 7;\nbra E;\n";
    for (const auto& [what, body] : additional_work)
        for (const uint32_t workers : {1u, 2u}) {
            SCOPED_TRACE(what);
            // Only the block for which the others wait writes `out`.
            const SplitRun result = run_kernel(kernel(producer + "W:\n" + body + loop_end + "exit;\nE:\n"), 3, 33,
                                               options_with(workers, 0));
            EXPECT_TRUE(result.outcome.findings.empty()) << texts_of(result.outcome).front();
            EXPECT_EQ(result.out, std::vector<uint32_t>(33, 7));
        }
}

TEST(SpinLoop, ReachesItsOwnLimit) {
    const std::string count = "add.u32 %r0, %r0, 1;\nsetp.ge.u32 %p2, %r0, 20001;\n";
    const std::pair<const char*, std::string> limits[] = {
        {"leaves", count + "@%p2 bra D;\n" + poll},
        {"sets the polled value", poll + count + "selp.u32 %r1, 1, %r1, %p2;\n"},
        {"sets the polled value in a branch", poll + count + "@!%p2 bra N;\nmov.u32 %r1, 1;\nN:\n"},
        {"sets a flag in the taken branch", poll + count +
                                                "@%p2 bra M;\nmov.u32 %r4, 0;\nbra N;\nM: mov.u32 %r4, 1;\n"
                                                "N: or.b32 %r1, %r1, %r4;\n"},
        {"counts on the stack",
         "ld.local.u32 %r0, [own];\n" + count + "st.local.u32 [own], %r0;\n" + poll + "@%p2 bra D;\n"},
        {"counts in memory", "ld.volatile.global.u32 %r0, [%a3];\n" + count + "st.volatile.global.u32 [%a3], %r0;\n" +
                                 poll + "@%p2 bra D;\n"},
        {"counts in a predicate", poll + count + "or.pred %p5, %p2, %p2;\n@%p5 mov.u32 %r1, 1;\n"},
        {"shuffles its limit", poll + count +
                                   "selp.u32 %r4, 1, 0, %p2;\nshfl.sync.idx.b32 %r4, %r4, 0, 31, -1;\n"
                                   "or.b32 %r1, %r1, %r4;\n"},
    };
    for (const auto& [what, body] : limits)
        for (const uint64_t seed : {0u, 1u}) {
            SCOPED_TRACE(what);
            const SplitRun result = run_kernel(kernel("W:\n" + body + loop_end), 1, 32, options_with(1, seed));
            EXPECT_TRUE(result.outcome.findings.empty()) << texts_of(result.outcome).front();
            EXPECT_GE(result.out.front(), 20001u); // more if lanes share a counter in memory
        }
}

/// If nothing else can run, time passes until the thread gives up its last attempt.
TEST(SpinLoop, TimedRetriesMayGiveUp) {
    for (const uint32_t workers : {1u, 2u}) {
        const SplitRun result = run_kernel(kernel("W: ld.volatile.global.u32 %r1, [nobody];\nsetp.ne.u32 %p2, %r1, 0;\n"
                                                  "@%p2 bra D;\nmov.u64 %a6, %clock64;\nsub.u64 %a8, %a6, %a7;\n"
                                                  "setp.lt.u64 %p3, %a8, 5000;\n@%p3 bra W;\nmov.u64 %a7, %clock64;\n"
                                                  "add.u32 %r0, %r0, 1;\nsetp.ne.u32 %p4, %r0, 100;\n@%p4 bra W;\nD:\n"
                                                  "setp.ne.u32 %p5, %b, 0;\n@%p5 exit;\n"),
                                           2, 32, options_with(workers, 0));
        EXPECT_TRUE(result.outcome.findings.empty()) << texts_of(result.outcome).front();
        EXPECT_EQ(result.out, std::vector<uint32_t>(32, 100));
    }
}

/// Block 0 counts in memory while it waits for block 1, which waits for the count. With `limit`, block 0 may also give
/// up, so it does not certainly wait.
TEST(SpinLoop, PolledCounterIsProgress) {
    const std::string limit = "add.u32 %r2, %r2, 1;\nsetp.gt.u32 %p5, %r2, 1000000000;\n@%p5 bra T;\n";
    for (const std::string& attempts : {std::string(), limit})
        for (const uint32_t workers : {1u, 2u})
            for (const uint64_t seed : {0u, 1u}) {
                const SplitRun result =
                    run_kernel(kernel("setp.ne.u32 %p2, %t, 0;\n@%p2 exit;\nsetp.ne.u32 %p3, %b, 0;\n@%p3 bra V;\n"
                                      "W: add.u32 %r3, %r3, 1;\nst.volatile.global.u32 [beats], %r3;\n"
                                      "ld.volatile.global.u32 %r1, [flag];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;\n"
                                      "mov.u32 %r0, 7;\nbra E;\n"
                                      "V: " +
                                      attempts +
                                      "ld.volatile.global.u32 %r1, [beats];\nsetp.lt.u32 %p4, %r1, 20000;\n"
                                      "@%p4 bra V;\nT: st.volatile.global.u32 [flag], 1;\nexit;\nE:\n"),
                               2, 32, options_with(workers, seed));
                EXPECT_TRUE(result.outcome.findings.empty()) << texts_of(result.outcome).front();
                EXPECT_EQ(result.out.front(), 7u);
            }
}

/// Compilers put moves without a line at the top of a loop.
TEST(SpinLoop, FindingUsesAKnownLine) {
    const SplitRun result =
        run_kernel(splits_kernel("W:\n.loc 1 0 1\nmov.u32 %r2, %r0;\n.loc 1 7 1\nadd.u32 %r3, %r2, 1;\n"
                                 "ld.volatile.global.u32 %r1, [nobody];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;\n",
                                 ".file 1 \"/kernel.cu\"\n" + variables),
                   1, 32);
    ASSERT_EQ(kinds_of(result), std::vector<std::string>{"deadlock"});
    EXPECT_EQ(result.outcome.findings[0].source.line, 7u);
}

TEST(SpinLoop, BudgetMessageCountsFailedPolls) {
    LaunchOptions options = options_with(1, 0);
    options.budget_per_warp = 1 << 16;
    const SplitRun result =
        run_kernel(splits_kernel("mov.u64 %a1, bar;\ncvt.u32.u64 %r1, %a1;\nmbarrier.init.shared.b64 [%r1], 2;\n"
                                 "W: add.u32 %r0, %r0, 1;\nsetp.gt.u32 %p2, %r0, 1000000000;\n@%p2 bra D;\n"
                                 "mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 0;\n@!%p1 bra W;\nD:",
                                 ".shared .align 8 .b64 bar;\n"),
                   1, 1, options);
    ASSERT_EQ(kinds_of(result), std::vector<std::string>{"instruction_budget"});
    uint64_t executed = 0, waited = 0;
    ASSERT_EQ(std::sscanf(result.outcome.findings[0].message.english().c_str(),
                          "the warp has executed %lu instructions and waited for mbarriers, which counts as %lu more",
                          &executed, &waited),
              2);
    EXPECT_GT(executed + waited, uint64_t{1} << 16);
    EXPECT_LT(executed + waited, uint64_t{1} << 17);
}

} // namespace
} // namespace warpscope::simt
