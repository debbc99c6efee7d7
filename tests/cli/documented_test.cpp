// docs/COMMAND_LINE.md against the program: what --help lists is told of there.
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "command.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, EachOptionStandsInTheDocument) {
    const std::string document = contents(WARPSCOPE_SOURCE_DIR "/docs/COMMAND_LINE.md");
    ASSERT_FALSE(document.empty());
    const std::regex option(R"(^\s+(?:-[A-Za-z],)?(-[A-Za-z]\b|--[a-z-]+))", std::regex::multiline);
    std::set<std::string> seen;
    for (const char* command : {"", "run", "capture", "step", "orders", "compare", "film", "list", "check", "gpu",
                                "time", "record", "lesson", "grade"}) {
        const std::string help = warpscope(std::string(command) + " --help").out;
        for (std::sregex_iterator match(help.begin(), help.end(), option), end; match != end; ++match)
            seen.insert((*match)[1]);
    }
    EXPECT_GT(seen.size(), 60u) << "--help is read";
    for (const std::string& name : seen)
        EXPECT_TRUE(name == "--help" || document.find(name) != std::string::npos) << name;
}

} // namespace
} // namespace warpscope::cli
