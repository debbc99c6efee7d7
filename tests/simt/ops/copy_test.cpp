// cp.async and mbarrier.
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

/// Returns a kernel k(out, in). %t is the thread, %s the start of 8 KiB of shared memory, %m the start of the
/// mbarriers.
std::string copy_kernel(const std::string& body) {
    return module_text(".shared .align 16 .b8 tile[8192];\n.shared .align 8 .b8 bars[64];\n"
                       ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.reg .b64 %out, %in, %a<9>;\n"
                       ".reg .b32 %t, %s, %m, %r<9>;\n.reg .pred %p<4>;\nld.param.u64 %out, [out];\n"
                       "ld.param.u64 %in, [in];\nmov.u32 %t, %tid.x;\nmov.u32 %s, tile;\nmov.u32 %m, bars;\n"
                       "mul.wide.u32 %a1, %t, 4;\nadd.u64 %a2, %out, %a1;\nadd.u64 %a3, %in, %a1;\n" +
                       body + "\nret;\n}\n");
}

struct KernelRun {
    std::vector<uint32_t> out;
    LaunchOutcome outcome;
};

struct Requests : Observer {
    std::vector<std::string> seen;
    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<Requests>(); }
    void on_memory(const MemoryEvent& event) override {
        seen.push_back(std::string(event.space == ptx::Space::global ? "global " : "shared ") +
                       (event.kind == AccessKind::load    ? "load "
                        : event.kind == AccessKind::store ? "store "
                                                          : "atomic ") +
                       std::to_string(event.bytes) + " of " + std::to_string(std::popcount(event.mask)));
    }
    void merge(Observer& worker) override {
        const auto& more = static_cast<Requests&>(worker).seen;
        seen.insert(seen.end(), more.begin(), more.end());
    }
};

KernelRun run_copy(const std::string& body, uint32_t threads, uint64_t seed = 0, Observer* observer = nullptr) {
    Machine machine(copy_kernel(body));
    machine.options.seed = seed;
    if (observer != nullptr) machine.observers.push_back(observer);
    std::vector<uint32_t> in(1024);
    for (uint32_t k = 0; k < in.size(); ++k) in[k] = k + 1000;
    const uint32_t ins = machine.buffer("in", in), outs = machine.buffer("out", std::vector<uint32_t>(1024, 7));
    LaunchConfig config;
    config.block = {threads, 1, 1};
    LaunchOutcome outcome = machine.run("k", config, machine.address(outs), machine.address(ins));
    return {machine.read<uint32_t>(outs), std::move(outcome)};
}

TEST(AsyncCopy, EverySizeLoadsAndStores) {
    for (const uint32_t bytes : {4u, 8u, 16u}) {
        Requests requests;
        const std::string b = std::to_string(bytes), words = std::to_string(bytes / 4);
        const KernelRun ran = run_copy(
            "mul.wide.u32 %a4, %t, " + b + ";\nadd.u64 %a4, %in, %a4;\nmad.lo.u32 %r1, %t, " + b + ", %s;\ncp.async." +
                (bytes == 16 ? "cg" : "ca") + ".shared.global.L2::128B [%r1], [%a4+16], " + b +
                ";\ncp.async.commit_group;\ncp.async.wait_group 0;\nbar.sync 0;\nmul.lo.u32 %r2, %t, 4;\n"
                "add.u32 %r2, %r2, %s;\nld.shared.u32 %r3, [%r2];\nst.global.u32 [%a2], %r3;",
            64, 0, &requests);
        EXPECT_TRUE(ran.outcome.findings.empty());
        for (uint32_t t = 0; t < 64; ++t) ASSERT_EQ(ran.out[t], 1004 + t) << bytes;
        EXPECT_EQ(requests.seen[0], "global load " + b + " of 32");
        EXPECT_EQ(requests.seen[1], "shared store " + b + " of 32");
    }
}

TEST(AsyncCopy, ZerosFollowAShorterSource) {
    // Copied bytes by thread: 0, 4, 8, 12, 16, 5, 16, 0 and so on.
    const KernelRun ran =
        run_copy("and.b32 %r1, %t, 7;\nmul.lo.u32 %r2, %r1, 4;\nsetp.eq.u32 %p0, %r1, 5;\nselp.u32 %r2, 5, %r2, %p0;\n"
                 "setp.eq.u32 %p0, %r1, 7;\nselp.u32 %r2, 0, %r2, %p0;\nmin.u32 %r2, %r2, 16;\n"
                 "mul.wide.u32 %a4, %t, 16;\nadd.u64 %a4, %in, %a4;\nmad.lo.u32 %r3, %t, 16, %s;\n"
                 "st.shared.v4.u32 [%r3], {9, 9, 9, 9};\ncp.async.cg.shared.global [%r3], [%a4], 16, %r2;\n"
                 "cp.async.wait_all;\nld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3];\n"
                 "mul.wide.u32 %a4, %t, 16;\nadd.u64 %a4, %out, %a4;\nst.global.v4.u32 [%a4], {%r4, %r5, %r6, %r7};",
                 32);
    EXPECT_TRUE(ran.outcome.findings.empty());
    const uint32_t copied[]{0, 4, 8, 12, 16, 5, 16, 0};
    for (uint32_t t = 0; t < 32; ++t)
        for (uint32_t k = 0; k < 4; ++k) {
            const uint32_t value = 1000 + 4 * t + k, bytes = copied[t % 8];
            const uint32_t expected = bytes >= 4 * k + 4 ? value : bytes <= 4 * k ? 0 : value & 0xff;
            ASSERT_EQ(ran.out[4 * t + k], expected) << t << " " << k;
        }
}

TEST(AsyncCopy, EmptySourceIsNotRead) {
    const KernelRun ran =
        run_copy("setp.ge.u32 %p0, %t, 3;\nselp.u32 %r1, 0, 4, %p0;\nselp.b64 %a4, 0, %a3, %p0;\n"
                 "mad.lo.u32 %r2, %t, 4, %s;\ncp.async.ca.shared.global [%r2], [%a4], 4, %r1;\n"
                 "cp.async.ca.shared.global [%r2+512], [%a4], 4, %p0;\ncp.async.wait_all;\n"
                 "ld.shared.u32 %r3, [%r2];\nld.shared.u32 %r4, [%r2+512];\nmad.lo.u32 %r3, %r4, 10000, %r3;\n"
                 "st.global.u32 [%a2], %r3;",
                 32);
    EXPECT_TRUE(ran.outcome.findings.empty()) << texts_of(ran.outcome).front();
    EXPECT_EQ(ran.out[2], 1002u * 10001);
    EXPECT_EQ(ran.out[3], 0u);
}

TEST(AsyncCopy, FaultsMatchLoadsAndStores) {
    const KernelRun ran =
        run_copy("add.u64 %a4, %in, 4096;\ncp.async.ca.shared.global [%s], [%a4], 4;\n"
                 "cp.async.ca.shared.global [%s+16384], [%in], 4;\ncp.async.cg.shared.global [%s], [%in+4], 16;",
                 1);
    ASSERT_EQ(ran.outcome.findings.size(), 3u);
    EXPECT_EQ(ran.outcome.findings[0].kind, FindingKind::out_of_bounds);
    EXPECT_EQ(ran.outcome.findings[0].space, ptx::Space::global);
    EXPECT_EQ(ran.outcome.findings[1].kind, FindingKind::out_of_bounds);
    EXPECT_EQ(ran.outcome.findings[1].space, ptx::Space::shared);
    EXPECT_EQ(ran.outcome.findings[2].kind, FindingKind::misaligned);
}

TEST(AsyncCopy, OverrunIsAlwaysFound) {
    const auto message = [](const std::string& variables, const std::string& body) {
        Machine machine(module_text(variables +
                                    ".visible .entry k(.param .u64 in)\n{\n.reg .b64 %in;\n.reg .b32 %s;\n"
                                    ".reg .b128 %q;\nld.param.u64 %in, [in];\nmov.u32 %s, last;\n"
                                    "mov.b128 %q, {%in, %in};\n" +
                                    body + "\nret;\n}\n"));
        const uint32_t in = machine.buffer("in", std::vector<uint32_t>(64));
        const LaunchOutcome outcome = machine.run("k", LaunchConfig{}, machine.address(in));
        return outcome.findings.size() == 1 ? texts_of(outcome).front() : std::to_string(outcome.findings.size());
    };
    const std::string alone = ".shared .align 16 .b8 last[20];\n";
    const std::string first = ".shared .align 16 .b8 last[16];\n.shared .align 16 .b8 next[64];\n";
    for (const std::string& variables : {alone, first}) {
        const std::string found = message(variables, "cp.async.cg.shared.global [%s+16], [%in], 16;");
        EXPECT_NE(found.find("out_of_bounds"), std::string::npos) << found;
        const std::string wide = message(variables, "st.shared.b128 [%s+16], %q;");
        EXPECT_NE(wide.find("out_of_bounds"), std::string::npos) << wide;
        EXPECT_EQ(message(variables, "cp.async.cg.shared.global [%s], [%in], 16;\nst.shared.b128 [%s], %q;"), "0");
    }
}

/// Warp 0 produces values and the other warps consume them, four times, with two barriers.
TEST(Mbarrier, ProducerAndConsumersAlternate) {
    const std::string body =
        "shr.u32 %r0, %t, 5;\nsetp.ne.u32 %p3, %t, 0;\n@%p3 bra ready;\nmbarrier.init.shared.b64 [%m], 32;\n"
        "mbarrier.init.shared::cta.b64 [%m+8], 96;\nfence.mbarrier_init.release.cluster;\nready:\nbar.sync 0;\n"
        "mov.u32 %r1, 0;\nmov.u32 %r6, 0;\nsetp.eq.u32 %p0, %r0, 0;\n"
        "and.b32 %r7, %t, 31;\nmad.lo.u32 %r7, %r7, 4, %s;\n"
        "round:\nand.b32 %r2, %r1, 1;\n@!%p0 bra consume;\n"
        "xor.b32 %r3, %r2, 1;\nfull: mbarrier.try_wait.parity.shared.b64 %p1, [%m+8], %r3;\n@!%p1 bra full;\n"
        "mad.lo.u32 %r4, %r1, 100, %t;\nst.shared.u32 [%r7], %r4;\nmbarrier.arrive.shared.b64 %a5, [%m];\nbra next;\n"
        "consume: mbarrier.test_wait.parity.acquire.cta.shared.b64 %p1, [%m], %r2;\n@!%p1 bra consume;\n"
        "ld.shared.u32 %r5, [%r7];\nadd.u32 %r6, %r6, %r5;\nmbarrier.arrive.release.cta.shared::cta.b64 _, [%m+8];\n"
        "next: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 4;\n@%p2 bra round;\nst.global.u32 [%a2], %r6;";
    for (const uint64_t seed : {0u, 1u, 2u, 17u}) {
        const KernelRun ran = run_copy(body, 128, seed);
        EXPECT_TRUE(ran.outcome.findings.empty()) << texts_of(ran.outcome).front();
        for (uint32_t t = 32; t < 128; ++t) ASSERT_EQ(ran.out[t], 600 + 4 * (t % 32)) << seed;
    }
}

TEST(Mbarrier, StatesSeparatePhases) {
    const KernelRun ran =
        run_copy("mbarrier.init.shared.b64 [%m], 3;\n"
                 "mbarrier.arrive.shared.b64 %a4, [%m];\nmbarrier.test_wait.shared.b64 %p0, [%m], %a4;\n"
                 "selp.u32 %r0, 1, 0, %p0;\nmbarrier.pending_count.b64 %r1, %a4;\n"
                 "mbarrier.arrive.noComplete.shared.b64 %a5, [%m], 1;\nmbarrier.pending_count.b64 %r2, %a5;\n"
                 "mbarrier.arrive_drop.shared.b64 %a5, [%m];\nmbarrier.test_wait.shared.b64 %p0, [%m], %a4;\n"
                 "selp.u32 %r3, 1, 0, %p0;\nst.global.v4.u32 [%out], {%r0, %r1, %r2, %r3};\n"
                 // The next phase waits for the remaining two threads, and for 64 bytes.
                 "mbarrier.arrive.expect_tx.shared.b64 %a4, [%m], 64;\nmbarrier.pending_count.b64 %r0, %a4;\n"
                 "cvta.shared.u64 %a6, %a6;\nmov.u64 %a6, bars;\ncvta.shared.u64 %a6, %a6;\n"
                 "mbarrier.arrive.b64 %a5, [%a6];\nmbarrier.test_wait.b64 %p0, [%a6], %a4;\n"
                 "selp.u32 %r1, 1, 0, %p0;\nmbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%m], 64;\n"
                 "mbarrier.try_wait.b64 %p0, [%a6], %a4, 1000;\nselp.u32 %r2, 1, 0, %p0;\n"
                 "cp.async.mbarrier.arrive.shared.b64 [%m];\nmbarrier.test_wait.parity.shared.b64 %p0, [%m], 0;\n"
                 "selp.u32 %r3, 1, 0, %p0;\nst.global.v4.u32 [%out+16], {%r0, %r1, %r2, %r3};\n"
                 "mbarrier.inval.shared.b64 [%m];",
                 1);
    EXPECT_TRUE(ran.outcome.findings.empty()) << texts_of(ran.outcome).front();
    const std::vector<uint32_t> got(ran.out.begin(), ran.out.begin() + 8);
    EXPECT_EQ(got, (std::vector<uint32_t>{0, 3, 2, 1, 2, 0, 1, 0}));
}

TEST(Mbarrier, InvalidArrivalsAreFound) {
    const KernelRun ran = run_copy("mbarrier.arrive.shared.b64 %a4, [%m];\nmbarrier.arrive.b64 %a4, [%in];\n"
                                   "mbarrier.init.shared.b64 [%m+8192], 1;",
                                   1);
    ASSERT_EQ(ran.outcome.findings.size(), 3u);
    EXPECT_NE(ran.outcome.findings[0].message.english().find("it is uninitialized"), std::string::npos);
    EXPECT_EQ(ran.outcome.findings[1].kind, FindingKind::wrong_space);
    EXPECT_EQ(ran.outcome.findings[2].kind, FindingKind::out_of_bounds);
}

TEST(Mbarrier, MissingArrivalIsADeadlock) {
    const auto found = [](const std::string& wait, uint32_t made_for = 65) {
        Machine machine(copy_kernel("setp.ne.u32 %p3, %t, 0;\n@%p3 bra ready;\nmbarrier.init.shared.b64 [%m], " +
                                    std::to_string(made_for) +
                                    ";\nready: bar.sync 0;\nmbarrier.arrive.shared.b64 %a4, [%m];\n" + wait));
        const uint32_t out = machine.buffer("out", std::vector<uint32_t>(64));
        const LaunchOutcome outcome =
            machine.run("k", {{1, 1, 1}, {64, 1, 1}, 0}, machine.address(out), machine.address(out));
        EXPECT_LT(outcome.warp_instructions, 100'000u);
        EXPECT_EQ(outcome.finding_count, 2u); // one per warp
        return texts_of(outcome);
    };
    const std::vector<std::string> expected{"deadlock: the warp waits forever at an mbarrier, which still expects 1 of "
                                            "65 arrivals. No running thread can end the wait"};
    EXPECT_EQ(found("again: mbarrier.try_wait.shared.b64 %p0, [%m], %a4;\n@!%p0 bra again;"), expected);
    // The wait of cuda::barrier has growing pauses, which depend on the time.
    EXPECT_EQ(found("mov.u64 %a5, %globaltimer;\nmov.u32 %r1, 0;\n"
                    "again: mbarrier.try_wait.shared.b64 %p0, [%m], %a4;\n@%p0 bra on;\n"
                    "setp.ge.u32 %p1, %r1, 16;\n@%p1 bra late;\nadd.u32 %r1, %r1, 1;\nbra again;\n"
                    "late: mov.u64 %a6, %globaltimer;\nsub.u64 %a6, %a6, %a5;\nsetp.lt.u64 %p2, %a6, 40000;\n"
                    "@%p2 bra again;\ncvt.u32.u64 %r2, %a6;\nnanosleep.u32 %r2;\nbra again;\non:"),
              expected);
    // Every 16 of the 64 arrivals end a phase, so four phases end before the threads poll.
    EXPECT_EQ(
        found("again: mbarrier.try_wait.shared.b64 %p0, [%m], %a4;\n@!%p0 bra again;", 16),
        (std::vector<std::string>{"deadlock: the warp waits forever at an mbarrier, although earlier phases are "
                                  "complete: perhaps more threads arrive than the 16 that it counts. The next phase "
                                  "still expects 16 of 16 arrivals. No running thread can end the wait"}));
}

} // namespace
} // namespace warpscope::simt
