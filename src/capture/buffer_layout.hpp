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

/// The width and the height that a kernel is given.
struct GivenExtent {
    std::optional<uint64_t> width, height;
};
[[nodiscard]] GivenExtent given_extent(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                                       const std::vector<ParameterText>& texts);

/// A vector with as many cells as a picture of the same launch, or as the width and the height that the kernel is given
/// have, is laid out like it.
void lay_out(BufferShape& shape, const std::vector<BufferShape>& all, const GivenExtent& given);

/// Returns how many cells of each row lie behind the width that the kernel is given, where rows are aligned as
/// cudaMallocPitch() aligns them; 0 where there are none.
[[nodiscard]] uint64_t padding(const BufferShape& shape, const GivenExtent& given);

} // namespace warpscope::capture
