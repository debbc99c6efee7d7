// Unoptimized code keeps variables in memory, copies structures by words with their padding, and rewrites the word of a
// bit field. None of these is a fault. Using an unwritten value is one, even after copies.
#include <gtest/gtest.h>
#include <string>

#include "metrics/small_kernel.hpp"
#include "ptx/analysis/function_demanded_bits.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

const std::string set_members = "st.u8 [%rd2], %r0;\nst.u64 [%rd2+8], %rd1;\n"; // { char; double; } in own
const std::string use_copy = ".loc 1 9 1\nld.u8 %s1, [%rd2+16];\nld.u64 %rd9, [%rd2+24];\nst.u8 [%rd0], %s1;\n"
                             "st.u64 [%rd0], %rd9;\n";

TEST(UnwrittenCopies, PaddingMayBeCopied) {
    EXPECT_EQ(found(set_members +
                    ".loc 1 2 1\nld.u32 %r1, [%rd2];\nld.u32 %r2, [%rd2+4];\nld.u64 %rd4, [%rd2+8];\n"
                    "st.u32 [%rd2+20], %r2;\nst.u32 [%rd2+16], %r1;\nst.u64 [%rd2+24], %rd4;\n" +
                    use_copy),
              "");
    // Copies go through vectors, other registers, and shared memory.
    EXPECT_EQ(found(set_members +
                    ".loc 1 2 1\nld.v4.u32 {%r1, %r2, %r3, %r4}, [%rd2];\nmov.b32 %r5, %r2;\n"
                    "st.u32 [%rd3+4], %r5;\nld.u32 %r6, [%rd3+4];\nst.u32 [%rd2+20], %r6;\n"
                    "st.u32 [%rd2+16], %r1;\nst.v2.u32 [%rd2+24], {%r3, %r4};\n" +
                    use_copy),
              "");
    EXPECT_EQ(found(set_members + ".loc 1 2 1\n.pragma \"used_bytes_mask 0\";\nld.u32 %r2, [%rd2+4];\n"
                                  "st.global.u32 [%rd0], %r2;\n"),
              "");
}

TEST(UnwrittenCopies, CopyOfUnsetDataStaysUnset) {
    const std::string copy =
        ".loc 1 2 1\nld.u32 %r1, [%rd2];\nst.u32 [%rd2+16], %r1;\n"
        "ld.local.f32 %f1, [own+16];\nmov.f32 %f2, %f1;\nst.local.f32 [own+32], %f2;\n.loc 1 3 1\n";
    EXPECT_EQ(found(copy + "ld.u32 %r2, [%rd2+32];\nadd.s32 %r3, %r2, 1;\nst.u32 [%rd0], %r3;\n"),
              "uninitialised_read at 3");
    EXPECT_EQ(found(copy + "ld.u32 %r2, [%rd2+32];\nst.u32 [%rd0], %r2;\n"), "uninitialised_read at 3");
    EXPECT_EQ(
        found(copy + "ld.u32 %r2, [%rd2+32];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra END;\nst.u32 [%rd0], %r0;\nEND:\n"),
        "uninitialised_read at 3");
    EXPECT_EQ(found(copy + "st.u32 [%rd2+32], %r0;\nld.u32 %r2, [%rd2+32];\nst.u32 [%rd0], %r2;\n"), "");
}

TEST(UnwrittenCopies, EachLoadIsFollowedSeparately) {
    // One load reads unwritten memory first, and written memory in the next iteration.
    EXPECT_EQ(
        found("mov.u32 %r5, 0;\nst.u32 [%rd2+4], %r0;\nLOOP:\nmul.wide.u32 %rd4, %r5, 4;\nadd.u64 %rd5, %rd2, %rd4;\n"
              "ld.u32 %r1, [%rd5];\nst.u32 [%rd2+16], %r1;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 2;\n"
              "@%p1 bra LOOP;\nld.u32 %r2, [%rd2+16];\nst.u32 [%rd0], %r2;\n"),
        "");
    EXPECT_EQ(
        found("mov.u32 %r5, 0;\nst.u32 [%rd2], %r0;\nLOOP:\nmul.wide.u32 %rd4, %r5, 4;\nadd.u64 %rd5, %rd2, %rd4;\n"
              "ld.u32 %r1, [%rd5];\nst.u32 [%rd2+16], %r1;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 2;\n"
              "@%p1 bra LOOP;\n.loc 1 3 1\nld.u32 %r2, [%rd2+16];\nst.u32 [%rd0], %r2;\n"),
        "uninitialised_read at 3");
}

TEST(UnwrittenCopies, PartialWritesAreFollowed) {
    for (const std::string from : {"[%rd2]", "[%rd3]", "[%rd0]"}) { // local, shared and global memory
        const std::string copy = "st.u16 " + from + ", %r0;\nld.u32 %r1, " + from +
                                 ";\nst.u32 [%rd2+32], %r1;\n.loc 1 3 1\nld.u16 %r2, [%rd2+";
        const std::string use = "];\nst.u16 [%rd0+4], %r2;\n";
        EXPECT_EQ(found(copy + "32" + use), "");
        EXPECT_EQ(found(copy + "34" + use), "uninitialised_read at 3");
    }
}

const std::string set_fields = // sets bits 0 to 4, then bits 5 to 15, of a word in shared memory
    ".loc 1 2 1\nand.b32 %r1, %r0, 31;\nld.u32 %r2, [%rd3];\nand.b32 %r3, %r2, -32;\nor.b32 %r4, %r3, %r1;\n"
    "st.u32 [%rd3], %r4;\n.loc 1 3 1\nld.u32 %r5, [%rd3];\nand.b32 %r6, %r5, -65505;\nor.b32 %r7, %r6, 224;\n"
    "st.u32 [%rd3], %r7;\n.loc 1 4 1\nld.u32 %r8, [%rd3];\n";

TEST(UnwrittenCopies, BitFieldsAreSetSeparately) {
    EXPECT_EQ(found(set_fields + "shl.b32 %r9, %r8, 27;\nshr.u32 %r10, %r9, 27;\nst.u32 [%rd0], %r10;\n"), "");
    EXPECT_EQ(found(set_fields + "shl.b32 %r9, %r8, 16;\nshr.u32 %r10, %r9, 21;\nst.u32 [%rd0], %r10;\n"), "");
    EXPECT_EQ(found(set_fields + "bfe.u32 %r9, %r8, 0, 16;\nst.u32 [%rd0], %r9;\n"), "");
    EXPECT_EQ(found(set_fields + "st.u32 [%rd0], %r8;\n"), ""); // the whole structure
    // A bit is cleared before it is read. All other bits of the word are unwritten.
    EXPECT_EQ(found("ld.u32 %r1, [%rd2];\nand.b32 %r2, %r1, -3;\nst.u32 [%rd2], %r2;\nld.u32 %r3, [%rd2];\n"
                    "and.b32 %r4, %r3, 2;\nst.u32 [%rd0], %r4;\n"),
              "");
}

TEST(UnwrittenCopies, UnsetBitFieldIsAFinding) {
    EXPECT_EQ(
        found(".loc 1 2 1\nand.b32 %r1, %r0, 31;\nld.u32 %r2, [%rd3];\nand.b32 %r3, %r2, -32;\n"
              "or.b32 %r4, %r3, %r1;\nst.u32 [%rd3], %r4;\n.loc 1 4 1\nld.u32 %r8, [%rd3];\nshr.u32 %r9, %r8, 5;\n"
              "and.b32 %r10, %r9, 7;\nst.u32 [%rd0], %r10;\n"),
        "uninitialised_read at 4");
    EXPECT_EQ(
        found(".loc 1 2 1\nld.u32 %r2, [%rd3];\nshl.b32 %r3, %r2, 27;\nshr.u32 %r4, %r3, 27;\nst.u32 [%rd0], %r4;\n"),
        "uninitialised_read at 2");
}

TEST(UnwrittenCopies, FlagsNeedAnInitializedWord) {
    EXPECT_EQ(found(".loc 1 2 1\nld.u32 %r1, [%rd2];\nor.b32 %r2, %r1, 4;\nst.u32 [%rd2], %r2;\n.loc 1 3 1\n"
                    "ld.u32 %r3, [%rd2];\nst.u32 [%rd0], %r3;\n"),
              "uninitialised_read at 2");
}

const std::string call = "{\n.param .b32 a;\n.param .align 8 .b8 b[16];\n.param .b32 r;\nst.param.b32 [a], %r1;\n"
                         "st.param.b64 [b], %rd4;\nst.param.b64 [b+8], %rd5;\ncall.uni (r), twice, (a, b);\n"
                         "ld.param.b32 %r2, [r];\n}\nst.u32 [%rd0], %r2;\n";

TEST(UnwrittenCopies, ArgumentsAreCopies) {
    const std::string pair = "ld.u64 %rd4, [%rd2+16];\nld.u64 %rd5, [%rd2+24];\n"; // loaded, but not used
    EXPECT_EQ(found("st.u32 [%rd2], %r0;\n.loc 1 2 1\nld.u32 %r1, [%rd2];\n" + pair + call), "");
    EXPECT_EQ(found(".loc 1 2 1\nld.u32 %r1, [%rd2];\n" + pair + call), "uninitialised_read at 2");
    // The value passes through a variable of the called function and returns as its result.
    EXPECT_EQ(found(".loc 1 2 1\nld.u32 %r6, [%rd2];\nst.u32 [%rd2+32], %r6;\n.loc 1 3 1\nld.u32 %r1, [%rd2+32];\n" +
                    pair + call),
              "uninitialised_read at 3");
}

TEST(UnwrittenCopies, WideningIsAUse) {
    EXPECT_EQ(found(".loc 1 2 1\nld.u8 %r1, [%rd2];\nst.u32 [%rd2+16], %r1;\n"), "uninitialised_read at 2");
    EXPECT_EQ(found(".loc 1 2 1\nld.s8 %r1, [%rd3];\nst.u32 [%rd3+4], %r1;\n"), "uninitialised_read at 2");
    EXPECT_EQ(found(".loc 1 2 1\nld.u16 %s1, [%rd2];\ncvt.u32.u16 %r1, %s1;\nst.u32 [%rd0], %r1;\n"),
              "uninitialised_read at 2");
    EXPECT_EQ(found("ld.u16 %s1, [%rd2];\ncvt.u32.u16 %r1, %s1;\ncvt.u16.u32 %s2, %r1;\nst.u16 [%rd2+16], %s2;\n"), "");
}

TEST(UnwrittenCopies, MaskedValueIsUsedElsewhere) {
    const std::string masked = ".loc 1 2 1\nld.u32 %r1, [%rd2];\nand.b32 %r2, %r1, 1;\n";
    EXPECT_EQ(found(masked + "st.u32 [%rd2], %r2;\n"), "");
    EXPECT_EQ(found(masked + "st.u32 [%rd2+4], %r2;\n"), "uninitialised_read at 2");
    EXPECT_EQ(found(masked + "st.u32 [%rd0], %r2;\n"), "uninitialised_read at 2");
    // This may be a structure copy that sets one field on the way, so it is not reported.
    EXPECT_EQ(found(masked + "or.b32 %r3, %r2, 6;\nst.u32 [%rd2+4], %r3;\n"), "");
}

TEST(UnwrittenCopies, RegisterPartsAreTracked) {
    // A first copy starts the tracking. Then one half of a pair is written.
    const std::string pair = "ld.u32 %r9, [%rd2+40];\nst.u32 [%rd2+44], %r9;\n.loc 1 2 1\n";
    const std::string take_apart = "ld.u64 %rd9, [%rd2];\nmov.b64 {%r1, %r2}, %rd9;\n";
    EXPECT_EQ(found(pair + "st.u32 [%rd2+4], %r0;\n" + take_apart + "st.u32 [%rd0], %r2;\n"), "");
    EXPECT_EQ(found(pair + "st.u32 [%rd2], %r0;\n" + take_apart + "st.u32 [%rd0], %r2;\n"), "uninitialised_read at 2");
    EXPECT_EQ(found(pair + "st.u32 [%rd2], %r0;\n" + take_apart + "add.u32 %r3, %r1, 1;\nst.u32 [%rd0], %r3;\n"), "");
    // The third of four quarters is written and used.
    EXPECT_EQ(found(pair + "st.u16 [%rd2+4], %r0;\nld.u64 %rd9, [%rd2];\n"
                           "mov.b64 {%s1, %s2, %s3, %s4}, %rd9;\nst.u16 [%rd0], %s3;\nst.u16 [%rd2+16], %s4;\n"),
              "");
    // The pair is packed and unpacked again. The unwritten part stays unwritten.
    const std::string copy = "ld.u32 %r1, [%rd2];\nld.u32 %r2, [%rd2+4];\nmov.b64 %rd9, {%r1, %r2};\n"
                             "st.u64 [%rd2+16], %rd9;\n.loc 1 3 1\n";
    EXPECT_EQ(found(pair + "st.u32 [%rd2], %r0;\n" + copy + "ld.u32 %r3, [%rd2+16];\nst.u32 [%rd0], %r3;\n"), "");
    EXPECT_EQ(found(pair + "st.u32 [%rd2], %r0;\n" + copy + "ld.u32 %r3, [%rd2+20];\nst.u32 [%rd0], %r3;\n"),
              "uninitialised_read at 3");
}

TEST(UnwrittenCopies, ShiftsMayCombineWords) {
    const std::string set = ".loc 1 2 1\nst.u32 [%rd2], %r0;\n";
    const std::string copy = "ld.u32 %rd4, [%rd2];\nld.u32 %rd5, [%rd2+4];\nshl.b64 %rd6, %rd5, 32;\n"
                             "or.b64 %rd7, %rd6, %rd4;\nst.u64 [%rd2+16], %rd7;\n.loc 1 3 1\n";
    EXPECT_EQ(found(set + copy + "ld.u32 %r3, [%rd2+16];\nst.u32 [%rd0], %r3;\n"), "");
    EXPECT_EQ(found(set + copy + "ld.u32 %r3, [%rd2+20];\nst.u32 [%rd0], %r3;\n"), "uninitialised_read at 3");
    const std::string apart = "ld.u64 %rd4, [%rd2];\nshr.u64 %rd5, %rd4, 32;\nst.u32 [%rd2+16], %rd4;\n"
                              "st.u32 [%rd2+20], %rd5;\n.loc 1 3 1\n";
    EXPECT_EQ(found(set + apart + "ld.u32 %r3, [%rd2+16];\nst.u32 [%rd0], %r3;\n"), "");
    EXPECT_EQ(found(set + apart + "ld.u32 %r3, [%rd2+20];\nst.u32 [%rd0], %r3;\n"), "uninitialised_read at 3");
    // Only parts that fill a word without gap or overlap are a copy. Otherwise the result is a computed number, and its
    // unwritten bytes are reported.
    EXPECT_EQ(found(".loc 1 2 1\nld.u8 %r1, [%rd2];\nshl.b32 %r2, %r0, 16;\nor.b32 %r3, %r1, %r2;\n"
                    "st.u32 [%rd2+16], %r3;\n"),
              "uninitialised_read at 2");
    EXPECT_EQ(found(".loc 1 2 1\nld.u32 %r1, [%rd2];\nshl.b32 %r2, %r1, 4;\nst.u32 [%rd2+16], %r2;\n"),
              "uninitialised_read at 2");
}

TEST(UnwrittenCopies, BytesMayBeCombined) {
    const std::string set = ".loc 1 2 1\nst.u8 [%rd2], %r0;\nst.u8 [%rd2+2], %r0;\n";
    const std::string copy = "ld.v4.u8 {%s1, %s2, %s3, %s4}, [%rd2];\ncvt.u32.u16 %r1, %s1;\ncvt.u32.u16 %r2, %s2;\n"
                             "cvt.u32.u16 %r3, %s3;\ncvt.u32.u16 %r4, %s4;\nprmt.b32 %r5, %r2, %r1, 30212;\n"
                             "prmt.b32 %r6, %r4, %r3, 30212;\nprmt.b32 %r7, %r6, %r5, 4180;\n"
                             "st.u32 [%rd2+16], %r7;\n.loc 1 3 1\n";
    EXPECT_EQ(found(set + copy + "ld.u8 %s5, [%rd2+18];\nst.u8 [%rd0], %s5;\n"), "");
    EXPECT_EQ(found(set + copy + "ld.u8 %s5, [%rd2+17];\nst.u8 [%rd0], %s5;\n"), "uninitialised_read at 3");
    EXPECT_EQ(found(set + copy + "ld.u32 %r8, [%rd2+16];\nprmt.b32 %r9, %r8, 0, 17442;\nst.u32 [%rd0], %r9;\n"), "");
    // prmt widens a byte, which is a computation and no copy.
    EXPECT_EQ(found(".loc 1 2 1\nld.u8 %r1, [%rd2];\nprmt.b32 %r2, %r1, 0, 17440;\nst.u32 [%rd2+16], %r2;\n"),
              "uninitialised_read at 2");
}

TEST(UnwrittenCopies, PaddingMayReachGlobalMemory) {
    const std::string set = ".loc 1 2 1\nst.u32 [%rd2], %r0;\nst.u64 [%rd2+8], %rd1;\n.loc 1 3 1\n";
    EXPECT_EQ(found(set + "ld.u32 %r1, [%rd2];\nld.u32 %r2, [%rd2+4];\nst.u32 [%rd0], %r1;\nst.u32 [%rd0+4], %r2;\n"),
              "");
    EXPECT_EQ(found(set + "add.u64 %rd5, %rd2, 4;\nadd.u64 %rd6, %rd0, 4;\nld.u32 %r1, [%rd2];\nld.u32 %r2, [%rd5];\n"
                          "st.u32 [%rd0], %r1;\nst.u32 [%rd6], %r2;\n"),
              "");
    EXPECT_EQ(found(set + "ld.v2.u32 {%r1, %r2}, [%rd2];\nst.v2.u32 [%rd0], {%r1, %r2};\n"), "");
    // Not padding: the members are copied in another order or by another statement, or no member is written.
    EXPECT_EQ(found(set + "ld.u32 %r1, [%rd2];\nld.u32 %r2, [%rd2+4];\nst.u32 [%rd0], %r2;\nst.u32 [%rd0+4], %r1;\n"),
              "uninitialised_read at 3");
    EXPECT_EQ(found(set + "ld.u32 %r1, [%rd2];\nst.u32 [%rd0], %r1;\n.loc 1 4 1\nld.u32 %r2, [%rd2+4];\n"
                          "st.u32 [%rd0+4], %r2;\n"),
              "uninitialised_read at 4");
    EXPECT_EQ(found(set + "ld.v2.u32 {%r1, %r2}, [%rd2+16];\nst.v2.u32 [%rd0], {%r1, %r2};\n"),
              "uninitialised_read at 3");
    // Padding that was copied to global memory is used.
    EXPECT_EQ(found(set + "ld.v2.u32 {%r1, %r2}, [%rd2];\nst.v2.u32 [%rd0], {%r1, %r2};\n.loc 1 4 1\n"
                          "ld.u32 %r3, [%rd0+4];\nadd.u32 %r3, %r3, 1;\nst.u32 [%rd0], %r3;\n"),
              "uninitialised_read at 4");
}

TEST(UnwrittenCopies, WordArrayHasNoPadding) {
    const std::string copy = ".loc 1 2 1\nmov.u32 %r9, words;\nst.shared.u32 [%r9], %r0;\nld.shared.u32 %r1, [%r9];\n"
                             "ld.shared.u32 %r2, [%r9+4];\nst.u32 [%rd0], %r1;\nst.u32 [%rd0+4], %r2;\n";
    EXPECT_EQ(found(".shared .align 4 .b8 words[64];\n" + copy), "uninitialised_read at 2");
    EXPECT_EQ(found(".shared .align 8 .b8 words[64];\n" + copy), "");
}

TEST(UnwrittenCopies, LongChainsAreCut) {
    std::string code = "ld.u32 %r1, [%rd2];\n";
    for (uint32_t k = 2; k < 18; ++k) // doubles the parts of an element each time
        code +=
            "or.b32 %r" + std::to_string(k) + ", %r" + std::to_string(k - 1) + ", %r" + std::to_string(k - 1) + ";\n";
    std::string many;
    for (uint32_t k = 0; k < 200; ++k) many += "st.u32 [%rd2+16], %r17;\n";
    EXPECT_EQ(found(".loc 1 2 1\n" + code + many), "uninitialised_read at 2");
    const auto module = ptx::parse(small_kernel(code + many), "k.ptx");
    ASSERT_TRUE(module) << module.error().text();
    EXPECT_LT(ptx::FunctionDemandedBits(module->functions.back()).traced(), 200 * 200u);
}

TEST(UnwrittenCopies, TracksSixteenByteAccesses) {
    const std::string copy = ".reg .b128 %q<3>;\n.loc 1 2 1\nld.shared.b128 %q1, [block];\n"
                             "st.shared.b128 [block+16], %q1;\n";
    EXPECT_EQ(found(copy), ""); // nothing reads the copy
    EXPECT_EQ(found(copy + ".loc 1 3 1\nld.shared.u32 %r1, [block+28];\nst.global.u32 [%rd0], %r1;\n"),
              "uninitialised_read at 2");
    EXPECT_EQ(found(".reg .b128 %q<3>;\nst.shared.u32 [block+12], %r0;\nld.shared.b128 %q1, [block];\n"
                    "st.shared.b128 [block+16], %q1;\n"),
              "");
}

TEST(UnwrittenCopies, ReusedStackIsUnset) {
    const std::string twice = "stacksave.u64 %rd9;\nalloca.u64 %rd4, 16;\nst.local.u32 [%rd4], %r0;\n"
                              "stackrestore.u64 %rd9;\nalloca.u64 %rd5, 16;\n";
    const std::string use = ".loc 1 2 1\nld.local.u32 %r1, [%rd5];\nst.global.u32 [%rd0], %r1;\n";
    EXPECT_EQ(found(twice + use), "uninitialised_read at 2");
    EXPECT_EQ(found(twice + "st.local.u32 [%rd5], %r0;\n" + use), "");
    // Runs the same code after a copy has started the tracking of values.
    EXPECT_EQ(found("ld.u32 %r9, [%rd2+40];\nst.u32 [%rd2+44], %r9;\n" + twice + use), "uninitialised_read at 2");
}

} // namespace
} // namespace warpscope::metrics
