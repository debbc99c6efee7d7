#include "base/cell.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/dim3.hpp"

namespace warpscope {

Result<CellCoordinates> parse_cell(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    std::array<uint64_t, 3> numbers{};
    for (uint64_t& number : numbers) {
        const auto [stop, error] = std::from_chars(at, end, number);
        if (error != std::errc{}) break;
        if (stop == end) return CellCoordinates{numbers[0], numbers[1], numbers[2]};
        if (*stop != ',') break;
        at = stop + 1;
    }
    return fail(ErrorKind::usage, msg("'{}' is not a cell.", text),
                msg("write X,Y, as in 41,25; of a 1D array X, of a volume X,Y,Z, all counted from 0"));
}

Result<uint64_t> cell_of_output(const Shape& output, const CellCoordinates& cell) {
    if (cell.x < output.width && cell.y < output.height && cell.z < output.depth)
        return (cell.z * output.height + cell.y) * output.width + cell.x;
    const Message range = output.depth > 1 ? msg("X is from 0 to {}, Y from 0 to {}, Z from 0 to {}", output.width - 1,
                                                 output.height - 1, output.depth - 1)
                          : output.height > 1
                              ? msg("X is from 0 to {}, Y from 0 to {}", output.width - 1, output.height - 1)
                              : msg("X is from 0 to {}", output.width - 1);
    std::string name = fmt::format("{},{}", cell.x, cell.y);
    if (cell.z > 0 || output.depth > 1) name += fmt::format(",{}", cell.z);
    return fail(ErrorKind::usage, msg("The output has no cell {}.", name), range);
}

std::string coordinates_text(const Shape& shape, uint64_t index) {
    const uint64_t x = index % shape.width, row = index / shape.width;
    if (shape.height == 1 && shape.depth == 1) return fmt::format("{}", x);
    if (shape.depth == 1) return fmt::format("{},{}", x, row);
    return fmt::format("{},{},{}", x, row % shape.height, row / shape.height);
}

std::string cell_name(const BufferLayout& layout, uint64_t cell) {
    const Dim3 at = index_of(cell, {layout.shape.width, layout.shape.height, layout.shape.depth});
    if (layout.shape.depth > 1) return fmt::format("{}[{}][{}][{}]", layout.name, at.z, at.y, at.x);
    if (layout.shape.height > 1) return fmt::format("{}[{}][{}]", layout.name, at.y, at.x);
    return fmt::format("{}[{}]", layout.name, cell);
}

} // namespace warpscope
