// Cell coordinates as typed on the command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope {

/// Coordinates in the buffer's own shape; missing ones are 0. In a 1D array, `x` is the element.
struct CellCoordinates {
    uint64_t x = 0, y = 0, z = 0;

    friend bool operator==(const CellCoordinates&, const CellCoordinates&) = default;
};

/// Parses "X", "X,Y" or "X,Y,Z".
[[nodiscard]] Result<CellCoordinates> parse_cell(std::string_view text);

/// Returns the cell's linear index. The error for a missing cell states the valid ranges.
[[nodiscard]] Result<uint64_t> cell_of_output(const Shape& output, const CellCoordinates& cell);

/// Formats a linear index as parse_cell() reads it: "700", "41,25" or "3,2,5".
[[nodiscard]] std::string coordinates_text(const Shape& shape, uint64_t index);

} // namespace warpscope
