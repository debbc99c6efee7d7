#include "capture/buffer_layout.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "catalog/guess/parameter_names.hpp"

namespace warpscope::capture {

using catalog::ScalarMeaning;

GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                         const std::vector<ParameterText>& texts) {
    GivenExtent out;
    for (size_t i = 0; i < texts.size(); ++i) {
        if ((parameters[i].bytes != 4 && parameters[i].bytes != 8) || texts[i].name.empty()) continue;
        uint64_t value = 0;
        std::memcpy(&value, launch.parameters.data() + parameters[i].offset, parameters[i].bytes);
        out.numbers.push_back(value);
        const ScalarMeaning meaning = catalog::meaning_of(texts[i].name);
        if (meaning == ScalarMeaning::width && !out.width) out.width = value;
        if (meaning == ScalarMeaning::height && !out.height) out.height = value;
    }
    return out;
}

void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given) {
    if (shape.is_flat()) return;
    for (const BufferShape& other : all)
        if (other.is_flat() && other.shape.depth == 1 &&
            (other.shape.cells() == shape.shape.cells() || other.seen().cells() == shape.shape.cells())) {
            shape.shape = other.shape.cells() == shape.shape.cells() ? other.shape : other.seen();
            shape.why = msg("as many cells as another buffer with rows");
            return;
        }
    const auto is_given = [&](uint64_t number) {
        return std::ranges::find(given.numbers, number) != given.numbers.end();
    };
    for (const BufferShape& other : all) {
        const uint32_t width = other.shape.width;
        if (!other.is_flat() || other.shape.depth != 1 || shape.shape.cells() % width != 0) continue;
        const uint64_t rows = shape.shape.cells() / width;
        if (width < 2 || rows < 2 || !is_given(width) || !is_given(rows)) continue;
        shape.why = msg("the kernel is given {} and {}, and another buffer has rows of {}", width, rows, width);
        shape.shape = {width, static_cast<uint32_t>(rows), 1};
        return;
    }
    if (!given.width || !given.height || *given.width < 2 || *given.height < 2) return;
    const uint64_t cells = *given.width * *given.height;
    for (const uint32_t channels : {1u, 3u, 4u}) {
        const bool split = shape.channels == channels || shape.channels == 1; // 1 channel: each cell holds one channel
        if (!split || shape.shape.cells() * shape.channels != cells * channels) continue;
        shape.channels = channels;
        shape.shape = {static_cast<uint32_t>(*given.width), static_cast<uint32_t>(*given.height), 1};
        shape.why = msg("the kernel is given a width and a height");
        return;
    }
}

void set_padding(BufferShape& shape, const KeptMemory& memory, const GivenExtent& given) {
    const uint64_t cell = shape.cell_bytes(), row = uint64_t{shape.shape.width} * cell;
    const auto pad = [&](uint64_t used, const Message& why) {
        shape.padding = shape.shape.width - static_cast<uint32_t>(used);
        shape.why = shape.why.empty() ? why : joined(std::array{shape.why, why}, "; ");
    };
    if (memory.pitch != 0) {
        const bool has_rows = shape.is_flat() ? row == memory.pitch : memory.bytes > memory.pitch;
        if (!has_rows || memory.pitch % cell != 0 || memory.bytes % memory.pitch != 0) return;
        if (!shape.is_flat()) {
            const Message why = shape.why;
            shape = shape_of_rows(memory.bytes, shape.type, shape.channels, memory.pitch / cell);
            shape.why = why;
        }
        const uint64_t used = (memory.row_bytes + cell - 1) / cell;
        if (used == 0 || used >= shape.shape.width) return;
        return pad(used,
                   msg("cudaMallocPitch() allocated rows of {} bytes, {} bytes apart", memory.row_bytes, memory.pitch));
    }
    if (!shape.is_flat() || !given.width || *given.width < 2) return;
    const uint64_t width = *given.width, used = width * shape.apart;
    if (used >= shape.shape.width) return;
    for (const uint64_t number : given.numbers)
        if (number != width && (number == shape.shape.width || number == row))
            return pad(used, msg("the kernel's arguments include the width {} and the row length {}", width, number));
    for (const uint64_t unit : {4u, 16u, 32u, 64u, 128u, 256u, 512u})
        if ((unit > 4 && (width + unit - 1) / unit * unit == shape.shape.width) ||
            ((unit > 4 || cell < 4) && (used * cell + unit - 1) / unit * unit == row))
            return pad(used,
                       msg("the kernel's arguments include the width {}, and rows are a multiple of {}", width, unit));
}

} // namespace warpscope::capture
