// Partial output before a run is measured.
#include "session/first_picture.hpp"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>

#include "session/blurs.hpp"

namespace warpscope::session {
namespace {

TEST(Run, PartialOutputsMixWholeBytes) {
    const auto first = run(blur(320, 220, 1));
    ASSERT_TRUE(first) << first.error().text();
    // After a slow run, partial output comes early.
    auto slow = std::make_shared<RunResult>(**first);
    slow->timing.execute_ms = 1000;
    const std::shared_ptr<const RunResult> before = slow;
    // Makes the run last about a second in any build; the first run had 9 samples per pixel.
    int radius = 2; // not 1, so that the picture changes
    while (radius < 15 && (2 * radius + 1) * (2 * radius + 1) < 9 * 1000 / std::max(1.0, (*first)->timing.execute_ms))
        ++radius;
    std::vector<PartialOutput> seen;
    RunOptions options;
    RunProgress progress;
    options.progress = &progress;
    options.workers = 1; // makes the run longer than the delay
    options.before = before;
    options.partial = [&](const PartialOutput& partial) {
        if (seen.size() < 6) seen.push_back(partial);
    };
    const auto after = run(blur(320, 220, radius), options);
    ASSERT_TRUE(after) << after.error().text();
    if (seen.empty() && (*after)->timing.execute_ms < 100) GTEST_SKIP() << "this machine is too fast";
    ASSERT_FALSE(seen.empty()) << "it took " << (*after)->timing.execute_ms << " ms";
    const Bytes &old = *before->output.bytes, &now = *(*after)->output.bytes;
    size_t max = 0;
    for (const PartialOutput& partial : seen) {
        EXPECT_EQ(partial.before, before);
        EXPECT_GT(partial.share, 0.0f);
        EXPECT_LT(partial.share, 1.0f);
        const Bytes& bytes = *partial.output.bytes;
        ASSERT_EQ(bytes.size(), now.size());
        ASSERT_TRUE(partial.written);
        ASSERT_EQ(partial.written->size(), bytes.size());
        size_t news = 0;
        for (size_t i = 0; i < bytes.size(); ++i) {
            ASSERT_TRUE(bytes[i] == old[i] || bytes[i] == now[i]) << "byte " << i;
            ASSERT_EQ(bytes[i], (*partial.written)[i] == std::byte{0} ? old[i] : now[i]) << "byte " << i;
            news += bytes[i] == now[i] && now[i] != old[i] ? 1 : 0;
        }
        EXPECT_GT(news, max);
        max = news;
    }
    // A picture of another size has no partial output.
    seen.clear();
    ASSERT_TRUE(run(blur(320, 221, radius), options));
    EXPECT_TRUE(seen.empty());
}

TEST(Run, WholePictureArrivesBeforeMeasurement) {
    const auto whole_pictures = [](uint32_t width, uint32_t height) {
        const auto before = run(blur(width, height, 4));
        EXPECT_TRUE(before) << before.error().text();
        std::vector<PartialOutput> seen;
        RunOptions options;
        options.before = *before;
        options.partial = [&](const PartialOutput& partial) { seen.push_back(partial); };
        const auto after = run(blur(width, height, 5), options);
        EXPECT_TRUE(after) << after.error().text();
        // Ignores incomplete pictures, because slow builds show them even for small outputs.
        std::erase_if(seen, [](const PartialOutput& partial) { return partial.share < 1; });
        for (const PartialOutput& partial : seen) {
            EXPECT_EQ(partial.before, *before);
            EXPECT_EQ(*partial.output.bytes, *(*after)->output.bytes);
        }
        return seen.size();
    };
    EXPECT_EQ(whole_pictures(1000, 700), 1u);
    EXPECT_EQ(whole_pictures(90, 70), 0u) << "a small picture has no partial output";
}

TEST(Run, VisibleBlocksComeFirst) {
    const auto before = run(blur(1000, 700, 4));
    ASSERT_TRUE(before) << before.error().text();
    std::vector<PartialOutput> seen;
    RunOptions options;
    options.before = *before;
    options.in_sight = CellRectangle{500, 400, 540, 420};
    options.partial = [&](const PartialOutput& partial) { seen.push_back(partial); };
    const auto after = run(blur(1000, 700, 5), options);
    ASSERT_TRUE(after) << after.error().text();
    ASSERT_EQ(seen.size(), 2u) << "visible blocks first, then all";
    EXPECT_LT(seen[0].share, 0.01f);
    EXPECT_EQ(seen[1].share, 1.0f);
    const Bytes &old = *(*before)->output.bytes, &now = *(*after)->output.bytes;
    ASSERT_EQ(seen[0].written->size(), now.size());
    size_t news = 0;
    for (size_t i = 0; i < now.size(); ++i) {
        const size_t x = i / 3 % 1000, y = i / 3000;
        const bool written = (*seen[0].written)[i] != std::byte{0};
        // Exactly the 16 x 16 blocks that overlap `in_sight` are written.
        ASSERT_EQ(written, x >= 496 && x < 544 && y >= 400 && y < 432) << x << ", " << y;
        ASSERT_EQ((*seen[0].output.bytes)[i], written ? now[i] : old[i]) << x << ", " << y;
        news += written ? 1 : 0;
    }
    EXPECT_EQ(news, 48u * 32 * 3);
    EXPECT_EQ(now, *(*run(blur(1000, 700, 5)))->output.bytes) << "the order must not change the output";
}

TEST(Run, FirstPictureIncludesFollowedBlock) {
    const auto before = run(blur(1000, 700, 4));
    ASSERT_TRUE(before) << before.error().text();
    std::vector<PartialOutput> seen;
    RunOptions options;
    options.before = *before;
    options.followed = [](const RunResult&) { return std::optional(FocusKey{0, 650}); };
    options.partial = [&](const PartialOutput& partial) { seen.push_back(partial); };
    const auto after = run(blur(1000, 700, 6), options);
    ASSERT_TRUE(after) << after.error().text();
    ASSERT_FALSE(seen.empty());
    ASSERT_TRUE(seen[0].trace);
    const auto traced = (*after)->measured->trace_block(0, 650);
    ASSERT_TRUE(traced) << traced.error().text();
    EXPECT_EQ(seen[0].trace->block, 650u);
    EXPECT_EQ(seen[0].trace->accesses.size(), traced->accesses.size()) << "the trace belongs to the new radius";
    // The old run has no such block, because the block shape differs.
    seen.clear();
    Request other = blur(1000, 700, 6);
    other.settings.block = {8, 8, 1};
    ASSERT_TRUE(run(other, options));
    ASSERT_FALSE(seen.empty());
    EXPECT_FALSE(seen[0].trace);
}

TEST(Run, FullyVisibleLaunchKeepsItsOrder) {
    metrics::Placement placement;
    placement.exact = true;
    placement.x_per_x = placement.y_per_y = 1;
    const LaunchConfig config{{4, 4, 1}, {16, 16, 1}, 0};
    EXPECT_TRUE(blocks_in_sight(placement, config, {0, 0, 64, 64}).empty());
    EXPECT_EQ(blocks_in_sight(placement, config, {0, 0, 17, 1}), (std::vector<uint64_t>{0, 1}));
    placement.x_per_x = -1; // mirrored
    placement.origin_x = 63;
    EXPECT_EQ(blocks_in_sight(placement, config, {0, 0, 17, 1}), (std::vector<uint64_t>{2, 3}));
    placement.exact = false;
    EXPECT_TRUE(blocks_in_sight(placement, config, {0, 0, 17, 1}).empty());
}

TEST(Run, ShortRunsShowNoPartialOutput) {
    using namespace std::chrono_literals;
    EXPECT_GT(first_picture_delay(100), 200ms) << "the run ends before";
    EXPECT_LT(first_picture_delay(1000), 100ms);
}

} // namespace
} // namespace warpscope::session
