#pragma once

#include <string>
#include <vector>

#include "compile/compiler.hpp"
#include "gpu/device.hpp"

namespace warpscope::cli {

struct Renderer {
    std::string name;         // "NVIDIA H100 80GB HBM3/PCIe/SSE2"
    std::string why;          // why the renderer is missing
    std::vector<int> devices; // CUDA's device numbers
    bool software = false;
};

struct GpuFacts {
    std::string driver_library;
    std::string driver_problem;
    gpu::Devices devices;
    std::vector<compile::CompilerStatus> compilers;
    Renderer window; // empty without a display
    Renderer without_window;
    std::string counters; // whether counts agree with hardware counters; may be empty
};

struct GpuReport {
    std::string text;
    bool usable = false;
};
[[nodiscard]] GpuReport gpu_report(const GpuFacts& facts);

} // namespace warpscope::cli
