#include "catalog/guess/launch_guess.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/launch.hpp"
#include "catalog/guess/parameter_names.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;

constexpr uint32_t wmma_side = 16;

Dim3 block_of_volume(const SourceKernel& kernel) {
    const bool deep = kernel.thread_dimensions == 3;
    Dim3 block{kernel.block_width.value_or(deep ? 8 : 16), kernel.block_height.value_or(deep ? 8 : 16), deep ? 4u : 1u};
    const uint32_t max = kernel.max_threads.value_or(DeviceLimits{}.max_threads_per_block);
    while (block.count() > max && block.z > 1) block.z /= 2;
    while (block.count() > max && block.y > 1) block.y /= 2;
    block.x = std::min(block.x, max);
    return block;
}

Dim3 block_of(const SourceKernel& kernel, bool flat, uint32_t side) {
    Dim3 block =
        flat ? Dim3{std::min(side, 32u), std::min(kernel.block_height.value_or(side), 32u), 1} : Dim3{side, 1, 1};
    const uint32_t max = kernel.max_threads.value_or(DeviceLimits{}.max_threads_per_block);
    if (flat && kernel.block_width && kernel.block_height && *kernel.block_width * *kernel.block_height <= max)
        return {*kernel.block_width, *kernel.block_height, 1};
    while (block.count() > max && block.y > 1) block.y /= 2;
    block.x = std::min(block.x, max);
    return block;
}

bool has_any_check(const SourceKernel& kernel) {
    return std::ranges::any_of(kernel.parameters, &compile::SourceParameter::bounds_index);
}

} // namespace

Expression cells_of(const Reach& side) {
    Expression out = side.x;
    if (side.y != "1") out += " * " + side.y;
    if (side.z != "1") out += " * " + side.z;
    return out;
}

Expression threads_of(const SourceKernel& kernel, const Reach& side) {
    if (kernel.threads_per_element == 1) return cells_of(side);
    return fmt::format("{} * {}", cells_of(side), kernel.threads_per_element);
}

std::string elements_text(const SourceKernel& kernel) {
    return kernel.elements_per_thread > 1 ? fmt::format(" * {}", kernel.elements_per_thread) : std::string();
}

bool counts_by_block(const SourceKernel& kernel) {
    return !kernel.uses_block_index && kernel.uses_shared && !kernel.uses_block_size && kernel.dimensions == 1;
}

GuessedLaunch guess_launch(const SourceKernel& kernel, const Reach& side, bool has_spare_block) {
    GuessedLaunch out;
    const auto explain = [&](Message message) { out.guesses.push_back({Guess::About::grid, {}, std::move(message)}); };
    const bool flat = kernel.dimensions >= 2, deep = kernel.dimensions == 3 && side.z != "1";
    // A two-dimensional grid may have one-dimensional blocks, each in one row.
    const bool flat_block = flat && (kernel.thread_dimensions >= 2 || kernel.block_height) && !kernel.uses_wmma;
    const Expression& lines = side.y == "1" ? side.x : side.y;
    out.block_dimensions = flat_block ? 2 : 1;
    enum class Reason : uint8_t { none, no_threads, tile, constants, launch_bounds } reason = Reason::none;
    if (!kernel.uses_threads) {
        out.block = {1, 1, 1};
        reason = Reason::no_threads;
    } else if (kernel.uses_wmma) {
        out.block = {32, 1, 1};
        reason = Reason::tile;
    } else if (kernel.has_lines_by_block_x && side.y != "1") {
        out.block = {kernel.block_width.value_or(32), kernel.block_height.value_or(8), 1};
    } else if (kernel.linear_tile) {
        out.block = {*kernel.linear_tile * *kernel.linear_tile, 1, 1};
        reason = Reason::constants;
    } else if (deep && flat_block) {
        out.block = block_of_volume(kernel);
        out.block_dimensions = out.block.z > 1 ? 3 : 2;
        if (kernel.block_width || kernel.block_height) reason = Reason::constants;
    } else {
        out.block = block_of(kernel, flat_block, kernel.block_width.value_or(flat_block ? 16 : 256));
        if (kernel.block_width || kernel.block_height) reason = Reason::constants;
        if (kernel.max_threads && out.block.count() == *kernel.max_threads) reason = Reason::launch_bounds;
    }
    const auto blocks = [&](const Expression& extent, const char* axis, uint32_t tile) {
        if (*axis == 'x' && side.x_counts_blocks) return extent;
        if (tile > 0)
            return has_spare_block ? fmt::format("{} / {} + 1", extent, tile)
                                   : fmt::format("ceil_div({}, {})", extent, tile);
        const bool has_threads = *axis == 'x' || flat_block;
        return has_spare_block && has_threads ? fmt::format("{} / block.{} + 1", extent, axis)
                                              : fmt::format("ceil_div({}, block.{})", extent, axis);
    };
    const auto with_reason = [&](Message size) {
        switch (reason) {
        case Reason::none: break;
        case Reason::no_threads: return msg("{}, since the kernel does not distinguish its threads", size);
        case Reason::tile: return msg("{}, one warp per tile of 16 × 16", size);
        case Reason::constants: return msg("{}, as the kernel's constants and arrays suggest", size);
        case Reason::launch_bounds: return msg("{}, according to __launch_bounds__", size);
        }
        return size;
    };
    const auto threads = [&] {
        return with_reason(out.block.z > 1
                               ? msg("blocks of {} × {} × {} threads", out.block.x, out.block.y, out.block.z)
                               : msg("blocks of {} × {} threads", out.block.x, out.block.y));
    };
    const auto explain_spare_block = [&] {
        if (has_spare_block)
            out.guesses.push_back({Guess::About::spare_block,
                                   {},
                                   msg("the grid covers more than the data, which reveals missing bounds checks")});
    };
    const uint32_t tile = kernel.uses_wmma ? wmma_side : kernel.linear_tile.value_or(0);
    if (!kernel.uses_block_index) {
        out.grid = {"1"};
        explain(with_reason(msg("one block of {} × {} threads", out.block.x, out.block.y)));
    } else if (!kernel.block_row.empty() && side.y != "1") {
        out.grid = {side.y};
        explain(msg("{}, one per row", threads()));
    } else if (kernel.has_lines_by_block_x && side.y != "1") {
        out.grid = {fmt::format("ceil_div({}, block.y)", side.y)};
        explain(msg("{}, one row of threads per row", threads()));
    } else if (kernel.index_offset > 0 && !has_any_check(kernel)) {
        out.grid = {fmt::format("max(1, ({} - {}) / block.x)", cells_of(side), 2 * kernel.index_offset)};
        explain(msg("{}, without {} elements at both ends", threads(), kernel.index_offset));
    } else if (!kernel.thread_row.empty() && side.y != "1") {
        out.grid = {blocks(side.y, "x", 0)};
        explain(msg("{}, one thread per row", threads()));
        explain_spare_block();
    } else if (!kernel.thread_column.empty() && side.y != "1") {
        out.grid = {blocks(side.x, "x", 0)};
        explain(msg("{}, one thread per column", threads()));
        explain_spare_block();
    } else if (!flat && kernel.elements_per_thread > 1) {
        out.grid = {fmt::format("ceil_div({}, block.x{})", threads_of(kernel, side), elements_text(kernel))};
        explain(msg("{}, enough to cover the data with {} elements per thread", threads(), kernel.elements_per_thread));
    } else {
        const auto tile_of = [&](uint32_t step, uint32_t threads, const std::optional<uint32_t>& extent) {
            const bool is_step = has_whole_tiles(kernel) && step != threads;
            return std::max({tile, is_step ? step : 0, flat_block ? extent.value_or(0) : 0});
        };
        const uint32_t columns = tile_of(kernel.block_step_x, out.block.x, kernel.block_columns);
        const uint32_t rows = tile_of(kernel.block_step_y, out.block.y, kernel.block_rows);
        if (flat)
            out.grid = {kernel.uses_block_x ? blocks(side.x, "x", columns) : "1",
                        kernel.uses_block_y ? blocks(lines, "y", rows) : "1"};
        else
            out.grid = {blocks(threads_of(kernel, side), "x", kernel.block_columns.value_or(tile * tile))};
        if (deep) out.grid.push_back(blocks(side.z, "z", 0));
        explain(has_spare_block ? threads() : msg("{}, enough to cover the data", threads()));
        explain_spare_block();
    }
    if (!kernel.dynamic_shared.empty()) {
        const auto type = cell_type(kernel.dynamic_shared);
        const uint32_t bytes = type ? size_of(type->type) * type->channels : 8;
        out.shared = fmt::format("block.x * block.y * {}", 2 * bytes);
        explain(msg("two elements of dynamic shared memory per thread"));
    }
    return out;
}

} // namespace warpscope::catalog
