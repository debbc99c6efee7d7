// The window in a browser, like app/window.cpp. Arguments: the page's address, its part after #, and a scene file to
// restore.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include <GLFW/glfw3.h>
#include <emscripten/emscripten.h>
#include <emscripten/html5.h>
#include <fmt/format.h>
#include <imgui_impl_glfw.h>
#include <imgui_internal.h>

#include "base/late_files.hpp"
#include "catalog/experiment.hpp"
#include "export/scene_file.hpp"
#include "gl/context.hpp"
#include "gl/framebuffer.hpp"
#include "language/language.hpp"
#include "lesson/runs.hpp"
#include "ui/app/app.hpp"
#include "ui/imgui/imgui_host.hpp"
#include "ui/imgui/touch_input.hpp"
#include "web/class_link.hpp"
#include "web/clipboard.hpp"
#include "web/inspection.hpp"
#include "web/page_files.hpp"
#include "web/threads.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/document/page_target.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::web {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* canvas = "#canvas";
constexpr const char* state_folder = "/state"; // the shell keeps its files in the browser

void show_failure(const Diagnostic& why) {
    fmt::print(stderr, "warpscope: {}\n", why.text());
    EM_ASM({ Module.showFailure(UTF8ToString($0)); }, why.text().c_str());
}

class Page {
public:
    static Result<std::unique_ptr<Page>> open(const std::string& address, std::string target,
                                              const std::string& restored);
    /// Runs before each frame of the browser.
    void frame();
    void open_file(const std::string& file) {
        arrived_.push_back(file);
        *woken_ = true;
    }
    void touch(const ui::Touch& touch);
    /// `failure`: why the late files are missing, or "".
    void receive_late_files(const std::string& failure);
    void receive_from_class(std::string message) {
        if (class_link_) class_link_->receive(std::move(message));
        *woken_ = true;
    }

private:
    Page() = default;
    /// Passes the canvas size to GLFW, which scales it to device pixels.
    void fit_canvas();
    bool draw_frame();
    void update_keyboard();
    void rest(Clock::time_point now) {
        next_ = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(app_->idle_seconds()));
    }

    GLFWwindow* window_ = nullptr; // exists as long as this object
    std::unique_ptr<ui::ImguiHost> host_;
    std::unique_ptr<ui::App> app_;
    std::shared_ptr<std::atomic<bool>> woken_ = std::make_shared<std::atomic<bool>>(true);
    Clock::time_point next_;
    std::vector<std::filesystem::path> arrived_;
    std::shared_ptr<PageClassLink> class_link_; // null: no class
    ui::TouchInput touch_input_;
    bool has_keyboard_ = false;
    int width_ = 0, height_ = 0;
};

bool is_touch_device() {
    return EM_ASM_INT({ return matchMedia("(pointer: coarse)").matches; }) != 0;
}

double now_in_seconds() { return emscripten_get_now() / 1000; }

Result<scene::LaunchSetup> choose(const catalog::Catalog& catalog, const ui::PageTarget& target,
                                  const ui::Preferences& preferences) {
    if (target.experiment.empty()) {
        auto choice = ui::initial_setup(catalog, preferences.last);
        if (!choice) return fail(ErrorKind::environment, msg("This page comes without experiments."));
        return *choice;
    }
    const catalog::Experiment* const experiment = catalog.find(target.experiment);
    if (experiment == nullptr) return fail(ErrorKind::usage, msg("There is no experiment '{}'.", target.experiment));
    if (target.variant.empty()) return ui::initial_setup(*experiment, picture_file);
    if (experiment->find(target.variant) == nullptr)
        return fail(ErrorKind::usage, msg("There is no variant '{}'.", target.variant));
    return ui::with_variant(ui::default_setup(*experiment, picture_file), *experiment, target.variant);
}

/// Removes opened files from the preferences, because a reloaded page lacks them.
void forget_lost_files(ui::Preferences& preferences) {
    const auto is_lost = [](const std::string& file) {
        std::error_code ignored;
        return !std::filesystem::exists(file, ignored);
    };
    std::erase_if(preferences.recent, is_lost);
    std::erase_if(preferences.inputs, [&](const auto& kept) {
        const auto spec = input::parse_spec(kept.second);
        return spec && spec->is_file() && is_lost(spec->file);
    });
    if (preferences.last && preferences.last->input.is_file() && is_lost(preferences.last->input.file))
        preferences.last->input.file = picture_file;
}

void open_link(const std::string& link, catalog::Catalog& catalog, ui::Start& start) {
    auto opened = scene::from_link(link).and_then(
        [&](scene::SavedScene saved) { return exporting::open_scene(std::move(saved), catalog); });
    if (opened)
        ui::start_with_scene(start, catalog, {}, std::move(*opened));
    else
        start.notices.push_back({true, opened.error().message, opened.error().hint, 0, 0});
}

/// Restores the scene of a page that stopped. Returns whether that succeeded.
bool restore(const std::string& file, catalog::Catalog& catalog, ui::Start& start) {
    auto opened = exporting::read_scene(file).and_then(
        [&](std::optional<scene::SavedScene> saved) -> Result<exporting::OpenedScene> {
            if (!saved) return fail(ErrorKind::failed, msg("{} is damaged.", file));
            return exporting::open_scene(std::move(*saved), catalog);
        });
    if (opened) ui::start_with_scene(start, catalog, {}, std::move(*opened));
    ui::note_restored(start, catalog, opened ? nullptr : &opened.error());
    return opened.has_value();
}

void start_with_lesson(const std::string& name, catalog::Catalog& catalog, ui::Start& start) {
    const auto file = lesson::find_lesson(name, lesson::lessons_folder());
    if (!file) {
        start.notices.push_back({true, file.error().message, file.error().hint, 0, 0});
        return;
    }
    start.lesson = *file;
    const auto read = lesson::read_lesson(*file); // the window later reports an error
    if (!read || read->steps.empty()) return;
    const auto first = lesson::make_request(catalog, read->steps.front().run, file->parent_path());
    if (!first) return;
    if (catalog.find(first->experiment->name) == nullptr) catalog.experiments.push_back(*first->experiment);
    start.setup = scene::LaunchSetup{first->experiment->name, first->variant, first->settings, first->input};
}

Result<GLFWwindow*> open_window() {
    if (glfwInit() != GLFW_TRUE) return fail(ErrorKind::environment, msg("The page cannot use its canvas."));
    glfwWindowHint(GLFW_SAMPLES, 0);
    glfwWindowHint(GLFW_ALPHA_BITS, 0); // the page must not show through
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    double width = 0, height = 0;
    emscripten_get_element_css_size(canvas, &width, &height);
    GLFWwindow* const window = glfwCreateWindow(std::max(static_cast<int>(width), 1),
                                                std::max(static_cast<int>(height), 1), "Warpscope", nullptr, nullptr);
    if (window == nullptr)
        return fail(ErrorKind::environment, msg("This browser has no WebGL 2."),
                    msg("use a recent Chrome, Edge, Firefox or Safari"));
    glfwMakeContextCurrent(window);
    return window;
}

Result<std::unique_ptr<Page>> Page::open(const std::string& address, std::string target, const std::string& restored) {
    std::unique_ptr<Page> page(new Page);
    auto window = open_window();
    if (!window) return tl::unexpected(window.error());
    page->window_ = *window;
    const auto loaded = gl::load(nullptr);
    if (!loaded) return tl::unexpected(loaded.error());
    auto host = ui::ImguiHost::create();
    if (!host) return tl::unexpected(host.error());
    page->host_ = std::move(*host);
    page->host_->draw_changes_only(true); // keeps the previous frame, which browsers discard
    ImGui_ImplGlfw_InitForOpenGL(page->window_, true);
    ImGui_ImplGlfw_InstallEmscriptenCallbacks(page->window_, canvas);
    use_browser_clipboard();

    ui::Start start;
    start.preferences_file = ui::preferences_file();
    if (auto remembered = ui::load_preferences(start.preferences_file)) start.preferences = std::move(*remembered);
    forget_lost_files(start.preferences);
    auto catalog = catalog::load_catalog(course_folder);
    if (!catalog.problems.empty()) return tl::unexpected(catalog.problems.front());
    start.autosave_folder = state_folder;
    if (!restored.empty() && restore(restored, catalog, start)) {
        target.clear();
    } else if (const std::string link = "#" + target; scene::is_link(link)) {
        open_link(link, catalog, start);
        target.clear();
    }
    const ui::PageTarget named = ui::parse_page_target(target);
    const bool has_scene = start.setup.has_value();
    if (!named.lesson.empty()) start_with_lesson(named.lesson, catalog, start);
    if (!start.setup) {
        auto choice = choose(catalog, named, start.preferences);
        if (!choice) return tl::unexpected(choice.error());
        start.setup = std::move(*choice);
    }
    if (named.is_class) start.class_link = page->class_link_ = std::make_shared<PageClassLink>();
    if (auto added = load_banks(); !added) return tl::unexpected(added.error());
    set_late_files_expected(true); // until receive_late_files()
    start.uses_initial_layout =
        !has_scene && start.lesson.empty() && (!named.experiment.empty() || !start.preferences.last);
    int width = 0, height = 0;
    glfwGetWindowSize(page->window_, &width, &height);
    if (!start.preferences.last && ui::is_upright(static_cast<float>(width), static_cast<float>(height), 1))
        start.preferences.tab = ui::Tab::launch;
    start.initial_focus = !named.experiment.empty() && named.variant.empty();
    start.catalog = std::make_shared<const catalog::Catalog>(std::move(catalog));
    start.link_address = address;
    start.choose_file = [] { EM_ASM({ Module.chooseFile(); }); };
    start.desktop_language = desktop_language();
    start.device = session::DeviceChoice::emulator;
    start.software_gl = loaded->software;
    auto app = ui::App::create(std::move(start), page->host_->fonts(), [woken = page->woken_] { *woken = true; });
    if (!app) return tl::unexpected(app.error());
    page->app_ = std::move(*app);
    page->app_->set_monitor_scale(1); // because GLFW scales the canvas to device pixels
    page->app_->set_touch(is_touch_device());
    return page;
}

void Page::receive_late_files(const std::string& failure) {
    if (!failure.empty())
        app_->report_error({ErrorKind::environment,
                            msg("Some pictures and kernels of the course cannot be loaded: {}", failure),
                            {},
                            msg("reload the page")});
    std::thread([link = class_link_, woken = woken_] {
        if (auto added = load_banks(); !added) fmt::print(stderr, "warpscope: {}\n", added.error().text());
        set_late_files_expected(false);
        if (link) link->begin();
        *woken = true;
    }).detach();
}

void Page::touch(const ui::Touch& touch) {
    // Keeps GLFW's backend from moving the mouse to its own position in each frame.
    if (touch_input_.is_idle()) ImGui_ImplGlfw_CursorEnterCallback(window_, GLFW_TRUE);
    touch_input_.add(touch);
}

void Page::update_keyboard() {
    const bool wants_text = ImGui::GetIO().WantTextInput;
    if (wants_text == has_keyboard_) return;
    has_keyboard_ = wants_text;
    EM_ASM({ Module.showKeyboard($0 != 0); }, wants_text);
}

void Page::fit_canvas() {
    double width = 0, height = 0;
    emscripten_get_element_css_size(canvas, &width, &height);
    const int new_width = static_cast<int>(width), new_height = static_cast<int>(height);
    if (new_width <= 0 || new_height <= 0 || (new_width == width_ && new_height == height_)) return;
    width_ = new_width;
    height_ = new_height;
    glfwSetWindowSize(window_, width_, height_);
    *woken_ = true;
}

bool Page::draw_frame() {
    ImGui_ImplGlfw_NewFrame();
    host_->begin_window_frame();
    begin_inspection(*app_);
    app_->frame();
    if (!app_->should_present() && !app_->pending_picture()) {
        host_->drop_frame();
        return false;
    }
    gl::Framebuffer::unbind();
    host_->end_frame(app_->ground());
    if (app_->pending_picture()) app_->save(*host_);
    return true;
}

void Page::frame() {
    glfwPollEvents();
    fit_canvas();
    if (touch_input_.feed(now_in_seconds())) *woken_ = true;
    const auto began = Clock::now();
    const bool called = woken_->exchange(false);
    if (called || !ImGui::GetCurrentContext()->InputEventsQueue.empty())
        app_->request_redraw();
    else if (began < next_)
        return;
    if (app_->is_throttled()) {
        *woken_ = *woken_ || called; // keeps the wake-up for the next frame
        return;
    }
    if (!arrived_.empty()) app_->open_files(std::exchange(arrived_, {}));
    app_->note_input(began);
    const bool painted = draw_frame();
    update_keyboard();
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (painted) app_->frame_shown(seconds);
    note_shown_frame(seconds);
    rest(Clock::now());
}

std::unique_ptr<Page> page;

void run_frame() {
    try {
        page->frame();
    } catch (const std::exception& problem) {
        stop_frames();
        show_failure({ErrorKind::failed, std::string(problem.what()), {}, msg("reload the page")});
    }
}

} // namespace

extern "C" EMSCRIPTEN_KEEPALIVE void warpscope_open(const char* file) {
    if (page) page->open_file(file);
}

extern "C" EMSCRIPTEN_KEEPALIVE void warpscope_late_files(const char* failure) {
    if (page) page->receive_late_files(failure);
}

extern "C" EMSCRIPTEN_KEEPALIVE void warpscope_class_message(const char* message) {
    if (page) page->receive_from_class(message);
}

/// Passes on the time of this call, because the page may handle touches only after a long frame.
extern "C" EMSCRIPTEN_KEEPALIVE void warpscope_touch(int phase, int finger, double x, double y) {
    if (page) page->touch({static_cast<ui::TouchPhase>(phase), finger, {x, y}, now_in_seconds()});
}

/// Types the text of the screen's keyboard after removing `removed` characters.
extern "C" EMSCRIPTEN_KEEPALIVE void warpscope_type(int removed, const char* text) {
    if (!page) return;
    ImGuiIO& io = ImGui::GetIO();
    const auto press = [&](ImGuiKey key) {
        io.AddKeyEvent(key, true);
        io.AddKeyEvent(key, false);
    };
    for (int i = 0; i < removed; ++i) press(ImGuiKey_Backspace);
    const std::string_view words = text;
    io.AddInputCharactersUTF8(std::string(words.substr(0, words.find('\n'))).c_str());
    if (words.find('\n') != words.npos) press(ImGuiKey_Enter);
}

} // namespace warpscope::web

int main(int argc, char** argv) {
    using namespace warpscope;
    setenv("WARPSCOPE_CUDA_DIR", web::course_folder, 1);
    setenv("WARPSCOPE_LOCALE_DIR", web::locale_folder, 1);
    // Names an executable, because pictures are searched next to it.
    static_cast<void>(symlink("/warpscope", "/proc/self/exe"));
    auto opened = web::Page::open(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "");
    if (!opened) {
        web::show_failure(opened.error());
        return 1;
    }
    web::page = std::move(*opened);
    EM_ASM({ Module.showWindow(); });
    web::start_frames(web::run_frame);
    return 0;
}
