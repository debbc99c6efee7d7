// Checks that parse(to_text(parse(x))) equals parse(x). Inputs of the fuzzing corpus must not crash the parser.

#include <gtest/gtest.h>

#include "ptx/cfg.hpp"
#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;

/// Parses, checks the round trip and builds every control-flow graph.
bool check(const std::string& text) {
    const auto first = parse(text, "first");
    if (!first) {
        EXPECT_FALSE(first.error().message.empty());
        return false;
    }
    const std::string printed = to_text(*first);
    const auto second = parse(printed, "second");
    EXPECT_TRUE(second.has_value()) << second.error().text() << "\n" << printed;
    if (!second) return true;
    EXPECT_EQ(to_text(*second), printed);
    EXPECT_TRUE(without_spelling(*second) == without_spelling(*first)) << printed;
    for (const Function& function : first->functions)
        EXPECT_EQ(build_cfg(function).block_of.size(), function.body.size());
    return true;
}

TEST(RoundTrip, GoldenInputsArePreserved) {
    int parsed = 0;
    for (const auto& path : files_in("golden", ".ptx")) {
        SCOPED_TRACE(path);
        parsed += check(contents(path)) ? 1 : 0;
    }
    EXPECT_GT(parsed, 20);
}

TEST(RoundTrip, FuzzingCorpusIsPreserved) {
    const auto files = files_in("corpus", ".ptx");
    EXPECT_FALSE(files.empty());
    for (const auto& path : files) {
        SCOPED_TRACE(path);
        check(contents(path));
    }
}

TEST(RoundTrip, TrailingZerosAreOmitted) {
    const std::string header = ".version 8.0\n.target sm_75\n.address_size 64\n";
    const auto module =
        parse(header + ".global .u16 big[4000000] = {0, 7, 0};\n.global .u32 none[3] = {0};\n", "zeros");
    ASSERT_TRUE(module) << module.error().text();
    EXPECT_EQ(to_text(*module), header + ".global .u16 big[4000000] = {0, 7};\n.global .u32 none[3] = {0};\n");
    EXPECT_TRUE(check(to_text(*module)));
}

TEST(RoundTrip, DamagedTextIsHandled) {
    const std::string whole = contents(folder() / "golden" / "directives.ptx");
    for (size_t length = 0; length < whole.size(); length += 7) check(whole.substr(0, length));
    constexpr std::string_view replacements = "{}[]();,.:%@!-_0x\"\n";
    for (size_t i = 0; i < whole.size(); i += 3) {
        std::string damaged = whole;
        damaged[i] = replacements[i % replacements.size()];
        SCOPED_TRACE(i);
        check(damaged);
    }
}

} // namespace
} // namespace warpscope::ptx
