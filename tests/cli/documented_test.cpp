// Every option of --help is in docs/COMMAND_LINE.md.
#include <cctype>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "command.hpp"

namespace warpscope::cli {
namespace {

/// Returns whether the option occurs as a whole word: "--set" is not in "--settings" or "no--set".
bool mentions_option(const std::string& document, const std::string& option) {
    const auto is_name_character = [&](size_t at) {
        return at < document.size() && (std::isalpha(static_cast<unsigned char>(document[at])) || document[at] == '-');
    };
    for (size_t at = document.find(option); at != std::string::npos; at = document.find(option, at + 1))
        if ((at == 0 || !is_name_character(at - 1)) && !is_name_character(at + option.size())) return true;
    return false;
}

TEST(DocumentedOption, RequiresWholeOptionNames) {
    EXPECT_TRUE(mentions_option("--settings, --set", "--set"));
    EXPECT_FALSE(mentions_option("--settings x--set --set-up", "--set"));
}

TEST_F(Command, OptionsAreDocumented) {
    const std::string document = contents(WARPSCOPE_SOURCE_DIR "/docs/COMMAND_LINE.md");
    ASSERT_FALSE(document.empty());
    const std::regex option(R"(^\s+(?:-[A-Za-z],)?(-[A-Za-z]\b|--[a-z-]+))", std::regex::multiline);
    std::set<std::string> seen;
    for (const char* command : {"", "run", "capture", "step", "orders", "compare", "film", "list", "check", "gpu",
                                "time", "record", "devices", "lesson", "grade", "serve"}) {
        const std::string help = warpscope(std::string(command) + " --help").out;
        for (std::sregex_iterator match(help.begin(), help.end(), option), end; match != end; ++match)
            seen.insert((*match)[1]);
    }
    EXPECT_GT(seen.size(), 60u) << "--help is read";
    for (const std::string& name : seen) EXPECT_TRUE(name == "--help" || mentions_option(document, name)) << name;
}

} // namespace
} // namespace warpscope::cli
