// Text of `warpscope gpu`: GPUs, driver, compilers, the path of pictures to the screen, and advice.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.hpp"
#include "gpu/device.hpp"

namespace warpscope::cli {

/// OpenGL's renderer, with or without a window.
struct Renderer {
    std::string name;         // "NVIDIA H100 80GB HBM3/PCIe/SSE2"; may be empty
    std::string why;          // reason if none
    std::vector<int> devices; // its CUDA device numbers
    bool software = false;
};

struct GpuFacts {
    std::string driver_library; // path; may be empty
    std::string driver_problem; // reason if unusable
    gpu::Devices devices;
    std::vector<compile::CompilerStatus> compilers;
    Renderer window; // name and reason are empty without a display
    Renderer without_window;
};

struct GpuReport {
    std::string text;
    bool usable = false;
};
[[nodiscard]] GpuReport gpu_report(const GpuFacts& facts);

} // namespace warpscope::cli
