#include "metrics/run/launch_observer.hpp"

#include <gtest/gtest.h>
#include <string_view>

#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

class GridObserverTest : public testing::Test {
protected:
    GridObserverTest()
        : buffers(made_buffers({{"in", ElementType::u8, 3, {4096, 1, 1}}, {"out", ElementType::f32, 1, {4096, 1, 1}}}))
        , instructions(4) {}

    std::unique_ptr<LaunchObserver> observer(bool maps) {
        simt::LaunchContext context;
        context.config = {{64, 1, 1}, {64, 1, 1}, 0};
        return std::make_unique<LaunchObserver>(
            LaunchObserverSetup{context, buffers, instructions, maps, true, nullptr}, InlineChecks());
    }
    /// Makes a request of warp 0 of `block`: lane l at `offset + l * stride`.
    MadeRequest request(uint32_t pc, uint32_t buffer, AccessKind kind, uint32_t bytes, uint64_t offset, uint32_t stride,
                        uint64_t block = 0) {
        MadeRequest made(ptx::Space::global, kind, bytes);
        made.pc(pc).in_allocation(buffer).of_warp(block, 0);
        return made.at([&](uint32_t lane) { return buffers->buffers()[buffer].begin + offset + lane * stride; });
    }

    std::shared_ptr<const BufferTable> buffers;
    std::vector<simt::InstructionInfo> instructions;
};

TEST_F(GridObserverTest, LoadsMayChangeShapeAndBuffer) {
    std::vector<MadeRequest> loads;
    for (uint32_t round = 0; round < 50; ++round) {
        loads.push_back(request(1, 0, AccessKind::load, 1, 3 * round, 3)); // one byte of each pixel
        loads.push_back(request(1, 0, AccessKind::load, 1, 3 * round + 1, 3));
        if (round % 3 == 0) loads.push_back(request(1, 0, AccessKind::load, 1, round, 7));
        if (round % 5 == 0) loads.push_back(request(1, 1, AccessKind::load, 4, 4 * round, 4));
        if (round % 7 == 0) loads.push_back(request(1, 1, AccessKind::load, 4, 4 * round, 0));
    }
    std::vector<CellArray> expected{CellArray(4096), CellArray(4096)};
    const auto with_maps = observer(true), costs_only = observer(false), reference_grid = observer(true);
    const auto fast = with_maps->fork(), lean = costs_only->fork(), plain = reference_grid->fork();
    for (MadeRequest& load : loads) {
        const simt::MemoryEvent& event = load.event();
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            ++expected[event.allocation][buffers->buffers()[event.allocation].cell_of(event.address[lane])];
        fast->on_memory(event);
        lean->on_memory(event);
        simt::MemoryEvent undescribed = event; // the observer must use the lanes' addresses
        undescribed.regular = false;
        plain->on_memory(undescribed);
    }
    with_maps->merge(*fast);
    costs_only->merge(*lean);
    reference_grid->merge(*plain);
    LaunchMeasurement counted, without_maps, reference;
    with_maps->take_results(counted);
    costs_only->take_results(without_maps);
    reference_grid->take_results(reference);
    EXPECT_EQ(without_maps.global.load_sectors, reference.global.load_sectors);
    EXPECT_EQ(without_maps.global.load_sectors_ideal, reference.global.load_sectors_ideal);
    EXPECT_EQ(counted.global.load_requests, loads.size());
    EXPECT_EQ(counted.global.load_bytes, reference.global.load_bytes);
    EXPECT_EQ(counted.global.load_sectors, reference.global.load_sectors);
    EXPECT_EQ(counted.global.load_sectors_ideal, reference.global.load_sectors_ideal);
    ASSERT_EQ(counted.maps.size(), 2u);
    EXPECT_EQ(counted.maps[0].reads, CellCounts(expected[0]));
    EXPECT_EQ(counted.maps[1].reads, CellCounts(expected[1]));
}

/// Returns whether these requests, spread over the workers, make global memory count as shared between threads.
bool shared_after(LaunchObserver& prototype, std::vector<MadeRequest> requests, uint32_t workers) {
    std::vector<std::unique_ptr<simt::Observer>> forks;
    for (uint32_t k = 0; k < workers; ++k) forks.push_back(prototype.fork());
    for (size_t k = 0; k < requests.size(); ++k) forks[k % workers]->on_memory(requests[k].event());
    for (const auto& fork : forks) prototype.merge(*fork);
    return prototype.global_is_shared();
}

TEST_F(GridObserverTest, DetectsThreadsSharingGlobalMemory) {
    const auto load = AccessKind::load, store = AccessKind::store, atomic = AccessKind::atomic;
    const struct {
        const char* what;
        std::vector<MadeRequest> requests;
        bool shared;
    } cases[] = {
        {"one buffer loaded, one stored",
         {request(0, 0, load, 1, 0, 3), request(1, 1, store, 4, 0, 4), request(1, 1, store, 4, 128, 4, 1)},
         false},
        {"a thread stores twice", {request(0, 1, store, 4, 0, 4), request(1, 1, store, 4, 0, 4)}, false},
        {"two blocks store one cell", {request(0, 1, store, 4, 0, 4), request(0, 1, store, 4, 124, 4, 1)}, true},
        {"lanes of one warp store one cell", {request(0, 1, store, 4, 0, 0)}, true},
        {"loaded and stored", {request(0, 1, load, 4, 0, 4), request(1, 1, store, 4, 0, 4)}, true},
        {"atomics alone", {request(0, 1, atomic, 4, 0, 0), request(0, 1, atomic, 4, 0, 0, 1)}, false},
        {"atomics and loads", {request(0, 1, atomic, 4, 0, 0), request(1, 1, load, 4, 0, 4, 1)}, true},
        {"atomics and stores", {request(0, 1, atomic, 4, 0, 4), request(1, 1, store, 4, 0, 4)}, true},
    };
    for (const auto& [what, requests, shared] : cases) {
        // Always runs with one worker, and also with two if different threads make the accesses.
        const bool one_block = std::string_view(what) == "a thread stores twice";
        EXPECT_EQ(shared_after(*observer(true), requests, 1), shared) << what;
        if (!one_block) {
            EXPECT_EQ(shared_after(*observer(true), requests, 2), shared) << what;
        }
    }
    // Accesses to module variables are not recorded, so they count as shared between threads.
    MadeRequest variable(ptx::Space::global, store, 4);
    variable.in_allocation(9).at([](uint32_t lane) { return 0x900000000 + uint64_t{lane} * 4; });
    EXPECT_TRUE(shared_after(*observer(true), {variable}, 1));
}

} // namespace
} // namespace warpscope::metrics
