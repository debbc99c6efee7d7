// Pictures saved with Ctrl+E at a moment: they show the window at that moment, and carry the moment.
#include <functional>

#include "input/input.hpp"
#include "input/scratch_folder.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

Start tiled() {
    Start start = start_with(setup_of("box_blur", "noise:64x48"));
    start.compiler = compile::CompilerChoice::clang;
    start.setup = with_variant(*start.setup, *start.catalog->find("box_blur"), "tiled");
    return start;
}

void save_window(Driver& driver, const fs::path& file) {
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("whole window##subject");
    driver.click("PNG##format");
    driver.slide("save scale", 0);
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type(file.string());
    driver.click("Save##save");
    driver.settle();
}

/// Returns the pixels in the middle of a view, where neither messages nor overlay buttons are.
std::vector<uint8_t> middle_of(const Picture& picture, const Recorder::Item& view) {
    const ImVec2 size{view.max.x - view.min.x, view.max.y - view.min.y};
    return cropped(picture, static_cast<uint32_t>(view.min.x + size.x / 4),
                   static_cast<uint32_t>(view.min.y + size.y / 4), static_cast<uint32_t>(size.x / 2),
                   static_cast<uint32_t>(size.y / 3))
        .rgba;
}

Picture picture_of(const fs::path& file) {
    const auto read = input::load_image(file);
    EXPECT_TRUE(read) << read.error().text();
    if (!read) return {};
    const Shape& shape = read->layout.shape;
    Picture out{shape.width, shape.height, std::vector<uint8_t>(size_t{4} * shape.width * shape.height, 255), {}};
    const auto* const bytes = reinterpret_cast<const uint8_t*>(read->bytes->data());
    for (size_t i = 0; i < size_t{shape.width} * shape.height; ++i)
        for (uint32_t c = 0; c < 3; ++c) out.rgba[4 * i + c] = bytes[3 * i + c];
    return out;
}

void expect_picture_of_moment(const std::function<void(Driver&)>& enter, scene::Scope scope) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "moment.png";
    Driver driver(tiled());
    driver.settle();
    driver.click_at(driver.at_cell("right view", 20, 20));
    driver.settle();
    const Picture of_all = driver.picture();
    enter(driver);
    driver.settle();
    const scene::Moment moment = driver.model().scene->moment;
    ASSERT_EQ(moment.scope, scope) << driver.text();
    ASSERT_GT(moment.step, 0u);
    driver.move({5, 5});
    driver.settle();
    const Recorder::Item view = driver.item("right view");
    const std::vector<uint8_t> seen = middle_of(driver.picture(), view);
    ASSERT_NE(seen, middle_of(of_all, view)) << "not all cells are written at this moment";
    save_window(driver, file);
    EXPECT_EQ(middle_of(picture_of(file), view), seen);
    EXPECT_EQ(driver.model().scene->moment, moment) << "the window stays where it is";

    Start other = start_with(setup_of("transpose", "index:16x16"));
    other.compiler = compile::CompilerChoice::clang; // another compiler may have other steps
    Driver again(std::move(other));
    again.settle();
    again.app().open_files({file});
    again.settle();
    EXPECT_EQ(again.model().scene->moment, moment) << again.text();
}

TEST(MomentPicture, BlockStepMatchesTheWindow) {
    expect_picture_of_moment(
        [](Driver& driver) {
            driver.click("##scope block");
            driver.settle();
            driver.click("##step number");
            driver.type("214");
            driver.key(ImGuiKey_Enter);
        },
        scene::Scope::block);
}

TEST(MomentPicture, LaunchMomentMatchesTheWindow) {
    expect_picture_of_moment(
        [](Driver& driver) {
            driver.click("##scope launch");
            driver.settle();
            driver.key(ImGuiKey_Period); // goes to the end of a block
        },
        scene::Scope::launch);
}

} // namespace
} // namespace warpscope::ui
