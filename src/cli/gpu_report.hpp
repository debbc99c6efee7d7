// What `warpscope gpu` says: which GPUs, driver and compilers there are, how pictures reach the screen, and what is
// missing with what to do about it.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.hpp"
#include "gpu/device.hpp"

namespace warpscope::cli {

/// What OpenGL draws with, in a window or without one.
struct Renderer {
    std::string name;         // "NVIDIA H100 80GB HBM3/PCIe/SSE2"; empty: none could be had
    std::string why;          // why none
    std::vector<int> devices; // CUDA's numbers of the GPUs that it is
    bool software = false;
};

struct GpuFacts {
    std::string driver_library; // as opened; empty: none
    std::string driver_problem; // why it cannot be used
    gpu::Devices devices;
    std::vector<compile::CompilerStatus> compilers;
    Renderer window; // no name and no reason: there is no display
    Renderer without_window;
};

struct GpuReport {
    std::string text;
    bool usable = false; // kernels run on a GPU
};
[[nodiscard]] GpuReport gpu_report(const GpuFacts& facts);

} // namespace warpscope::cli
