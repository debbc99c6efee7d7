#include "metrics/costs/traffic.hpp"

#include <gtest/gtest.h>

#include "metrics/made_events.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

/// Returns the costs, which must not depend on whether the shape is new, repeated or cached.
TrafficTotals cost_of(MadeRequest request) {
    ShapeCache shapes(1);
    TrafficTotals first;
    for (int time = 1; time <= 3; ++time) {
        TrafficCounter counter(1);
        const simt::MemoryEvent& event = request.event();
        LazyShape shape(event, shapes);
        if (event.space == ptx::Space::shared)
            counter.count_shared(event, shape);
        else
            counter.count_global(event, shape);
        const TrafficTotals cost = totals(counter.by_pc());
        if (time == 1) first = cost;
        EXPECT_EQ(cost.global.load_sectors, first.global.load_sectors) << time;
        EXPECT_EQ(cost.global.load_sectors_ideal, first.global.load_sectors_ideal) << time;
        EXPECT_EQ(cost.global.load_bytes, first.global.load_bytes) << time;
        EXPECT_EQ(cost.shared.passes, first.shared.passes) << time;
    }
    return first;
}

MadeRequest global_load(uint32_t bytes, simt::LaneMask mask = ~0u) {
    return {ptx::Space::global, AccessKind::load, bytes, mask};
}

struct Sectors {
    uint64_t sectors, ideal, bytes;
    friend bool operator==(const Sectors&, const Sectors&) = default;
    friend void PrintTo(const Sectors& s, std::ostream* out) { *out << s.sectors << '/' << s.ideal << '/' << s.bytes; }
};

Sectors load_cost(MadeRequest request) {
    const GlobalTraffic global = cost_of(std::move(request)).global;
    EXPECT_EQ(global.load_requests, 1u);
    EXPECT_EQ(global.store_requests, 0u);
    return {global.load_sectors, global.load_sectors_ideal, global.load_bytes};
}

TEST(Coalescing, TextbookFloatPatternsMatch) {
    const auto at = [](uint64_t start, uint64_t stride) {
        return [=](uint32_t lane) { return first_address + start + lane * stride; };
    };
    EXPECT_EQ(load_cost(global_load(4).at(at(0, 4))), (Sectors{4, 4, 128}));
    EXPECT_EQ(load_cost(global_load(4).at(at(4, 4))), (Sectors{5, 4, 128}));     // not aligned to a sector
    EXPECT_EQ(load_cost(global_load(4).at(at(0, 8))), (Sectors{8, 4, 128}));     // stride 2
    EXPECT_EQ(load_cost(global_load(4).at(at(0, 4096))), (Sectors{32, 4, 128})); // a column of a matrix
    EXPECT_EQ(load_cost(global_load(4).at(at(20, 0))), (Sectors{1, 1, 128}));    // broadcast
    EXPECT_EQ(load_cost(global_load(16).at(at(0, 16))), (Sectors{16, 16, 512}));
    EXPECT_EQ(load_cost(global_load(1).at(at(0, 3))), (Sectors{3, 1, 32})); // one channel of RGB pixels
    EXPECT_EQ(load_cost(global_load(4).at([](uint32_t lane) { return first_address + (31 - lane) * 4; })),
              (Sectors{4, 4, 128})); // backward
}

TEST(Coalescing, OnlyActiveLanesCount) {
    const auto unit = [](uint32_t lane) { return first_address + lane * 4; };
    EXPECT_EQ(load_cost(global_load(4, 1u << 31).at(unit)), (Sectors{1, 1, 4}));
    EXPECT_EQ(load_cost(global_load(4, 0xffff0000u).at(unit)), (Sectors{2, 2, 64}));
    EXPECT_EQ(load_cost(global_load(4, 0x55555555u).at(unit)), (Sectors{4, 2, 64}));
}

TEST(Coalescing, StoresAndAtomicsAreSeparate) {
    const auto unit = [](uint32_t lane) { return first_address + lane * 4; };
    const TrafficTotals store = cost_of(MadeRequest(ptx::Space::global, AccessKind::store, 4).at(unit));
    EXPECT_EQ(store.global.store_requests, 1u);
    EXPECT_EQ(store.global.store_sectors, 4u);
    EXPECT_EQ(store.global.store_bytes, 128u);
    EXPECT_EQ(store.global.load_requests, 0u);
    const auto one = [](uint32_t) { return first_address; };
    const TrafficTotals atomic = cost_of(MadeRequest(ptx::Space::global, AccessKind::atomic, 4, 0x7fu).at(one));
    EXPECT_EQ(atomic.atomics.requests, 1u);
    EXPECT_EQ(atomic.atomics.operations, 7u);
    EXPECT_EQ(atomic.atomics.shared_operations, 0u);
    EXPECT_EQ(atomic.global.load_requests + atomic.global.store_requests, 0u);
    const auto word = [](uint32_t lane) -> uint64_t { return lane * 4; };
    const TrafficTotals inside = cost_of(MadeRequest(ptx::Space::shared, AccessKind::atomic, 4, 0x1fu).at(word));
    EXPECT_EQ(inside.atomics.operations, 5u);
    EXPECT_EQ(inside.atomics.shared_operations, 5u);
    EXPECT_EQ(inside.atomics.shared_requests, 1u);
    EXPECT_EQ(inside.atomics.global_operations(), 0u);
}

uint64_t passes_of(uint32_t bytes, simt::LaneMask mask, uint64_t (*offset)(uint32_t)) {
    const TrafficTotals cost = cost_of(MadeRequest(ptx::Space::shared, AccessKind::load, bytes, mask).at(offset));
    EXPECT_EQ(cost.shared.requests, 1u);
    EXPECT_EQ(cost.global.load_requests, 0u);
    return cost.shared.passes;
}

TEST(Banks, PaddingAvoidsColumnConflicts) {
    EXPECT_EQ(passes_of(4, ~0u, [](uint32_t lane) -> uint64_t { return lane * 32 * 4; }), 32u);
    EXPECT_EQ(passes_of(4, ~0u, [](uint32_t lane) -> uint64_t { return lane * 33 * 4; }), 1u);
    EXPECT_EQ(passes_of(4, ~0u, [](uint32_t lane) -> uint64_t { return lane * 4; }), 1u);
    EXPECT_EQ(passes_of(4, ~0u, [](uint32_t lane) -> uint64_t { return lane * 2 * 4; }), 2u);
    EXPECT_EQ(passes_of(4, 0xffu, [](uint32_t lane) -> uint64_t { return lane * 32 * 4; }), 8u);
}

TEST(Banks, OneWordIsABroadcast) {
    EXPECT_EQ(passes_of(4, ~0u, [](uint32_t) -> uint64_t { return 128; }), 1u);
    EXPECT_EQ(passes_of(1, ~0u, [](uint32_t lane) -> uint64_t { return lane % 4; }), 1u);
    EXPECT_EQ(passes_of(1, ~0u, [](uint32_t lane) -> uint64_t { return lane + 3; }), 1u);
    EXPECT_EQ(passes_of(1, ~0u, [](uint32_t lane) -> uint64_t { return lane * 128; }), 32u);
}

TEST(Banks, WideAccessesSplitIntoParts) {
    const auto doubles = [](uint32_t lane) -> uint64_t { return lane * 8; };
    EXPECT_EQ(passes_of(8, ~0u, doubles), 2u);
    EXPECT_EQ(passes_of(8, 0xffffu, doubles), 1u);
    EXPECT_EQ(passes_of(8, 0xff00ff00u, doubles), 2u);
    EXPECT_EQ(passes_of(8, 0x000ff000u, doubles), 2u); // contiguous lanes, but in both halves of the warp
    EXPECT_EQ(passes_of(8, ~0u, [](uint32_t) -> uint64_t { return 64; }), 1u); // lanes load one address
    EXPECT_EQ(passes_of(8, 0xffu, [](uint32_t) -> uint64_t { return 64; }), 1u);
    EXPECT_EQ(passes_of(16, ~0u, [](uint32_t lane) -> uint64_t { return lane * 16; }), 4u);
    EXPECT_EQ(passes_of(16, 0x100u, [](uint32_t lane) -> uint64_t { return lane * 16; }), 1u);
    EXPECT_EQ(passes_of(8, ~0u, [](uint32_t lane) -> uint64_t { return lane * 256; }), 32u);
}

TEST(Banks, FewLanesAcrossHalvesShareAPass) {
    EXPECT_EQ(passes_of(8, 0x00038000u, [](uint32_t lane) -> uint64_t { return lane * 8; }), 1u);
    EXPECT_EQ(passes_of(16, 0x00038000u, [](uint32_t lane) -> uint64_t { return lane * 16; }), 2u);
}

TEST(Traffic, InstructionMayReachBothSpaces) {
    ShapeCache shapes(3);
    TrafficCounter counter(3), worker(3);
    const auto unit = [](uint32_t lane) { return uint64_t{lane} * 4; };
    MadeRequest shared(ptx::Space::shared, AccessKind::load, 4);
    MadeRequest global(ptx::Space::global, AccessKind::load, 4);
    LazyShape of_shared(shared.pc(2).at(unit).event(), shapes);
    counter.count_shared(shared.event(), of_shared);
    LazyShape of_global(global.pc(2).at(unit).event(), shapes);
    worker.count_global(global.event(), of_global);
    counter.merge(worker);
    const InstructionTraffic& counts = counter.by_pc()[2];
    EXPECT_EQ(counts.shared_requests, 1u);
    EXPECT_EQ(counts.passes, 1u);
    EXPECT_EQ(counts.global_requests, 1u);
    EXPECT_EQ(counts.sectors, 4u);
    EXPECT_EQ(totals(counter.by_pc()).global.load_requests, 1u);
}

TEST(Traffic, CopyToSharedCountsAsLoad) {
    ShapeCache shapes(1);
    TrafficCounter counter(1);
    MadeRequest load = global_load(16), store{ptx::Space::shared, AccessKind::store, 16, ~0u};
    LazyShape of_load(load.event(), shapes), of_store(store.event(), shapes);
    counter.count_global(load.event(), of_load);
    counter.count_shared(store.event(), of_store);
    const TrafficTotals cost = totals(counter.by_pc());
    EXPECT_EQ(cost.global.load_requests, 1u);
    EXPECT_EQ(cost.global.store_requests, 0u);
    EXPECT_EQ(cost.shared.requests, 1u);
}

uint64_t local_load_sectors(uint32_t bytes, simt::LaneMask mask, uint64_t (*offset)(uint32_t lane)) {
    TrafficCounter counter(1);
    counter.count_local(MadeRequest(ptx::Space::local, AccessKind::load, bytes, mask).at(offset).event());
    std::vector<simt::InstructionInfo> instructions(1);
    instructions[0].access_bytes = bytes;
    return local_traffic(counter.by_pc(), instructions).load_sectors;
}

TEST(Traffic, EightLanesShareALocalSector) {
    const auto same = [](uint32_t) -> uint64_t { return 8; };
    EXPECT_EQ(local_load_sectors(4, ~0u, same), 4u);
    EXPECT_EQ(local_load_sectors(1, ~0u, same), 4u);
    EXPECT_EQ(local_load_sectors(16, ~0u, same), 16u); // four words of each thread
    EXPECT_EQ(local_load_sectors(4, 0x0000ff01u, same), 2u);
    EXPECT_EQ(local_load_sectors(4, ~0u, [](uint32_t lane) -> uint64_t { return lane * 4; }), 32u);
    EXPECT_EQ(local_load_sectors(1, ~0u, [](uint32_t lane) -> uint64_t { return lane % 8; }), 8u);
}

TEST(Traffic, ParametersAreNotLocalMemory) {
    TrafficCounter counter(4);
    MadeRequest load(ptx::Space::local, AccessKind::load, 4), store(ptx::Space::local, AccessKind::store, 4);
    const auto first = [](uint32_t) -> uint64_t { return 0; };
    for (const uint32_t pc : {0u, 1u}) counter.count_local(load.pc(pc).at(first).event());
    for (const uint32_t pc : {2u, 2u, 3u}) counter.count_local(store.pc(pc).at(first).event());
    std::vector<simt::InstructionInfo> instructions(4);
    instructions[0].text = "ld.local.u32 %r1, [own];";
    instructions[1].text = "ld.param.u32 %r1, [value];";
    instructions[2].text = "st.u32 [%rd1], %r1;";
    instructions[3].text = "call (result), f, (value);";
    for (const size_t pc : {0u, 1u, 2u}) instructions[pc].access_bytes = 4;
    const LocalTraffic local = local_traffic(counter.by_pc(), instructions);
    EXPECT_EQ(local.load_requests, 1u);
    EXPECT_EQ(local.store_requests, 2u);
}

} // namespace
} // namespace warpscope::metrics
