// Events, findings and unsupported forms of matrix instructions.
#include "simt/harness.hpp"

#include <fmt/format.h>

#include "ptx/modifiers.hpp"
#include "ptx/parser.hpp"

namespace warpscope::simt::matrix_requests_test {
namespace {

struct Requests : Observer {
    std::vector<std::string> seen;
    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<Requests>(); }
    void on_memory(const MemoryEvent& event) override {
        seen.push_back(fmt::format("{} {} {} by {:08x}: {} {} {}", name_of(event.space),
                                   event.kind == AccessKind::load ? "load" : "store", event.bytes, event.mask,
                                   event.address[0] - first(event), event.address[1] - first(event),
                                   event.address[4] - first(event)));
    }
    /// Returns the start of the buffer; 0 for shared memory.
    static uint64_t first(const MemoryEvent& event) {
        return event.space == ptx::Space::global ? event.address[0] / 65536 * 65536 : 0;
    }
    void merge(Observer& worker) override {
        const auto& more = static_cast<Requests&>(worker).seen;
        seen.insert(seen.end(), more.begin(), more.end());
    }
};

const std::string a8 = "{%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}", a4 = "{%a0, %a1, %a2, %a3}";

std::string kernel_text(const std::string& body) {
    return module_text(".shared .align 128 .b8 tile[2048];\n.visible .entry k(.param .u64 data)\n{\n"
                       ".reg .b64 %g;\n.reg .b32 %a<8>, %s, %t, %n;\n.reg .pred %p;\nld.param.u64 %g, [data];\n"
                       "mov.u32 %s, tile; mov.u32 %t, %tid.x; mov.u32 %n, 32;\n" +
                       body + "\nret;\n}\n");
}

struct KernelRun {
    std::vector<std::string> seen, findings;
};

KernelRun run_body(const std::string& body, uint32_t threads = 32, uint32_t bytes = 65536) {
    Machine machine(kernel_text(body));
    Requests requests;
    machine.observers.push_back(&requests);
    const uint32_t data = machine.buffer("data", std::vector<uint32_t>(bytes / 4));
    const auto outcome = machine.run("k", {{1, 1, 1}, {threads, 1, 1}}, machine.address(data));
    KernelRun ran{requests.seen, texts_of(outcome)};
    const uint64_t begin = machine.address(data) % 65536;
    EXPECT_EQ(begin % 256, 0u);
    return ran;
}

TEST(MatrixRequests, GlobalRequestsMatchMachineCode) {
    // Each lane loads four pairs of halves. A row has 64 bytes: lane 1 starts two elements after lane 0, lane 4 one row
    // after lane 0.
    const KernelRun rows = run_body("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + a8 + ", [%g], %n;");
    ASSERT_EQ(rows.seen.size(), 4u);
    for (const std::string& one : rows.seen) EXPECT_TRUE(one.starts_with("global load 4 by ffffffff")) << one;
    // In column order, the lanes also load adjacent pairs, then transpose them among themselves.
    const KernelRun columns = run_body("wmma.load.a.sync.aligned.col.m16n16k16.global.f16 " + a8 + ", [%g], %n;");
    EXPECT_EQ(columns.seen.size(), 4u);
    // A request for f32 sums has 8 bytes per lane if the lane's elements are adjacent, otherwise 4.
    const KernelRun sums = run_body("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 " + a8 +
                                    ", [%g], %n;\n"
                                    "wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%g], " +
                                    a8 + ", %n;");
    ASSERT_EQ(sums.seen.size(), 12u);
    EXPECT_TRUE(sums.seen[0].starts_with("global load 8 by ffffffff")) << sums.seen[0];
    EXPECT_TRUE(sums.seen[4].starts_with("global store 4 by ffffffff")) << sums.seen[4];
}

TEST(MatrixRequests, SharedRequestsFollowTileRows) {
    const KernelRun ran = run_body("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + a8 +
                                   ", [%s], %n;\n"
                                   "wmma.load.b.sync.aligned.row.m32n8k16.shared.bf16 {%a0, %a1}, [%s], %n;\n"
                                   "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%a0}, [%s+16];\n"
                                   "wmma.load.c.sync.aligned.row.m16n16k16.shared.f16 " +
                                   a4 + ", [%s], %n;");
    const std::vector<std::string> expected{
        "shared load 16 by ffffffff: 0 64 256",   "shared load 16 by 0000ffff: 0 64 256",
        "shared load 16 by 000000ff: 16 16 16",   "shared load 4 by ffffffff: 0 4 64",
        "shared load 4 by ffffffff: 512 516 576", "shared load 4 by ffffffff: 16 20 80",
        "shared load 4 by ffffffff: 528 532 592"};
    EXPECT_EQ(ran.seen, expected);
    EXPECT_EQ(ran.findings, std::vector<std::string>{});
}

TEST(MatrixRequests, OutOfBoundsIsAFinding) {
    const KernelRun far = run_body("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + a8 + ", [%g], %n;", 32, 512);
    ASSERT_FALSE(far.findings.empty());
    EXPECT_TRUE(far.findings[0].starts_with("out_of_bounds: load of 4 bytes")) << far.findings[0];
    const KernelRun shared = run_body("wmma.load.b.sync.aligned.row.m16n16k16.shared.f16 " + a8 + ", [%s+1536], %n;");
    ASSERT_FALSE(shared.findings.empty());
    EXPECT_TRUE(shared.findings[0].starts_with("out_of_bounds: load of 16 bytes")) << shared.findings[0];
    EXPECT_NE(shared.findings[0].find("'tile'"), std::string::npos) << shared.findings[0];
    // An offset into shared memory is not a generic address.
    const KernelRun offset = run_body("cvt.u64.u32 %g, %s; ldmatrix.sync.aligned.m8n8.x4.b16 " + a4 + ", [%g];");
    ASSERT_FALSE(offset.findings.empty());
    EXPECT_TRUE(offset.findings[0].starts_with("null_pointer: load of 16 bytes")) << offset.findings[0];
    const KernelRun odd = run_body("ldmatrix.sync.aligned.m8n8.x4.shared.b16 " + a4 + ", [%s+8];");
    ASSERT_FALSE(odd.findings.empty());
    EXPECT_TRUE(odd.findings[0].starts_with("misaligned: load of 16 bytes")) << odd.findings[0];
    const KernelRun store = run_body("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%g+512], " + a8 + ", 16;", 32, 1024);
    ASSERT_FALSE(store.findings.empty());
    EXPECT_TRUE(store.findings[0].starts_with("out_of_bounds: store of 8 bytes")) << store.findings[0];
}

TEST(MatrixInstructions, NeedTheWholeWarp) {
    const std::string product = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%a0, %a1, %a2, %a3}, {%a4, %a5}, "
                                "{%a6}, {%a0, %a1, %a2, %a3};\n";
    const std::string some = "barrier_divergence: only 16 of a warp's 32 threads execute this matrix instruction: "
                             "without all of them its result is undefined";
    const std::string half = "setp.lt.u32 %p, %t, 16;\n";
    // Half of the lanes are missing: by a branch, a predicate, an incomplete warp, a return.
    EXPECT_EQ(run_body(half + "@!%p bra over;\n" + product + "over:").findings, std::vector{some});
    EXPECT_EQ(run_body(half + "@%p " + product).findings, std::vector{some});
    EXPECT_EQ(run_body(product, 16).findings, std::vector{some});
    EXPECT_EQ(run_body(half + "@%p ret;\n" + product).findings, std::vector{some});
    // Both sides of a branch have a product, each with its own instruction.
    EXPECT_EQ(run_body(half + "@%p bra one;\n" + product + "bra over;\none: " + product + "over:").findings,
              (std::vector{some, some}));
    EXPECT_EQ(run_body(half + "@%p bra over;\nadd.u32 %n, %n, 1;\nover: " + product).findings,
              std::vector<std::string>{});
    const KernelRun loads =
        run_body(half + "@%p wmma.load.c.sync.aligned.row.m16n16k16.global.f16 " + a4 + ", [%g], %n;");
    EXPECT_EQ(loads.findings, std::vector{some});
}

/// Returns the decoder's reason to reject an instruction.
std::string refusal_of(const std::string& instruction) {
    const auto module = ptx::parse(kernel_text(instruction), "test.ptx");
    if (!module) return module.error().text();
    const auto problems = unsupported_forms(*module);
    return problems.empty() ? "" : problems.front().message.english();
}

TEST(MatrixInstructions, RejectionNamesTheReason) {
    const auto expect = [](const std::string& instruction, const std::string& why) {
        const std::string message = refusal_of(instruction);
        EXPECT_NE(message.find("is not supported by the emulator"), std::string::npos) << instruction << message;
        EXPECT_NE(message.find(why), std::string::npos) << message;
    };
    expect("wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%a0, %a1}, [%g];", "matrices of integers");
    expect("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 " + a8 + ", {%a0, %a1}, {%a0, %a1}, " + a8 + ";",
           "matrices of integers");
    expect("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 " + a4 + ", {%a0, %a1}, {%a2}, " + a4 + ";",
           "matrices of integers");
    expect("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%a0, %a1}, {%a2}, {%a3}, {%a0, %a1};",
           "matrices of integers");
    expect("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%g, %g}, {%g}, {%g}, {%g, %g};", "matrices of f64");
    expect("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " + a4 + ", {%a0, %a1}, {%a2, %a3}, " + a4 +
               ", %a4, 0x0;",
           "sparse matrices");
    expect("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 " + a4 + ", " + a4 + ", {%a0, %a1}, " + a4 + ";",
           "8-bit floating-point");
    expect("mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 " + a4 + ", " + a4 + ", {%a0, %a1}, " + a4 + ";",
           "docs/PTX.md");
    expect("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " + a4 + ", {%a0, %a1}, {%a0, %a1}, " + a4 + ";",
           "its registers");
    expect("wmma.load.a.sync.aligned.row.m16n16k8.global.f16 " + a8 + ", [%g];", "docs/PTX.md");
    expect("wmma.load.a.row.m16n16k16.global.f16 " + a8 + ", [%g];", "");
    expect("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32 {%a0}, [%s];", "ldmatrix");
    expect("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%s], {%a0};", "");
    expect("wgmma.fence.sync.aligned;", "");
}

} // namespace
} // namespace warpscope::simt::matrix_requests_test
