#include <atomic>
#include <set>
#include <thread>

#include "recorded.hpp"

namespace warpscope::replay {
namespace {

TEST(Stepping, WarpsAlternateByLine) {
    const Recorded run = record({"box_blur/tiled", "noise:40x40", "16x16", {"radius=2"}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    const auto& steps = run.recording->steps();
    ASSERT_GT(steps.size(), 16u);
    for (uint32_t k = 0; k < 16; ++k) EXPECT_EQ(steps[k].warp, k % 8) << k;
    for (size_t k = 0; k + 1 < steps.size(); ++k) EXPECT_LT(steps[k].first_record, steps[k + 1].first_record);
    // A step is one line.
    for (size_t k = 0; k < steps.size(); ++k) {
        std::set<uint32_t> lines;
        for (uint64_t r = steps[k].first_record; r < run.recording->records_before(k + 1); ++r) {
            EXPECT_EQ(run.recording->contents().records[r].warp, steps[k].warp);
            if (const uint32_t line = run.recording->place_of(run.recording->contents().records[r].pc).line; line != 0)
                lines.insert(line);
        }
        EXPECT_LE(lines.size(), 1u) << "step " << k;
    }
}

TEST(Stepping, RecordingsAreReproducible) {
    const cli::TargetOptions options{"reduction", "", "", {}, "emulator", "auto"};
    const Recorded one = record(options, 0), other = record(options, 0);
    ASSERT_TRUE(one.recording && other.recording);
    ASSERT_EQ(one.recording->steps().size(), other.recording->steps().size());
    for (size_t k = 0; k < one.recording->steps().size(); ++k) {
        EXPECT_EQ(one.recording->steps()[k].pc, other.recording->steps()[k].pc);
        EXPECT_EQ(one.recording->steps()[k].warp, other.recording->steps()[k].warp);
    }
    EXPECT_TRUE(one.recording->state_at(one.recording->steps().size())
                    .same_as(other.recording->state_at(other.recording->steps().size())));
}

TEST(Stepping, BarrierHoldsAllWarps) {
    const Recorded run = record({"matmul/tiled", "", "", {}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    uint32_t interval = 0;
    for (const Step& step : run.recording->steps()) {
        EXPECT_GE(step.interval + 1, interval + 1); // steps are sorted by interval
        interval = std::max(interval, step.interval);
    }
    EXPECT_GT(interval, 1u);
}

TEST(Stepping, BranchExplainsInactiveLanes) {
    // The last column of blocks covers columns 64 to 79; the picture has 76, so four of 16 are outside.
    const Recorded run =
        record({"color_to_gray/basic", "gradient:76x62", "16x16", {}, "emulator", "auto"}, 10 * 76 + 70);
    ASSERT_TRUE(run.recording);
    bool seen = false;
    for (uint32_t k = 0; k < run.recording->steps().size(); ++k) {
        const Step& step = run.recording->steps()[k];
        if (run.recording->place_of(step.pc).line != 7) continue;
        seen = true;
        EXPECT_EQ(step.active, 0x0fff0fffu);
        const auto why = run.recording->find_split(k, 15);
        ASSERT_TRUE(why);
        EXPECT_EQ(run.recording->place_of(why->pc).line, 6u);
        EXPECT_FALSE(run.recording->find_split(k, 0));
    }
    EXPECT_TRUE(seen);
}

TEST(Stepping, FindsAccessesOfASharedWord) {
    const Recorded run = record({"matmul/tiled", "", "", {}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    const Recording& recording = *run.recording;
    const MemoryAddress word{ptx::Space::shared, 0, 0};
    const auto write = recording.next_write(word, 4, 0);
    ASSERT_TRUE(write);
    EXPECT_EQ(write->warp, 0u);
    EXPECT_EQ(write->lane, 0u);
    EXPECT_FALSE(recording.last_write(word, 4, write->record));
    const auto back = recording.last_write(word, 4, write->record + 1);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->record, write->record);
    const auto read = recording.first_read(word, 4, write->record);
    ASSERT_TRUE(read);
    EXPECT_GT(recording.steps()[read->step].interval, recording.steps()[write->step].interval);
    EXPECT_EQ(recording.writes_to(recording.state_at(write->step), word), 0u);
    EXPECT_EQ(recording.writes_to(recording.state_at(write->step + 1), word), 1u);
}

TEST(Stepping, FullRecordingIsMarked) {
    const Recorded run = record({"matmul/tiled", "", "", {}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    RecordRequest record_request;
    record_request.block = run.owner.block;
    record_request.memory_limit = 60'000;
    const auto cut = record_block(run.run->measured, run.build.stepped, record_request);
    ASSERT_TRUE(cut) << cut.error().text();
    EXPECT_TRUE((*cut)->is_cut_off());
    EXPECT_FALSE((*cut)->notes().empty());
    ASSERT_LT((*cut)->steps().size(), run.recording->steps().size());
    const uint64_t end = (*cut)->steps().size();
    EXPECT_TRUE((*cut)->state_at(end).same_as(run.recording->state_at(end)));
}

TEST(Stepping, BeginningMatchesTheWhole) {
    const Recorded run = record({"matmul/tiled", "", "", {}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    RecordRequest record_request;
    record_request.block = run.owner.block;
    record_request.max_records = 500;
    const auto begun = record_block(run.run->measured, run.build.stepped, record_request);
    ASSERT_TRUE(begun) << begun.error().text();
    EXPECT_TRUE((*begun)->contents().is_beginning);
    EXPECT_NE((*begun)->notes().front().english().find("still being recorded"), std::string::npos);
    const uint64_t end = (*begun)->steps().size();
    ASSERT_LT(end, run.recording->steps().size());
    EXPECT_GE((*begun)->record_count(), 500u);
    EXPECT_LT((*begun)->record_count(), 600u);
    EXPECT_TRUE((*begun)->state_at(end).same_as(run.recording->state_at(end)));
}

/// After cancellation, the warp that executed the last instruction no longer exists, so its changes cannot be read.
TEST(Stepping, CanceledRecordingIsAnError) {
    const Recorded run = record({"matmul/tiled", "noise:512x64", "", {}, "emulator", "auto"}, 0);
    ASSERT_TRUE(run.recording);
    std::atomic<bool> cancel{false};
    std::atomic<uint64_t> made{0};
    RecordRequest record_request;
    record_request.block = run.owner.block;
    record_request.cancel = &cancel;
    record_request.records_made = &made;
    std::thread later([&] {
        while (made < 1000) std::this_thread::yield();
        cancel = true;
    });
    const auto recording = record_block(run.run->measured, run.build.stepped, record_request);
    made = 1000;
    later.join();
    ASSERT_FALSE(recording);
    EXPECT_EQ(recording.error().kind, ErrorKind::canceled);
}

/// Until its first atomic, a block that runs without other blocks behaves as in the launch.
TEST(Stepping, DependentBlockStartsAlone) {
    const auto request = cli::make_request(catalog::load_catalog(catalog::catalog_folder()),
                                           {"histogram", "", "", {}, "emulator", "auto"});
    ASSERT_TRUE(request) << request.error().text();
    const auto run = session::run(*request);
    ASSERT_TRUE(run) << run.error().text();
    ASSERT_GT((*run)->shown().config.blocks(), 1u);
    const auto build = session::stepped_build(**run, true);
    ASSERT_TRUE(build) << build.error().text();
    RecordRequest record_request;
    record_request.launch = static_cast<uint32_t>((*run)->measured->launches().size()) - 1;
    const auto whole = record_block((*run)->measured, build->stepped, record_request);
    record_request.max_records = 100'000;
    const auto made = record_block((*run)->measured, build->stepped, record_request);
    ASSERT_TRUE(made && whole);
    const Recording &begun = **made, &all = **whole;
    EXPECT_TRUE(begun.contents().is_beginning);
    const uint64_t end = begun.steps().size();
    ASSERT_GT(end, 0u);
    ASSERT_LT(end, all.steps().size());
    const auto is_atomic = [](const Mark& mark) { return mark.kind == MarkKind::atomic; };
    EXPECT_TRUE(std::ranges::none_of(begun.marks(), is_atomic));
    const auto first = std::ranges::find_if(all.marks(), is_atomic);
    ASSERT_NE(first, all.marks().end());
    EXPECT_EQ(first->step, end) << "the beginning ends at the first atomic";
    EXPECT_TRUE(begun.state_at(end).same_as(all.state_at(end)));
    EXPECT_EQ(begun.record_count(), all.records_before(end));
}

} // namespace
} // namespace warpscope::replay
