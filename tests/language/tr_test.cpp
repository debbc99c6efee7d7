#include "language/tr.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

#include "language/language.hpp"

namespace warpscope {
namespace {

class TrTest : public testing::Test {
protected:
    ~TrTest() override { EXPECT_TRUE(set_language(Language::english)); }
};

TEST_F(TrTest, EnglishIsTheSourceText) {
    const char* const words = "Keys and mouse";
    EXPECT_EQ(tr(words), words);
    EXPECT_EQ(tr_format("Go to line {}", 14), "Go to line 14");
    EXPECT_EQ(tr_count(1, "{} block of {}", "{} blocks of {}", 1, 20), "1 block of 20");
    EXPECT_EQ(tr_count(2, "{} block of {}", "{} blocks of {}", 2, 20), "2 blocks of 20");
}

TEST_F(TrTest, FollowsTheLanguage) {
    const auto set = set_language(Language::russian);
    if (!set) GTEST_SKIP() << set.error().text();
    EXPECT_EQ(language(), Language::russian);
    EXPECT_STRNE(tr("Keys and mouse"), "Keys and mouse");
    const std::string line = tr_format("Go to line {}", 14);
    EXPECT_NE(line, "Go to line 14");
    EXPECT_NE(line.find("14"), std::string::npos);
    EXPECT_STREQ(tr("no text of the window"), "no text of the window");
    EXPECT_EQ(tr_format("no text of the window: {}", 3), "no text of the window: 3");
    EXPECT_EQ(tr_count(5, "{} pear", "{} pears", 5), "5 pears");
    EXPECT_STREQ(tr(""), "");
    EXPECT_EQ(tr(std::string_view("")), "");
    ASSERT_TRUE(set_language(Language::english));
    EXPECT_STREQ(tr("Keys and mouse"), "Keys and mouse");
}

TEST_F(TrTest, RendersMessagesWithTheirArguments) {
    const Message bytes = msg_count(3, "{} byte", "{} bytes", 3);
    const Message message =
        msg("{} is {} before {}", msg("the block's shared memory"), bytes, Message::verbatim("{x}"));
    const Diagnostic diagnostic{ErrorKind::failed, message, {"a.cu", 3, 0}, msg("restart the computer")};
    EXPECT_EQ(tr(message), "the block's shared memory is 3 bytes before {x}");
    EXPECT_EQ(tr(diagnostic), "a.cu:3: the block's shared memory is 3 bytes before {x} (restart the computer)");
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    EXPECT_EQ(tr(bytes), "3 байта");
    const std::string words = tr(message);
    EXPECT_NE(words.find("3 байта"), std::string::npos) << words;
    EXPECT_NE(words.find("{x}"), std::string::npos) << words;
    EXPECT_EQ(words.find("shared"), std::string::npos) << words;
    EXPECT_EQ(tr(diagnostic).find("restart"), std::string::npos) << tr(diagnostic);
    EXPECT_EQ(diagnostic.text(), "a.cu:3: the block's shared memory is 3 bytes before {x} (restart the computer)");
    EXPECT_EQ(tr(msg("no text of the window: {}", 3)), "no text of the window: 3");
    const ScopedLanguage report(Language::english);
    EXPECT_EQ(tr(message), message.english());
}

TEST_F(TrTest, ScopeAffectsItsThreadOnly) {
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    const std::string russian = tr("Keys and mouse");
    {
        const ScopedLanguage report(Language::english);
        EXPECT_EQ(language(), Language::english);
        EXPECT_STREQ(tr("Keys and mouse"), "Keys and mouse");
        {
            const ScopedLanguage figure(Language::chinese);
            EXPECT_EQ(language(), Language::chinese);
            EXPECT_STRNE(tr("Keys and mouse"), "Keys and mouse");
            EXPECT_NE(tr("Keys and mouse"), russian);
        }
        std::string other_thread;
        std::thread([&] { other_thread = tr("Keys and mouse"); }).join();
        EXPECT_EQ(other_thread, russian);
        EXPECT_EQ(language(), Language::english);
    }
    EXPECT_EQ(language(), Language::russian);
}

TEST_F(TrTest, LanguageMayChangeDuringTranslation) {
    if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    const std::string english = "Go to line 7", russian = tr_format("Go to line {}", 7);
    std::atomic<bool> ends = false;
    std::atomic<uint64_t> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            while (!ends) {
                const std::string made = tr_format("Go to line {}", 7);
                if (made != english && made != russian) ++wrong;
            }
        });
    for (int i = 0; i < 2000; ++i) EXPECT_TRUE(set_language(i % 2 == 0 ? Language::english : Language::russian));
    ends = true;
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0u);
}

TEST(Languages, EnvironmentNamesAreRecognized) {
    EXPECT_EQ(language_of("zh_CN.UTF-8"), Language::chinese);
    EXPECT_EQ(language_of("ru"), Language::russian);
    EXPECT_EQ(language_of("ru_RU.UTF-8@latin"), Language::russian);
    EXPECT_EQ(language_of("en-GB"), Language::english);
    EXPECT_EQ(language_of("de_DE.UTF-8"), std::nullopt);
    EXPECT_EQ(language_of(""), std::nullopt);
    setenv("LC_ALL", "", 1);
    setenv("LC_MESSAGES", "zh_CN.UTF-8", 1);
    setenv("LANG", "ru_RU.UTF-8", 1);
    EXPECT_EQ(desktop_language(), Language::chinese);
    unsetenv("LC_MESSAGES");
    EXPECT_EQ(desktop_language(), Language::russian);
    setenv("LC_ALL", "C", 1);
    EXPECT_EQ(desktop_language(), Language::english);
}

} // namespace
} // namespace warpscope
