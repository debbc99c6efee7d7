#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"
#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// Extents among the arguments; any integer may be a row's length.
struct GivenExtent {
    std::optional<uint64_t> width, height;
    std::vector<uint64_t> numbers = {};
};
[[nodiscard]] GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                                       const std::vector<ParameterText>& texts);

/// Gives a vector the given extent, or the shape of a picture with as many cells.
void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given);

/// Finds padding from cudaMallocPitch(), or from a given width with row length or alignment.
void set_padding(BufferShape& shape, const KeptMemory& memory, const GivenExtent& given);

} // namespace warpscope::capture
