// Time from a kernel's output to an OpenGL texture, for shared textures and host copies.
#include <cstdlib>

#include "gl/headless.hpp"
#include "gpu/launch.hpp"
#include "gpu/selfcheck/common.hpp"
#include "interop/live_output.hpp"
#include "interop/uploaded_run.hpp"

namespace warpscope::selfcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t transfer_repeats = 101, transfer_warm_up = 5; // warm-up runs register, allocate and compile

struct FrameTimes {
    std::vector<double> prepare, show, frame, kernel, picture;
};

FrameTimes frames(Report& report, const session::RunResult& run) {
    FrameTimes times;
    interop::LiveOutput live;
    for (uint32_t i = 0; i < transfer_repeats + transfer_warm_up; ++i) {
        const auto start = Clock::now();
        const auto prepared = live.prepare(run);
        const double prepare = milliseconds_since(start);
        if (!report.check(prepared.has_value(), prepared ? "" : prepared.error().text())) break;
        const uint64_t before = live.status().pictures;
        glFinish();
        const auto show = Clock::now();
        live.show();
        const double shown = milliseconds_since(show);
        while (live.status().pictures == before && milliseconds_since(show) < 5000) live.poll();
        glFinish();
        const double finished = milliseconds_since(show);
        live.poll();
        if (!report.check(live.status().active, live.status().why.english())) break;
        if (i < transfer_warm_up) continue;
        times.prepare.push_back(prepare);
        times.show.push_back(shown);
        times.frame.push_back(finished);
        times.kernel.push_back(live.status().kernel_ms);
        times.picture.push_back(live.status().picture_ms);
    }
    return times;
}

/// Measures a launch and the wait for its end, without a picture. compare_paths() subtracts this time.
std::vector<double> kernel_alone(Report& report, const session::RunResult& run) {
    gpu::Runtime& runtime = gpu::system_runtime();
    interop::RunUploader maker(runtime, gpu::find_devices(runtime).chosen());
    const auto scene = maker.make(run, interop::rows_of_output(run));
    if (!report.check(scene.has_value(), scene ? "" : scene.error().text())) return {};
    auto stream = gpu::Stream::create(runtime);
    auto end = gpu::Event::create(runtime);
    auto output = gpu::DeviceBuffer::create(runtime, (*scene)->picture.buffer_bytes());
    if (!report.check(stream && end && output, "a stream, an event and an output buffer")) return {};
    const std::vector<void*> addresses = interop::addresses_of(**scene, output->address());
    std::vector<double> times;
    for (uint32_t i = 0; i < transfer_repeats + transfer_warm_up; ++i) {
        glFinish();
        const auto start = Clock::now();
        runtime.fill(output->address(), 0, output->bytes(), stream->handle());
        const auto queued = gpu::enqueue(runtime, *(*scene)->module, (*scene)->plan, addresses, stream->handle());
        if (!report.check(queued.has_value(), queued ? "" : queued.error().text())) return {};
        runtime.record(end->handle(), stream->handle());
        while (runtime.query(end->handle()) == gpu::code::not_ready && milliseconds_since(start) < 5000) {
        }
        glFinish();
        if (i >= transfer_warm_up) times.push_back(milliseconds_since(start));
    }
    return times;
}

void compare_paths(Report& report, const catalog::Catalog& catalog, const RunRequest& request) {
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
    const std::vector<double> alone = kernel_alone(report, *run);
    if (alone.empty()) return;
    report.note(fmt::format("{}/{} {}\n  kernel alone, launched and waited for in the same way: {}", request.experiment,
                            run->variant().name, request.input, spread(alone)));
    double transfer[2]{};
    for (const bool shared : {true, false}) {
        if (shared)
            unsetenv("WARPSCOPE_INTEROP");
        else
            setenv("WARPSCOPE_INTEROP", "off", 1);
        const FrameTimes times = frames(report, *run);
        unsetenv("WARPSCOPE_INTEROP");
        if (times.frame.empty()) return;
        transfer[shared ? 0 : 1] = median(times.frame) - median(alone);
        report.note(
            fmt::format("  {}:\n    prepare() {}\n    show() on the processor {}\n    show() to finished texture "
                        "{}\n    kernel, GPU's clock {}\n    kernel's end to picture in {}, GPU's clock {}\n    "
                        "beyond the kernel alone, processor's clock: {:.4f} ms; beyond the kernel on the GPU's "
                        "clock: {:.4f} ms",
                        shared ? "shared texture" : "host copy", spread(times.prepare), spread(times.show),
                        spread(times.frame), spread(times.kernel), shared ? "the texture" : "host memory",
                        spread(times.picture), transfer[shared ? 0 : 1], median(times.frame) - median(times.kernel)));
    }
    report.note(fmt::format("  host copy over shared texture: {:.1f} times", transfer[1] / transfer[0]));
}

} // namespace

void measure_transfers(Report& report, const catalog::Catalog& catalog) {
    report.section("A new picture: shared texture against host copy, median (range)");
    compare_paths(report, catalog, {"box_blur", "noise:1024x1024", {16, 16, 1}, 1});
    compare_paths(report, catalog, {"box_blur", "noise:3840x2160", {16, 16, 1}, 1});
    compare_paths(report, catalog, {"box_blur", "noise:3840x2160", {16, 16, 1}, 3});
    compare_paths(report, catalog, {"box_blur", "noise:3840x2160", {0, 0, 0}, 1, "running_sums"}); // f32
}

} // namespace warpscope::selfcheck
