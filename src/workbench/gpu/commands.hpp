// The GPU that runs kernels and draws their output.
#pragma once

#include <optional>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

/// Overlays from the GPU's recording, or from the emulator.
struct ShowRecording {
    bool on = false;
};
/// The GPU that runs the kernels, by CUDA's number; none: the one that drives the display.
struct ChooseGpu {
    std::optional<int> device;
};
/// Runs the present launch on the GPU although the emulator found a fault in it.
struct InsistOnGpu {};

using GpuCommands = CommandList<ShowRecording, ChooseGpu, InsistOnGpu>;
template<class T>
requires(GpuCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "gpu";

} // namespace warpscope::workbench
