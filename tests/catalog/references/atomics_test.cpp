// The tour of the atomics, counting threads and Monte Carlo pi against plain C++.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>

#include "catalog/references/findings.hpp"

namespace warpscope::catalog::references {
namespace {

class Atomics : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

/// Calls `check` for every case of one variant of the tour, with what thread i put in.
void tour(const std::string& variant, const std::vector<std::string>& settings,
          const std::function<void(const Outcome&, const std::vector<uint32_t>&)>& check) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1", "noise:31,seed=2", "noise:97,seed=3", "index:13x5"})
            for (const uint32_t block : {1u, 7u, 32u, 1024u}) {
                const Case wanted{"atomics_tour", variant, input, {block, 1, 1}, settings, block == 7 ? 0 : 3};
                SCOPED_TRACE(wanted.text());
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty());
                const auto doubles = values_of(run.input);
                check(run, {doubles.begin(), doubles.end()});
            }
}

using Step = std::function<uint32_t(uint32_t found, uint32_t value)>;

/// Row `row` of old must be a possible course of events: what is found is what the start or some other thread left, and
/// the one thing that nobody found is what remains.
void expect_chain(const Outcome& run, size_t row, const std::vector<uint32_t>& values, uint32_t start, double end,
                  const Step& step) {
    const auto old = run.values("old");
    std::vector<uint32_t> found{static_cast<uint32_t>(end)}, left{start};
    for (size_t i = 0; i < values.size(); ++i) {
        found.push_back(static_cast<uint32_t>(old[row * values.size() + i]));
        left.push_back(step(found.back(), values[i]));
    }
    std::sort(found.begin(), found.end());
    std::sort(left.begin(), left.end());
    EXPECT_EQ(found, left) << "row " << row;
}

TEST_F(Atomics, Arithmetic) {
    for (const uint32_t limit : {0u, 10u, 200u})
        tour("arithmetic", {fmt::format("limit={}", limit)}, [limit](const Outcome& run, const auto& values) {
            const Step steps[] = {
                [](uint32_t found, uint32_t value) { return found + value; },
                [](uint32_t found, uint32_t) { return found - 1; },
                [](uint32_t found, uint32_t value) { return std::min(found, value); },
                [](uint32_t found, uint32_t value) { return std::max(found, value); },
                [limit](uint32_t found, uint32_t) { return found >= limit ? 0 : found + 1; },
                [limit](uint32_t found, uint32_t) { return found == 0 || found > limit ? limit : found - 1; },
            };
            const auto result = run.values("result");
            for (size_t row = 0; row < 6; ++row) {
                uint32_t expected = 100; // the same for every order of the threads
                for (const uint32_t value : values) expected = steps[row](expected, value);
                EXPECT_EQ(result[row], expected) << "row " << row;
                expect_chain(run, row, values, 100, result[row], steps[row]);
            }
        });
}

TEST_F(Atomics, Exchange) {
    tour("exchange", {}, [](const Outcome& run, const auto& values) {
        std::vector<uint32_t> numbers, factors;
        uint32_t product = 1;
        for (size_t i = 0; i < values.size(); ++i) {
            numbers.push_back(static_cast<uint32_t>(i) + 1);
            factors.push_back(2 * values[i] + 1);
            product *= factors.back();
        }
        expect_chain(run, 0, numbers, 0, run.values("last")[0], [](uint32_t, uint32_t mine) { return mine; });
        expect_chain(run, 1, numbers, 0, run.values("claim")[0],
                     [](uint32_t found, uint32_t mine) { return found == 0 ? mine : found; });
        const auto old = run.values("old");
        EXPECT_EQ(std::count(old.begin() + static_cast<ptrdiff_t>(values.size()),
                             old.begin() + static_cast<ptrdiff_t>(2 * values.size()), 0),
                  1); // one winner
        EXPECT_EQ(run.values("product")[0], product);
        expect_chain(run, 2, factors, 1, product, [](uint32_t found, uint32_t factor) { return found * factor; });
    });
}

TEST_F(Atomics, Bitwise) {
    tour("bitwise", {}, [](const Outcome& run, const auto& values) {
        const Step steps[] = {
            [](uint32_t found, uint32_t value) { return found & ~(1u << value % 32); },
            [](uint32_t found, uint32_t value) { return found | (1u << value % 32); },
            [](uint32_t found, uint32_t value) { return found ^ (1u << value % 32); },
        };
        const auto result = run.values("result");
        for (size_t row = 0; row < 3; ++row) {
            uint32_t expected = 65535;
            for (const uint32_t value : values) expected = steps[row](expected, value);
            EXPECT_EQ(result[row], expected) << "row " << row;
            expect_chain(run, row, values, 65535, result[row], steps[row]);
        }
    });
}

TEST_F(Atomics, Scopes) {
    tour("scopes", {}, [](const Outcome& run, const auto& values) {
        const uint32_t block = run.last().config.block.x;
        std::vector<double> sums(run.last().config.blocks());
        double total = 0;
        for (size_t i = 0; i < values.size(); ++i) {
            sums[i / block] += values[i];
            total += values[i];
        }
        EXPECT_EQ(run.values("per_block"), sums);
        EXPECT_EQ(run.values("result"), (std::vector{total, total}));
        const Step add = [](uint32_t found, uint32_t value) { return found + value; };
        expect_chain(run, 1, values, 0, total, add);
        expect_chain(run, 2, values, 0, total, add);
        const auto old = run.values("old");
        for (size_t i = 0; i < values.size(); ++i) EXPECT_LE(old[i] + values[i], sums[i / block]);
    });
}

uint32_t right_count(int width, int height) {
    uint32_t count = 0;
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col) count += row >= col;
    return count;
}

Case counting(const char* variant, int width, int height, Dim3 block) {
    return {"count_condition",   variant, "", block, {fmt::format("width={}", width), fmt::format("height={}", height)},
            block.x == 7 ? 0 : 3};
}

TEST_F(Atomics, CountCondition) {
    for (const auto compiler : usable_compilers())
        for (const auto& [width, height] : {std::pair{1, 1}, {1, 37}, {41, 1}, {23, 29}, {64, 64}})
            for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}}) {
                const Case wanted = counting("atomic", width, height, block);
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty()) << wanted.text();
                EXPECT_EQ(run.values("count")[0], right_count(width, height)) << wanted.text();
                EXPECT_EQ(run.last().atomics.operations, right_count(width, height)) << wanted.text();
                // The caption works the same number out.
                EXPECT_NE(run.prepared.captions.front().find(fmt::format(" {}.", right_count(width, height))),
                          std::string::npos)
                    << run.prepared.captions.front();
            }
}

TEST_F(Atomics, CountConditionWithoutAtomicLosesUpdates) {
    for (const auto compiler : usable_compilers())
        for (const int level : {0, 3}) {
            Case wanted = counting("racy", 23, 29, {16, 16, 1});
            wanted.optimisation = level;
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            EXPECT_GE(run.values("count")[0], 1);
            EXPECT_LE(run.values("count")[0], static_cast<double>(run.last().config.warps())); // 1 per warp
            EXPECT_LT(run.values("count")[0], right_count(23, 29));
            const auto found = races(run);
            ASSERT_FALSE(found.empty()) << wanted.text();
            for (const simt::Trap& race : found) {
                EXPECT_EQ(race.kind, simt::TrapKind::race_global) << race.message;
                EXPECT_EQ(race.source.line, 7u) << race.message;
                EXPECT_EQ(race.other_source.line, 7u) << race.message;
            }
        }
}

uint32_t scramble(uint32_t v) {
    v = (v ^ (v >> 16)) * 0x9e3779b1u;
    v = (v ^ (v >> 15)) * 0x9e3779b1u;
    return v ^ (v >> 16);
}

/// Hits among `samples` points, and in how many groups of `group` neighbours there is one at least, block by block.
struct Hits {
    uint32_t all = 0, groups = 0;
};
Hits hits_of(uint32_t samples, uint32_t seed, uint32_t block) {
    Hits hits;
    for (uint32_t first = 0; first < samples; first += block)
        for (uint32_t warp = first; warp < std::min(samples, first + block); warp += 32) {
            const uint32_t before = hits.all;
            for (uint32_t i = warp; i < std::min({samples, first + block, warp + 32}); ++i) {
                const uint32_t random = scramble(i + scramble(seed)), x = random & 0x7fff, y = random >> 17;
                hits.all += x * x + y * y < (1u << 30);
            }
            hits.groups += hits.all != before;
        }
    return hits;
}

TEST_F(Atomics, MonteCarloPi) {
    for (const auto compiler : usable_compilers())
        for (const std::string variant : {"per_hit", "block_reduced", "warp_aggregated"})
            for (const uint32_t samples : {1u, 31u, 1009u, 20000u})
                for (const uint32_t block : {1u, 33u, 128u, 1000u}) {
                    const uint32_t seed = samples % 7;
                    const Case wanted{"monte_carlo_pi",
                                      variant,
                                      "",
                                      {block, 1, 1},
                                      {fmt::format("samples={}", samples), fmt::format("seed={}", seed)},
                                      block == 33 ? 0 : 3};
                    if (samples > 2000 && block == 1) continue; // slow, and nothing new
                    const Outcome run = references::run(wanted, compiler);
                    ASSERT_TRUE(run.measured);
                    expect_no_findings(run, wanted);
                    if (samples <= 2000) {
                        EXPECT_TRUE(races(run).empty()) << wanted.text();
                    }
                    const Hits expected = hits_of(samples, seed, block);
                    EXPECT_EQ(run.values("hits")[0], expected.all) << wanted.text();
                    const uint64_t atomics = variant == "per_hit"         ? expected.all
                                             : variant == "block_reduced" ? run.last().config.blocks()
                                                                          : expected.groups;
                    EXPECT_EQ(run.last().atomics.operations, atomics) << wanted.text();
                }
}

TEST_F(Atomics, MonteCarloPiErrorAgainstSamples) {
    for (const auto compiler : usable_compilers())
        for (const uint32_t samples : {1u, 1009u, 20000u})
            for (const uint32_t block : {1u, 33u, 128u}) {
                const Case wanted{
                    "monte_carlo_pi", "error", "", {block, 1, 1}, {fmt::format("samples={}", samples)}, 3};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty()) << wanted.text();
                const auto pi = run.values("pi");
                for (uint32_t step = 0; step < 12; ++step) {
                    const uint32_t drawn = std::max(1u, samples >> (11 - step));
                    const double estimate = 4.0 * hits_of(drawn, 1, 32).all / drawn;
                    ASSERT_EQ(pi[step], static_cast<float>(estimate)) << wanted.text();
                    ASSERT_NEAR(pi[12 + step], std::abs(estimate - 3.14159265358979), 1e-6) << wanted.text();
                }
            }
}

TEST(MonteCarloPoints, AreRandomEnough) {
    double squares = 0;
    for (uint32_t seed = 0; seed < 20; ++seed) {
        const double error = 4.0 * hits_of(20000, seed, 128).all / 20000 - 3.14159265;
        squares += error * error;
    }
    // The standard deviation of 20000 fair points is 0.0116.
    EXPECT_LT(std::sqrt(squares / 20), 0.02);
    EXPECT_GT(std::sqrt(squares / 20), 0.005);
}

} // namespace
} // namespace warpscope::catalog::references
