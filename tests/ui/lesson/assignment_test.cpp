// Assignments opened in the window.
#include <fstream>

#include <gtest/gtest.h>

#include "base/process/temporary_folder.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

const char* const transpose_task = WARPSCOPE_SOURCE_DIR "/assets/assignments/transpose.toml";

TEST(AssignmentPanel, GatesTurnGreenWhileTyping) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.assignment = transpose_task;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "transpose");
    EXPECT_TRUE(driver.says("Transpose without bank conflicts")) << driver.text();
    EXPECT_TRUE(driver.says("right: passed")) << driver.text();
    EXPECT_TRUE(driver.says("coalesced: not passed"));
    EXPECT_TRUE(driver.says("no bank conflicts: not passed"));
    EXPECT_TRUE(driver.says("shared.requests is 0 (goal: more than 0)"));
    EXPECT_TRUE(driver.says("2 of 4 gates, 6 of 10 points"));
    ASSERT_TRUE(driver.model().edited->open);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    ImGui::SetClipboardText(contents(WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu").c_str());
    driver.key(ImGuiMod_Ctrl | ImGuiKey_V);
    driver.settle();
    EXPECT_TRUE(driver.says("4 of 4 gates, 10 of 10 points")) << driver.text();
    driver.click("Close assignment");
    driver.frames(3);
    EXPECT_FALSE(driver.says("4 of 4 gates"));
}

TEST(AssignmentPanel, TextBelongsToTheAssignment) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    const std::string padded = contents(WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu"),
                      of_course = "// tried\n" + padded;
    start.preferences.texts["transpose/padded"] = of_course;
    start.preferences.texts_newest = {"transpose/padded"};
    start.assignment = transpose_task;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_EQ(driver.model().edited->text, contents(WARPSCOPE_SOURCE_DIR "/assets/assignments/transpose_start.cu"))
        << "not what was tried with the course's kernel";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    ImGui::SetClipboardText(("// mine\n" + padded).c_str());
    driver.key(ImGuiMod_Ctrl | ImGuiKey_V);
    driver.settle();
    EXPECT_EQ(driver.model().preferences->texts.at("transpose/padded"), of_course);
    driver.app().open_files({transpose_task});
    driver.settle();
    EXPECT_EQ(driver.model().edited->text, "// mine\n" + padded) << "comes back";
    EXPECT_FALSE(driver.model().can_undo) << "a step back would put another text in its place";
    driver.click("Close assignment");
    driver.settle();
    EXPECT_EQ(driver.model().edited->text, of_course) << "the kernel's own";
    EXPECT_EQ(driver.model().preferences->texts.at("transpose/padded"), of_course);
    EXPECT_EQ(driver.model().preferences->texts.at(transpose_task), "// mine\n" + padded);
}

TEST(AssignmentPanel, PreviousExperimentIsCleared) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 10));
    driver.settle();
    ASSERT_TRUE(driver.model().scene->pin);
    driver.app().open_files({transpose_task});
    driver.settle();
    EXPECT_FALSE(driver.model().scene->pin);
    EXPECT_FALSE(driver.model().baseline.result);
    EXPECT_FALSE(driver.model().baseline.side_by_side);
}

TEST(AssignmentPanel, NarrowWindowShowsATab) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.assignment = transpose_task;
    Driver driver(std::move(start), 1000, 800);
    driver.settle();
    ASSERT_TRUE(driver.model().narrow);
    driver.click("Inspector##tab");
    driver.settle();
    EXPECT_TRUE(driver.says("2 of 4 gates, 6 of 10 points")) << driver.text();
}

TEST(AssignmentPanel, WideWindowPresentsItBesideData) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.assignment = transpose_task;
    start.presentation = true;
    constexpr uint32_t wide = 1920;
    Driver driver(std::move(start), wide, 1080);
    driver.settle();
    ASSERT_TRUE(driver.model().presentation);
    ASSERT_FALSE(driver.model().narrow);
    EXPECT_TRUE(driver.says("2 of 4 gates, 6 of 10 points")) << driver.text();
    const Recorder::Item gates = driver.item("assignment"), view = driver.item("right view");
    EXPECT_GE(gates.min.x, view.max.x) << "beside the data, not over them";
    EXPECT_LE(gates.max.x, static_cast<float>(wide));
    driver.click("Close assignment");
    driver.settle();
    EXPECT_FALSE(driver.has("assignment"));
    EXPECT_GT(driver.item("right view").max.x, view.max.x) << "its room is the data's again";
}

/// The teacher's experiment has the same name as an experiment in the catalog.
TEST(AssignmentPanel, ShowsTheTeachersKernel) {
    const auto own = TemporaryFolder::create();
    ASSERT_TRUE(own);
    const fs::path& folder = own->path();
    fs::copy(WARPSCOPE_SOURCE_DIR "/cuda/transpose", folder, fs::copy_options::recursive);
    const std::string course = contents(folder / "experiment.toml");
    const auto write_own = [&](const std::string& title) {
        std::string own = course;
        own.replace(own.find("title = \"Transpose\""), 19, "name = \"transpose\"\ntitle = \"" + title + "\"");
        std::ofstream(folder / "experiment.toml") << own;
    };
    write_own("Of the teacher");
    std::ofstream(folder / "task.toml")
        << "title = \"T\"\nrun = \"experiment.toml/padded\"\ninput = \"noise:64x64\"\n"
           "[[gate]]\nname = \"right\"\nholds = \"different('out', 'reference') == 0\"\n";
    Driver driver(start_with(setup_of("transpose", "index:48x32")));
    driver.settle();
    driver.app().open_files({folder / "task.toml"});
    driver.settle();
    ASSERT_TRUE(driver.model().experiment);
    EXPECT_EQ(driver.model().experiment->title, "Of the teacher");
    EXPECT_EQ(driver.model().variant->source, folder / "padded.cu");
    EXPECT_TRUE(driver.says("right: passed")) << driver.text();
    write_own("Of the next year");
    driver.app().open_files({folder / "task.toml"});
    driver.settle();
    EXPECT_EQ(driver.model().experiment->title, "Of the next year");
    EXPECT_EQ(driver.model().catalog->find("transpose")->title, "Transpose");
}

} // namespace
} // namespace warpscope::ui
