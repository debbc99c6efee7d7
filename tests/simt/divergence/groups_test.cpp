// Compares cooperative groups with C++, using the toolkit's header and the prelude's.
#include "simt/compiled.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>

namespace warpscope::simt {
namespace {

struct HeaderConfig {
    compile::CompilerChoice compiler;
    int optimization;
    bool header_of_ours; // the prelude's header instead of the toolkit's; clang always uses it
    std::string name;
};

class Groups : public testing::TestWithParam<HeaderConfig> {
protected:
    void SetUp() override {
        static std::map<std::string, std::shared_ptr<const Program>> programs;
        auto& program = programs[GetParam().name];
        if (program == nullptr) program = compiled();
        if (program == nullptr) GTEST_SKIP() << "this compiler is not installed";
        machine = std::make_unique<Machine>(program);
        in.resize(64);
        for (size_t k = 0; k < in.size(); ++k) in[k] = static_cast<int>(k * k * 7 % 101 + 1);
    }

    static std::shared_ptr<const Program> compiled() {
        // The compiler finds a header next to the kernel before the toolkit's header.
        const std::string folder = GetParam().header_of_ours ? WARPSCOPE_SOURCE_DIR "/src/compile/prelude/" : "";
        return compiled_kernels("groups.cu", {GetParam().compiler, GetParam().optimization, {}}, folder + "groups.cu");
    }

    /// Returns the kernel's output: `numbers` numbers, -1 where the kernel writes nothing.
    template<class... More>
    std::vector<int> output(const std::string& kernel, Dim3 grid, Dim3 block, size_t numbers, uint32_t shared,
                            More... more) {
        const uint32_t out = machine->buffer("out", std::vector<int>(numbers, -1));
        const auto outcome = machine->run(kernel, {grid, block, shared}, machine->address(out), more...);
        EXPECT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        return machine->read<int>(out);
    }
    std::vector<int> output(const std::string& kernel, size_t per_thread, uint32_t threads = 64) {
        const uint32_t data = machine->buffer("in", in);
        return output(kernel, {}, {threads, 1, 1}, per_thread * threads, threads * sizeof(int), machine->address(data));
    }

    std::unique_ptr<Machine> machine;
    std::vector<int> in;
};

using Lanes = std::vector<int>; // linear thread indices of a group, ascending

Lanes tile_of(int thread, int size) {
    Lanes lanes(static_cast<size_t>(size));
    std::iota(lanes.begin(), lanes.end(), thread / size * size);
    return lanes;
}
template<class Condition>
Lanes lanes_where(const Lanes& from, Condition takes_part) {
    Lanes lanes;
    std::copy_if(from.begin(), from.end(), std::back_inserter(lanes), takes_part);
    return lanes;
}
int rank_in(const Lanes& lanes, int thread) {
    return static_cast<int>(std::find(lanes.begin(), lanes.end(), thread) - lanes.begin());
}
int size_of_group(const Lanes& lanes) { return static_cast<int>(lanes.size()); }
/// Returns rank and size in one number, as the kernels write them.
int place_in(const Lanes& lanes, int thread) { return rank_in(lanes, thread) * 100 + size_of_group(lanes); }
/// Returns a mask in which bit k is set if `condition` holds for the member with rank k.
template<class Condition>
int ballot_of(const Lanes& lanes, Condition condition) {
    uint32_t bits = 0;
    for (size_t rank = 0; rank < lanes.size(); ++rank) bits |= uint32_t{condition(lanes[rank])} << rank;
    return static_cast<int>(bits);
}
int all_of(const Lanes& lanes) {
    return ballot_of(lanes, [](int) { return true; });
}
template<class T, class Operation>
T fold(const Lanes& lanes, const std::vector<int>& values, size_t count, Operation operation) {
    T result = static_cast<T>(values[static_cast<size_t>(lanes[0])]);
    for (size_t rank = 1; rank < count; ++rank)
        result = static_cast<T>(operation(result, static_cast<T>(values[static_cast<size_t>(lanes[rank])])));
    return result;
}
template<class Operation>
int folded(const Lanes& lanes, const std::vector<int>& values, Operation operation) {
    return fold<int>(lanes, values, lanes.size(), operation);
}
int smaller(int a, int b) { return std::min(a, b); }
int larger(int a, int b) { return std::max(a, b); }

TEST_P(Groups, EveryThreadKnowsItsRank) {
    const Dim3 grid{2, 3, 1}, block{5, 3, 2};
    const auto out = output("places", grid, block, 6 * 30 * 24, 0);
    for (int b = 0; b < 6; ++b)
        for (int t = 0; t < 30; ++t) {
            const int bx = b % 2, by = b / 2, tx = t % 5, ty = t / 5 % 3, tz = t / 15;
            const std::vector<int> expected{t,
                                            30,
                                            30,
                                            bx * 100 + by * 10,
                                            tx * 100 + ty * 10 + tz,
                                            532,
                                            532,
                                            180,
                                            180,
                                            6,
                                            b,
                                            bx * 100 + by * 10,
                                            231,
                                            2,
                                            0,
                                            t % 4,
                                            404,
                                            t / 4,
                                            8,
                                            t % 2,
                                            t / 2 % 2,
                                            2,
                                            10,
                                            t + 4};
            const auto* const got = out.data() + (b * 30 + t) * 24;
            ASSERT_EQ(std::vector<int>(got, got + 24), expected) << b << " " << t;
        }
}

TEST_P(Groups, AnyGroupSumsInMemory) {
    in.assign(64, 0);
    std::iota(in.begin(), in.end(), 1);
    const auto out = output("sums_in_memory", 4);
    EXPECT_EQ(out[0], 64 * 65 / 2);
    for (int t = 0; t < 64; t += 16) EXPECT_EQ(out[4 * t + 1], folded(tile_of(t, 16), in, std::plus<>())) << t;
    for (int t = 0; t < 64; t += 8) EXPECT_EQ(out[4 * t + 2], folded(tile_of(t, 8), in, std::plus<>())) << t;
    const auto fourth = [](int lane) { return lane % 4 == 1; };
    EXPECT_EQ(out[4 * 1 + 3], folded(lanes_where(tile_of(0, 32), fourth), in, std::plus<>()));
    EXPECT_EQ(out[4 * 33 + 3], folded(lanes_where(tile_of(32, 32), fourth), in, std::plus<>()));
}

TEST_P(Groups, TilesShuffleAndVote) {
    const auto out = output("exchanges", 27);
    for (int t = 0; t < 64; ++t)
        for (size_t k = 0; const int size : {32, 8, 1}) {
            const Lanes tile = tile_of(t, size);
            const int rank = t % size, mine = in[t];
            const auto value = [&](int r) { return in[tile[static_cast<size_t>(r)]]; };
            const auto half = [&](int lane) { return in[lane] % 100 / 50; };
            const bool agree = std::all_of(tile.begin(), tile.end(), [&](int l) { return half(l) == half(t); });
            const int any = std::any_of(tile.begin(), tile.end(), [&](int l) { return in[l] % 5 == 0; });
            const int all = std::all_of(tile.begin(), tile.end(), [&](int l) { return in[l] % 5 != 1; });
            const std::vector<int> expected{value(size / 2),
                                            rank + 1 < size ? value(rank + 1) : mine,
                                            rank > 0 ? value(rank - 1) : mine,
                                            value(size == 1 ? 0 : rank ^ (size / 2)),
                                            any * 2 + all,
                                            ballot_of(tile, [&](int l) { return in[l] % 3 == 0; }),
                                            ballot_of(tile, [&](int l) { return in[l] % 3 == mine % 3; }),
                                            agree ? all_of(tile) : 0,
                                            agree};
            const auto* const got = out.data() + t * 27 + 9 * k++;
            ASSERT_EQ(std::vector<int>(got, got + 9), expected) << t << " of tiles of " << size;
        }
}

TEST_P(Groups, ShufflesSupportEveryType) {
    const auto out = output("types", 4);
    for (int t = 0; t < 64; ++t) {
        const int first = t / 16 * 16;
        EXPECT_EQ(out[t * 4], 2 * in[first + 3] + first + 3) << t;
        EXPECT_EQ(out[t * 4 + 1], in[t % 16 < 14 ? t + 2 : t]) << t;
        EXPECT_EQ(out[t * 4 + 2], in[t ^ 1]) << t;
        EXPECT_EQ(out[t * 4 + 3], in[first]) << t;
    }
}

TEST_P(Groups, CoalescedThreadsFormAGroup) {
    const auto out = output("coalesced", 14);
    for (int t = 0; t < 64; ++t) {
        const auto* const got = out.data() + t * 14;
        if (in[t] % 3 == 0) {
            EXPECT_EQ(got[0], -1);
            continue;
        }
        const Lanes group = lanes_where(tile_of(t, 32), [&](int l) { return in[l] % 3 != 0; });
        const int rank = rank_in(group, t), size = size_of_group(group);
        const Lanes four(group.begin() + rank / 4 * 4, group.begin() + std::min(rank / 4 * 4 + 4, size));
        const auto same = [&](int l) { return in[l] % 3 == in[t] % 3; };
        const bool agree = std::all_of(group.begin(), group.end(), same);
        const int any = std::any_of(group.begin(), group.end(), [&](int l) { return in[l] == in[0]; });
        const int all = std::all_of(group.begin(), group.end(), [&](int l) { return in[l] > 2; });
        const std::vector<int> expected{rank,
                                        size * 101,
                                        group.back(),
                                        rank + 1 < size ? group[static_cast<size_t>(rank + 1)] : t,
                                        rank > 0 ? group[static_cast<size_t>(rank - 1)] : t,
                                        any * 2 + all,
                                        ballot_of(group, [&](int l) { return in[l] % 2 == 1; }),
                                        ballot_of(group, [&](int l) { return in[l] % 4 == in[t] % 4; }),
                                        agree ? all_of(group) + 1 : 0,
                                        1,
                                        rank % 4 * 100 + size_of_group(four),
                                        rank / 4 * 100 + (size + 3) / 4,
                                        four[0],
                                        folded(group, in, std::plus<>())};
        ASSERT_EQ(std::vector<int>(got, got + 14), expected) << t;
    }
}

TEST_P(Groups, AggregatedAtomicCountsOnce) {
    const uint32_t data = machine->buffer("in", in), counter = machine->buffer("counter", std::vector<int>{0});
    auto out = output("filter", {2, 1, 1}, {32, 1, 1}, 64, 0, machine->address(data), machine->address(counter));
    std::vector<int> expected = lanes_where(in, [](int v) { return v % 3 == 0; });
    EXPECT_EQ(machine->read<int>(counter)[0], size_of_group(expected));
    out.resize(expected.size());
    std::sort(out.begin(), out.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(out, expected);
}

TEST_P(Groups, TilesReduce) {
    const auto out = output("reductions", 24);
    for (int t = 0; t < 64; ++t)
        for (size_t k = 0; const int size : {32, 4, 1}) {
            const Lanes tile = tile_of(t, size);
            const std::vector<int> expected{folded(tile, in, std::plus<>()),
                                            folded(tile, in, smaller),
                                            folded(tile, in, larger),
                                            folded(tile, in, std::bit_and<>()),
                                            folded(tile, in, std::bit_or<>()),
                                            folded(tile, in, std::bit_xor<>()),
                                            size == 1 ? in[t]
                                                      : folded(tile, in, [](int a, int b) { return a * b % 1009; }),
                                            folded(tile, in, std::plus<>())};
            const auto* const got = out.data() + t * 24 + 8 * k++;
            ASSERT_EQ(std::vector<int>(got, got + 8), expected) << t << " of tiles of " << size;
        }
}

TEST_P(Groups, TilesScan) {
    const auto out = output("scans", 16);
    for (int t = 0; t < 64; ++t) {
        for (size_t k = 0; const int size : {32, 8}) {
            const Lanes tile = tile_of(t, size);
            const size_t rank = static_cast<size_t>(t % size);
            const auto before = [&](auto operation) { return rank == 0 ? 0 : fold<int>(tile, in, rank, operation); };
            const auto with_own = [&](auto operation) { return fold<int>(tile, in, rank + 1, operation); };
            const std::vector<int> expected{with_own(std::plus<>()), before(std::plus<>()), with_own(larger),
                                            before(larger),          with_own(smaller),     with_own(std::bit_xor<>()),
                                            before(std::bit_or<>())};
            const auto* const got = out.data() + t * 16 + 7 * k++;
            ASSERT_EQ(std::vector<int>(got, got + 7), expected) << t << " of tiles of " << size;
        }
        if (in[t] % 3 == 0) continue;
        const Lanes group = lanes_where(tile_of(t, 32), [&](int l) { return in[l] % 3 != 0; });
        const int sum = fold<int>(group, in, static_cast<size_t>(rank_in(group, t)) + 1, std::plus<>());
        ASSERT_EQ(out[t * 16 + 14], sum) << t;
        ASSERT_EQ(out[t * 16 + 15], sum - in[t]) << t;
    }
}

TEST_P(Groups, LabelsPartitionAGroup) {
    const auto out = output("partitions", 9);
    for (int t = 0; t < 64; ++t) {
        const Lanes warp = tile_of(t, 32);
        const Lanes same = lanes_where(warp, [&](int l) { return in[l] % 5 == in[t] % 5; });
        const Lanes side = lanes_where(warp, [&](int l) { return in[l] % 2 == in[t] % 2; });
        // Groups by label are ordered by their first lanes.
        std::vector<int> labels;
        for (const int lane : warp)
            if (std::find(labels.begin(), labels.end(), in[lane] % 5) == labels.end()) labels.push_back(in[lane] % 5);
        const int label_rank = rank_in(labels, in[t] % 5);
        const bool one_side = side.size() == warp.size();
        const std::vector<int> expected{place_in(same, t),
                                        label_rank * 100 + size_of_group(labels),
                                        folded(same, in, std::plus<>()),
                                        place_in(side, t),
                                        one_side ? 1 : in[t] % 2 * 100 + 2,
                                        place_in(lanes_where(same, [&](int l) { return l % 2 == t % 2; }), t),
                                        place_in(lanes_where(same, [&](int l) { return l / 8 == t / 8; }), t),
                                        1,
                                        in[t] % 2};
        const auto* const got = out.data() + t * 9;
        ASSERT_EQ(std::vector<int>(got, got + 9), expected) << t;
    }
}

TEST_P(Groups, CopiesArriveAfterWait) {
    const int n = 56; // the second warp is incomplete
    const auto out = output("copies", 4, n);
    for (int t = 0; t < n; ++t) {
        EXPECT_EQ(out[t], in[n - 1 - t]) << t;
        const int first = t / 32 * 32, count = std::min(32, n - first);
        EXPECT_EQ(out[n + t], in[first + count - 1 - t % 32]) << t;
        EXPECT_EQ(out[2 * n + t], in[n / 2 - 1 - t % (n / 2)]) << t;
        EXPECT_EQ(out[3 * n + t], in[n - 1 - t]) << t;
    }
}

TEST_P(Groups, BarrierSplitsArriveAndWait) {
    const auto out = output("split_barrier", 1);
    for (int t = 0; t < 64; ++t) EXPECT_EQ(out[t], 2 * in[t] + in[63 - t]) << t;
}

INSTANTIATE_TEST_SUITE_P(Compilers, Groups,
                         testing::Values(HeaderConfig{compile::CompilerChoice::nvrtc, 3, false, "nvrtc_toolkit_O3"},
                                         HeaderConfig{compile::CompilerChoice::nvrtc, 0, false, "nvrtc_toolkit_O0"},
                                         HeaderConfig{compile::CompilerChoice::nvrtc, 3, true, "nvrtc_ours_O3"},
                                         HeaderConfig{compile::CompilerChoice::nvrtc, 0, true, "nvrtc_ours_O0"},
                                         HeaderConfig{compile::CompilerChoice::clang, 3, false, "clang_ours_O3"},
                                         HeaderConfig{compile::CompilerChoice::clang, 0, false, "clang_ours_O0"}),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace warpscope::simt
