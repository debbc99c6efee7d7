#include "interop/bare_launch.hpp"

#include "gpu/launch.hpp"

namespace warpscope::interop {

Result<std::unique_ptr<BareLaunch>> BareLaunch::create(gpu::Runtime& runtime, GlBridge& bridge,
                                                       const session::RunResult& run) {
    const gpu::DeviceStatus device = gpu::find_devices(runtime).chosen();
    if (!device.usable) return fail(ErrorKind::environment, device.why);
    std::unique_ptr<BareLaunch> made(new BareLaunch(runtime));
    auto uploaded = RunUploader(runtime, device).make(run, rows_of_output(run));
    if (!uploaded) return tl::unexpected(uploaded.error());
    made->uploaded_ = std::move(*uploaded);
    auto output = gpu::DeviceBuffer::create(runtime, made->uploaded_->output_layout().bytes());
    if (!output) return tl::unexpected(output.error());
    made->output_ = std::move(*output);
    auto stream = gpu::Stream::create(runtime);
    if (!stream) return tl::unexpected(stream.error());
    made->stream_ = std::move(*stream);
    auto texel = SharedTexture::create(bridge, Picture::flat(ElementType::u8, 4, 1, 1));
    if (!texel) return tl::unexpected(gpu::explain(runtime, texel.error(), msg("sharing a texture with OpenGL")));
    made->texel_ = std::move(*texel);
    return made;
}

Result<void> BareLaunch::launch() {
    auto mapping = Mapping::create(texel_.registration(), stream_.handle());
    if (!mapping) return tl::unexpected(gpu::explain(runtime_, mapping.error(), msg("mapping a texture")));
    const std::vector<void*> addresses = addresses_of(*uploaded_, output_.address());
    if (auto queued = gpu::enqueue(runtime_, *uploaded_->module, uploaded_->plan, addresses, stream_.handle(),
                                   uploaded_->texture_handles());
        !queued)
        return queued;
    return gpu::check(runtime_, mapping->end(), msg("giving a texture to OpenGL"));
}

} // namespace warpscope::interop
