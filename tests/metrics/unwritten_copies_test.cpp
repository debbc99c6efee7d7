// Code as compilers write it without optimising: everything lies in memory, structures are copied word by word with
// their padding, and bit fields are written by way of the word that holds them. That is no fault; using what nobody has
// set still is one, wherever it was copied in between.
#include <string>

#include "metrics/run_kernel.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

constexpr const char* callee = R"(
.func (.param .b32 result) twice(.param .b32 value, .param .align 8 .b8 pair[16])
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    .local .align 8 .b8 own[16];
    .loc 1 50 1
    ld.param.b64 %rd1, [pair];
    ld.param.b64 %rd2, [pair+8];
    st.local.b64 [own], %rd1;
    st.local.b64 [own+8], %rd2;
    .loc 1 51 1
    ld.param.u32 %r1, [value];
    add.s32 %r2, %r1, %r1;
    st.param.b32 [result], %r2;
    ret;
}
)";

/// The findings of `code`, run by 32 threads: "kind at line; ...". `own` is local memory of 64 bytes, `block` shared.
std::string found(const std::string& code) {
    const std::string text =
        ".version 8.3\n.target sm_75\n.address_size 64\n.file 1 \"k.cu\"\n" + std::string(callee) +
        ".visible .entry kernel(.param .u64 data, .param .u64 out)\n{\n"
        ".reg .b16 %s<9>;\n.reg .b32 %r<19>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<19>;\n.reg .pred %p<3>;\n"
        ".local .align 16 .b8 own[64];\n.shared .align 16 .b8 block[256];\n.loc 1 1 1\n"
        "mov.u32 %r0, %tid.x;\nld.param.u64 %rd0, [out];\nmul.wide.u32 %rd1, %r0, 8;\n"
        "add.u64 %rd0, %rd0, %rd1;\nmov.u64 %rd2, own;\ncvta.local.u64 %rd2, %rd2;\n"
        "mov.u64 %rd3, block;\ncvta.shared.u64 %rd3, %rd3;\nadd.u64 %rd3, %rd3, %rd1;\n" +
        code + "ret;\n}\n";
    auto module = ptx::parse(text, "k.ptx");
    if (!module) return module.error().text();
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    if (!program) return program.error().text();
    ExecutionPlan plan;
    plan.buffers = {
        buffer_of("data", ElementType::s32, 1, {64, 1, 1}, BufferRole::input, bytes_of(std::vector<int32_t>(64))),
        buffer_of("out", ElementType::s32, 1, {64, 1, 1}, BufferRole::output)};
    plan.launches = {{"kernel", {{1, 1, 1}, {32, 1, 1}, 0}, {BufferArgument{0}, BufferArgument{1}}}};
    const auto run = measured(*program, plan);
    if (!run) return "did not run";
    std::string all;
    for (const simt::Trap& trap : run->launches()[0].findings)
        all += (all.empty() ? "" : "; ") + std::string(name_of(trap.kind)) + " at " + std::to_string(trap.source.line);
    return all;
}

const std::string set_members = "st.u8 [%rd2], %r0;\nst.u64 [%rd2+8], %rd1;\n"; // of { char; double; } in own
const std::string use_copy = ".loc 1 9 1\nld.u8 %s1, [%rd2+16];\nld.u64 %rd9, [%rd2+24];\nst.u8 [%rd0], %s1;\n"
                             "st.u64 [%rd0], %rd9;\n";

TEST(UnwrittenCopies, PaddingMayBeCopied) {
    EXPECT_EQ(found(set_members +
                    ".loc 1 2 1\nld.u32 %r1, [%rd2];\nld.u32 %r2, [%rd2+4];\nld.u64 %rd4, [%rd2+8];\n"
                    "st.u32 [%rd2+20], %r2;\nst.u32 [%rd2+16], %r1;\nst.u64 [%rd2+24], %rd4;\n" +
                    use_copy),
              "");
    // By a vector, by way of other registers, and through shared memory.
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

TEST(UnwrittenCopies, ACopyOfWhatNobodyHasSetIsAsUnset) {
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

TEST(UnwrittenCopies, WhatALaneLoadsIsFollowedAnewEachTime) {
    // The same load, of what is not set and then of what is.
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

const std::string set_fields = // 5 bits and the 11 above them of a word in shared memory
    ".loc 1 2 1\nand.b32 %r1, %r0, 31;\nld.u32 %r2, [%rd3];\nand.b32 %r3, %r2, -32;\nor.b32 %r4, %r3, %r1;\n"
    "st.u32 [%rd3], %r4;\n.loc 1 3 1\nld.u32 %r5, [%rd3];\nand.b32 %r6, %r5, -65505;\nor.b32 %r7, %r6, 224;\n"
    "st.u32 [%rd3], %r7;\n.loc 1 4 1\nld.u32 %r8, [%rd3];\n";

TEST(UnwrittenCopies, BitFieldsAreSetOneByOne) {
    EXPECT_EQ(found(set_fields + "shl.b32 %r9, %r8, 27;\nshr.u32 %r10, %r9, 27;\nst.u32 [%rd0], %r10;\n"), "");
    EXPECT_EQ(found(set_fields + "shl.b32 %r9, %r8, 16;\nshr.u32 %r10, %r9, 21;\nst.u32 [%rd0], %r10;\n"), "");
    EXPECT_EQ(found(set_fields + "bfe.u32 %r9, %r8, 0, 16;\nst.u32 [%rd0], %r9;\n"), "");
    EXPECT_EQ(found(set_fields + "st.u32 [%rd0], %r8;\n"), ""); // the whole structure
    // One that is cleared first.
    EXPECT_EQ(found("ld.u32 %r1, [%rd2];\nand.b32 %r2, %r1, -3;\nst.u32 [%rd2], %r2;\nld.u32 %r3, [%rd2];\n"
                    "and.b32 %r4, %r3, 2;\nst.u32 [%rd0], %r4;\n"),
              "");
}

TEST(UnwrittenCopies, ABitFieldThatNobodyHasSetIsAFinding) {
    EXPECT_EQ(
        found(".loc 1 2 1\nand.b32 %r1, %r0, 31;\nld.u32 %r2, [%rd3];\nand.b32 %r3, %r2, -32;\n"
              "or.b32 %r4, %r3, %r1;\nst.u32 [%rd3], %r4;\n.loc 1 4 1\nld.u32 %r8, [%rd3];\nshr.u32 %r9, %r8, 5;\n"
              "and.b32 %r10, %r9, 7;\nst.u32 [%rd0], %r10;\n"),
        "uninitialised_read at 4");
    EXPECT_EQ(
        found(".loc 1 2 1\nld.u32 %r2, [%rd3];\nshl.b32 %r3, %r2, 27;\nshr.u32 %r4, %r3, 27;\nst.u32 [%rd0], %r4;\n"),
        "uninitialised_read at 2");
}

TEST(UnwrittenCopies, FlagsThatAreAddedToNothingAreAFinding) {
    EXPECT_EQ(found(".loc 1 2 1\nld.u32 %r1, [%rd2];\nor.b32 %r2, %r1, 4;\nst.u32 [%rd2], %r2;\n.loc 1 3 1\n"
                    "ld.u32 %r3, [%rd2];\nst.u32 [%rd0], %r3;\n"),
              "uninitialised_read at 2");
}

const std::string call = "{\n.param .b32 a;\n.param .align 8 .b8 b[16];\n.param .b32 r;\nst.param.b32 [a], %r1;\n"
                         "st.param.b64 [b], %rd4;\nst.param.b64 [b+8], %rd5;\ncall.uni (r), twice, (a, b);\n"
                         "ld.param.b32 %r2, [r];\n}\nst.u32 [%rd0], %r2;\n";

TEST(UnwrittenCopies, ArgumentsAreCopiesToo) {
    const std::string pair = "ld.u64 %rd4, [%rd2+16];\nld.u64 %rd5, [%rd2+24];\n"; // of which nothing is used
    EXPECT_EQ(found("st.u32 [%rd2], %r0;\n.loc 1 2 1\nld.u32 %r1, [%rd2];\n" + pair + call), "");
    EXPECT_EQ(found(".loc 1 2 1\nld.u32 %r1, [%rd2];\n" + pair + call), "uninitialised_read at 51");
}

} // namespace
} // namespace warpscope::metrics
