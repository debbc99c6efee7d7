// alloca, stacksave and stackrestore: dynamic stack memory of lanes.
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

struct Outcome {
    std::vector<uint32_t> out;
    LaunchOutcome outcome;
};

/// Runs a kernel k(out) of one warp; %t is the lane. `body` sets %r0, which is stored to out[t]. It may call f(x),
/// which has 16 bytes of local memory and returns x + 1.
Outcome alloca_kernel(const std::string& body) {
    Machine machine(module_text(
        ".func (.param .b32 d) f(.param .b32 x)\n{\n.local .align 16 .b8 own[16];\n.reg .b32 %x<2>;\n.reg .b64 %o;\n"
        "mov.u64 %o, own;\nld.param.u32 %x0, [x];\nst.local.v4.u32 [%o], {%x0, %x0, %x0, %x0};\n"
        "ld.local.u32 %x1, [%o+12];\nadd.u32 %x1, %x1, 1;\nst.param.u32 [d], %x1;\nret;\n}\n"
        ".visible .entry k(.param .u64 out)\n{\n.reg .b64 %out, %o, %s, %a<9>;\n.reg .b32 %t, %r<9>;\n.reg .pred "
        "%p<4>;\n"
        ".local .align 8 .b8 own[8];\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
        "mad.wide.u32 %o, %t, 4, %out;\nmov.u64 %a8, own;\nst.local.u32 [%a8], %t;\n" +
        body + "\nst.global.u32 [%o], %r0;\nret;\n}\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(32));
    LaunchOutcome outcome = machine.run("k", {{1, 1, 1}, {32, 1, 1}, 0}, machine.address(out));
    return {machine.read<uint32_t>(out), std::move(outcome)};
}

/// Each lane allocates a different size. Adjacent arrays keep their contents, even across a call.
TEST(Alloca, EveryLaneHasItsBytes) {
    const Outcome ran = alloca_kernel(
        "mul.wide.u32 %s, %t, 4;\nadd.u64 %s, %s, 4;\nalloca.u64 %a0, %s, 32;\nalloca.u64 %a1, 4;\n"
        "and.b64 %a4, %a0, 31;\nand.b64 %a5, %a1, 7;\nor.b64 %a4, %a4, %a5;\n" // aligned: 0
        "add.u64 %a2, %a0, %s;\nst.local.u32 [%a2+-4], 100;\nst.local.u32 [%a1], 1000;\n"
        "cvta.local.u64 %a3, %a0;\nst.u32 [%a3], %t;\n"
        "{\n.param .b32 x;\n.param .b32 d;\nst.param.b32 [x], %t;\ncall (d), f, (x);\nld.param.b32 %r1, [d];\n}\n"
        "ld.local.u32 %r0, [%a2+-4];\nld.local.u32 %r2, [%a1];\nadd.u32 %r0, %r0, %r2;\n"
        "ld.local.u32 %r3, [%a0];\nadd.u32 %r0, %r0, %r3;\nadd.u32 %r0, %r0, %r1;\n"
        "ld.local.u32 %r4, [%a8];\nadd.u32 %r0, %r0, %r4;\ncvt.u32.u64 %r5, %a4;\nmad.lo.u32 %r0, %r5, 10000, %r0;");
    EXPECT_TRUE(ran.outcome.findings.empty()) << texts_of(ran.outcome).front();
    for (uint32_t t = 0; t < 32; ++t) // lane 0's array is one number, so the last store counts
        EXPECT_EQ(ran.out[t], t == 0 ? 1001u : 1101 + 3 * t) << t;
}

TEST(Alloca, StackPointerReleasesMemory) {
    const Outcome ran =
        alloca_kernel("mov.u32 %r0, 0;\nalloca.u64 %a3, 8;\nL: stacksave.u64 %a0;\nalloca.u64 %a1, 1024;\n"
                      "st.local.u32 [%a1+1020], %r0;\nstackrestore.u64 %a0;\nadd.u32 %r0, %r0, 1;\n"
                      "setp.lt.u32 %p0, %r0, 1000;\n@%p0 bra L;\nstacksave.u32 %r1;\n"
                      "cvt.u32.u64 %r2, %a0;\nsub.u32 %r1, %r1, %r2;\nadd.u32 %r0, %r0, %r1;");
    EXPECT_TRUE(ran.outcome.findings.empty()) << texts_of(ran.outcome).front();
    EXPECT_EQ(ran.out, std::vector<uint32_t>(32, 1000));
}

TEST(Alloca, OversizedRequestIsAFinding) {
    const auto found = [](const std::string& body) {
        const Outcome ran = alloca_kernel("mov.u32 %r0, 0;\n" + body);
        return ran.outcome.findings.empty() ? "" : texts_of(ran.outcome).front();
    };
    EXPECT_EQ(found("alloca.u64 %a1, 60000;\nst.local.u32 [%a1+59996], 1;"), "");
    EXPECT_EQ(found("mov.u64 %s, -8;\nalloca.u64 %a1, %s;").substr(0, 14), "stack_overflow");
    EXPECT_EQ(found("L: alloca.u64 %a1, 1000;\nst.local.u32 [%a1], 1;\nadd.u32 %r0, %r0, 1;\n"
                    "setp.lt.u32 %p0, %r0, 100;\n@%p0 bra L;")
                  .substr(0, 37),
              "stack_overflow: alloca of 1000 bytes:");
    EXPECT_EQ(found("alloca.u64 %a1, 16;\nst.local.u32 [%a1+70000], 1;").substr(0, 13), "out_of_bounds");
    EXPECT_NE(found("mov.u64 %a1, 4096;\nstackrestore.u64 %a1;").find("stack pointer was not"), std::string::npos);
}

/// A lane ends if it requests more stack than remains. The other lanes continue, even if the request is predicated.
TEST(Alloca, OversizedRequestEndsItsLanes) {
    const Outcome all = alloca_kernel("mov.u32 %r0, 0;\nL: alloca.u64 %a1, 40000;\nst.local.u32 [%a1], 1;\n"
                                      "bra L;");
    EXPECT_EQ(texts_of(all.outcome).size(), 1u);
    EXPECT_EQ(all.outcome.finding_count, 32u);
    const Outcome some = alloca_kernel(
        "mov.u32 %r0, 1;\nsetp.lt.u32 %p0, %t, 20;\nsetp.lt.u32 %p1, %t, 10;\nmov.u64 %s, 16;\n@%p1 mov.u64 %s, "
        "70000;\n"
        "mov.u64 %a1, 0;\n@%p0 alloca.u64 %a1, %s;\n@%p0 st.local.u32 [%a1], %t;\n@%p0 ld.local.u32 %r0, [%a1];\n"
        "setp.ne.u64 %p2, %a1, 0;\n@%p2 add.u32 %r0, %r0, 100;");
    EXPECT_EQ(texts_of(some.outcome).size(), 1u);
    EXPECT_EQ(some.outcome.finding_count, 10u);
    for (uint32_t t = 0; t < 32; ++t) EXPECT_EQ(some.out[t], t < 10 ? 0 : t < 20 ? 100 + t : 1) << t;
}

/// Neither the function's own variables nor the memory after the last dynamic array belong to a dynamic array.
TEST(Alloca, UnallocatedStackIsOutOfBounds) {
    const auto found = [](const std::string& body) {
        const Outcome ran = alloca_kernel("mov.u32 %r0, 0;\n" + body);
        return ran.outcome.findings.empty() ? "" : texts_of(ran.outcome).front();
    };
    const std::string call = "{\n.param .b32 x;\n.param .b32 d;\nst.param.b32 [x], %t;\ncall (d), f, (x);\n"
                             "ld.param.b32 %r1, [d];\n}\n";
    EXPECT_EQ(found(call + "st.local.u32 [%a8+4], 1;"), "");
    EXPECT_NE(found(call + "st.local.u32 [%a8+32], 1;").find("have returned is gone"), std::string::npos);
    EXPECT_NE(found(call + "cvta.local.u64 %a1, %a8;\nld.u32 %r0, [%a1+32];").find("have returned is gone"),
              std::string::npos);
    EXPECT_EQ(found("alloca.u64 %a1, 16;\n" + call + "st.local.u32 [%a1+12], 1;"), "");
    EXPECT_EQ(found("alloca.u64 %a1, 16;\n" + call + "st.local.u32 [%a1+16], 1;").substr(0, 13), "out_of_bounds");
    EXPECT_EQ(found("alloca.u64 %a1, 16;\ncvta.local.u64 %a2, %a1;\natom.add.u32 %r0, [%a2+16], 1;").substr(0, 13),
              "out_of_bounds");
    // Some lanes allocate stack memory, then wait for the lanes that allocate none.
    EXPECT_EQ(found("setp.lt.u32 %p0, %t, 7;\n@!%p0 bra ON;\nalloca.u64 %a1, 160;\nbar.warp.sync -1;\n"
                    "st.local.u32 [%a1+156], 1;\nbra END;\nON: bar.warp.sync -1;\nEND:\n"
                    "@%p0 st.local.u32 [%a1+156], 2;"),
              "");
}

TEST(Alloca, NeighborArrayIsOutOfBounds) {
    const auto found = [](const std::string& body) {
        const Outcome ran = alloca_kernel("mov.u32 %r0, 0;\n" + body);
        return ran.outcome.findings.empty() ? "" : texts_of(ran.outcome).front().substr(0, 13);
    };
    const std::string two = "mul.wide.u32 %s, %t, 4;\nadd.u64 %s, %s, 4;\nalloca.u64 %a0, %s;\nalloca.u64 %a1, 8;\n"
                            "add.u64 %a2, %a0, %s;\n"; // the first array ends at a2
    EXPECT_EQ(found(two + "st.local.u32 [%a2+-4], 1;\nst.local.u32 [%a0], 1;\nst.local.v2.u32 [%a1], {1, 2};"), "");
    EXPECT_EQ(found(two + "st.local.u32 [%a2], 1;"), "out_of_bounds");
    EXPECT_EQ(found(two + "ld.local.u32 %r0, [%a2];"), "out_of_bounds");
    EXPECT_EQ(found(two + "st.local.u32 [%a1+-4], 1;"), "out_of_bounds");
    EXPECT_EQ(found(two + "st.local.u32 [%a0+-4], 1;"), "out_of_bounds");
    EXPECT_EQ(found(two + "cvta.local.u64 %a3, %a2;\natom.add.u32 %r0, [%a3], 1;"), "out_of_bounds");
    // An alignment gap is freed together with the array after it.
    EXPECT_EQ(found("alloca.u64 %a3, 8;\nstacksave.u64 %a0;\nalloca.u64 %a1, 8;\nstackrestore.u64 %a0;\n"
                    "st.local.u32 [%a3+4], 1;\nstacksave.u64 %a4;\nsub.u64 %a4, %a4, %a0;\n"
                    "cvt.u32.u64 %r0, %a4;\nalloca.u64 %a1, 200, 64;\nst.local.u32 [%a1+196], 1;"),
              "");
}

} // namespace
} // namespace warpscope::simt
