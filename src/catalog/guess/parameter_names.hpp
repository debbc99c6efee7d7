// What the names and types of a kernel's parameters say about them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.hpp"

namespace warpscope::catalog {

struct CellType {
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    bool is_vector = false; // CUDA's: float4
};

/// "unsigned char", "float4", "size_t"; nullopt for anything that is no number and no vector of them.
[[nodiscard]] std::optional<CellType> cell_type(std::string_view written);

enum class ScalarMeaning : uint8_t { unknown, width, height, depth, channels, count, radius };

/// What a whole number called `name` is for: "imageW" a width, "numElements" a count.
[[nodiscard]] ScalarMeaning meaning_of(std::string_view name);

/// Returns whether a whole number says how far data reach, rather than how a kernel treats them: "numARows",
/// "dstHeight", the "C" of images with channels.
[[nodiscard]] bool names_size(std::string_view name);
/// "size", "dims": of a vector that says how far data reach.
[[nodiscard]] bool names_extent(std::string_view name);
/// "src_pitch": of the distance between rows.
[[nodiscard]] bool names_pitch(std::string_view name);
/// "row_ptr", "rowOffsets": of an array that says where rows begin in others.
[[nodiscard]] bool names_beginnings(std::string_view name);

/// Which end of a range a name is for: "iy_start" is first, "rowEnd" behind the last.
enum class RangePart : uint8_t { none, first, behind };
[[nodiscard]] RangePart range_part(std::string_view name);
/// The name without the word that says so: "iy" of "iy_start" and "iy_end".
[[nodiscard]] std::string range_stem(std::string_view name);

/// A value to begin with, of a number whose meaning is unknown: 0 of an offset, 128 of a threshold.
[[nodiscard]] double first_value(std::string_view name, bool floating);

} // namespace warpscope::catalog
