// Vectors with written and unwritten elements. Compilers may load several elements where the source reads one, so an
// unwritten element counts only if it is certainly used.
#include <gtest/gtest.h>

#include "metrics/small_kernel.hpp"

namespace warpscope::metrics {
namespace {

constexpr const char* missing = "uninitialised_read at 2";

/// Returns code that loads a pair into r1 and r2, then executes `use`. The element loaded into r2 was never written.
std::string pair_and(const std::string& use, const std::string& at = "[%rd3]") {
    return "st.u32 " + at + ", %r0;\n.loc 1 2 1\nld.v2.u32 {%r1, %r2}, " + at + ";\n.loc 1 3 1\n" + use;
}

TEST(UnwrittenElements, UsedElementIsAFinding) {
    for (const std::string at : {"[%rd2]", "[%rd3]", "[%rd0]"}) {
        EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\nst.global.u32 [%rd0], %r3;\n", at)), missing) << at;
        EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, 1;\nst.global.u32 [%rd0], %r3;\n", at)), "") << at;
    }
    const std::string in_shared = "xor.b32 %r3, %r1, %r2;\nst.shared.u32 [block], %r3;\n";
    EXPECT_EQ(found(pair_and(in_shared)), ""); // nothing reads it
    EXPECT_EQ(found(pair_and(in_shared + "ld.shared.u32 %r4, [block];\nst.global.u32 [%rd0], %r4;\n")), missing);
    EXPECT_EQ(found(pair_and("shr.u32 %r3, %r2, 4;\nand.b32 %r4, %r3, 7;\nadd.u32 %r5, %r4, 1;\n"
                             "st.global.u32 [%rd0], %r5;\n")),
              missing);
    EXPECT_EQ(found(pair_and("setp.eq.s32 %p1, %r2, 0;\n@%p1 bra END;\nst.global.u32 [%rd0], %r0;\nEND:\n")), missing);
    EXPECT_EQ(found(pair_and("setp.eq.s32 %p1, %r2, 0;\nselp.b32 %r3, 1, 2, %p1;\nst.global.u32 [%rd0], %r3;\n")),
              missing);
    EXPECT_EQ(found(pair_and("red.shared.add.u32 [block], %r2;\n")), missing);
    EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\nshfl.sync.bfly.b32 %r4, %r3, 1, 31, -1;\n"
                             "st.global.u32 [%rd0], %r4;\n")),
              missing);
}

TEST(UnwrittenElements, MovedElementIsNoFinding) {
    EXPECT_EQ(found(pair_and("st.v2.u32 [%rd2], {%r1, %r2};\n")), "");
    EXPECT_EQ(found(pair_and("shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;\nst.local.u32 [own], %r4;\n")), "");
    EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\nst.local.u32 [own], %r3;\n")), ""); // not read
    EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\n")), "");
}

TEST(UnwrittenElements, ConditionalUseIsNoFinding) {
    const std::string store = "st.global.u32 [%rd0], %r3;\n";
    EXPECT_EQ(found(pair_and("setp.ne.s32 %p1, %r0, %r0;\nmov.u32 %r3, 1;\n@%p1 add.u32 %r3, %r1, %r2;\n" + store)),
              "");
    EXPECT_EQ(
        found(pair_and("setp.ne.s32 %p1, %r0, %r0;\nadd.u32 %r4, %r1, %r2;\nselp.b32 %r3, %r4, %r1, %p1;\n" + store)),
        "");
    EXPECT_EQ(found(pair_and("setp.eq.s32 %p1, %r0, %r0;\nmov.u32 %r3, 1;\n@%p1 bra ON;\nadd.u32 %r3, %r1, %r2;\n"
                             "ON:\n" +
                             store)),
              "");
    EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\nsetp.eq.s32 %p1, %r0, %r0;\n@%p1 ret;\n" + store)), "");
    EXPECT_EQ(found(pair_and("setp.ne.s32 %p1, %r0, %r0;\nsetp.gt.and.s32 %p2, %r2, 0, %p1;\n"
                             "selp.b32 %r3, 1, 2, %p2;\n" +
                             store)),
              "");
    // r2 is used on both paths.
    EXPECT_EQ(found(pair_and("setp.ne.s32 %p1, %r0, %r0;\n@%p1 bra ON;\nadd.u32 %r3, %r1, %r2;\nbra END;\n"
                             "ON:\nsub.u32 %r3, %r1, %r2;\nEND:\n" +
                             store)),
              missing);
    // The other path ends the program, so r2 is certainly used.
    EXPECT_EQ(found(pair_and("setp.ne.s32 %p1, %r0, %r0;\n@%p1 trap;\nadd.u32 %r3, %r1, %r2;\n" + store)), missing);
}

TEST(UnwrittenElements, ExecutedConditionalUseIsAFinding) {
    const std::string use = "setp.eq.s32 %p1, %r0, %r0;\nmov.u32 %r3, 1;\n@%p1 add.u32 %r3, %r1, %r2;\n"
                            "st.global.u32 [%rd0], %r3;\n";
    EXPECT_EQ(found(pair_and(use)), missing);
    EXPECT_EQ(found(pair_and(use, "[%rd2]")), missing);
    EXPECT_EQ(found(pair_and(use, "[%rd0]")), ""); // not detected in global memory
    // The element is also copied unchanged. The copy alone is not a finding, because padding is copied the same way.
    const std::string copy = "st.global.v2.u32 [%rd0], {%r1, %r2};\n";
    EXPECT_EQ(found(pair_and(copy + use)), missing);
    EXPECT_EQ(found(pair_and(copy + "setp.ne.s32 %p1, %r0, %r0;\nmov.u32 %r3, 1;\n@%p1 add.u32 %r3, %r1, %r2;\n"
                                    "st.global.u32 [%rd0], %r3;\n")),
              "");
}

TEST(UnwrittenElements, UnsetRegisterLeavesElementUnset) {
    for (const std::string at : {"[%rd2]", "[%rd3]"}) {
        const std::string store = "st.v2.u32 " + at + ", {%r0, %r9};\n.loc 1 2 1\nld.v2.u32 {%r1, %r2}, " + at + ";\n";
        EXPECT_EQ(found(store + "add.u32 %r3, %r2, 1;\nst.global.u32 [%rd0], %r3;\n"), missing) << at;
        EXPECT_EQ(found(store + "add.u32 %r3, %r1, 1;\nst.global.u32 [%rd0], %r3;\n"), "") << at;
    }
}

TEST(UnwrittenElements, SumIsFollowedThroughLoops) {
    const auto sum = [](const std::string& end) {
        return found("st.shared.u32 [block], %r0;\nmov.u32 %r3, 0;\nmov.u32 %r4, 0;\nLOOP:\n.loc 1 2 1\n"
                     "ld.shared.v2.u32 {%r1, %r2}, [block];\nadd.u32 %r3, %r3, %r2;\nadd.u32 %r4, %r4, 1;\n"
                     "setp.lt.u32 %p1, %r4, 3;\n@%p1 bra LOOP;\n" +
                     end);
    };
    EXPECT_EQ(sum("st.global.u32 [%rd0], %r3;\n"), missing);
    EXPECT_EQ(sum("mov.u32 %r3, 1;\nst.global.u32 [%rd0], %r3;\n"), "");
}

TEST(UnwrittenElements, FoundWhileFollowingValues) {
    const std::string copy = "ld.u32 %r9, [%rd2+40];\nst.u32 [%rd2+44], %r9;\n";
    EXPECT_EQ(found(copy + pair_and("add.u32 %r3, %r1, %r2;\nst.global.u32 [%rd0], %r3;\n")), missing);
    EXPECT_EQ(found(copy + pair_and("add.u32 %r3, %r1, 1;\nst.global.u32 [%rd0], %r3;\n")), "");
}

// Returns code that loads a half-written word into r1, followed by `use`.
std::string half_and(const std::string& use, const std::string& at = "[%rd3]") {
    return "st.u16 " + at + ", %r0;\n.loc 1 2 1\nld.u32 %r1, " + at + ";\n.loc 1 3 1\n" + use;
}

TEST(UnwrittenElements, OnlyUsedBytesCount) {
    const std::string store = "st.global.u32 [%rd0], %r3;\n";
    for (const std::string at : {"[%rd2]", "[%rd3]"}) {
        EXPECT_EQ(found(half_and("shr.u32 %r3, %r1, 8;\n" + store, at)), missing) << at;
        EXPECT_EQ(found(half_and("add.u32 %r3, %r1, 1;\n" + store, at)), missing) << at;
        EXPECT_EQ(found(half_and("popc.b32 %r3, %r1;\n" + store, at)), missing) << at;
        EXPECT_EQ(found(half_and("and.b32 %r2, %r1, 65535;\nadd.u32 %r3, %r2, 1;\n" + store, at)), "") << at;
        EXPECT_EQ(found(half_and("shl.b32 %r2, %r1, 16;\nadd.u32 %r3, %r2, 1;\n" + store, at)), "") << at;
        EXPECT_EQ(found(half_and("st.global.u32 [%rd0], %r1;\n", at)), "") << at; // a structure with padding
        // The mask is in a register instead of a constant operand.
        EXPECT_EQ(found(half_and("mov.u32 %r4, 1023;\nand.b32 %r2, %r1, %r4;\nadd.u32 %r3, %r2, 1;\n" + store, at)), "")
            << at;
    }
    EXPECT_EQ(found(half_and("add.u32 %r3, %r1, 1;\n" + store, "[%rd0]")), ""); // not detected in global memory
}

TEST(UnwrittenElements, OnlyResultsOfCopiedWordsCount) {
    // The word is copied as a whole. A result that only reaches local memory does not count.
    EXPECT_EQ(found(half_and("st.global.u32 [%rd0], %r1;\nadd.u32 %r3, %r1, 1;\nst.local.u32 [own], %r3;\n")), "");
    EXPECT_EQ(found(half_and("st.global.u32 [%rd0], %r1;\nadd.u32 %r3, %r1, 1;\nst.global.u32 [%rd0+4], %r3;\n")),
              missing);
    // The value goes through another lane.
    const std::string shuffled = "shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1;\n";
    EXPECT_EQ(found(half_and(shuffled + "st.global.u32 [%rd0], %r4;\n")), "");
    EXPECT_EQ(found(half_and(shuffled + "and.b32 %r3, %r4, 255;\nst.global.u32 [%rd0], %r3;\n")), "");
    EXPECT_EQ(found(half_and(shuffled + "add.u32 %r3, %r4, 1;\nst.global.u32 [%rd0], %r3;\n")), missing);
}

// Returns code that loads r1, gets r2 from the next lane's r1, and runs `use`. Lanes from 20 on load an unwritten r1.
std::string shuffled_and(const std::string& use) {
    return "setp.lt.u32 %p1, %r0, 20;\n@%p1 st.u32 [%rd3], %r0;\n.loc 1 2 1\nld.u32 %r1, [%rd3];\n.loc 1 3 1\n"
           "shfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n" +
           use;
}

TEST(UnwrittenElements, ShuffledValueCountsAtItsUse) {
    const auto below = [](const char* count, const std::string& use) {
        return found(
            shuffled_and("setp.lt.u32 %p2, %r0, " + std::string(count) + ";\n@!%p2 bra END;\n" + use + "END:\n"));
    };
    const std::string store = "st.global.u32 [%rd0], %r2;\n";
    EXPECT_EQ(below("19", store), "");
    EXPECT_EQ(below("20", store), missing);
    const std::string branch = "setp.eq.u32 %p1, %r2, 77;\n@%p1 bra END;\n"; // the branch skips nothing
    EXPECT_EQ(below("19", branch), "");
    EXPECT_EQ(below("20", branch), missing);
    EXPECT_EQ(found(shuffled_and("selp.b32 %r3, %r2, 0, %p1;\n")), "");
    EXPECT_EQ(found(shuffled_and("shfl.sync.idx.b32 %r3, %r0, %r2, 31, -1;\n")), missing);
}

} // namespace
} // namespace warpscope::metrics
