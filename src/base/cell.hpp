#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope {

/// Coordinates from the command line; missing ones are 0.
struct CellCoordinates {
    uint64_t x = 0, y = 0, z = 0;

    friend bool operator==(const CellCoordinates&, const CellCoordinates&) = default;
};

[[nodiscard]] Result<CellCoordinates> parse_cell(std::string_view text);

/// Returns the linear index, or an error that names the valid coordinates.
[[nodiscard]] Result<uint64_t> cell_of_output(const Shape& output, const CellCoordinates& cell);

/// Formats an index for parse_cell(): "700", "41,25" or "3,2,5".
[[nodiscard]] std::string coordinates_text(const Shape& shape, uint64_t index);
[[nodiscard]] std::string cell_name(const BufferLayout& layout, uint64_t cell);

} // namespace warpscope
