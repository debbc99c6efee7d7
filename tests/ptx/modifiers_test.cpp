#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;
using ::testing::ElementsAre;

Instruction first_instruction(const std::string& text) {
    const Module module = parse_kernel(text);
    return module.functions.empty() ? Instruction{} : module.functions.back().body.front();
}
Modifiers modifiers_of(const std::string& text) { return first_instruction(text).modifiers; }

TEST(Opcodes, NamesRoundTrip) {
    std::set<std::string_view> names;
    for (const OpcodeInfo& info : opcode_table()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name << " is in the table twice";
        EXPECT_EQ(opcode_from_name(info.name), info.opcode) << info.name;
        EXPECT_EQ(&info_of(info.opcode), &info);
        EXPECT_LE(info.min_operands, info.max_operands) << info.name;
        EXPECT_FALSE(info.meaning.empty()) << info.name;
    }
    EXPECT_GT(names.size(), 100u);
    EXPECT_EQ(name_of(Opcode::and_), "and");
    EXPECT_EQ(opcode_from_name("nonsense"), Opcode::unknown);
    EXPECT_EQ(opcode_from_name(""), Opcode::unknown);
}

TEST(Modifiers, ConversionKeepsTypeOrder) {
    const Modifiers m = modifiers_of("cvt.rzi.ftz.sat.s32.f32 %r1, %f1;");
    EXPECT_THAT(m.types, ElementsAre(Type::s32, Type::f32));
    EXPECT_EQ(m.rounding, Rounding::rzi);
    EXPECT_TRUE(m.ftz && m.sat);
    EXPECT_TRUE(m.unknown.empty());
}

TEST(Modifiers, MeaningDependsOnTheOpcode) {
    EXPECT_EQ(modifiers_of("setp.lt.and.s32 %p1, %r1, 2, %p2;").bool_op, BoolOp::and_);
    EXPECT_EQ(modifiers_of("atom.global.and.b32 %r1, [%rd1], 1;").atomic, AtomicOp::and_);
    EXPECT_EQ(modifiers_of("red.shared.xor.b32 [%rd1], 1;").atomic, AtomicOp::xor_);
    EXPECT_EQ(modifiers_of("bar.red.and.pred %p1, 0, %p2;").bool_op, BoolOp::and_);
    EXPECT_EQ(modifiers_of("setp.lo.u32 %p1, %r1, 2;").compare, Compare::lo);
    EXPECT_TRUE(modifiers_of("mul.lo.u32 %r1, %r1, 2;").lo);
    EXPECT_TRUE(modifiers_of("mad.hi.u32 %r1, %r1, 2, 3;").hi);
    EXPECT_EQ(modifiers_of("setp.hi.u32 %p1, %r1, 2;").compare, Compare::hi);
    EXPECT_EQ(modifiers_of("setp.nan.f32 %p1, %f1, %f2;").compare, Compare::nan);
    EXPECT_TRUE(modifiers_of("min.NaN.f32 %f0, %f1, %f2;").nan);
    EXPECT_EQ(modifiers_of("vote.sync.uni.pred %p1, %p2, -1;").mode, Mode::uni);
    EXPECT_TRUE(modifiers_of("L: bra.uni L;").uni);
    EXPECT_EQ(modifiers_of("membar.gl;").scope, Scope::gpu);
}

TEST(Modifiers, ReadsBarriers) {
    const Modifiers sync = modifiers_of("bar.sync 0;");
    EXPECT_EQ(sync.mode, Mode::sync);
    const Modifiers warp = modifiers_of("bar.warp.sync 0xffffffff;");
    EXPECT_EQ(warp.mode, Mode::warp);
    EXPECT_TRUE(warp.sync);
    const Modifiers reduction = modifiers_of("barrier.red.popc.aligned.u32 %r1, 1, 64, %p1;");
    EXPECT_EQ(reduction.mode, Mode::red);
    EXPECT_TRUE(reduction.popc && reduction.aligned);
    EXPECT_EQ(modifiers_of("barrier.cta.arrive 1, 64;").mode, Mode::arrive);
}

TEST(Modifiers, ReadsShuffles) {
    const Modifiers m = modifiers_of("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;");
    EXPECT_EQ(m.mode, Mode::bfly);
    EXPECT_TRUE(m.sync);
    const Modifiers funnel = modifiers_of("shf.r.clamp.b32 %r1, %r2, %r3, 4;");
    EXPECT_EQ(funnel.mode, Mode::right);
    EXPECT_TRUE(funnel.clamp && !funnel.wrap);
}

TEST(Modifiers, ReadsMemoryOptions) {
    const Modifiers m =
        modifiers_of("ld.acquire.sys.global.L1::evict_last.L2::cache_hint.v2.f64 {%fd1, %fd2}, [%rd1], %rd2;");
    EXPECT_EQ(m.semantics, Semantics::acquire);
    EXPECT_EQ(m.scope, Scope::sys);
    EXPECT_EQ(m.space, Space::global);
    EXPECT_EQ(m.vector, 2);
    EXPECT_TRUE(m.unknown.empty());
    EXPECT_EQ(modifiers_of("st.shared::cta.u32 [%rd1], 1;").space, Space::shared);
    EXPECT_TRUE(modifiers_of("cvta.to.local.u64 %rd1, %rd2;").to);
    EXPECT_EQ(modifiers_of("cvta.to.local.u64 %rd1, %rd2;").space, Space::local);
    EXPECT_EQ(modifiers_of("ld.u32 %r1, [%rd1];").space, Space::generic);
}

TEST(Modifiers, UnknownOnesAreKept) {
    EXPECT_THAT(modifiers_of("max.s16x7 %r1, %r2, %r3;").unknown, ElementsAre("s16x7"));
    const Instruction newer = first_instruction("@!%p1 zap.quickly.f32 {%f1, (2)}, [%rd1, {3}];");
    EXPECT_EQ(newer.opcode, Opcode::unknown);
    EXPECT_EQ(mnemonic_of(newer), "zap.quickly.f32");
    EXPECT_EQ(newer.text, "@!%p1 zap.quickly.f32 {%f1, (2)}, [%rd1, {3}]");
    EXPECT_TRUE(newer.predicated && newer.predicate.negated);
}

TEST(Modifiers, SuffixesMayBeSeparated) {
    const Instruction apart = first_instruction("add .sat\n .s32 %r1, %r2,\t 3 ;");
    EXPECT_TRUE(apart.modifiers.sat);
    EXPECT_EQ(apart.text, "add.sat.s32 %r1, %r2, 3");
}

} // namespace
} // namespace warpscope::ptx
