#include "metrics/uninitialized/uninitialized_check.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <thread>

#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

class UninitializedReads : public testing::Test {
protected:
    UninitializedReads() {
        filled = *memory.allocate("filled", 256);
        scratch = *memory.allocate("scratch", 256);
        launch.memory = &memory;
        launch.config = {{4, 1, 1}, {64, 1, 1}};
        instructions.resize(10);
        instructions[3].source = {"k.cu", 12, 1};
        track(4);
    }

    void track(uint32_t element_bytes) {
        const std::vector<WrittenBytes::Undefined> undefined{{scratch, element_bytes}};
        written = std::make_shared<WrittenBytes>(memory.allocations(), undefined);
        check.emplace(launch, instructions, written, std::make_shared<LazyValueUses>(nullptr));
    }

    void global(AccessKind kind, uint32_t allocation, uint64_t first, uint64_t stride, uint32_t bytes = 4,
                simt::LaneMask mask = ~0u, uint64_t block = 0) {
        MadeRequest request(ptx::Space::global, kind, bytes, mask);
        const uint64_t begin = memory.allocations()[allocation].begin;
        request.pc(3).of_warp(block, 1).in_allocation(allocation).at([&](uint32_t lane) {
            return begin + first + lane * stride;
        });
        check->check(request.event());
    }
    void local_or_shared(ptx::Space space, AccessKind kind, uint64_t first, uint64_t stride, uint32_t bytes = 4,
                         simt::LaneMask mask = ~0u, uint32_t warp = 0) {
        MadeRequest request(space, kind, bytes, mask);
        request.pc(3).of_warp(0, warp).at([&](uint32_t lane) { return first + lane * stride; });
        check->check(request.event());
    }
    [[nodiscard]] uint64_t count() { return check->findings().count(); }

    simt::GlobalMemory memory;
    uint32_t filled = 0, scratch = 0;
    simt::LaunchContext launch;
    std::vector<simt::InstructionInfo> instructions;
    std::shared_ptr<WrittenBytes> written;
    std::optional<UninitializedCheck> check;
};

TEST_F(UninitializedReads, WriteEndsUninitializedReads) {
    global(AccessKind::load, filled, 0, 4);
    EXPECT_EQ(count(), 0u);
    global(AccessKind::store, scratch, 0, 4, 4, 0xffffu);
    global(AccessKind::load, scratch, 0, 4, 4, 0xffffu, 2);
    EXPECT_EQ(count(), 0u);
    global(AccessKind::load, scratch, 0, 4, 4, 0x00030000u, 2); // lanes 16 and 17 read unwritten bytes
    EXPECT_EQ(count(), 2u);
    const std::vector<simt::Finding> findings = check->findings().take();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].kind, simt::FindingKind::uninitialized_read);
    EXPECT_EQ(findings[0].block, 2u);
    EXPECT_EQ(findings[0].block_index, (Dim3{2, 0, 0}));
    EXPECT_EQ(findings[0].thread_index, (Dim3{32 + 16, 0, 0}));
    EXPECT_EQ(findings[0].source.line, 12u);
    EXPECT_EQ(findings[0].address, memory.allocations()[scratch].begin + 64);
    EXPECT_EQ(findings[0].message, "4 bytes at offset 64 of 'scratch' are read, but nothing has written them");
}

TEST_F(UninitializedReads, PartlyWrittenElementIsNoFinding) { // unwritten bytes may be padding
    global(AccessKind::store, scratch, 0, 0, 1, 1u);
    global(AccessKind::load, scratch, 0, 0, 8, 1u);
    EXPECT_EQ(count(), 0u);
    global(AccessKind::load, scratch, 8, 0, 8, 1u);
    EXPECT_EQ(count(), 1u);
}

TEST_F(UninitializedReads, TracksWritesPerByte) {
    for (const uint32_t element : {1u, 2u, 4u, 8u}) {
        track(element);
        const uint64_t begin = memory.allocations()[scratch].begin;
        written->mark(scratch, begin + 3, 1);
        written->mark(scratch, begin + 6, 4); // crosses the end of an element
        written->mark(scratch, begin + 16, 16);
        written->mark_run(scratch, begin + 40, 4, 8, 3);
        written->mark_run(scratch, begin + 65, 2, 2, 3);
        std::vector<uint8_t> expected(256);
        for (const auto& [first, bytes] :
             {std::pair{3, 1}, {6, 4}, {16, 16}, {40, 4}, {48, 4}, {56, 4}, {65, 2}, {67, 2}, {69, 2}})
            std::fill_n(expected.begin() + first, bytes, uint8_t{1});
        std::vector<uint8_t> marks = written->by_byte(scratch);
        std::transform(marks.begin(), marks.end(), marks.begin(), [](uint8_t mark) { return mark != 0 ? 1 : 0; });
        EXPECT_EQ(marks, expected) << element;
        for (const uint32_t bytes : {1u, 2u, 4u, 8u, 16u})
            for (uint64_t first = 0; first + bytes <= expected.size(); ++first) {
                const auto from = expected.begin() + static_cast<ptrdiff_t>(first);
                EXPECT_EQ(written->any(scratch, begin + first, bytes), std::count(from, from + bytes, 1) > 0)
                    << element << ": " << bytes << " bytes at " << first;
                EXPECT_EQ(written->all(scratch, begin + first, bytes), std::count(from, from + bytes, 0) == 0)
                    << element << ": " << bytes << " bytes at " << first;
            }
    }
}

TEST_F(UninitializedReads, ThreadsMayWriteElementParts) {
    track(8);
    const uint64_t begin = memory.allocations()[scratch].begin;
    std::vector<std::thread> writers;
    for (uint64_t first = 0; first < 8; ++first)
        writers.emplace_back([&, first] {
            for (uint64_t offset = first; offset < 256; offset += 8) written->mark(scratch, begin + offset, 1);
        });
    for (std::thread& writer : writers) writer.join();
    written->settle();
    EXPECT_FALSE(written->tracks(scratch));
}

TEST_F(UninitializedReads, AtomicReadsAndWrites) {
    global(AccessKind::atomic, scratch, 0, 0, 4, 1u);
    EXPECT_EQ(count(), 1u);
    global(AccessKind::atomic, scratch, 0, 0, 4, 1u);
    EXPECT_EQ(count(), 1u);
}

TEST_F(UninitializedReads, CompleteAllocationIsNotTracked) {
    global(AccessKind::store, scratch, 0, 4);
    written->settle();
    EXPECT_TRUE(written->tracks(scratch));
    global(AccessKind::store, scratch, 128, 4);
    written->settle();
    EXPECT_FALSE(written->tracks(scratch));
}

TEST_F(UninitializedReads, PartlyWrittenElementsStayTracked) {
    track(8);
    global(AccessKind::store, scratch, 0, 8);
    written->settle();
    EXPECT_TRUE(written->tracks(scratch));
    global(AccessKind::store, scratch, 4, 8);
    written->settle();
    EXPECT_FALSE(written->tracks(scratch));
}

TEST_F(UninitializedReads, SharedMemoryStartsUnwritten) {
    check->begin_block();
    local_or_shared(ptx::Space::shared, AccessKind::store, 0, 4);
    local_or_shared(ptx::Space::shared, AccessKind::load, 124, -4ull); // backward
    local_or_shared(ptx::Space::shared, AccessKind::load, 0, 4);
    local_or_shared(ptx::Space::shared, AccessKind::load, 64, 0);
    EXPECT_EQ(count(), 0u);
    local_or_shared(ptx::Space::shared, AccessKind::load, 4, 4); // lane 31 reads one past the end
    EXPECT_EQ(count(), 1u);
    EXPECT_EQ(check->findings().take()[0].thread_index, (Dim3{31, 0, 0}));
    check->begin_block();
    local_or_shared(ptx::Space::shared, AccessKind::load, 64, 0);
    EXPECT_EQ(count(), 33u);
}

TEST_F(UninitializedReads, GapsBetweenLanesMayBeUnwritten) {
    for (const uint64_t stride : {8u, 4096u}) { // words close together and far apart
        check->begin_block();
        local_or_shared(ptx::Space::shared, AccessKind::store, 0, stride);
        local_or_shared(ptx::Space::shared, AccessKind::load, 0, stride);
        EXPECT_EQ(count(), 0u) << stride;
    }
    local_or_shared(ptx::Space::shared, AccessKind::load, 4, 8); // the gaps themselves
    EXPECT_EQ(count(), 32u);
}

TEST_F(UninitializedReads, LocalMemoryBelongsToTheThread) {
    check->begin_block();
    local_or_shared(ptx::Space::local, AccessKind::store, 16, 0, 4, 0x0fu, 0);
    local_or_shared(ptx::Space::local, AccessKind::load, 16, 0, 4, 0x0fu, 0);
    EXPECT_EQ(count(), 0u);
    local_or_shared(ptx::Space::local, AccessKind::load, 16, 0, 4, 0x10u, 0); // another lane
    EXPECT_EQ(count(), 1u);
    local_or_shared(ptx::Space::local, AccessKind::load, 16, 0, 4, 0x01u, 1); // another warp
    EXPECT_EQ(count(), 2u);
}

TEST_F(UninitializedReads, WaitingBlockKeepsItsMarks) {
    for (const auto space : {ptx::Space::shared, ptx::Space::local}) {
        check->begin_block();
        local_or_shared(space, AccessKind::store, 16, 0, 4, 1u, 1);
        check->leave_block(0);
        local_or_shared(space, AccessKind::load, 16, 0, 4, 1u, 1); // read by the next block
        EXPECT_EQ(count(), 1u);
        check->return_to_block(0);
        local_or_shared(space, AccessKind::load, 16, 0, 4, 1u, 1);
        EXPECT_EQ(count(), 1u);
        check.emplace(launch, instructions, written, std::make_shared<LazyValueUses>(nullptr));
    }
}

TEST(FindingLog, KeepsTheLowestBlock) {
    FindingLog log, worker;
    const auto report = [](FindingLog& into, uint32_t pc, uint64_t block) {
        if (!into.is_new(simt::FindingKind::race_global, pc, block)) return;
        simt::Finding finding;
        finding.kind = simt::FindingKind::race_global;
        finding.pc = pc;
        finding.block = block;
        into.keep(finding);
    };
    report(log, 7, 5);
    report(log, 7, 9);
    report(worker, 7, 3);
    report(worker, 1, 8);
    log.merge(worker);
    EXPECT_EQ(log.count(), 4u);
    const std::vector<simt::Finding> findings = log.take();
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].block, 3u);
    EXPECT_EQ(findings[1].pc, 1u);
}

} // namespace
} // namespace warpscope::metrics
