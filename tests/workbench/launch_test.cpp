// Legal blocks and values of a launch.
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "workbench/finish_jobs.hpp"
#include "workbench/launch/legal_values.hpp"

namespace warpscope::workbench {
namespace {

catalog::Experiment experiment() {
    const catalog::Catalog all = catalog::load_catalog(catalog::catalog_folder());
    return *all.find("box_blur");
}

TEST(LegalValues, WaitForTheInputShape) {
    const catalog::Experiment blur = experiment();
    const catalog::Variant& variant = blur.variants.front();
    Worker worker({});
    Redraw redraw;
    LegalValues legal(worker, redraw);
    const scene::LaunchSetup setup = default_setup(blur, "picture.png");
    legal.update(setup, variant, nullptr, DeviceLimits{});
    EXPECT_TRUE(worker.idle()); // the picture is still unknown
    auto run = std::make_shared<session::RunResult>();
    run->request.input = setup.input;
    run->input.layout.shape = {64, 64, 1};
    legal.update(setup, variant, run, DeviceLimits{});
    EXPECT_FALSE(worker.idle());
    finish(worker);
    legal.update(setup, variant, run, DeviceLimits{});
    EXPECT_TRUE(worker.idle()); // the same question
}

TEST(Block, StaysWithinDeviceLimits) {
    const DeviceLimits limits;
    EXPECT_EQ(change_block({16, 16, 1}, Axis::y, 64, limits).block, (Dim3{16, 64, 1}));
    EXPECT_TRUE(change_block({16, 16, 1}, Axis::y, 64, limits).why.empty());
    const BlockChange over = change_block({16, 16, 1}, Axis::y, 65, limits);
    EXPECT_EQ(over.block, (Dim3{16, 64, 1}));
    EXPECT_EQ(over.why, "16 × 65 would be 1040 threads. A block has at most 1024, so y stops at 64.");
    EXPECT_EQ(change_block({7, 5, 1}, Axis::x, 1000, limits).block, (Dim3{204, 5, 1}));
    EXPECT_EQ(change_block({1, 1, 1}, Axis::z, 65, limits).block, (Dim3{1, 1, 64}));
    EXPECT_EQ(change_block({8, 8, 1}, Axis::x, 0, limits).block, (Dim3{1, 8, 1}));
}

} // namespace
} // namespace warpscope::workbench
