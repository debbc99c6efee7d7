#include "interop/uploaded_run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "gpu/launch.hpp"
#include "interop/shades.hpp"
#include "session/device.hpp"

namespace warpscope::interop {
namespace {

constexpr size_t inputs_kept = 8, textures_kept = 2;
constexpr size_t sets_reserved = 3;                   // for the shown, a released and a pending run
constexpr uint64_t max_reserved = uint64_t{64} << 20; // bytes per set of buffers
constexpr uint64_t max_copied = uint64_t{16} << 20;   // bytes of the largest contents that stay on the GPU

bool is_constant(const session::RunResult& run, uint32_t buffer) {
    const PlannedBuffer& planned = run.prepared.plan.buffers[buffer];
    return planned.role == BufferRole::input && planned.initial && buffer != run.prepared.output_buffer;
}

/// Returns whether initial contents stay on the GPU, to be restored before each run.
bool is_kept(const session::RunResult& run, uint32_t buffer) {
    const PlannedBuffer& planned = run.prepared.plan.buffers[buffer];
    return planned.initial && planned.layout.bytes() <= max_copied && !run.prepared.plan.launches.empty();
}

bool fits(const gpu::DeviceBuffer& held, uint64_t bytes) { return held.bytes() >= bytes && held.bytes() / 2 <= bytes; }

} // namespace

std::vector<void*> addresses_of(const UploadedRun& run, void* output) {
    std::vector<void*> addresses;
    for (const auto& buffer : run.buffers) addresses.push_back(buffer ? buffer->address() : output);
    return addresses;
}

gpu::Code queue_starts(gpu::Runtime& runtime, const UploadedRun& run, void* output, gpu::StreamHandle stream) {
    gpu::Code error = gpu::code::success;
    for (const UploadedRun::Start& start : run.starts) {
        void* const to = run.buffers[start.buffer] ? run.buffers[start.buffer]->address() : output;
        const uint64_t bytes = run.plan.buffers[start.buffer].layout.bytes();
        error = start.from ? runtime.copy_on_device(to, start.from->address(), bytes, stream)
                           : runtime.fill(to, static_cast<uint8_t>(undefined_byte), bytes, stream);
        if (error != gpu::code::success) break;
    }
    return error;
}

PictureLayout rows_of_output(const session::RunResult& run) {
    const Shape& shape = run.prepared.plan.buffers[run.prepared.output_buffer].layout.shape;
    return PictureLayout::flat(shape.width, shape.height * shape.depth);
}

std::optional<Message> display_error(const session::RunResult& run, const PictureLayout& layout) {
    if (run.request.device == session::DeviceChoice::emulator) return msg("the emulator was chosen");
    const BufferLayout& output = run.prepared.plan.buffers[run.prepared.output_buffer].layout;
    if (!picture_of(output, layout))
        return msg("a picture of '{}' has {} by {} texels, which is more than OpenGL takes", output.name, layout.width,
                   layout.height);
    return std::nullopt;
}

session::RunResult run_of_output(const session::RunResult& run, SharedBytes output) {
    session::RunResult made;
    made.compiled.ptx = picture_ptx();
    PlannedBuffer buffer = run.prepared.plan.buffers[run.prepared.output_buffer];
    buffer.initial = std::move(output);
    made.prepared.plan.buffers.push_back(std::move(buffer));
    made.prepared.output_buffer = 0;
    return made;
}

RunUploader::RunUploader(gpu::Runtime& runtime, gpu::DeviceStatus device)
    : runtime_(runtime)
    , device_(std::move(device)) {}

bool RunUploader::gpu_lost() { return stream_ && gpu::is_sticky(runtime_.wait(stream_.handle())); }

Result<RunUploader::SharedDeviceBuffer> RunUploader::memory(uint64_t bytes) {
    // Reuses memory up to twice as large, because sizes vary while a slider moves.
    const auto is_spare = [bytes](const SharedDeviceBuffer& held) {
        return held.use_count() == 1 && fits(*held, bytes);
    };
    if (const auto spare = std::ranges::find_if(memory_, is_spare); spare != memory_.end()) return *spare;
    auto fresh = gpu::DeviceBuffer::create(runtime_, bytes);
    if (!fresh) {
        trim(0);
        fresh = gpu::DeviceBuffer::create(runtime_, bytes);
    }
    if (!fresh) return tl::unexpected(fresh.error());
    memory_.push_back(std::make_shared<const gpu::DeviceBuffer>(std::move(*fresh)));
    return memory_.back();
}

void RunUploader::trim(uint64_t bytes) {
    uint64_t spare = 0;
    for (const SharedDeviceBuffer& held : memory_) spare += held.use_count() == 1 ? held->bytes() : 0;
    std::erase_if(memory_, [&](const SharedDeviceBuffer& held) {
        if (held.use_count() > 1 || spare <= bytes) return false;
        spare -= held->bytes();
        return true;
    });
}

Result<RunUploader::SharedDeviceBuffer> RunUploader::upload(const PlannedBuffer& planned) {
    const uint64_t bytes = planned.layout.bytes();
    if (planned.initial && planned.initial->size() != bytes)
        return fail(ErrorKind::failed, msg("Buffer '{}' has {} bytes, but its initial contents have {}.",
                                           planned.layout.name, bytes, planned.initial->size()));
    auto buffer = memory(bytes);
    if (!buffer) return buffer;
    void* const address = (*buffer)->address();
    const gpu::Code error = planned.initial
                                ? runtime_.copy_to_device(address, planned.initial->data(), bytes, stream_.handle())
                                : runtime_.fill(address, static_cast<uint8_t>(undefined_byte), bytes, stream_.handle());
    if (auto done = gpu::check(runtime_, error, msg("copying '{}' to the GPU", planned.layout.name)); !done)
        return tl::unexpected(done.error());
    return buffer;
}

Result<RunUploader::SharedDeviceBuffer> RunUploader::input(const PlannedBuffer& planned) {
    const auto known = std::find_if(inputs_.begin(), inputs_.end(),
                                    [&](const UploadedInput& entry) { return entry.contents == planned.initial; });
    if (known != inputs_.end()) {
        std::rotate(inputs_.begin(), known, known + 1);
        return inputs_.front().buffer;
    }
    auto buffer = upload(planned);
    if (!buffer) return buffer;
    inputs_.push_front({planned.initial, *buffer});
    if (inputs_.size() > inputs_kept) inputs_.pop_back();
    return buffer;
}

bool RunUploader::is_ready_for(const session::RunResult& run) const {
    if (!stream_ || !modules_.has(run.compiled.ptx) || !modules_.has(picture_ptx())) return false;
    const std::vector<PlannedBuffer>& buffers = run.prepared.plan.buffers;
    const ElementType type = buffers[run.prepared.output_buffer].layout.type;
    if (type != ElementType::u8 && !modules_.has(shades_ptx(type))) return false;
    for (uint32_t i = 0; i < buffers.size(); ++i) {
        if (!buffers[i].initial) continue;
        const bool there = std::ranges::any_of(
            inputs_, [&](const UploadedInput& entry) { return entry.contents == buffers[i].initial; });
        if (!there || !(is_constant(run, i) || is_kept(run, i))) return false;
    }
    const std::vector<TextureKey> keys = texture_keys(run.prepared.plan);
    if (!keys.empty() && std::ranges::none_of(textures_, [&](const MadeTextures& made) { return made.keys == keys; }))
        return false;
    std::vector<const gpu::DeviceBuffer*> spare;
    for (const SharedDeviceBuffer& held : memory_)
        if (held.use_count() == 1) spare.push_back(held.get());
    return std::ranges::all_of(own_memory(run), [&](uint64_t bytes) {
        const auto found = std::ranges::find_if(spare, [bytes](const auto* held) { return fits(*held, bytes); });
        if (found == spare.end()) return false;
        spare.erase(found);
        return true;
    });
}

std::vector<RunUploader::TextureKey> RunUploader::texture_keys(const ExecutionPlan& plan) {
    std::vector<TextureKey> keys;
    for (const PlannedTexture& texture : plan.textures)
        keys.push_back({plan.buffers[texture.buffer].initial, plan.buffers[texture.buffer].layout, texture.settings});
    return keys;
}

Result<void> RunUploader::add_textures(UploadedRun& uploaded) {
    std::vector<TextureKey> keys = texture_keys(uploaded.plan);
    if (keys.empty()) return {};
    const auto known = std::ranges::find_if(textures_, [&](const MadeTextures& made) { return made.keys == keys; });
    if (known == textures_.end()) {
        auto made =
            gpu::DeviceTextures::create(runtime_, uploaded.plan, addresses_of(uploaded, nullptr), stream_.handle());
        if (!made) return tl::unexpected(made.error());
        textures_.push_front({std::move(keys), std::make_shared<const gpu::DeviceTextures>(std::move(*made))});
        if (textures_.size() > textures_kept) textures_.pop_back();
    } else {
        std::rotate(textures_.begin(), known, known + 1);
    }
    uploaded.textures = textures_.front().textures;
    return {};
}

std::vector<uint64_t> RunUploader::own_memory(const session::RunResult& run) {
    std::vector<uint64_t> sizes;
    const std::vector<PlannedBuffer>& buffers = run.prepared.plan.buffers;
    for (uint32_t i = 0; i < buffers.size(); ++i)
        if (!is_constant(run, i) && i != run.prepared.output_buffer) sizes.push_back(buffers[i].layout.bytes());
    return sizes;
}

void RunUploader::reserve_for(const session::RunResult& run) {
    const std::vector<uint64_t> sizes = own_memory(run);
    if (std::accumulate(sizes.begin(), sizes.end(), uint64_t{0}) > max_reserved) return;
    std::vector<SharedDeviceBuffer> held; // keeps memory() from reusing them
    for (size_t set = 0; set < sets_reserved; ++set)
        for (const uint64_t bytes : sizes) {
            auto buffer = memory(bytes);
            if (!buffer) return;
            held.push_back(std::move(*buffer));
        }
}

Result<std::shared_ptr<const UploadedRun>> RunUploader::make(const session::RunResult& run, const PictureLayout& layout,
                                                             double kernel_ms) {
    if (auto chosen = gpu::check(runtime_, runtime_.use_device(device_.device), msg("choosing the GPU")); !chosen)
        return tl::unexpected(chosen.error());
    if (!stream_) {
        auto stream = gpu::Stream::create(runtime_);
        if (!stream) return tl::unexpected(stream.error());
        stream_ = std::move(*stream);
    }
    auto module = modules_.get(runtime_, run.compiled.ptx, device_.driver_version);
    if (!module) return tl::unexpected(module.error());

    auto uploaded = std::make_shared<UploadedRun>();
    uploaded->device = device_.device;
    uploaded->kernel_ms = kernel_ms;
    uploaded->module = std::move(*module);
    auto pictures = modules_.get(runtime_, picture_ptx(), device_.driver_version);
    if (!pictures) return tl::unexpected(pictures.error());
    uploaded->picture_kernels = std::move(*pictures);
    uploaded->plan = run.prepared.plan;
    uploaded->sound = !session::gpu_safety_error(run, false);
    uploaded->output = run.prepared.output_buffer;
    uploaded->picture = picture_of(uploaded->output_layout(), layout).value_or(Picture{});
    if (uploaded->picture.shaded()) {
        auto shades = modules_.get(runtime_, shades_ptx(uploaded->picture.type), device_.driver_version);
        if (!shades) return tl::unexpected(shades.error());
        uploaded->shade_kernels = std::move(*shades);
    }
    if (auto legal = gpu::validate(runtime_, *uploaded->module, uploaded->plan, device_); !legal)
        return tl::unexpected(legal.error());
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < uploaded->plan.buffers.size(); ++i) {
        const PlannedBuffer& planned = uploaded->plan.buffers[i];
        bytes += planned.layout.bytes();
        const bool is_output = i == uploaded->output, kept = is_kept(run, i);
        // `own`: buffer for kernels; null for the output. `from`: contents to copy to the buffer.
        Result<SharedDeviceBuffer> own = SharedDeviceBuffer(), from = SharedDeviceBuffer();
        if (is_constant(run, i))
            own = input(planned);
        else if (planned.initial && !kept && !is_output)
            own = upload(planned);
        else {
            if (planned.initial) from = kept ? input(planned) : upload(planned);
            if (!is_output) own = memory(planned.layout.bytes());
            if (from) uploaded->starts.push_back({i, *from});
        }
        for (const auto* made : {&own, &from})
            if (!*made) return tl::unexpected(made->error());
        uploaded->buffers.push_back(*own);
    }
    if (auto added = add_textures(*uploaded); !added) return tl::unexpected(added.error());
    if (auto done = gpu::check(runtime_, runtime_.wait(stream_.handle()), msg("copying inputs to the GPU")); !done)
        return tl::unexpected(done.error());
    const std::vector<uint64_t> own = own_memory(run);
    const uint64_t set = std::accumulate(own.begin(), own.end(), uint64_t{0});
    trim(std::max(bytes, set <= max_reserved ? sets_reserved * set : 0));
    return uploaded;
}

} // namespace warpscope::interop
