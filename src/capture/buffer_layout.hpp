#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"
#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// Width and height among the kernel's arguments. `numbers`: all integer arguments, because each may be a row length.
struct GivenExtent {
    std::optional<uint64_t> width, height;
    std::vector<uint64_t> numbers = {};
};
[[nodiscard]] GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                                       const std::vector<ParameterText>& texts);

/// Divides a one-dimensional buffer into rows. Uses the shape of a buffer with as many cells, or sizes among the
/// arguments.
void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given);

/// Marks the cells after a row's used width as padding. The used width is that of cudaMallocPitch(), or the width
/// argument if another argument or alignment explains the row length.
void set_padding(BufferShape& shape, const KeptMemory& memory, const GivenExtent& given);

} // namespace warpscope::capture
