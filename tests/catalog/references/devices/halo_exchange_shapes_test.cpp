// Lines, blurred pictures and volumes split over several devices equal plain C++ on the whole data, bit by bit.
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>

#include "catalog/references/reference.hpp"
#include "catalog/references/window_checks.hpp"

namespace warpscope::catalog::references {
namespace {

using HaloExchangeShapes = CompiledKernels;

struct Whole {
    std::vector<float> cells;
    int64_t width = 0, height = 0, depth = 0;

    [[nodiscard]] float at(int64_t x, int64_t y = 0, int64_t z = 0) const {
        return cells[static_cast<size_t>((z * height + y) * width + x)];
    }
};

Whole whole_of(const Outcome& run) {
    const std::vector<double> values = values_of(run.input);
    const Shape& shape = run.input.layout.shape;
    return {{values.begin(), values.end()}, shape.width, shape.height, shape.depth};
}

void expect_same(const Outcome& run, const std::vector<float>& expected) {
    const std::vector<double> got = run.values("out");
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) {
        if (std::isnan(expected[i]) && std::isnan(got[i])) continue; // some step sizes make the values oscillate
        ASSERT_EQ(got[i], static_cast<double>(expected[i])) << "cell " << i;
    }
}

void check_line(const Outcome& run) {
    Whole line = whole_of(run);
    const auto alpha = static_cast<float>(run.setting("alpha"));
    for (int step = 0; step < run.setting("steps"); ++step) {
        const Whole before = line;
        for (int64_t x = 1; x + 1 < line.width; ++x) {
            const float sum = before.at(x - 1) + before.at(x + 1);
            line.cells[static_cast<size_t>(x)] = std::fma(alpha, std::fma(-2.0f, before.at(x), sum), before.at(x));
        }
    }
    expect_same(run, line.cells);
}

void check_volume(const Outcome& run) {
    Whole volume = whole_of(run);
    const auto alpha = static_cast<float>(run.setting("alpha"));
    for (int step = 0; step < run.setting("steps"); ++step) {
        const Whole before = volume;
        for (int64_t z = 1; z + 1 < volume.depth; ++z)
            for (int64_t y = 1; y + 1 < volume.height; ++y)
                for (int64_t x = 1; x + 1 < volume.width; ++x) {
                    const float t = before.at(x, y, z);
                    const float around = before.at(x - 1, y, z) + before.at(x + 1, y, z) + before.at(x, y - 1, z) +
                                         before.at(x, y + 1, z) + before.at(x, y, z - 1) + before.at(x, y, z + 1);
                    volume.cells[static_cast<size_t>((z * volume.height + y) * volume.width + x)] =
                        std::fma(alpha, std::fma(-6.0f, t, around), t);
                }
    }
    expect_same(run, volume.cells);
}

void check_blurred_picture(const Outcome& run) {
    const Whole picture = whole_of(run);
    const auto radius = static_cast<int64_t>(run.setting("radius"));
    std::vector<float> expected;
    for (int64_t y = 0; y < picture.height; ++y)
        for (int64_t x = 0; x < picture.width; ++x) {
            float sum = 0;
            int count = 0;
            for (int64_t v = std::max<int64_t>(0, y - radius); v <= std::min(picture.height - 1, y + radius); ++v)
                for (int64_t u = std::max<int64_t>(0, x - radius); u <= std::min(picture.width - 1, x + radius); ++u) {
                    sum += picture.at(u, v);
                    ++count;
                }
            expected.push_back(sum / static_cast<float>(count));
        }
    expect_same(run, expected);
}

const HasReference line("halo_exchange_line", {"basic"}, check_line);
const HasReference volume("halo_exchange_volume", {"basic"}, check_volume);
const HasReference blur("halo_exchange_blur", {"basic"}, check_blurred_picture);

/// Runs every input on every number of devices with each setting in `others`.
void expect_as_on_one_device(const char* experiment, std::initializer_list<const char*> inputs, Dim3 block,
                             std::initializer_list<const char*> others) {
    for (const auto compiler : usable_compilers())
        for (const char* input : inputs)
            for (const char* devices : {"devices=1", "devices=2", "devices=3", "devices=16"})
                for (const char* other : others) {
                    const Case wanted{experiment, "basic", input, block, {devices, other}, 3};
                    const Outcome run = references::run(wanted, compiler);
                    ASSERT_TRUE(run.measured) << wanted.text();
                    SCOPED_TRACE(wanted.text());
                    expect_no_findings(run.findings(), wanted);
                    reference_of(experiment, "basic")(run);
                    if (testing::Test::HasFatalFailure()) return;
                }
}

TEST_F(HaloExchangeShapes, LineMatchesOneDevice) {
    expect_as_on_one_device("halo_exchange_line", {"noise:1x1", "noise:2x1", "noise:17x1,seed=2", "noise:97x1,seed=3"},
                            {8, 1, 1}, {"steps=1", "steps=2", "steps=5"});
}

TEST_F(HaloExchangeShapes, VolumeMatchesOneDevice) {
    expect_as_on_one_device("halo_exchange_volume",
                            {"noise:1x1x1", "noise:5x3x7", "noise:3x5x2,seed=2", "noise:7x4x13,seed=3"}, {4, 2, 2},
                            {"steps=1", "steps=2", "steps=5"});
}

TEST_F(HaloExchangeShapes, BlurMatchesOneDevice) {
    expect_as_on_one_device(
        "halo_exchange_blur",
        {"noise:1x1", "noise:1x17,seed=2", "noise:17x1", "noise:13x11,seed=3", "noise:31x2", "noise:37x23,seed=4"},
        {8, 4, 1}, {"radius=1", "radius=2", "radius=5", "radius=8"});
}

TEST_F(HaloExchangeShapes, GhostRowsMatchFilterRadius) {
    for (const auto compiler : usable_compilers()) {
        const Outcome run = references::run(
            {"halo_exchange_blur", "basic", "noise:10x13", {8, 4, 1}, {"devices=3", "radius=4"}, 3}, compiler);
        ASSERT_TRUE(run.measured);
        std::vector<uint64_t> between;
        for (const PlannedCopy& copy : run.prepared.plan.copies)
            if (copy.from.device != copy.to.device) between.push_back(copy.bytes / (10 * 4));
        // Slabs of 5, 5 and 3 rows. The first two exchange 4 rows each way; the last two, 4 rows down and 3 up.
        EXPECT_THAT(between, testing::UnorderedElementsAre(4u, 4u, 4u, 3u));
    }
}

TEST_F(HaloExchangeShapes, LineRejectsPictures) {
    const Variant& variant = *shipped().find("halo_exchange_line")->find("basic");
    const auto checked = check_settings(variant, default_settings(variant), {8, 4, 1}, {});
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, testing::HasSubstr("cannot be divided along x"));
}

} // namespace
} // namespace warpscope::catalog::references
