#include "app/window.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_impl_glfw.h>

#include "app/frame_stats.hpp"
#include "app/run_options.hpp"
#include "cli/cli.hpp"
#include "gl/framebuffer.hpp"
#include "ui/imgui/imgui_host.hpp"

namespace warpscope::app {

namespace {

using Clock = std::chrono::steady_clock;

std::string& last_error() {
    static std::string text;
    return text;
}

struct Glfw {
    Glfw() {
        glfwSetErrorCallback([](int, const char* words) { last_error() = words; });
        ready = glfwInit() == GLFW_TRUE;
    }
    ~Glfw() {
        if (ready) glfwTerminate();
    }
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
    bool ready = false;
};

using WindowOwner = std::unique_ptr<GLFWwindow, decltype([](GLFWwindow* w) { glfwDestroyWindow(w); })>;

struct Events {
    explicit Events(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
    ~Events() { ImGui_ImplGlfw_Shutdown(); }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;
};

int report_error(const Message& what, const Message& hint) {
    fmt::print(stderr, "warpscope: {} ({})\n", what, hint);
    return cli::environment_lacking;
}

/// Returns the part of the monitor's scale that the window system has not applied.
float monitor_scale(GLFWwindow* window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window, &x, &y);
    int width = 0, height = 0, pixels_x = 0, pixels_y = 0;
    glfwGetWindowSize(window, &width, &height);
    glfwGetFramebufferSize(window, &pixels_x, &pixels_y);
    const float applied = width > 0 ? static_cast<float>(pixels_x) / static_cast<float>(width) : 1.0f;
    return std::clamp(x / std::max(applied, 0.1f), 1.0f, 4.0f);
}

class Screen {
public:
    void update(GLFWwindow* window, bool whole) {
        if (whole == whole_) return;
        whole_ = whole;
        if (whole) {
            glfwGetWindowPos(window, &x_, &y_);
            glfwGetWindowSize(window, &width_, &height_);
            GLFWmonitor* monitor = glfwGetPrimaryMonitor();
            const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
            if (mode != nullptr) glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, GLFW_DONT_CARE);
        } else {
            glfwSetWindowMonitor(window, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
        }
    }
    [[nodiscard]] bool whole() const { return whole_; }

private:
    bool whole_ = false;
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;
};

WindowOwner open_window(const ui::WindowPlace& place) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); // required by macOS
    glfwWindowHint(GLFW_MAXIMIZED, place.maximized ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "warpscope");
    int width = place.width, height = place.height;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        int x = 0, y = 0, room_x = 0, room_y = 0;
        glfwGetMonitorWorkarea(monitor, &x, &y, &room_x, &room_y);
        if (room_x > 0 && room_y > 0) {
            width = std::min(width, room_x);
            height = std::min(height, room_y);
        }
    }
    WindowOwner window(glfwCreateWindow(width, height, "Warpscope", nullptr, nullptr));
    if (window) glfwSetWindowSizeLimits(window.get(), 480, 360, GLFW_DONT_CARE, GLFW_DONT_CARE);
    return window;
}

bool draw_frame(GLFWwindow* window, ui::App& app, ui::ImguiHost& host, bool software) {
    ImGui_ImplGlfw_NewFrame();
    host.begin_window_frame();
    constexpr uint32_t window_framebuffer = 0;
    app.frame(software ? std::nullopt : std::optional(window_framebuffer));
    if (!app.should_present() && !app.pending_picture()) {
        host.drop_frame();
        return false;
    }
    gl::Framebuffer::unbind();
    host.end_frame(app.ground());
    glfwSwapBuffers(window);
    if (app.pending_picture()) app.save(host);
    return true;
}

/// Checks options that need a result. After an error, the window stays open.
class OptionChecks {
public:
    OptionChecks(const Options& options, const ui::Start& asked)
        : options_(options)
        , asked_(asked) {}
    void check(ui::App& app) {
        if (checked_ || !app.settled() || !app.model().result) return;
        checked_ = true;
        const auto known = check_run_options(options_, asked_, app.model());
        if (known) return;
        fmt::print(stderr, "warpscope: {}\n", known.error().text());
        app.report_error(known.error());
    }

private:
    const Options& options_;
    ui::Start asked_;
    bool checked_ = false;
};

} // namespace

WindowEnd run_window(const Options& options, ui::Start start) {
    const Glfw glfw;
    if (!glfw.ready)
        return {report_error("There is no display to open a window on: " + last_error(),
                             "start it in a desktop session, or write a picture with --screenshot FILE.png, or see "
                             "`warpscope run --help`")};
    if (const auto size = picture_size(options, {}); !size) {
        fmt::print(stderr, "warpscope: {}\n", size.error().text());
        return {cli::wrong_usage};
    } else if (!options.size.empty()) {
        start.preferences.window = {static_cast<int>(size->x), static_cast<int>(size->y), false};
    }
    const WindowOwner window = open_window(start.preferences.window);
    if (!window)
        return {report_error("No window with OpenGL 3.3 could be opened: " + last_error(),
                             "update the graphics driver, or install libgl1-mesa-dri for software rendering")};
    glfwMakeContextCurrent(window.get());
    const auto loaded = gl::load(glfwGetProcAddress);
    if (!loaded) return {report_error(loaded.error().message, loaded.error().hint)};
    glfwSwapInterval(1);

    start.software_gl = loaded->software;
    auto host = ui::ImguiHost::create();
    if (!host) return {report_error(host.error().message, host.error().hint)};
    (*host)->draw_changes_only(loaded->software);
    const Events events(window.get());
    OptionChecks option_checks(options, start);
    auto made = ui::App::create(std::move(start), (*host)->fonts(), [] { glfwPostEmptyEvent(); });
    if (!made) return {report_error(made.error().message, made.error().hint)};
    ui::App& app = **made;
    glfwSetWindowUserPointer(window.get(), &app);
    glfwSetDropCallback(window.get(), [](GLFWwindow* w, int count, const char** paths) {
        static_cast<ui::App*>(glfwGetWindowUserPointer(w))->open_files({paths, paths + count});
    });
    app.set_monitor_scale(monitor_scale(window.get()));

    Screen screen;
    FrameStats stats;
    while (glfwWindowShouldClose(window.get()) == GLFW_FALSE && !app.should_quit()) {
        const double sleep = app.idle_seconds();
        if (sleep <= 0) {
            glfwPollEvents();
        } else {
            const auto before = Clock::now();
            glfwWaitEventsTimeout(sleep);
            if (std::chrono::duration<double>(Clock::now() - before).count() < sleep) app.request_redraw();
        }
        if (app.is_throttled()) continue;
        app.note_input(Clock::now());
        app.set_monitor_scale(monitor_scale(window.get()));
        screen.update(window.get(), app.presentation());
        const auto began = Clock::now();
        if (draw_frame(window.get(), app, **host, loaded->software))
            app.frame_shown(std::chrono::duration<double>(Clock::now() - began).count());
        stats.add(app.frame_times().back());
        option_checks.check(app);
        int width = 0, height = 0;
        glfwGetWindowSize(window.get(), &width, &height);
        const bool maximized = glfwGetWindowAttrib(window.get(), GLFW_MAXIMIZED) == GLFW_TRUE;
        if (!screen.whole() && width > 0) app.set_window_place({width, height, maximized});
    }
    if (options.frame_stats) stats.print();
    return {cli::done, app.should_restart(),
            app.should_restart() ? app.restart_arguments() : std::vector<std::string>()};
}

} // namespace warpscope::app
