// cp.async.bulk: results, events and unsupported forms.
#include "simt/compiled.hpp"

namespace warpscope::simt {
namespace {

struct Requests : Observer {
    std::vector<std::string> seen;
    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<Requests>(); }
    void on_memory(const MemoryEvent& event) override {
        seen.push_back(std::string(event.space == ptx::Space::global ? "global " : "shared ") +
                       (event.kind == AccessKind::load    ? "load "
                        : event.kind == AccessKind::store ? "store "
                                                          : "atomic ") +
                       std::to_string(event.bytes) + " by " + std::to_string(event.mask));
    }
    void merge(Observer& worker) override {
        const auto& more = static_cast<Requests&>(worker).seen;
        seen.insert(seen.end(), more.begin(), more.end());
    }
};

/// Returns a kernel whose thread 1 runs `body`. %s is the start of 4 KiB of shared memory, %m the address of an
/// mbarrier.
std::string kernel_text(const std::string& body) {
    return module_text(".shared .align 128 .b8 tile[4096];\n.shared .align 8 .b8 bar[8];\n"
                       ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.reg .b64 %out, %in, %a<9>;\n"
                       ".reg .b32 %t, %s, %m, %r<9>;\n.reg .pred %p<4>;\nld.param.u64 %out, [out];\n"
                       "ld.param.u64 %in, [in];\nmov.u32 %t, %tid.x;\nmov.u32 %s, tile;\nmov.u32 %m, bar;\n"
                       "setp.ne.u32 %p0, %t, 1;\n@%p0 ret;\n" +
                       body + "\nret;\n}\n");
}

struct KernelRun {
    std::vector<uint32_t> out;
    std::vector<std::string> seen, findings;
};

KernelRun run_body(const std::string& body) {
    Machine machine(kernel_text(body));
    Requests requests;
    machine.observers.push_back(&requests);
    std::vector<uint32_t> in(1024);
    for (uint32_t k = 0; k < in.size(); ++k) in[k] = k + 1000;
    const uint32_t ins = machine.buffer("in", in), outs = machine.buffer("out", std::vector<uint32_t>(1024, 7));
    const auto outcome = machine.run("k", {{1, 1, 1}, {32, 1, 1}}, machine.address(outs), machine.address(ins));
    return {machine.read<uint32_t>(outs), requests.seen, texts_of(outcome)};
}

const std::string begin = "mbarrier.init.shared.b64 [%m], 1;\n"
                          "mbarrier.arrive.expect_tx.shared.b64 %a1, [%m], 304;\n";
const std::string finish = "wait: mbarrier.try_wait.shared.b64 %p1, [%m], %a1;\n@!%p1 bra wait;\n"
                           "cp.async.bulk.global.shared::cta.bulk_group [%out], [%s+16], 304;\n"
                           "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;\n";

TEST(BulkCopy, CopiesInBothDirections) {
    const KernelRun ran = run_body(begin +
                                   "cp.async.bulk.prefetch.L2.global [%in+16], 304;\n"
                                   "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
                                   "[%s+16], [%in+16], 304, [%m], %a2;\n" +
                                   finish);
    EXPECT_EQ(ran.findings, std::vector<std::string>{});
    for (uint32_t k = 0; k < 1024; ++k) ASSERT_EQ(ran.out[k], k < 76 ? 1004 + k : 7) << k;
    // Events are split at the 128-byte lines of global memory.
    const std::vector<std::string> expected{
        "shared store 8 by 2",  "shared atomic 8 by 2",  "global load 112 by 2",  "global load 128 by 2",
        "global load 64 by 2",  "shared store 112 by 2", "shared store 128 by 2", "shared store 64 by 2",
        "shared atomic 8 by 2", "shared atomic 8 by 2",  "shared load 128 by 2",  "shared load 128 by 2",
        "shared load 48 by 2",  "global store 128 by 2", "global store 128 by 2", "global store 48 by 2"};
    EXPECT_EQ(ran.seen, expected);
}

TEST(BulkCopy, CopiesWithinSharedMemory) {
    const KernelRun ran = run_body("st.shared.v4.u32 [%s+1024], {1, 2, 3, 4};\nmbarrier.init.shared.b64 [%m], 1;\n"
                                   "mbarrier.arrive.expect_tx.shared.b64 %a1, [%m], 16;\n"
                                   "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                                   "[%s+16], [%s+1024], 16, [%m];\n"
                                   "wait: mbarrier.try_wait.shared.b64 %p1, [%m], %a1;\n@!%p1 bra wait;\n"
                                   "cp.async.bulk.global.shared::cta.bulk_group [%out], [%s+16], 16;");
    EXPECT_EQ(ran.findings, std::vector<std::string>{});
    EXPECT_EQ(std::vector(ran.out.begin(), ran.out.begin() + 5), (std::vector<uint32_t>{1, 2, 3, 4, 7}));
}

TEST(BulkCopy, RejectedCopyKeepsNoThreadWaiting) {
    const std::string copy = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes ";
    const auto findings = [&](const std::string& operands) {
        return run_body(begin + copy + operands +
                        ", [%m];\nwait: mbarrier.try_wait.shared.b64 %p1, [%m], %a1;\n"
                        "@!%p1 bra wait;")
            .findings;
    };
    const auto one = [&](const std::string& operands, const std::string& kind, const std::string& message) {
        const auto found = findings(operands);
        ASSERT_EQ(found.size(), 1u) << operands;
        EXPECT_EQ(found[0].substr(0, kind.size()), kind);
        EXPECT_NE(found[0].find(message), std::string::npos) << found[0];
    };
    one("[%s], [%in+4], 304", "misaligned", "not a multiple of 16");
    one("[%s+8], [%in], 304", "misaligned", "not a multiple of 16");
    one("[%s], [%in+3808], 304", "out_of_bounds", "runs 16 bytes over the end of 'in' (4096 bytes)");
    one("[%s+3808], [%in], 304", "out_of_bounds", "store of 304 bytes");
}

TEST(BulkCopy, WrongByteCountIsADeadlock) {
    const KernelRun ran = run_body(
        begin + "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%s], [%in], 288, [%m];\n" + finish);
    ASSERT_EQ(ran.findings.size(), 1u);
    EXPECT_EQ(ran.findings[0], "deadlock: the warp waits forever at an mbarrier, which still expects 16 bytes of "
                               "copies. No running thread can end the wait");
}

TEST(BulkCopy, OtherKindsAreRejectedByName) {
    const auto why = [](const std::string& instruction) -> std::string {
        try {
            (void)program_of(kernel_text(instruction));
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "it is not refused";
    };
    EXPECT_NE(why("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%s], [%in, "
                  "{%r1}], [%m];")
                  .find("tensor maps are not emulated"),
              std::string::npos);
    EXPECT_NE(why("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%out], [%s], 16;")
                  .find("bulk reductions are not emulated"),
              std::string::npos);
    EXPECT_NE(why("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%s], [%in], "
                  "16, [%m], 1;")
                  .find("several blocks"),
              std::string::npos);
    EXPECT_NE(why("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%out], [%s], 16, 3;").find("masked bytes"),
              std::string::npos);
}

TEST(BulkCopy, ToolkitBarriersAndPipelinesWork) {
    for (const int optimization : {0, 3}) {
        const auto program =
            compiled_kernels("bulk.cu", {compile::CompilerChoice::nvrtc, optimization, "", "compute_90"});
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        for (const uint32_t n : {1u, 4u, 97u, 256u, 1001u})
            for (const uint32_t threads : {1u, 33u, 96u}) {
                Machine machine(program);
                std::vector<int> data(n), expected(n);
                for (uint32_t k = 0; k < n; ++k) expected[k] = 2 * (data[k] = static_cast<int>(k * k + 3)) + 1;
                const uint32_t in = machine.buffer("in", data);
                for (const std::string kernel : {"barrier_tiles", "pipeline_tiles"}) {
                    const uint32_t blocks = kernel == "barrier_tiles" ? (n + 255) / 256 : 1;
                    const uint32_t out = machine.buffer(kernel, std::vector<int>(n, -1));
                    const auto outcome = machine.run(kernel, {{blocks, 1, 1}, {threads, 1, 1}}, machine.address(in),
                                                     machine.address(out), static_cast<int>(n));
                    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                    EXPECT_EQ(machine.read<int>(out), expected) << kernel << ' ' << n << ' ' << threads;
                }
            }
    }
}

} // namespace
} // namespace warpscope::simt
