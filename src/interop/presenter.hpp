// Shows a run's output as a texture without waiting, on the OpenGL thread. Draws one texture while writing another.
//
// A sound and quick kernel runs with the texture mapped, and OpenGL waits for it. For other kernels, the texture is
// mapped when they are complete, so that they block no frame. That costs more switches, 0.16 ms each on an H100.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interop/shared_texture.hpp"
#include "interop/uploaded_run.hpp"

namespace warpscope::interop {

class Presenter {
public:
    /// `refuse_sharing`: reason not to share textures, or "".
    Presenter(gpu::Runtime& runtime, GlBridge& bridge, int device, Message refuse_sharing);
    ~Presenter();
    Presenter(const Presenter&) = delete;
    Presenter& operator=(const Presenter&) = delete;
    [[nodiscard]] int device() const { return device_; }

    /// Requires !busy(). A later poll() shows the picture.
    [[nodiscard]] Result<void> start(std::shared_ptr<const UploadedRun> uploaded);
    [[nodiscard]] Result<void> poll();
    /// While `on`, avoids mapping, which would wait for queued CUDA work.
    void hold(bool on) { held_ = on; }
    [[nodiscard]] bool busy() const { return stage_ != Stage::none; }
    [[nodiscard]] std::chrono::steady_clock::time_point busy_since() const { return started_; }

    [[nodiscard]] uint32_t texture() const {
        return !has_picture_ ? 0 : shares_texture_ ? front_.texture().id() : copied_to_.id();
    }
    [[nodiscard]] const PictureLayout& layout() const { return picture_.layout; }
    [[nodiscard]] const SharedBytes& values() const { return values_; }
    [[nodiscard]] bool shares_texture() const { return shares_texture_; }
    [[nodiscard]] const Message& copy_reason() const { return copy_reason_; }
    [[nodiscard]] double kernel_ms() const { return kernel_ms_; }
    /// GPU time from the kernel's end to the complete picture.
    [[nodiscard]] double picture_ms() const { return picture_ms_; }
    [[nodiscard]] uint64_t pictures() const { return pictures_; }
    [[nodiscard]] bool gpu_lost() const { return gpu_lost_; }

private:
    enum class Stage : uint8_t {
        none,
        kernel,
        picture, // the picture is written to back_, which is mapped
        shown,   // kernel and picture run with back_ mapped; OpenGL waits
        copy,    // kernel and host copy run
    };
    [[nodiscard]] Result<void> prepare();
    void choose_path();
    void fall_back(Message why);
    [[nodiscard]] Result<void> resize(const Picture& picture);
    [[nodiscard]] Result<void> launch();
    /// `target`: surface or address.
    [[nodiscard]] Result<void> make_picture(const char* kernel, uint64_t target);
    [[nodiscard]] Result<void> make_levels(std::span<const uint64_t> surfaces);
    [[nodiscard]] Result<void> make_shades();
    [[nodiscard]] Result<void> launch_own(const gpu::Module& module, const char* kernel, const LaunchConfig& config,
                                          void** arguments);
    [[nodiscard]] bool map_back(std::vector<uint64_t>& surfaces);
    [[nodiscard]] Result<void> fill_back(std::span<const uint64_t> surfaces);
    [[nodiscard]] Result<void> show_back();
    /// Returns whether a frame can wait for the kernels.
    [[nodiscard]] bool is_quick() const;
    [[nodiscard]] Result<void> continue_copy();
    [[nodiscard]] Result<void> take_copy();
    void take_times();
    [[nodiscard]] Result<void> queue_copy();
    /// Copies values for charts.
    [[nodiscard]] Result<void> end_picture();
    [[nodiscard]] Diagnostic failure(gpu::Code code);

    gpu::Runtime& runtime_;
    GlBridge& bridge_;
    int device_;
    Message copy_reason_;
    bool prepared_ = false, shares_texture_ = false, has_picture_ = false, gpu_lost_ = false, held_ = false;
    Stage stage_ = Stage::none;
    double kernel_ms_ = 0, picture_ms_ = 0;
    uint64_t pictures_ = 0;
    std::chrono::steady_clock::time_point started_;

    std::shared_ptr<const UploadedRun> uploaded_; // kept while the GPU may use it
    const gpu::Module* timed_ = nullptr;          // module of kernel_ms_; never dereferenced
    gpu::Stream stream_;
    gpu::Event kernel_start_, kernel_end_, picture_end_;
    Picture picture_;
    gpu::DeviceBuffer output_;
    gpu::DeviceBuffer shades_, range_; // output converted to bytes, and its range
    gpu::PinnedBuffer host_output_;
    SharedBytes values_;
    SharedTexture front_, back_;
    std::optional<Mapping> mapping_;
    gpu::DeviceBuffer rgba_; // for host copies, like the next three
    gpu::PinnedBuffer staging_;
    gl::Buffer upload_buffer_;
    gl::Texture copied_to_;
};

} // namespace warpscope::interop
