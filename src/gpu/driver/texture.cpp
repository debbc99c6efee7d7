#include "gpu/driver/texture.hpp"

#include <algorithm>

namespace warpscope::gpu::driver {
namespace {

int array_format_of(ElementType type) {
    switch (type) {
    case ElementType::u8: return array_format::u8;
    case ElementType::u16: return array_format::u16;
    case ElementType::u32: return array_format::u32;
    case ElementType::s8: return array_format::s8;
    case ElementType::s16: return array_format::s16;
    case ElementType::s32: return array_format::s32;
    case ElementType::f16: return array_format::f16;
    case ElementType::f32: return array_format::f32;
    default: return 0;
    }
}

} // namespace

Code make_texture(const Api& api, const TextureRows& rows, const TextureSettings& settings, Stream stream,
                  TextureHandle& texture) {
    const ArrayDescription cells{rows.width, rows.height, array_format_of(rows.type), rows.channels};
    if (cells.format == 0) return code::invalid_value;
    Array array = nullptr;
    Code error = api.create_array(&array, &cells);
    if (error != code::success) return error;
    RowsCopy copy;
    copy.source_type = memory_device;
    copy.source_address = reinterpret_cast<uintptr_t>(rows.memory);
    copy.target_type = memory_array;
    copy.target_array = array;
    copy.row_bytes = size_t{rows.width} * rows.channels * size_of(rows.type);
    copy.source_pitch = rows.pitch;
    copy.rows = rows.height;
    error = api.copy_rows(&copy, stream);
    ResourceDescription resource;
    resource.of.array = array;
    TextureDescription description;
    for (size_t axis = 0; axis < 3; ++axis) description.address[axis] = static_cast<int>(settings.address[axis]);
    description.filter = settings.linear ? 1 : 0;
    const bool whole = !is_floating(rows.type) && !settings.normalized_values;
    description.flags =
        (whole ? texture_of_integers : 0) | (settings.normalized_coordinates ? texture_normalized_coordinates : 0);
    std::ranges::copy(settings.border, description.border);
    Texture made = 0;
    if (error == code::success) error = api.create_texture(&made, &resource, &description, nullptr);
    if (error != code::success) {
        api.destroy_array(array);
        return error;
    }
    texture = {made, array};
    return code::success;
}

} // namespace warpscope::gpu::driver
