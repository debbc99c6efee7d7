#include "capture/launch_grid.hpp"

#include <fmt/format.h>

namespace warpscope::capture {
namespace {

int64_t covered_size(uint32_t blocks, uint32_t threads, const std::vector<int64_t>& sizes) {
    for (const int64_t size : sizes)
        if (size > int64_t{threads} * (blocks - 1) && size <= int64_t{threads} * blocks) return size;
    return 0;
}

} // namespace

void set_grid(catalog::Variant& variant, catalog::LaunchSpec& spec, const LaunchConfig& config,
              const std::vector<LaunchBuffer>& buffers, const std::vector<int64_t>& numbers,
              std::vector<Message>& guesses) {
    const Dim3 &grid = config.grid, &block = config.block;
    std::vector<int64_t> sizes_x = numbers, sizes_y = numbers;
    for (const LaunchBuffer& buffer : buffers) {
        const Shape shape = buffer.shape.seen();
        sizes_x.insert(sizes_x.end(), {shape.width, static_cast<int64_t>(shape.cells())});
        sizes_y.push_back(shape.height);
    }
    const int64_t x = grid.x > 1 ? covered_size(grid.x, block.x, sizes_x) : 0,
                  y = grid.y > 1 ? covered_size(grid.y, block.y, sizes_y) : 0;
    const bool follows = grid.z == 1 && block.z == 1 && (x != 0 || y != 0) && (x != 0 || grid.x == 1) &&
                         (y != 0 || (grid.y == 1 && block.y == 1));
    variant.block = block;
    const uint64_t shared = config.dynamic_shared_bytes;
    spec.shared = fmt::format("{}", shared);
    if (!follows) {
        spec.grid = {fmt::format("{}", grid.x), fmt::format("{}", grid.y), fmt::format("{}", grid.z)};
        spec.block = {fmt::format("{}", block.x), fmt::format("{}", block.y), fmt::format("{}", block.z)};
        variant.block_dimensions = 0;
        return;
    }
    spec.grid = {x != 0 ? fmt::format("ceil_div({}, block.x)", x) : "1"};
    if (y != 0) spec.grid.push_back(fmt::format("ceil_div({}, block.y)", y));
    variant.block_dimensions = y != 0 ? 2 : 1;
    const int64_t width = x != 0 ? x : 1;
    guesses.push_back(msg("if you change the block size, the grid adapts: enough blocks for {} threads",
                          y != 0 ? fmt::format("{} × {}", width, y) : fmt::format("{}", width)));
    if (shared != 0 && shared % block.count() == 0) {
        spec.shared = fmt::format("block.x * block.y * {}", shared / block.count());
        guesses.push_back(
            msg("with another block size, {} bytes of dynamic shared memory for each thread", shared / block.count()));
    }
}

} // namespace warpscope::capture
