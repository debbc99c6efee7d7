#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace warpscope::serve {
namespace {

std::string source(const std::string& name) {
    std::ifstream in(std::string(WARPSCOPE_SOURCE_DIR "/src/") + name);
    EXPECT_TRUE(in) << name;
    return {std::istreambuf_iterator<char>(in), {}};
}

void add_matches(std::set<std::string>& texts, const std::string& file, const std::string& pattern) {
    const std::string content = source(file);
    const std::regex expression(pattern);
    for (std::sregex_iterator match(content.begin(), content.end(), expression), end; match != end; ++match)
        texts.insert(match->str(1));
}

/// Returns the texts of the pages, and the errors that they show.
std::set<std::string> texts_of_pages() {
    std::set<std::string> texts;
    for (const char* page : {"class.html", "teach.html"})
        add_matches(texts, std::string("web/class/") + page, "data-tr>([^<]*)<");
    for (const char* script : {"common.js", "student.js", "teacher.js"})
        add_matches(texts, std::string("web/class/") + script, R"~(\btr\("([^"]*)")~");
    add_matches(texts, "serve/class_session.cpp", R"~(problem\([0-9]+, "([^"]*)")~");
    return texts;
}

/// Returns the Russian and Chinese translations by English text.
std::map<std::string, std::pair<std::string, std::string>> translations(const char* file) {
    std::map<std::string, std::pair<std::string, std::string>> out;
    const std::string table = source(file);
    const std::regex line(R"~(  "([^"]*)": \["([^"]*)", "([^"]*)"\],\n)~");
    for (std::sregex_iterator match(table.begin(), table.end(), line), end; match != end; ++match)
        out[match->str(1)] = {match->str(2), match->str(3)};
    return out;
}

std::multiset<std::string> placeholders(const std::string& text) {
    const std::regex place(R"~(\{[0-9]\})~");
    return {std::sregex_token_iterator(text.begin(), text.end(), place), {}};
}

std::set<std::string> translated(const char* file) {
    std::set<std::string> out;
    for (const auto& [english, others] : translations(file)) out.insert(english);
    return out;
}

TEST(ClassPages, TableHasTheirTexts) {
    EXPECT_GT(translated("web/class/texts.js").size(), 40u);
    EXPECT_EQ(texts_of_pages(), translated("web/class/texts.js"));
}

TEST(StartPage, TableHasItsTexts) {
    std::set<std::string> texts;
    add_matches(texts, "web/shell/index.html", R"~(id="(?:what|step|restore|afresh)"[^>]*>([^<]*)<)~");
    add_matches(texts, "web/shell/start.js", R"~(\bstartText\("([^"]*)")~");
    EXPECT_GT(texts.size(), 7u);
    EXPECT_EQ(texts, translated("web/shell/start_texts.js"));
}

TEST(Pages, TranslationsKeepPlaceholders) {
    for (const char* file : {"web/class/texts.js", "web/shell/start_texts.js"})
        for (const auto& [english, others] : translations(file)) {
            EXPECT_EQ(placeholders(english), placeholders(others.first)) << english;
            EXPECT_EQ(placeholders(english), placeholders(others.second)) << english;
            EXPECT_FALSE(others.first.empty() || others.second.empty()) << english;
        }
}

} // namespace
} // namespace warpscope::serve
