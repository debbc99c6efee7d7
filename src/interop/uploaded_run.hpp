// A run prepared for the GPU: compiled, uploaded and checked.
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

/// A run in GPU memory. Everything but that memory is immutable. The presenter owns the output buffer.
struct UploadedRun {
    int device = 0; // CUDA's number
    std::shared_ptr<const gpu::Module> module;
    std::shared_ptr<const gpu::Module> picture_kernels;
    std::shared_ptr<const gpu::Module> shade_kernels; // kernels that convert other types to bytes; null for bytes
    ExecutionPlan plan;
    /// Contents of a buffer before the first launch.
    struct Start {
        uint32_t buffer = 0;
        std::shared_ptr<const gpu::DeviceBuffer> from; // source of the copy; null: fill with undefined_byte
    };
    std::vector<std::shared_ptr<const gpu::DeviceBuffer>> buffers; // indexed by plan buffer; null for the output
    std::shared_ptr<const gpu::DeviceTextures> textures;
    std::vector<Start> starts; // the output, and buffers that do not hold their contents yet
    uint32_t output = 0;
    Picture picture;      // empty if the output is no picture
    bool sound = false;   // no finding of the run can cause a sticky error
    double kernel_ms = 0; // time of kernels that ran elsewhere; 0: the plan's kernels run

    [[nodiscard]] const BufferLayout& output_layout() const { return plan.buffers[output].layout; }
    [[nodiscard]] std::span<const uint64_t> texture_handles() const {
        return textures ? textures->handles() : std::span<const uint64_t>();
    }
};

/// Indexes by plan buffer.
[[nodiscard]] std::vector<void*> addresses_of(const UploadedRun& run, void* output);
/// Queues the initial contents of written buffers.
[[nodiscard]] gpu::Code queue_starts(gpu::Runtime& runtime, const UploadedRun& run, void* output,
                                     gpu::StreamHandle stream);

/// Returns a layout with all rows of the output stacked.
[[nodiscard]] PictureLayout rows_of_output(const session::RunResult& run);

/// Returns a reason if the emulator was requested or the picture is too large.
[[nodiscard]] std::optional<std::string> why_not_shown(const session::RunResult& run, const PictureLayout& layout);

/// Returns a reason after a dangerous fault, unless the user insists.
[[nodiscard]] std::optional<std::string> why_kept_off(const session::RunResult& run, bool insists);

/// Returns a run without launches that shows an existing output.
[[nodiscard]] session::RunResult run_of_output(const session::RunResult& run, SharedBytes output);

class RunUploader {
public:
    RunUploader(gpu::Runtime& runtime, gpu::DeviceStatus device);
    [[nodiscard]] int device() const { return device_.device; }

    /// Returns whether make() would be cheap.
    [[nodiscard]] bool is_ready_for(const session::RunResult& run) const;
    /// Slow. Reserves memory for runs that overlap while a slider moves.
    void reserve_for(const session::RunResult& run);
    /// Slow; not thread-safe. Uses the PTX and prepared plan of `run`, which must pass why_not_shown() to be shown.
    [[nodiscard]] Result<std::shared_ptr<const UploadedRun>> make(const session::RunResult& run,
                                                                  const PictureLayout& layout, double kernel_ms = 0);
    /// Returns whether the GPU is lost. Waits for uploads.
    [[nodiscard]] bool gpu_lost();

private:
    using SharedDeviceBuffer = std::shared_ptr<const gpu::DeviceBuffer>;
    struct UploadedInput {
        SharedBytes contents; // kept alive, so that its address stays unique
        SharedDeviceBuffer buffer;
    };
    /// Returns the bytes of each buffer that a run needs for itself.
    [[nodiscard]] static std::vector<uint64_t> own_memory(const session::RunResult& run);
    /// Returns reused or fresh memory; allocating and freeing in CUDA waits for the GPU.
    [[nodiscard]] Result<SharedDeviceBuffer> memory(uint64_t bytes);
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
    /// Requires the buffers.
    [[nodiscard]] Result<void> add_textures(UploadedRun& uploaded);

    gpu::Runtime& runtime_;
    gpu::DeviceStatus device_;
    gpu::ModuleCache modules_;
    gpu::Stream stream_;
    std::deque<UploadedInput> inputs_;       // newest first, for reuse
    std::deque<MadeTextures> textures_;      // newest first
    std::vector<SharedDeviceBuffer> memory_; // unused memory, oldest first
};

} // namespace warpscope::interop
