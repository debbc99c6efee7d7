#include "app/frame_budget.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <functional>

#include <fmt/format.h>
#include <imgui.h>

#include "app/pictures.hpp"
#include "cli/cli.hpp"
#include "gl/context.hpp"
#include "gl/objects.hpp"
#include "interop/bare_launch.hpp"
#include "ui/figures/offscreen.hpp"

namespace warpscope::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int frames = 101, warm_up = 5;

double thread_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct DeleteQuery {
    void operator()(GLuint id) const { glDeleteQueries(1, &id); }
};

class Stamp {
public:
    Stamp() {
        GLuint id = 0;
        glGenQueries(1, &id);
        query_ = gl::Handle<DeleteQuery>(id);
        glQueryCounter(query_.id(), GL_TIMESTAMP);
    }
    [[nodiscard]] double milliseconds() const {
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query_.id(), GL_QUERY_RESULT, &nanoseconds);
        return static_cast<double>(nanoseconds) / 1e6;
    }

private:
    gl::Handle<DeleteQuery> query_;
};

std::string spread(std::vector<double> values) {
    if (values.empty()) return "none";
    std::ranges::sort(values);
    return fmt::format("{:8.4f} ms ({:.4f} to {:.4f}, 99 in 100 up to {:.4f})", values[values.size() / 2],
                       values.front(), values.back(), values[(values.size() - 1) * 99 / 100]);
}

struct Times {
    std::vector<double> processor, wall, gpu;
};

Times run_frames(const std::function<void(int)>& before, const std::function<void()>& frame) {
    Times times;
    for (int i = -warm_up; i < frames; ++i) {
        before(i);
        glFinish(); // finishes earlier frames
        const Stamp begin;
        const auto wall = Clock::now();
        const double processor = thread_ms();
        frame();
        const double processor_end = thread_ms();
        const auto wall_end = Clock::now();
        const Stamp end;
        const double gpu = end.milliseconds() - begin.milliseconds();
        if (i < 0) continue;
        times.processor.push_back(processor_end - processor);
        times.wall.push_back(std::chrono::duration<double, std::milli>(wall_end - wall).count());
        times.gpu.push_back(gpu);
    }
    return times;
}

void print(const char* what, const Times& times) {
    fmt::print("{}, {} frames\n  GPU's clock            {}\n  processor time         {}\n  from begin to end      {}\n",
               what, frames, spread(times.gpu), spread(times.processor), spread(times.wall));
}

void print_bare(const session::RunResult& run) {
    const auto bare = interop::BareLaunch::create(gpu::system_runtime(), interop::system_gl_bridge(), run);
    if (!bare) {
        fmt::print("the kernel without Warpscope: not measured, {}\n", bare.error().message);
        return;
    }
    Result<void> launched;
    const Times times = run_frames([](int) {}, [&] { launched = (*bare)->launch(); });
    if (launched) print("the kernel and a texture of one texel handed to OpenGL, without Warpscope", times);
}

/// Enlarges the block with each key press, because a cached result would need no launch.
void print_layers(ui::Offscreen& offscreen) {
    constexpr int steps = 41;
    std::vector<double> waits, frame_times;
    ImGuiIO& io = ImGui::GetIO();
    const ui::Model& model = offscreen.app().model();
    const bool heat = model.probes.drawn != nullptr;
    const auto follows = [&] { return model.layer_ahead && (!heat || model.heat_ahead); };
    const auto frame = [&](bool counts) {
        const auto begin = Clock::now();
        offscreen.frame();
        glFinish();
        if (counts) frame_times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    };
    for (int i = -warm_up; i < steps; ++i) {
        io.AddKeyEvent(ImGuiMod_Shift, true);
        io.AddKeyEvent(ImGuiKey_UpArrow, true);
        const uint32_t height = model.setup->settings.block.y;
        const auto begin = Clock::now();
        const auto end = begin + std::chrono::seconds(2);
        while (model.setup->settings.block.y == height && Clock::now() < end) frame(i >= 0);
        io.AddKeyEvent(ImGuiKey_UpArrow, false); // prevents key repetition
        io.AddKeyEvent(ImGuiMod_Shift, false);
        do {
            frame(i >= 0);
        } while (model.live_ahead && !follows() && Clock::now() < end);
        if (i >= 0 && follows())
            waits.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
        // ImGui handles one key event per frame.
        for (int release = 0; release < 3; ++release) frame(false);
    }
    fmt::print(
        "from a key to owners{} divergence{} of the new launch in the views, measured by the GPU: {}\n  before the "
        "emulator had run it {} of {} times; frames meanwhile {}\n",
        heat ? "," : " and", heat ? " and sectors" : "", spread(waits), waits.size(), steps, spread(frame_times));
}

} // namespace

int measure_frames(const Options& options, ui::Start start) {
    const auto size = picture_size(options, {3840, 2160, 1});
    if (!size) return cli::report_failure(size.error());
    auto made = ui::Offscreen::create(size->x, size->y, start.device != session::DeviceChoice::emulator);
    if (!made) return cli::report_failure(made.error());
    ui::Offscreen& offscreen = **made;
    offscreen.paint_frames();
    if (auto started = offscreen.start(std::move(start)); !started) return cli::report_failure(started.error());
    if (!offscreen.settle(patience))
        return cli::report_failure(
            {ErrorKind::failed, fmt::format("No picture after {:.0f} seconds.", patience), {}, {}});
    const ui::Model& model = offscreen.app().model();
    if (!model.result) return cli::report_failure(model.failure.value_or(Diagnostic{}));
    const Shape& cells = model.result->output.layout.shape;
    fmt::print("{} x {} pixels drawn by {}; {} of {} x {} cells; {}\n", size->x, size->y, offscreen.info().renderer,
               model.result->request.experiment->name, cells.width, cells.height,
               model.live.active ? fmt::format("{} by {}", model.live.device, model.live.path)
                                 : model.live.why.english());

    ImGuiIO& io = ImGui::GetIO();
    const auto frame = [&] { offscreen.frame(); };
    print("nothing changes", run_frames([](int) {}, frame));
    const float middle = static_cast<float>(size->y) * 0.4f;
    const auto move = [&](int i) {
        io.AddMousePosEvent(static_cast<float>(size->x) * 0.3f + static_cast<float>(i) * 3, middle);
    };
    print("the mouse moves over the left view", run_frames(move, frame));
    io.AddMousePosEvent(-1000, -1000);
    const std::shared_ptr<const session::RunResult> run = model.result;
    const auto press = [&](ImGuiKey key, ImGuiKey other) {
        io.AddKeyEvent(other, false);
        io.AddKeyEvent(key, true);
    };
    const auto frame_of_key = [&] {
        offscreen.app().note_input(Clock::now());
        offscreen.frame();
    };
    const auto go_away = [&](int) {
        press(ImGuiKey_RightBracket, ImGuiKey_LeftBracket);
        frame_of_key();
        glFinish();
        press(ImGuiKey_LeftBracket, ImGuiKey_RightBracket);
    };
    // Uses both values before measuring, because shaders compile on first use.
    for (int turn = 0; turn < 2; ++turn) {
        press(turn == 0 ? ImGuiKey_RightBracket : ImGuiKey_LeftBracket,
              turn == 0 ? ImGuiKey_LeftBracket : ImGuiKey_RightBracket);
        offscreen.frame();
        for (const ImGuiKey key : {ImGuiKey_LeftBracket, ImGuiKey_RightBracket}) io.AddKeyEvent(key, false);
        if (!offscreen.settle(patience)) fmt::print("the run of the other parameter did not end\n");
    }
    const size_t earlier = offscreen.app().launch_times().size();
    print("a parameter comes back by a key to what it was", run_frames(go_away, frame_of_key));
    for (const ImGuiKey key : {ImGuiKey_LeftBracket, ImGuiKey_RightBracket}) io.AddKeyEvent(key, false);
    if (!offscreen.settle(patience)) fmt::print("the last run did not end\n");
    if (model.study.overlays) {
        print_layers(offscreen);
        if (!offscreen.settle(patience)) fmt::print("the last run did not end\n");
    } else if (!model.study.problem.empty()) {
        fmt::print("overlays are not measured on the GPU: {}\n", model.study.problem);
    }
    print_bare(*run);
    std::vector<double> launches;
    const std::vector<double> all_launches = offscreen.app().launch_times();
    for (size_t i = earlier; i < all_launches.size(); ++i) launches.push_back(1e3 * all_launches[i]);
    fmt::print("from the key's event to its kernel's launch, {} launches: {}\n", launches.size(), spread(launches));
    offscreen.frame();
    fmt::print("kernel by CUDA events {:.4f} ms\n", offscreen.app().model().live.kernel_ms);
    return cli::done;
}

} // namespace warpscope::app
