#include <algorithm>
#include <cmath>

#include "catalog/references/checks.hpp"
#include "catalog/references/reference.hpp"

namespace warpscope::catalog::references {
namespace {

class Scan : public NeedsCompiler {};

const std::vector<const char*> scan_inputs{"index:1", "index:37", "noise:23x29,seed=4", "index:1024", "index:2500"};

/// Checks the scan of each section: exact for whole numbers, within rounding errors for others.
void check_scan(const Outcome& run, size_t section) {
    const auto in = values_of(run.input), out = run.values("output");
    const bool whole = std::all_of(in.begin(), in.end(), [](double v) { return v == std::floor(v); });
    ASSERT_EQ(out.size(), in.size());
    double sum = 0;
    for (size_t i = 0; i < in.size(); ++i) {
        sum = i % section == 0 ? in[i] : sum + in[i];
        ASSERT_NEAR(out[i], sum, whole ? 0 : 1e-5 * sum) << "element " << i;
    }
}
const HasReference sections("scan", {"kogge_stone", "kogge_stone_double", "brent_kung"}, [](const Outcome& run) {
    check_scan(run, static_cast<size_t>(run.setting("SECTION_SIZE")));
});
const HasReference coarse_sections("scan", {"coarsened"}, [](const Outcome& run) {
    check_scan(run, static_cast<size_t>(run.setting("SECTION_SIZE") * run.setting("COARSE_FACTOR")));
});
const HasReference everything("scan", {"hierarchical"}, [](const Outcome& run) { check_scan(run, SIZE_MAX); });

void expect_scanned(const Case& wanted, size_t section, compile::CompilerChoice compiler) {
    const Outcome run = references::run(wanted, compiler);
    ASSERT_TRUE(run.measured);
    expect_no_findings(run, wanted);
    if (wanted.variant != "hierarchical") expect_stored_once(run, "output", wanted);
    SCOPED_TRACE(wanted.text());
    check_scan(run, section);
}

TEST_F(Scan, OneElementPerThreadMatchesReference) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"kogge_stone", "kogge_stone_double", "brent_kung"})
            for (const size_t section : {6, 128, 1024})
                for (const char* input : scan_inputs)
                    expect_scanned({"scan",
                                    variant,
                                    input,
                                    {7, 5, 1}, // has no effect: the section is the block
                                    {"SECTION_SIZE=" + std::to_string(section)},
                                    section == 128 ? 0 : 3,
                                    true},
                                   section, compiler);
}

TEST_F(Scan, CoarsenedSectionsMatchReference) {
    const std::pair<size_t, size_t> shapes[] = {{6, 1}, {32, 5}, {256, 4}};
    for (const auto compiler : usable_compilers())
        for (const auto& [threads, factor] : shapes)
            for (const char* input : scan_inputs)
                expect_scanned({"scan",
                                "coarsened",
                                input,
                                {0, 0, 0},
                                {"SECTION_SIZE=" + std::to_string(threads), "COARSE_FACTOR=" + std::to_string(factor)},
                                3,
                                true},
                               threads * factor, compiler);
}

TEST_F(Scan, HierarchicalScansAnyLength) {
    for (const auto compiler : usable_compilers())
        for (const char* section : {"6", "128"}) // 2500 elements are 417 sections of 6, so their sums need many rounds
            for (const char* input : scan_inputs)
                expect_scanned(
                    {"scan", "hierarchical", input, {0, 0, 0}, {std::string("SECTION_SIZE=") + section}, 3, true},
                    SIZE_MAX, compiler);
}

TEST_F(Scan, AdditionsMatchFormula) {
    for (const auto compiler : usable_compilers())
        for (const uint64_t log : {5, 8, 10}) {
            const uint64_t n = uint64_t{1} << log;
            const auto additions = [&](const char* variant, std::vector<std::string> settings) {
                const Outcome run = references::run(
                    {"scan", variant, "index:" + std::to_string(n), {0, 0, 0}, std::move(settings), 3}, compiler);
                return run.measured ? run.last().float_operations : 0;
            };
            for (const char* variant : {"kogge_stone", "kogge_stone_double"})
                EXPECT_EQ(additions(variant, {"SECTION_SIZE=1024"}), n * log - (n - 1)) << variant << " of " << n;
            EXPECT_EQ(additions("brent_kung", {"SECTION_SIZE=" + std::to_string(n)}), 2 * n - 2 - log) << n;
        }
}

TEST_F(Scan, SecondBufferSavesBarriers) {
    for (const auto compiler : usable_compilers()) {
        const auto barriers = [&](const char* variant) {
            const Outcome run =
                references::run({"scan", variant, "index:1024", {0, 0, 0}, {"SECTION_SIZE=1024"}, 3}, compiler);
            if (!run.measured) return uint32_t{0};
            const auto trace = run.measured->trace_block(0, 0);
            uint32_t last = 0;
            for (const auto& access : trace->accesses) last = std::max(last, access.interval);
            return last;
        };
        EXPECT_EQ(barriers("kogge_stone"), 20u); // 10 steps of two barriers
        EXPECT_EQ(barriers("kogge_stone_double"), 10u);
        EXPECT_EQ(barriers("brent_kung"), 10u + 9 + 1);
    }
}

} // namespace
} // namespace warpscope::catalog::references
