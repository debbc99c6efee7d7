// How buffers of one launch lie beside each other: what one shows of another, and what the kernel is told of their
// extent. Private to src/capture.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/buffer_shape.hpp"
#include "capture/kept_launch.hpp"
#include "capture/launch_arguments.hpp"

namespace warpscope::capture {

/// The width and the height that a kernel is given, and all whole numbers, of which one may be a row's length in
/// memory.
struct GivenExtent {
    std::optional<uint64_t> width, height;
    std::vector<uint64_t> numbers = {};
};
[[nodiscard]] GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                                       const std::vector<ParameterText>& texts);

/// A vector with as many cells as a picture of the same launch, or as the width and the height that the kernel is given
/// have, is laid out like it.
void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given);

/// Takes the end of each row for padding where cudaMallocPitch() was asked for shorter rows, or where the kernel is
/// given a width that is less than they are, and their length, or one that alignment makes of the width. Says why.
void set_padding(BufferShape& shape, const KeptMemory& memory, const GivenExtent& given);

} // namespace warpscope::capture
