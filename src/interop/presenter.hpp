// Launches an uploaded run and shows its output as a texture, on the OpenGL thread and without waiting for the GPU.
// There are two textures: kernels write one while OpenGL draws the other.
//
// A sound kernel that was quick last time runs with the texture mapped, and later OpenGL commands wait for the picture.
// Any other kernel runs first; then the picture is made, and OpenGL gets the texture when it is complete. So slow
// kernels delay no frame, and a failing kernel cannot block OpenGL forever. The second way costs more switches between
// OpenGL and CUDA, 0.16 ms each on an H100.
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
    /// `refuse_sharing`: reason not to share textures with OpenGL, or empty.
    Presenter(gpu::Runtime& runtime, GlBridge& bridge, int device, std::string refuse_sharing);
    ~Presenter();
    Presenter(const Presenter&) = delete;
    Presenter& operator=(const Presenter&) = delete;
    /// CUDA's number.
    [[nodiscard]] int device() const { return device_; }

    /// Queues the run's launches and its picture, which poll() shows when complete. Requires !busy().
    [[nodiscard]] Result<void> start(std::shared_ptr<const UploadedRun> uploaded);
    /// Advances without waiting.
    [[nodiscard]] Result<void> poll();
    /// Prevents mapping textures, which would wait for all queued CUDA work.
    void hold(bool on) { held_ = on; }
    /// A picture is pending.
    [[nodiscard]] bool busy() const { return stage_ != Stage::none; }
    [[nodiscard]] std::chrono::steady_clock::time_point busy_since() const { return started_; }

    /// 0 before the first picture.
    [[nodiscard]] uint32_t texture() const {
        return !has_picture_ ? 0 : shares_texture_ ? front_.texture().id() : copied_to_.id();
    }
    [[nodiscard]] const PictureLayout& layout() const { return picture_.layout; }
    /// Output of the newest complete picture; null unless Picture::charted().
    [[nodiscard]] const SharedBytes& values() const { return values_; }
    [[nodiscard]] bool shares_texture() const { return shares_texture_; }
    /// Reason for copies through the host, or empty.
    [[nodiscard]] const std::string& why_copied() const { return why_copied_; }
    [[nodiscard]] double kernel_ms() const { return kernel_ms_; }
    /// GPU time from the kernel's end to the picture.
    [[nodiscard]] double picture_ms() const { return picture_ms_; }
    /// Number of pictures shown.
    [[nodiscard]] uint64_t pictures() const { return pictures_; }
    /// A fault made the GPU unusable for this process.
    [[nodiscard]] bool gpu_lost() const { return gpu_lost_; }

private:
    /// Work that the GPU is doing.
    enum class Stage : uint8_t {
        none,
        kernel,  // kernel only
        picture, // picture into back_, which is mapped
        shown,   // kernel and picture; OpenGL waits for them
        copy,    // kernel, and picture into staging_
    };
    [[nodiscard]] Result<void> prepare();
    void choose_path();
    void fall_back(std::string why);
    [[nodiscard]] Result<void> resize(const Picture& picture);
    /// Queues the run's launches into output_.
    [[nodiscard]] Result<void> launch();
    /// Queues the kernel that converts output_; `target` is a surface or an address.
    [[nodiscard]] Result<void> make_picture(const char* kernel, uint64_t target);
    /// Queues the mipmap kernels.
    [[nodiscard]] Result<void> make_levels(std::span<const uint64_t> surfaces);
    /// Queues the kernels that convert output_ to shades_.
    [[nodiscard]] Result<void> make_shades();
    [[nodiscard]] Result<void> launch_own(const gpu::Module& module, const char* kernel, const LaunchConfig& config,
                                          void** arguments);
    /// Maps back_ and makes its surfaces. Returns false if sharing turns out to be impossible.
    [[nodiscard]] bool map_back(std::vector<uint64_t>& surfaces);
    /// Queues the picture of output_ into back_.
    [[nodiscard]] Result<void> fill_back(std::span<const uint64_t> surfaces);
    /// Unmaps back_, so that OpenGL sees the queued picture, and makes it the front texture.
    [[nodiscard]] Result<void> show_back();
    /// Returns whether OpenGL may wait for the run's kernels.
    [[nodiscard]] bool is_quick() const;
    /// Starts the stage after the completed one.
    [[nodiscard]] Result<void> go_on();
    [[nodiscard]] Result<void> take_copy();
    void take_times();
    [[nodiscard]] Result<void> queue_copy();
    /// Queues the copy for charts and the end event.
    [[nodiscard]] Result<void> end_picture();
    /// Explains a failed call, which may end the use of the GPU.
    [[nodiscard]] Diagnostic failure(gpu::Code code);

    gpu::Runtime& runtime_;
    GlBridge& bridge_;
    int device_;
    std::string why_copied_;
    bool prepared_ = false, shares_texture_ = false, has_picture_ = false, gpu_lost_ = false, held_ = false;
    Stage stage_ = Stage::none;
    double kernel_ms_ = 0, picture_ms_ = 0;
    uint64_t pictures_ = 0;
    std::chrono::steady_clock::time_point started_; // start of the pending picture

    std::shared_ptr<const UploadedRun> uploaded_; // kept while the GPU may use its memory
    const gpu::Module* timed_ = nullptr;          // module measured by kernel_ms_; compared only
    gpu::Stream stream_;
    gpu::Event kernel_start_, kernel_end_, picture_end_;
    Picture picture_;
    gpu::DeviceBuffer output_;         // written by the run's kernels
    gpu::DeviceBuffer shades_, range_; // output as bytes, and range of its values, for other types than bytes
    gpu::PinnedBuffer host_output_;    // values for charts
    SharedBytes values_;
    SharedTexture front_, back_;
    std::optional<Mapping> mapping_; // mapping of back_; destroyed before it
    gpu::DeviceBuffer rgba_;         // this and the next three: host copy
    gpu::PinnedBuffer staging_;
    gl::Buffer upload_buffer_;
    gl::Texture copied_to_;
};

} // namespace warpscope::interop
