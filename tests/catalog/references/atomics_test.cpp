// The tour of atomics, thread counting and Monte Carlo pi compared with plain C++.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "catalog/references/findings.hpp"
#include "catalog/references/reference.hpp"

namespace warpscope::catalog::references {
namespace {

class Atomics : public ::testing::Test {
protected:
    void SetUp() override {
        if (usable_compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    }
};

std::vector<uint32_t> input_values(const Outcome& run) {
    const auto doubles = values_of(run.input);
    return {doubles.begin(), doubles.end()};
}

/// Calls `check` for every case of one variant of the tour.
void expect_variant(const std::string& variant, const std::vector<std::string>& settings, Reference check) {
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:1", "noise:31,seed=2", "noise:97,seed=3", "index:13x5"})
            for (const uint32_t block : {1u, 7u, 32u, 1024u}) {
                const Case wanted{"atomics_tour", variant, input, {block, 1, 1}, settings, block == 7 ? 0 : 3};
                SCOPED_TRACE(wanted.text());
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty());
                check(run);
            }
}

using Step = std::function<uint32_t(uint32_t found, uint32_t value)>;

/// Checks that some order of the operations gives these results. `found` has the values that the atomics returned.
/// Sorted, the found values and the final value must equal the initial value and the stored values. All found values
/// must be reachable from the initial value, because operations that change nothing could otherwise find any value.
void expect_chain(std::vector<uint32_t> found, const std::vector<uint32_t>& values, uint32_t start, double end,
                  const Step& step) {
    std::multimap<uint32_t, uint32_t> ways;
    std::vector<uint32_t> left{start};
    for (size_t i = 0; i < values.size(); ++i) {
        left.push_back(step(found[i], values[i]));
        ways.emplace(found[i], left.back());
    }
    std::set<uint32_t> reached;
    std::vector<uint32_t> open{start};
    while (!open.empty()) {
        const uint32_t at = open.back();
        open.pop_back();
        if (!reached.insert(at).second) continue;
        const auto [first, last] = ways.equal_range(at);
        for (auto way = first; way != last; ++way) open.push_back(way->second);
    }
    for (const uint32_t value : found) ASSERT_TRUE(reached.count(value)) << value << " was never there";
    found.push_back(static_cast<uint32_t>(end));
    std::sort(found.begin(), found.end());
    std::sort(left.begin(), left.end());
    EXPECT_EQ(found, left);
}

void expect_chain(const Outcome& run, size_t row, const std::vector<uint32_t>& values, uint32_t start, double end,
                  const Step& step) {
    SCOPED_TRACE("row " + std::to_string(row));
    const auto old = run.values("old");
    const auto first = old.begin() + static_cast<ptrdiff_t>(row * values.size());
    expect_chain({first, first + static_cast<ptrdiff_t>(values.size())}, values, start, end, step);
}

void expect_arithmetic(const Outcome& run) {
    const auto values = input_values(run);
    const auto limit = static_cast<uint32_t>(run.setting("limit"));
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
        uint32_t expected = 100; // the same for every thread order
        for (const uint32_t value : values) expected = steps[row](expected, value);
        EXPECT_EQ(result[row], expected) << "row " << row;
        expect_chain(run, row, values, 100, result[row], steps[row]);
    }
}
const HasReference arithmetic("atomics_tour", {"arithmetic"}, expect_arithmetic);

TEST_F(Atomics, ArithmeticMatchesReference) {
    for (const uint32_t limit : {0u, 10u, 200u})
        expect_variant("arithmetic", {fmt::format("limit={}", limit)}, expect_arithmetic);
}

void expect_exchanged(const Outcome& run) {
    const auto values = input_values(run);
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
              1); // a single winner
    EXPECT_EQ(run.values("product")[0], product);
    expect_chain(run, 2, factors, 1, product, [](uint32_t found, uint32_t factor) { return found * factor; });
}
const HasReference exchange("atomics_tour", {"exchange"}, expect_exchanged);

TEST_F(Atomics, ExchangeMatchesReference) { expect_variant("exchange", {}, expect_exchanged); }

void expect_bits(const Outcome& run) {
    const auto values = input_values(run);
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
}
const HasReference bits("atomics_tour", {"bitwise"}, expect_bits);

TEST_F(Atomics, BitwiseMatchesReference) { expect_variant("bitwise", {}, expect_bits); }

void expect_sums_by_scope(const Outcome& run) {
    const auto values = input_values(run);
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
    for (size_t first = 0; first < values.size(); first += block) { // every block has its own counter
        const auto from = static_cast<ptrdiff_t>(first),
                   to = static_cast<ptrdiff_t>(std::min(values.size(), first + block));
        expect_chain({old.begin() + from, old.begin() + to}, {values.begin() + from, values.begin() + to}, 0,
                     sums[first / block], add);
    }
}
const HasReference scopes("atomics_tour", {"scopes"}, expect_sums_by_scope);

TEST_F(Atomics, ScopesMatchReference) { expect_variant("scopes", {}, expect_sums_by_scope); }

uint32_t right_count(int width, int height) {
    uint32_t count = 0;
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col) count += row >= col;
    return count;
}

void check_count(const Outcome& run) {
    const uint32_t right = right_count(static_cast<int>(run.setting("width")), static_cast<int>(run.setting("height")));
    EXPECT_EQ(run.values("count")[0], right);
    EXPECT_EQ(run.last().atomics.operations, right);
    // The caption computes the same number.
    EXPECT_NE(run.prepared.captions.front().find(fmt::format(" {}.", right)), std::string::npos)
        << run.prepared.captions.front();
}
const HasReference counts("count_condition", {"atomic"}, check_count);

Case counting(const char* variant, int width, int height, Dim3 block) {
    return {"count_condition",   variant, "", block, {fmt::format("width={}", width), fmt::format("height={}", height)},
            block.x == 7 ? 0 : 3};
}

TEST_F(Atomics, CountConditionMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const auto& [width, height] : {std::pair{1, 1}, {1, 37}, {41, 1}, {23, 29}, {64, 64}})
            for (const Dim3 block : {Dim3{16, 16, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}}) {
                const Case wanted = counting("atomic", width, height, block);
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty()) << wanted.text();
                SCOPED_TRACE(wanted.text());
                check_count(run);
            }
}

TEST_F(Atomics, MissingAtomicLosesUpdates) {
    for (const auto compiler : usable_compilers())
        for (const int level : {0, 3}) {
            Case wanted = counting("racy", 23, 29, {16, 16, 1});
            wanted.optimization = level;
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            EXPECT_GE(run.values("count")[0], 1);
            EXPECT_LE(run.values("count")[0], static_cast<double>(run.last().config.warps())); // one per warp
            EXPECT_LT(run.values("count")[0], right_count(23, 29));
            const auto found = races(run);
            ASSERT_FALSE(found.empty()) << wanted.text();
            for (const simt::Finding& race : found) {
                EXPECT_EQ(race.kind, simt::FindingKind::race_global) << race.message;
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

/// Number of hits (`all`), and of warps with a hit (`groups`)
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

Hits hits_of(const Outcome& run) {
    return hits_of(static_cast<uint32_t>(run.setting("samples")), static_cast<uint32_t>(run.setting("seed")),
                   run.last().config.block.x);
}
void expect_hits(const Outcome& run, uint64_t atomics) {
    EXPECT_EQ(run.values("hits")[0], hits_of(run).all);
    EXPECT_EQ(run.last().atomics.operations, atomics);
}
const HasReference per_hit("monte_carlo_pi", {"per_hit"},
                           [](const Outcome& run) { expect_hits(run, hits_of(run).all); });
const HasReference per_block("monte_carlo_pi", {"block_reduced"},
                             [](const Outcome& run) { expect_hits(run, run.last().config.blocks()); });
const HasReference per_warp("monte_carlo_pi", {"warp_aggregated"},
                            [](const Outcome& run) { expect_hits(run, hits_of(run).groups); });

void expect_drawn(const Outcome& run) {
    const auto samples = static_cast<uint32_t>(run.setting("samples")),
               seed = static_cast<uint32_t>(run.setting("seed"));
    std::vector<double> wanted(256 * 256);
    for (uint32_t i = 0; i < samples; ++i) {
        const uint32_t random = scramble(i + scramble(seed)), x = random & 0x7fff, y = random >> 17;
        double& pixel = wanted[(255 - y / 128) * 256 + x / 128];
        pixel = std::max(pixel, x * x + y * y < (1u << 30) ? 2.0 : 1.0);
    }
    const auto picture = run.values("picture");
    ASSERT_EQ(picture.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) ASSERT_EQ(picture[i], wanted[i]) << "pixel " << i;
    expect_hits(run, samples + hits_of(run).all);
}
const HasReference drawn("monte_carlo_pi", {"drawn"}, expect_drawn);

void expect_estimates(const Outcome& run) {
    const auto samples = static_cast<uint32_t>(run.setting("samples")),
               seed = static_cast<uint32_t>(run.setting("seed"));
    const auto pi = run.values("pi");
    for (uint32_t step = 0; step < 12; ++step) {
        const uint32_t drawn = std::max(1u, samples >> (11 - step));
        const double estimate = 4.0 * hits_of(drawn, seed, 32).all / drawn;
        ASSERT_EQ(pi[step], static_cast<float>(estimate));
        ASSERT_NEAR(pi[12 + step], std::abs(estimate - 3.14159265358979), 1e-6);
    }
}
const HasReference estimates("monte_carlo_pi", {"error"}, expect_estimates);

TEST_F(Atomics, MonteCarloPiMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const std::string variant : {"per_hit", "block_reduced", "warp_aggregated", "drawn"})
            for (const uint32_t samples : {1u, 31u, 1009u, 20000u})
                for (const uint32_t block : {1u, 33u, 128u, 1000u}) {
                    const uint32_t seed = samples % 7;
                    const Case wanted{"monte_carlo_pi",
                                      variant,
                                      "",
                                      {block, 1, 1},
                                      {fmt::format("samples={}", samples), fmt::format("seed={}", seed)},
                                      block == 33 ? 0 : 3};
                    if (samples > 2000 && block == 1) continue; // slow, and adds nothing to the other cases
                    const Outcome run = references::run(wanted, compiler);
                    ASSERT_TRUE(run.measured);
                    expect_no_findings(run, wanted);
                    if (samples <= 2000) {
                        EXPECT_TRUE(races(run).empty()) << wanted.text();
                    }
                    SCOPED_TRACE(wanted.text());
                    reference_of("monte_carlo_pi", variant)(run);
                }
}

TEST_F(Atomics, MonteCarloErrorMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const uint32_t samples : {1u, 1009u, 20000u})
            for (const uint32_t block : {1u, 33u, 128u}) {
                const Case wanted{
                    "monte_carlo_pi", "error", "", {block, 1, 1}, {fmt::format("samples={}", samples)}, 3};
                const Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                expect_no_findings(run, wanted);
                EXPECT_TRUE(races(run).empty()) << wanted.text();
                SCOPED_TRACE(wanted.text());
                expect_estimates(run);
            }
}

TEST(MonteCarloPoints, AreRandomEnough) {
    double squares = 0;
    for (uint32_t seed = 0; seed < 20; ++seed) {
        const double error = 4.0 * hits_of(20000, seed, 128).all / 20000 - 3.14159265;
        squares += error * error;
    }
    // For 20000 independent points, the standard deviation is 0.0116.
    EXPECT_LT(std::sqrt(squares / 20), 0.02);
    EXPECT_GT(std::sqrt(squares / 20), 0.005);
}

} // namespace
} // namespace warpscope::catalog::references
