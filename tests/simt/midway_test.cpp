// Snapshots of memory in the middle of a launch.
#include "simt/harness.hpp"

namespace warpscope::simt {
namespace {

LaunchConfig blocks_of_a_warp(uint32_t blocks) {
    LaunchConfig config;
    config.grid = {blocks, 1, 1};
    config.block = {32, 1, 1};
    return config;
}

/// Returns a kernel k(out). %out is the pointer, %b the block.
std::string snapshot_kernel(const std::string& body) {
    return module_text(".visible .entry k(.param .u64 out)\n{\n.reg .b64 %out, %a<2>;\n.reg .b32 %b, %r<2>;\n"
                       ".reg .pred %p<2>;\nld.param.u64 %out, [out];\nmov.u32 %b, %ctaid.x;\n" +
                       body + "\nret;\n}\n");
}

TEST(Snapshot, PollsSeeWholeBlocks) {
    // A block stores to one place when it begins and to another when it ends.
    const std::string twice = "mul.wide.u32 %a0, %b, 8;\nadd.u64 %a0, %out, %a0;\nst.global.u32 [%a0], 1;\n"
                              "mov.u32 %r0, 0;\nCOUNT: add.u32 %r0, %r0, 1;\nsetp.lt.u32 %p1, %r0, 400;\n"
                              "@%p1 bra COUNT;\nst.global.u32 [%a0+4], 1;";
    for (const uint32_t workers : {1u, 3u}) {
        uint32_t polls = 0;
        // On a busy machine, the other workers may run all blocks before the leading worker starts. Then tries again.
        for (int attempt = 0; attempt < 100 && polls == 0; ++attempt) {
            Machine machine(snapshot_kernel(twice));
            const uint32_t out = machine.buffer("out", std::vector<uint32_t>(2 * 3000));
            uint32_t max = 0;
            machine.options.workers = workers;
            machine.options.snapshot.emplace();
            // Gives a busy machine time to start the workers.
            machine.options.snapshot->patience = std::chrono::seconds(20);
            machine.options.snapshot->take = [&] {
                ++polls;
                uint32_t ran = 0;
                const auto now = machine.read<uint32_t>(out);
                for (size_t block = 0; block < 3000; ++block) {
                    ASSERT_EQ(now[2 * block], now[2 * block + 1]) << "block " << block;
                    ran += now[2 * block];
                }
                EXPECT_GE(ran, max);
                max = ran;
            };
            EXPECT_TRUE(machine.run("k", blocks_of_a_warp(3000), machine.address(out)).findings.empty());
            EXPECT_LT(max, 3000u);
            EXPECT_EQ(machine.read<uint32_t>(out), std::vector<uint32_t>(2 * 3000, 1));
        }
        EXPECT_GT(polls, 0u) << workers << " workers";
    }
}

TEST(Snapshot, WaitingBlocksPreventPolls) {
    Machine machine(snapshot_kernel("atom.global.add.u32 %r0, [%out], 1;"));
    machine.options.snapshot.emplace();
    machine.options.snapshot->take = [] { ADD_FAILURE() << "the snapshot was polled"; };
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    EXPECT_TRUE(machine.run("k", blocks_of_a_warp(100), machine.address(out)).findings.empty());
}

/// One warp of a block waits for another warp, which waits for the clock. Snapshots are due while the block runs.
TEST(Snapshot, WaitingWarpsKeepBlocksWhole) {
    LaunchConfig config;
    config.grid = {40, 1, 1};
    config.block = {64, 1, 1};
    Machine machine(".version 8.0\n.target sm_90\n.address_size 64\n.shared .align 4 .u32 flag;\n" +
                    snapshot_kernel("mov.u32 %r0, %tid.x;\nmul.wide.u32 %a0, %b, 8;\nadd.u64 %a0, %out, %a0;\n"
                                    "setp.ge.u32 %p0, %r0, 32;\n@%p0 bra B;\nst.global.u32 [%a0], 1;\n"
                                    "W: ld.volatile.shared.u32 %r1, [flag];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;\n"
                                    "st.global.u32 [%a0+4], 1;\nret;\n"
                                    "B: mov.u32 %r0, %clock;\nT: ld.volatile.shared.u32 %r1, [flag];\n"
                                    "mov.u32 %r1, %clock;\nsub.u32 %r1, %r1, %r0;\nsetp.lt.u32 %p1, %r1, 100000;\n"
                                    "@%p1 bra T;\nst.volatile.shared.u32 [flag], 1;")
                        .substr(module_text("").size()));
    uint32_t polls = 0;
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(80));
    machine.options.workers = 1;
    machine.options.snapshot.emplace();
    machine.options.snapshot->take = [&] {
        ++polls;
        const auto now = machine.read<uint32_t>(out);
        for (size_t block = 0; block < 40; ++block) ASSERT_EQ(now[2 * block], now[2 * block + 1]) << "block " << block;
    };
    EXPECT_TRUE(machine.run("k", config, machine.address(out)).findings.empty());
    EXPECT_GT(polls, 0u);
    EXPECT_EQ(machine.read<uint32_t>(out), std::vector<uint32_t>(80, 1));
}

} // namespace
} // namespace warpscope::simt
