// Checks and measures the GPU executor and OpenGL interop on a machine with an NVIDIA GPU.
//
// Exit status: 0 success, 1 failure, 77 no GPU (CTest then skips the test).
#include <cstdio>
#include <string_view>

#include "gl/headless.hpp"
#include "gpu/child/guard.hpp"
#include "gpu/child/serve.hpp"
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"

namespace {

constexpr int no_gpu = 77;

constexpr const char* usage = "usage: gpu_selfcheck [MODE]\n"
                              "  all      checks, then timing (default)\n"
                              "  checks   everything below but fault and timing, on all sizes\n"
                              "  compute  GPU, emulator and C++ compared on small sizes\n"
                              "  course   every experiment of the catalogue, GPU against emulator\n"
                              "  recordings  only the part of this with probes\n"
                              "  interop  OpenGL without a display, and pictures on the GPU\n"
                              "  fault    a kernel that faults, which ends the GPU's use in this process\n"
                              "  guard    kernels that fault or never end, in processes of their own\n"
                              "  team     several devices: all GPUs against the emulator, and times\n"
                              "  timing   times only\n"
                              "  overlay  overlays from recordings, checked and timed\n"
                              "  transfer times from the kernel's output to OpenGL's texture only\n";

} // namespace

int main(int argc, char** argv) {
    using namespace warpscope;
    if (const auto served = gpu::serve_as_child(argc, argv, gpu::system_runtime())) return *served;
    gpu::enable_system_guard();
    const std::string_view mode = argc > 1 ? argv[1] : "all";
    const bool all = mode == "all", checks = all || mode == "checks";
    if (argc > 2 ||
        !(checks || mode == "compute" || mode == "course" || mode == "interop" || mode == "fault" || mode == "guard" ||
          mode == "team" || mode == "timing" || mode == "transfer" || mode == "overlay" || mode == "recordings")) {
        std::fputs(usage, stderr);
        return 2;
    }
    const gpu::DeviceStatus device = gpu::executor().status();
    if (!device.usable) {
        fmt::print("skipped: {}\n", device.why);
        return no_gpu;
    }
    selfcheck::Report report;
    report.note(fmt::format("{}, {}, {} multiprocessors, {} MiB; driver for CUDA {}", device.name, device.compute,
                            device.multiprocessors, device.memory_bytes >> 20,
                            gpu::version_text(device.driver_version)));
    for (const compile::CompilerStatus& compiler : compile::compilers())
        report.note(fmt::format("compiler: {} ({})", compiler.name, compiler.why));
    if (mode == "fault") {
        selfcheck::check_fault(report);
        return report.finish();
    }
    if (mode == "guard") {
        selfcheck::check_guard(report);
        return report.finish();
    }
    const catalog::Catalog catalog = catalog::load_catalog(catalog::catalog_folder());
    if (checks) selfcheck::check_compiling(report);
    if (checks || mode == "compute") selfcheck::check_parity(report, catalog, checks);
    if (checks || mode == "course") selfcheck::check_course(report, catalog);
    if (checks || mode == "course" || mode == "recordings") selfcheck::check_recordings(report, catalog);
    if (checks || mode == "team") selfcheck::check_team(report, catalog);
    if (mode == "team") selfcheck::measure_team(report, catalog);
    if (checks || mode == "interop") selfcheck::check_interop(report, catalog);
    if (all || mode == "timing") selfcheck::measure(report, catalog);
    if (mode == "transfer" || mode == "overlay")
        if (auto context = gl::HeadlessContext::create(); report.check(context.has_value(), "an OpenGL context")) {
            if (mode == "transfer") selfcheck::measure_transfers(report, catalog);
            if (mode == "overlay") selfcheck::check_overlays(report, catalog);
            if (mode == "overlay") selfcheck::measure_overlays(report, catalog);
        }
    return report.finish();
}
