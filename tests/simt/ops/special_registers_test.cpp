// Special registers, and clusters: every block is a cluster of its own.
#include "simt/harness.hpp"

#include "ptx/parser.hpp"

namespace warpscope::simt {
namespace {

LaunchConfig block_of(uint32_t threads) {
    LaunchConfig config;
    config.block = {threads, 1, 1};
    return config;
}

std::string special_kernel(const std::string& body) {
    return module_text(
        ".shared .align 16 .b8 own[100];\n.visible .entry k(.param .u64 out)\n{\n.reg .b64 %out, %a<9>;\n"
        ".reg .b32 %t, %r<9>;\n.reg .pred %p<4>;\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
        "mul.wide.u32 %a1, %t, 4;\nadd.u64 %a2, %out, %a1;\n" +
        body + "\nret;\n}\n");
}

uint64_t value_of(const std::string& reg, bool wide) {
    Machine machine(special_kernel(wide ? "mov.u64 %a0, " + reg + ";\nst.global.u64 [%out], %a0;\nmov.u32 %r0, own;"
                                        : "mov.u32 %r0, " + reg + ";\nst.global.u32 [%out], %r0;\nmov.u32 %r0, own;"));
    const uint32_t out = machine.buffer("out", std::vector<uint64_t>{0});
    EXPECT_TRUE(machine.run("k", block_of(1), machine.address(out)).findings.empty());
    return machine.read<uint64_t>(out)[0];
}

TEST(SpecialRegisterValues, EveryDocumentedRegisterHasAValue) {
    for (const std::string name :
         {"%pm0", "%pm7", "%envreg0", "%envreg1", "%envreg31", "%smid", "%warpid", "%cluster_ctarank", "%clusterid.x",
          "%cluster_ctaid.z", "%lanemask_lt", "%dynamic_smem_size", "%clock_hi", "%globaltimer_hi"})
        EXPECT_EQ(value_of(name, false), 0u) << name;
    for (const std::string name : {"%pm3_64", "%current_graph_exec"}) EXPECT_EQ(value_of(name, true), 0u) << name;
    for (const std::string name : {"%nsmid", "%nwarpid", "%cluster_nctarank", "%nclusterid.y", "%cluster_nctaid.x"})
        EXPECT_EQ(value_of(name, false), 1u) << name;
    EXPECT_EQ(value_of("%total_smem_size", false), 100u);
    EXPECT_EQ(value_of("%aggr_smem_size", false), 1124u);
    EXPECT_EQ(value_of("%reserved_smem_offset_cap", false), 1024u);
}

TEST(SpecialRegisterValues, ReservedSharedMemoryIsSeparate) {
    Machine machine(
        special_kernel("mov.u32 %r0, %reserved_smem_offset_1;\nmov.u32 %r1, %reserved_smem_offset_begin;\n"
                       "mov.u32 %r2, %reserved_smem_offset_end;\nmov.u32 %r3, own;\nst.shared.u32 [%r3+96], 7;\n"
                       "ld.shared.u32 %r4, [%r0];\nst.shared.u32 [%r2+-4], 9;\nld.shared.u32 %r5, [%r3+96];\n"
                       "st.global.v4.u32 [%out], {%r0, %r1, %r2, %r3};\nst.global.v2.u32 [%out+16], {%r4, %r5};"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(6));
    EXPECT_TRUE(machine.run("k", block_of(1), machine.address(out)).findings.empty());
    const auto got = machine.read<uint32_t>(out);
    EXPECT_TRUE(got[1] <= got[0] && got[0] < got[2] && got[2] - got[1] == 1024);
    EXPECT_TRUE(got[3] + 100 <= got[1] || got[3] >= got[2]) << "the kernel's variables are elsewhere";
    EXPECT_EQ(got[4], 0u);
    EXPECT_EQ(got[5], 7u);
}

TEST(SpecialRegisterValues, UnknownRegisterHasItsLine) {
    const auto module =
        ptx::parse(special_kernel("mov.u32 %r0, %newer;\nmov.u32 %newest, 1;\nadd.u32 %r1, %r0, 1;"), "test");
    ASSERT_TRUE(module) << module.error().text();
    const auto problems = unsupported_forms(*module);
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_NE(problems[0].message.english().find("'%newer' is neither declared nor a special register"),
              std::string::npos);
    EXPECT_NE(problems[0].message.english().find("PTX line"), std::string::npos);
    EXPECT_NE(problems[1].message.english().find("'%newest'"), std::string::npos);
}

TEST(Cluster, SingleBlockUsesItsOwnMemory) {
    Machine machine(
        special_kernel("setp.ne.u32 %p0, 1, 0;\nmov.pred %p0, %is_explicit_cluster;\nselp.u32 %r4, 5, 6, %p0;\n"
                       "mov.u32 %r0, own;\nmapa.shared::cluster.u32 %r1, %r0, 0;\n"
                       "st.shared::cluster.u32 [%r1+4], 42;\nld.shared.u32 %r2, [%r0+4];\ncvta.shared.u64 %a3, %a3;\n"
                       "mov.u64 %a4, own;\ncvta.shared.u64 %a4, %a4;\nmapa.u64 %a5, %a4, 0;\n"
                       "ld.u32 %r3, [%a5+4];\ngetctarank.u64 %r5, %a5;\n"
                       "st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5};"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(4, 9));
    EXPECT_TRUE(machine.run("k", block_of(1), machine.address(out)).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out), (std::vector<uint32_t>{42, 42, 6, 0}));
}

/// Warp 0 arrives at the cluster barrier and sets a flag. The other warps, which have arrived but not waited, poll the
/// flag. All warps wait twice.
TEST(Cluster, ArriveDoesNotWait) {
    Machine machine(
        special_kernel("mov.u32 %r0, own;\nshr.u32 %r1, %t, 5;\nmad.lo.u32 %r2, %r1, 4, %r0;\n"
                       "setp.eq.u32 %p0, %r1, 0;\n"
                       "barrier.cluster.arrive.release.aligned;\n"
                       "@%p0 st.shared.u32 [%r0+64], 1;\n"
                       "again: ld.volatile.shared.u32 %r3, [%r0+64];\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra again;\n"
                       "barrier.cluster.wait.acquire.aligned;\n"
                       "add.u32 %r4, %r1, 10;\nst.shared.u32 [%r2], %r4;\n"
                       "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
                       "xor.b32 %r5, %r1, 3;\nmad.lo.u32 %r5, %r5, 4, %r0;\nld.shared.u32 %r6, [%r5];\n"
                       "st.global.u32 [%a2], %r6;"));
    for (const uint64_t seed : {0u, 3u, 8u}) {
        machine.options.seed = seed;
        const uint32_t out = machine.buffer("out" + std::to_string(seed), std::vector<uint32_t>(128));
        const LaunchOutcome outcome = machine.run("k", block_of(128), machine.address(out));
        EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome).front();
        const auto got = machine.read<uint32_t>(out);
        for (uint32_t t = 0; t < 128; ++t) ASSERT_EQ(got[t], (t / 32 ^ 3) + 10);
    }
}

TEST(Cluster, EndedThreadsAreNotWaitedFor) {
    Machine machine(
        special_kernel("setp.ge.u32 %p0, %t, 40;\n@%p0 exit;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n"
                       "st.global.u32 [%a2], 1;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(96));
    EXPECT_TRUE(machine.run("k", block_of(96), machine.address(out)).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out)[39], 1u);
}

TEST(Cluster, LanesPassSeparately) {
    const std::string pass = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
    struct Case {
        std::string body;
        uint32_t first, second; // results of the two halves of a warp
    };
    const std::string split = "and.b32 %r0, %t, 31;\nsetp.ge.u32 %p0, %r0, 16;\n@%p0 bra B;\n";
    for (const Case& is :
         {Case{split + pass + "st.global.u32 [%a2], 7;\nB:\n", 7, 0},
          Case{split + pass + "mov.u32 %r1, 7;\nbra J;\nB: " + pass + "mov.u32 %r1, 8;\nJ: st.global.u32 [%a2], %r1;\n",
               7, 8},
          Case{split + pass + pass + "mov.u32 %r1, 7;\nbra J;\nB: " + pass + pass +
                   "mov.u32 %r1, 8;\nJ: st.global.u32 [%a2], %r1;\n",
               7, 8}})
        for (const uint64_t seed : {0u, 1u, 4u}) {
            Machine machine(special_kernel(is.body));
            machine.options.seed = seed;
            const uint32_t out = machine.buffer("out", std::vector<uint32_t>(96));
            const LaunchOutcome outcome = machine.run("k", block_of(96), machine.address(out));
            EXPECT_TRUE(outcome.findings.empty()) << is.body << texts_of(outcome).front();
            const auto got = machine.read<uint32_t>(out);
            for (uint32_t t = 0; t < 96; ++t) ASSERT_EQ(got[t], t % 32 < 16 ? is.first : is.second) << is.body << t;
        }
}

/// A warp may reuse the storage of an earlier warp; the earlier warp's arrival must not count.
TEST(Cluster, WaitWithoutArrivalIsADeadlock) {
    Machine machine(special_kernel("mov.u32 %r0, %ctaid.x;\nsetp.ne.u32 %p0, %r0, 0;\n@%p0 bra W;\n"
                                   "barrier.cluster.arrive;\nbarrier.cluster.wait;\nret;\nW: barrier.cluster.wait;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(32));
    LaunchConfig config = block_of(32);
    config.grid = {2, 1, 1};
    const LaunchOutcome outcome = machine.run("k", config, machine.address(out));
    EXPECT_EQ(texts_of(outcome), (std::vector<std::string>{"deadlock: the block cannot continue: 1 of its warps still "
                                                           "run, and 0 threads have arrived at the cluster's barrier "
                                                           "in this phase"}));
}

} // namespace
} // namespace warpscope::simt
