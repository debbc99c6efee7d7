// A student's side of a class, without a server.
#include <deque>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "workbench/fake_class.hpp"
#include "workbench/lesson/class_follower.hpp"

namespace warpscope::workbench {
namespace {

using nlohmann::json;
using Answer = ClassStanding::Answer;

class Follower : public testing::Test {
protected:
    void receive(const std::string& message) {
        link->messages.push_back(message);
        EXPECT_TRUE(follower.update());
    }
    std::shared_ptr<FakeClass> link = std::make_shared<FakeClass>();
    ClassFollower follower{link};
};

TEST(ClassMessage, HasTheState) {
    const ClassMessage message = read_class_message(
        R"({"name":"banks","file":"/opened/banks.lesson.toml","step":3,"revealed":true,"answer":{"option":1},)"
        R"("tally":{"options":[4,7]}})");
    ASSERT_TRUE(message.state);
    EXPECT_EQ(message.state->lesson, "banks");
    EXPECT_EQ(message.state->file, "/opened/banks.lesson.toml");
    EXPECT_EQ(message.state->step, 3u);
    EXPECT_TRUE(message.state->is_revealed);
    EXPECT_EQ(message.state->votes, (std::vector<uint32_t>{4, 7}));
    ASSERT_TRUE(message.state->already);
    EXPECT_EQ(message.state->already->option, 1u);
}

TEST(ClassMessage, InvalidTextIsEmpty) {
    for (const char* text : {"", "[]", "null", "{", R"({"step":1})", R"({"name":"banks","step":-1})",
                             R"({"name":1,"step":1})", R"({"reply":"200"})"}) {
        const ClassMessage message = read_class_message(text);
        EXPECT_FALSE(message.state || message.is_saved || message.is_lost) << text;
    }
}

TEST(ClassMessage, AnswersSuitTheServer) {
    using lesson::Kind;
    EXPECT_EQ(json::parse(answer_message(1, Kind::number, {.number = 2.5})), json({{"step", 1}, {"number", 2.5}}));
    EXPECT_EQ(json::parse(answer_message(1, Kind::order, {.option = 2})), json({{"step", 1}, {"option", 2}}));
    EXPECT_EQ(json::parse(answer_message(1, Kind::cells, {.cells = {7, 3}})), json({{"step", 1}, {"cells", {7, 3}}}));
    EXPECT_EQ(json::parse(answer_message(1, Kind::lanes, {.lanes = 5})), json({{"step", 1}, {"lanes", 5}}));
    EXPECT_EQ(json::parse(answer_message(1, Kind::line, {.line = 4})), json({{"step", 1}, {"line", 4}}));
}

TEST(ClassMessage, AttemptsHaveKernelAndSetup) {
    catalog::Settings settings;
    settings.block = {8, 4, 1};
    settings.values = {{"radius", 3}};
    const json with_kernel = json::parse(attempt_message(2, true, settings, "kernel"));
    EXPECT_EQ(with_kernel["reached"], true);
    EXPECT_EQ(with_kernel["text"], "kernel");
    EXPECT_EQ(with_kernel["setup"], json({{"block", {8, 4, 1}}, {"values", {{"radius", 3.0}}}, {"kernel", true}}));
    const json too_long = json::parse(attempt_message(2, true, settings, std::string(max_kernel_bytes + 1, 'x')));
    EXPECT_EQ(too_long["text"], "");
    EXPECT_FALSE(too_long.contains("setup")) << "the server cannot judge it";
}

TEST_F(Follower, KnowsWhetherAnswerIsSaved) {
    receive(R"({"name":"banks","step":1,"revealed":false})");
    follower.send(lesson::Kind::choice, {.option = 1});
    EXPECT_EQ(link->sent, (std::vector<std::string>{R"({"option":1,"step":1})"}));
    EXPECT_EQ(follower.standing().answer, Answer::sending);
    EXPECT_FALSE(follower.saved());
    receive(R"({"reply":200})");
    EXPECT_EQ(follower.standing().answer, Answer::saved);
    ASSERT_TRUE(follower.saved());
    EXPECT_EQ(follower.saved()->option, 1u);
    receive(R"({"name":"banks","step":2,"revealed":false})");
    EXPECT_EQ(follower.standing().answer, Answer::none);
    EXPECT_FALSE(follower.saved());
}

TEST_F(Follower, RestartedServerHasNoAnswer) {
    receive(R"({"name":"banks","step":1,"revealed":false,"answer":{"option":1}})");
    EXPECT_EQ(follower.standing().answer, Answer::saved);
    receive(R"({"name":"banks","step":1,"revealed":false,"joined":true})");
    EXPECT_EQ(follower.standing().answer, Answer::none);
    EXPECT_FALSE(follower.saved());
}

TEST_F(Follower, RefusedAnswerIsNotSaved) {
    receive(R"({"name":"banks","step":1,"revealed":false})");
    follower.send(lesson::Kind::lanes, {.lanes = 1});
    receive(R"({"reply":409,"error":"The answer is already shown."})");
    EXPECT_EQ(follower.standing().answer, Answer::refused);
    EXPECT_EQ(follower.standing().refusal, "The answer is already shown.");
    EXPECT_FALSE(follower.saved());
}

TEST_F(Follower, SendsNothingAfterReveal) {
    receive(R"({"name":"banks","step":1,"revealed":true})");
    follower.send(lesson::Kind::lanes, {.lanes = 1});
    follower.send_attempt("{}");
    EXPECT_TRUE(link->sent.empty());
}

TEST_F(Follower, EqualAttemptsAreSentOnce) {
    receive(R"({"name":"banks","step":1,"revealed":false})");
    follower.send_attempt("first");
    follower.send_attempt("first");
    follower.send_attempt("second");
    EXPECT_EQ(link->sent, (std::vector<std::string>{"first", "second"}));
}

TEST_F(Follower, RefusedAttemptWaitsForAState) {
    receive(R"({"name":"banks","step":1,"revealed":false})");
    follower.send_attempt("first");
    receive(R"({"reply":0,"error":"the server does not answer"})");
    follower.send_attempt("first");
    EXPECT_EQ(link->sent.size(), 1u) << "requests must not follow each other without a pause";
    receive(R"({"name":"banks","step":1,"revealed":false})");
    follower.send_attempt("first");
    EXPECT_EQ(link->sent.size(), 2u);
}

TEST_F(Follower, LostClassIsFoundAgain) {
    receive(R"({"lost":true})");
    EXPECT_TRUE(follower.standing().is_lost);
    receive(R"({"name":"banks","step":1,"revealed":false})");
    EXPECT_FALSE(follower.standing().is_lost);
    follower.leave();
    EXPECT_TRUE(link->has_left);
    EXPECT_FALSE(follower.on());
}

} // namespace
} // namespace warpscope::workbench
