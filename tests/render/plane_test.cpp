#include "render/layout/cell_plane.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "render/fake_run.hpp"

namespace warpscope::render {
namespace {

/// Expects that every item has its own place inside the plane, and that index_at() finds the item by its place.
void expect_round_trip(const Plane& plane) {
    std::set<std::pair<int64_t, int64_t>> places;
    for (uint64_t i = 0; i < plane.items(); ++i) {
        const CellIndex place = plane.place_of(i);
        ASSERT_EQ(plane.index_at(place), i);
        EXPECT_LT(place.x, plane.width());
        EXPECT_LT(place.y, plane.height());
        places.insert({place.x, place.y});
    }
    EXPECT_EQ(places.size(), plane.items());
    EXPECT_FALSE(plane.index_at({-1, 0}));
    EXPECT_FALSE(plane.index_at({0, plane.height()}));
    EXPECT_FALSE(plane.index_at({plane.width(), 0}));
}

TEST(Plane, FlatDataKeepTheirLayout) {
    for (const Shape shape : {Shape{1, 1, 1}, Shape{1, 17, 1}, Shape{13, 7, 1}, Shape{76, 62, 1}}) {
        const Plane plane = Plane::of_data(shape);
        EXPECT_TRUE(plane.flat());
        EXPECT_EQ(plane.width(), shape.width);
        EXPECT_EQ(plane.height(), shape.height);
        EXPECT_EQ(plane.place_of(0), (CellIndex{0, 0}));
        expect_round_trip(plane);
    }
}

/// Expects that every item except padding has a place.
void expect_padding_left_out(const Plane& plane, const Shape& shape, uint32_t padding) {
    const CellRect rect = plane.rect();
    uint64_t shown = 0;
    AscendingPlaces places(plane);
    for (uint64_t i = 0; i < plane.items(); ++i) {
        const CellIndex place = plane.place_of(i);
        ASSERT_EQ(places.of(i), place);
        const bool is_padding = i % shape.width >= shape.width - padding;
        ASSERT_EQ(rect.contains(place), !is_padding) << i;
        if (is_padding) continue;
        ++shown;
        ASSERT_EQ(plane.index_at(place), i);
    }
    EXPECT_EQ(shown, uint64_t{shape.width - padding} * shape.height * shape.depth);
}

TEST(Plane, RowPaddingIsExcluded) {
    const Shape flat{16, 7, 1}, deep{16, 5, 6}, line{300, 1, 1};
    const Plane plane = Plane::of_data(flat, Lay::natural, 0, 0, 1, 6);
    EXPECT_EQ(plane.width(), 10);
    EXPECT_EQ(plane.height(), 7);
    EXPECT_TRUE(plane.flat());
    EXPECT_FALSE(plane.gapless());
    EXPECT_EQ(plane.place_of(16 * 3 + 2), (CellIndex{2, 3}));
    expect_padding_left_out(plane, flat, 6);
    expect_padding_left_out(Plane::of_data(flat, Lay::transposed, 0, 0, 1, 6), flat, 6);
    expect_padding_left_out(Plane::of_data(deep, Lay::natural, 0, 0, 1, 6), deep, 6);
    expect_padding_left_out(Plane::of_data(line, Lay::natural, 0, 0, 1, 40), line, 40);
    const Plane slice = Plane::of_data(deep, Lay::slice, 2, 0, 1, 6);
    EXPECT_EQ(slice.width(), 10);
    EXPECT_EQ(slice.index_at({9, 1}), 16u * 11 + 9);
    AscendingPlaces places(plane);
    EXPECT_EQ(places.side_by_side(16 * 2 + 3), 7u);
    EXPECT_EQ(places.side_by_side(16 * 2 + 12), 4u);
}

TEST(Plane, LongLinesAreWrapped) {
    for (const uint32_t items : {65u, 1000u, 4099u}) {
        const Plane plane = Plane::of_data({items, 1, 1});
        EXPECT_TRUE(plane.wrapped());
        EXPECT_LT(plane.width(), items);
        EXPECT_GT(plane.height(), 1);
        expect_round_trip(plane);
    }
    EXPECT_FALSE(Plane::of_data({64, 1, 1}).wrapped());
}

TEST(Plane, LastRowMayBePartial) {
    const Plane plane = Plane::of_data({1000, 1, 1}, Lay::natural, 0, 256);
    const int64_t last = plane.last_row_width();
    EXPECT_EQ((plane.height() - 1) * plane.width() + last, 1000);
    EXPECT_TRUE(plane.index_at({last - 1, plane.height() - 1}));
    EXPECT_LT(last, plane.width());
    EXPECT_FALSE(plane.index_at({last, plane.height() - 1}));
    EXPECT_EQ(Plane::of_data({40, 30, 1}).last_row_width(), 40);
}

TEST(Plane, RowsStartAtBlockBorders) {
    for (const uint64_t block : {32u, 100u, 128u, 200u, 256u, 384u, 1000u}) {
        const Plane plane = Plane::of_data({10000, 1, 1}, Lay::natural, 0, block);
        expect_round_trip(plane);
        const auto width = static_cast<uint64_t>(plane.width());
        EXPECT_TRUE(width % block == 0 || block % width == 0) << block << " wrapped at " << width;
    }
    const Plane prime = Plane::of_data({10000, 1, 1}, Lay::natural, 0, 997);
    EXPECT_GT(prime.width(), 40) << "a block that cannot be cut evenly must not make a thin strip";
    EXPECT_LT(prime.width(), 400);
}

TEST(Plane, LinesAndMatricesCanBeTransposed) {
    const Plane column = Plane::of_data({96, 1, 1}, Lay::column);
    EXPECT_EQ(column.width(), 1);
    EXPECT_EQ(column.height(), 96);
    expect_round_trip(column);
    const Plane transposed = Plane::of_data({5, 3, 1}, Lay::transposed);
    EXPECT_EQ(transposed.width(), 3);
    EXPECT_EQ(transposed.height(), 5);
    EXPECT_EQ(transposed.place_of(1), (CellIndex{0, 1}));
    EXPECT_FALSE(transposed.flat());
    expect_round_trip(transposed);
}

TEST(Plane, SliceShowsOnePlane) {
    const Plane plane = Plane::of_data({5, 3, 7}, Lay::slice, 2);
    EXPECT_EQ(plane.width(), 5);
    EXPECT_EQ(plane.height(), 3);
    EXPECT_EQ(plane.index_at({4, 1}), 2u * 15 + 5 + 4);
    EXPECT_EQ(plane.place_of(2 * 15 + 5 + 4), (CellIndex{4, 1}));
    EXPECT_FALSE(plane.rect().contains(plane.place_of(0))) << "in another slice";
}

TEST(Arrangement, PartsShareTheirEdges) {
    auto run = std::make_shared<session::RunResult>(*test::fake_run({.shape = {6, 4, 1}, .channels = 1}));
    const BufferLayout layout = run->output.layout;
    const auto add = [&](const char* name, Shape shape) {
        BufferLayout added = layout;
        added.name = name;
        added.shape = shape;
        run->prepared.plan.buffers.push_back({added, BufferRole::input, nullptr});
        return static_cast<uint32_t>(run->prepared.plan.buffers.size() - 1);
    };
    const uint32_t left = add("M", {9, 4, 1}), above = add("N", {6, 9, 1});
    EXPECT_FALSE(exists(*run, Space::matrices));
    run->prepared.arrangement = {left, above, 1, false, {}};
    ASSERT_TRUE(exists(*run, Space::matrices));
    const std::vector<Part> parts = parts_of(*run, Space::matrices);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].rect, (CellRect{-10, 0, 9, 4})) << "left of the output";
    EXPECT_EQ(parts[1].rect, (CellRect{0, -10, 6, 9})) << "above the output";
    EXPECT_EQ(parts[2].rect, (CellRect{0, 0, 6, 4}));
    EXPECT_EQ(parts[2].content, Content(Space::output));
    EXPECT_EQ(extent_of(*run, Space::matrices), (CellRect{-10, -10, 16, 14}));
    // Pointing at the middle selects a cell of the output; elsewhere, a cell of the matrix that is there.
    EXPECT_EQ(pick(*run, Space::matrices, {2.5, 3.5}), pick(*run, Space::output, {2.5, 3.5}));
    const Selection of_left = pick(*run, Space::matrices, {-9.5, 2.5});
    ASSERT_TRUE(of_left.pointed);
    EXPECT_EQ(*of_left.pointed, (PointedCell{{Space::buffer, left}, 18}));
    EXPECT_EQ(of_left.thread, 0u);
    EXPECT_EQ(pick(*run, Space::matrices, {-0.5, 2.5}), Selection{}) << "the gap";
    EXPECT_EQ(selected_place(*run, {Space::buffer, left}, of_left), (CellIndex{0, 2}));
    EXPECT_FALSE(selected_place(*run, Space::output, of_left)) << "outside the output";
}

TEST(Plane, SlicesDoNotTouch) {
    const Plane plane = Plane::of_data({5, 3, 7});
    expect_round_trip(plane);
    EXPECT_GT(static_cast<uint64_t>(plane.width() * plane.height()), plane.items());
    EXPECT_FALSE(plane.index_at({5, 0})) << "the gap between the first two slices";
    // Large slices have wider gaps, which are visible from afar.
    const Plane large = Plane::of_data({64, 64, 5});
    expect_round_trip(large);
    EXPECT_FALSE(large.index_at({67, 0}));
    EXPECT_TRUE(large.index_at({68, 0}));
    ASSERT_EQ(large.slices(), 5u);
    for (uint32_t z = 0; z < 5; ++z) {
        const CellRect slice = large.slice(z);
        EXPECT_EQ(large.index_at({slice.x, slice.y}), uint64_t{z} * 64 * 64);
        EXPECT_EQ(slice.width, 64);
    }
    EXPECT_EQ(Plane::of_data({5, 3, 7}, Lay::slice, 2).slices(), 1u);
}

TEST(Plane, AscendingPlacesMatchSingleOnes) {
    const Plane planes[]{Plane::of_data({7, 5, 1}), Plane::of_data({1000, 1, 1}, Lay::natural, 0, 96),
                         Plane::of_data({7, 5, 4}), Plane::of_data({7, 5, 4}, Lay::slice, 2),
                         Plane::of_data({7, 5, 1}, Lay::transposed)};
    for (const Plane& plane : planes)
        for (const uint64_t step : {1, 3, 11}) {
            AscendingPlaces places(plane);
            for (uint64_t cell = 0; cell < plane.items(); cell += step) {
                const CellIndex alone = plane.place_of(cell), found = places.of(cell);
                const bool seen = plane.rect().contains(alone) || plane.rect().contains(found);
                EXPECT_TRUE(!seen || found == alone) << cell << " of " << plane.width() << " x " << plane.height();
            }
        }
}

TEST(Plane, LinearLaunchRowsHoldWholeBlocks) {
    const Plane narrow = Plane::of_launch({{40, 1, 1}, {33, 1, 1}, 0});
    EXPECT_EQ(narrow.width() % 33, 0);
    expect_round_trip(narrow);
    const Plane wide = Plane::of_launch({{3, 1, 1}, {256, 1, 1}, 0});
    EXPECT_EQ(wide.width() % warp_size, 0u);
    expect_round_trip(wide);
    expect_round_trip(Plane::of_launch({{2, 3, 4}, {3, 2, 2}, 0}));
}

TEST(Threads, GlobalIndexRoundTrips) {
    const LaunchConfig config{{3, 2, 2}, {7, 5, 1}, 0};
    for (metrics::ThreadId id = 1; id <= config.threads(); ++id)
        ASSERT_EQ(thread_at(config, global_index(config, id)), id);
    EXPECT_EQ(thread_at(config, {7, 0, 0}), 36u) << "first thread of block 1";
}

metrics::LaunchMeasurement launch_with(const LaunchConfig& config, const metrics::Placement& placement) {
    metrics::LaunchMeasurement launch;
    launch.config = config;
    launch.ownership.placement = placement;
    return launch;
}

/// Expects that placed_thread is the inverse of placed_at.
void expect_places(const metrics::LaunchMeasurement& launch, const Plane& plane) {
    for (metrics::ThreadId id = 1; id <= launch.config.threads(); ++id) {
        const auto place = placed_at(launch, plane, id);
        ASSERT_TRUE(place);
        ASSERT_EQ(placed_thread(launch, plane, *place), id) << place->x << ',' << place->y;
    }
}

TEST(Placement, EveryThreadHasOnePlace) {
    const LaunchConfig config{{3, 2, 1}, {7, 5, 1}, 0};
    const Plane plane = Plane::of_data({20, 9, 1});
    expect_places(launch_with(config, {true, 0, 0, 1, 0, 0, 1}), plane);
    expect_places(launch_with(config, {true, -2, -1, 1, 0, 0, 1}), plane); // threads also cover the halo
    expect_places(launch_with(config, {true, 0, 0, 0, 1, 1, 0}), plane);   // transposed
    expect_places(launch_with(config, {true, 4, 8, 2, 0, 0, -1}), plane);  // every second column, from bottom to top
}

TEST(Placement, GapsBetweenStridedThreadsAreEmpty) {
    const auto launch = launch_with({{3, 2, 1}, {7, 5, 1}, 0}, {true, 0, 0, 2, 0, 0, 1});
    const Plane plane = Plane::of_data({42, 10, 1});
    EXPECT_EQ(placed_thread(launch, plane, {1, 0}), 0u);
    EXPECT_NE(placed_thread(launch, plane, {2, 0}), 0u);
    EXPECT_EQ(placed_thread(launch, plane, {42, 0}), 0u) << "no thread beyond the launch";
    EXPECT_EQ(placed_thread(launch, plane, {-2, 0}), 0u);
}

TEST(Placement, LinesWrapBeyondTheData) {
    const auto launch = launch_with({{4, 1, 1}, {33, 1, 1}, 0}, {true, 0, 0, 1, 0, 0, 0});
    const Plane plane = Plane::of_data({100, 1, 1});
    ASSERT_TRUE(plane.wrapped());
    expect_places(launch, plane);
}

TEST(Placement, InexactPlacementHasNoPlaces) {
    const auto launch = launch_with({{3, 2, 1}, {7, 5, 1}, 0}, {false, 0, 0, 1, 0, 0, 1});
    const Plane plane = Plane::of_data({20, 9, 1});
    EXPECT_EQ(placed_thread(launch, plane, {0, 0}), 0u);
    EXPECT_FALSE(placed_at(launch, plane, 1));
    EXPECT_EQ(extent_with_idle_threads(launch, plane), (CellRect{0, 0, 20, 9}));
}

TEST(Placement, IdleThreadsExtendThePlane) {
    const auto run = test::fake_run();
    EXPECT_EQ(plane_size(*run, Space::output).x, 76);
    EXPECT_EQ(plane_size_with_idle_threads(*run, Space::output).x, 80);
    EXPECT_EQ(plane_size_with_idle_threads(*run, Space::output).y, 64);
    EXPECT_EQ(plane_size(*run, Space::launch).x, 80);
    const auto launch = launch_with({{1, 1, 1}, {1024, 1, 1}, 0}, {true, -3, 0, 1, 0, 0, 1});
    EXPECT_EQ(extent_with_idle_threads(launch, Plane::of_data({5, 2, 1})), (CellRect{-3, 0, 1024, 2}));
}

TEST(Pick, FindsOwnersAndIdleThreads) {
    const auto run = test::fake_run();
    const Selection owner = pick(*run, Space::output, {41.5, 25.5});
    EXPECT_EQ(owner.cell, (CellIndex{41, 25}));
    EXPECT_EQ(owner.thread, 7u * 256 + 9 * 16 + 9 + 1); // block (2, 1), thread (9, 9)
    const Selection idle = pick(*run, Space::output, {77.2, 3.9});
    EXPECT_FALSE(idle.cell);
    EXPECT_EQ(idle.thread, 4u * 256 + 3 * 16 + 13 + 1);
    const Selection nothing = pick(*run, Space::output, {80.1, 3});
    EXPECT_FALSE(nothing.cell);
    EXPECT_EQ(nothing.thread, 0u);
    EXPECT_EQ(pick(*run, Space::output, {-0.01, 3}).thread, 0u);
    EXPECT_EQ(pick(*run, Space::output, {std::nan(""), 3}), Selection{});
}

TEST(Pick, LaunchSpaceFindsTheSameThreads) {
    const auto run = test::fake_run();
    for (const Point p : {Point{41.5, 25.5}, Point{0, 0}, Point{75.9, 61.9}, Point{79.5, 63.5}})
        EXPECT_EQ(pick(*run, Space::launch, p), pick(*run, Space::output, p)) << p.x << ',' << p.y;
    EXPECT_EQ(pick(*run, Space::launch, {80, 0}), Selection{});
}

TEST(Pick, CoarsenedThreadsOwnSeveralCells) {
    const auto run = test::fake_run({.shape = {77, 5, 1}, .block = {8, 2, 1}, .cells_per_thread = 3});
    const Selection first = pick(*run, Space::output, {30, 0}), third = pick(*run, Space::output, {32.5, 0});
    EXPECT_EQ(first.thread, third.thread);
    EXPECT_NE(first.thread, pick(*run, Space::output, {33, 0}).thread);
    const Selection back = pick(*run, Space::launch, {10.5, 0.5});
    EXPECT_EQ(back.thread, first.thread);
    EXPECT_EQ(back.cell, (CellIndex{30, 0}));
}

TEST(Pick, LaunchWithoutOwnersHasThreads) {
    const auto run = test::fake_run({.shape = {10, 3, 1}, .block = {7, 5, 1}, .owns = false});
    EXPECT_EQ(pick(*run, Space::output, {1, 1}).thread, 0u);
    const Selection thread = pick(*run, Space::launch, {13.5, 4.5});
    EXPECT_EQ(thread.thread, 70u);
    EXPECT_FALSE(thread.cell);
}

TEST(Pick, IndexRoundTripsInEverySpace) {
    const auto run = test::fake_run({.shape = {13, 7, 1}, .block = {7, 5, 1}});
    for (const Space space : {Space::input, Space::output, Space::launch}) {
        const uint64_t items = space == Space::launch ? run->shown().config.threads() : 91;
        for (uint64_t i = 0; i < items; ++i) ASSERT_EQ(index_at(*run, space, place_of(*run, space, i)), i);
    }
}

} // namespace
} // namespace warpscope::render
