#include <cmath>
#include <numeric>

#include "catalog/references/checks.hpp"
#include "catalog/references/reference.hpp"

namespace warpscope::catalog::references {
namespace {

class Reduction : public NeedsCompiler {};

const std::vector<const char*> sums{"simple", "convergent", "shared", "segmented", "coarsened", "shuffle"};
const std::vector<const char*> reduction_inputs{"index:1", "index:2", "index:37", "noise:23x29,seed=4", "index:2048"};
const std::vector<uint32_t> block_widths{1, 7, 33, 256, 1024};

/// Expects the exact sum of whole numbers. Allows rounding errors for other numbers.
void check_sum(const Outcome& run) {
    const auto in = values_of(run.input);
    const double sum = std::accumulate(in.begin(), in.end(), 0.0);
    const bool whole = std::all_of(in.begin(), in.end(), [](double v) { return v == std::floor(v); });
    EXPECT_NEAR(run.values("output").at(0), sum, whole ? 0 : 1e-5 * sum);
}
const HasReference sum_of_all("reduction", {"simple", "convergent", "shared", "segmented", "coarsened", "shuffle"},
                              check_sum);

void check_maximum(const Outcome& run) {
    const auto in = values_of(run.input);
    EXPECT_EQ(run.values("output").at(0), *std::max_element(in.begin(), in.end()));
}
const HasReference largest_of_all("reduction", {"maximum"}, check_maximum);

void expect_sum(const Case& wanted, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    SCOPED_TRACE(wanted.text());
    expect_no_findings(run, wanted);
    check_sum(run);
}

TEST_F(Reduction, SumsMatchWithoutRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : sums)
            for (const char* input : reduction_inputs)
                for (const uint32_t block : block_widths)
                    expect_sum({"reduction", variant, input, {block, 1, 1}, {}, 3, true}, compiler);
}

TEST_F(Reduction, IgnoresOtherBlockExtents) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : sums)
            expect_sum({"reduction", variant, "index:2048", {7, 5, 3}, {}, 0, true}, compiler);
}

TEST_F(Reduction, CoarseFactorsMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* factor : {"1", "3", "16"})
            for (const char* input : reduction_inputs)
                expect_sum(
                    {"reduction", "coarsened", input, {33, 1, 1}, {std::string("COARSE_FACTOR=") + factor}, 3, true},
                    compiler);
}

TEST_F(Reduction, MaximumMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* input : reduction_inputs)
            for (const uint32_t block : block_widths) {
                const Case wanted{"reduction", "maximum", input, {block, 1, 1}, {}, 3, true};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                SCOPED_TRACE(wanted.text());
                expect_no_findings(run, wanted);
                check_maximum(run);
            }
}

TEST_F(Reduction, TreesAddElementsMinusOne) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"simple", "convergent", "shared"}) {
            const Outcome run = references::run({"reduction", variant, "index:2048", {256, 1, 1}, {}, 3}, compiler);
            ASSERT_TRUE(run.measured);
            EXPECT_EQ(run.last().config.blocks(), 4u);
            EXPECT_EQ(run.last().float_operations, 2048u - 4) << variant;
            EXPECT_EQ(run.last().atomics.operations, 4u) << variant;
        }
}

TEST_F(Reduction, ConvergentTreeDivergesInLastWarp) {
    for (const auto compiler : usable_compilers()) {
        const auto measured = [&](const char* variant) {
            return references::run({"reduction", variant, "index:2048", {1024, 1, 1}, {}, 3}, compiler);
        };
        const Outcome simple = measured("simple"), convergent = measured("convergent"), shared = measured("shared");
        ASSERT_TRUE(simple.measured && convergent.measured && shared.measured);
        EXPECT_EQ(simple.last().divergence.divergent_warps, 32u);
        EXPECT_EQ(convergent.last().divergence.divergent_warps, 1u);
        EXPECT_GT(simple.last().divergence.divergent_branches, 5 * convergent.last().divergence.divergent_branches);
        EXPECT_EQ(shared.last().global.load_bytes, 4u * 2048); // loads every element once
        EXPECT_EQ(shared.last().global.load_sectors, shared.last().global.load_sectors_ideal);
        // Loads both operands of every addition, and one sum for the atomic.
        EXPECT_EQ(convergent.last().global.load_bytes, 4u * (2 * 2047 + 1));
    }
}

} // namespace
} // namespace warpscope::catalog::references
