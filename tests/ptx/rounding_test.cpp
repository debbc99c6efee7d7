#include "ptx/rewrite/rounding.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace warpscope::ptx {
namespace {

TEST(Rounding, ExplicitModePreventsContraction) {
    const Uncontracted out = without_contraction("@%p1 mul.f32 %f1, %f2, 0f40000000;\n"
                                                 "add.ftz.sat.f32 %f1, %f2, %f3; sub.f64 %fd1, %fd2, %fd3;\n"
                                                 "add.f16 %h1, %h2, %h3; mul.ftz.f16x2 %r1, %r2, %r3;\n"
                                                 "sub.bf16 %h1, %h2, %h3; mul.bf16x2 %r1, %r2, %r3;\n"
                                                 "add.ftz.f32x2 %rd1, %rd2, %rd3; add.sat.f32.f16 %f1, %h2, %f3;");
    EXPECT_EQ(out.text, "@%p1 mul.rn.f32 %f1, %f2, 0f40000000;\n"
                        "add.rn.ftz.sat.f32 %f1, %f2, %f3; sub.rn.f64 %fd1, %fd2, %fd3;\n"
                        "add.rn.f16 %h1, %h2, %h3; mul.rn.ftz.f16x2 %r1, %r2, %r3;\n"
                        "sub.rn.bf16 %h1, %h2, %h3; mul.rn.bf16x2 %r1, %r2, %r3;\n"
                        "add.rn.ftz.f32x2 %rd1, %rd2, %rd3; add.rn.sat.f32.f16 %f1, %h2, %f3;");
    EXPECT_EQ(out.changed, 9u);
    EXPECT_EQ(without_contraction(out.text).changed, 0u) << "a second pass changes nothing";
}

TEST(Rounding, OtherInstructionsStayUnchanged) {
    for (const std::string text :
         {"mul.rz.f32 %f1, %f2, %f3; add.rn.ftz.f32 %f1, %f2, %f3; sub.rp.f64 %fd1, %fd2, %fd3;",
          "mul.lo.s32 %r1, %r2, %r3; add.s64 %rd1, %rd2, %rd3; sub.cc.u32 %r1, %r2, %r3; mul.wide.u16 %r1, %h2, %h3;",
          "fma.rn.f32 %f1, %f2, %f3, %f4; div.approx.f32 %f1, %f2, %f3; atom.global.add.f32 %f1, [%rd1], %f2;",
          "// mul.f32\n/* add.f32 */ .file 1 \"mul.f32\"\nmul: bra add;", "no PTX: mul.f32 \"", ""})
        EXPECT_EQ(without_contraction(text).text, text);
}

TEST(Rounding, ModuleStaysEquivalent) {
    const std::string text = testing::kernel_text("mul.f32 %f1, %f2, %f3; add.ftz.f32 %f1, %f1, %f4;");
    const auto plain = parse(text, "a.ptx"), explicit_module = parse(without_contraction(text).text, "a.ptx");
    ASSERT_TRUE(plain && explicit_module);
    ASSERT_EQ(plain->functions[0].body.size(), explicit_module->functions[0].body.size());
    for (size_t i = 0; i < plain->functions[0].body.size(); ++i) {
        EXPECT_EQ(plain->functions[0].body[i].opcode, explicit_module->functions[0].body[i].opcode);
        EXPECT_EQ(plain->functions[0].body[i].ptx_line, explicit_module->functions[0].body[i].ptx_line);
    }
}

} // namespace
} // namespace warpscope::ptx
