#include "interop/presenter.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "gpu/launch.hpp"

namespace warpscope::interop {

using gpu::Code;
namespace code = gpu::code;

Presenter::Presenter(gpu::Runtime& runtime, GlBridge& bridge, int device, std::string refuse_sharing)
    : runtime_(runtime)
    , bridge_(bridge)
    , device_(device)
    , why_copied_(std::move(refuse_sharing)) {}

Result<void> Presenter::prepare() {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), "choosing the GPU"); !chosen) return chosen;
    if (prepared_) return {};
    auto stream = gpu::Stream::create(runtime_);
    if (!stream) return tl::unexpected(stream.error());
    stream_ = std::move(*stream);
    for (gpu::Event* event : {&kernel_start_, &kernel_end_, &copied_}) {
        auto made = gpu::Event::create(runtime_);
        if (!made) return tl::unexpected(made.error());
        *event = std::move(*made);
    }
    auto pass = PicturePass::create();
    if (!pass) return tl::unexpected(pass.error());
    pass_ = std::move(*pass);
    choose_path();
    prepared_ = true;
    return {};
}

void Presenter::choose_path() {
    if (!why_copied_.empty()) return;
    std::vector<int> devices;
    const Code error = bridge_.gl_devices(devices);
    if (error == code::success && std::find(devices.begin(), devices.end(), device_) != devices.end()) {
        shares_buffer_ = true;
        return;
    }
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    why_copied_ =
        fmt::format("OpenGL draws with {}, which is not the CUDA device", renderer ? renderer : "an unknown renderer");
}

void Presenter::fall_back(std::string why) {
    shares_buffer_ = false;
    why_copied_ = std::move(why);
    shared_ = SharedBuffer();
}

Result<void> Presenter::resize(const Picture& picture) {
    if (target_ && picture == picture_) return {};
    auto target = gl::Framebuffer::create(picture.width, picture.height);
    if (!target) return tl::unexpected(target.error());
    target_ = std::move(*target);
    picture_ = picture;
    has_picture_ = false;
    return {};
}

Result<void> Presenter::draw(const gl::Buffer& pixels) {
    auto drawn = pass_.draw(pixels, picture_, target_);
    has_picture_ = drawn.has_value();
    if (drawn) ++pictures_;
    return drawn;
}

Result<void> Presenter::start(std::shared_ptr<const Scene> scene) {
    if (auto ready = prepare(); !ready) return ready;
    scene_ = std::move(scene);
    if (auto fits = resize(scene_->picture); !fits) return fits;
    if (shares_buffer_) {
        const auto shared = start_shared();
        if (!shared) return tl::unexpected(shared.error());
        if (*shared) return {};
    }
    return start_copy();
}

Result<bool> Presenter::start_shared() {
    if (!shared_ || shared_.bytes() != picture_.buffer_bytes()) {
        shared_ = SharedBuffer();
        auto made = SharedBuffer::create(bridge_, picture_.buffer_bytes());
        if (!made) {
            fall_back(fmt::format("CUDA cannot use OpenGL's buffer ({})", runtime_.describe(made.error())));
            return false;
        }
        shared_ = std::move(*made);
    }
    auto mapping = Mapping::create(shared_, stream_.handle());
    if (!mapping) {
        fall_back(fmt::format("CUDA cannot map OpenGL's buffer ({})", runtime_.describe(mapping.error())));
        return false;
    }
    if (auto launched = launch_into(mapping->address()); !launched) return tl::unexpected(launched.error());
    if (auto given = gpu::check(runtime_, mapping->end(), "giving the picture to OpenGL"); !given)
        return tl::unexpected(given.error());
    if (auto drawn = draw(shared_.buffer()); !drawn) return tl::unexpected(drawn.error());
    return true;
}

Result<void> Presenter::start_copy() {
    const uint64_t bytes = picture_.buffer_bytes();
    if (!output_ || output_.bytes() != bytes) {
        auto output = gpu::DeviceBuffer::create(runtime_, bytes);
        if (!output) return tl::unexpected(output.error());
        auto staging = gpu::PinnedBuffer::create(runtime_, bytes);
        if (!staging) return tl::unexpected(staging.error());
        output_ = std::move(*output);
        staging_ = std::move(*staging);
        uploaded_ = gl::Buffer::create(GL_PIXEL_UNPACK_BUFFER);
    }
    if (auto launched = launch_into(output_.address()); !launched) return launched;
    const Code error = runtime_.copy_to_host(staging_.address(), output_.address(), bytes, stream_.handle());
    if (auto queued = gpu::check(runtime_, error, "copying the picture from the GPU"); !queued) return queued;
    runtime_.record(copied_.handle(), stream_.handle());
    copying_ = true;
    return {};
}

Result<void> Presenter::launch_into(void* output) {
    const gpu::StreamHandle stream = stream_.handle();
    Code error = runtime_.fill(output, static_cast<uint8_t>(undefined_byte), picture_.buffer_bytes(), stream);
    if (error == code::success && scene_->output_start)
        error = runtime_.copy_on_device(output, scene_->output_start->address(), scene_->output_start->bytes(), stream);
    if (error != code::success) return finished(error);
    if (auto written = gpu::write_symbols(runtime_, *scene_->module, scene_->plan, stream); !written) return written;

    std::vector<void*> addresses;
    for (const auto& buffer : scene_->buffers) addresses.push_back(buffer ? buffer->address() : output);
    runtime_.record(kernel_start_.handle(), stream);
    auto queued = gpu::enqueue(runtime_, *scene_->module, scene_->plan, addresses, stream);
    runtime_.record(kernel_end_.handle(), stream);
    timing_ = queued.has_value();
    // A fault of an earlier launch surfaces in whatever call comes next.
    if (!queued) gpu_lost_ = gpu::is_sticky(runtime_.query(kernel_end_.handle()));
    return queued;
}

/// Turns the state of an event into an error when its work has failed.
Result<void> Presenter::finished(Code error) {
    if (error == code::success || error == code::not_ready) return {};
    timing_ = copying_ = false;
    gpu_lost_ = gpu::is_sticky(error);
    return tl::unexpected(gpu::explain(runtime_, error, "running the kernel on the GPU"));
}

Result<void> Presenter::poll() {
    if (!timing_ && !copying_) return {};
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), "choosing the GPU"); !chosen) return chosen;
    if (timing_) {
        const Code ended = runtime_.query(kernel_end_.handle());
        if (auto fine = finished(ended); !fine) return fine;
        float milliseconds = 0;
        if (ended == code::success &&
            runtime_.elapsed_ms(kernel_start_.handle(), kernel_end_.handle(), milliseconds) == code::success) {
            kernel_ms_ = milliseconds;
            timing_ = false;
        }
    }
    if (copying_) {
        const Code ended = runtime_.query(copied_.handle());
        if (auto fine = finished(ended); !fine) return fine;
        if (ended == code::success) {
            copying_ = false;
            // Fresh memory each time: overwriting the old would wait for the frame that still reads it.
            uploaded_.allocate(staging_.bytes(), staging_.address(), GL_STREAM_DRAW);
            return draw(uploaded_);
        }
    }
    return {};
}

} // namespace warpscope::interop
