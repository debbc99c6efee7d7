#include "capture/buffer_layout.hpp"

#include "catalog/guess/parameter_names.hpp"

namespace warpscope::capture {

using catalog::ScalarMeaning;

GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                         const std::vector<ParameterText>& texts) {
    GivenExtent out;
    for (size_t i = 0; i < texts.size(); ++i) {
        if (parameters[i].bytes != 4 || texts[i].name.empty()) continue;
        const uint64_t value = static_cast<uint64_t>(
            element_as_double(launch.parameters.data() + parameters[i].offset, ElementType::u32, 0));
        const ScalarMeaning meaning = catalog::meaning_of(texts[i].name);
        if (meaning == ScalarMeaning::width && !out.width) out.width = value;
        if (meaning == ScalarMeaning::height && !out.height) out.height = value;
    }
    return out;
}

void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given) {
    if (shape.is_flat()) return;
    for (const BufferShape& other : all)
        if (other.is_flat() && other.shape.depth == 1 && other.shape.cells() == shape.shape.cells()) {
            shape.shape = other.shape;
            shape.why = "as many cells as another buffer with rows";
            return;
        }
    if (!given.width || !given.height || *given.width < 2 || *given.height < 2) return;
    const uint64_t cells = *given.width * *given.height;
    for (const uint32_t channels : {1u, 3u, 4u}) {
        const bool split = shape.channels == channels || shape.channels == 1; // numbers side by side are a cell
        if (!split || shape.shape.cells() * shape.channels != cells * channels) continue;
        shape.channels = channels;
        shape.shape = {static_cast<uint32_t>(*given.width), static_cast<uint32_t>(*given.height), 1};
        shape.why = "the kernel is given a width and a height";
        return;
    }
}

uint64_t padding(const BufferShape& shape, const GivenExtent& given) {
    constexpr uint64_t alignment = 512; // of rows, in bytes
    const uint64_t pitch = uint64_t{shape.shape.width} * shape.cell_bytes();
    if (!shape.is_flat() || !given.width || *given.width < 2 || pitch % alignment != 0 ||
        *given.width >= shape.shape.width)
        return 0;
    const uint64_t cells = shape.shape.width - *given.width;
    return cells * shape.cell_bytes() < alignment ? cells : 0;
}

} // namespace warpscope::capture
