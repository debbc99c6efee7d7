#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"

namespace warpscope::catalog {

struct CellType {
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    bool is_vector = false;
};

[[nodiscard]] std::optional<CellType> cell_type(std::string_view written);

enum class ScalarMeaning : uint8_t { unknown, width, height, depth, channels, count, radius };

/// Returns an integer's meaning: "imageW" is a width, "numElements" a count.
[[nodiscard]] ScalarMeaning meaning_of(std::string_view name);

struct NamedExtent {
    std::string stem;
    ScalarMeaning meaning = ScalarMeaning::unknown;
};
/// Returns "world" and ScalarMeaning::width for "worldWidth". Ignores "maskWidth".
[[nodiscard]] NamedExtent split_extent(std::string_view name);
/// Recognizes "textLength" and "num_text" for the array "d_text".
[[nodiscard]] bool names_length_of(std::string_view name, std::string_view array);
/// Recognizes data sizes: "numARows", "dstHeight", "C" for an image's channels.
[[nodiscard]] bool names_size(std::string_view name);
[[nodiscard]] bool names_extent(std::string_view name);
/// Recognizes steps of convolutions, which are not sizes: "pad_h", "stride_w", "dilation".
[[nodiscard]] bool names_step(std::string_view name);
[[nodiscard]] bool names_pitch(std::string_view name);
[[nodiscard]] bool names_beginnings(std::string_view name);

/// "iy_start" is the first element, "rowEnd" one after the last.
enum class RangePart : uint8_t { none, first, end };
[[nodiscard]] RangePart range_part(std::string_view name);
/// Returns "iy" for "iy_start" and "iy_end".
[[nodiscard]] std::string range_stem(std::string_view name);

/// Returns a slider's initial value: 0 for an offset, 128 for a threshold.
[[nodiscard]] double first_value(std::string_view name, bool floating);

} // namespace warpscope::catalog
