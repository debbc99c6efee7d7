// A run made ready for the GPU, on the worker: kernels compiled, inputs uploaded, everything checked that can be
// checked before the launch.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/owners.hpp"
#include "interop/picture.hpp"
#include "session/session.hpp"

namespace warpscope::interop {

/// Immutable once made, but for the GPU memory that it owns. The output buffer itself is the presenter's.
struct Scene {
    std::shared_ptr<const gpu::Module> module;
    std::shared_ptr<const gpu::Module> pictures; // our kernels that make the picture
    ExecutionPlan plan;
    std::vector<std::shared_ptr<const gpu::DeviceBuffer>> buffers; // by plan buffer; null for the output
    std::shared_ptr<const gpu::DeviceBuffer> output_start;         // what the output holds before the first launch;
                                                                   // null: undefined_byte
    uint32_t output = 0;                                           // plan buffer
    Picture picture;

    [[nodiscard]] const BufferLayout& output_layout() const { return plan.buffers[output].layout; }
};

/// Why a run's picture should not come from the GPU although there is one: the emulator was asked for, it found a fault
/// that would end the use of the GPU, or the output is no picture. nullopt when it should.
[[nodiscard]] std::optional<std::string> why_not_shown(const session::RunResult& run);

class SceneMaker {
public:
    SceneMaker(gpu::Runtime& runtime, gpu::DeviceStatus device);

    /// Slow. The run must have passed why_not_shown(). Not thread-safe.
    [[nodiscard]] Result<std::shared_ptr<const Scene>> make(const session::RunResult& run);
    /// Whether a kernel's fault, of whatever launch in this process, has ended the use of the GPU. Waits for uploads.
    [[nodiscard]] bool gpu_lost();

private:
    using SharedDeviceBuffer = std::shared_ptr<const gpu::DeviceBuffer>;
    struct UploadedInput {
        SharedBytes contents; // kept, so that no other contents can come to lie at its address
        SharedDeviceBuffer buffer;
    };
    [[nodiscard]] Result<SharedDeviceBuffer> upload(const PlannedBuffer& planned);
    [[nodiscard]] Result<SharedDeviceBuffer> input(const PlannedBuffer& planned);

    gpu::Runtime& runtime_;
    gpu::DeviceStatus device_;
    gpu::ModuleCache modules_;
    gpu::Stream stream_;
    std::deque<UploadedInput> inputs_; // newest first
};

} // namespace warpscope::interop
