// The lessons that come with the program: each runs all it asks about.
#include <algorithm>
#include <gtest/gtest.h>

#include "lesson/check.hpp"

namespace warpscope::lesson {
namespace {

const std::filesystem::path folder = WARPSCOPE_SOURCE_DIR "/assets/lessons";

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (is_lesson_file(entry.path())) all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
}

class OwnLesson : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnLesson, AsksWhatHasAnAnswer) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const auto lesson = read_lesson(folder / GetParam());
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_GT(lesson->minutes, 0);
    EXPECT_GE(lesson->steps.size(), 3u);
    ASSERT_TRUE(lesson->steps.back().question) << "the last step is the student's turn";
    EXPECT_EQ(lesson->steps.back().question->kind, Kind::settings);
    const CheckReport report = check(*lesson, catalog);
    for (const Diagnostic& problem : report.problems) ADD_FAILURE() << problem.text();
    EXPECT_GE(report.questions, 2u);
}

INSTANTIATE_TEST_SUITE_P(All, OwnLesson, ::testing::ValuesIn(names()), [](const auto& info) {
    return info.param.substr(0, info.param.size() - lesson_ending.size());
});

} // namespace
} // namespace warpscope::lesson
