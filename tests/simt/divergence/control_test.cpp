// Divergence, reconvergence and calls. Kernels record each thread's path; counters show the warp's path.
#include "simt/harness.hpp"

#include <numeric>

namespace warpscope::simt {
namespace {

LaunchConfig threads(uint32_t count) {
    LaunchConfig config;
    config.block = {count, 1, 1};
    return config;
}

/// Returns a kernel k(out) whose body computes %r0 from %t, the thread's number.
std::string control_kernel(const std::string& body, const std::string& before = {}) {
    return module_text(
        before +
        ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<10>;\n.reg .b32 %t;\n.reg .pred %p<5>;\n.reg .b64 "
        "%rd<5>;\n"
        ".reg .b64 %o;\nmov.u32 %t, %tid.x;\nmov.u32 %r0, 0;\n" +
        body + "\nSTORE:\nld.param.u64 %o, [out];\nmad.wide.u32 %o, %t, 4, %o;\nst.global.u32 [%o], %r0;\nret;\n}\n");
}

struct BlockView {
    std::vector<uint32_t> out;
    LaunchOutcome outcome;
    std::shared_ptr<const Program> program;

    /// Returns how often warps executed the instruction with this text. If there is none, uses the first instruction
    /// that starts with the text.
    [[nodiscard]] uint64_t executions(const std::string& text) const { return outcome.executions[pc_of(text)]; }
    [[nodiscard]] uint64_t lanes(const std::string& text) const { return outcome.active_lanes[pc_of(text)]; }
    [[nodiscard]] size_t pc_of(const std::string& text) const {
        for (const bool whole : {true, false})
            for (size_t pc = 0; pc < program->instructions().size(); ++pc) {
                const std::string& own = program->instructions()[pc].text;
                if (whole ? own == text : own.starts_with(text)) return pc;
            }
        ADD_FAILURE() << "no instruction " << text;
        return 0;
    }
};

BlockView run(const std::string& ptx, uint32_t count = 32) {
    const auto program = program_of(ptx);
    Machine machine(program);
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(count, 0xdead));
    LaunchOutcome outcome = machine.run("k", threads(count), machine.address(out));
    EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome).front();
    return {machine.read<uint32_t>(out), std::move(outcome), program};
}

std::vector<uint32_t> per_thread(uint32_t count, uint32_t (*value)(uint32_t)) {
    std::vector<uint32_t> values(count);
    for (uint32_t t = 0; t < count; ++t) values[t] = value(t);
    return values;
}

TEST(ControlFlow, BranchSidesReconverge) {
    const BlockView r =
        run(control_kernel("setp.lt.u32 %p0, %t, 10;\n@%p0 bra A;\nmov.u32 %r0, 7;\nbra B;\nA: mov.u32 %r0, 9;\nB: "
                           "add.u32 %r0, %r0, %t;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return (t < 10 ? 9 : 7) + t; }));
    EXPECT_EQ(r.executions("mov.u32 %r0, 7"), 1u);
    EXPECT_EQ(r.lanes("mov.u32 %r0, 7"), 22u);
    EXPECT_EQ(r.lanes("mov.u32 %r0, 9"), 10u);
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, %t"), 1u); // reconverged
    EXPECT_EQ(r.lanes("add.u32 %r0, %r0, %t"), 32u);
}

TEST(ControlFlow, NestedBranchesReconvergeInsideOut) {
    const BlockView r = run(control_kernel(
        "and.b32 %r1, %t, 1;\nsetp.eq.u32 %p0, %r1, 0;\nand.b32 %r2, %t, 2;\nsetp.eq.u32 %p1, %r2, 0;\n"
        "@%p0 bra EVEN;\n@%p1 bra O1;\nadd.u32 %r0, %r0, 1;\nO1: add.u32 %r0, %r0, 10;\nbra JOIN;\n"
        "EVEN: @%p1 bra E1;\nadd.u32 %r0, %r0, 100;\nE1: add.u32 %r0, %r0, 1000;\nJOIN: add.u32 %r0, %r0, 10000;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) {
                  return 10000u + (t % 2 == 0 ? 1000u + ((t & 2) != 0 ? 100u : 0u) : 10u + ((t & 2) != 0 ? 1u : 0u));
              }));
    EXPECT_EQ(r.lanes("add.u32 %r0, %r0, 1000"), 16u);
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, 10000"), 1u);
}

TEST(ControlFlow, LoopsRunUntilTheirLastLane) {
    const BlockView r =
        run(control_kernel("LOOP: setp.ge.u32 %p0, %r0, %t;\n@%p0 bra DONE;\nadd.u32 %r0, %r0, 1;\nbra LOOP;\nDONE: "
                           "add.u32 %r0, %r0, 100;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return t + 100; }));
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, 1"), 31u);
    EXPECT_EQ(r.lanes("add.u32 %r0, %r0, 1"), 31u * 32 / 2);
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, 100"), 1u);
}

TEST(ControlFlow, InnerBreakKeepsOuterLoopTogether) {
    // Each lane leaves the inner loop after (t & 3) + 1 rounds; the outer loop runs five times for all.
    const BlockView r =
        run(control_kernel("and.b32 %r1, %t, 3;\nmov.u32 %r2, 0;\nOUTER: mov.u32 %r3, 0;\nINNER: add.u32 %r0, %r0, 1;\n"
                           "setp.ge.u32 %p0, %r3, %r1;\n@%p0 bra NEXT;\nadd.u32 %r3, %r3, 1;\nbra INNER;\n"
                           "NEXT: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 5;\n@%p1 bra OUTER;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return 5 * ((t & 3) + 1); }));
    EXPECT_EQ(r.executions("add.u32 %r2, %r2, 1"), 5u);
    EXPECT_EQ(r.lanes("add.u32 %r2, %r2, 1"), 160u);
}

TEST(ControlFlow, EarlyExitsLeaveOthersRunning) {
    const BlockView r =
        run(control_kernel("setp.lt.u32 %p0, %t, 5;\n@%p0 exit;\nsetp.gt.u32 %p1, %t, 20;\n@%p1 bra OUT;\nmov.u32 "
                           "%r0, 1;\nbra STORE;\nOUT: exit;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return t < 5 || t > 20 ? 0xdeadu : 1u; }));
    EXPECT_EQ(r.lanes("st.global"), 16u);
}

TEST(ControlFlow, IncompleteWarpHasOnlyItsThreads) {
    const BlockView r = run(control_kernel("add.u32 %r0, %t, 1;"), 37);
    EXPECT_EQ(r.out, per_thread(37, [](uint32_t t) { return t + 1; }));
    EXPECT_EQ(r.executions("add.u32 %r0, %t, 1"), 2u);
    EXPECT_EQ(r.lanes("add.u32 %r0, %t, 1"), 37u);
}

TEST(ControlFlow, PredicatesCountDisabledLanes) {
    const BlockView r =
        run(control_kernel("setp.lt.u32 %p0, %t, 3;\n@%p0 mov.u32 %r0, 5;\n@!%p0 mov.u32 %r0, 6;\nsetp.lt.u32 %p1, "
                           "%t, 99;\n@!%p1 mov.u32 %r0, 8;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return t < 3 ? 5u : 6u; }));
    EXPECT_EQ(r.lanes("@%p0 mov.u32 %r0, 5"), 3u);
    EXPECT_EQ(r.lanes("@!%p0 mov.u32 %r0, 6"), 29u);
    EXPECT_EQ(r.executions("@!%p1 mov.u32 %r0, 8"), 1u); // issued, but for no lane
    EXPECT_EQ(r.lanes("@!%p1 mov.u32 %r0, 8"), 0u);
    EXPECT_EQ(r.outcome.predicated_off, 29u + 3 + 32);
}

TEST(ControlFlow, JumpTablesSplitByTarget) {
    const BlockView r = run(control_kernel(
        "and.b32 %r1, %t, 3;\nts: .branchtargets L0, L1, L2, L1;\nbrx.idx %r1, ts;\nL0: mov.u32 %r0, 10;\nbra J;\n"
        "L1: mov.u32 %r0, 20;\nbra J;\nL2: mov.u32 %r0, 30;\nJ: add.u32 %r0, %r0, 1;"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return (t & 3) == 0 ? 11u : (t & 3) == 2 ? 31u : 21u; }));
    EXPECT_EQ(r.executions("mov.u32 %r0, 20"), 1u);
    EXPECT_EQ(r.lanes("mov.u32 %r0, 20"), 16u);
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, 1"), 1u);
}

const std::string square =
    ".func (.param .b32 result) square(.param .b32 x)\n{\n.reg .b32 %r<3>;\n.reg .pred %p;\nld.param.u32 %r0, [x];\n"
    "setp.gt.u32 %p, %r0, 15;\n@%p bra BIG;\nmul.lo.u32 %r1, %r0, %r0;\nst.param.b32 [result], %r1;\nret;\n"
    "BIG: st.param.b32 [result], %r0;\nret;\n}\n";

TEST(ControlFlow, CallsReturnUnderDivergence) {
    const BlockView r = run(control_kernel(
        "setp.lt.u32 %p0, %t, 20;\n@!%p0 bra SKIP;\n{ .param .b32 a; .param .b32 v; st.param.b32 [a], %t;\n"
        "call (v), square, (a);\nld.param.b32 %r0, [v]; }\nSKIP: add.u32 %r0, %r0, 1;",
        square));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return 1 + (t < 16 ? t * t : t < 20 ? t : 0); }));
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, 1"), 1u);
}

TEST(ControlFlow, RecursionKeepsFramesApart) {
    const std::string sum =
        ".func (.param .b32 result) sum(.param .b32 n)\n{\n.reg .b32 %r<4>;\n.reg .pred %p;\nld.param.u32 %r0, [n];\n"
        "setp.eq.u32 %p, %r0, 0;\n@%p bra ZERO;\nsub.u32 %r1, %r0, 1;\n{ .param .b32 a; .param .b32 v; st.param.b32 "
        "[a], %r1;\n"
        "call (v), sum, (a);\nld.param.b32 %r2, [v]; }\nadd.u32 %r3, %r2, %r0;\nst.param.b32 [result], %r3;\nret;\n"
        "ZERO: st.param.b32 [result], 0;\nret;\n}\n";
    const BlockView r = run(control_kernel(
        "{ .param .b32 a; .param .b32 v; st.param.b32 [a], %t;\ncall (v), sum, (a);\nld.param.b32 %r0, [v]; }", sum));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return t * (t + 1) / 2; }));
}

TEST(ControlFlow, IndirectCallsDifferPerLane) {
    const std::string twice = ".func (.param .b32 result) twice(.param .b32 x)\n{\n.reg .b32 %r;\nld.param.u32 %r, "
                              "[x];\nadd.u32 %r, %r, %r;\n"
                              "st.param.b32 [result], %r;\nret;\n}\n";
    const BlockView r = run(control_kernel(
        "mov.u64 %rd0, square;\nmov.u64 %rd1, twice;\nsetp.lt.u32 %p0, %t, 7;\nselp.b64 %rd2, %rd0, %rd1, %p0;\n"
        "{ .param .b32 a; .param .b32 v; st.param.b32 [a], %t;\nproto: .callprototype (.param .b32 _) _ (.param "
        ".b32 _);\n"
        "call (v), %rd2, (a), proto;\nld.param.b32 %r0, [v]; }\nadd.u32 %r0, %r0, 1;",
        square + twice));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return 1 + (t < 7 ? t * t : 2 * t); }));
    EXPECT_EQ(r.executions("add.u32 %r0, %r0, 1"), 1u);
}

TEST(ControlFlow, EndlessRecursionOverflowsTheStack) {
    Machine machine(module_text(".func f()\n{\ncall f;\nret;\n}\n.visible .entry k()\n{\ncall f;\nret;\n}\n"));
    const LaunchOutcome outcome = machine.run("k", threads(1));
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::stack_overflow);
}

TEST(ControlFlow, LocalMemoryBelongsToTheLane) {
    const BlockView r = run(control_kernel(
        "{ .local .align 4 .b8 x[64]; mov.u64 %rd0, x; cvta.local.u64 %rd1, %rd0;\nand.b32 %r1, %t, 15;\n"
        "mad.wide.u32 %rd2, %r1, 4, %rd1;\nst.u32 [%rd2], %t;\nmad.wide.u32 %rd3, %r1, 4, "
        "%rd0;\nld.local.u32 %r0, [%rd3]; }"));
    EXPECT_EQ(r.out, per_thread(32, [](uint32_t t) { return t; }));
}

} // namespace
} // namespace warpscope::simt
