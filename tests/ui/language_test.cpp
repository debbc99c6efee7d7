// The window in other languages, switched with its own controls.
#include <filesystem>
#include <set>
#include <tuple>

#include <unistd.h>

#include <fmt/format.h>

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
using LanguagePixels = LanguageTest;

TEST_F(LanguageTest, MenuChangesItAtOnce) {
    Driver driver(start_with(setup_of("box_blur", "noise:40x30")));
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
    std::vector<std::string> labels = driver.labels();
    std::erase_if(labels, [](const std::string& label) {
        // Removes window names. Also removes overlay buttons, because longer words leave room for fewer buttons.
        return label.find('/') != std::string::npos || label.ends_with("##0") || label.ends_with("##1");
    });
    const Recorder::Item theme = driver.item("theme");
    driver.click("language");
    driver.frames(2);
    EXPECT_TRUE(driver.says("Русский")); // each language has its own name, for users who read no English
    driver.click("ru##language");
    driver.settle();
    EXPECT_EQ(language(), Language::russian);
    EXPECT_TRUE(driver.says("тема"));
    EXPECT_FALSE(driver.says("theme"));
    // Widgets keep their ids in every language.
    for (const std::string& label : labels) EXPECT_TRUE(driver.has(label)) << label;
    EXPECT_EQ(driver.item("theme").id, theme.id);
    driver.click("language");
    driver.frames(2);
    driver.click("en##language");
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
}

TEST_F(LanguageTest, PaletteChangesIt) {
    Driver driver(start_with(setup_of("box_blur", "noise:40x30")));
    driver.settle();
    driver.search("language рус");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("тема"));
    // The palette also finds entries by English words.
    driver.search("language english");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("theme"));
}

TEST_F(LanguageTest, DefaultsToTheDesktops) {
    Start start = start_with(setup_of("box_blur", "noise:40x30"));
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
    driver.click("Same as the desktop");
    driver.settle();
    EXPECT_TRUE(driver.says("тема"));
    EXPECT_EQ(driver.model().preferences->language, std::nullopt);
}

TEST_F(LanguageTest, ChineseNeedsItsFont) {
    Start start = start_with(setup_of("box_blur", "noise:40x30"));
    start.preferences.language = Language::chinese;
    Driver driver(std::move(start));
    driver.settle();
    if (driver.model().look.fonts.chinese) {
        EXPECT_TRUE(driver.says("主题"));
        const ImFontBaked* letters = driver.model().look.fonts.text->GetFontBaked(size_body);
        EXPECT_NE(const_cast<ImFontBaked*>(letters)->FindGlyphNoFallback(0x4e3b), nullptr); // 主
    } else {
        EXPECT_TRUE(driver.says("theme"));
        EXPECT_TRUE(driver.says("fonts-noto-cjk")); // names the package to install
    }
}

/// Saves the whole window with the dialog of Ctrl+E. Clicking "words" switches to the next language.
std::string figure_in(Driver& driver, Language words) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / fmt::format("warpscope-language-{}.svg", ::getpid());
    std::filesystem::remove(file);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("whole window##subject");
    driver.click("SVG##format");
    const std::string chosen = fmt::format("language: {}", info(words).name);
    // Clicks through the languages. Chinese may be missing, because its font may be missing.
    for (size_t i = 0; i <= language_infos.size() && !driver.says(chosen); ++i) {
        driver.click("words##save");
        driver.frames(1);
    }
    EXPECT_TRUE(driver.says(chosen)) << driver.text();
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type(file.string());
    driver.click("Save##save");
    for (int i = 0; i < 2000 && !std::filesystem::exists(file); ++i) driver.frames(1);
    driver.settle();
    std::string svg = contents(file);
    std::filesystem::remove(file);
    return svg;
}

TEST_F(LanguagePixels, FigureMayUseAnotherLanguage) {
    Start start = start_with(setup_of("vector_add", "noise:1000"));
    start.preferences.tab = Tab::charts;
    Driver driver(std::move(start));
    driver.settle();
    const std::string svg = figure_in(driver, Language::russian);
    EXPECT_NE(svg.find(">тема<"), std::string::npos) << "a button";
    EXPECT_EQ(svg.find(">theme<"), std::string::npos);
    EXPECT_NE(svg.find("Сложение векторов"), std::string::npos) << "the experiment";
    EXPECT_NE(svg.find("Стоимость по строкам"), std::string::npos) << "the chart, which a worker makes";
    EXPECT_TRUE(driver.says("theme")) << "the window keeps its own";
    EXPECT_TRUE(driver.says("Saved ")) << driver.text();
    EXPECT_TRUE(driver.says("Vector addition"));
    EXPECT_EQ(language(), Language::english);
}

TEST_F(LanguagePixels, LessonFigureUsesItsLanguage) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.lesson = WARPSCOPE_SOURCE_DIR "/assets/lessons/idle_threads.lesson.toml";
    start.lesson_step = 1;
    Driver driver(std::move(start));
    driver.settle();
    driver.click("##lesson number");
    driver.type("400");
    driver.click("measure##lesson");
    driver.settle();
    const std::string svg = figure_in(driver, Language::russian);
    EXPECT_NE(svg.find("холостых"), std::string::npos);
    EXPECT_EQ(svg.find("meet is missing"), std::string::npos);
    EXPECT_TRUE(driver.says("The corner where both meet is missing")) << "the window goes on in its own";
    EXPECT_TRUE(driver.says("You said 400"));
}

TEST_F(LanguageTest, LessonContinuesInTheNewLanguage) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.lesson = WARPSCOPE_SOURCE_DIR "/assets/lessons/idle_threads.lesson.toml";
    start.lesson_step = 1;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(set_language(Language::russian));
    driver.frames(3);
    driver.settle();
    EXPECT_TRUE(driver.says("Холостые потоки у края")) << driver.text();
    EXPECT_TRUE(driver.says("Сколько потоков холостых?"));
    driver.click("##lesson number");
    driver.type("400");
    driver.click("measure##lesson");
    driver.settle();
    EXPECT_TRUE(driver.says("408"));
    EXPECT_TRUE(driver.says("Не хватает угла")) << "the misconception behind 400";
    EXPECT_TRUE(set_language(Language::english));
    driver.frames(3);
    driver.settle();
    EXPECT_TRUE(driver.says("The corner where both meet is missing")) << driver.text();
    EXPECT_TRUE(driver.says("You said 400"));
}

TEST_F(LanguageTest, CaptionsAndFindingsFollow) {
    Driver driver(start_with(setup_of("bug_museum", "gradient:52x90")));
    driver.settle();
    EXPECT_TRUE(set_language(Language::russian));
    driver.frames(3);
    driver.settle();
    EXPECT_TRUE(driver.says("Картинка получается верной")) << driver.text();
    driver.click("cause##bug");
    driver.settle();
    EXPECT_TRUE(driver.says("Пикселей: 4680.")) << driver.text();
    driver.click("show findings##bug");
    driver.settle();
    EXPECT_TRUE(driver.says("дальше конца «out»") || driver.says("сразу за концом «out»")) << driver.text();
    EXPECT_FALSE(driver.says("past the end")) << driver.text();
}

/// Pins a thread and returns the texts truncated at this scale.
std::multiset<std::string> cut_texts(Language language, float scale, Tab tab) {
    Start start = start_with(setup_of("matmul", "noise:48x32"));
    start.preferences.language = language;
    start.preferences.scale = scale;
    start.preferences.tab = tab;
    start.pin = CellCoordinates{10, 12, 0};
    const auto pixels = [&](float length) { return static_cast<uint32_t>(length * scale); };
    Driver driver(std::move(start), pixels(1500), pixels(900));
    driver.settle();
    driver.frames(2);
    return {driver.cut().begin(), driver.cut().end()};
}

class TruncatedText : public LanguageTest, public testing::WithParamInterface<std::tuple<Language, float>> {};

TEST_P(TruncatedText, TranslationsFitLikeEnglish) {
    const auto [language, scale] = GetParam();
    for (const Tab tab : {Tab::source, Tab::timeline, Tab::shared, Tab::epochs, Tab::findings}) {
        const auto english = cut_texts(Language::english, scale, tab), cut = cut_texts(language, scale, tab);
        if (program_language() != language) GTEST_SKIP() << "its letters or its texts are not here";
        EXPECT_LE(cut.size(), english.size()) << info(tab).name << ": " << testing::PrintToString(cut)
                                              << "\nin English: " << testing::PrintToString(english);
    }
}

/// Returns the texts truncated in a lesson's step, before and after its answer. Without a lesson, returns those in the
/// bug museum's captions.
std::multiset<std::string> cut_texts(Language language, float scale, const std::string& lesson, size_t step) {
    Start start =
        start_with(lesson.empty() ? setup_of("bug_museum", "gradient:52x90") : setup_of("box_blur", "gradient:40x30"));
    start.preferences.language = language;
    start.preferences.scale = scale;
    if (!lesson.empty()) {
        start.lesson = std::string(WARPSCOPE_SOURCE_DIR "/assets/lessons/") + lesson + ".lesson.toml";
        start.lesson_step = step;
        start.lesson_answer = "tell";
    }
    const auto pixels = [&](float length) { return static_cast<uint32_t>(length * scale); };
    Driver driver(std::move(start), pixels(1500), pixels(900));
    driver.settle();
    driver.frames(2);
    return {driver.cut().begin(), driver.cut().end()};
}

TEST_P(TruncatedText, LessonsAndCaptionsFitLikeEnglish) {
    const auto [language, scale] = GetParam();
    for (const auto& [lesson, step] : {std::pair{"", 0}, std::pair{"which_warps_split", 1}, std::pair{"coalescing", 2},
                                       std::pair{"one_block", 3}, std::pair{"second_barrier", 4}}) {
        const auto english = cut_texts(Language::english, scale, lesson, static_cast<size_t>(step));
        const auto cut = cut_texts(language, scale, lesson, static_cast<size_t>(step));
        if (program_language() != language) GTEST_SKIP() << "its letters or its texts are not here";
        EXPECT_LE(cut.size(), english.size())
            << lesson << ": " << testing::PrintToString(cut) << "\nin English: " << testing::PrintToString(english);
    }
}

INSTANTIATE_TEST_SUITE_P(All, TruncatedText,
                         testing::Combine(testing::Values(Language::chinese, Language::russian),
                                          testing::Values(1.0f, 2.0f)),
                         [](const auto& test) {
                             return fmt::format("{}At{}", warpscope::info(std::get<0>(test.param)).code,
                                                100 * std::get<1>(test.param));
                         });

TEST_P(TruncatedText, ControlsDoNotOverlap) {
    const auto [language, scale] = GetParam();
    const auto pixels = [&](float length) { return static_cast<uint32_t>(length * scale); };
    for (const float width : {1366.0f, 1000.0f}) {
        Start start = start_with(setup_of("box_blur", "noise:48x32"));
        start.preferences.language = language;
        start.preferences.scale = scale;
        Driver driver(std::move(start), pixels(width), pixels(760));
        driver.settle();
        if (program_language() != language) GTEST_SKIP() << "its letters or its texts are not here";
        const std::vector<std::vector<std::string>> rows{
            {"experiment", "variant", "input", "emulator", "##pane launch", "##pane inspector", "##pane drawer",
             "theme", "language", "?##keys"},
            {"##scope all", "##scope launch", "##scope block", "##scope warp", "time/track", "1 source line    ##tick",
             "4 / s    ##speed", "unoptimized    ##build"},
            {"Source##tab", "PTX##tab", "Timeline##tab", "Shared memory##tab", "Data flow##tab", "Charts##tab",
             "Compare##tab", "GPU##tab", "Findings 0##tab", "##drawer"}};
        for (const std::vector<std::string>& row : rows) {
            float right = 0;
            std::string before;
            for (const std::string& label : row) {
                if (!driver.has(label)) {
                    EXPECT_NE(width * scale, 1366.0f) << label << " is not there"; // narrow windows omit some labels
                    continue;
                }
                const Recorder::Item item = driver.item(label);
                EXPECT_GE(item.min.x, right - 0.5f) << width << ": " << label << " lies over " << before;
                right = item.max.x;
                before = label;
            }
            EXPECT_FALSE(before.empty());
            EXPECT_LE(right, static_cast<float>(pixels(width)));
        }
    }
}

} // namespace
} // namespace warpscope::ui
