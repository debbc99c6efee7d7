#include "cli/gpu_report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpscope::cli {
namespace {

std::string device_line(const gpu::DeviceStatus& device, const gpu::DeviceStatus& chosen, const std::string& reason) {
    if (!device.usable) return fmt::format("GPU {}: cannot be used: {}\n", device.device, device.why);
    std::string line =
        fmt::format("GPU {}: {}, {}, {} multiprocessors, {:.1f} GiB", device.device, device.name, device.compute,
                    device.multiprocessors, static_cast<double>(device.memory_bytes) / (1u << 30));
    if (device.device == chosen.device) line += fmt::format("; used: {}", reason);
    return line + "\n";
}

std::string path_line(const char* what, const Renderer& renderer, const gpu::DeviceStatus& chosen) {
    if (renderer.name.empty()) return renderer.why.empty() ? "" : fmt::format("{}: {}\n", what, renderer.why);
    std::string line = fmt::format("{}: OpenGL draws with {}", what, renderer.name);
    if (!chosen.usable) return line + "\n";
    const bool same = std::ranges::find(renderer.devices, chosen.device) != renderer.devices.end();
    return line + (same ? fmt::format("; shares textures with GPU {}\n", chosen.device)
                        : fmt::format("; GPU {}'s pictures are copied through the host\n", chosen.device));
}

std::vector<std::string> advice(const GpuFacts& facts, const gpu::DeviceStatus& chosen) {
    std::vector<std::string> lines;
    if (!chosen.usable && !chosen.hint.empty()) lines.push_back(fmt::format("{}: {}", chosen.why, chosen.hint));
    const auto usable = [&](compile::CompilerKind kind) {
        return std::ranges::any_of(facts.compilers, [&](const auto& c) { return c.usable && c.kind == kind; });
    };
    if (!usable(compile::CompilerKind::nvrtc) && !usable(compile::CompilerKind::clang))
        lines.emplace_back("no compiler: install clang, or a CUDA Toolkit for NVRTC");
    else if (chosen.usable && !usable(compile::CompilerKind::nvrtc))
        lines.emplace_back("no NVRTC: clang compiles; a CUDA Toolkit adds NVIDIA's compiler and headers");
    const auto is_shared = [&](const Renderer& renderer) {
        return std::ranges::find(renderer.devices, chosen.device) != renderer.devices.end();
    };
    if (chosen.usable && !facts.window.name.empty() && !is_shared(facts.window)) {
        if (facts.window.software)
            lines.emplace_back(
                "OpenGL draws on the processor, for example through a remote display: drawing is slower");
        else if (is_shared(facts.without_window))
            lines.emplace_back("a window is drawn by another GPU: on a laptop with two, "
                               "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia warpscope has the NVIDIA "
                               "GPU draw it");
    }
    if (chosen.usable && facts.without_window.software && facts.window.name.empty())
        lines.emplace_back("OpenGL draws on the processor: install the driver's OpenGL (libnvidia-gl, EGL) for "
                           "pictures that stay on the GPU");
    if (chosen.usable && chosen.time_limit)
        lines.push_back(fmt::format("the system stops kernels on GPU {} after some seconds, since it drives a display",
                                    chosen.device));
    return lines;
}

} // namespace

GpuReport gpu_report(const GpuFacts& facts) {
    const gpu::DeviceStatus chosen = facts.devices.chosen();
    GpuReport report;
    report.usable = chosen.usable;
    std::string& text = report.text;
    const int version =
        facts.devices.all.empty() ? facts.devices.none.driver_version : facts.devices.all.front().driver_version;
    if (facts.driver_library.empty())
        text += fmt::format("driver: none ({})\n", facts.driver_problem);
    else
        text += fmt::format("driver: {}, for CUDA {}{}\n", facts.driver_library, gpu::version_text(version),
                            facts.driver_problem.empty() ? "" : "; " + facts.driver_problem);
    if (facts.devices.all.empty()) text += fmt::format("GPU: {}\n", facts.devices.none.why);
    for (const gpu::DeviceStatus& device : facts.devices.all)
        text += device_line(device, chosen, facts.devices.reason());
    for (const compile::CompilerStatus& compiler : facts.compilers)
        text +=
            fmt::format("compiler: {}{} ({})\n", compiler.name, compiler.usable ? "" : ": not usable", compiler.why);
    text += path_line("window", facts.window, chosen);
    text += path_line("without a window", facts.without_window, chosen);
    if (!facts.counters.empty()) text += facts.counters + "\n";
    for (const std::string& line : advice(facts, chosen)) text += "- " + line + "\n";
    if (!report.usable) text += "Kernels run on the emulator.\n";
    return report;
}

} // namespace warpscope::cli
