#include <fstream>
#include <iterator>
#include <numeric>

#include "catalog/references/checks.hpp"
#include "catalog/references/reference.hpp"

namespace warpscope::catalog::references {
namespace {

class Histogram : public NeedsCompiler {};

const std::vector<const char*> variants{
    "global", "private_global", "private_shared", "coarsened_contiguous", "coarsened_interleaved", "aggregated"};
const std::vector<const char*> histogram_inputs{"noise:1x1", "noise:37,seed=2", "noise:41x53,seed=3",
                                                "checkerboard:64x48", "gradient:100x7"};

/// Checks that every value is counted in its bin, and that no count is lost.
void check_counts(const Outcome& run) {
    const auto in = values_of(run.input), counts = run.values("histogram");
    std::vector<double> expected(static_cast<size_t>(run.setting("NUM_BINS")));
    for (const double value : in) ++expected[static_cast<size_t>(value) * expected.size() / 256];
    EXPECT_EQ(counts, expected);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), static_cast<double>(in.size()));
}
const HasReference counts("histogram",
                          {"global", "private_global", "private_shared", "coarsened_contiguous",
                           "coarsened_interleaved", "aggregated"},
                          check_counts);

Outcome expect_counted(const Case& wanted, compile::CompilerChoice compiler) {
    SCOPED_TRACE(wanted.text());
    Outcome run = references::run(wanted, compiler);
    if (!run.measured) return run;
    expect_no_findings(run, wanted);
    check_counts(run);
    return run;
}

TEST_F(Histogram, CountsMatchWithoutRaces) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : variants)
            for (const char* input : histogram_inputs)
                for (const Dim3 block : {Dim3{256, 1, 1}, Dim3{7, 5, 1}, Dim3{33, 1, 1}, Dim3{1024, 1, 1}})
                    expect_counted({"histogram", variant, input, block, {}, block.x == 33 ? 0 : 3, true}, compiler);
}

TEST_F(Histogram, BinsAndCoarseFactorsMatchReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : variants) {
            const bool coarsened = std::string_view(variant).find("coarsened") == 0 || *variant == 'a';
            for (const size_t bins : {1, 7}) {
                std::vector<std::string> settings{"NUM_BINS=" + std::to_string(bins)};
                if (coarsened) settings.push_back("COARSE_FACTOR=" + std::to_string(bins * 3));
                for (const char* input : histogram_inputs)
                    expect_counted({"histogram", variant, input, {32, 1, 1}, settings, 3, true}, compiler);
            }
        }
}

TEST_F(Histogram, OnlyInterleavedLoadsCoalesce) {
    for (const auto compiler : usable_compilers()) {
        const auto traffic = [&](const char* variant) {
            const Outcome run =
                expect_counted({"histogram", variant, "noise:256x64", {256, 1, 1}, {}, 3, false}, compiler);
            return run.measured ? run.last().global : metrics::GlobalTraffic{};
        };
        const auto contiguous = traffic("coarsened_contiguous"), interleaved = traffic("coarsened_interleaved");
        EXPECT_EQ(interleaved.load_bytes, 256u * 64);
        EXPECT_EQ(interleaved.load_sectors, 256u * 64 / 32); // 32 lanes load 32 bytes, one sector
        EXPECT_EQ(contiguous.load_bytes, 256u * 64);
        EXPECT_EQ(contiguous.load_sectors, 256u * 64 / 32 * 8); // a stride of 8 bytes spans 8 sectors
    }
}

TEST_F(Histogram, EqualRunsCostOneAtomic) {
    for (const auto compiler : usable_compilers()) {
        const auto operations = [&](const char* variant, const char* input) {
            const Outcome run =
                expect_counted({"histogram", variant, input, {256, 1, 1}, {"NUM_BINS=1"}, 3, false}, compiler);
            return run.measured ? run.last().atomics.operations : 0;
        };
        const uint64_t blocks = 16384 / (8 * 256); // each block adds its single bin to the result at the end
        EXPECT_EQ(operations("aggregated", "noise:128x128"), 16384 / 8 + blocks);
        EXPECT_EQ(operations("coarsened_interleaved", "noise:128x128"), 16384 + blocks);
    }
}

/// Checks the counts of the shipped text's letters. Each bin counts four letters.
void check_letter_counts(const Outcome& run) {
    std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda/text_histogram/text.txt", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<double> expected(7);
    for (const char c : text)
        if (c >= 'a' && c <= 'z') ++expected[static_cast<size_t>(c - 'a') / 4];
    EXPECT_GT(std::accumulate(expected.begin(), expected.end(), 0.0), 400);
    EXPECT_EQ(run.values("histogram"), expected);
}
const HasReference letters("text_histogram", {"basic"}, check_letter_counts);

TEST_F(Histogram, CountsLettersInGroupsOfFour) {
    for (const auto compiler : usable_compilers())
        for (const Dim3 block : {Dim3{128, 1, 1}, Dim3{5, 1, 1}, Dim3{33, 3, 1}}) {
            const Case wanted{"text_histogram", "basic", "", block, {}, 3, true};
            SCOPED_TRACE(wanted.text());
            const Outcome run = references::run(wanted, compiler);
            ASSERT_TRUE(run.measured);
            expect_no_findings(run, wanted);
            check_letter_counts(run);
        }
}

} // namespace
} // namespace warpscope::catalog::references
