// Launches an uploaded run and turns its output into a texture, on the thread of the OpenGL context, without waiting
// for the GPU. There are two textures: kernels write one while OpenGL draws with the other.
//
// A sound kernel that was quick the last time has the texture mapped around it, and OpenGL's later commands wait for
// the picture. Any other is launched by itself, the picture made when it has ended, and OpenGL given the texture when
// that is complete. So a slow kernel holds up no frame, nothing of OpenGL's is in CUDA's hands when a kernel fails, and
// OpenGL waits for nothing that may never come: it would do so for ever. That way has the GPU change between OpenGL and
// CUDA more often, for 0.16 ms each time on an H100.
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
    /// `refuse_sharing` is why textures shall not be shared with OpenGL although they could be; empty when they may.
    Presenter(gpu::Runtime& runtime, GlBridge& bridge, int device, std::string refuse_sharing);
    ~Presenter();
    Presenter(const Presenter&) = delete;
    Presenter& operator=(const Presenter&) = delete;
    /// CUDA's number.
    [[nodiscard]] int device() const { return device_; }

    /// Queues the uploaded run's launches and the making of its picture, which poll() brings to texture() when it is
    /// complete. Call only while not busy().
    [[nodiscard]] Result<void> start(std::shared_ptr<const UploadedRun> uploaded);
    /// Looks whether the picture is complete. Does not wait.
    [[nodiscard]] Result<void> poll();
    /// While `on`, no texture is given to CUDA: that would wait until the GPU has done what CUDA has queued on any
    /// stream.
    void hold(bool on) { held_ = on; }
    /// A picture is under way.
    [[nodiscard]] bool busy() const { return stage_ != Stage::none; }
    /// Since when.
    [[nodiscard]] std::chrono::steady_clock::time_point busy_since() const { return started_; }

    /// 0 before the first picture.
    [[nodiscard]] uint32_t texture() const {
        return !has_picture_ ? 0 : shares_texture_ ? front_.texture().id() : copied_to_.id();
    }
    [[nodiscard]] const PictureLayout& layout() const { return picture_.layout; }
    /// The output of the newest picture that is complete; null where it is not Picture::charted().
    [[nodiscard]] const SharedBytes& values() const { return values_; }
    [[nodiscard]] bool shares_texture() const { return shares_texture_; }
    /// Why it copies through the host; empty when it does not.
    [[nodiscard]] const std::string& why_copied() const { return why_copied_; }
    [[nodiscard]] double kernel_ms() const { return kernel_ms_; }
    /// From the end of the kernel to the picture in the texture, or in the host's memory, on the GPU's clock.
    [[nodiscard]] double picture_ms() const { return picture_ms_; }
    /// How many pictures have come to the texture.
    [[nodiscard]] uint64_t pictures() const { return pictures_; }
    /// A fault has ended the use of the GPU in this process.
    [[nodiscard]] bool gpu_lost() const { return gpu_lost_; }

private:
    /// What the GPU is at.
    enum class Stage : uint8_t {
        none,
        kernel,  // alone
        picture, // into back_, which it has
        shown,   // kernel and picture, which OpenGL waits for
        copy,    // kernel, and picture into staging_
    };
    [[nodiscard]] Result<void> prepare();
    void choose_path();
    void fall_back(std::string why);
    [[nodiscard]] Result<void> resize(const Picture& picture);
    /// Queues the uploaded run's launches, into output_.
    [[nodiscard]] Result<void> launch();
    /// Queues our kernel that makes the picture of output_: `target` is a surface or an address.
    [[nodiscard]] Result<void> make_picture(const char* kernel, uint64_t target);
    /// Queues our kernels that make the smaller levels of the largest.
    [[nodiscard]] Result<void> make_levels(std::span<const uint64_t> surfaces);
    /// Queues our kernels that make shades_ of output_.
    [[nodiscard]] Result<void> make_shades();
    [[nodiscard]] Result<void> launch_own(const gpu::Module& module, const char* kernel, const LaunchConfig& config,
                                          void** arguments);
    /// Gives back_ to CUDA, with surfaces of its levels. False when textures cannot be shared after all.
    [[nodiscard]] bool map_back(std::vector<uint64_t>& surfaces);
    /// Queues the picture of output_ into back_.
    [[nodiscard]] Result<void> fill_back(std::span<const uint64_t> surfaces);
    /// Gives back_ to OpenGL, whose later commands see the picture that was queued, and draws with it from now on.
    [[nodiscard]] Result<void> show_back();
    /// Returns whether OpenGL may wait for the uploaded run's kernels.
    [[nodiscard]] bool is_quick() const;
    /// What comes after the stage that has ended.
    [[nodiscard]] Result<void> go_on();
    [[nodiscard]] Result<void> take_copy();
    void take_times();
    [[nodiscard]] Result<void> queue_copy();
    /// Queues the copy of output_ into host_output_, where a chart may be drawn of it, and the picture's end.
    [[nodiscard]] Result<void> end_picture();
    /// What a failed call means, which may be the end of the GPU's use.
    [[nodiscard]] Diagnostic failure(gpu::Code code);

    gpu::Runtime& runtime_;
    GlBridge& bridge_;
    int device_;
    std::string why_copied_;
    bool prepared_ = false, shares_texture_ = false, has_picture_ = false, gpu_lost_ = false, held_ = false;
    Stage stage_ = Stage::none;
    double kernel_ms_ = 0, picture_ms_ = 0;
    uint64_t pictures_ = 0;
    std::chrono::steady_clock::time_point started_; // the picture under way

    std::shared_ptr<const UploadedRun> uploaded_; // kept while the GPU may still use its memory
    const gpu::Module* timed_ = nullptr;          // whose kernels took kernel_ms_; compared only
    gpu::Stream stream_;
    gpu::Event kernel_start_, kernel_end_, picture_end_;
    Picture picture_;
    gpu::DeviceBuffer output_;         // as the uploaded run's kernels write it
    gpu::DeviceBuffer shades_, range_; // the output as bytes, and the range of its values, where it is none
    gpu::PinnedBuffer host_output_;    // of a charted picture
    SharedBytes values_;
    SharedTexture front_, back_;
    std::optional<Mapping> mapping_; // of back_; ends before it
    gpu::DeviceBuffer rgba_;         // these four: for the host copy
    gpu::PinnedBuffer staging_;
    gl::Buffer upload_buffer_;
    gl::Texture copied_to_;
};

} // namespace warpscope::interop
