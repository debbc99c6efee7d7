#include "simt/harness.hpp"
#include "simt/lanes/half.hpp"

namespace warpscope::simt {
namespace {

std::string wide_kernel(const std::string& body, const std::string& before = {}) {
    return module_text(before +
                       ".shared .align 16 .b8 own[4096];\n.visible .entry k(.param .u64 out)\n{\n.reg .b128 %q<5>;\n"
                       ".reg .b64 %out, %a<9>;\n.reg .b32 %t, %r<9>;\n.reg .f32 %f<9>;\n.reg .b16 %h<9>;\n"
                       ".reg .pred %p<4>;\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n" +
                       body + "\nret;\n}\n");
}

template<class T>
std::vector<T> after(const std::string& body, std::vector<T> values, uint32_t blocks, uint32_t threads,
                     const std::string& before = {}) {
    Machine machine(wide_kernel(body, before));
    machine.options.workers = 2;
    const uint32_t out = machine.buffer("out", values);
    LaunchConfig config;
    config.grid = {blocks, 1, 1};
    config.block = {threads, 1, 1};
    const LaunchOutcome outcome = machine.run("k", config, machine.address(out));
    EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome).front();
    return machine.read<T>(out);
}

TEST(VectorAtomics, EveryElementIsAdded) {
    const std::string body =
        "atom.global.add.v4.f32 {%f4, %f5, %f6, %f7}, [%out], {0f3f800000, 0f40000000, 0f40400000, "
        "0f40800000};\nred.global.add.v2.f32 [%out+16], {%f4, 0f3f800000};\n"
        "atom.global.v2.f32.add _, [%out+24], {0f3f000000, 0f3f000000};";
    const auto sums = after(body, std::vector<float>(8), 4, 64);
    EXPECT_EQ(sums[0], 256.0f);
    EXPECT_EQ(sums[3], 1024.0f);
    EXPECT_EQ(sums[4], 255.0f * 256 / 2) << "old values are 0 to 255";
    EXPECT_EQ(sums[5], 256.0f);
    EXPECT_EQ(sums[7], 128.0f);
}

TEST(VectorAtomics, HalvesAndPairsAreAdded) {
    const std::string body = "mov.b16 %h1, 0x3c00;\nmov.b16 %h2, 0xbc00;\n"
                             "red.global.add.noftz.v2.f16 [%out], {%h1, %h2};\nmov.b32 %r1, {%h1, %h2};\n"
                             "red.global.max.noftz.v2.f16x2 [%out+8], {%r1, %r1};\n"
                             "mov.b16 %h3, 0x3f80;\nred.global.add.noftz.v8.bf16 [%out+16], {%h3, %h3, %h3, %h3, %h3, "
                             "%h3, %h3, %h3};";
    const auto got = after(body, std::vector<uint16_t>(16), 1, 32);
    EXPECT_EQ(float_from_bits<HalfFormat::ieee>(got[0]), 32.0f);
    EXPECT_EQ(float_from_bits<HalfFormat::ieee>(got[1]), -32.0f);
    EXPECT_EQ(got[4], 0x3c00u);
    EXPECT_EQ(got[5], 0u);
    EXPECT_EQ(float_from_bits<HalfFormat::brain>(got[15]), 32.0f);
}

TEST(VectorAtomics, WholeVectorsMustBeAligned) {
    Machine machine(wide_kernel("red.global.add.v4.f32 [%out+4], {0f3f800000, 0f3f800000, 0f3f800000, 0f3f800000};"));
    const uint32_t out = machine.buffer("out", std::vector<float>(16));
    const LaunchOutcome outcome = machine.run("k", LaunchConfig{}, machine.address(out));
    ASSERT_FALSE(outcome.findings.empty());
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::misaligned);
    EXPECT_EQ(outcome.findings[0].bytes, 16u);
}

TEST(WideRegisters, RegistersLoadMoveAndStore) {
    const auto got =
        after("ld.global.b128 %q1, [%out];\nmov.b128 {%a1, %a2}, %q1;\nmov.b128 %q2, {%a2, %a1};\n"
              "mov.b128 %q3, %q2;\nmov.u64 %a5, own;\nst.shared.b128 [%a5], %q3;\nld.shared.b128 %q4, [%a5];\n"
              "st.global.b128 [%out+16], %q4;",
              std::vector<uint64_t>{5, 6, 0, 0}, 1, 1);
    EXPECT_EQ(got, (std::vector<uint64_t>{5, 6, 6, 5}));
}

TEST(WideRegisters, AtomicsCompareAllBits) {
    // Every thread adds one to both halves, by compare and swap.
    const auto got =
        after("mov.b128 %q1, {10, 20};\nagain: mov.b128 {%a1, %a2}, %q1;\nadd.u64 %a3, %a1, 1;\n"
              "add.u64 %a4, %a2, 1;\nmov.b128 %q2, {%a3, %a4};\natom.global.cas.b128 %q3, [%out], %q1, %q2;\n"
              "mov.b128 {%a5, %a6}, %q3;\nsetp.ne.u64 %p1, %a5, %a1;\nsetp.ne.or.u64 %p1, %a6, %a2, %p1;\n"
              "mov.b128 %q1, %q3;\n@%p1 bra again;\n"
              "mov.b128 %q4, {7, 8};\nsetp.eq.u32 %p2, %t, 0;\n@%p2 atom.exch.b128 %q4, [%out+16], %q4;",
              std::vector<uint64_t>{10, 20, 30, 40}, 4, 64);
    EXPECT_EQ(got, (std::vector<uint64_t>{266, 276, 7, 8}));
}

TEST(WideRegisters, HandlesThirtyTwoBytes) {
    const auto got =
        after("mul.wide.u32 %a1, %t, 32;\nadd.u64 %a1, %out, %a1;\nld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, "
              "%r6, %r7, _}, [%a1];\nst.global.v8.b32 [%a1], {%t, %r7, %r6, %r5, %r4, %r3, %r2, %r1};\n"
              "ld.global.v4.b64 {%a2, %a3, %a4, %a5}, [%a1];\nst.global.v4.b64 [%a1], {%a3, %a2, %a4, %a5};",
              std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}, 1, 1);
    EXPECT_EQ(got, (std::vector<uint32_t>{6, 5, 0, 7, 4, 3, 2, 1}));
}

TEST(Calls, PassRegistersAndNumbers) {
    const std::string functions =
        ".func (.reg .b32 d, .reg .b64 e) sum(.reg .b32 a, .reg .b32 b, .reg .b16 c)\n{\n"
        ".reg .b32 %w;\n.reg .pred %z;\ncvt.u32.u16 %w, c;\nadd.u32 d, a, b;\nadd.u32 d, d, %w;\n"
        "cvt.u64.u32 e, d;\nsetp.gt.u32 %z, a, 3;\n@%z ret;\nadd.u32 d, d, 1000;\nret;\n}\n"
        ".func (.param .b32 d) twice(.param .b32 a)\n{\n.reg .b32 %w;\nld.param.u32 %w, [a];\n"
        "add.u32 %w, %w, %w;\nst.param.b32 [d], %w;\nret;\n}\n";
    const auto got = after("mov.b16 %h1, 5;\ncall (%r1, %a1), sum, (%t, 100, %h1);\ncall (%r2), twice, (%r1);\n"
                           "cvt.u32.u64 %r3, %a1;\nmul.wide.u32 %a2, %t, 8;\nadd.u64 %a2, %out, %a2;\n"
                           "st.global.v2.u32 [%a2], {%r2, %r3};",
                           std::vector<uint32_t>(64), 1, 32, functions);
    for (uint32_t t = 0; t < 32; ++t) {
        EXPECT_EQ(got[2 * t], 2 * (t + 105 + (t > 3 ? 0 : 1000)));
        EXPECT_EQ(got[2 * t + 1], t + 105);
    }
}

} // namespace
} // namespace warpscope::simt
