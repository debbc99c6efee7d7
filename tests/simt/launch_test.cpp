#include "simt/harness.hpp"

#include <atomic>
#include <fmt/format.h>
#include <numeric>
#include <thread>

#include "ptx/parser.hpp"

namespace warpscope::simt {
namespace {

LaunchConfig grid(uint32_t blocks, uint32_t threads) {
    LaunchConfig config;
    config.grid = {blocks, 1, 1};
    config.block = {threads, 1, 1};
    return config;
}

/// Returns a kernel k(out, n). %t is the thread in the block, %b the block, %i the thread in the grid.
std::string launch_kernel(const std::string& body, const std::string& before = {}) {
    return module_text(
        before +
        ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n.reg .b64 %out, %a<5>;\n.reg .b32 %n, %t, %b, %i, "
        "%r<9>;\n"
        ".reg .f32 %f<4>;\n.reg .f64 %g<4>;\n.reg .pred %p<4>;\nld.param.u64 %out, [out];\nld.param.u32 %n, [n];\n"
        "mov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\nmov.u32 %r8, %ntid.x;\nmad.lo.u32 %i, %b, %r8, %t;\n" +
        body + "\nret;\n}\n");
}

const std::string tile = ".shared .align 4 .b8 tile[4096];\n";
/// Reverses the block's numbers through shared memory.
const std::string reverse =
    "mov.u32 %r0, tile;\nshl.b32 %r1, %t, 2;\nadd.u32 %r1, %r0, %r1;\nst.shared.u32 [%r1], %i;\nbar.sync 0;\n"
    "sub.u32 %r2, %r8, %t;\nsub.u32 %r2, %r2, 1;\nshl.b32 %r2, %r2, 2;\nadd.u32 %r2, %r0, %r2;\nld.shared.u32 %r3, "
    "[%r2];\n"
    "mul.wide.u32 %a0, %i, 4;\nadd.u64 %a0, %out, %a0;\nst.global.u32 [%a0], %r3;";

TEST(Launch, BarriersSeparateStoresFromLoads) {
    for (const uint64_t seed : {0u, 1u, 99u})
        for (const uint32_t threads : {1u, 31u, 96u, 333u, 1024u}) {
            Machine machine(launch_kernel(reverse, tile));
            machine.options.seed = seed;
            machine.options.workers = 2;
            const uint32_t out = machine.buffer("out", std::vector<uint32_t>(3 * threads));
            ASSERT_TRUE(machine.run("k", grid(3, threads), machine.address(out), 0u).findings.empty());
            const auto got = machine.read<uint32_t>(out);
            for (uint32_t i = 0; i < got.size(); ++i)
                ASSERT_EQ(got[i], i / threads * threads + threads - 1 - i % threads);
        }
}

TEST(Launch, RequestedBlocksRunFirst) {
    // Each block stores how many blocks ran before it. The counter is the last element.
    const std::string counts = "mul.wide.u32 %a0, %b, 4;\nadd.u64 %a0, %out, %a0;\nld.global.u32 %r0, [%out+40];\n"
                               "st.global.u32 [%a0], %r0;\nadd.u32 %r0, %r0, 1;\nst.global.u32 [%out+40], %r0;";
    Machine machine(launch_kernel(counts));
    machine.options.workers = 1;
    machine.options.first_blocks = {7, 3, 7, 99};
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(11));
    ASSERT_TRUE(machine.run("k", grid(10, 1), machine.address(out), 0u).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out), (std::vector<uint32_t>{2, 3, 4, 1, 5, 6, 7, 0, 8, 9, 10}));
}

TEST(Launch, DynamicSharedMemoryFollowsStatic) {
    Machine machine(launch_kernel("mov.u32 %r0, more;\nst.global.u32 [%out], %r0;\nst.shared.u32 [%r0+60], %t;",
                                  ".shared .align 4 .b8 tile[20];\n.extern .shared .align 16 .b8 more[];\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    LaunchConfig config = grid(1, 1);
    config.dynamic_shared_bytes = 64;
    EXPECT_TRUE(machine.run("k", config, machine.address(out), 0u).findings.empty());
    config.dynamic_shared_bytes = 60;
    const LaunchOutcome outcome = machine.run("k", config, machine.address(out), 0u);
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::out_of_bounds);
}

TEST(Launch, BarrierReductionsIncludeEveryThread) {
    Machine machine(launch_kernel(
        "setp.lt.u32 %p0, %t, %n;\nbar.red.popc.u32 %r0, 0, %p0;\nbar.red.and.pred %p1, 0, %p0;\nbar.red.or.pred %p2, "
        "0, %p0;\n"
        "selp.b32 %r1, 1000, 0, %p1;\nselp.b32 %r2, 10000, 0, %p2;\nadd.u32 %r0, %r0, %r1;\nadd.u32 %r0, %r0, %r2;\n"
        "mul.wide.u32 %a0, %i, 4;\nadd.u64 %a0, %out, %a0;\nst.global.u32 [%a0], %r0;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(100));
    for (const uint32_t n : {0u, 7u, 50u, 100u}) {
        ASSERT_TRUE(machine.run("k", grid(1, 100), machine.address(out), n).findings.empty());
        EXPECT_EQ(machine.read<uint32_t>(out),
                  std::vector<uint32_t>(100, n + (n == 100 ? 1000 : 0) + (n > 0 ? 10000 : 0)))
            << n;
    }
}

TEST(Launch, NamedBarriersReleaseProducers) {
    // Warp 0 waits at barrier 1 for warp 1, which only arrives. Warps 2 and 3 do not use the barrier.
    Machine machine(
        launch_kernel("shr.u32 %r0, %t, 5;\nsetp.eq.u32 %p0, %r0, 0;\nsetp.eq.u32 %p1, %r0, 1;\n@%p1 "
                      "st.shared.u32 [tile], 42;\n@%p1 bar.arrive 1, 64;\n"
                      "@%p0 bar.sync 1, 64;\n@%p0 ld.shared.u32 %r1, [tile];\n@%p0 st.global.u32 [%out], %r1;",
                      tile));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    const LaunchOutcome outcome = machine.run("k", grid(1, 128), machine.address(out), 0u);
    EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    EXPECT_EQ(machine.read<uint32_t>(out)[0], 42u);
}

TEST(Launch, DivergentBarrierIsAFinding) {
    Machine machine(
        launch_kernel("setp.lt.u32 %p0, %t, 5;\n@%p0 bra SKIP;\nbar.sync 0;\nSKIP: st.global.u32 [%out], 1;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    const LaunchOutcome outcome = machine.run("k", grid(1, 32), machine.address(out), 0u);
    EXPECT_EQ(texts_of(outcome),
              std::vector<std::string>{"barrier_divergence: only 27 of the warp's 32 threads reached this barrier"});
    EXPECT_EQ(machine.read<uint32_t>(out)[0], 1u);
}

TEST(Launch, ExitedThreadsAreNotWaitedFor) {
    Machine machine(
        launch_kernel("setp.ge.u32 %p0, %t, 40;\n@%p0 exit;\nbar.sync 0;\natom.global.add.u32 %r0, [%out], 1;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    EXPECT_TRUE(machine.run("k", grid(1, 128), machine.address(out), 0u).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out)[0], 40u);
}

TEST(Launch, IncompleteBarrierIsADeadlock) {
    Machine machine(launch_kernel("setp.lt.u32 %p0, %t, 32;\n@%p0 bar.sync 1, 64;\n@!%p0 bar.sync 2, 64;"));
    const LaunchOutcome outcome = machine.run("k", grid(2, 64), uint64_t{0}, 0u);
    ASSERT_EQ(outcome.findings.size(), 2u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::deadlock);
}

TEST(Launch, EndlessLoopsStopAtTheBudget) {
    Machine machine(launch_kernel("L: add.u32 %r0, %r0, 1;\nbra L;"));
    machine.options.budget_per_warp = 100'000;
    const LaunchOutcome outcome = machine.run("k", grid(1, 32), uint64_t{0}, 0u);
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::instruction_budget);
    EXPECT_LT(outcome.warp_instructions, 200'000u);
}

TEST(Launch, SpinningForBusyBlockIsAllowed) {
    // Thirty-two warps of block 0 count for most of their budget, then store a value and a flag. A warp of block 1
    // spins for the flag and loads the value; the thread sanitizer must find this ordered.
    const std::pair<const char*, const char*> accesses[] = {
        {"atom.global.exch.b32 %r0, [%out], 1;", "atom.global.or.b32 %r0, [%out], 0;"},
        {"st.volatile.global.u32 [%out], 1;", "ld.volatile.global.u32 %r0, [%out];"},
        {"st.release.gpu.global.u32 [%out], 1;", "ld.acquire.gpu.global.u32 %r0, [%out];"},
        {"st.relaxed.gpu.global.u32 [%out], 1;", "ld.relaxed.gpu.global.u32 %r0, [%out];"}};
    for (const auto& [set, poll] : accesses) {
        Machine machine(launch_kernel(fmt::format(
            "mov.u32 %r1, %ctaid.x;\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra SPIN;\n"
            "mov.u32 %r0, 0;\nCOUNT: add.u32 %r0, %r0, 1;\nsetp.lt.u32 %p1, %r0, 30000;\n@%p1 bra COUNT;\n"
            "bar.sync 0;\nsetp.ne.u32 %p2, %t, 0;\n@%p2 ret;\nst.global.u32 [%out+4], 7;\nmembar.gl;\n{}\nret;\n"
            "SPIN: setp.ge.u32 %p1, %t, 32;\n@%p1 ret;\n"
            "AGAIN: {}\nsetp.eq.u32 %p1, %r0, 0;\n@%p1 bra AGAIN;\n"
            "ld.global.u32 %r2, [%out+4];\nst.global.u32 [%out+8], %r2;",
            set, poll)));
        machine.options.budget_per_warp = 100'000;
        machine.options.workers = 2;
        const uint32_t out = machine.buffer("out", std::vector<uint32_t>(3));
        const LaunchOutcome outcome = machine.run("k", grid(2, 1024), machine.address(out), 0u);
        EXPECT_TRUE(outcome.findings.empty()) << poll << ": " << texts_of(outcome)[0];
        EXPECT_EQ(machine.read<uint32_t>(out)[2], 7u) << poll;
    }
}

TEST(Launch, OtherBlocksLeaveTheBudgetUnchanged) {
    Machine machine(launch_kernel("mov.u32 %r1, %ctaid.x;\nand.b32 %r1, %r1, 7;\nsetp.ne.u32 %p0, %r1, 3;\n@%p0 ret;\n"
                                  "L: add.u32 %r0, %r0, 1;\nbra L;"));
    machine.options.budget_per_warp = 100'000;
    machine.options.workers = 3;
    const LaunchOutcome outcome = machine.run("k", grid(64, 32), uint64_t{0}, 0u);
    EXPECT_EQ(outcome.finding_count, 8u);
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::instruction_budget);
    EXPECT_EQ(outcome.findings[0].block, 3u);
}

TEST(Launch, CancellationStopsAnEndlessLoop) {
    Machine machine(launch_kernel("L: add.u32 %r0, %r0, 1;\nbra L;"));
    std::atomic<bool> cancel{false};
    machine.options.cancel = &cancel;
    machine.options.budget_per_warp = uint64_t{1} << 62;
    machine.options.workers = 2;
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        cancel = true;
    });
    EXPECT_TRUE(machine.run("k", grid(4, 64), uint64_t{0}, 0u).canceled);
}

TEST(Launch, SpinningWarpsMakeProgress) {
    Machine machine(launch_kernel("setp.ge.u32 %p0, %t, 32;\n@%p0 bra SET;\nL: ld.volatile.shared.u32 %r0, "
                                  "[tile];\nsetp.eq.u32 %p1, %r0, 0;\n@%p1 bra L;\n"
                                  "st.global.u32 [%out], %r0;\nret;\nSET: st.volatile.shared.u32 [tile], 5;",
                                  tile));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    EXPECT_TRUE(machine.run("k", grid(1, 64), machine.address(out), 0u).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out)[0], 5u);
}

TEST(Launch, ConcurrentAtomicsLoseNothing) {
    Machine machine(launch_kernel(
        "and.b32 %r0, %i, 7;\nmul.wide.u32 %a0, %r0, 4;\nadd.u64 %a0, %out, %a0;\nred.global.add.u32 [%a0], 1;\n"
        "mov.f32 %f0, 0f3F000000;\nred.global.add.f32 [%out+32], %f0;\nmov.f64 %g0, "
        "0d3FD0000000000000;\nred.global.add.f64 [%out+40], %g0;\n"
        "red.global.max.s32 [%out+48], %i;\nred.global.min.s32 [%out+52], -5;\natom.global.inc.u32 %r1, "
        "[%out+56], 9;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(16));
    machine.options.workers = 4;
    ASSERT_TRUE(machine.run("k", grid(100, 96), machine.address(out), 0u).findings.empty());
    const auto words = machine.read<uint32_t>(out);
    for (int k = 0; k < 8; ++k) EXPECT_EQ(words[k], 1200u);
    EXPECT_EQ(machine.read<float>(out)[8], 4800.0f);
    EXPECT_EQ(machine.read<double>(out)[5], 2400.0);
    EXPECT_EQ(words[12], 9599u);
    EXPECT_EQ(words[13], static_cast<uint32_t>(-5));
    EXPECT_EQ(words[14], 9600u % 10);
}

TEST(Launch, EveryAtomicOperationWorks) {
    const auto one = [](const std::string& operation, uint32_t before) {
        Machine machine(launch_kernel("atom.global." + operation + ";\nst.global.u32 [%out+4], %r0;"));
        const uint32_t out = machine.buffer("out", std::vector<uint32_t>{before, 0});
        EXPECT_TRUE(machine.run("k", grid(1, 1), machine.address(out), 0u).findings.empty());
        const auto words = machine.read<uint32_t>(out);
        EXPECT_EQ(words[1], before) << operation;
        return words[0];
    };
    EXPECT_EQ(one("and.b32 %r0, [%out], 12", 10), 8u);
    EXPECT_EQ(one("or.b32 %r0, [%out], 12", 10), 14u);
    EXPECT_EQ(one("xor.b32 %r0, [%out], 12", 10), 6u);
    EXPECT_EQ(one("exch.b32 %r0, [%out], 12", 10), 12u);
    EXPECT_EQ(one("cas.b32 %r0, [%out], 10, 12", 10), 12u);
    EXPECT_EQ(one("cas.b32 %r0, [%out], 11, 12", 10), 10u);
    EXPECT_EQ(one("min.s32 %r0, [%out], -3", 10), static_cast<uint32_t>(-3));
    EXPECT_EQ(one("min.u32 %r0, [%out], -3", 10), 10u);
    EXPECT_EQ(one("max.s32 %r0, [%out], -3", 10), 10u);
    EXPECT_EQ(one("inc.u32 %r0, [%out], 10", 10), 0u);
    EXPECT_EQ(one("dec.u32 %r0, [%out], 7", 0), 7u);
    EXPECT_EQ(one("dec.u32 %r0, [%out], 7", 10), 7u);
    EXPECT_EQ(one("dec.u32 %r0, [%out], 7", 3), 2u);
    EXPECT_EQ(one("add.noftz.f16x2 %r0, [%out], 0x40003c00", 0x3c003c00), 0x42004000u);
}

TEST(Launch, SharedAtomicsCountPerBlock) {
    Machine machine(
        launch_kernel("mov.u32 %r0, tile;\natom.shared.add.u32 %r1, [%r0+4], 2;\nbar.sync 0;\nsetp.ne.u32 %p0, "
                      "%t, 0;\n@%p0 ret;\nld.shared.u32 %r2, [%r0+4];\n"
                      "mul.wide.u32 %a0, %b, 4;\nadd.u64 %a0, %out, %a0;\nst.global.u32 [%a0], %r2;",
                      tile));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(5));
    ASSERT_TRUE(machine.run("k", grid(5, 77), machine.address(out), 0u).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out), std::vector<uint32_t>(5, 154));
}

TEST(Launch, FindingsIgnoreWorkersAndSeed) {
    std::vector<std::string> first;
    std::vector<uint64_t> lanes;
    for (const uint32_t workers : {1u, 2u, 5u})
        for (const uint64_t seed : {0u, 3u, 12345u}) {
            Machine machine(launch_kernel("mul.wide.u32 %a0, %i, 4;\nadd.u64 %a0, %out, %a0;\nst.global.u32 [%a0+400], "
                                          "%i;\nsetp.lt.u32 %p0, %i, 1000;\n@%p0 bra E;\n"
                                          "st.global.u32 [%a0+400], %i;\nE:"));
            machine.options.workers = workers;
            machine.options.seed = seed;
            const uint32_t out = machine.buffer("out", std::vector<uint32_t>(2000));
            const LaunchOutcome outcome = machine.run("k", grid(40, 64), machine.address(out), 0u);
            auto texts = texts_of(outcome);
            for (const Finding& trap : outcome.findings)
                texts.push_back(std::to_string(trap.block) + "/" + std::to_string(trap.thread_index.x));
            texts.push_back(std::to_string(outcome.finding_count));
            if (first.empty()) {
                first = texts;
                lanes = outcome.active_lanes;
            }
            EXPECT_EQ(texts, first);
            EXPECT_EQ(outcome.active_lanes, lanes);
        }
    EXPECT_EQ(first.size(), 5u); // two findings, their places, and the count
}

TEST(Launch, OnlyRequestedBlocksRun) {
    Machine machine(launch_kernel("mul.wide.u32 %a0, %b, 4;\nadd.u64 %a0, %out, %a0;\nst.global.u32 [%a0], 1;"));
    machine.options.only_blocks = std::vector<uint64_t>{2, 5, 99};
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(8));
    ASSERT_TRUE(machine.run("k", grid(8, 3), machine.address(out), 0u).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out), (std::vector<uint32_t>{0, 0, 1, 0, 0, 1, 0, 0}));
}

TEST(Launch, ImpossibleLaunchesAreRejected) {
    Machine machine(launch_kernel(""));
    EXPECT_THROW(machine.run("k", grid(1, 1025), uint64_t{0}, 0u), std::runtime_error);
    EXPECT_THROW(machine.run("k", grid(1, 32), uint64_t{0}), std::runtime_error); // one parameter is missing
    LaunchConfig config = grid(1, 32);
    config.dynamic_shared_bytes = 1 << 20;
    EXPECT_THROW(machine.run("k", config, uint64_t{0}, 0u), std::runtime_error);
}

TEST(Launch, TrapsEndTheirThreads) {
    Machine machine(launch_kernel("setp.eq.u32 %p0, %t, 3;\n@%p0 trap;\nmul.wide.u32 %a0, %t, 4;\nadd.u64 %a0, %out, "
                                  "%a0;\nst.global.u32 [%a0], 1;"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(5));
    const LaunchOutcome outcome = machine.run("k", grid(1, 5), machine.address(out), 0u);
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::explicit_trap);
    EXPECT_EQ(outcome.findings[0].thread_index.x, 3u);
    EXPECT_EQ(machine.read<uint32_t>(out), (std::vector<uint32_t>{1, 1, 1, 0, 1}));
}

TEST(Launch, PrintfFormatsItsArguments) {
    const std::string before = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                               ".global .align 1 .b8 format[32] = {37, 100, 32, 37, 46, 50, 102, 32, 37, 115, 32, 37, "
                               "108, 108, 120, 37, 37, 10};\n" // "%d %.2f %s %llx%%\n"
                               ".global .align 1 .b8 word[4] = {97, 98, 99, 0};\n";
    Machine machine(
        launch_kernel("{ .local .align 8 .b8 list[32]; mov.u64 %a0, list; cvta.local.u64 %a1, %a0; st.local.u32 "
                      "[%a0], -7; mov.f64 %g0, 0d3FF8000000000000;\n"
                      "st.local.f64 [%a0+8], %g0; mov.u64 %a2, word; cvta.global.u64 %a2, %a2; st.local.u64 "
                      "[%a0+16], %a2; st.local.u64 [%a0+24], 0x123456789a;\n"
                      "mov.u64 %a3, format; cvta.global.u64 %a3, %a3; .param .b64 p0; .param .b64 p1; .param .b32 "
                      "v; st.param.b64 [p0], %a3; st.param.b64 [p1], %a1;\n"
                      "call.uni (v), vprintf, (p0, p1); ld.param.b32 %r0, [v]; st.global.u32 [%out], %r0; }",
                      before));
    std::string printed;
    machine.options.print = [&](std::string_view text) { printed += text; };
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    ASSERT_TRUE(machine.run("k", grid(1, 1), machine.address(out), 0u).findings.empty());
    EXPECT_EQ(printed, "-7 1.50 abc 123456789a%\n");
    EXPECT_EQ(machine.read<uint32_t>(out)[0], 4u);
}

TEST(UnsupportedForms, UnsupportedFormsHaveTheirLine) {
    const auto module = ptx::parse(module_text(".extern .func (.param .b64 r) mystery(.param .b64 n);\n"
                                               ".entry k()\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\nmov.u32 %r0, 1;\n"
                                               "txq.width.b32 %r0, [%rd0];\n"
                                               "add.frob.u32 %r0, %r1, %r2;\n"
                                               "{ .param .b64 n; .param .b64 r; call (r), mystery, (n); }\nret;\n}\n"),
                                   "x.ptx");
    ASSERT_TRUE(module.has_value()) << module.error().text();
    const auto problems = unsupported_forms(*module);
    ASSERT_EQ(problems.size(), 3u);
    EXPECT_NE(problems[0].message.english().find("'txq.width.b32 %r0, [%rd0]' (PTX line 10)"), std::string::npos)
        << problems[0].message;
    EXPECT_NE(problems[1].message.english().find("add.frob.u32"), std::string::npos);
    EXPECT_NE(problems[2].message.english().find("function 'mystery' has no body"), std::string::npos)
        << problems[2].message;
    const auto program = Program::build(std::make_shared<const ptx::Module>(*module));
    ASSERT_FALSE(program.has_value());
    EXPECT_NE(program.error().message.english().find("add.frob.u32"), std::string::npos);
    EXPECT_NE(program.error().message.english().find("mystery"), std::string::npos);
}

TEST(Launch, MallocGivesSeparateMemory) {
    const std::string head =
        ".extern .func (.param .b64 r) malloc (.param .b64 n);\n.extern .func free (.param .b64 p);\n";
    const std::string call = "{ .param .b64 n; .param .b64 r; st.param.b64 [n], 24; call.uni (r), malloc, (n); "
                             "ld.param.b64 %rd1, [r]; }\n";
    const std::string release = "{ .param .b64 p; st.param.b64 [p], %rd1; call.uni free, (p); }\n";
    Machine machine(module_text(head + ".entry k(.param .u64 out)\n{\n.reg .b64 %rd<6>;\n.reg .b32 %r<3>;\n" + call +
                                "mov.u32 %r1, %tid.x;\nst.u32 [%rd1+20], %r1;\nbar.sync 0;\nld.u32 %r2, [%rd1+20];\n" +
                                "ld.param.u64 %rd2, [out];\nmul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd4, %rd2, %rd3;\n" +
                                "st.u32 [%rd4], %r2;\n" + release + call + release + release + "ret;\n}\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(64));
    LaunchConfig config;
    config.block = {64, 1, 1};
    const LaunchOutcome outcome = machine.run("k", config, machine.address(out));
    const auto seen = machine.read<uint32_t>(out);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(seen[t], t);
    ASSERT_EQ(outcome.findings.size(), 1u); // the second free of the same memory
    EXPECT_EQ(outcome.finding_count, 64u);
    EXPECT_EQ(outcome.findings[0].kind, FindingKind::invalid_free);
    EXPECT_NE(outcome.findings[0].message.english().find("24 bytes allocated by thread (0, 0, 0) of block (0, 0, 0)"),
              std::string::npos)
        << outcome.findings[0].message;
    EXPECT_NE(outcome.findings[0].message.english().find("has already freed them"), std::string::npos)
        << outcome.findings[0].message;
}

} // namespace
} // namespace warpscope::simt
