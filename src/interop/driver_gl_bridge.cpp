#include "interop/gl_bridge.hpp"

#include <array>

#include "gl/context.hpp"
#include "gpu/driver/library.hpp"

namespace warpscope::interop {
namespace {

using gpu::Code;
namespace code = gpu::code;
namespace driver = gpu::driver;

driver::Resource native(ResourceHandle resource) { return static_cast<driver::Resource>(resource.value); }
driver::Stream native(gpu::StreamHandle stream) { return static_cast<driver::Stream>(stream.value); }

/// Uses the context of Runtime::use_device().
class DriverGlBridge final : public GlBridge {
public:
    explicit DriverGlBridge(const driver::Library& library)
        : library_(library)
        , api_(library.api) {}

    Code gl_devices(std::vector<int>& devices) override {
        devices.clear();
        if (!library_.usable()) return code::no_driver;
        if (const Code error = api_.init(0); error != code::success) return error;
        std::array<driver::Device, 16> found{};
        unsigned count = 0;
        if (const Code error = api_.gl_devices(&count, found.data(), found.size(), driver::all_gl_devices);
            error != code::success)
            return error;
        int known = 0;
        if (const Code error = api_.device_count(&known); error != code::success) return error;
        for (unsigned i = 0; i < count; ++i)
            for (int number = 0; number < known; ++number) {
                driver::Device device = 0;
                if (api_.device(&device, number) == code::success && device == found[i]) devices.push_back(number);
            }
        return code::success;
    }
    Code register_texture(uint32_t gl_texture, ResourceHandle& resource) override {
        if (!library_.usable()) return code::no_driver;
        driver::Resource made = nullptr;
        const Code error = api_.register_image(&made, gl_texture, GL_TEXTURE_2D, driver::surface_load_store);
        resource.value = made;
        return error;
    }
    Code unregister(ResourceHandle resource) override { return api_.unregister(native(resource)); }
    Code map(ResourceHandle resource, gpu::StreamHandle stream) override {
        driver::Resource mapping = native(resource);
        return api_.map(1, &mapping, native(stream));
    }
    Code make_surface(ResourceHandle resource, uint32_t level, uint64_t& surface) override {
        driver::ResourceDescription description;
        if (const Code error = api_.mapped_array(&description.of.array, native(resource), 0, level);
            error != code::success)
            return error;
        driver::Surface made = 0;
        const Code error = api_.create_surface(&made, &description);
        surface = made;
        return error;
    }
    Code release_surface(uint64_t surface) override { return api_.destroy_surface(surface); }
    Code copy_to_texture(ResourceHandle resource, uint32_t level, const void* source, uint64_t row_bytes, uint32_t rows,
                         gpu::StreamHandle stream) override {
        driver::RowsCopy copy;
        copy.source_type = driver::memory_device;
        copy.source_address = reinterpret_cast<uintptr_t>(source);
        copy.source_pitch = row_bytes;
        copy.target_type = driver::memory_array;
        copy.row_bytes = row_bytes;
        copy.rows = rows;
        if (const Code error = api_.mapped_array(&copy.target_array, native(resource), 0, level);
            error != code::success)
            return error;
        return api_.copy_rows(&copy, native(stream));
    }
    Code unmap(ResourceHandle resource, gpu::StreamHandle stream) override {
        driver::Resource mapping = native(resource);
        return api_.unmap(1, &mapping, native(stream));
    }

private:
    const driver::Library& library_;
    const driver::Api& api_;
};

} // namespace

std::unique_ptr<GlBridge> make_gl_bridge(const gpu::driver::Library& library) {
    return std::make_unique<DriverGlBridge>(library);
}

GlBridge& system_gl_bridge() {
    static GlBridge& bridge = *make_gl_bridge(driver::system_library()).release();
    return bridge;
}

} // namespace warpscope::interop
