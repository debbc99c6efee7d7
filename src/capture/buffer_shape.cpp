#include "capture/buffer_shape.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace warpscope::capture {
namespace {

constexpr int64_t max_channels = 4;
constexpr uint64_t largest_side = std::numeric_limits<uint32_t>::max();

ElementType type_from(const AccessPattern& pattern) {
    if (const auto known = element_type(pattern.element)) return *known;
    if (pattern.element == "tf32") return ElementType::f32; // tf32 is f32 in memory
    switch (pattern.element_bytes) {                        // untyped accesses such as "b32"
    case 2: return ElementType::u16;
    case 4: return ElementType::s32;
    case 8: return ElementType::s64;
    default: return ElementType::u8;
    }
}

struct Rows {
    int64_t pitch = 0;
    Message why;
};

/// Finds the row length in loops such as b[k * n + column]. Grid-stride loops look similar, but have no rows.
std::optional<int64_t> rows_of_loop(const AccessPattern& pattern, const LaunchConfig& launch, int64_t cell) {
    const auto& [tx, ty, tz] = pattern.by_thread;
    const auto step = pattern.by_step;
    if (!step || *step <= max_channels * cell) return std::nullopt;
    const bool in_x = tx == cell, in_y = ty == cell;
    if (!in_x && !in_y) return std::nullopt;
    const size_t other = in_x ? 1 : 0;
    const Dim3 &block = launch.block, &grid = launch.grid;
    const auto threads = [](const Dim3& size, bool x) { return x ? size.x : size.y; };
    const bool has_other = uint64_t{threads(block, !in_x)} * threads(grid, !in_x) > 1;
    const auto stays = [&](const auto& strides) { return strides[other] == 0; };
    if (has_other) return stays(pattern.by_thread) || stays(pattern.by_block) ? step : std::nullopt;
    const int64_t by_block = cell * threads(block, in_x), by_grid = by_block * threads(grid, in_x);
    return *step == by_block || *step == by_grid ? std::nullopt : step;
}

Rows find_rows(const AccessPattern& pattern, const LaunchConfig& launch, int64_t cell) {
    if (const auto line = pattern.by_matrix_line) return {*line, msg("wmma's matrices are {} bytes apart", *line)};
    const Dim3& block = launch.block;
    const auto& [tx, ty, tz] = pattern.by_thread;
    const auto& [bx, by, bz] = pattern.by_block;
    const auto is_row = [&](const std::optional<int64_t>& stride) { return stride && *stride > max_channels * cell; };
    if (is_row(ty)) return {*ty, msg("threadIdx.y moves by {} bytes", *ty)};
    if (is_row(tx) && ty && *ty > 0) return {*tx, msg("threadIdx.x moves by {} bytes", *tx)};
    if (is_row(by) && *by % block.y == 0 && is_row(*by / block.y) && *by / block.y != tx.value_or(0) * block.x)
        return {*by / block.y, msg("blockIdx.y moves by {} bytes", *by)};
    // Each block begins a row, but may cover only a part of the row.
    if (is_row(bx) && block.y == 1 && tx && *tx > 0 && *bx > *tx * block.x)
        return {*bx, msg("blockIdx.x moves by {} bytes", *bx)};
    if (const auto step = rows_of_loop(pattern, launch, cell))
        return {*step, msg("each round of a loop moves by {} bytes", *step)};
    return {};
}

} // namespace

BufferShape shape_of_rows(uint64_t bytes, ElementType type, uint32_t channels, uint64_t width) {
    BufferShape out;
    out.type = type;
    out.channels = channels;
    if (bytes % out.cell_bytes() != 0) out.channels = 1;
    if (bytes % out.cell_bytes() != 0) out.type = ElementType::u8;
    const uint64_t cells = bytes / out.cell_bytes();
    if (width < 1 || cells % width != 0 || width > largest_side || cells / width > largest_side) width = cells;
    out.shape = {static_cast<uint32_t>(std::min(width, largest_side)), static_cast<uint32_t>(cells / width), 1};
    return out;
}

BufferShape guess_shape(uint64_t bytes, const AccessPattern& pattern, const LaunchConfig& launch,
                        const std::optional<WrittenType>& written) {
    ElementType type = type_from(pattern);
    uint32_t channels = 1;
    // Prefers the type in the kernel's text, unless the accesses are narrower.
    if (written && (pattern.element_bytes == 0 || pattern.element_bytes % size_of(written->type) == 0)) {
        type = written->type;
        channels = written->channels;
    }
    const auto element = static_cast<int64_t>(size_of(type));
    Message why;
    for (const size_t axis : {size_t{0}, size_t{1}}) {
        const auto& stride = pattern.by_thread[axis];
        if (channels != 1 || !stride || *stride <= element || *stride > max_channels * element ||
            *stride % element != 0)
            continue;
        channels = static_cast<uint32_t>(*stride / element);
        why = msg("{} channels, as threadIdx.{} moves {} elements on", channels, axis == 0 ? "x" : "y", channels);
    }
    auto cell = element * static_cast<int64_t>(channels);
    const Rows rows = find_rows(pattern, launch, cell);
    const auto pitch = static_cast<uint64_t>(rows.pitch);
    BufferShape out;
    const uint32_t pixel = channels;
    if (channels > 1 && rows.pitch > 0 && rows.pitch % cell != 0 && rows.pitch % element == 0) {
        channels = 1; // rows end within a pixel: 304 bytes are 101 pixels of 3 bytes, and 1 byte
        cell = element;
        why = msg("the {} channels of a pixel are stored side by side, since rows are not a whole number of pixels",
                  pixel);
    }
    if (rows.pitch > 0 && rows.pitch % cell == 0 && bytes % pitch == 0 && bytes > pitch) {
        out = shape_of_rows(bytes, type, channels, pitch / static_cast<uint64_t>(cell));
        out.apart = pixel / channels;
        const auto& layer = pattern.by_thread[2];
        if (layer && *layer > rows.pitch && static_cast<uint64_t>(*layer) % pitch == 0 &&
            bytes % static_cast<uint64_t>(*layer) == 0) {
            out.shape.height = static_cast<uint32_t>(static_cast<uint64_t>(*layer) / pitch);
            out.shape.depth = static_cast<uint32_t>(bytes / static_cast<uint64_t>(*layer));
        }
        out.why = why.empty() ? msg("rows of {} bytes, as {}", rows.pitch, rows.why)
                              : msg("rows of {} bytes, as {}; {}", rows.pitch, rows.why, why);
        return out;
    }
    out = shape_of_rows(bytes, type, channels, 0);
    out.why = why;
    return out;
}

uint32_t fitting_width(uint64_t cells, uint64_t requested, uint64_t now) {
    const bool wider = now != 0 && requested == now + 1, narrower = now != 0 && requested + 1 == now;
    const auto off = [&](uint64_t width) { return width > requested ? width - requested : requested - width; };
    std::optional<uint64_t> best;
    const auto offer = [&](uint64_t width) {
        if ((wider && width <= now) || (narrower && width >= now)) return;
        if (!best || off(width) < off(*best) || (off(width) == off(*best) && width > *best)) best = width;
    };
    for (uint64_t divisor = 1; divisor * divisor <= cells; ++divisor) {
        if (cells % divisor != 0) continue;
        offer(cells / divisor);
        offer(divisor);
    }
    return static_cast<uint32_t>(best.value_or(now));
}

} // namespace warpscope::capture
