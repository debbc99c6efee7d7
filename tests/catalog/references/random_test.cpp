// Runs every variant with random legal settings: output as in plain C++, cell owners as declared, and only declared
// findings. Set WARPSCOPE_RANDOM_SEED=N for other settings, WARPSCOPE_RANDOM_DRAWS=N for more.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <set>

#include "base/hash.hpp"
#include "catalog/references/checks.hpp"
#include "catalog/references/random_draw.hpp"
#include "catalog/references/reference.hpp"
#include "metrics/finding_location.hpp"

namespace warpscope::catalog::references {
namespace {

uint64_t from_environment(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}
uint64_t seed() { return from_environment("WARPSCOPE_RANDOM_SEED", 20261121); }
uint64_t draws() { return from_environment("WARPSCOPE_RANDOM_DRAWS", 3); }

bool declares(const Variant& variant, const std::string& kind) {
    return std::find(variant.findings.begin(), variant.findings.end(), kind) != variant.findings.end();
}

/// The stores to the cells of a buffer in all launches.
struct Stores {
    bool any = false;       // a thread stored something
    uint64_t unowned = 0;   // number of cells without a store
    bool contested = false; // some cell was stored by several threads in one launch
};
Stores stores_of(const Outcome& run, const std::string& buffer) {
    Stores out;
    std::vector<bool> owned;
    for (const auto& launch : run.measured->launches())
        for (const metrics::CellMaps& maps : launch.maps) {
            const BufferLayout& layout = run.prepared.plan.buffers[maps.buffer].layout;
            if (layout.name != buffer || maps.owner.empty()) continue;
            owned.resize(layout.shape.cells());
            for (size_t cell = 0; cell < maps.owner.size(); ++cell)
                if (maps.owner[cell] != 0) owned[cell] = out.any = true;
            out.contested |= maps.contested;
        }
    for (const PlannedBuffer& planned : run.prepared.plan.buffers)
        if (planned.layout.name == buffer)
            out.unowned =
                planned.layout.shape.cells() - static_cast<uint64_t>(std::count(owned.begin(), owned.end(), true));
    return out;
}

/// Returns the contradiction between declaration and stores, or an empty text.
std::string against(Owners declared, const Stores& stores) {
    const bool single = declared == Owners::one || declared == Owners::at_most_one;
    if (single && stores.contested) return "several threads store into one cell";
    if (declared == Owners::one && stores.unowned > 0)
        return fmt::format("{} cells are stored by no thread", stores.unowned);
    return {};
}

class RandomSettings : public NeedsCompiler {
protected:
    /// Compiles a variant for the drawn settings and runs it.
    std::optional<Outcome> run(const Variant& variant, Draw& draw, int optimization) {
        const auto program = build(variant, draw.prepared, usable_compilers().front(), optimization);
        if (!program) {
            ADD_FAILURE() << program.error().text();
            return std::nullopt;
        }
        metrics::MeasureOptions options;
        options.races = true;
        options.launch.budget_per_warp = variant.budget.value_or(options.launch.budget_per_warp);
        auto measured = metrics::measure(*program, draw.prepared.plan, options);
        if (!measured) {
            ADD_FAILURE() << measured.error().text();
            return std::nullopt;
        }
        Outcome out;
        out.prepared = draw.prepared;
        out.settings = draw.settings;
        out.input = draw.input;
        out.measured = std::move(*measured);
        return out;
    }

    void check_findings(const Variant& variant, const Outcome& run) {
        for (const simt::Finding& finding : run.findings())
            if (!declares(variant, std::string(simt::name_of(finding.kind))))
                ADD_FAILURE() << "line " << finding.source.line << ": "
                              << metrics::finding_message(*run.measured, finding).english();
    }

    /// `ever` collects the stores of all draws.
    void check_owners(const Variant& variant, const Outcome& run, std::map<std::string, Stores>& ever) {
        for (const BufferSpec& buffer : variant.buffers) {
            if (buffer.role != BufferRole::output) continue;
            const Stores stores = stores_of(run, buffer.name);
            EXPECT_EQ(against(buffer.owners, stores), "") << buffer.name;
            Stores& all = ever[buffer.name];
            all.any |= stores.any;
            all.contested |= stores.contested;
            all.unowned += stores.unowned;
        }
    }

    /// Returns a message if no draw has shown a case that the declaration allows, because the declaration may be too
    /// weak.
    static std::string unused(const Variant& variant, std::map<std::string, Stores>& ever) {
        for (const BufferSpec& buffer : variant.buffers) {
            if (buffer.role != BufferRole::output) continue;
            const Stores& seen = ever[buffer.name];
            if (buffer.owners == Owners::many && !seen.contested)
                return buffer.name + ": no two threads ever met, so declare \"one\"";
            if (buffer.owners == Owners::at_most_one && seen.unowned == 0)
                return buffer.name + ": every cell had an owner, so declare \"one\"";
        }
        return {};
    }
};

/// Changes one written value of the output and returns the output, or nullopt if no value was written.
std::optional<std::vector<double>> tampered(const Outcome& run, const std::string& output) {
    for (const auto& launch : run.measured->launches())
        for (const metrics::CellMaps& maps : launch.maps) {
            const BufferLayout& layout = run.prepared.plan.buffers[maps.buffer].layout;
            if (layout.name != output) continue;
            const auto owned = std::find_if(maps.owner.begin(), maps.owner.end(), [](auto id) { return id != 0; });
            if (owned == maps.owner.end()) continue;
            auto values = run.values(output);
            double& value = values[static_cast<size_t>(owned - maps.owner.begin()) * layout.channels];
            double largest = 0; // the wrong value is larger, so that it cannot pass as a rounding error
            for (const double v : values) largest = std::isfinite(v) ? std::max(largest, std::abs(v)) : largest;
            value = largest < 1e9 ? 2 * largest + 100 : value == 100 ? 17 : 100;
            return values;
        }
    return std::nullopt;
}

/// Returns the number of failures that the reference reports.
int complaints(Reference reference, const Outcome& run) {
    ::testing::TestPartResultArray results;
    {
        const ::testing::ScopedFakeTestPartResultReporter reporter(
            ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
        reference(run);
    }
    int failures = 0;
    for (int i = 0; i < results.size(); ++i) failures += results.GetTestPartResult(i).failed() ? 1 : 0;
    return failures;
}

TEST_F(RandomSettings, EveryVariantMatchesItsReference) {
    fmt::print("seed {}, {} draws of each variant\n", seed(), draws());
    RecordProperty("seed", std::to_string(seed()));
    for (const Experiment& experiment : shipped().experiments)
        for (const Variant& variant : experiment.variants) {
            const std::string name = experiment.name + "/" + variant.name;
            SCOPED_TRACE(name);
            const Reference reference = reference_of(experiment.name, variant.name);
            EXPECT_TRUE(reference != nullptr || !variant.findings.empty()) << "the variant has no reference";
            // The seed depends on the variant's name, so that a new variant does not change the draws of others.
            Drawer drawer(seed() ^ fnv1a(name));
            std::map<std::string, Stores> ever;
            bool drawn = false;
            const uint64_t patience = draws() + 20; // small draws may miss some cases
            for (uint64_t number = 0;
                 number < draws() || (drawn && number < patience && !unused(variant, ever).empty()); ++number) {
                auto draw = drawer.draw(experiment, variant);
                if (!draw) continue;
                drawn = true;
                SCOPED_TRACE(draw->text());
                const auto run = this->run(variant, *draw, number % 2 == 0 ? 3 : 0);
                if (!run) continue;
                check_findings(variant, *run);
                check_owners(variant, *run, ever);
                if (reference == nullptr) continue;
                reference(*run);
                // Checks the reference itself: a single wrong value must fail.
                const std::string& shown = run->prepared.plan.buffers[run->prepared.output_buffer].layout.name;
                if (auto wrong = tampered(*run, shown)) {
                    Outcome other = *run;
                    other.replaced[shown] = std::move(*wrong);
                    EXPECT_GT(complaints(reference, other), 0) << "a wrong value of " << shown << " passed";
                }
            }
            EXPECT_TRUE(drawn || declares(variant, "invalid_launch")) << "no legal settings were found";
            if (drawn) {
                EXPECT_EQ(unused(variant, ever), "");
            }
        }
}

TEST_F(RandomSettings, DeclaredFindingsUseReportNames) {
    std::set<std::string> known;
    for (uint8_t kind = 0; simt::name_of(simt::FindingKind{kind}) != "unknown"; ++kind)
        known.emplace(simt::name_of(simt::FindingKind{kind}));
    ASSERT_TRUE(known.contains("out_of_bounds"));
    for (const Experiment& experiment : shipped().experiments)
        for (const Variant& variant : experiment.variants)
            for (const std::string& kind : variant.findings)
                EXPECT_TRUE(known.count(kind)) << experiment.name << "/" << variant.name << ": " << kind;
}

TEST_F(RandomSettings, DetectsWrongOwnerDeclaration) {
    const auto stores = [&](const char* experiment, const char* variant, const char* input, const char* buffer) {
        const Outcome run =
            references::run({experiment, variant, input, {32, 1, 1}, {}, 3}, usable_compilers().front());
        return run.measured ? stores_of(run, buffer) : Stores{};
    };
    const Stores bins = stores("histogram", "global", "noise:33x7", "histogram");
    ASSERT_TRUE(bins.any);
    EXPECT_EQ(against(Owners::one, bins), "several threads store into one cell");
    EXPECT_EQ(against(Owners::at_most_one, bins), "several threads store into one cell");
    EXPECT_EQ(against(Owners::many, bins), "");
    const Stores inner = stores("stencil", "basic", "noise:5x4x3", "out");
    ASSERT_TRUE(inner.any);
    EXPECT_EQ(against(Owners::one, inner), "54 cells are stored by no thread"); // all except 3 x 2 x 1
    EXPECT_EQ(against(Owners::at_most_one, inner), "");
    const Stores each = stores("transpose", "naive_row", "noise:9x5", "out");
    ASSERT_TRUE(each.any);
    EXPECT_EQ(against(Owners::one, each), "");
    // Any two threads that store a cell make it contested, in one block or in several.
    EXPECT_TRUE(stores("count_condition", "racy", "", "count").contested);
}

} // namespace
} // namespace warpscope::catalog::references
