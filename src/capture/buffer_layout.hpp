#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"
#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// Width and height among the kernel's arguments. `numbers` are all integers, which may be row lengths.
struct GivenExtent {
    std::optional<uint64_t> width, height;
    std::vector<uint64_t> numbers = {};
};
[[nodiscard]] GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                                       const std::vector<ParameterText>& texts);

/// Gives a vector the shape of a picture with as many cells, or the given extent.
void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given);

/// Sets the padding of cudaMallocPitch(). Otherwise pads a given width to a row length that is given or aligned.
void set_padding(BufferShape& shape, const KeptMemory& memory, const GivenExtent& given);

} // namespace warpscope::capture
