#include "render/maps/owner_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

#include "render/fake_run.hpp"
#include "render/maps/buffer_picture.hpp"
#include "render/maps/focus_mask.hpp"

namespace warpscope::render {
namespace {

struct Built {
    CellRect rect;
    KeyFormat format;
    std::vector<uint32_t> keys;
    std::vector<uint8_t> marks;
    std::vector<LayerBuilder::BlockPiece> pieces;
    BlockExtent block_size;

    [[nodiscard]] size_t at(int64_t x, int64_t y) const {
        return static_cast<size_t>((y - rect.y) * rect.width + x - rect.x);
    }
};

/// Builds the layer in strips of `rows` rows, as uploads do.
Built build(const session::RunResult& run, Space space, int64_t rows) {
    auto builder = LayerBuilder::create(run, space);
    if (builder == nullptr) return {};
    Built built{builder->rect(), builder->format(), {}, {}, {}, {}};
    built.keys.resize(static_cast<size_t>(built.rect.width * built.rect.height));
    built.marks.resize(built.keys.size());
    for (int64_t y = 0; y < built.rect.height; y += rows) {
        const int64_t n = std::min(rows, built.rect.height - y);
        const auto first = static_cast<size_t>(y * built.rect.width), count = static_cast<size_t>(n * built.rect.width);
        builder->build(y, n, std::span(built.keys).subspan(first, count), std::span(built.marks).subspan(first, count));
    }
    built.pieces = builder->take_pieces();
    built.block_size = builder->mean_block_size();
    return built;
}

metrics::ThreadId decode(const Built& built, const LaunchConfig& config, uint32_t key) {
    if (key == 0) return 0;
    const uint64_t block = (key >> built.format.block_shift()) - 1;
    const uint32_t thread = key >> 1 & ((1u << built.format.thread_bits) - 1);
    return static_cast<metrics::ThreadId>(block * config.threads_per_block() + thread + 1);
}

TEST(Layer, KeysNameEveryCellsOwner) {
    for (const test::FakeSettings& settings :
         {test::FakeSettings{}, test::FakeSettings{.shape = {1, 1, 1}, .block = {7, 5, 1}},
          test::FakeSettings{.shape = {101, 37, 1}, .block = {33, 1, 1}},
          test::FakeSettings{.shape = {13, 97, 1}, .block = {1, 64, 1}},
          test::FakeSettings{.shape = {53, 11, 1}, .block = {32, 32, 1}}}) {
        const auto run = test::fake_run(settings);
        const metrics::LaunchMeasurement& launch = run->shown();
        const Built built = build(*run, Space::output, 3);
        const metrics::CellArray& owner = *owner_map(*run);
        uint64_t idle_threads = 0;
        for (int64_t y = built.rect.y; y < built.rect.y + built.rect.height; ++y)
            for (int64_t x = built.rect.x; x < built.rect.x + built.rect.width; ++x) {
                const uint32_t key = built.keys[built.at(x, y)];
                const uint8_t mark = built.marks[built.at(x, y)];
                const bool inside = x >= 0 && y >= 0 && x < settings.shape.width && y < settings.shape.height;
                const metrics::ThreadId id = decode(built, launch.config, key);
                if (inside) {
                    ASSERT_EQ(id, owner[static_cast<size_t>(y * settings.shape.width + x)]);
                    ASSERT_EQ(mark & (mark_owned | mark_idle), mark_owned);
                } else {
                    ASSERT_FALSE(id != 0 && owns_cell(launch.ownership, id));
                    ASSERT_EQ(mark & (mark_owned | mark_idle), mark_idle);
                    ASSERT_EQ(key & 1, 1u);
                    ++idle_threads;
                }
                const uint64_t warp = (id - 1) / launch.config.threads_per_block() * launch.config.warps_per_block() +
                                      (id - 1) % launch.config.threads_per_block() / warp_size;
                ASSERT_EQ((mark & mark_diverged) != 0,
                          launch.divergence.warps[warp].kind == metrics::WarpClass::diverged);
            }
        EXPECT_EQ(idle_threads, launch.ownership.idle_threads);
    }
}

/// Returns a measurement in which only the first diverged warp split at a surviving branch.
std::shared_ptr<const metrics::Probe> first_split_survives(const session::RunResult& run) {
    metrics::Probe probe;
    const std::vector<metrics::WarpRecord>& warps = run.shown().divergence.warps;
    probe.warps.resize(warps.size());
    const auto first = std::ranges::find(warps, metrics::WarpClass::diverged, &metrics::WarpRecord::kind);
    if (first != warps.end()) probe.warps[static_cast<size_t>(first - warps.begin())].splits = 1;
    return std::make_shared<const metrics::Probe>(std::move(probe));
}

TEST(Layer, MarksOnlyWarpsOfSurvivingBranches) {
    const auto run = test::fake_run();
    const auto surviving = first_split_survives(*run);
    const auto diverged_cells = [&](const std::shared_ptr<const metrics::Probe>& probe) {
        const auto builder = LayerBuilder::create(*run, Space::launch, probe);
        std::vector<uint32_t> keys(static_cast<size_t>(builder->rect().width * builder->rect().height));
        std::vector<uint8_t> marks(keys.size());
        builder->build(0, builder->rect().height, keys, marks);
        return std::ranges::count_if(marks, [](uint8_t mark) { return (mark & mark_diverged) != 0; });
    };
    EXPECT_GT(diverged_warps(*run, nullptr), 1u);
    EXPECT_EQ(diverged_warps(*run, surviving.get()), 1u);
    EXPECT_GT(diverged_cells(nullptr), 32);
    EXPECT_EQ(diverged_cells(surviving), 32);
    EXPECT_LT(diverged_share(*run, surviving.get()), diverged_share(*run, nullptr));
}

TEST(Layer, LegendNamesTheCountedSplits) {
    const auto run = test::fake_run();
    ViewState state;
    state.overlays = parse_overlays("divergence").value();
    Probes probes;
    const auto text = [&] {
        for (const LegendEntry& entry : legend(*run, nullptr, state, probes))
            if (entry.mark == Mark::diverged) return entry.text;
        return std::string();
    };
    const std::string all = text();
    EXPECT_NE(all.find("warps diverged"), std::string::npos) << all;
    probes.counted = CountedSplits::unassembled;
    EXPECT_EQ(text(), all + "; fewer if the GPU avoids branches");
    probes.counted = CountedSplits::surviving;
    EXPECT_EQ(text(), all + "; in machine code: measuring…");
    probes.surviving = first_split_survives(*run);
    EXPECT_EQ(text().find("1 of "), 0u) << text();
    EXPECT_NE(text().find("warps diverged in machine code"), std::string::npos) << text();
}

TEST(Layer, RegularThreadsNeedNoKeys) {
    const auto follow = [](const session::RunResult& run, Built built) {
        const auto builder = LayerBuilder::create(run, Space::output);
        return builder->keys_may_follow() && builder->keys_follow(0, built.keys, built.marks);
    };
    for (const test::FakeSettings& settings :
         {test::FakeSettings{}, test::FakeSettings{.shape = {1, 1, 1}, .block = {7, 5, 1}},
          test::FakeSettings{.shape = {101, 37, 1}, .block = {33, 1, 1}}}) {
        const auto run = test::fake_run(settings);
        Built built = build(*run, Space::output, 4);
        EXPECT_TRUE(follow(*run, built));
        for (const size_t place : {size_t{0}, built.keys.size() / 2, built.keys.size() - 1}) {
            built.keys[place] ^= 2;
            EXPECT_FALSE(follow(*run, built)) << "another thread at place " << place;
            built.keys[place] ^= 2;
        }
        built.keys.front() = 0;
        EXPECT_FALSE(follow(*run, built)) << "a marked cell has no owner";
    }
    const auto coarsened = test::fake_run({.shape = {77, 5, 1}, .block = {8, 2, 1}, .cells_per_thread = 3});
    EXPECT_FALSE(follow(*coarsened, build(*coarsened, Space::output, 4)));
}

// The shader multiplies instead of dividing. Tests blocks of every width with every cell of a texture.
TEST(Layer, FloatDivisionFindsEveryBlock) {
    for (uint32_t width = 1; width <= 1024; ++width) {
        const auto blocks_per_cell = static_cast<float>(1.0 / width);
        for (uint32_t cell = 0; cell < 32768; ++cell) {
            const auto block = static_cast<uint32_t>((static_cast<float>(cell) + 0.5f) * blocks_per_cell);
            ASSERT_EQ(block, cell / width) << cell << " in blocks of " << width;
        }
    }
}

TEST(Layer, LaunchSpaceHoldsEveryThreadOnce) {
    for (const test::FakeSettings& settings :
         {test::FakeSettings{.shape = {20, 9, 1}, .block = {7, 5, 1}},
          test::FakeSettings{.shape = {77, 5, 1}, .block = {8, 2, 1}, .cells_per_thread = 3},
          test::FakeSettings{.shape = {10, 3, 1}, .block = {7, 5, 1}, .owns = false}}) {
        const auto run = test::fake_run(settings);
        const Built built = build(*run, Space::launch, 2);
        std::vector<int> seen(run->shown().config.threads() + 1);
        uint64_t idle_threads = 0;
        for (size_t i = 0; i < built.keys.size(); ++i) {
            const metrics::ThreadId id = decode(built, run->shown().config, built.keys[i]);
            if (id == 0) continue;
            ++seen[id];
            idle_threads += (built.marks[i] & mark_idle) != 0;
        }
        for (size_t id = 1; id < seen.size(); ++id) ASSERT_EQ(seen[id], 1) << "thread " << id;
        EXPECT_EQ(idle_threads, run->shown().ownership.idle_threads);
    }
}

/// Left, top, right and bottom of a piece of a block.
using Box = std::array<int32_t, 4>;
std::vector<Box> pieces_of(const Built& built, uint32_t block) {
    std::vector<Box> boxes;
    for (const LayerBuilder::BlockPiece& p : built.pieces)
        if (p.block == block) boxes.push_back({p.left, p.top, p.right, p.bottom});
    return boxes;
}

TEST(Layer, PiecesMatchTheBlocks) {
    const auto run = test::fake_run();
    const Built built = build(*run, Space::output, 5);
    EXPECT_EQ(built.pieces.size(), 20u);
    EXPECT_EQ(pieces_of(built, 7), (std::vector<Box>{{32, 16, 47, 31}}));
    EXPECT_NEAR(built.block_size.x, 16, 0.01);
    EXPECT_NEAR(built.block_size.y, 16, 0.01);
}

TEST(Layer, CoarsenedBlockIsOnePiece) {
    const auto run = test::fake_run({.shape = {77, 6, 1}, .block = {8, 2, 1}, .cells_per_thread = 3});
    const Built built = build(*run, Space::output, 100);
    EXPECT_EQ(built.rect, (CellRect{0, 0, 77, 6})) << "threads without exact places are not drawn beyond the edge";
    ASSERT_EQ(pieces_of(built, 0).size(), 1u);
    EXPECT_EQ(pieces_of(built, 0)[0][2], 23);
}

/// The last block of a vector ends within a row. Its number is drawn in the rows that it fills.
TEST(Layer, PartialRowBlockHasAPiece) {
    const auto run = test::fake_run({.shape = {1000, 1, 1}, .block = {256, 1, 1}});
    const Built built = build(*run, Space::output, 3);
    const int32_t width = static_cast<int32_t>(built.rect.width);
    ASSERT_LT(width, 256) << "the vector is wrapped";
    for (uint32_t block = 0; block < 4; ++block) {
        const std::vector<Box> pieces = pieces_of(built, block);
        ASSERT_FALSE(pieces.empty()) << "block " << block;
        EXPECT_EQ(pieces[0][0], 0);
        EXPECT_EQ(pieces[0][2], width - 1);
    }
}

TEST(Layer, DeepBlockHasSlicePieces) {
    const auto run = test::fake_run({.shape = {12, 8, 1}, .block = {8, 4, 2}});
    const Built built = build(*run, Space::launch, 2);
    EXPECT_EQ(built.pieces.size(), 8u);
    for (uint32_t block = 0; block < 4; ++block) EXPECT_EQ(pieces_of(built, block).size(), 2u) << "block " << block;
}

TEST(Layer, NoOwnersMeanNoLayer) {
    const auto run = test::fake_run({.owns = false});
    EXPECT_EQ(LayerBuilder::create(*run, Space::output), nullptr);
    EXPECT_NE(LayerBuilder::create(*run, Space::launch), nullptr);
}

TEST(Layer, KeysLimitThreadCount) {
    EXPECT_FALSE(KeyFormat::of({{1u << 30, 4, 1}, {1, 1, 1}, 0}));
    EXPECT_TRUE(KeyFormat::of({{1u << 20, 1, 1}, {1024, 1, 1}, 0}));
    EXPECT_EQ(KeyFormat::of({{1, 1, 1}, {1, 1, 1}, 0})->thread_bits, 5u);
    EXPECT_EQ(KeyFormat::of({{1, 1, 1}, {33, 1, 1}, 0})->thread_bits, 6u);
}

TEST(Focus, MaskHoldsTileHaloAndGhosts) {
    const auto run = test::fake_run();
    const auto trace = test::fake_trace(*run, 0, 2); // upper left corner
    const ThreadAccesses accesses(*run, *trace);
    const FocusMask mask = focus_mask(*run, *trace, Space::input, accesses, {});
    EXPECT_EQ(mask.rect, (CellRect{-2, -2, 20, 20}));
    EXPECT_EQ(mask.at({0, 0}), focus_tile);
    EXPECT_EQ(mask.at({15, 15}), focus_tile);
    EXPECT_EQ(mask.at({16, 3}), focus_halo);
    EXPECT_EQ(mask.at({17, 17}), focus_halo);
    EXPECT_EQ(mask.at({18, 3}), 0);
    EXPECT_EQ(mask.at({-1, 5}), focus_ghost);
    EXPECT_EQ(mask.at({16, -2}), focus_ghost);
    EXPECT_EQ(ghost_places(*run, *trace).size(), 2u * 20 + 2 * 18);
}

TEST(Focus, InteriorBlockHasNoGhosts) {
    const auto run = test::fake_run();
    EXPECT_TRUE(ghost_places(*run, *test::fake_trace(*run, 7, 2)).empty());
}

TEST(Focus, WindowIsWhatAThreadLoads) {
    const auto run = test::fake_run({.shape = {9, 5, 1}, .block = {4, 4, 1}, .radius = 1});
    const auto trace = test::fake_trace(*run, 0, 1);
    const ThreadAccesses accesses(*run, *trace);
    const auto cells = [&](uint32_t thread) {
        std::vector<uint64_t> found;
        for (const uint32_t number : accesses.of(thread)) found.push_back(trace->accesses[number].cell);
        return found;
    };
    EXPECT_EQ(cells(0), (std::vector<uint64_t>{0, 1, 9, 10, 0})) << "the last is the store";
    EXPECT_EQ(accesses.of(5).size(), 10u);
    EXPECT_TRUE(accesses.of(4096).empty());
    EXPECT_EQ(accesses.loaded(0).size(), 25u) << "4 x 4 cells and one more to the right and below";
    EXPECT_TRUE(accesses.loaded(1).empty());
    const std::vector<BufferUse> uses = uses_of(*trace, accesses, 5);
    ASSERT_EQ(uses.size(), 2u);
    EXPECT_EQ(uses[0].loads, 9u);
    EXPECT_EQ(uses[0].read, 9u);
    EXPECT_EQ(uses[0].written, 0u);
    EXPECT_EQ(uses[1].stores, 1u);
    EXPECT_EQ(uses[1].written, 1u);
}

TEST(Focus, StepsShowAccessesSoFar) {
    const auto run = test::fake_run({.shape = {9, 5, 1}, .block = {4, 4, 1}, .radius = 1});
    const auto trace = test::fake_trace(*run, 0, 1);
    const ThreadAccesses accesses(*run, *trace);
    const FocusMask all = focus_mask(*run, *trace, Space::input, accesses, {0, std::nullopt, std::nullopt});
    for (const CellIndex place : {CellIndex{0, 0}, CellIndex{1, 0}, CellIndex{0, 1}, CellIndex{1, 1}})
        EXPECT_EQ(all.at(place) & (focus_window | focus_current), focus_window);
    const FocusMask second = focus_mask(*run, *trace, Space::input, accesses, {0, 1, std::nullopt});
    EXPECT_EQ(second.at({0, 0}) & (focus_window | focus_current), focus_window);
    EXPECT_EQ(second.at({1, 0}) & (focus_window | focus_current), focus_window | focus_current);
    EXPECT_EQ(second.at({0, 1}) & focus_window, 0) << "not yet read";
}

TEST(Focus, IntervalMarksTouchedCells) {
    const auto run = test::fake_run({.shape = {9, 5, 1}, .block = {4, 4, 1}, .radius = 1});
    auto trace = std::make_shared<metrics::BlockTrace>(*test::fake_trace(*run, 0, 1));
    for (metrics::TraceAccess& access : trace->accesses) // stores come after the second barrier
        access.interval = access.kind == simt::AccessKind::store ? 2 : 0;
    const ThreadAccesses accesses(*run, *trace);
    const auto marked = [&](const Content& content, uint32_t interval) {
        const FocusMask mask = focus_mask(*run, *trace, content, accesses, {std::nullopt, std::nullopt, interval});
        return std::ranges::count_if(mask.bits, [](uint8_t bits) { return (bits & focus_interval) != 0; });
    };
    EXPECT_EQ(marked(Space::input, 0), 25) << "4 x 4 cells and one more to the right and below";
    EXPECT_EQ(marked(Space::input, 2), 0);
    EXPECT_EQ(marked(Space::output, 0), 0);
    EXPECT_EQ(marked(Space::output, 2), 16);
    EXPECT_EQ(marked(Space::input, 1), 0);
    const std::vector<IntervalCells>& stored = interval_cells(*run, *trace, 2);
    EXPECT_EQ(stored[1].written, 16u);
    EXPECT_EQ(stored[1].read, 0u);
}

TEST(Focus, ReadCellsReplaceMissingHalo) {
    const auto run = test::fake_run({.shape = {9, 5, 1}, .block = {4, 4, 1}, .radius = 1});
    auto trace = std::make_shared<metrics::BlockTrace>(*test::fake_trace(*run, 0, 1));
    trace->halos.front().defined = false;
    const FocusMask mask = focus_mask(*run, *trace, Space::input, ThreadAccesses(*run, *trace), {});
    EXPECT_EQ(mask.rect, (CellRect{-1, -1, 6, 6})) << "with the ghosts";
    EXPECT_EQ(mask.at({4, 4}), focus_block);
    EXPECT_EQ(mask.at({5, 4}), 0);
}

TEST(Picture, RangeFollowsTheData) {
    const auto bytes = test::fake_run();
    EXPECT_EQ(value_range(bytes->input).high, 255);
    const auto floats = test::fake_run({.shape = {5, 3, 1}, .channels = 1, .type = ElementType::f32});
    EXPECT_EQ(value_range(floats->input).high, 1);
    HostBuffer wide = floats->input;
    Bytes data(wide.layout.bytes());
    for (uint64_t i = 0; i < 15; ++i)
        store_element(data.data(), ElementType::f32, i, i == 4 ? std::nan("") : static_cast<double>(i) - 3);
    wide.bytes = std::make_shared<const Bytes>(data);
    EXPECT_EQ(value_range(wide).low, -3);
    EXPECT_EQ(value_range(wide).high, 11);
    EXPECT_EQ(cell_color(wide, value_range(wide), 0), 0xff000000u);
    EXPECT_EQ(cell_color(wide, value_range(wide), 14), 0xffffffffu);
    EXPECT_EQ(cell_color(wide, value_range(wide), 4), packed(palette::not_finite)) << "not black, as -3 is";
    RangeFinder finder(wide);
    finder.look(4);
    EXPECT_EQ(finder.not_finite(), 0u);
    finder.look(11);
    EXPECT_EQ(finder.not_finite(), 1u);

    // Equal positive values do not look like 0.
    for (const auto& [value, color] : {std::pair{0.0, 0xff000000u}, {128.0, 0xffffffffu}, {-128.0, 0xff000000u}}) {
        for (uint64_t i = 0; i < 15; ++i) store_element(data.data(), ElementType::f32, i, value);
        wide.bytes = std::make_shared<const Bytes>(data);
        EXPECT_EQ(cell_color(wide, value_range(wide), 3), color) << value;
    }
    EXPECT_EQ(value_range(wide).high, 0);
}

TEST(Picture, PaddingIsIgnored) {
    HostBuffer padded{{"padded", ElementType::f32, 1, {5, 3, 1}, 2}, nullptr};
    Bytes data(padded.layout.bytes());
    for (uint64_t i = 0; i < 15; ++i)
        store_element(data.data(), ElementType::f32, i, i % 5 < 3 ? static_cast<double>(i) : i == 3 ? INFINITY : 1e9);
    padded.bytes = std::make_shared<const Bytes>(data);
    RangeFinder finder(padded);
    finder.look(15);
    EXPECT_EQ(finder.range().high, 12);
    EXPECT_EQ(finder.not_finite(), 0u);
    const Plane plane = Plane::of_data(padded.layout.shape, Lay::natural, 0, 0, 1, 2);
    std::vector<uint32_t> pixels(3 * 3);
    picture_rows(padded, plane, finder.range(), 0, 3, std::span(pixels));
    for (uint64_t i = 0; i < pixels.size(); ++i)
        ASSERT_EQ(pixels[i], cell_color(padded, finder.range(), i / 3 * 5 + i % 3));
}

TEST(Picture, RowsHaveCellColors) {
    for (const uint32_t channels : {1u, 2u, 3u, 4u}) {
        const auto run = test::fake_run({.shape = {13, 7, 1}, .block = {7, 5, 1}, .channels = channels});
        const Plane plane = plane_of(*run, Space::input);
        const ValueRange range = value_range(run->input);
        std::vector<uint32_t> pixels(13 * 3);
        picture_rows(run->input, plane, range, 2, 3, pixels);
        for (uint64_t i = 0; i < pixels.size(); ++i)
            ASSERT_EQ(pixels[i], cell_color(run->input, range, 26 + i)) << channels << " channels";
    }
}

} // namespace
} // namespace warpscope::render
