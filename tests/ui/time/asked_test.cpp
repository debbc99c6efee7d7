// Questions about a value, a line or a finding, and the moments that answer them.
#include <algorithm>

#include "base/number_text.hpp"
#include "render/maps/finding_marks.hpp"
#include "ui/driver.hpp"
#include "ui/panels/time/time_panels.hpp"

namespace warpscope::ui {
namespace {

using scene::Scope;

Start tiled_blur() {
    Start start = start_with(setup_of("box_blur", "noise:64x48"));
    start.compiler = compile::CompilerChoice::clang;
    start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "tiled");
    start.setup->settings.values["radius"] = 3;
    return start;
}

TEST(TimeQuestionPixels, ValueIsABarWithQuestions) {
    Driver driver(tiled_blur(), 1366, 768);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    for (int k = 0; k < 6; ++k) driver.key(ImGuiKey_Period);
    driver.settle();
    const Model& model = driver.model();
    const auto row = std::ranges::find_if(model.moment->rows, [](const insight::VariableRow& one) {
        return !one.parameter && !one.text[0].empty() && one.text[0] != one.text[1];
    });
    ASSERT_NE(row, model.moment->rows.end()) << driver.text();
    const std::string name = row->name;
    const Recorder::Item area = driver.item("variable " + name);
    driver.move({area.min.x, area.max.y + 60});
    const auto pixels = [&] {
        driver.settle();
        return cropped(driver.picture(), static_cast<uint32_t>(area.min.x), static_cast<uint32_t>(area.min.y), 300, 15)
            .rgba;
    };
    const auto numbers = pixels();
    driver.click("bars##form");
    const auto bars = pixels();
    driver.click("colors##form");
    EXPECT_NE(bars, numbers);
    EXPECT_NE(pixels(), bars);
    driver.click_at({area.min.x + (area.max.x - area.min.x) * 2.5f / warp_size, (area.min.y + area.max.y) / 2},
                    ImGuiMouseButton_Right);
    driver.click("When does it become negative?##value menu");
    driver.settle();
    EXPECT_EQ(model.time.watches->back().text(), "lane == 2 && " + name + " < 0");
    const Recorder::Item below = driver.item("variable " + name); // below the row of the expression
    driver.click_at({below.min.x + (below.max.x - below.min.x) * 2.5f / warp_size, (below.min.y + below.max.y) / 2},
                    ImGuiMouseButton_Right);
    const auto now = std::ranges::find(model.moment->rows, name, &insight::VariableRow::name);
    ASSERT_NE(now, model.moment->rows.end());
    const std::string value = now->text[2];
    driver.click("When did it become " + value + "?##value menu");
    driver.settle();
    EXPECT_EQ(model.time.watches->back().text(), "lane == 2 && " + name + " == " + value);
}

TEST(TimeQuestions, TypedFractionMatchesItsDisplay) {
    Start start = start_with(setup_of("matmul", "noise:32x32"));
    start.setup = with_variant(*start.setup, *start.catalog->find("matmul"), "element");
    start.preferences.panes.drawer = 420;
    Driver driver(start, 1800, 1000);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    const Model& model = driver.model();
    const auto sum = [&](size_t lane) -> std::string {
        const auto row = std::ranges::find(model.moment->rows, "sum", &insight::VariableRow::name);
        return row == model.moment->rows.end() ? "" : row->text[lane];
    };
    // Stops in the middle, where the table rounds the value to four digits.
    for (int k = 0; k < 40; ++k) driver.key(ImGuiKey_Period);
    driver.settle();
    ASSERT_TRUE(model.moment) << driver.text();
    const std::string whole = sum(2), shown = short_value(whole);
    ASSERT_LT(shown.size(), whole.size()) << whole;
    for (int k = 0; k < 9; ++k) driver.key(ImGuiKey_Period); // some rounds later
    driver.settle();
    ASSERT_NE(short_value(sum(2)), shown);
    const Recorder::Item area = driver.item("variable sum");
    driver.click_at({area.min.x + (area.max.x - area.min.x) * 2.5f / warp_size, (area.min.y + area.max.y) / 2},
                    ImGuiMouseButton_Right);
    driver.type(shown);
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(model.time.watches->back().text(), "lane == 2 && sum == " + shown);
    EXPECT_EQ(sum(2), whole) << driver.text();
    const auto row = std::ranges::find(model.moment->rows, "sum", &insight::VariableRow::name);
    EXPECT_NE(row->changed & 4, 0u) << "just set";
}

TEST(TimeQuestions, StopsAtALine) {
    Start start = tiled_blur();
    start.preferences.panes.drawer = 480;
    Driver driver(start, 1400, 1200);
    driver.settle();
    driver.click("##scope warp");
    driver.settle();
    driver.click("source text 12", ImGuiMouseButton_Right);
    driver.click("Go to the next step in this line##line menu");
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_EQ(model.moment->now_line, 12u);
    const uint64_t first = model.scene->moment.step;
    driver.click(">##watch 0");
    driver.settle();
    EXPECT_EQ(model.moment->now_line, 12u);
    EXPECT_GT(model.scene->moment.step, first) << "each round stops there anew";
}

void show_first_finding(Driver& driver) {
    driver.settle();
    EXPECT_TRUE(driver.has("show##0")) << driver.text();
    driver.click("show##0");
    driver.settle();
}

uint32_t warp_of_step(const Model& model) {
    return model.time.block->recording->steps()[model.scene->moment.step - 1].warp;
}
uint32_t warp_of_pin(const Model& model) {
    return render::thread_in_block(model.result->shown().config, model.selection.thread) / warp_size;
}

TEST(TimeQuestions, OpensAFinding) {
    Start start = start_with(setup_of("bug_museum", "gradient:40x30"));
    start.compiler = compile::CompilerChoice::clang;
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "missing_guard");
    start.preferences.tab = Tab::findings;
    Driver driver(start);
    show_first_finding(driver);
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    const simt::Finding& finding = model.result->shown().findings.front();
    EXPECT_EQ(model.moment->now_line, finding.source.line);
    EXPECT_EQ(warp_of_step(model), warp_of_pin(model));
}

TEST(TimeQuestions, FindingOfALaterWarpPinsItsThread) {
    Driver driver(start_with_findings_of(
        "rows_below", "__global__ void rows_below(float* out, const float* in, int width, int height) {\n"
                      "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                      "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                      "    if (x >= width || y >= height) return;\n"
                      "    float sum = 0;\n"
                      "    for (int k = 0; k < 12; ++k)\n"
                      "        sum += in[(y + k) * width + x];\n"
                      "    out[y * width + x] = sum;\n"
                      "}\n"));
    show_first_finding(driver);
    const Model& model = driver.model();
    ASSERT_TRUE(model.moment) << driver.text();
    EXPECT_EQ(warp_of_step(model), warp_of_pin(model));
}

TEST(TimeQuestions, OpensBothSidesOfARace) {
    Start start = start_with(setup_of("bug_museum", "index:256"));
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "kogge_stone_missing_sync");
    start.preferences.tab = Tab::findings;
    Driver driver(start);
    driver.settle();
    const Model& model = driver.model();
    ASSERT_TRUE(model.result) << driver.text();
    ASSERT_EQ(model.result->shown().findings.front().kind, simt::FindingKind::race_shared);
    for (const bool other : {false, true}) {
        SCOPED_TRACE(other);
        if (other) {
            driver.click("##scope all");
            driver.click_findings();
        }
        driver.settle();
        const char* const link = other ? "show##other 0" : "show##0";
        ASSERT_TRUE(driver.has(link)) << driver.text();
        driver.click(link);
        driver.settle();
        const simt::Finding& finding = model.result->shown().findings.front();
        const metrics::ThreadId one = render::thread_of(*model.result, finding),
                                two = render::other_thread_of(*model.result, finding);
        ASSERT_TRUE(model.moment) << driver.text();
        EXPECT_EQ(model.selection.thread, other ? two : one);
        EXPECT_EQ(model.moment->now_line, finding.source.line);
        EXPECT_EQ(model.moment->warp, (other ? two - 1 : one - 1) / warp_size);
        EXPECT_TRUE(driver.says("does one access of the race, in line 10; lane")) << driver.text();
        EXPECT_NE(model.time.mark_kinds >> static_cast<uint32_t>(replay::MarkKind::finding) & 1, 0u);
        const std::vector<uint32_t>& racing = model.time.block->racing;
        EXPECT_TRUE(std::ranges::is_sorted(racing));
        EXPECT_TRUE(std::ranges::binary_search(racing, static_cast<uint32_t>(model.scene->moment.step - 1)));
    }
}

} // namespace
} // namespace warpscope::ui
