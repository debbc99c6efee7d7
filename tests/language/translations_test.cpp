// The translations in po/, text by text.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "language/language.hpp"
#include "language/placeholders.hpp"

namespace warpscope {
namespace {

struct Entry {
    std::string context, english, plural;
    std::vector<std::string> texts;
};

/// Adds what a line of a .po file has between its quotes.
void append(std::string& to, const std::string& line) {
    const size_t first = line.find('"'), last = line.rfind('"');
    for (size_t i = first + 1; i < last; ++i) {
        if (line[i] != '\\') {
            to += line[i];
            continue;
        }
        ++i;
        to += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : line[i];
    }
}

std::vector<Entry> entries_of(const std::filesystem::path& file) {
    std::vector<Entry> all;
    std::ifstream stream(file);
    std::string* field = nullptr;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("msgctxt")) {
            all.emplace_back();
            field = &all.back().context;
        } else if (line.starts_with("msgid_plural")) {
            field = &all.back().plural;
        } else if (line.starts_with("msgid")) {
            if (all.empty() || !all.back().english.empty() || !all.back().texts.empty()) all.emplace_back();
            field = &all.back().english;
        } else if (line.starts_with("msgstr")) {
            field = &all.back().texts.emplace_back();
        } else if (!line.starts_with("\"")) {
            continue;
        }
        append(*field, line);
    }
    return all;
}

const std::filesystem::path folder = WARPSCOPE_SOURCE_DIR "/po";

class Translation : public testing::TestWithParam<LanguageInfo> {
protected:
    std::vector<Entry> entries = entries_of(folder / (std::string(GetParam().file) + ".po"));
};

TEST_P(Translation, HasTheKeysOfTheWindow) {
    const auto keys = [](const std::vector<Entry>& list) {
        std::map<std::string, std::string> found;
        for (const Entry& entry : list) found[entry.context + "|" + entry.english] = entry.plural;
        return found;
    };
    EXPECT_GT(entries.size(), 100u);
    EXPECT_EQ(keys(entries), keys(entries_of(folder / "warpscope.pot"))) << "run scripts/update_po.sh";
}

TEST_P(Translation, HasThePlaceholdersOfEnglish) {
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

/// Translations keep the marks of strong words, the spaces at both ends that join parts, and full stops of sentences.
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
