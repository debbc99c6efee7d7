#include "driver.hpp"

#include <fstream>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "base/files.hpp"
#include "catalog/guess/guess.hpp"

namespace warpscope::ui {

namespace {

std::shared_ptr<const catalog::Catalog> the_catalog() {
    static const auto catalog =
        std::make_shared<const catalog::Catalog>(catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda"));
    return catalog;
}

Offscreen* the_offscreen() {
    static_cast<void>(catalog::catalog_folder()); // constructed first, because the window reads it when it closes
    static const Result<std::unique_ptr<Offscreen>> offscreen = Offscreen::create(Driver::width, Driver::height, false);
    EXPECT_TRUE(offscreen) << offscreen.error().text();
    return offscreen ? offscreen->get() : nullptr;
}

} // namespace

scene::LaunchSetup setup_of(const std::string& experiment, const std::string& input) {
    const catalog::Experiment* found = the_catalog()->find(experiment);
    EXPECT_NE(found, nullptr) << experiment;
    if (found == nullptr) return {};
    scene::LaunchSetup setup = default_setup(*found, WARPSCOPE_SOURCE_DIR "/assets/harbour.png");
    const auto spec = input::parse_spec(input);
    EXPECT_TRUE(spec) << input;
    if (spec) setup.input = *spec;
    return setup;
}

Start start_with(const scene::LaunchSetup& setup) {
    Start start;
    start.catalog = the_catalog();
    start.setup = setup;
    start.device = session::DeviceChoice::emulator;
    start.animate = false;
    // Opens all panes, so that tests can read them.
    start.preferences.panes.inspector_open = start.preferences.panes.drawer_open = true;
    return start;
}

Start start_with_file(const std::filesystem::path& experiment) {
    auto loaded =
        experiment.extension() == ".cu" ? catalog::guess_experiment(experiment) : catalog::load_experiment(experiment);
    if (!loaded) throw std::runtime_error(loaded.error().text());
    auto catalog = std::make_shared<catalog::Catalog>();
    catalog->experiments.push_back(std::move(*loaded));
    Start start = start_with(default_setup(catalog->experiments.front(), ""));
    start.catalog = catalog;
    return start;
}

Start start_with_findings_of(const std::string& name, std::string_view source) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / (name + ".cu");
    std::ofstream(file) << source;
    Start start = start_with_file(file);
    start.preferences.tab = Tab::findings;
    return start;
}

Driver::Driver(Start start, uint32_t window_width, uint32_t window_height, std::function<void()> wake)
    : offscreen_(the_offscreen()) {
    if (offscreen_ == nullptr) throw std::runtime_error("no OpenGL without a window on this machine");
    offscreen_->resize(window_width, window_height);
    ImGui::GetIO().ClearInputKeys();
    // All tests share one ImGui context, so windows would keep the scroll positions of the previous test.
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
        ImGui::SetScrollX(window, 0);
        ImGui::SetScrollY(window, 0);
        window->StateStorage.Clear(); // panels of the previous program stored values there
    }
    // A menu left open would capture the keys.
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, false);
    const auto started = offscreen_->start(std::move(start), std::move(wake));
    if (!started) throw std::runtime_error(started.error().text());
    recorder_ = std::make_unique<Recorder>();
    move({-1000, -1000});
}

Driver::~Driver() { recorder_.reset(); }

App& Driver::app() { return offscreen_->app(); }

void Driver::frames(int count) {
    for (int i = 0; i < count; ++i) {
        recorder_->begin_frame();
        offscreen_->frame();
    }
}

void Driver::settle() {
    frames(2);
    ASSERT_TRUE(offscreen_->settle(60)) << "the program did not come to rest";
    frames(1);
}

void Driver::resize(uint32_t window_width, uint32_t window_height) {
    offscreen_->resize(window_width, window_height);
    frames(3);
}

Recorder::Item Driver::item(std::string_view label) {
    const auto found = recorder_->find(label);
    if (!found) {
        std::string known;
        for (const std::string& other : recorder_->labels()) known += "  " + other + "\n";
        ADD_FAILURE() << "no widget is labelled '" << label << "'; there are\n" << known;
        return {};
    }
    return *found;
}

ImVec2 Driver::middle(std::string_view label) {
    const Recorder::Item found = item(label);
    return {(found.min.x + found.max.x) / 2, (found.min.y + found.max.y) / 2};
}

ImVec2 Driver::at_cell(std::string_view view, double x, double y) {
    const Recorder::Item area = item(view);
    const render::Point size{area.max.x - area.min.x, area.max.y - area.min.y};
    const render::Point at = model().camera.to_pixel({x + 0.5, y + 0.5}, size);
    return {area.min.x + static_cast<float>(at.x), area.min.y + static_cast<float>(at.y)};
}

void Driver::move(ImVec2 to) {
    ImGui::GetIO().AddMousePosEvent(to.x, to.y);
    frames(2);
}

void Driver::press(ImVec2 at, ImGuiMouseButton button) {
    move(at);
    ImGui::GetIO().AddMouseButtonEvent(button, true);
    frames(1);
}

void Driver::release(ImGuiMouseButton button) {
    ImGui::GetIO().AddMouseButtonEvent(button, false);
    frames(2);
}

void Driver::click(std::string_view label, ImGuiMouseButton button) { click_at(middle(label), button); }

void Driver::click_findings() {
    for (const std::string& label : labels())
        if (label.starts_with("Findings ") && label.ends_with("##tab")) return click(label);
    ADD_FAILURE() << "no Findings tab";
}

void Driver::click_at(ImVec2 at, ImGuiMouseButton button) {
    press(at, button);
    release(button);
    // Lets time pass, so that the next click does not count as a double click.
    for (int i = 0; i < 24; ++i) frames(1);
}

void Driver::drag(ImVec2 from, ImVec2 to, int steps) {
    press(from);
    for (int i = 1; i <= steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps);
        move({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
    }
    release();
}

void Driver::wheel(ImVec2 at, float notches) {
    move(at);
    ImGui::GetIO().AddMouseWheelEvent(0, notches);
    frames(2);
}

void Driver::key(ImGuiKeyChord chord) {
    ImGuiIO& io = ImGui::GetIO();
    for (const auto& [mod, bit] : {std::pair{ImGuiMod_Ctrl, ImGuiMod_Ctrl}, std::pair{ImGuiMod_Shift, ImGuiMod_Shift}})
        if ((chord & bit) != 0) io.AddKeyEvent(mod, true);
    const auto plain = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
    io.AddKeyEvent(plain, true);
    frames(2);
    io.AddKeyEvent(plain, false);
    for (ImGuiKey mod : {ImGuiMod_Ctrl, ImGuiMod_Shift}) io.AddKeyEvent(mod, false);
    frames(2);
}

void Driver::type(std::string_view words) {
    ImGui::GetIO().AddInputCharactersUTF8(std::string(words).c_str());
    frames(static_cast<int>(words.size()) + 2);
}

void Driver::search(std::string_view words) {
    key(ImGuiMod_Ctrl | ImGuiKey_K);
    frames(2);
    type(words);
    frames(2);
}

void Driver::save_scene(const std::filesystem::path& file) {
    key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
    frames(3);
    click("##scene path");
    key(ImGuiMod_Ctrl | ImGuiKey_A);
    type(file.string());
    click(has("Replace##scene") ? "Replace##scene" : "Save##scene");
    settle();
}

void Driver::slide(std::string_view label, float share) {
    const Recorder::Item track = item(fmt::format("{}/track", label));
    const float y = (track.min.y + track.max.y) / 2;
    const ImVec2 start{track.min.x + (track.max.x - track.min.x) * 0.3f, y};
    drag(start, {track.min.x + (track.max.x - track.min.x) * share, y});
}

Picture Driver::picture() {
    auto made = offscreen_->picture();
    EXPECT_TRUE(made);
    return made ? *made : Picture{};
}

std::string contents(const std::filesystem::path& file) { return read_file(file).value_or(std::string()); }

} // namespace warpscope::ui
