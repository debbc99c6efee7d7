#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "workbench/document/text_key.hpp"
#include "workbench/editing/drafts.hpp"
#include "workbench/editing/kernel_file.hpp"
#include "workbench/editing/text_history.hpp"

namespace warpscope::workbench {
namespace {

TEST(TextHistory, TypingRunIsOneStep) {
    TextHistory history;
    history.record({"", 0}, {"a", 1}, 1.0);
    history.record({"a", 1}, {"ab", 2}, 1.2);
    history.record({"ab", 2}, {"abc", 3}, 1.4);
    TextStep now{"abc", 3};
    now = history.undo(now);
    EXPECT_EQ(now.text, "");
    EXPECT_FALSE(history.can_undo());
    now = history.redo(now);
    EXPECT_EQ(now.text, "abc");
}

TEST(TextHistory, PausesAndJumpsBeginSteps) {
    const auto steps = [](const TextStep& before, const TextStep& after, double when) {
        TextHistory history;
        history.record({"", 0}, {"a", 1}, 1.0);
        history.record(before, after, when);
        int count = 0;
        TextStep now = after;
        for (; history.can_undo(); ++count) now = history.undo(now);
        return count;
    };
    EXPECT_EQ(steps({"a", 1}, {"ab", 2}, 1.1), 1);
    EXPECT_EQ(steps({"a", 1}, {"ab", 2}, 2.1), 2) << "after a pause";
    EXPECT_EQ(steps({"a", 0}, {"ba", 1}, 1.1), 2) << "elsewhere";
    EXPECT_EQ(steps({"a", 1}, {"a\n", 2}, 1.1), 2);
    EXPECT_EQ(steps({"a", 1}, {"a pasted", 8}, 1.1), 2);
}

TEST(TextHistory, TypingClearsRedo) {
    TextHistory history;
    history.record({"", 0}, {"a", 1}, 1);
    static_cast<void>(history.undo({"a", 1}));
    EXPECT_TRUE(history.can_redo());
    history.record({"", 0}, {"b", 1}, 2);
    EXPECT_FALSE(history.can_redo());
}

TEST(TextHistory, HugeTextsKeepFewSteps) {
    TextHistory history;
    TextStep now{std::string(TextHistory::max_bytes / 4, 'a'), 0};
    for (int i = 0; i < 10; ++i) {
        TextStep next = now;
        next.text += " more";
        history.record(now, next, 10.0 * i);
        now = std::move(next);
    }
    int steps = 0;
    for (; history.can_undo(); ++steps) now = history.undo(std::move(now));
    EXPECT_EQ(steps, 3);
}

EditedSource shown_text_of(const std::string& file, const std::string& shown) {
    EditedSource now;
    now.known = true;
    now.original = file;
    now.text = shown;
    return now;
}

TEST(Drafts, AreOfferedAndNeverOverwritten) {
    using Kind = DraftNotice::Kind;
    const std::string key = "/home/me/sobel.cu";
    Preferences p;
    const EditedSource opened = shown_text_of("file", "file");
    EXPECT_FALSE(draft_notice(p, key, opened));
    TextOrigin origin = origin_now("file");
    origin.edited_at = 1000;
    static_cast<void>(keep_text(p, key, "draft", false, origin));
    EXPECT_EQ(draft_notice(p, key, opened), (DraftNotice{Kind::offered, 1000}));
    EXPECT_EQ(offered_draft(p, key, opened), "draft");
    EXPECT_FALSE(draft_notice(p, key, shown_text_of("file", "draft"))) << "it is shown";

    set_draft_aside(p, key, opened); // the user types without answering
    static_cast<void>(keep_text(p, key, "file ", false, origin_now("file")));
    const EditedSource typed = shown_text_of("file", "file ");
    EXPECT_EQ(draft_notice(p, key, typed), (DraftNotice{Kind::offered, 1000}));
    EXPECT_EQ(offered_draft(p, key, typed), "draft");
    discard_draft(p, key, typed);
    EXPECT_FALSE(draft_notice(p, key, typed));
    EXPECT_EQ(p.texts.at(key), "file ") << "the newer draft stays";
}

TEST(Drafts, NewestIsOfferedFirstAfterACrash) {
    const std::string key = "/home/me/sobel.cu";
    Preferences p;
    const EditedSource opened = shown_text_of("file", "file");
    for (const char* text : {"first", "second", "third"}) { // typed without an answer to the offer, then a crash
        set_draft_aside(p, key, opened);
        static_cast<void>(keep_text(p, key, text, false, origin_now("file")));
    }
    EXPECT_EQ(offered_draft(p, key, opened), "third");
    EXPECT_EQ(offered_draft(p, key, shown_text_of("file", "third")), "second");
    discard_draft(p, key, shown_text_of("file", "third"));
    EXPECT_EQ(offered_draft(p, key, shown_text_of("file", "third")), "first");
}

TEST(Drafts, AskWhenTheFileHasChanged) {
    const std::string key = "/home/me/sobel.cu";
    Preferences p;
    static_cast<void>(keep_text(p, key, "draft", false, origin_now("file")));
    static_cast<void>(keep_text(p, key, "longer draft", false, origin_now("changed meanwhile")));
    EXPECT_FALSE(draft_notice(p, key, shown_text_of("file", "longer draft")));
    const EditedSource now = shown_text_of("fixed elsewhere", "longer draft");
    ASSERT_TRUE(draft_notice(p, key, now));
    EXPECT_EQ(draft_notice(p, key, now)->kind, DraftNotice::Kind::file_changed);
    keep_draft_despite_file(p, key, now);
    EXPECT_FALSE(draft_notice(p, key, now));
    const auto read = from_json(to_json(p));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->texts_origin, p.texts_origin);
}

TEST(Drafts, ShowClockTimeOrDate) {
    setenv("TZ", "UTC", 1);
    tzset();
    EXPECT_EQ(time_of_day(1'764'325'560, 1'764'329'160), "10:26");
    EXPECT_EQ(time_of_day(1'764'325'560, 1'764'415'560), "2025-11-28 10:26");
}

TEST(TextKey, FoldersDistinguishEqualNames) {
    catalog::Catalog catalog;
    scene::LaunchSetup source;
    source.experiment = "kernel.cu";
    source.variant = "fill";
    const auto key_in = [&](const char* folder) {
        catalog::Experiment experiment;
        experiment.name = "kernel.cu";
        catalog::Variant variant;
        variant.name = "fill";
        variant.source = std::filesystem::path(folder) / "kernel.cu";
        experiment.variants.push_back(variant);
        catalog.experiments = {experiment};
        return text_key(catalog, source);
    };
    EXPECT_NE(key_in("/one"), key_in("/two"));
    EXPECT_EQ(key_in("/one"), key_in("/two/../one"));
}

class KernelFile : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(folder);
        std::ofstream(file) << "old\r\n";
    }
    void TearDown() override { std::filesystem::remove_all(folder); }
    [[nodiscard]] std::string there() const {
        std::ifstream stream(file, std::ios::binary);
        return {(std::istreambuf_iterator<char>(stream)), {}};
    }
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("kernel-file-" + std::to_string(::getpid()));
    const std::filesystem::path file = folder / "own.cu";
};

TEST_F(KernelFile, ChangedFileIsNotOverwritten) {
    EXPECT_FALSE(write_kernel(file, "new\n", std::nullopt));
    EXPECT_FALSE(write_kernel(file, "new\n", "older\n"));
    EXPECT_EQ(there(), "old\r\n");
    EXPECT_TRUE(write_kernel(file, "new\n", "old\n"));
    EXPECT_EQ(there(), "new\n");
    EXPECT_TRUE(write_kernel(folder / "another.cu", "new\n", std::nullopt));
}

TEST_F(KernelFile, KeepsPermissionsAndLinks) {
    namespace fs = std::filesystem;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("own.cu", folder / "link.cu");
    ASSERT_TRUE(write_kernel(folder / "link.cu", "new\n", "old\n"));
    EXPECT_TRUE(fs::is_symlink(folder / "link.cu"));
    EXPECT_EQ(there(), "new\n");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::permissions(file, fs::perms::owner_read);
    EXPECT_FALSE(write_kernel(file, "newer\n", "new\n"));
    EXPECT_EQ(there(), "new\n");
}

TEST_F(KernelFile, CourseFoldersAreNotWritten) {
    const auto folder_of_course = catalog::catalog_folder();
    ASSERT_FALSE(folder_of_course.empty());
    const auto mine = folder_of_course / "mine.cu";
    EXPECT_FALSE(write_kernel(mine, "new\n", std::nullopt));
    EXPECT_FALSE(std::filesystem::exists(mine));
}

} // namespace
} // namespace warpscope::workbench
