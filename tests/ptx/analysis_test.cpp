// Results of ptx/analysis for small kernels with obvious answers.

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/known_bits.hpp"
#include "ptx/analysis/liveness.hpp"
#include "ptx/analysis/reachability.hpp"
#include "ptx/analysis/register_effects.hpp"
#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// A parsed kernel whose registers can be looked up by name.
struct Kernel {
    explicit Kernel(const std::string& body)
        : module(parse_kernel(body)) {}

    [[nodiscard]] const Function& function() const { return module.functions.back(); }
    [[nodiscard]] uint32_t reg(const std::string& name) const {
        const auto& all = function().registers;
        const auto found = std::ranges::find(all, name, &RegisterDecl::name);
        EXPECT_NE(found, all.end()) << name;
        return static_cast<uint32_t>(found - all.begin());
    }

    Module module;
};

TEST(Analysis, EffectsListReadsAndWrites) {
    const Kernel k("ld.global.v2.u32 {%r1, %r2}, [%rd1+4];\n"
                   "setp.lt.and.u32 %p1|%p2, %r1, %r2, %p3;\n"
                   "@%p1 st.global.u32 [%rd2], %r2;\n"
                   "atom.global.add.u32 %r3, [%rd1], %r1;\n");
    const auto effects = [&](size_t at) { return effects_of(k.function(), k.function().body[at]); };
    EXPECT_THAT(effects(0).reads, ElementsAre(k.reg("%rd1")));
    EXPECT_THAT(effects(0).writes, ElementsAre(k.reg("%r1"), k.reg("%r2")));
    EXPECT_THAT(effects(1).reads, ElementsAre(k.reg("%r1"), k.reg("%r2"), k.reg("%p3")));
    EXPECT_THAT(effects(1).writes, ElementsAre(k.reg("%p1"), k.reg("%p2")));
    EXPECT_THAT(effects(2).reads, ElementsAre(k.reg("%rd2"), k.reg("%r2"), k.reg("%p1"))) << "the guard comes last";
    EXPECT_THAT(effects(2).writes, ElementsAre());
    EXPECT_THAT(effects(3).reads, ElementsAre(k.reg("%rd1"), k.reg("%r1")));
    EXPECT_THAT(effects(3).writes, ElementsAre(k.reg("%r3")));
}

TEST(Analysis, OpcodesDeclareRegisterWrites) {
    using enum Opcode;
    const std::set writes_none{applypriority, cp,          discard, fence,   membar,    prefetch, prefetchu,
                               red,           st,          bra,     brx,     call,      exit,     ret,
                               trap,          brkpt,       bar,     barrier, nanosleep, pmevent,  griddepcontrol,
                               setmaxnreg,    stackrestore};
    const std::set may_write_two{setp, lop3, shfl, match, elect};
    Function function;
    function.registers = {{"%r0", Type::u32}, {"%r1", Type::u32}, {"%p0", Type::pred}};
    for (const OpcodeInfo& info : opcode_table()) {
        if (info.support != OpcodeSupport::emulated) continue;
        Instruction in;
        in.opcode = info.opcode;
        in.operands = {{Register{0}}, {Register{1}}};
        EXPECT_EQ(destinations(function, in), writes_none.contains(info.opcode) ? 0u : 1u) << info.name;
        in.operands[1] = {Register{2}};
        if (may_write_two.contains(info.opcode)) {
            EXPECT_EQ(destinations(function, in), 2u) << info.name;
        }
    }
}

TEST(Analysis, OpcodesDeclareValueSources) {
    using enum Opcode;
    const auto flow_of = [](Opcode opcode) {
        Instruction in;
        in.opcode = opcode;
        return value_flow(in);
    };
    Function function;
    function.registers = {{"%r0", Type::u32}};
    for (const OpcodeInfo& info : opcode_table()) {
        if (info.support != OpcodeSupport::emulated) continue;
        Instruction in;
        in.opcode = info.opcode;
        in.operands = {{Register{0}}, {Register{0}}};
        const ValueFlow flow = value_flow(in);
        const bool writes_registers = destinations(function, in) != 0;
        const std::set writes_none{ValueFlow::nothing, ValueFlow::stores, ValueFlow::calls};
        EXPECT_TRUE(flow == ValueFlow::elsewhere || writes_registers != writes_none.contains(flow)) << info.name;
    }
    for (const Opcode opcode : {add, selp, lop3, cvt, vadd4}) EXPECT_EQ(flow_of(opcode), ValueFlow::computes);
    for (const Opcode opcode : {ld, ldu}) EXPECT_EQ(flow_of(opcode), ValueFlow::loads);
    for (const Opcode opcode : {st, red}) EXPECT_EQ(flow_of(opcode), ValueFlow::stores);
    for (const Opcode opcode : {activemask, elect, match, redux, vote})
        EXPECT_EQ(flow_of(opcode), ValueFlow::from_lanes);
    for (const Opcode opcode : {cp, mbarrier, ldmatrix, mma, movmatrix, tex, wmma, alloca})
        EXPECT_EQ(flow_of(opcode), ValueFlow::elsewhere);
    for (const Opcode opcode : {bar, bra, exit, fence, prefetch, stackrestore})
        EXPECT_EQ(flow_of(opcode), ValueFlow::nothing);
    EXPECT_EQ(flow_of(atom), ValueFlow::exchanges);
    EXPECT_EQ(flow_of(shfl), ValueFlow::from_lane);
    EXPECT_EQ(flow_of(call), ValueFlow::calls);
}

TEST(Analysis, OnlyUnconditionalDefinitionsAreUnique) {
    const Kernel k("mov.u32 %r1, 1;\n"
                   "@%p1 mov.u32 %r2, 2;\n"
                   "mov.u32 %r3, 3;\n"
                   "add.u32 %r3, %r4, 4;\n");
    const Definitions definitions(k.function());
    EXPECT_EQ(definitions.only(k.reg("%r1")), 0u);
    EXPECT_EQ(definitions.only(k.reg("%r2")), std::nullopt);
    EXPECT_EQ(definitions.only(k.reg("%r3")), std::nullopt);
    EXPECT_THAT(definitions.of(k.reg("%r3")), ElementsAre(2u, 3u));
    EXPECT_FALSE(definitions.is_set(k.reg("%r4")));
}

TEST(Analysis, FindsReadsBeforeWrites) {
    const Kernel k("@%p1 bra SKIP;\n"
                   "mov.u32 %r1, 1;\n"
                   "SKIP: add.u32 %r2, %r1, 1;\n"
                   "mov.u32 %r3, 5;\n"
                   "add.u32 %r4, %r3, %r2;\n"
                   "@%p2 mov.u32 %r5, 7;\n"
                   "add.u32 %r6, %r5, 1;\n");
    EXPECT_THAT(read_before_written(k.function(), build_cfg(k.function())),
                UnorderedElementsAre(k.reg("%p1"), k.reg("%p2"), k.reg("%r1"), k.reg("%r5")));
}

TEST(Analysis, OnlyLoopsLeadToThemselves) {
    const Kernel k("mov.u32 %r1, 0;\n"
                   "LOOP: add.u32 %r1, %r1, 1;\n"
                   "@%p1 bra LOOP;\n"
                   "mov.u32 %r2, 0;\n");
    const ControlFlowGraph graph = build_cfg(k.function());
    Reachability reachability(graph);
    const uint32_t before = graph.block_of[0], loop = graph.block_of[1], after = graph.block_of[3];
    EXPECT_TRUE(reachability.leads(before, after));
    EXPECT_FALSE(reachability.leads(after, before));
    EXPECT_TRUE(reachability.leads(loop, loop));
    EXPECT_FALSE(reachability.leads(before, before));
    EXPECT_TRUE(reachability.is_at_or_leads(before, before));
    EXPECT_TRUE(reachability.are_in_one_loop(loop, loop));
    EXPECT_FALSE(reachability.are_in_one_loop(before, loop));
}

TEST(Analysis, EqualAddressesShareTheirBase) {
    const Kernel k("cvta.to.global.u64 %rd2, %rd1;\n"
                   "add.s64 %rd3, %rd2, 8;\n"
                   "ld.global.u32 %r1, [%rd3+4];\n"
                   "ld.global.u32 %r2, [%rd2+12];\n"
                   "mov.u64 %rd4, global_array;\n"
                   "ld.global.u32 %r3, [%rd4+4];\n"
                   "ld.global.u32 %r4, [global_array+4];\n"
                   "add.s64 %rd5, %rd2, %rd6;\n"
                   "ld.global.u32 %r5, [%rd5];\n");
    const Definitions definitions(k.function());
    const auto base = [&](size_t at) { return base_of(k.function(), definitions, k.function().body[at]); };
    EXPECT_EQ(base(2), (BaseAddress{k.reg("%rd1"), {}, 12}));
    EXPECT_EQ(base(3), base(2));
    EXPECT_EQ(base(5), (BaseAddress{no_register, "global_array", 4}));
    EXPECT_EQ(base(6), base(5));
    EXPECT_EQ(base(8), (BaseAddress{k.reg("%rd5"), {}, 0})) << "the offset is not constant";
    EXPECT_EQ(base(0), std::nullopt) << "accesses nothing";
}

TEST(Analysis, LoadedByteHasZerosAbove) {
    const Kernel k("ld.global.u8 %r1, [%rd1];\n"
                   "shl.b32 %r2, %r1, 4;\n"
                   "and.b32 %r3, %r2, 255;\n"
                   "ld.global.u32 %r4, [%rd1];\n");
    const Definitions definitions(k.function());
    KnownBits bits(k.function(), definitions);
    EXPECT_EQ(bits.of(k.reg("%r1")), 0xffu);
    EXPECT_EQ(bits.of(k.reg("%r2")), 0xff0u);
    EXPECT_EQ(bits.of(k.reg("%r3")), 0xf0u);
    EXPECT_EQ(bits.of(k.reg("%r4")) & 0xffffffffu, 0xffffffffu);
}

} // namespace
} // namespace warpscope::ptx
