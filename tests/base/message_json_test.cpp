// Messages from another process: valid ones come back unchanged, others are rejected.
#include "base/message_json.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

TEST(MessageJson, ReadsWhatItWrote) {
    for (const Message& message :
         {msg("plain"), msg("{} {} {}", 1, -2, 2.5), msg("{} at {}", "text", SourceLocation{"a.cu", 3, 4}),
          msg("{{{}}}: {:.3g}", msg_count(2, "{} byte", "{} bytes", 2), 1.0), Message::verbatim("{not a format"),
          msg("{} failed", "a").with_log("b\nc"), Message()}) {
        const auto read = message_from_text(json_text_of(message));
        ASSERT_TRUE(read) << json_text_of(message);
        EXPECT_EQ(*read, message);
        EXPECT_EQ(read->english(), message.english());
    }
    const auto nan = message_from_text(json_text_of(msg("{}", std::numeric_limits<double>::quiet_NaN())));
    ASSERT_TRUE(nan);
    EXPECT_EQ(nan->english(), "nan");
}

TEST(MessageJson, RefusesFormatsWithoutFittingArguments) {
    for (const char* const text : {
             R"({"format":"{} {}","arguments":[1]})",  // too few
             R"({"format":"{}","arguments":[1,2]})",   // too many
             R"({"format":"{0}{0}","arguments":[1]})", // named twice
             R"({"format":"{0}{0}","arguments":[1,2]})",
             R"({"format":"{:d}","arguments":["text"]})",    // of another type
             R"({"format":"{:999999999}","arguments":[1]})", // too wide
             R"({"format":"{:.999999999f}","arguments":[1.5]})",
             R"({"format":"{:{}}","arguments":[1,2]})",
             R"({"format":"{","arguments":[]})",
             R"({"format":"{name}","arguments":[1]})",
             R"({"format":"","arguments":[]})",
             R"({"format":"{}","many":"{} {}","number":2,"arguments":[1]})", // only the plural has two placeholders
             R"({"format":"{}","many":"{}","number":-2,"arguments":["x",1]})",
             R"({"format":"{}","arguments":[[1]]})",
             R"({"format":"{}","arguments":[true]})",
             R"({"format":"{}","arguments":[{"file":1}]})",
             R"({"format":7,"arguments":[]})",
             R"({"format":"x"})",
             R"({"text":7})",
             R"([])",
             R"(7)",
             R"("text")",
             R"({)",
             "",
         })
        EXPECT_FALSE(message_from_text(text)) << text;
}

TEST(MessageJson, PartsAreStoredNextToText) {
    const Message sent = msg("load of {} at {}", msg_count(4, "{} byte", "{} bytes", 4), "0x10");
    nlohmann::ordered_json event{{"kind", "misaligned"}};
    put_message(event, sent);
    EXPECT_EQ(event["message"], "load of 4 bytes at 0x10");
    EXPECT_EQ(message_in(event), sent);
    event["format"] = "{} {} {}"; // set by a hostile sender
    const Message read = message_in(event);
    EXPECT_TRUE(read.is_verbatim());
    EXPECT_EQ(read.english(), "load of 4 bytes at 0x10");
    event.erase("format");
    EXPECT_TRUE(message_in(event).is_verbatim()); // an older version sends no format
}

TEST(MessageJson, RefusesEndlessNesting) {
    std::string text = R"({"format":"x","arguments":[]})";
    for (int depth = 0; depth < 100; ++depth) text = R"({"format":"{}","arguments":[)" + text + "]}";
    EXPECT_FALSE(message_from_text(text));
    std::string many = R"({"format":")", numbers;
    for (int i = 0; i < 100; ++i) {
        many += "{}";
        numbers += i == 0 ? "1" : ",1";
    }
    EXPECT_FALSE(message_from_text(many + R"(","arguments":[)" + numbers + "]}"));
}

} // namespace
} // namespace warpscope
