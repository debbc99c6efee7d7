// The window of a student in a class.
#include <fmt/format.h>

#include "ui/lesson/lesson_window.hpp"
#include "workbench/fake_class.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {
namespace {

class ClassInWindow : public testing::Test {
protected:
    [[nodiscard]] Start start() const {
        Start out = start_with(setup_of("box_blur", "gradient:40x30"));
        out.class_link = link;
        return out;
    }
    static std::string state(size_t step, const std::string& rest) {
        return fmt::format(R"({{"name":"idle_threads","step":{},{}}})", step, rest);
    }
    void receive(Driver& driver, const std::string& message) {
        link->messages.push_back(message);
        driver.frames(3);
        driver.settle();
    }
    std::shared_ptr<workbench::FakeClass> link = std::make_shared<workbench::FakeClass>();
};

TEST_F(ClassInWindow, FollowsTheTeacher) {
    Driver driver(start());
    driver.settle();
    receive(driver, state(1, R"("revealed":false)"));
    ASSERT_NE(driver.model().lesson, nullptr);
    EXPECT_EQ(driver.model().lesson->lesson->name, "idle_threads");
    EXPECT_EQ(driver.model().lesson->step, 1u);
    EXPECT_FALSE(driver.has("next##lesson bar"));
    receive(driver, state(2, R"("revealed":false)"));
    EXPECT_EQ(driver.model().lesson->step, 2u);
}

TEST_F(ClassInWindow, TeacherRevealsTheSentAnswer) {
    Driver driver(start());
    driver.settle();
    receive(driver, state(1, R"("revealed":false)"));
    driver.click("##lesson number");
    driver.type("400");
    driver.click("send##lesson");
    driver.settle();
    EXPECT_EQ(link->sent, (std::vector<std::string>{R"({"number":400.0,"step":1})"}));
    EXPECT_FALSE(driver.says("408")) << "only the teacher reveals it";
    receive(driver, R"({"reply":200})");
    EXPECT_TRUE(driver.says("Sent. You can change it")) << driver.text();
    receive(driver, state(1, R"("revealed":true,"answer":{"number":400.0})"));
    EXPECT_TRUE(driver.says("408")) << driver.text();
    EXPECT_TRUE(driver.says("You said 400")) << driver.text();
}

TEST_F(ClassInWindow, MissingClassIsReported) {
    Driver driver(start());
    driver.settle();
    receive(driver, R"({"lost":true})");
    EXPECT_TRUE(driver.says("The class does not answer.")) << driver.text();
}

TEST_F(ClassInWindow, SilentStudentsAreNotJudged) {
    Driver driver(start());
    driver.settle();
    receive(driver, state(1, R"("revealed":true)"));
    EXPECT_TRUE(driver.says("408")) << driver.text();
    EXPECT_FALSE(driver.says("You said"));
}

TEST_F(ClassInWindow, ReachedGoalIsSent) {
    Driver driver(start());
    driver.settle();
    receive(driver, state(2, R"("revealed":false)"));
    EXPECT_TRUE(link->sent.empty()) << "nothing has been tried";
    for (int i = 0; i < 12; ++i) driver.key(ImGuiMod_Shift | ImGuiKey_LeftArrow); // block width 4
    for (int i = 0; i < 8; ++i) driver.key(ImGuiMod_Shift | ImGuiKey_DownArrow);  // block height 8
    driver.settle();
    driver.frames(3);
    ASSERT_FALSE(link->sent.empty());
    EXPECT_NE(link->sent.back().find(R"("reached":true)"), std::string::npos) << link->sent.back();
    EXPECT_NE(link->sent.back().find(R"("block":[4,8,1])"), std::string::npos) << link->sent.back();
}

TEST_F(ClassInWindow, ClosedLessonLeavesTheClass) {
    Driver driver(start());
    driver.settle();
    receive(driver, state(0, R"("revealed":false)"));
    driver.click("##lesson close");
    driver.settle();
    EXPECT_TRUE(link->has_left);
    EXPECT_EQ(driver.model().lesson, nullptr);
}

} // namespace
} // namespace warpscope::ui
