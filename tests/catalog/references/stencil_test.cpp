// Stencils on volumes compared with plain C++, and their operations per loaded byte.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using Stencil = CompiledKernels;

struct Volume {
    std::vector<double> cells;
    size_t width = 0, height = 0, depth = 0;

    [[nodiscard]] size_t index(size_t x, size_t y, size_t z) const { return (z * height + y) * width + x; }
    [[nodiscard]] bool inner(size_t x, size_t y, size_t z) const {
        return x >= 1 && x + 1 < width && y >= 1 && y + 1 < height && z >= 1 && z + 1 < depth;
    }
    template<class Visit>
    void each(Visit&& visit) const {
        for (size_t z = 0; z < depth; ++z)
            for (size_t y = 0; y < height; ++y)
                for (size_t x = 0; x < width; ++x) visit(index(x, y, z), inner(x, y, z));
    }
};

Volume volume_of(const Outcome& run) {
    const Shape& shape = run.input.layout.shape;
    return {values_of(run.input), shape.width, shape.height, shape.depth};
}

const std::vector<const char*> stencil_inputs{"noise:1x1x1",         "noise:3x3x3,seed=2",    "noise:2x9x9,seed=3",
                                              "noise:17x1x5,seed=4", "noise:13x11x17,seed=5", "noise:24x18x12,seed=6"};

/// Checks the values. Checks that every inner cell was stored once, and all others never.
void check_stencil(const Outcome& run) {
    const Volume in = volume_of(run);
    const auto& w = std::vector<double>{0.4f, 0.05f, 0.15f, 0.1f, 0.1f, 0.05f, 0.15f};
    const auto got = run.values("out");
    auto stores = stores_per_cell(run, "out");
    stores.resize(got.size()); // empty if the buffer was not stored
    const size_t line = in.width, plane = in.width * in.height;
    in.each([&](size_t i, bool inner) {
        ASSERT_EQ(stores[i], inner ? 1u : 0u) << "cell " << i;
        if (!inner) return;
        const auto& c = in.cells;
        const double expected = w[0] * c[i] + w[1] * c[i - 1] + w[2] * c[i + 1] + w[3] * c[i - line] +
                                w[4] * c[i + line] + w[5] * c[i - plane] + w[6] * c[i + plane];
        // The weights are positive and their sum is 1, so the error is a few times 2^-24 of the largest cell.
        ASSERT_NEAR(got[i], expected, 5e-7 * std::max(1.0, expected)) << "cell " << i;
    });
}
const HasReference stencils("stencil", {"basic", "tiled", "coarsened", "register_tiled"}, check_stencil);

void expect_stencil(const Case& wanted, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run.findings(), wanted);
    SCOPED_TRACE(wanted.text());
    check_stencil(run);
}

TEST_F(Stencil, GlobalMemoryMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : stencil_inputs)
            for (const Dim3 block : {Dim3{8, 8, 8}, Dim3{7, 5, 3}, Dim3{33, 1, 1}, Dim3{1, 4, 16}})
                expect_stencil({"stencil", "basic", input, block, {}, 3}, compiler);
}

TEST_F(Stencil, TiledMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : stencil_inputs)
            for (const char* side : {"IN_TILE_DIM=8", "IN_TILE_DIM=5", "IN_TILE_DIM=3"})
                expect_stencil({"stencil", "tiled", input, own_block, {side}, 3}, compiler);
}

TEST_F(Stencil, CoarsenedMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"coarsened", "register_tiled"})
            for (const char* input : stencil_inputs)
                for (const char* side : {"IN_TILE_DIM=16", "IN_TILE_DIM=7"})
                    for (const char* factor : {"COARSE_FACTOR=16", "COARSE_FACTOR=5", "COARSE_FACTOR=1"})
                        expect_stencil({"stencil", variant, input, own_block, {side, factor}, 3}, compiler);
}

TEST_F(Stencil, UnoptimizedCodeMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"basic", "tiled", "coarsened", "register_tiled"})
            expect_stencil({"stencil", variant, "noise:13x11x17,seed=5", own_block, {}, 0}, compiler);
}

TEST_F(Stencil, VariantsHaveNoRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"basic", "tiled", "coarsened", "register_tiled", "heat"}) {
            const Case wanted{"stencil", variant, "noise:17x13x11", own_block, {}, 3};
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_races(run, wanted);
        }
}

TEST_F(Stencil, NeedsThirteenOperationsPer28Bytes) {
    // Threads of boundary cells load and compute nothing, so only inner cells count.
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run({"stencil", "basic", "noise:17x13x11", own_block, {}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        const uint64_t inner = 15 * 11 * 9;
        EXPECT_EQ(run.last().float_operations, 13 * inner);
        EXPECT_EQ(run.last().global.load_bytes, 28 * inner);
        EXPECT_DOUBLE_EQ(run.last().operations_per_byte(), 13.0 / 28);
    }
}

/// Returns operations per byte of a block that computes `computed` cells and loads `loaded` cells.
double ideal(double computed, double loaded) { return 13 * computed / (4 * loaded); }

TEST_F(Stencil, InteriorBlockReachesPredictedIntensity) {
    // 3 x 3 x 3 blocks: the middle block computes 13 operations for each of its cells, and its tile is inside the
    // volume.
    const auto interior = [](const char* variant, const char* input, std::vector<std::string> settings,
                             double operations, compile::CompilerChoice compiler) {
        const Outcome run = references::run({"stencil", variant, input, own_block, std::move(settings), 3}, compiler);
        EXPECT_TRUE(run.measured);
        if (!run.measured) return 0.0;
        EXPECT_EQ(run.last().config.blocks(), 27u);
        const Shape& shape = run.input.layout.shape;
        EXPECT_EQ(run.last().float_operations, 13ull * (shape.width - 2) * (shape.height - 2) * (shape.depth - 2));
        const auto trace = run.measured->trace_block(0, 13);
        EXPECT_TRUE(trace);
        return trace ? operations / static_cast<double>(trace->global.load_bytes) : 0.0;
    };
    for (const auto compiler : usable_compilers()) {
        EXPECT_DOUBLE_EQ(interior("tiled", "noise:18x18x18", {"IN_TILE_DIM=8"}, 13 * 6 * 6 * 6, compiler),
                         ideal(6 * 6 * 6, 8 * 8 * 8));
        for (const char* variant : {"coarsened", "register_tiled"})
            EXPECT_DOUBLE_EQ(interior(variant, "noise:42x42x48", {"IN_TILE_DIM=16", "COARSE_FACTOR=16"},
                                      13 * 14 * 14 * 16, compiler),
                             ideal(14 * 14 * 16, 16 * 16 * 18));
    }
}

TEST_F(Stencil, RegisterTilesReduceSharedRequests) {
    for (const auto compiler : usable_compilers()) {
        const auto requests = [&](const char* variant) {
            const Outcome run = references::run({"stencil", variant, "noise:17x13x11", own_block, {}, 3}, compiler);
            EXPECT_TRUE(run.measured);
            return run.measured ? run.last().shared.requests : 0;
        };
        const uint64_t shared = requests("coarsened"), registers = requests("register_tiled");
        EXPECT_GT(registers, 0u);
        EXPECT_GT(shared, registers);
    }
}

Volume heated(Volume now, int steps, double alpha) {
    const size_t line = now.width, plane = now.width * now.height;
    for (int step = 0; step < steps; ++step) {
        const auto before = now.cells;
        now.each([&](size_t i, bool inner) {
            if (!inner) return;
            const double around = before[i - 1] + before[i + 1] + before[i - line] + before[i + line] +
                                  before[i - plane] + before[i + plane];
            now.cells[i] = before[i] + alpha * (around - 6 * before[i]);
        });
    }
    return now;
}

/// Returns the largest factor by which a sweep can amplify values and rounding errors: the size of the step's largest
/// eigenvalue on the inner cells. The eigenvector alternates its sign between cells.
double growth(const Volume& volume, double alpha) {
    double sum = 0;
    for (const size_t side : {volume.width, volume.height, volume.depth}) {
        if (side < 3) return 1; // no inner cells
        sum += 2 + 2 * std::cos(std::numbers::pi / static_cast<double>(side - 1));
    }
    return std::max(1.0, alpha * sum - 1);
}

void check_heat(const Outcome& run) {
    const auto steps = static_cast<int>(run.setting("steps"));
    const double alpha = run.setting("alpha");
    const Volume in = volume_of(run), expected = heated(in, steps, alpha);
    const double largest = *std::max_element(in.cells.begin(), in.cells.end());
    // Each step adds a few rounding errors: 2^-24 of numbers up to six times the largest cell.
    const double allowed = 1e-6 * steps * std::max(1.0, largest) * std::pow(growth(in, alpha), steps);
    const auto got = run.values("out");
    for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected.cells[i], allowed) << "cell " << i;
}
const HasReference heats("stencil", {"heat"}, check_heat);

void expect_heat(Case wanted, compile::CompilerChoice compiler, int steps) {
    wanted.settings = {"steps=" + std::to_string(steps), "alpha=0.125"};
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run.findings(), wanted);
    ASSERT_EQ(run.measured->launches().size(), static_cast<size_t>(steps));
    expect_one_owner_per_cell(run, wanted); // in the last sweep
    SCOPED_TRACE(wanted.text());
    check_heat(run);
}

TEST_F(Stencil, HeatMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : stencil_inputs)
            for (const Dim3 block : {Dim3{8, 8, 8}, Dim3{7, 5, 3}})
                for (const int steps : {1, 2, 3, 6, 7}) // odd and even numbers: the last sweep must write to "out"
                    expect_heat({"stencil", "heat", input, block, {}, 3}, compiler, steps);
}

} // namespace
} // namespace warpscope::catalog::references
