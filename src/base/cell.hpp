// Cells as people name them on the command line: by their coordinates in the buffer's own shape, wherever it is drawn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope {

/// Of an element of a 1D array its number is `x`. What is left out is 0.
struct CellCoordinates {
    uint64_t x = 0, y = 0, z = 0;

    friend bool operator==(const CellCoordinates&, const CellCoordinates&) = default;
};

/// "X", "X,Y" or "X,Y,Z".
[[nodiscard]] Result<CellCoordinates> parse_cell(std::string_view text);

/// Linear index of the output's cell; an error that gives the ranges where there is no such cell.
[[nodiscard]] Result<uint64_t> cell_of_output(const Shape& output, const CellCoordinates& cell);

/// What parse_cell reads as the cell with that linear index: "700", "41,25" or "3,2,5".
[[nodiscard]] std::string coordinates_text(const Shape& shape, uint64_t index);

} // namespace warpscope
