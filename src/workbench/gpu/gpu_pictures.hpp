#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "gpu/device.hpp"
#include "gpu/live_status.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/gpu/view_model.hpp"

namespace warpscope::workbench {

/// Pictures of GPU launches. src/ui implements them with OpenGL.
class GpuPictures {
public:
    virtual ~GpuPictures() = default;

    /// Slow; call it on a worker.
    virtual void find_gpus() = 0;
    /// Selects the GPU that drives the display, unless the user chose one.
    virtual void use_display() = 0;
    virtual gpu::DeviceStatus use(std::optional<int> device) = 0;
    /// Discards all pictures. Call after each choice of a GPU.
    virtual void change_gpu() = 0;
    /// Returns whether a GPU was selected.
    [[nodiscard]] virtual bool knows_gpus() const = 0;
    [[nodiscard]] virtual std::shared_ptr<const gpu::Devices> gpus() const = 0;
    [[nodiscard]] virtual gpu::LiveStatus status() const = 0;

    virtual void update() = 0;
    virtual void prepare_newest(const RunPtr& shown) = 0;
    /// Launches in this frame, unless the kernel must be compiled. `asked`: time of the slider event.
    virtual void show_now(const session::Request& request, std::chrono::steady_clock::time_point asked) = 0;
    virtual void fall_back() = 0;
    /// Runs on the GPU despite a fault found by the emulator.
    virtual void insist(const RunPtr& run) = 0;
    [[nodiscard]] virtual bool insists(const RunPtr& run) const = 0;
    [[nodiscard]] virtual RunPtr take_stopped() = 0;
    /// Returns the GPU launch that is shown before its emulation ends, or null.
    [[nodiscard]] virtual RunPtr ahead() const = 0;
    [[nodiscard]] virtual bool shows_ahead(const RunPtr& shown) const = 0;

    /// Fills all of `model` except its study.
    virtual void fill(GpuModel& model, const RunPtr& shown) const = 0;
};

} // namespace warpscope::workbench
