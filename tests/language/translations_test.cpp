#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "base/placeholders.hpp"
#include "language/language.hpp"
#include "po_file.hpp"

namespace warpscope {
namespace {

const std::filesystem::path folder = WARPSCOPE_SOURCE_DIR "/po";

class Translation : public testing::TestWithParam<LanguageInfo> {
protected:
    std::vector<Entry> entries = entries_of(folder / (std::string(GetParam().file) + ".po"));
};

TEST_P(Translation, HasEveryKey) {
    const auto keys = [](const std::vector<Entry>& list) {
        std::map<std::string, std::string> found;
        for (const Entry& entry : list) found[entry.context + "|" + entry.english] = entry.plural;
        return found;
    };
    EXPECT_GT(entries.size(), 100u);
    EXPECT_EQ(keys(entries), keys(entries_of(folder / "warpscope.pot"))) << "run scripts/update_po.sh";
}

TEST_P(Translation, KeepsPlaceholders) {
    for (const Entry& entry : entries) {
        if (entry.english.empty()) continue; // the header
        if (!entry.plural.empty()) {
            EXPECT_TRUE(same_placeholders(entry.english, entry.plural) || entry.english.find('{') == std::string::npos)
                << entry.english;
        }
        for (const std::string& text : entry.texts) {
            if (text.empty() || entry.english.find_first_of("{}") == std::string::npos) continue;
            EXPECT_TRUE(same_placeholders(entry.english, text)) << entry.english << "\n" << text;
        }
    }
}

/// The window shows messages of lower modules, so these need translations. The command line, the PTX parser and OpenGL
/// stay English.
TEST_P(Translation, TranslatesMessagesOfLowerModules) {
    size_t count = 0;
    for (const Entry& entry : entries)
        for (const char* const module :
             {"base", "capture", "catalog", "compile", "gpu", "input", "instrument", "interop", "lesson", "metrics",
              "program", "replay", "runtime", "scene", "session", "simt"})
            if (entry.places.find(std::string(" src/") + module + "/") != std::string::npos) {
                ++count;
                EXPECT_NE(entry.texts.front(), "") << entry.places << ": " << entry.english;
            }
    EXPECT_GT(count, 700u);
}

TEST_P(Translation, KeepsMarksAndEnds) {
    const auto stars = [](const std::string& text) {
        size_t count = 0;
        for (size_t at = text.find("**"); at != std::string::npos; at = text.find("**", at + 2)) ++count;
        return count;
    };
    for (const Entry& entry : entries)
        for (const std::string& text : entry.texts) {
            if (text.empty() || entry.english.empty()) continue;
            EXPECT_EQ(stars(entry.english), stars(text)) << text;
            EXPECT_EQ(entry.english.front() == ' ', text.front() == ' ') << text;
            EXPECT_EQ(entry.english.ends_with('\n'), text.ends_with('\n')) << text;
        }
}

INSTANTIATE_TEST_SUITE_P(All, Translation, testing::Values(language_infos[1], language_infos[2]),
                         [](const auto& test) { return std::string(test.param.file); });

} // namespace
} // namespace warpscope
