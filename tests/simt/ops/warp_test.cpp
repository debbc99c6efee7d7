// vote, shfl, match, redux, activemask.
#include "simt/harness.hpp"

#include <numeric>

namespace warpscope::simt {
namespace {

std::vector<uint32_t> numbers(uint32_t count = 32) {
    std::vector<uint32_t> values(count);
    std::iota(values.begin(), values.end(), 0u);
    return values;
}

std::vector<uint32_t> shuffled_by(const std::string& mode, uint32_t amount, uint32_t clamp) {
    // Returns the source lane, plus 100 if it was in range.
    return run_instruction<uint32_t>("shfl.sync." + mode + ".b32 %t0|%p0, %a, " + std::to_string(amount) + ", " +
                                         std::to_string(clamp) +
                                         ", -1; selp.b32 %t1, 100, 0, %p0; add.u32 %d, %t0, %t1;",
                                     numbers());
}

TEST(Warp, ShufflesRespectSegmentsAndClamps) {
    const auto up = shuffled_by("up", 3, 0), down = shuffled_by("down", 5, 31), bfly = shuffled_by("bfly", 6, 31),
               idx = shuffled_by("idx", 37, 31);
    // Segments of eight lanes: segment mask 24 in bits 8 to 12.
    const auto up8 = shuffled_by("up", 3, 24 << 8), down8 = shuffled_by("down", 3, 24 << 8 | 31),
               idx8 = shuffled_by("idx", 5, 24 << 8 | 31);
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(up[l], l >= 3 ? l - 3 + 100 : l);
        EXPECT_EQ(down[l], l + 5 <= 31 ? l + 5 + 100 : l);
        EXPECT_EQ(bfly[l], (l ^ 6) + 100);
        EXPECT_EQ(idx[l], 105u);
        EXPECT_EQ(up8[l], l % 8 >= 3 ? l - 3 + 100 : l);
        EXPECT_EQ(down8[l], l % 8 + 3 < 8 ? l + 3 + 100 : l);
        EXPECT_EQ(idx8[l], l / 8 * 8 + 5 + 100);
    }
    // The clamp is below the end of the segment.
    const auto clamped = shuffled_by("down", 4, 15);
    for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(clamped[l], l + 4 <= 15 ? l + 104 : l);
}

TEST(Warp, ShufflesMatchForEveryAmount) {
    for (uint32_t amount = 0; amount < 32; ++amount) {
        const auto up = shuffled_by("up", amount, 0), down = shuffled_by("down", amount, 31),
                   bfly = shuffled_by("bfly", amount, 31), idx = shuffled_by("idx", amount, 31);
        for (uint32_t l = 0; l < 32; ++l) {
            EXPECT_EQ(up[l], l >= amount ? l - amount + 100 : l);
            EXPECT_EQ(down[l], l + amount < 32 ? l + amount + 100 : l);
            EXPECT_EQ(bfly[l], (l ^ amount) + 100);
            EXPECT_EQ(idx[l], amount + 100);
        }
    }
}

TEST(Warp, LanesMayShuffleByDifferentAmounts) {
    const auto idx =
        run_instruction<uint32_t>("sub.u32 %t1, 31, %a; shfl.sync.idx.b32 %d|%p0, %a, %t1, 31, -1;", numbers());
    for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(idx[l], 31 - l);
}

TEST(Warp, ShufflesSumAllLanes) {
    const auto sums =
        run_instruction<uint32_t>("mov.u32 %d, %a; shfl.sync.bfly.b32 %t0, %d, 16, 31, -1; add.u32 %d, %d, %t0;"
                                  " shfl.sync.bfly.b32 %t0, %d, 8, 31, -1; add.u32 %d, %d, %t0; shfl.sync.bfly.b32 "
                                  "%t0, %d, 4, 31, -1; add.u32 %d, %d, %t0;"
                                  " shfl.sync.bfly.b32 %t0, %d, 2, 31, -1; add.u32 %d, %d, %t0; shfl.sync.bfly.b32 "
                                  "%t0, %d, 1, 31, -1; add.u32 %d, %d, %t0;",
                                  numbers());
    EXPECT_EQ(sums, std::vector<uint32_t>(32, 496));
}

TEST(Warp, VotesMatch) {
    const std::string odd = "and.b32 %t0, %a, 1; setp.eq.u32 %p0, %t0, 1; ";
    EXPECT_EQ(run_instruction<uint32_t>(odd + "vote.sync.ballot.b32 %d, %p0, -1;", numbers()),
              std::vector<uint32_t>(32, 0xaaaaaaaa));
    EXPECT_EQ(run_instruction<uint32_t>(odd + "vote.sync.ballot.b32 %d, !%p0, -1;", numbers()),
              std::vector<uint32_t>(32, 0x55555555));
    EXPECT_EQ(
        run_instruction<uint32_t>(
            odd + "vote.sync.any.pred %p1, %p0, -1; vote.sync.all.pred %p2, %p0, -1; vote.sync.uni.pred %p3, %p0, -1;"
                  " selp.b32 %t0, 1, 0, %p1; selp.b32 %t1, 2, 0, %p2; selp.b32 %t2, 4, 0, %p3; or.b32 %d, %t0, %t1; "
                  "or.b32 %d, %d, %t2;",
            numbers()),
        std::vector<uint32_t>(32, 1));
    // The last warp is incomplete, so only its threads vote.
    const auto last = run_instruction<uint32_t>("setp.ge.u32 %p0, %a, 0; vote.ballot.b32 %d, %p0;", numbers(37));
    EXPECT_EQ(last[36], 31u);
}

TEST(Warp, MatchesAndReductionsWork) {
    const auto any = run_instruction<uint32_t>("shr.u32 %t0, %a, 3; match.any.sync.b32 %d, %t0, -1;", numbers());
    for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(any[l], 0xffu << l / 8 * 8);
    EXPECT_EQ(run_instruction<uint32_t>("match.all.sync.b32 %t0|%p0, 5, -1; selp.b32 %d, %t0, 0, %p0;", numbers()),
              std::vector<uint32_t>(32, ~0u));
    EXPECT_EQ(run_instruction<uint32_t>("match.all.sync.b32 %t0|%p0, %a, -1; selp.b32 %d, 1, %t0, %p0;", numbers()),
              std::vector<uint32_t>(32, 0u));
    EXPECT_EQ(run_instruction<uint32_t>("redux.sync.add.s32 %d, %a, -1;", numbers()), std::vector<uint32_t>(32, 496));
    EXPECT_EQ(run_instruction<uint32_t>("sub.u32 %t0, %a, 7; redux.sync.min.s32 %d, %t0, -1;", numbers()),
              std::vector<uint32_t>(32, static_cast<uint32_t>(-7)));
    EXPECT_EQ(run_instruction<uint32_t>("redux.sync.xor.b32 %d, %a, -1;", numbers(3)),
              std::vector<uint32_t>(3, 0u ^ 1u ^ 2u));
}

TEST(Warp, ActivemaskShowsTheDivergedPath) {
    const auto masks = run_instruction<uint32_t>(
        "setp.lt.u32 %p0, %a, 9; @%p0 bra A; activemask.b32 %d; bra B; A: activemask.b32 %d; B:", numbers());
    for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(masks[l], l < 9 ? 0x1ffu : ~0x1ffu);
}

/// Runs a warp in which 16 lanes skip a shuffle with a full mask and jump to `ending`.
LaunchOutcome shuffle_without_half(const std::string& ending) {
    Machine machine(module_text(
        ".entry k()\n{\n.reg .b32 %r<3>;\n.reg .pred %p;\nmov.u32 %r0, %tid.x;\nsetp.lt.u32 %p, %r0, 16;\n@%p bra A;\n"
        "shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\nA: " +
        ending + "ret;\n}\n"));
    LaunchConfig config;
    config.block = {32, 1, 1};
    return machine.run("k", config);
}

TEST(Warp, AbsentMaskLanesAreAFinding) {
    const LaunchOutcome outcome = shuffle_without_half("mov.u32 %r1, 1;\n");
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::barrier_divergence);
    EXPECT_NE(outcome.findings[0].message.english().find("0x0000ffff are on a different path"), std::string::npos)
        << outcome.findings[0].message;
}

TEST(Warp, ReturnedLanesAreNotWaitedFor) { EXPECT_TRUE(shuffle_without_half("").findings.empty()); }

TEST(Warp, TilesUseTheirOwnMasks) {
    // Two tiles of 16 lanes execute one instruction with masks 0x0000ffff and 0xffff0000.
    const std::string masks = "and.b32 %t0, %a, 16; mov.u32 %t1, 0xffff; shl.b32 %t1, %t1, %t0; ";
    const auto votes = run_instruction<uint32_t>(
        masks + "and.b32 %t2, %a, 1; setp.ne.u32 %p0, %t2, 0; vote.sync.ballot.b32 %d, %p0, %t1;", numbers());
    const auto any = run_instruction<uint32_t>(
        masks + "setp.eq.u32 %p0, %a, 3; vote.sync.any.pred %p1, %p0, %t1; selp.b32 %d, 1, 0, %p1;", numbers());
    const auto sums = run_instruction<uint32_t>(masks + "redux.sync.add.u32 %d, %a, %t1;", numbers());
    const auto alike =
        run_instruction<uint32_t>(masks + "and.b32 %t2, %a, 3; match.any.sync.b32 %d, %t2, %t1;", numbers());
    for (uint32_t l = 0; l < 32; ++l) {
        const uint32_t first = l & 16;
        EXPECT_EQ(votes[l], 0xaaaau << first);
        EXPECT_EQ(any[l], first == 0 ? 1u : 0u);
        EXPECT_EQ(sums[l], 120 + 16 * first);
        EXPECT_EQ(alike[l], 0x1111u << (l & 3) << first);
    }
}

TEST(Warp, ElectPicksTheFirstLane) {
    const auto leaders =
        run_instruction<uint32_t>("elect.sync %t0|%p0, -1; selp.b32 %t1, 256, 0, %p0; or.b32 %d, %t0, %t1;", numbers());
    for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(leaders[l], l == 0 ? 256u : 0u);
}

TEST(Warp, SpecialRegistersMatch) {
    const auto ids = run_instruction<uint32_t>(
        "mov.u32 %t0, %laneid; mov.u32 %t1, %warpid; shl.b32 %t1, %t1, 8; or.b32 %d, %t0, %t1;", numbers(64));
    const auto below = run_instruction<uint32_t>("mov.u32 %d, %lanemask_lt;", numbers()),
               from = run_instruction<uint32_t>("mov.u32 %d, %lanemask_ge;", numbers());
    for (uint32_t l = 0; l < 32; ++l) {
        EXPECT_EQ(ids[l], l);
        EXPECT_EQ(ids[l + 32], 0x100 + l);
        EXPECT_EQ(below[l], (1u << l) - 1);
        EXPECT_EQ(from[l], ~0u << l);
    }
    EXPECT_EQ(run_instruction<uint32_t>("{ .reg .b64 %x, %y; mov.u64 %x, %clock64; mov.u64 %y, %clock64; setp.gt.u64 "
                                        "%p0, %y, %x; selp.b32 %d, 1, 0, %p0; }",
                                        numbers(1)),
              std::vector<uint32_t>{1});
}

} // namespace
} // namespace warpscope::simt
