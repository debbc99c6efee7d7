// The window in other languages, changed by its own controls while it runs.
#include "driver.hpp"
#include "language/language.hpp"
#include "language/tr.hpp"

namespace warpscope::ui {
namespace {

class LanguageTest : public testing::Test {
protected:
    void SetUp() override {
        if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
        EXPECT_TRUE(set_language(Language::english));
    }
    ~LanguageTest() override { EXPECT_TRUE(set_language(Language::english)); }
};

TEST_F(LanguageTest, ChangesByItsMenuAtOnce) {
    Driver driver(start_with(choice_of("box_blur", "noise:40x30")));
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
    std::vector<std::string> labels = driver.labels();
    std::erase_if(labels, [](const std::string& label) { return label.find('/') != std::string::npos; }); // windows
    const Recorder::Item theme = driver.item("theme");
    driver.click("language");
    driver.frames(2);
    EXPECT_TRUE(driver.says("Русский")); // in itself, for who reads no English
    driver.click("ru##language");
    driver.settle();
    EXPECT_EQ(language(), Language::russian);
    EXPECT_TRUE(driver.says("тема"));
    EXPECT_FALSE(driver.says("theme"));
    // Widgets are known by the names that they had.
    for (const std::string& label : labels) EXPECT_TRUE(driver.has(label)) << label;
    EXPECT_EQ(driver.item("theme").id, theme.id);
    driver.click("language");
    driver.frames(2);
    driver.click("en##language");
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
}

TEST_F(LanguageTest, ChangesByThePalette) {
    Driver driver(start_with(choice_of("box_blur", "noise:40x30")));
    driver.settle();
    driver.search("language рус");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("тема"));
    // Entries are found by English words, too.
    driver.search("language english");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
}

TEST_F(LanguageTest, IsTheDesktopsWhereNoneIsChosen) {
    Start start = start_with(choice_of("box_blur", "noise:40x30"));
    start.desktop_language = Language::russian;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(driver.says("тема"));
    driver.click("language");
    driver.frames(2);
    driver.click("en##language");
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
    EXPECT_EQ(driver.model().preferences->language, Language::english);
    driver.click("language");
    driver.frames(2);
    driver.click("As the desktop");
    driver.settle();
    EXPECT_TRUE(driver.says("тема"));
    EXPECT_EQ(driver.model().preferences->language, std::nullopt);
}

TEST_F(LanguageTest, HasChineseWhereItsLettersAre) {
    Start start = start_with(choice_of("box_blur", "noise:40x30"));
    start.preferences.language = Language::chinese;
    Driver driver(std::move(start));
    driver.settle();
    if (driver.model().look.fonts.chinese) {
        EXPECT_TRUE(driver.says("主题"));
        const ImFontBaked* letters = driver.model().look.fonts.text->GetFontBaked(size_body);
        EXPECT_NE(const_cast<ImFontBaked*>(letters)->FindGlyphNoFallback(0x4e3b), nullptr); // 主
    } else {
        EXPECT_TRUE(driver.says("theme"));
        EXPECT_TRUE(driver.says("fonts-noto-cjk")); // what to install
    }
}

} // namespace
} // namespace warpscope::ui
