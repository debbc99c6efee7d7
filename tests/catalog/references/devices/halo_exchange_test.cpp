// A picture split into slabs over several devices equals plain C++ on the whole picture, bit by bit.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "base/plan/devices.hpp"
#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using HaloExchange = CompiledKernels;

struct Picture {
    std::vector<float> cells;
    size_t width = 0, height = 0;
};

Picture picture_of(const Outcome& run) {
    const std::vector<double> values = values_of(run.input);
    return {{values.begin(), values.end()}, run.input.layout.shape.width, run.input.layout.shape.height};
}

/// Computes one step. A slab has `slab` rows (0: all) and reads zeros outside.
void cool(Picture& picture, float alpha, size_t slab) {
    const std::vector<float> before = picture.cells;
    const auto read = [&](size_t x, size_t y, size_t from) {
        return slab != 0 && y / slab != from / slab ? 0.0f : before[y * picture.width + x];
    };
    for (size_t y = 1; y + 1 < picture.height; ++y)
        for (size_t x = 1; x + 1 < picture.width; ++x) {
            const float t = before[y * picture.width + x];
            const float around = read(x - 1, y, y) + read(x + 1, y, y) + read(x, y - 1, y) + read(x, y + 1, y);
            picture.cells[y * picture.width + x] = std::fma(alpha, around - 4 * t, t);
        }
}

void expect_cooled(const Outcome& run, size_t slab) {
    Picture expected = picture_of(run);
    for (int step = 0; step < run.setting("steps"); ++step)
        cool(expected, static_cast<float>(run.setting("alpha")), slab);
    const std::vector<double> got = run.values("out");
    for (size_t i = 0; i < got.size(); ++i) {
        // Step sizes that make the values oscillate may end in NaN.
        if (std::isnan(expected.cells[i]) && std::isnan(got[i])) continue;
        ASSERT_EQ(got[i], static_cast<double>(expected.cells[i])) << "cell " << i;
    }
}

size_t slab_of(const Outcome& run) {
    const auto devices = static_cast<size_t>(run.setting("devices"));
    return (run.input.layout.shape.height + devices - 1) / devices;
}

void check_single_device_result(const Outcome& run) { expect_cooled(run, 0); }
void check_seams(const Outcome& run) { expect_cooled(run, slab_of(run)); }
const HasReference exchanged("halo_exchange", {"exchange", "overlapped"}, check_single_device_result);
const HasReference forgotten("halo_exchange", {"forgotten_exchange"}, check_seams);

/// Pictures of 1 x 1, with prime sides, with fewer rows than devices, and with rows that do not divide evenly.
const std::vector<const char*> odd_inputs{"noise:1x1",          "noise:1x17,seed=2", "noise:17x1,seed=3",
                                          "noise:13x11,seed=4", "noise:31x2,seed=5", "noise:37x23,seed=6"};

TEST_F(HaloExchange, MatchesOneDevice) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"exchange", "overlapped"})
            for (const char* input : odd_inputs)
                for (const char* devices : {"devices=1", "devices=2", "devices=3", "devices=16"})
                    for (const char* steps : {"steps=1", "steps=2", "steps=5"}) {
                        const Case wanted{"halo_exchange", variant, input, {8, 4, 1}, {devices, steps}, 3};
                        const Outcome run = references::run(wanted, compiler);
                        ASSERT_TRUE(run.measured);
                        SCOPED_TRACE(wanted.text());
                        expect_no_findings(run.findings(), wanted);
                        check_single_device_result(run);
                        if (HasFatalFailure()) return;
                    }
}

TEST_F(HaloExchange, MissingExchangeLeavesSeamsAndFindings) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run(
            {"halo_exchange", "forgotten_exchange", "noise:13x11", {8, 4, 1}, {"devices=3", "steps=2"}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        check_seams(run);
        const auto whole = [&] {
            Outcome other = run;
            other.settings.values["devices"] = 1;
            Picture picture = picture_of(other);
            for (int step = 0; step < 2; ++step) cool(picture, static_cast<float>(run.setting("alpha")), 0);
            return picture.cells;
        }();
        // Slabs of four rows: after two steps, the error has spread two rows.
        const std::vector<double> got = run.values("out");
        for (size_t y = 0; y < 11; ++y) {
            bool differs = false;
            for (size_t x = 0; x < 13; ++x) differs |= got[y * 13 + x] != static_cast<double>(whole[y * 13 + x]);
            EXPECT_EQ(differs, (y >= 2 && y <= 5) || (y >= 6 && y <= 9)) << "row " << y;
        }
        ASSERT_FALSE(run.findings().empty());
        for (const simt::Finding& finding : run.findings())
            EXPECT_EQ(finding.kind, simt::FindingKind::uninitialized_read) << finding.message;
    }
}

TEST_F(HaloExchange, LaunchesWaitForNeededCopies) {
    for (const auto compiler : usable_compilers())
        for (const char* variant : {"exchange", "overlapped"}) {
            const bool overlapped = std::strcmp(variant, "overlapped") == 0;
            const Outcome run = references::run(
                {"halo_exchange", variant, "noise:10x12", {8, 4, 1}, {"devices=3", "steps=3"}, 3}, compiler);
            ASSERT_TRUE(run.measured);
            const ExecutionPlan& plan = run.prepared.plan;
            EXPECT_EQ(plan.devices, 3u);
            ASSERT_EQ(plan.launches.size(), overlapped ? 18u : 9u);
            size_t filled = 0, exchanged = 0;
            for (const PlannedCopy& copy : plan.copies) {
                (copy.from.device == copy.to.device ? filled : exchanged) += 1;
                EXPECT_EQ(copy.bytes, copy.from.device == copy.to.device ? 10u * 4 * 4 : 10u * 4);
            }
            EXPECT_EQ(filled, 3u) << "each slab is copied once";
            EXPECT_EQ(exchanged, 3u * 4) << "two copies per seam and step";
            // A kernel waits for the ghost rows that it reads. The kernel for inner rows reads none, so it does not
            // wait.
            const std::vector<Step> steps = steps_of(plan);
            for (const Step& step : steps) {
                if (step.kind != Step::Kind::launch || step.index < 6) continue; // first launches wait for filled slabs
                const bool waits = std::ranges::any_of(
                    step.after, [&](uint32_t other) { return steps[other].kind == Step::Kind::copy; });
                EXPECT_EQ(waits, plan.launches[step.index].kernel != "heat_inner") << "launch " << step.index;
            }
        }
}

/// Returns the plan's steps in another order that respects all waits.
ExecutionPlan reordered(const ExecutionPlan& plan, std::minstd_rand& random) {
    const std::vector<Step> steps = steps_of(plan);
    ExecutionPlan out = plan;
    out.launches.clear();
    out.copies.clear();
    std::vector<bool> done(steps.size());
    for (size_t left = steps.size(); left > 0; --left) {
        std::vector<size_t> ready;
        for (size_t i = 0; i < steps.size(); ++i)
            if (!done[i] && std::ranges::all_of(steps[i].after, [&](uint32_t before) { return done[before]; }))
                ready.push_back(i);
        const size_t next = ready[random() % ready.size()];
        done[next] = true;
        if (steps[next].kind == Step::Kind::copy) {
            out.copies.push_back(plan.copies[steps[next].index]);
            out.copies.back().before = static_cast<uint32_t>(out.launches.size());
        } else {
            out.launches.push_back(plan.launches[steps[next].index]);
            out.launches.back().awaited.clear();
        }
    }
    return out;
}

TEST_F(HaloExchange, AnyAllowedOrderMatches) {
    std::minstd_rand random(20261125);
    for (const auto compiler : usable_compilers())
        for (const char* input : {"noise:9x12", "noise:9x5", "noise:9x3"})
            for (const char* variant : {"exchange", "overlapped"}) {
                const Case wanted{"halo_exchange", variant, input, {8, 4, 1}, {"devices=3", "steps=4"}, 3};
                Outcome run = references::run(wanted, compiler);
                ASSERT_TRUE(run.measured);
                const auto program = build(*shipped().find("halo_exchange")->find(variant), run.prepared, compiler, 3);
                ASSERT_TRUE(program);
                for (int order = 0; order < 4; ++order) {
                    auto measured = metrics::measure(*program, reordered(run.prepared.plan, random), {});
                    ASSERT_TRUE(measured) << measured.error().text();
                    run.measured = *measured;
                    SCOPED_TRACE(wanted.text());
                    check_single_device_result(run);
                }
            }
}

} // namespace
} // namespace warpscope::catalog::references
