#include "base/message.hpp"

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Message, RendersItsArguments) {
    EXPECT_EQ(msg("no arguments, {{braces}}").english(), "no arguments, {braces}");
    EXPECT_EQ(msg("{} of {:.1f} in {}", 3, 2.55, "a.cu").english(), "3 of 2.5 in a.cu");
    EXPECT_EQ(msg("{}", -1).english(), "-1");
    EXPECT_EQ(msg("{}", uint64_t{0xffffffffffffffff}).english(), "18446744073709551615");
    EXPECT_EQ(msg("at {}", SourceLocation{"a.cu", 3, 9}).english(), "at a.cu:3");
    EXPECT_EQ(fmt::format("<{}>", msg("{}!", std::string("words"))), "<words!>");
}

TEST(Message, NestsMessages) {
    const Message bytes = msg_count(1, "{} byte", "{} bytes", 1);
    EXPECT_EQ(msg("load of {} at {}", bytes, "0x10").english(), "load of 1 byte at 0x10");
    EXPECT_EQ(msg("load of {} at {}", msg_count(4, "{} byte", "{} bytes", 4), "0x10").english(),
              "load of 4 bytes at 0x10");
}

TEST(Message, KeepsVerbatimTextAsItIs) {
    const Message text = Message::verbatim("error: expected '{'");
    EXPECT_TRUE(text.is_verbatim());
    EXPECT_EQ(text.english(), "error: expected '{'");
    EXPECT_EQ(msg("{} does not compile: {}", "a.cu", text).english(), "a.cu does not compile: error: expected '{'");
}

TEST(Message, HasALog) {
    const Message message = msg("{} does not compile.", "a.cu").with_log("a.cu:3: error\n   x");
    EXPECT_EQ(message.english(), "a.cu does not compile.\na.cu:3: error\n   x");
    EXPECT_EQ(message.first_line(), msg("{} does not compile.", "a.cu"));
    EXPECT_EQ(Message::verbatim("one\ntwo").first_line(), "one");
}

TEST(Message, IsEmptyWithoutText) {
    EXPECT_TRUE(Message().empty());
    EXPECT_TRUE(Message::verbatim("").empty());
    EXPECT_EQ(Message().english(), "");
    EXPECT_FALSE(msg("x").empty());
}

TEST(Message, ComparesByValue) {
    EXPECT_EQ(msg("{} of {}", 1, "a"), msg("{} of {}", 1u, std::string("a")));
    EXPECT_NE(msg("{} of {}", 1, "a"), msg("{} of {}", 2, "a"));
    EXPECT_NE(msg("{}", 1), msg("{}", "1"));
    EXPECT_EQ(msg("{} of {}", 1, "a"), "1 of a");
}

TEST(Message, ArgumentsUseTheChosenFormats) {
    const auto reversed = [](const Message& message) -> std::string_view {
        return message.format() == "{} of {}" ? "{1}: {0}" : "<{}>";
    };
    EXPECT_EQ(msg("{} of {}", 1, msg("({})", "a")).rendered(reversed), "<a>: 1");
}

TEST(Message, UnfitFormatFallsBackToEnglish) {
    EXPECT_EQ(msg("{} of {}", 1, "a").rendered([](const Message&) -> std::string_view { return "{2}"; }), "1 of a");
    EXPECT_EQ(msg("{} of {}", 1, "a").rendered([](const Message&) -> std::string_view { return "{:x} {:x}"; }),
              "1 of a");
}

TEST(Message, JoinsMessages) {
    const std::vector<Message> some{msg("a"), msg("{}", 2), Message::verbatim("{")};
    EXPECT_EQ(joined(some, ", ").english(), "a, 2, {");
    EXPECT_EQ(joined({}, ", ").english(), "");
}

TEST(Message, JoiningOmitsEmptyMessages) {
    EXPECT_TRUE(joined(std::vector<Message>(2), " ").empty()) << "a hint without words";
    EXPECT_EQ(joined(std::vector{Message(), msg("a"), Message(), msg("b")}, ", ").english(), "a, b");
}

} // namespace
} // namespace warpscope
