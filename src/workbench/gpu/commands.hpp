// Commands of the GPU.
#pragma once

#include <optional>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

/// Shows overlays from the GPU's recording instead of the emulator.
struct ShowRecording {
    bool on = false;
};
/// Selects the GPU by CUDA device number; none: the one that drives the display.
struct ChooseGpu {
    std::optional<int> device;
};
/// Runs the current launch on the GPU despite a fault found by the emulator.
struct InsistOnGpu {};

using GpuCommands = CommandList<ShowRecording, ChooseGpu, InsistOnGpu>;
template<class T>
requires(GpuCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "gpu";

} // namespace warpscope::workbench
