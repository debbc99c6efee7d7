// Figures for people; nothing here can fail but the runs themselves.
#include <cstdlib>

#include "gl/headless.hpp"
#include "gl/texture.hpp"
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"
#include "gpu/selfcheck/context.hpp"
#include "interop/live_output.hpp"

namespace warpscope::selfcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t repeats = 101;

void measure_kernels(Report& report, const catalog::Catalog& catalog) {
    report.section("Kernel times by CUDA events, block 16x16, median (range)");
    for (const char* size : {"1024x1024", "3840x2160"}) {
        for (const int radius : {1, 3, 7, 15}) {
            const auto run = make_run(catalog, {"box_blur", fmt::format("noise:{}", size), {16, 16, 1}, radius});
            if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
            const auto gpu = gpu::executor().run(run->compiled.ptx, run->prepared.plan, {.repeats = repeats});
            if (!report.check(gpu.has_value(), gpu ? "" : gpu.error().text())) return;
            report.note(fmt::format("box_blur/naive {} u8 x 3, radius {:2}: {}; driver's compiler {:.1f} ms, transfers "
                                    "{:.1f} ms",
                                    size, radius, spread(gpu->times_ms), gpu->compile_ms, gpu->transfer_ms));
        }
        const auto run = make_run(catalog, {"color_to_gray", fmt::format("noise:{}", size), {16, 16, 1}, -1});
        if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
        const auto gpu = gpu::executor().run(run->compiled.ptx, run->prepared.plan, {.repeats = repeats});
        if (!report.check(gpu.has_value(), gpu ? "" : gpu.error().text())) return;
        report.note(fmt::format("color_to_gray/basic {}: {}", size, spread(gpu->times_ms)));
    }
}

/// What one slider movement costs from prepare() to a finished texture.
struct FrameTimes {
    std::vector<double> prepare, show, frame, kernel, picture;
};

FrameTimes frames(Report& report, const session::RunResult& run) {
    FrameTimes times;
    interop::LiveOutput live;
    for (uint32_t i = 0; i < repeats + 5; ++i) {
        const auto start = Clock::now();
        const auto prepared = live.prepare(run);
        const double prepare = milliseconds_since(start);
        if (!report.check(prepared.has_value(), prepared ? "" : prepared.error().text())) break;
        const uint64_t before = live.status().pictures;
        const auto show = Clock::now();
        live.show();
        const double shown = milliseconds_since(show);
        while (live.status().pictures == before && milliseconds_since(show) < 5000) live.poll();
        glFinish();
        const double finished = milliseconds_since(show);
        live.poll();
        if (!report.check(live.status().active, live.status().why)) break;
        if (i < 5) continue; // registering, allocating, compiling
        times.prepare.push_back(prepare);
        times.show.push_back(shown);
        times.frame.push_back(finished);
        times.kernel.push_back(live.status().kernel_ms);
        times.picture.push_back(live.status().picture_ms);
    }
    return times;
}

void measure_frames(Report& report, const catalog::Catalog& catalog) {
    report.section("A new picture: shared texture against host copy, median (range)");
    for (const char* size : {"1024x1024", "3840x2160"}) {
        const auto run = make_run(catalog, {"box_blur", fmt::format("noise:{}", size), {16, 16, 1}, 1});
        if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
        for (const bool shared : {true, false}) {
            if (shared)
                unsetenv("WARPSCOPE_INTEROP");
            else
                setenv("WARPSCOPE_INTEROP", "off", 1);
            const FrameTimes times = frames(report, *run);
            if (times.frame.empty()) return;
            report.note(fmt::format("{} radius 1 by {}:\n  prepare() {}\n  show() on the processor {}\n  show() to "
                                    "finished texture {}\n  kernel {}\n  picture on the GPU's clock {}",
                                    size, shared ? "shared texture" : "host copy", spread(times.prepare),
                                    spread(times.show), spread(times.frame), spread(times.kernel),
                                    spread(times.picture)));
            report.note(fmt::format("  beyond the kernel: {:.4f} ms", median(times.frame) - median(times.kernel)));
        }
        unsetenv("WARPSCOPE_INTEROP");
    }
}

/// GPU time of OpenGL commands, by timer queries.
template<class Work>
std::vector<double> gl_times(Work work) {
    std::vector<double> times;
    GLuint query = 0;
    glGenQueries(1, &query);
    for (uint32_t i = 0; i < repeats; ++i) {
        glBeginQuery(GL_TIME_ELAPSED, query);
        work();
        glEndQuery(GL_TIME_ELAPSED);
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
        if (i >= 5) times.push_back(static_cast<double>(nanoseconds) / 1e6);
    }
    glDeleteQueries(1, &query);
    return times;
}

void measure_texture_updates(Report& report) {
    report.section("From buffer to texture at 3840x2160, OpenGL's clock, median (range)");
    constexpr uint32_t width = 3840, height = 2160;
    gl::Buffer buffer = gl::Buffer::create(GL_PIXEL_UNPACK_BUFFER);
    buffer.allocate(uint64_t{4} * width * height, nullptr, GL_DYNAMIC_COPY);
    for (const auto& [format, name] :
         {std::pair{gl::PixelFormat::r8, "r8"}, {gl::PixelFormat::rgb8, "rgb8"}, {gl::PixelFormat::rgba8, "rgba8"}}) {
        gl::Texture texture = gl::Texture::create(format, width, height);
        report.note(fmt::format("glTexSubImage2D from the buffer, {}: {}", name,
                                spread(gl_times([&] { texture.upload_from(buffer); }))));
    }
}

} // namespace

void measure(Report& report, const catalog::Catalog& catalog) {
    measure_kernels(report, catalog);
    auto context = gl::HeadlessContext::create();
    if (!report.check(context.has_value(), context ? "" : context.error().text())) return;
    measure_frames(report, catalog);
    measure_texture_updates(report);
}

} // namespace warpscope::selfcheck
