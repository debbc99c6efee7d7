#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/owners.hpp"
#include "gpu/textures.hpp"
#include "interop/picture.hpp"
#include "session/session.hpp"

namespace warpscope::interop {

/// Immutable except for GPU memory. The presenter owns the output buffer.
struct UploadedRun {
    int device = 0;
    std::shared_ptr<const gpu::Module> module;
    std::shared_ptr<const gpu::Module> picture_kernels;
    std::shared_ptr<const gpu::Module> shade_kernels; // null if the output is bytes
    ExecutionPlan plan;
    /// Contents of a buffer before the first launch.
    struct Start {
        uint32_t buffer = 0;
        std::shared_ptr<const gpu::DeviceBuffer> from; // null: filled with undefined_byte
    };
    std::vector<std::shared_ptr<const gpu::DeviceBuffer>> buffers; // by plan buffer; null for the output
    std::shared_ptr<const gpu::DeviceTextures> textures;
    std::vector<Start> starts; // contents to restore before each run
    uint32_t output = 0;
    Picture picture;      // empty if the output cannot be a picture
    bool sound = false;   // the emulator found no fault that causes a sticky error
    double kernel_ms = 0; // time of kernels that ran in another process, else 0

    [[nodiscard]] const BufferLayout& output_layout() const { return plan.buffers[output].layout; }
    [[nodiscard]] std::span<const uint64_t> texture_handles() const {
        return textures ? textures->handles() : std::span<const uint64_t>();
    }
};

[[nodiscard]] std::vector<void*> addresses_of(const UploadedRun& run, void* output);
/// Queues the reset of written buffers to initial contents.
[[nodiscard]] gpu::Code queue_starts(gpu::Runtime& runtime, const UploadedRun& run, void* output,
                                     gpu::StreamHandle stream);

[[nodiscard]] PictureLayout rows_of_output(const session::RunResult& run);

/// Returns the reason for showing the emulator's picture: the user's choice, or a large output.
[[nodiscard]] std::optional<Message> display_error(const session::RunResult& run, const PictureLayout& layout);

/// Returns a run without launches. Its output initially contains `output`.
[[nodiscard]] session::RunResult run_of_output(const session::RunResult& run, SharedBytes output);

class RunUploader {
public:
    RunUploader(gpu::Runtime& runtime, gpu::DeviceStatus device);
    [[nodiscard]] int device() const { return device_.device; }

    [[nodiscard]] bool is_ready_for(const session::RunResult& run) const;
    /// Reserves memory for the runs that overlap while a slider moves. Slow.
    void reserve_for(const session::RunResult& run);
    /// Compiles and uploads a run. Only a run without display_error() can be shown. Slow, not thread-safe.
    [[nodiscard]] Result<std::shared_ptr<const UploadedRun>> make(const session::RunResult& run,
                                                                  const PictureLayout& layout, double kernel_ms = 0);
    /// Waits for uploads.
    [[nodiscard]] bool gpu_lost();

private:
    using SharedDeviceBuffer = std::shared_ptr<const gpu::DeviceBuffer>;
    struct UploadedInput {
        SharedBytes contents; // its address is the key
        SharedDeviceBuffer buffer;
    };
    /// Returns the sizes of buffers that runs cannot share.
    [[nodiscard]] static std::vector<uint64_t> own_memory(const session::RunResult& run);
    /// Reuses memory if possible, because allocating waits for the GPU.
    [[nodiscard]] Result<SharedDeviceBuffer> memory(uint64_t bytes);
    void trim(uint64_t bytes);
    [[nodiscard]] Result<SharedDeviceBuffer> upload(const PlannedBuffer& planned);
    [[nodiscard]] Result<SharedDeviceBuffer> input(const PlannedBuffer& planned);
    struct TextureKey {
        SharedBytes contents;
        BufferLayout layout;
        TextureSettings settings;
        friend bool operator==(const TextureKey&, const TextureKey&) = default;
    };
    struct MadeTextures {
        std::vector<TextureKey> keys; // by plan texture
        std::shared_ptr<const gpu::DeviceTextures> textures;
    };
    [[nodiscard]] static std::vector<TextureKey> texture_keys(const ExecutionPlan& plan);
    /// Requires `uploaded.buffers`.
    [[nodiscard]] Result<void> add_textures(UploadedRun& uploaded);

    gpu::Runtime& runtime_;
    gpu::DeviceStatus device_;
    gpu::ModuleCache modules_;
    gpu::Stream stream_;
    std::deque<UploadedInput> inputs_;       // newest first, for reuse
    std::deque<MadeTextures> textures_;      // newest first
    std::vector<SharedDeviceBuffer> memory_; // unused, oldest first
};

} // namespace warpscope::interop
