// Vector addition, index formulas, matrix fill and matrix addition compared with plain C++.
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "catalog/expression.hpp"
#include "catalog/references/findings.hpp"
#include "catalog/references/reference.hpp"
#include "source/index_formulas.hpp"

namespace warpscope::catalog::references {
namespace {

void expect_one_owner_per_cell(const Outcome& run, const Case& wanted, const std::string& buffer) {
    const metrics::CellMaps& maps = maps_of(run, buffer);
    EXPECT_TRUE(std::all_of(maps.writes.begin(), maps.writes.end(), [](uint32_t n) { return n == 1; }))
        << wanted.text();
    EXPECT_TRUE(std::all_of(maps.owner.begin(), maps.owner.end(), [](metrics::ThreadId t) { return t != 0; }))
        << wanted.text();
}

std::vector<double> float_sums(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> sums(a.size());
    std::transform(a.begin(), a.end(), b.begin(), sums.begin(),
                   [](double x, double y) { return static_cast<float>(x) + static_cast<float>(y); });
    return sums;
}

void check_vector_sums(const Outcome& run) {
    EXPECT_EQ(run.values("c"), float_sums(values_of(run.input), run.initial("b")));
}
const HasReference vector_sums("vector_add", {"one_per_element", "grid_stride", "swapped_launch", "off_by_one_grid"},
                               check_vector_sums);

void check_matrix_sums(const Outcome& run) {
    EXPECT_EQ(run.values("sum"), float_sums(values_of(run.input), run.initial("b")));
}
const HasReference matrix_sums("matrix_add", {"basic"}, check_matrix_sums);

class Threads : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

void expect_vector_sum(const Case& wanted, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run, wanted);
    expect_one_owner_per_cell(run, wanted, "c");
    SCOPED_TRACE(wanted.text());
    check_vector_sums(run);
}

TEST_F(Threads, VectorAdditionMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"one_per_element", "grid_stride", "off_by_one_grid"})
            for (const char* input : {"noise:1", "noise:31,seed=2", "noise:997,seed=3", "noise:1024", "gradient:13x7"})
                for (const uint32_t block : {1u, 7u, 64u, 256u, 1024u})
                    expect_vector_sum({"vector_add", variant, input, {block, 1, 1}, {}, block == 7 ? 0 : 3}, compiler);
}

TEST_F(Threads, VectorAdditionFollowsItsParameters) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1", "noise:997,seed=3"}) {
            for (const int blocks : {1, 3, 64})
                expect_vector_sum(
                    {"vector_add", "grid_stride", input, {33, 1, 1}, {fmt::format("num_blocks={}", blocks)}, 3},
                    compiler);
            for (const int size : {1, 7, 256, 1024})
                expect_vector_sum(
                    {"vector_add", "swapped_launch", input, {0, 0, 0}, {fmt::format("block_size={}", size)}, 3},
                    compiler);
        }
}

TEST_F(Threads, VectorAdditionMatchesTextbookCounts) {
    for (const auto compiler : usable_compilers()) {
        const Outcome small =
            references::run({"vector_add", "one_per_element", "index:1000", {256, 1, 1}, {}, 3}, compiler);
        const Outcome large =
            references::run({"vector_add", "one_per_element", "index:4000", {256, 1, 1}, {}, 3}, compiler);
        const Outcome swapped =
            references::run({"vector_add", "swapped_launch", "index:1000", {0, 0, 0}, {}, 3}, compiler);
        const Outcome even =
            references::run({"vector_add", "off_by_one_grid", "index:1024", {256, 1, 1}, {}, 3}, compiler);
        const Outcome odd =
            references::run({"vector_add", "off_by_one_grid", "index:1000", {256, 1, 1}, {}, 3}, compiler);
        ASSERT_TRUE(small.measured && large.measured && swapped.measured && even.measured && odd.measured);
        EXPECT_EQ(small.last().config.blocks(), 4u);
        EXPECT_EQ(small.last().ownership.idle_threads, 24u);
        EXPECT_EQ(large.last().config.blocks(), 16u);
        EXPECT_EQ(swapped.last().config.blocks(), 256u);
        EXPECT_EQ(swapped.last().config.block.count(), 4u);
        EXPECT_EQ(even.last().config.blocks(), 5u);
        EXPECT_EQ(even.last().ownership.owners_per_block.back(), 0u); // all threads of the block are idle
        EXPECT_EQ(odd.last().config.blocks(), 4u);
    }
}

TEST_F(Threads, GridStrideDealsElementsInTurn) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run =
            references::run({"vector_add", "grid_stride", "index:1000", {32, 1, 1}, {"num_blocks=3"}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const metrics::CellMaps& maps = maps_of(run, "c");
        for (uint32_t i = 0; i < maps.owner.size(); ++i) ASSERT_EQ(maps.owner[i], i % 96 + 1) << i;
    }
}

TEST_F(Threads, OversizedSwappedLaunchIsExplained) {
    const Experiment* experiment = nullptr;
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    ASSERT_NE(experiment = catalog.find("vector_add"), nullptr);
    const Variant* variant = experiment->find("swapped_launch");
    ASSERT_NE(variant, nullptr);
    const auto input = input::make_input(*input::parse_spec("index:300000"), ElementType::f32, 1);
    ASSERT_TRUE(input);
    EXPECT_FALSE(prepare(*variant, default_settings(*variant), *input));
}

/// Returns the elements in the order [plane][row][col]. If `planes_apart`, `in` is a sequence of column-major planes.
/// Otherwise, elements of all planes at the same row and column are adjacent.
std::vector<double> reordered(const std::vector<double>& in, const Shape& shape, bool planes_apart) {
    std::vector<double> out;
    for (size_t plane = 0; plane < shape.depth; ++plane)
        for (size_t row = 0; row < shape.height; ++row)
            for (size_t col = 0; col < shape.width; ++col) {
                const size_t place = col * shape.height + row;
                out.push_back(
                    in[planes_apart ? plane * shape.width * shape.height + place : place * shape.depth + plane]);
            }
    return out;
}

template<bool planes_apart>
void check_reordering(const Outcome& run) {
    EXPECT_EQ(run.values("out"), reordered(values_of(run.input), run.input.layout.shape, planes_apart));
}
const HasReference whole_volumes("index_formulas", {"div_mod", "three_d"}, check_reordering<false>);
const HasReference planes("index_formulas", {"two_d"}, check_reordering<true>);

TEST_F(Threads, IndexFormulasMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"div_mod", "two_d", "three_d"})
            for (const char* input :
                 {"index:1x1", "index:13x1", "index:1x13", "index:11x7", "index:12x8x3", "noise:5x7x11"})
                for (const Dim3 block : {Dim3{0, 0, 0}, Dim3{7, 1, 1}, Dim3{3, 5, 2}, Dim3{32, 1, 1}}) {
                    if (std::string(variant) == "div_mod" && block.y > 1) continue; // one-dimensional launch
                    if (std::string(variant) == "two_d" && block.z > 1) continue;   // two-dimensional launch
                    const Case wanted{"index_formulas", variant, input, block, {}, block.x == 7 ? 0 : 3};
                    const Outcome run = references::run(wanted, compiler);
                    ASSERT_TRUE(run.measured);
                    expect_no_findings(run, wanted);
                    expect_one_owner_per_cell(run, wanted, "out");
                    SCOPED_TRACE(wanted.text());
                    (std::string(variant) == "two_d" ? check_reordering<true> : check_reordering<false>)(run);
                }
}

/// Evaluates, for one thread, the formulas that the inspector finds in a kernel.
std::map<std::string, int64_t, std::less<>> evaluated(const std::string& variant,
                                                      std::map<std::string, int64_t, std::less<>> names) {
    const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    const auto text = read_source(*catalog.find("index_formulas")->find(variant));
    for (const source::IndexFormula& formula : source::index_formulas(*text, "reorder")) {
        const auto value = evaluate(formula.expression, [&](std::string_view name) {
            const auto found = names.find(name);
            return found == names.end() ? std::nullopt : std::optional(found->second);
        });
        EXPECT_TRUE(value) << formula.expression;
        names[formula.name] = value.value_or(-1);
    }
    return names;
}

TEST(TextbookFormulas, LocateElementsOfLargeVolumes) {
    const auto cube = evaluated("three_d", {{"width", 400},
                                            {"height", 500},
                                            {"depth", 300},
                                            {"blockDim.x", 8},
                                            {"blockDim.y", 4},
                                            {"blockDim.z", 2},
                                            {"blockIdx.x", 1},
                                            {"blockIdx.y", 5},
                                            {"blockIdx.z", 2},
                                            {"threadIdx.x", 2},
                                            {"threadIdx.y", 0},
                                            {"threadIdx.z", 1}});
    EXPECT_EQ(cube.at("plane"), 5);
    EXPECT_EQ(cube.at("row"), 20);
    EXPECT_EQ(cube.at("col"), 10);
    EXPECT_EQ(cube.at("row_major"), 1008010);
    EXPECT_EQ(cube.at("column_major"), (10 * 500 + 20) * 300 + 5);
    const auto line = evaluated("div_mod", {{"width", 400},
                                            {"height", 500},
                                            {"depth", 300},
                                            {"blockDim.x", 64},
                                            {"blockIdx.x", 1008010 / 64},
                                            {"threadIdx.x", 1008010 % 64}});
    EXPECT_EQ(line.at("plane"), 5);
    EXPECT_EQ(line.at("row"), 20);
    EXPECT_EQ(line.at("col"), 10);
}

TEST_F(Threads, LargeVolumeElementHasRightOwner) {
    // The thread's number does not depend on the number of planes, so six are enough.
    const Outcome run =
        references::run({"index_formulas", "three_d", "index:400x500x6", {8, 4, 2}, {}, 3}, usable_compilers().front());
    ASSERT_TRUE(run.measured);
    const metrics::CellMaps& maps = maps_of(run, "out");
    ASSERT_GT(maps.owner.size(), 1008010u);
    const uint64_t block = (2 * run.last().config.grid.y + 5) * run.last().config.grid.x + 1; // (1, 5, 2)
    EXPECT_EQ(maps.owner[1008010], block * 64 + (1 * 4 + 0) * 8 + 2 + 1);                     // thread (2, 0, 1)
}

/// Checks that exactly the cells inside the launch contain their number and have an owner.
void check_fill(const Outcome& run) {
    const metrics::CellMaps& maps = maps_of(run, "matrix");
    ASSERT_FALSE(maps.owner.empty());
    const auto values = run.values("matrix");
    const auto width = static_cast<uint64_t>(run.setting("width"));
    const LaunchConfig& config = run.last().config;
    for (uint64_t i = 0; i < values.size(); ++i) {
        const bool reached = i % width < uint64_t{config.grid.x} * config.block.x &&
                             i / width < uint64_t{config.grid.y} * config.block.y;
        ASSERT_EQ(maps.owner[i] != 0, reached) << "cell " << i;
        if (reached) {
            ASSERT_EQ(values[i], static_cast<double>(i));
        }
    }
}
const HasReference fills("matrix_fill", {"basic"}, check_fill);

TEST_F(Threads, MatrixFillMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{1, 64, 1}, Dim3{1, 1, 1}})
            for (const auto& [width, height, blocks_x, blocks_y] :
                 {std::array{10, 10, 1, 1}, std::array{1, 1, 1, 1}, std::array{13, 29, 2, 3},
                  std::array{10, 10, 64, 2}}) {
                const Case wanted{"matrix_fill",
                                  "basic",
                                  "",
                                  block,
                                  {fmt::format("width={}", width), fmt::format("height={}", height),
                                   fmt::format("blocks_x={}", blocks_x), fmt::format("blocks_y={}", blocks_y)},
                                  3};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                SCOPED_TRACE(wanted.text());
                check_fill(run);
            }
}

TEST_F(Threads, MatrixFillMatchesTextbook) {
    for (const auto compiler : usable_compilers()) {
        const Outcome whole = references::run({"matrix_fill", "basic", "", {0, 0, 0}, {}, 3}, compiler);
        const Outcome small = references::run({"matrix_fill", "basic", "", {8, 8, 1}, {}, 3}, compiler);
        ASSERT_TRUE(whole.measured && small.measured);
        EXPECT_EQ(whole.last().ownership.owners, 100u);
        EXPECT_EQ(whole.last().config.blocks(), 1u);
        EXPECT_EQ(small.last().ownership.owners, 64u); // 36 cells without owner
    }
}

TEST_F(Threads, MatrixAdditionMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1x1", "noise:1x37,seed=2", "noise:41x1,seed=3", "noise:23x29,seed=4"})
            for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1, 64, 1}}) {
                const Case wanted{"matrix_add", "basic", input, block, {}, block.x == 7 ? 0 : 3};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                expect_one_owner_per_cell(run, wanted, "sum");
                SCOPED_TRACE(wanted.text());
                check_matrix_sums(run);
            }
}

} // namespace
} // namespace warpscope::catalog::references
