#include "metrics/costs/request_shape.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <random>
#include <set>

#include "metrics/made_events.hpp"
#include "metrics/trace/bank_conflicts.hpp"

namespace warpscope::metrics {
namespace {

using simt::AccessKind;

TEST(LaneKernels, DistinctCountMatchesASet) {
    std::mt19937_64 random(1);
    const LaneKernels& kernels = lane_kernels();
    for (int round = 0; round < 2000; ++round) {
        std::array<uint64_t, warp_size> values;
        const uint64_t range = uint64_t{1} << random() % 40;
        for (uint64_t& value : values) value = random() % range << 24;
        const auto count = static_cast<uint32_t>(random() % 33);
        ASSERT_EQ(kernels.count_distinct(values.data(), count),
                  std::set<uint64_t>(values.begin(), values.begin() + count).size());
    }
}

TEST(LaneKernels, SameOffsetsChecksEveryRelevantLane) {
    const LaneKernels& kernels = lane_kernels();
    std::array<uint64_t, warp_size> address, offset, relevant;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        offset[lane] = lane * 12;
        address[lane] = 1000 + offset[lane];
        relevant[lane] = ~uint64_t{0};
    }
    const auto same = [&] { return kernels.same_offsets(address.data(), 1000, offset.data(), relevant.data()); };
    EXPECT_TRUE(same());
    for (uint32_t lane = 0; lane < warp_size; ++lane)
        for (const uint64_t change : {uint64_t{1}, uint64_t{1} << 33, uint64_t{1} << 63}) {
            address[lane] ^= change;
            EXPECT_FALSE(same()) << lane;
            relevant[lane] = 0;
            EXPECT_TRUE(same()) << lane;
            relevant[lane] = ~uint64_t{0};
            address[lane] ^= change;
        }
}

struct ByteCount {
    std::set<uint64_t> bytes, sectors;
    void add(uint64_t address, uint32_t size) {
        for (uint64_t byte = address; byte < address + size; ++byte) {
            bytes.insert(byte);
            sectors.insert(byte / 32);
        }
    }
};

TEST(ShapeCache, RandomRequestsMatchByteCounts) {
    std::mt19937_64 random(2);
    ShapeCache cache(4);
    int known = 0, unknown = 0;
    for (int round = 0; round < 20000; ++round) {
        const uint32_t bytes = 1u << random() % 5;
        simt::LaneMask mask = random() % 3 == 0 ? ~0u : static_cast<simt::LaneMask>(random());
        if (mask == 0) mask = 1;
        const uint64_t base = first_address + random() % 4096 * bytes;
        const uint64_t stride = random() % 40;
        const uint64_t spread = random() % 3 == 0 ? 0 : random() % 300; // 0 makes a strided request, so shapes repeat
        MadeRequest request(ptx::Space::global, AccessKind::load, bytes, mask);
        request.pc(static_cast<uint32_t>(random() % 4)).at([&](uint32_t lane) {
            return base + (lane * stride + (spread == 0 ? 0 : random() % spread)) * bytes;
        });
        const simt::MemoryEvent& event = request.event();
        ByteCount expected;
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if ((mask >> lane & 1u) != 0) expected.add(event.address[lane], bytes);
        const SectorCount alone = sectors_of_request(event, cache.kernels());
        ASSERT_EQ(alone.touched, expected.sectors.size());
        ASSERT_EQ(alone.ideal, (expected.bytes.size() + 31) / 32);
        RequestShape* const repeated = cache.repeated_shape_of(event);
        (repeated != nullptr ? known : unknown) += 1;
        RequestShape& shape = repeated != nullptr ? *repeated : cache.shape_of(event);
        ASSERT_EQ(shape.sectors(event.lowest, cache.kernels()), expected.sectors.size());
        ASSERT_EQ(shape.ideal_sectors(), (expected.bytes.size() + 31) / 32);
        ASSERT_EQ(shape.bytes_asked(), static_cast<uint32_t>(std::popcount(mask)) * bytes);
    }
    EXPECT_GT(known, 1000);
    EXPECT_GT(unknown, 10000);
}

TEST(ShapeCache, ShapeIsKeptAfterItsRepetition) {
    ShapeCache cache(1);
    std::mt19937_64 random(4);
    std::array<uint64_t, warp_size> places;
    const auto scatter = [&] {
        for (uint64_t& place : places) place = random() % 100'000;
    };
    scatter();
    MadeRequest request(ptx::Space::global, AccessKind::load, 4, ~0u);
    const auto at = [&](uint64_t base) -> const simt::MemoryEvent& {
        return request.at([&](uint32_t lane) { return base + places[lane] * 4; }).event();
    };
    EXPECT_EQ(cache.repeated_shape_of(at(first_address)), nullptr);
    EXPECT_NE(cache.repeated_shape_of(at(first_address + 4096)), nullptr);
    const auto kept = places;
    for (int others = 0; others < 1000; ++others) { // requests seen once must not replace the shape
        scatter();
        ASSERT_EQ(cache.repeated_shape_of(at(first_address)), nullptr);
    }
    places = kept;
    EXPECT_NE(cache.repeated_shape_of(at(first_address + 64)), nullptr);
}

/// Counts passes by definition: for each group of lanes, the largest number of distinct words in one bank.
uint32_t passes_by_definition(const simt::MemoryEvent& event) {
    const uint32_t group = std::min(32u, 128 / event.bytes);
    uint32_t passes = 0;
    for (uint32_t first = 0; first < 32; first += group) {
        std::array<std::set<uint64_t>, 32> words;
        for (uint32_t lane = first; lane < first + group; ++lane)
            if ((event.mask >> lane & 1u) != 0)
                for (uint32_t byte = 0; byte < event.bytes; ++byte) {
                    const uint64_t word = (event.address[lane] + byte) / 4;
                    words[word % 32].insert(word);
                }
        size_t max = 0;
        for (const auto& bank : words) max = std::max(max, bank.size());
        passes += static_cast<uint32_t>(max);
    }
    return passes;
}

TEST(ShapeCache, RandomPassesMatchTheDefinition) {
    std::mt19937_64 random(3);
    ShapeCache cache(1);
    for (int round = 0; round < 20000; ++round) {
        const uint32_t bytes = 1u << random() % 5;
        simt::LaneMask mask = random() % 3 == 0 ? ~0u : static_cast<simt::LaneMask>(random());
        if (mask == 0) mask = 1;
        const uint64_t stride = random() % 70;
        const uint64_t base = random() % 64 * bytes;
        const bool scattered = random() % 2 == 0;
        // Wide loads have further rules (BankSchedule.PassesMatchAnH200).
        const AccessKind kind = bytes <= 4 ? AccessKind::load : AccessKind::store;
        MadeRequest request(ptx::Space::shared, kind, bytes, mask);
        request.at([&](uint32_t lane) { return base + (scattered ? random() % 256 : lane * stride) * bytes; });
        const simt::MemoryEvent& event = request.event();
        ASSERT_EQ(cache.shape_of(event).passes(event.lowest, event.kind), passes_by_definition(event));
    }
}

/// Returns, for each lane, the pass that serves its first word.
std::vector<uint32_t> passes_of(uint32_t bytes, simt::LaneMask mask, uint64_t (*offset)(uint64_t lane)) {
    std::array<uint64_t, warp_size> offsets{};
    for (uint64_t lane = 0; lane < warp_size; ++lane) offsets[lane] = offset(lane);
    std::vector<uint32_t> passes;
    uint32_t last = ~0u, max = 0;
    for (const BankTouch& touch : bank_schedule(offsets.data(), mask, bytes, AccessKind::load)) {
        EXPECT_GE(touch.word, offsets[touch.lane] / 4);
        EXPECT_LE(touch.word, (offsets[touch.lane] + bytes - 1) / 4);
        if (touch.lane != last) passes.push_back(touch.pass);
        last = touch.lane;
        max = std::max(max, touch.pass + 1);
    }
    EXPECT_EQ(max, shared_passes(offsets.data(), mask, bytes, AccessKind::load));
    return passes;
}

/// Returns 32 numbers: 0, 1, 2 and so on, each `count` times.
std::vector<uint32_t> runs(uint32_t count) {
    std::vector<uint32_t> numbers;
    for (uint32_t k = 0; k < warp_size; ++k) numbers.push_back(k / count);
    return numbers;
}

TEST(BankSchedule, WideAccessesSplitTheWarp) {
    EXPECT_EQ(passes_of(4, ~0u, [](uint64_t lane) { return lane * 4; }), runs(32));
    EXPECT_EQ(passes_of(8, ~0u, [](uint64_t lane) { return lane * 8; }), runs(16));
    EXPECT_EQ(passes_of(16, ~0u, [](uint64_t lane) { return lane * 16; }), runs(8));
    // A column of float4 in rows of 128 bytes: lanes of a quarter warp are served one by one.
    EXPECT_EQ(passes_of(16, ~0u, [](uint64_t lane) { return lane * 128; }), runs(1));
}

TEST(BankSchedule, BankConflictsSerializeLanes) {
    EXPECT_EQ(passes_of(4, ~0u, [](uint64_t lane) { return lane * 128; }), runs(1));
    EXPECT_EQ(passes_of(4, ~0u, [](uint64_t lane) { return lane * 132; }), runs(32)); // padded
    EXPECT_EQ(passes_of(4, ~0u, [](uint64_t) { return uint64_t{12}; }), runs(32));    // broadcast
    EXPECT_EQ(passes_of(4, 0x11, [](uint64_t lane) { return lane * 128; }), (std::vector<uint32_t>{0, 1}));
}

struct Measured {
    uint32_t passes, ideal;
    friend bool operator==(const Measured&, const Measured&) = default;
    friend void PrintTo(const Measured& m, std::ostream* out) { *out << m.passes << " passes, ideal " << m.ideal; }
};

struct MeasuredPattern {
    AccessKind kind;
    simt::LaneMask mask;
    uint64_t (*element)(uint64_t lane);
    Measured float2, float4;
};

// Source page of Nsight Compute 2025.3 on an H200, driver 580.159, 2026-11-30: "L1 Wavefronts Shared" and "Ideal" of
// one instruction. Each pattern ran with elements of 8 and of 16 bytes.
TEST(BankSchedule, PassesMatchAnH200) {
    constexpr AccessKind load = AccessKind::load, store = AccessKind::store;
    // clang-format off
    const MeasuredPattern patterns[] = {
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane % 2) * 32; }, {4, 2}, {8, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane % 4) * 32; }, {8, 2}, {16, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane % 8) * 8; }, {8, 2}, {32, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane / 8; }, {1, 1}, {2, 2}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane; }, {2, 1}, {4, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane / 16; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane / 16) * 16 + (lane % 16) / 2; }, {2, 2}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane; }, {2, 2}, {4, 4}},
        {load, 0x0000ffff, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {2, 2}},
        {load, 0x0000000f, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {1, 1}},
        {load, 0x000000ff, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {1, 1}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane < 16 ? lane / 2 : lane; }, {2, 2}, {3, 3}},
        {load, 0x22222222, [](uint64_t lane) -> uint64_t { return lane; }, {2, 1}, {4, 1}},
        {load, 0x00020000, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {1, 1}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane / 2; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane / 2) * 8; }, {8, 2}, {16, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane & 1) | ((lane >> 2) << 1); }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return ((lane & 1) | ((lane >> 2) << 1)) * 8; }, {8, 2}, {16, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane & 3) | ((lane >> 3) << 2); }, {2, 2}, {4, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane == 9 ? 30 : lane / 2; }, {2, 2}, {4, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane * 5) & 31; }, {2, 2}, {4, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane * 7) & 31; }, {2, 2}, {4, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane / 4; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return 31 - lane; }, {2, 2}, {4, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane / 4) * 8; }, {4, 2}, {8, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane * 2; }, {4, 2}, {8, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane * 32; }, {32, 2}, {32, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane * 4; }, {8, 2}, {16, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane * 8; }, {16, 2}, {32, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane ^ 1; }, {2, 2}, {4, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane / 16) * 32; }, {2, 2}, {2, 2}},
        {load, 0x55555555, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0xffffffff, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {2, 2}},
        {store, 0x55555555, [](uint64_t lane) -> uint64_t { return lane; }, {2, 1}, {4, 2}},
        {store, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane; }, {2, 2}, {4, 4}},
        {store, 0x0000ffff, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {2, 2}},
        {store, 0x000000ff, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {1, 1}},
        {store, 0x00020000, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {1, 1}},
        {store, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane * 5) & 31; }, {2, 2}, {4, 4}},
        {store, 0xffffffff, [](uint64_t lane) -> uint64_t { return 31 - lane; }, {2, 2}, {4, 4}},
        {store, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane * 2; }, {4, 2}, {8, 4}},
        {store, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane * 8; }, {16, 2}, {32, 4}},
        {store, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane ^ 1; }, {2, 2}, {4, 4}},
        {load, 0x00018000, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {2, 1}},
        {load, 0x0003c000, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {2, 1}},
        {load, 0x00038000, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {2, 1}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane / 2; }, {1, 1}, {2, 2}},
        {load, 0x11111111, [](uint64_t lane) -> uint64_t { return lane / 4; }, {1, 1}, {2, 1}},
        {load, 0x11111111, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x33333333, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x33333333, [](uint64_t lane) -> uint64_t { return lane / 4 * 2 + lane % 2; }, {1, 1}, {2, 2}},
        {load, 0x01010101, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane / 16; }, {1, 1}, {2, 2}},
        {load, 0x0000ffff, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x000000ff, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane / 4; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane % 2) * 8; }, {1, 1}, {8, 4}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (lane % 2) * 4; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return (31 - lane) / 2; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane < 16 ? lane / 2 : 8 + ((lane & 1) | ((lane % 16 >> 2) << 1)); }, {2, 2}, {2, 2}},
        {load, 0xfffffff7, [](uint64_t lane) -> uint64_t { return lane / 2; }, {1, 1}, {3, 3}},
        {load, 0x7fffffff, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {2, 2}},
        {load, 0xffffffff, [](uint64_t lane) -> uint64_t { return lane < 8 ? lane / 2 : lane; }, {2, 2}, {4, 4}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane / 8; }, {1, 1}, {2, 2}},
        {load, 0xaaaaaaaa, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x99999999, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x77777777, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {2, 2}},
        {load, 0x11111111, [](uint64_t lane) -> uint64_t { return lane / 8; }, {1, 1}, {2, 1}},
        {load, 0x00005555, [](uint64_t lane) -> uint64_t { return lane; }, {1, 1}, {2, 1}},
        {load, 0x00005555, [](uint64_t lane) -> uint64_t { return lane / 2; }, {1, 1}, {1, 1}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane == 0 ? 0 : 5; }, {1, 1}, {2, 2}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return (lane / 8) * 8; }, {2, 1}, {4, 2}},
        {load, 0x55555555, [](uint64_t lane) -> uint64_t { return lane / 2 * 2; }, {2, 1}, {4, 2}},
        {load, 0x00ffff00, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
        {load, 0x000ff000, [](uint64_t) -> uint64_t { return 5; }, {1, 1}, {1, 1}},
    };
    // clang-format on
    for (const MeasuredPattern& pattern : patterns) {
        SCOPED_TRACE(&pattern - patterns);
        const auto counted = [&](uint32_t bytes) {
            std::array<uint64_t, warp_size> offsets{};
            for (uint64_t lane = 0; lane < warp_size; ++lane) offsets[lane] = pattern.element(lane) * bytes;
            const uint32_t passes = shared_passes(offsets.data(), pattern.mask, bytes, pattern.kind);
            return Measured{passes, fewest_passes(std::popcount(pattern.mask), bytes, passes)};
        };
        EXPECT_EQ(counted(8), pattern.float2);
        EXPECT_EQ(counted(16), pattern.float4);
    }
}

} // namespace
} // namespace warpscope::metrics
