#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "runtime/array.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::runtime {
namespace {

/// cudaResourceDesc of CUDA 13 without `flags`, which older programs do not have
struct ResourceDescription {
    int type = 0; // 0: array, 1: mipmapped array, 2: linear, 3: pitch2D
    union {
        struct {
            const void* array;
        } array;
        struct {
            void* pointer;
            ChannelFormat format{};
            size_t bytes;
        } linear;
        struct {
            void* pointer;
            ChannelFormat format{};
            size_t width, height, pitch;
        } rows;
        int reserved[32];
    };
};
static_assert(sizeof(ResourceDescription) == 136);

struct TextureDescription {
    int address[3] = {};
    int filter = 0;    // point, linear
    int read_mode = 0; // 0: element type, 1: normalized float
    int srgb = 0;
    float border[4] = {};
    int normalized_coordinates = 0;
    unsigned max_anisotropy = 0;
    int mipmap_filter = 0;
    float mipmap_bias = 0, min_mipmap = 0, max_mipmap = 0;
    int no_trilinear_optimization = 0, seamless_cubemap = 0;
};
static_assert(sizeof(TextureDescription) == 72);

struct MadeTexture {
    ResourceDescription resource;
    TextureDescription texture;
};
std::map<uint64_t, MadeTexture>& made_textures() {
    static auto* const all = new std::map<uint64_t, MadeTexture>;
    return *all;
}

constexpr uint64_t texture_address_unit = 512, texture_linear_unit = 16, texture_pitch_unit = 32;

/// Sets address and extents. Fails without texels.
Error place_texels(const ResourceDescription& resource, simt::Texture& texture) {
    switch (resource.type) {
    case 0: {
        const Array* const array = find_array(resource.array.array);
        if (array == nullptr || !set_format(texture, array->format)) return invalid_value;
        texture.address = array->address;
        texture.dimensions = array->dimensions();
        texture.width = array->extent.width;
        texture.height = static_cast<uint32_t>(array->height());
        texture.depth = static_cast<uint32_t>(array->depth());
        texture.row_bytes = array->row_bytes();
        texture.layer_bytes = array->layer_bytes();
        return success;
    }
    case 2: {
        const auto& run = resource.linear;
        constexpr size_t max_texels = size_t{1} << 28;
        if (!set_format(texture, run.format)) return invalid_channels;
        texture.resource = simt::TextureResource::linear;
        texture.address = reinterpret_cast<uint64_t>(run.pointer);
        texture.dimensions = 1;
        texture.width = run.bytes / texture.texel_bytes();
        texture.row_bytes = texture.layer_bytes = run.bytes;
        const bool sound =
            texture.address != 0 && texture.address % texture_linear_unit == 0 && texture.width <= max_texels;
        return sound ? success : invalid_value;
    }
    case 3: {
        const auto& rows = resource.rows;
        if (!set_format(texture, rows.format)) return invalid_channels;
        if (rows.width > max_row_texels || rows.height > max_rows) return invalid_value;
        texture.address = reinterpret_cast<uint64_t>(rows.pointer);
        texture.width = rows.width;
        texture.height = static_cast<uint32_t>(rows.height);
        texture.row_bytes = rows.pitch;
        texture.layer_bytes = rows.pitch * rows.height;
        const bool sound = texture.address != 0 && texture.address % texture_address_unit == 0 &&
                           rows.pitch % texture_pitch_unit == 0 && rows.width != 0 && rows.height != 0 &&
                           rows.pitch >= rows.width * texture.texel_bytes();
        return sound ? success : invalid_value;
    }
    default: return invalid_value;
    }
}

Error create_texture(Context& c, uint64_t* handle, const ResourceDescription* resource,
                     const TextureDescription* wanted, const void* view) {
    if (handle == nullptr || resource == nullptr || wanted == nullptr) return invalid_value;
    *handle = 0;
    if (resource->type == 1) return c.unsupported("cudaCreateTextureObject of a mipmapped array");
    if (view != nullptr) return c.unsupported("cudaCreateTextureObject with a resource view");
    if (wanted->srgb != 0) return c.unsupported("cudaCreateTextureObject with sRGB");
    simt::Texture texture;
    if (const Error error = place_texels(*resource, texture); error != success) return error;
    TextureSettings& settings = texture.settings;
    for (size_t axis = 0; axis < 3; ++axis) {
        if (wanted->address[axis] < 0 || wanted->address[axis] > 3) return invalid_value;
        settings.address[axis] = static_cast<AddressMode>(wanted->address[axis]);
    }
    settings.linear = wanted->filter == 1;
    settings.normalized_values = wanted->read_mode == 1;
    settings.normalized_coordinates = wanted->normalized_coordinates != 0;
    std::copy(std::begin(wanted->border), std::end(wanted->border), settings.border.begin());
    if (texture.resource == simt::TextureResource::linear) settings.linear = false; // tex1Dfetch does not filter
    if (const auto fault = simt::fault_of(texture)) {
        c.report({"invalid_texture", "error", msg("cudaCreateTextureObject: {}", simt::message_of(*fault)), {}});
        return *fault == simt::TextureFault::filter   ? invalid_filter
               : *fault == simt::TextureFault::values ? invalid_normalization
                                                      : invalid_channels;
    }
    *handle = c.allocations().memory()->textures().add(texture);
    made_textures().emplace(*handle, MadeTexture{*resource, *wanted});
    return success;
}

} // namespace

void forget_textures(Context& context) {
    for (const auto& [handle, texture] : made_textures()) context.allocations().memory()->textures().remove(handle);
    made_textures().clear();
}

WARPSCOPE_API int cudaCreateTextureObject(uint64_t* handle, const ResourceDescription* resource,
                                          const TextureDescription* texture, const void* view) {
    return entry("cudaCreateTextureObject",
                 [&](Context& c) { return create_texture(c, handle, resource, texture, view); });
}

WARPSCOPE_API int cudaDestroyTextureObject(uint64_t handle) {
    return entry("cudaDestroyTextureObject", [&](Context& c) {
        if (handle == 0 || made_textures().erase(handle) != 0) {
            c.allocations().memory()->textures().remove(handle);
            return success;
        }
        c.report({"invalid_free",
                  "error",
                  msg("cudaDestroyTextureObject of {}, which is not, or no longer, a texture object",
                      simt::hex_text(handle)),
                  {}});
        return success; // as on a GPU
    });
}

WARPSCOPE_API int cudaGetTextureObjectResourceDesc(ResourceDescription* resource, uint64_t handle) {
    return entry("cudaGetTextureObjectResourceDesc", [&](Context&) {
        const auto found = made_textures().find(handle);
        if (found == made_textures().end() || resource == nullptr) return invalid_value;
        *resource = found->second.resource;
        return success;
    });
}

WARPSCOPE_API int cudaGetTextureObjectTextureDesc(TextureDescription* texture, uint64_t handle) {
    return entry("cudaGetTextureObjectTextureDesc", [&](Context&) {
        const auto found = made_textures().find(handle);
        if (found == made_textures().end() || texture == nullptr) return invalid_value;
        *texture = found->second.texture;
        return success;
    });
}

} // namespace warpscope::runtime
