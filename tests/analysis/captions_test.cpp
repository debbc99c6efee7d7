#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/captions.hpp"
#include "catalog/text/caption.hpp"
#include "language/language.hpp"

namespace warpscope::analysis {
namespace {

class CaptionWords : public ::testing::Test {
protected:
    void SetUp() override {
        if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    }
    ~CaptionWords() override { EXPECT_TRUE(set_language(Language::english)); }
};

TEST_F(CaptionWords, InsertNumbersOfTheRun) {
    catalog::Variant variant;
    variant.captions = {{"There are {cells} pixels. Threads from number {cells} on must not store."},
                        {"Of my own: {a}."}};
    catalog::Prepared prepared;
    prepared.captions = {"There are 4680 pixels. Threads from number 4680 on must not store.", "Of my own: 3."};
    prepared.caption_values = {{{"cells", "4680"}}, {{"a", "3"}}};
    const std::vector<std::string> words = caption_words(variant, prepared);
    ASSERT_EQ(words.size(), 2u);
    EXPECT_EQ(words[0], "Пикселей: 4680. Потоки с номера 4680 не должны писать.");
    EXPECT_EQ(words[1], "Of my own: 3.");
    EXPECT_TRUE(set_language(Language::english));
    EXPECT_EQ(caption_words(variant, prepared), prepared.captions);
}

TEST_F(CaptionWords, CourseCaptionsAreTranslated) {
    size_t count = 0;
    for (const catalog::Experiment& experiment :
         catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda").experiments)
        for (const catalog::Variant& variant : experiment.variants)
            for (const catalog::Caption& caption : variant.captions) {
                catalog::Prepared prepared;
                prepared.captions.assign(variant.captions.size(), "");
                prepared.caption_values.resize(variant.captions.size());
                const auto index = static_cast<size_t>(&caption - variant.captions.data());
                std::string& filled = prepared.captions[index];
                const auto parts = catalog::parse_caption(caption.text);
                ASSERT_TRUE(parts) << caption.text;
                for (const catalog::CaptionPart& part : *parts) {
                    if (part.is_condition) continue;
                    filled += part.is_expression ? "4" : part.text;
                    if (part.is_expression) prepared.caption_values[index][part.text] = "4";
                }
                const std::string words = caption_words(variant, prepared)[index];
                EXPECT_NE(words, filled) << experiment.name << "/" << variant.name << ": " << caption.text;
                EXPECT_EQ(words.find('{'), std::string::npos) << words;
                ++count;
            }
    EXPECT_GT(count, 100u);
}

} // namespace
} // namespace warpscope::analysis
