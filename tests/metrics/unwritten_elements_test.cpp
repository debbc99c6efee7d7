// Vectors of which some elements are set and others are not. Compilers load several elements at once where the source
// asks for one of them, so an unset one counts only where it is surely used.
#include <gtest/gtest.h>

#include "metrics/small_kernel.hpp"

namespace warpscope::metrics {
namespace {

constexpr const char* missing = "uninitialised_read at 2";

/// A pair whose second element is not set, in r1 and r2, and `use` of it; in local, shared or global memory.
std::string pair_and(const std::string& use, const std::string& at = "[%rd3]") {
    return "st.u32 " + at + ", %r0;\n.loc 1 2 1\nld.v2.u32 {%r1, %r2}, " + at + ";\n.loc 1 3 1\n" + use;
}

TEST(UnwrittenElements, OneThatIsUsedIsAFinding) {
    for (const std::string at : {"[%rd2]", "[%rd3]", "[%rd0]"}) {
        EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\nst.global.u32 [%rd0], %r3;\n", at)), missing) << at;
        EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, 1;\nst.global.u32 [%rd0], %r3;\n", at)), "") << at;
    }
    EXPECT_EQ(found(pair_and("xor.b32 %r3, %r1, %r2;\nst.shared.u32 [block], %r3;\n")), missing);
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

TEST(UnwrittenElements, OneThatIsOnlyMovedIsNone) {
    EXPECT_EQ(found(pair_and("st.v2.u32 [%rd2], {%r1, %r2};\n")), "");
    EXPECT_EQ(found(pair_and("shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;\nst.local.u32 [own], %r4;\n")), "");
    EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\nst.local.u32 [own], %r3;\n")), ""); // and not looked at
    EXPECT_EQ(found(pair_and("add.u32 %r3, %r1, %r2;\n")), "");
}

TEST(UnwrittenElements, OneThatIsUsedOnAConditionIsNone) {
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
    // On both ways it is used.
    EXPECT_EQ(found(pair_and("setp.ne.s32 %p1, %r0, %r0;\n@%p1 bra ON;\nadd.u32 %r3, %r1, %r2;\nbra END;\n"
                             "ON:\nsub.u32 %r3, %r1, %r2;\nEND:\n" +
                             store)),
              missing);
    // On the other way the program ends.
    EXPECT_EQ(found(pair_and("setp.ne.s32 %p1, %r0, %r0;\n@%p1 trap;\nadd.u32 %r3, %r1, %r2;\n" + store)), missing);
}

TEST(UnwrittenElements, ASumIsFollowedThroughALoop) {
    const auto sum = [](const std::string& end) {
        return found("st.shared.u32 [block], %r0;\nmov.u32 %r3, 0;\nmov.u32 %r4, 0;\nLOOP:\n.loc 1 2 1\n"
                     "ld.shared.v2.u32 {%r1, %r2}, [block];\nadd.u32 %r3, %r3, %r2;\nadd.u32 %r4, %r4, 1;\n"
                     "setp.lt.u32 %p1, %r4, 3;\n@%p1 bra LOOP;\n" +
                     end);
    };
    EXPECT_EQ(sum("st.global.u32 [%rd0], %r3;\n"), missing);
    EXPECT_EQ(sum("mov.u32 %r3, 1;\nst.global.u32 [%rd0], %r3;\n"), "");
}

TEST(UnwrittenElements, ItIsFoundWhileValuesAreFollowed) {
    const std::string copy = "ld.u32 %r9, [%rd2+40];\nst.u32 [%rd2+44], %r9;\n";
    EXPECT_EQ(found(copy + pair_and("add.u32 %r3, %r1, %r2;\nst.global.u32 [%rd0], %r3;\n")), missing);
    EXPECT_EQ(found(copy + pair_and("add.u32 %r3, %r1, 1;\nst.global.u32 [%rd0], %r3;\n")), "");
}

} // namespace
} // namespace warpscope::metrics
