#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "language/language.hpp"
#include "po_file.hpp"

namespace warpscope {
namespace {

const std::filesystem::path course_folder = WARPSCOPE_SOURCE_DIR "/po/course";

class CourseTranslation : public testing::TestWithParam<LanguageInfo> {
protected:
    std::vector<Entry> entries = entries_of(course_folder / (std::string(GetParam().file) + ".po"));
};

/// Returns the expressions in braces, which translations keep.
std::set<std::string> expressions(const std::string& text) {
    std::set<std::string> all;
    for (size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1))
        all.insert(text.substr(at, text.find('}', at) - at + 1));
    return all;
}

size_t count_of(const std::string& text, char sign) { return static_cast<size_t>(std::ranges::count(text, sign)); }

TEST_P(CourseTranslation, HasEveryKey) {
    const auto keys = [](const std::vector<Entry>& list) {
        std::set<std::string> found;
        for (const Entry& entry : list) found.insert(entry.context + "|" + entry.english);
        return found;
    };
    EXPECT_GT(entries.size(), 800u);
    EXPECT_EQ(keys(entries), keys(entries_of(course_folder / "course.pot"))) << "run scripts/update_po.sh";
}

TEST_P(CourseTranslation, IsComplete) {
    for (const Entry& entry : entries)
        for (const std::string& text : entry.texts) EXPECT_FALSE(text.empty()) << entry.english;
}

/// Names may be equal in all languages, but sentences must differ.
TEST_P(CourseTranslation, SentencesAreTranslated) {
    for (const Entry& entry : entries)
        for (const std::string& text : entry.texts)
            if (count_of(entry.english, ' ') > 6 && entry.english.front() != '{') {
                EXPECT_NE(text, entry.english);
            }
}

TEST_P(CourseTranslation, KeepsExpressionsAndMarks) {
    for (const Entry& entry : entries) {
        if (entry.english.empty()) continue; // the header
        for (const std::string& text : entry.texts) {
            EXPECT_EQ(expressions(text), expressions(entry.english)) << text;
            for (const char mark : {'`', '*'}) EXPECT_EQ(count_of(text, mark), count_of(entry.english, mark)) << text;
            EXPECT_EQ(text.ends_with('\n'), entry.english.ends_with('\n')) << text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, CourseTranslation, testing::Values(language_infos[1], language_infos[2]),
                         [](const auto& test) { return std::string(test.param.file); });

} // namespace
} // namespace warpscope
