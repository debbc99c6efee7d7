// Expressions over a warp's variables, typed in the window, and the steps at which they become true.
#include <algorithm>

#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

class Watches : public testing::Test {
protected:
    void SetUp() override {
        Start start = start_with(setup_of("box_blur", "noise:40x40"));
        start.compiler = compile::CompilerChoice::clang;
        start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "naive");
        start.setup->settings.values["radius"] = 3;
        start.pin = CellCoordinates{0, 0, 0};
        driver.emplace(start);
        driver->settle();
        driver->click("##scope warp");
        driver->settle();
        ASSERT_TRUE(driver->model().moment) << driver->text();
    }
    void enter(std::string_view expression) {
        driver->click("##watch");
        driver->type(expression);
        driver->key(ImGuiKey_Enter);
        driver->settle();
    }
    const insight::VariableRow* row(std::string_view name) {
        const auto& rows = driver->model().moment->rows;
        const auto found = std::ranges::find(rows, name, &insight::VariableRow::name);
        return found == rows.end() ? nullptr : &*found;
    }
    std::optional<Driver> driver;
};

TEST_F(Watches, ExpressionIsATableRow) {
    driver->key(ImGuiKey_End);
    driver->settle();
    enter("col % 5 + row");
    ASSERT_NE(row("col % 5 + row"), nullptr) << driver->text();
    EXPECT_TRUE(row("col % 5 + row")->watched);
    for (size_t lane = 0; lane < warp_size; ++lane)
        EXPECT_EQ(row("col % 5 + row")->text[lane], std::to_string(lane % 16 % 5 + lane / 16));
    driver->click("x##watch 0");
    driver->settle();
    EXPECT_EQ(row("col % 5 + row"), nullptr);
}

TEST_F(Watches, FindsTheMatchingStep) {
    enter("lane == 0 && count == 16");
    driver->click(">##watch 0");
    driver->settle();
    EXPECT_EQ(row("count")->text[0], "16") << driver->text();
    EXPECT_NE(row("count")->changed & 1, 0u) << "just set";
    const uint64_t found = driver->model().scene->moment.step;
    driver->click(">##watch 0");
    driver->settle();
    EXPECT_EQ(driver->model().scene->moment.step, found) << "it comes true only once";
    EXPECT_TRUE(driver->says("does not become true after this moment")) << driver->text();
    driver->key(ImGuiKey_End);
    driver->settle();
    driver->click("<##watch 0");
    driver->settle();
    EXPECT_EQ(driver->model().scene->moment.step, found);
}

TEST_F(Watches, SyntaxErrorIsReported) {
    enter("count +");
    EXPECT_TRUE(driver->model().time.watches->empty());
    EXPECT_TRUE(driver->says("something is missing at the end")) << driver->text();
}

} // namespace
} // namespace warpscope::ui
