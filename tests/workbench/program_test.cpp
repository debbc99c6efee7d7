#include <gtest/gtest.h>

#include "workbench/program/program_job.hpp"

namespace warpscope::workbench {
namespace {

TEST(BuildWords, QuotedWordsRoundTrip) {
    EXPECT_EQ(words_of(" -I 'two words'  -DN=\"a b\"c "), (std::vector<std::string>{"-I", "two words", "-DN=a bc"}));
    std::string line;
    const std::vector<std::string> words{"-DT=\"hi\"", "-DC='x'", "-I/two words", "more.cu", ""};
    for (const std::string& word : words) {
        const auto typed = typed_word(word);
        ASSERT_TRUE(typed) << word;
        line += *typed + " ";
    }
    EXPECT_EQ(words_of(line), words);
    EXPECT_FALSE(typed_word("-DT=\"it's\""));
}

} // namespace
} // namespace warpscope::workbench
