// A run prepared for the GPU on the worker: compiled, uploaded and checked.
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

/// Immutable except for its GPU memory. The presenter owns the output buffer.
struct UploadedRun {
    int device = 0; // CUDA's number
    std::shared_ptr<const gpu::Module> module;
    std::shared_ptr<const gpu::Module> picture_kernels;
    std::shared_ptr<const gpu::Module> shade_kernels; // converts other types to bytes; null for bytes
    ExecutionPlan plan;
    /// Required contents of a buffer before the first launch.
    struct Start {
        uint32_t buffer = 0;                           // plan buffer
        std::shared_ptr<const gpu::DeviceBuffer> from; // null: undefined_byte
    };
    std::vector<std::shared_ptr<const gpu::DeviceBuffer>> buffers; // indexed by plan buffer; null for the output
    std::shared_ptr<const gpu::DeviceTextures> textures;           // may be null
    std::vector<Start> starts;                                     // the output and all buffers without the contents
    uint32_t output = 0;                                           // plan buffer
    Picture picture;                                               // empty if the output is no picture
    bool sound = false;   // the emulator found nothing that can cause a sticky error
    double kernel_ms = 0; // time of kernels that ran elsewhere to make the output; 0: the plan's kernels make it

    [[nodiscard]] const BufferLayout& output_layout() const { return plan.buffers[output].layout; }
    /// Returns the argument for gpu::enqueue().
    [[nodiscard]] std::span<const uint64_t> texture_handles() const {
        return textures ? textures->handles() : std::span<const uint64_t>();
    }
};

/// Returns the address of each plan buffer, with the output at `output`.
[[nodiscard]] std::vector<void*> addresses_of(const UploadedRun& run, void* output);
/// Queues the initial contents of all written buffers.
[[nodiscard]] gpu::Code queue_starts(gpu::Runtime& runtime, const UploadedRun& run, void* output,
                                     gpu::StreamHandle stream);

/// Returns the default layout: all rows of the output below each other.
[[nodiscard]] PictureLayout rows_of_output(const session::RunResult& run);

/// Returns why the GPU cannot make the picture: the emulator was requested, or the picture is too large.
[[nodiscard]] std::optional<std::string> why_not_shown(const session::RunResult& run, const PictureLayout& layout);

/// Returns why the run must not use the GPU: the emulator found a dangerous fault and the user does not insist.
[[nodiscard]] std::optional<std::string> why_kept_off(const session::RunResult& run, bool insists);

/// Returns a run without launches that shows an existing output.
[[nodiscard]] session::RunResult run_of_output(const session::RunResult& run, SharedBytes output);

class RunUploader {
public:
    RunUploader(gpu::Runtime& runtime, gpu::DeviceStatus device);
    /// CUDA's number.
    [[nodiscard]] int device() const { return device_.device; }

    /// Returns whether make() would compile, upload and reserve nothing.
    [[nodiscard]] bool is_ready_for(const session::RunResult& run) const;
    /// Slow. Reserves memory for the runs that overlap while a slider moves, if they are small.
    void reserve_for(const session::RunResult& run);
    /// Slow; not thread-safe. Uses only the PTX and the prepared plan of `run`. To be shown, the run must pass
    /// why_not_shown().
    [[nodiscard]] Result<std::shared_ptr<const UploadedRun>> make(const session::RunResult& run,
                                                                  const PictureLayout& layout, double kernel_ms = 0);
    /// Returns whether a kernel's fault made the GPU unusable for this process. Waits for uploads.
    [[nodiscard]] bool gpu_lost();

private:
    using SharedDeviceBuffer = std::shared_ptr<const gpu::DeviceBuffer>;
    struct UploadedInput {
        SharedBytes contents; // kept, so that its address stays unique
        SharedDeviceBuffer buffer;
    };
    /// Returns the sizes in bytes of memory that a run needs for itself.
    [[nodiscard]] static std::vector<uint64_t> own_memory(const session::RunResult& run);
    /// Returns reused or fresh memory. Allocating and freeing in CUDA waits for the GPU and blocks other threads.
    [[nodiscard]] Result<SharedDeviceBuffer> memory(uint64_t bytes);
    /// Frees unused memory down to `bytes`.
    void trim(uint64_t bytes);
    [[nodiscard]] Result<SharedDeviceBuffer> upload(const PlannedBuffer& planned);
    [[nodiscard]] Result<SharedDeviceBuffer> input(const PlannedBuffer& planned);
    /// Key of a texture set; equal keys give equal textures.
    struct TextureKey {
        SharedBytes contents;
        BufferLayout layout;
        TextureSettings settings;
        friend bool operator==(const TextureKey&, const TextureKey&) = default;
    };
    struct MadeTextures {
        std::vector<TextureKey> keys; // indexed by plan texture
        std::shared_ptr<const gpu::DeviceTextures> textures;
    };
    [[nodiscard]] static std::vector<TextureKey> texture_keys(const ExecutionPlan& plan);
    /// Sets the textures of `uploaded`, whose buffers exist.
    [[nodiscard]] Result<void> add_textures(UploadedRun& uploaded);

    gpu::Runtime& runtime_;
    gpu::DeviceStatus device_;
    gpu::ModuleCache modules_;
    gpu::Stream stream_;
    std::deque<UploadedInput> inputs_;       // newest first
    std::deque<MadeTextures> textures_;      // newest first
    std::vector<SharedDeviceBuffer> memory_; // buffers of current and earlier runs, oldest first
};

} // namespace warpscope::interop
