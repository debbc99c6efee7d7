#include "render/layout/cell_plane.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::render {

namespace {

int64_t gap_between(int64_t width, int64_t height) { return std::max<int64_t>(1, (std::max(width, height) + 8) / 16); }

double readable_width(uint64_t items) { return std::max(std::sqrt(1.6 * static_cast<double>(items)), 32.0); }

int64_t wrap_by_block(double target, uint64_t block) {
    if (static_cast<double>(block) <= target)
        return static_cast<int64_t>(block) * std::lround(target / static_cast<double>(block));
    int64_t best = 0;
    const auto better = [&](uint64_t width) {
        const auto off = [&](double w) { return std::abs(std::log(w / target)); };
        return off(static_cast<double>(width)) < std::log(2.5) &&
               (best == 0 || off(static_cast<double>(width)) < off(static_cast<double>(best)));
    };
    for (const uint64_t step : {uint64_t{warp_size}, uint64_t{1}}) {
        for (uint64_t width = step; width <= block; width += step)
            if (block % width == 0 && better(width)) best = static_cast<int64_t>(width);
        if (best != 0) return best;
    }
    return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(target)));
}

int64_t wrap_of_data(uint32_t items, uint64_t period, size_t strips) {
    if (items <= 64) return 0;
    const double target = readable_width(items * strips);
    if (period > 1) return wrap_by_block(target, period);
    return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(target)));
}

int64_t wrap_of_launch(uint64_t threads, uint32_t block) {
    return threads <= 64 ? 0 : wrap_by_block(readable_width(threads), block);
}

} // namespace

Plane Plane::arrange(Dim3 extent, int64_t wrap, uint32_t padding) {
    Plane plane;
    plane.extent_ = extent;
    plane.wrap_ = wrap;
    plane.padding_ = padding;
    const int64_t width = extent.x - padding, height = extent.y, depth = extent.z;
    if (wrap > 0) {
        plane.width_ = std::min(wrap, width);
        plane.height_ = (width + wrap - 1) / wrap;
        return plane;
    }
    const double ideal = std::sqrt(1.6 * static_cast<double>(depth) * static_cast<double>(height) /
                                   static_cast<double>(std::max<int64_t>(width, 1)));
    plane.columns_ = std::clamp<int64_t>(std::lround(ideal), 1, depth);
    const int64_t rows = (depth + plane.columns_ - 1) / plane.columns_;
    plane.gap_ = gap_between(width, height);
    plane.width_ = plane.columns_ * (width + plane.gap_) - plane.gap_;
    plane.height_ = rows * (height + plane.gap_) - plane.gap_;
    return plane;
}

Plane Plane::of_data(const Shape& shape, Lay lay, uint32_t slice, uint64_t period, size_t strips, uint32_t padding) {
    const bool line = shape.height == 1 && shape.depth == 1;
    const Dim3 extent{shape.width, shape.height, shape.depth};
    if (lay == Lay::column && line) return arrange(extent, 1);
    if (lay == Lay::transposed && shape.depth == 1) {
        Plane plane = arrange(extent, 0, padding);
        std::swap(plane.width_, plane.height_);
        plane.transposed_ = true;
        return plane;
    }
    if (lay == Lay::slice && shape.depth > 1) {
        Plane plane = arrange({extent.x, extent.y, 1}, 0, padding);
        plane.extent_ = extent;
        plane.slice_ = std::min(slice, shape.depth - 1);
        return plane;
    }
    return arrange(extent, line ? wrap_of_data(shape.width - padding, period, strips) : 0, padding);
}

Plane Plane::of_launch(const LaunchConfig& config) {
    const Dim3 extent{config.grid.x * config.block.x, config.grid.y * config.block.y, config.grid.z * config.block.z};
    const bool line = extent.y == 1 && extent.z == 1;
    return arrange(extent, line ? wrap_of_launch(extent.x, config.block.x) : 0);
}

std::optional<uint64_t> Plane::index_at(CellIndex place) const {
    if (place.x < 0 || place.y < 0 || place.x >= width_ || place.y >= height_) return std::nullopt;
    if (transposed_) return static_cast<uint64_t>(place.x) * extent_.x + static_cast<uint64_t>(place.y);
    if (slice_)
        return (uint64_t{*slice_} * extent_.y + static_cast<uint64_t>(place.y)) * extent_.x +
               static_cast<uint64_t>(place.x);
    if (wrap_ > 0) {
        const auto index = static_cast<uint64_t>(place.y * wrap_ + place.x);
        return index < items() - padding_ ? std::optional(index) : std::nullopt;
    }
    const int64_t column = place.x / (row_width() + gap_), row = place.y / (extent_.y + gap_);
    const int64_t x = place.x % (row_width() + gap_), y = place.y % (extent_.y + gap_), z = row * columns_ + column;
    if (x >= row_width() || y >= extent_.y || z >= extent_.z) return std::nullopt;
    return (static_cast<uint64_t>(z) * extent_.y + static_cast<uint64_t>(y)) * extent_.x + static_cast<uint64_t>(x);
}

CellIndex Plane::place_of(uint64_t index) const {
    if (wrap_ > 0) {
        const auto wrap = static_cast<uint64_t>(wrap_);
        if (index < items() && is_padding(index)) return {-1, -1};
        return {static_cast<int64_t>(index % wrap), static_cast<int64_t>(index / wrap)};
    }
    const Dim3 item = index_of(index, extent_);
    if (item.x >= extent_.x - padding_) return {-1, -1};
    if (transposed_) return {item.y, item.x};
    if (slice_) return item.z == *slice_ ? CellIndex{item.x, item.y} : CellIndex{-1, -1};
    return {item.x + item.z % columns_ * (row_width() + gap_), item.y + item.z / columns_ * (extent_.y + gap_)};
}

uint32_t Plane::slices() const { return wrap_ > 0 || slice_ || transposed_ ? 1 : extent_.z; }

CellRect Plane::slice(uint32_t z) const {
    if (slices() == 1) return rect();
    return {z % columns_ * (row_width() + gap_), z / columns_ * (extent_.y + gap_), row_width(), extent_.y};
}

LaunchPlaces::LaunchPlaces(const LaunchConfig& config, const Plane& plane)
    : config_(config)
    , plane_(plane)
    , extent_{config.grid.x * config.block.x, config.grid.y * config.block.y, config.grid.z * config.block.z}
    , per_block_(static_cast<uint32_t>(config.threads_per_block())) {}

CellIndex LaunchPlaces::of(metrics::ThreadId thread) {
    if (plane_.wrapped()) return plane_.place_of(thread - 1);
    if (!plane_.flat()) return plane_.place_of(linear_index(global_index(config_, thread), extent_));
    if (thread < first_ || thread >= end_) {
        const uint32_t block = (thread - 1) / per_block_;
        first_ = block * per_block_ + 1;
        end_ = first_ + per_block_;
        corner_ = {int64_t{block % config_.grid.x} * config_.block.x,
                   int64_t{block / config_.grid.x} * config_.block.y};
    }
    const uint32_t local = thread - first_;
    return {corner_.x + local % config_.block.x, corner_.y + local / config_.block.x};
}

void LaunchPlaces::row(int64_t y, std::span<metrics::ThreadId> threads) const {
    if (!plane_.flat()) {
        for (size_t i = 0; i < threads.size(); ++i) {
            const auto index = plane_.index_at({static_cast<int64_t>(i), y});
            threads[i] = index ? thread_at(config_, index_of(*index, extent_)) : 0;
        }
        return;
    }
    const auto line = static_cast<uint32_t>(y);
    for (uint32_t x = 0; x < threads.size(); x += config_.block.x) {
        const metrics::ThreadId first = thread_at(config_, {x, line, 0});
        for (uint32_t i = 0; i < config_.block.x && x + i < threads.size(); ++i) threads[x + i] = first + i;
    }
}

bool has_places(const metrics::LaunchMeasurement& launch, const Plane& plane) {
    const metrics::Placement& p = launch.ownership.placement;
    if (!p.exact || launch.config.grid.z * launch.config.block.z != 1) return false;
    if (plane.wrapped()) return p.y_per_x == 0 && p.y_per_y == 0 && p.x_per_y == 0 && p.origin_y == 0;
    return plane.flat();
}

metrics::ThreadId placed_thread(const metrics::LaunchMeasurement& launch, const Plane& plane, CellIndex place) {
    if (!has_places(launch, plane)) return 0;
    const metrics::Placement& p = launch.ownership.placement;
    const int64_t threads_x = int64_t{launch.config.grid.x} * launch.config.block.x;
    const int64_t threads_y = int64_t{launch.config.grid.y} * launch.config.block.y;
    if (plane.wrapped()) {
        if (place.x < 0 || place.x >= plane.width()) return 0;
        place = {place.y * plane.width() + place.x, 0};
    }
    const int64_t dx = place.x - p.origin_x, dy = place.y - p.origin_y;
    int64_t x = 0, y = 0;
    const int64_t determinant = p.x_per_x * p.y_per_y - p.x_per_y * p.y_per_x;
    if (determinant != 0) {
        const int64_t nx = dx * p.y_per_y - dy * p.x_per_y, ny = dy * p.x_per_x - dx * p.y_per_x;
        if (nx % determinant != 0 || ny % determinant != 0) return 0;
        x = nx / determinant;
        y = ny / determinant;
    } else if (threads_y == 1 && (p.x_per_x != 0 || p.y_per_x != 0)) {
        x = p.x_per_x != 0 ? dx / p.x_per_x : dy / p.y_per_x;
    } else if (threads_x == 1 && (p.x_per_y != 0 || p.y_per_y != 0)) {
        y = p.x_per_y != 0 ? dx / p.x_per_y : dy / p.y_per_y;
    }
    if (x * p.x_per_x + y * p.x_per_y != dx || x * p.y_per_x + y * p.y_per_y != dy) return 0;
    if (x < 0 || y < 0 || x >= threads_x || y >= threads_y) return 0;
    return thread_at(launch.config, {static_cast<uint32_t>(x), static_cast<uint32_t>(y), 0});
}

std::optional<CellIndex> placed_at(const metrics::LaunchMeasurement& launch, const Plane& plane,
                                   metrics::ThreadId thread) {
    if (thread == 0 || !has_places(launch, plane)) return std::nullopt;
    const metrics::Placement& p = launch.ownership.placement;
    const Dim3 index = global_index(launch.config, thread);
    const CellIndex place{p.origin_x + index.x * p.x_per_x + index.y * p.x_per_y,
                          p.origin_y + index.x * p.y_per_x + index.y * p.y_per_y};
    if (!plane.wrapped()) return place;
    if (place.x < 0) return std::nullopt;
    return plane.place_of(static_cast<uint64_t>(place.x));
}

CellRect extent_with_idle_threads(const metrics::LaunchMeasurement& launch, const Plane& plane) {
    constexpr int64_t max = 4096;
    CellRect rect{0, 0, plane.width(), plane.height()};
    if (!has_places(launch, plane)) return rect;
    int64_t left = 0, top = 0, right = rect.width, bottom = rect.height;
    const LaunchConfig& config = launch.config;
    const uint32_t last_x = config.grid.x * config.block.x - 1, last_y = config.grid.y * config.block.y - 1;
    for (const Dim3& corner : {Dim3{0, 0, 0}, Dim3{last_x, 0, 0}, Dim3{0, last_y, 0}, Dim3{last_x, last_y, 0}}) {
        const std::optional<CellIndex> place = placed_at(launch, plane, thread_at(config, corner));
        if (!place) continue;
        left = std::min(left, place->x);
        top = std::min(top, place->y);
        right = std::max(right, place->x + 1);
        bottom = std::max(bottom, place->y + 1);
    }
    left = std::max(left, -max);
    top = std::max(top, -max);
    right = std::min(right, rect.width + max);
    bottom = std::min(bottom, rect.height + max);
    return {left, top, right - left, bottom - top};
}

} // namespace warpscope::render
