// A run made ready for the GPU, on the worker: kernels compiled, inputs uploaded, everything checked that can be
// checked before the launch.
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

/// Immutable once made, but for the GPU memory that it owns. The output buffer itself is the presenter's.
struct UploadedRun {
    int device = 0; // CUDA's number of the GPU that it is made for
    std::shared_ptr<const gpu::Module> module;
    std::shared_ptr<const gpu::Module> picture_kernels; // ours, which make the picture
    std::shared_ptr<const gpu::Module> shade_kernels;   // and make bytes of other types before; null for bytes
    ExecutionPlan plan;
    /// What a buffer that kernels write must hold before the first launch.
    struct Start {
        uint32_t buffer = 0;                           // of the plan
        std::shared_ptr<const gpu::DeviceBuffer> from; // null: undefined_byte
    };
    std::vector<std::shared_ptr<const gpu::DeviceBuffer>> buffers; // by plan buffer; null for the output
    std::shared_ptr<const gpu::DeviceTextures> textures;           // null: none
    std::vector<Start> starts; // of the output, and of all whose memory does not hold it already
    uint32_t output = 0;       // plan buffer
    Picture picture;           // empty where the output is none
    bool sound = false;        // the emulator found nothing that may cause an error which stays
    double kernel_ms = 0;      // of kernels that ran elsewhere, so that the output is there; 0: they are the plan's

    [[nodiscard]] const BufferLayout& output_layout() const { return plan.buffers[output].layout; }
    /// For gpu::enqueue().
    [[nodiscard]] std::span<const uint64_t> texture_handles() const {
        return textures ? textures->handles() : std::span<const uint64_t>();
    }
};

/// Returns where each of the plan's buffers lies, with the output at `output`.
[[nodiscard]] std::vector<void*> addresses_of(const UploadedRun& run, void* output);
/// Queues what every buffer that is written must hold before the first launch; the output lies at `output`.
[[nodiscard]] gpu::Code queue_starts(gpu::Runtime& runtime, const UploadedRun& run, void* output,
                                     gpu::StreamHandle stream);

/// The rows of the run's output below each other, of a volume all of them.
[[nodiscard]] PictureLayout rows_of_output(const session::RunResult& run);

/// Why a run's picture cannot come from the GPU although there is one: the emulator was asked for, or the picture would
/// be too large. nullopt when it can.
[[nodiscard]] std::optional<std::string> why_not_shown(const session::RunResult& run, const PictureLayout& layout);

/// Why the run should not come to the GPU: the emulator found a fault that would end the use of the GPU, and the user
/// does not insist. nullopt when it may.
[[nodiscard]] std::optional<std::string> why_kept_off(const session::RunResult& run, bool insists);

/// The picture of an output that is there already, as a run without launches.
[[nodiscard]] session::RunResult run_of_output(const session::RunResult& run, SharedBytes output);

class RunUploader {
public:
    RunUploader(gpu::Runtime& runtime, gpu::DeviceStatus device);
    /// CUDA's number.
    [[nodiscard]] int device() const { return device_.device; }

    /// Returns whether make() would neither compile nor upload nor reserve anything.
    [[nodiscard]] bool is_ready_for(const session::RunResult& run) const;
    /// Slow. Reserves memory for as many further runs like `run` as there are under way while a slider moves, where
    /// they take little.
    void reserve_for(const session::RunResult& run);
    /// Slow. Of `run` only the PTX and what was prepared is used; to be presented, it must have passed why_not_shown().
    /// `kernel_ms` as in UploadedRun. Not thread-safe.
    [[nodiscard]] Result<std::shared_ptr<const UploadedRun>> make(const session::RunResult& run,
                                                                  const PictureLayout& layout, double kernel_ms = 0);
    /// Returns whether a kernel's fault, of whatever launch in this process, has ended the use of the GPU. Waits for
    /// uploads.
    [[nodiscard]] bool gpu_lost();

private:
    using SharedDeviceBuffer = std::shared_ptr<const gpu::DeviceBuffer>;
    struct UploadedInput {
        SharedBytes contents; // kept, so that no other contents can come to lie at its address
        SharedDeviceBuffer buffer;
    };
    /// Sizes of the memory that a run like `run` takes for itself alone, in bytes.
    [[nodiscard]] static std::vector<uint64_t> own_memory(const session::RunResult& run);
    /// Memory that only this maker holds by now, or fresh memory: CUDA's own reserving and freeing waits for the GPU
    /// and lets other threads wait.
    [[nodiscard]] Result<SharedDeviceBuffer> memory(uint64_t bytes);
    /// Frees unused memory down to `bytes`.
    void trim(uint64_t bytes);
    [[nodiscard]] Result<SharedDeviceBuffer> upload(const PlannedBuffer& planned);
    [[nodiscard]] Result<SharedDeviceBuffer> input(const PlannedBuffer& planned);
    /// What textures are made of: the same make the same.
    struct TextureKey {
        SharedBytes contents;
        BufferLayout layout;
        TextureSettings settings;
        friend bool operator==(const TextureKey&, const TextureKey&) = default;
    };
    struct MadeTextures {
        std::vector<TextureKey> keys; // by number in the plan
        std::shared_ptr<const gpu::DeviceTextures> textures;
    };
    [[nodiscard]] static std::vector<TextureKey> texture_keys(const ExecutionPlan& plan);
    /// Sets those of `uploaded`, whose buffers are there.
    [[nodiscard]] Result<void> add_textures(UploadedRun& uploaded);

    gpu::Runtime& runtime_;
    gpu::DeviceStatus device_;
    gpu::ModuleCache modules_;
    gpu::Stream stream_;
    std::deque<UploadedInput> inputs_;       // newest first
    std::deque<MadeTextures> textures_;      // newest first
    std::vector<SharedDeviceBuffer> memory_; // of uploaded runs, also of those that are no more; oldest first
};

} // namespace warpscope::interop
