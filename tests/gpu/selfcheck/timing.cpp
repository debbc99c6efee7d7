// Measures times. Only a failing run is an error.
#include "gl/headless.hpp"
#include "gl/texture.hpp"
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"

namespace warpscope::selfcheck {
namespace {

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

/// Measures the GPU times of OpenGL commands with timer queries.
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
    measure_transfers(report, catalog);
    measure_overlays(report, catalog);
    measure_texture_updates(report);
}

} // namespace warpscope::selfcheck
