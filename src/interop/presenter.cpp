#include "interop/presenter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "gpu/launch.hpp"
#include "interop/shades.hpp"

namespace warpscope::interop {

using gpu::Code;
namespace code = gpu::code;

Presenter::Presenter(gpu::Runtime& runtime, GlBridge& bridge, int device, Message refuse_sharing)
    : runtime_(runtime)
    , bridge_(bridge)
    , device_(device)
    , copy_reason_(std::move(refuse_sharing)) {}

Presenter::~Presenter() {
    runtime_.use_device(device_); // textures must be unregistered on their device
}

Result<void> Presenter::prepare() {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), msg("choosing the GPU")); !chosen)
        return chosen;
    if (prepared_) return {};
    auto stream = gpu::Stream::create(runtime_);
    if (!stream) return tl::unexpected(stream.error());
    stream_ = std::move(*stream);
    for (gpu::Event* event : {&kernel_start_, &kernel_end_, &picture_end_}) {
        auto made = gpu::Event::create(runtime_);
        if (!made) return tl::unexpected(made.error());
        *event = std::move(*made);
    }
    choose_path();
    prepared_ = true;
    return {};
}

void Presenter::choose_path() {
    if (!copy_reason_.empty()) return;
    std::vector<int> devices;
    const Code error = bridge_.gl_devices(devices);
    if (error == code::success && std::find(devices.begin(), devices.end(), device_) != devices.end()) {
        shares_texture_ = true;
        return;
    }
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    copy_reason_ = msg("OpenGL draws with {}, which is not the CUDA device",
                       renderer ? Message::verbatim(renderer) : msg("an unknown renderer"));
}

void Presenter::fall_back(Message why) {
    shares_texture_ = false;
    copy_reason_ = std::move(why);
    front_ = SharedTexture();
    back_ = SharedTexture();
    has_picture_ = false;
}

Result<void> Presenter::resize(const Picture& picture) {
    if (output_ && picture == picture_) return {};
    auto output = gpu::DeviceBuffer::create(runtime_, picture.buffer_bytes());
    if (!output) return tl::unexpected(output.error());
    output_ = std::move(*output);
    shades_ = gpu::DeviceBuffer();
    range_ = gpu::DeviceBuffer();
    if (picture.shaded()) {
        auto shades = gpu::DeviceBuffer::create(runtime_, picture.elements());
        if (!shades) return tl::unexpected(shades.error());
        auto range = gpu::DeviceBuffer::create(runtime_, range_bytes);
        if (!range) return tl::unexpected(range.error());
        shades_ = std::move(*shades);
        range_ = std::move(*range);
    }
    host_output_ = gpu::PinnedBuffer();
    if (picture.charted()) {
        auto host = gpu::PinnedBuffer::create(runtime_, picture.buffer_bytes());
        if (!host) return tl::unexpected(host.error());
        host_output_ = std::move(*host);
    }
    values_.reset();
    front_ = SharedTexture();
    back_ = SharedTexture();
    rgba_ = gpu::DeviceBuffer();
    picture_ = picture;
    has_picture_ = false;
    return {};
}

Result<void> Presenter::start(std::shared_ptr<const UploadedRun> uploaded) {
    if (auto ready = prepare(); !ready) return ready;
    uploaded_ = std::move(uploaded);
    if (auto fits = resize(uploaded_->picture); !fits) return fits;
    Stage stage = shares_texture_ ? Stage::kernel : Stage::copy;
    std::vector<uint64_t> surfaces;
    if (shares_texture_ && is_quick() && !held_)
        stage = map_back(surfaces) ? Stage::shown : Stage::copy; // before launch(), because mapping later adds a switch
    auto queued = launch();
    if (queued && stage == Stage::shown) queued = fill_back(surfaces);
    if (queued && stage == Stage::shown) queued = show_back();
    if (queued && stage == Stage::copy) queued = queue_copy();
    if (!queued) {
        mapping_.reset();
        return queued;
    }
    stage_ = stage;
    started_ = std::chrono::steady_clock::now();
    return {};
}

bool Presenter::is_quick() const {
    constexpr double quick_ms = 2; // milliseconds that a frame can wait
    return uploaded_->sound && timed_ == uploaded_->module.get() && kernel_ms_ <= quick_ms;
}

bool Presenter::map_back(std::vector<uint64_t>& surfaces) {
    const auto give_up = [this](Message why) {
        mapping_.reset(); // unmapped before its texture is destroyed
        fall_back(std::move(why));
        return false;
    };
    if (!back_) {
        auto made = SharedTexture::create(bridge_, picture_);
        if (!made) return give_up(msg("CUDA cannot use OpenGL's texture ({})", runtime_.describe(made.error())));
        back_ = std::move(*made);
    }
    auto mapping = Mapping::create(back_.registration(), stream_.handle());
    if (!mapping) return give_up(msg("CUDA cannot map OpenGL's texture ({})", runtime_.describe(mapping.error())));
    mapping_.emplace(std::move(*mapping));
    for (uint32_t level = 0; level < picture_.levels(); ++level) {
        const auto surface = mapping_->surface(level);
        if (!surface) return give_up(msg("CUDA cannot map OpenGL's texture ({})", runtime_.describe(surface.error())));
        surfaces.push_back(*surface);
    }
    return true;
}

Result<void> Presenter::fill_back(std::span<const uint64_t> surfaces) {
    if (auto made = make_picture(picture_to_surface, surfaces[0]); !made) return made;
    if (auto made = make_levels(surfaces); !made) return made;
    return end_picture();
}

Result<void> Presenter::end_picture() {
    Code error = code::success;
    if (host_output_)
        error =
            runtime_.copy_to_host(host_output_.address(), output_.address(), picture_.buffer_bytes(), stream_.handle());
    runtime_.record(picture_end_.handle(), stream_.handle());
    return gpu::check(runtime_, error, msg("copying the picture from the GPU"));
}

Result<void> Presenter::show_back() {
    const Code error = mapping_->end();
    mapping_.reset();
    if (auto given = gpu::check(runtime_, error, msg("giving the picture to OpenGL")); !given) return given;
    std::swap(front_, back_);
    has_picture_ = true;
    ++pictures_;
    return {};
}

Result<void> Presenter::queue_copy() {
    const uint64_t bytes = picture_.rgba_bytes();
    if (!rgba_) {
        auto rgba = gpu::DeviceBuffer::create(runtime_, bytes);
        if (!rgba) return tl::unexpected(rgba.error());
        auto staging = gpu::PinnedBuffer::create(runtime_, bytes);
        if (!staging) return tl::unexpected(staging.error());
        rgba_ = std::move(*rgba);
        staging_ = std::move(*staging);
        upload_buffer_ = gl::Buffer::create(GL_PIXEL_UNPACK_BUFFER);
        copied_to_ = gl::Texture::with_levels(gl::PixelFormat::rgba8, picture_.width(), picture_.height(),
                                              static_cast<int>(picture_.levels()));
    }
    if (auto made = make_picture(picture_to_buffer, reinterpret_cast<uintptr_t>(rgba_.address())); !made) return made;
    const Code error = runtime_.copy_to_host(staging_.address(), rgba_.address(), bytes, stream_.handle());
    if (auto copied = gpu::check(runtime_, error, msg("copying the picture from the GPU")); !copied) return copied;
    return end_picture();
}

Result<void> Presenter::launch() {
    const gpu::StreamHandle stream = stream_.handle();
    void* const output = output_.address();
    if (const Code error = queue_starts(runtime_, *uploaded_, output, stream); error != code::success)
        return tl::unexpected(failure(error));
    if (auto written = gpu::write_symbols(runtime_, *uploaded_->module, uploaded_->plan, stream); !written)
        return written;

    const std::vector<void*> addresses = addresses_of(*uploaded_, output);
    runtime_.record(kernel_start_.handle(), stream);
    auto queued =
        gpu::enqueue(runtime_, *uploaded_->module, uploaded_->plan, addresses, stream, uploaded_->texture_handles());
    runtime_.record(kernel_end_.handle(), stream);
    // Checks whether an earlier launch's fault caused the error.
    if (!queued) gpu_lost_ = gpu::is_sticky(runtime_.query(kernel_end_.handle()));
    return queued;
}

Result<void> Presenter::make_picture(const char* kernel, uint64_t target) {
    if (picture_.shaded())
        if (auto made = make_shades(); !made) return made;
    uint64_t source = reinterpret_cast<uintptr_t>(picture_.shaded() ? shades_.address() : output_.address());
    uint64_t cells = picture_.cells;
    PictureLayout layout = picture_.layout;
    uint32_t channels = picture_.channels, transposed = layout.transposed ? 1 : 0;
    void* arguments[] = {&target,
                         &source,
                         &layout.width,
                         &layout.height,
                         &channels,
                         &layout.slice_width,
                         &layout.slice_height,
                         &layout.columns,
                         &layout.gap,
                         &transposed,
                         &cells};
    return launch_own(*uploaded_->picture_kernels, kernel, picture_launch(layout.width, layout.height), arguments);
}

Result<void> Presenter::make_shades() {
    constexpr uint64_t half = range_bytes / 2;
    auto* const highest = static_cast<std::byte*>(range_.address()) + half;
    Code error = runtime_.fill(range_.address(), 0xff, half, stream_.handle());
    if (error == code::success) error = runtime_.fill(highest, 0, half, stream_.handle());
    if (auto filled = gpu::check(runtime_, error, msg("making the picture on the GPU")); !filled) return filled;
    uint64_t range = reinterpret_cast<uintptr_t>(range_.address()),
             target = reinterpret_cast<uintptr_t>(shades_.address()),
             source = reinterpret_cast<uintptr_t>(output_.address()), elements = picture_.elements();
    const LaunchConfig config = shades_launch(elements);
    void* finding[] = {&range, &source, &elements};
    if (auto found = launch_own(*uploaded_->shade_kernels, find_range, config, finding); !found) return found;
    void* shading[] = {&target, &source, &range, &elements};
    return launch_own(*uploaded_->shade_kernels, to_shades, config, shading);
}

Result<void> Presenter::make_levels(std::span<const uint64_t> surfaces) {
    for (size_t level = 1; level < surfaces.size(); ++level) {
        uint64_t target = surfaces[level], source = surfaces[level - 1];
        uint32_t width = std::max(picture_.width() >> (level - 1), 1u),
                 height = std::max(picture_.height() >> (level - 1), 1u);
        void* arguments[] = {&target, &source, &width, &height};
        if (auto made = launch_own(*uploaded_->picture_kernels, picture_to_level,
                                   picture_launch(std::max(width / 2, 1u), std::max(height / 2, 1u)), arguments);
            !made)
            return made;
    }
    return {};
}

Result<void> Presenter::launch_own(const gpu::Module& module, const char* kernel, const LaunchConfig& config,
                                   void** arguments) {
    const auto found = module.kernel(kernel);
    if (!found) return tl::unexpected(found.error());
    return gpu::check(runtime_, runtime_.launch((*found)->handle, config, arguments, stream_.handle()),
                      msg("making the picture on the GPU"));
}

Result<void> Presenter::poll() {
    if (stage_ == Stage::none) return {};
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_), msg("choosing the GPU")); !chosen)
        return chosen;
    const gpu::Event& last = stage_ == Stage::kernel ? kernel_end_ : picture_end_;
    const Code ended = runtime_.query(last.handle());
    if (ended == code::not_ready) return {};
    if (ended == code::success && held_ && stage_ == Stage::kernel) return {};
    if (ended == code::success) return continue_copy();
    stage_ = Stage::none;
    mapping_.reset();
    return tl::unexpected(failure(ended));
}

Result<void> Presenter::continue_copy() {
    const Stage ended = std::exchange(stage_, Stage::none);
    if (ended == Stage::kernel) {
        std::vector<uint64_t> surfaces;
        const bool shared = map_back(surfaces);
        if (auto queued = shared ? fill_back(surfaces) : queue_copy(); !queued) {
            mapping_.reset();
            return queued;
        }
        stage_ = shared ? Stage::picture : Stage::copy;
        return {};
    }
    take_times();
    if (host_output_) {
        const auto* const first = static_cast<const std::byte*>(host_output_.address());
        values_ = std::make_shared<const Bytes>(first, first + host_output_.bytes());
    }
    if (ended == Stage::picture) return show_back();
    return ended == Stage::copy ? take_copy() : Result<void>();
}

void Presenter::take_times() {
    float kernel = 0, picture = 0;
    if (runtime_.elapsed_ms(kernel_start_.handle(), kernel_end_.handle(), kernel) != code::success ||
        runtime_.elapsed_ms(kernel_end_.handle(), picture_end_.handle(), picture) != code::success)
        return;
    kernel_ms_ = uploaded_->kernel_ms > 0 ? uploaded_->kernel_ms : static_cast<double>(kernel);
    picture_ms_ = picture;
    timed_ = uploaded_->module.get();
}

Diagnostic Presenter::failure(Code code) {
    gpu_lost_ = gpu::is_sticky(code);
    return gpu::explain(runtime_, code, msg("running the kernel on the GPU"));
}

Result<void> Presenter::take_copy() {
    // Overwriting would wait for the current frame, so this reallocates.
    upload_buffer_.allocate(staging_.bytes(), staging_.address(), GL_STREAM_DRAW);
    copied_to_.upload_from(upload_buffer_);
    copied_to_.make_levels();
    has_picture_ = true;
    ++pictures_;
    return {};
}

} // namespace warpscope::interop
