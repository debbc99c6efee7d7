#include <algorithm>
#include <optional>

#include "metrics/ownership/owner_statistics.hpp"

namespace warpscope::metrics {
namespace {

struct Point {
    int64_t x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

/// Maps threads to grid coordinates. Caches the block, because a division per cell is slow.
class ThreadPlaces {
public:
    explicit ThreadPlaces(const LaunchConfig& config)
        : config_(config)
        , per_block_(static_cast<uint32_t>(config.threads_per_block())) {
        enter_block(1);
    }

    Point operator()(ThreadId thread) {
        if (thread - first_of_block_ >= per_block_) enter_block(thread); // unsigned, so also true for earlier blocks
        const uint32_t in_block = thread - first_of_block_;
        const uint32_t row = in_block / config_.block.x;
        return {left_ + (in_block - row * config_.block.x), top_ + row};
    }
    [[nodiscard]] uint32_t rest_of_row(ThreadId thread) const {
        return config_.block.x - (thread - 1) % per_block_ % config_.block.x;
    }

private:
    void enter_block(ThreadId thread) {
        const uint32_t number = (thread - 1) / per_block_;
        first_of_block_ = number * per_block_ + 1;
        const Dim3 block = index_of(number, config_.grid);
        left_ = int64_t{block.x} * config_.block.x;
        top_ = int64_t{block.y} * config_.block.y;
    }

    const LaunchConfig& config_;
    uint32_t per_block_;
    ThreadId first_of_block_ = 0;
    int64_t left_ = 0, top_ = 0;
};

/// Returns the cells per thread, or nullopt if not a whole number.
std::optional<Point> step(Point a, Point b, int64_t threads) {
    const Point change{b.x - a.x, b.y - a.y};
    if (change.x % threads != 0 || change.y % threads != 0) return std::nullopt;
    return Point{change.x / threads, change.y / threads};
}

template<class Visit>
bool for_each_owned(const LaunchConfig& config, const OwnerMap& map, Visit&& visit) {
    ThreadPlaces place(config);
    size_t index = 0;
    for (int64_t y = 0; y < map.shape.height; ++y)
        for (int64_t x = 0; x < map.shape.width; ++x, ++index)
            if (map.owner[index] != 0 && !visit(Point{x, y}, place(map.owner[index]))) return false;
    return true;
}

size_t in_a_row(std::span<const ThreadId> owners) {
    uint32_t others = 0; // no early exit, to vectorize
    for (size_t i = 0; i < owners.size(); ++i) others |= owners[i] ^ (owners[0] + static_cast<ThreadId>(i));
    if (others == 0) return owners.size();
    size_t count = 1;
    while (owners[count] == owners[0] + count) ++count;
    return count;
}

bool is_exact(const LaunchConfig& config, const OwnerMap& map, Point origin, Point per_x, Point per_y) {
    const auto cell_of = [&](Point thread) {
        return Point{origin.x + thread.x * per_x.x + thread.y * per_y.x,
                     origin.y + thread.x * per_x.y + thread.y * per_y.y};
    };
    if (per_x != Point{1, 0})
        return for_each_owned(config, map, [&](Point cell, Point thread) { return cell == cell_of(thread); });
    // Compares whole rows of threads, because neighboring threads mostly own neighboring cells.
    ThreadPlaces place(config);
    const size_t width = map.shape.width;
    for (size_t y = 0; y < map.shape.height; ++y) {
        const std::span<const ThreadId> row = map.owner.subspan(y * width, width);
        for (size_t x = 0, side_by_side = 1; x < width; x += side_by_side, side_by_side = 1) {
            const ThreadId first = row[x];
            if (first == 0) continue;
            if (Point{static_cast<int64_t>(x), static_cast<int64_t>(y)} != cell_of(place(first))) return false;
            const size_t max = std::min<size_t>(place.rest_of_row(first), width - x);
            side_by_side = in_a_row(row.subspan(x, max));
        }
    }
    return true;
}

struct Fit {
    std::optional<Point> first_cell, first_thread;
    std::optional<Point> per_x, per_y;
    bool whole = true;

    bool learn(Point cell, Point thread) {
        if (!first_cell) {
            first_cell = cell;
            first_thread = thread;
            return true;
        }
        const Point away{thread.x - first_thread->x, thread.y - first_thread->y};
        if (!per_x && away.y == 0 && away.x != 0) whole = (per_x = step(*first_cell, cell, away.x)).has_value();
        if (!per_y && away.x == 0 && away.y != 0) whole = (per_y = step(*first_cell, cell, away.y)).has_value();
        return whole && !(per_x && per_y);
    }
};

bool stored_one_by_one(const OwnerMap& map) {
    if (map.writes == nullptr) return true;
    return map.writes->visit([&](auto writes) {
        const size_t cells = std::min<size_t>(writes.size(), map.owner.size());
        const auto* const owner = map.owner.data();
        size_t first = 0;
        while (first < cells && owner[first] == 0) ++first;
        if (first == cells) return true;
        const auto each = writes[first];
        size_t owned = 0;
        constexpr size_t stretch = 4096; // exits only after a stretch, so that its loop vectorizes
        for (size_t begin = first; begin < cells; begin += stretch) {
            const size_t end = std::min(begin + stretch, cells);
            uint32_t here = 0, others = 0;
            for (size_t cell = begin; cell < end; ++cell) {
                const uint32_t is_owned = owner[cell] != 0 ? 1 : 0;
                here += is_owned;
                others |= writes[cell] != each ? is_owned : 0;
            }
            if (others != 0) return false;
            owned += here;
        }
        return owned != 1 || each <= map.channels;
    });
}

/// Returns a step of one cell, perpendicular to `known`, or `usual` if `known` is unset.
Point across(const std::optional<Point>& known, Point usual) {
    if (!known) return usual;
    return known->x != 0 ? Point{0, 1} : Point{1, 0};
}

} // namespace

Placement placement_of(const LaunchConfig& config, const OwnerMap& map) {
    Placement out;
    if (map.shape.depth != 1 || config.grid.z * uint64_t{config.block.z} != 1) return out;
    if (!stored_one_by_one(map)) return out;
    Fit fit;
    for_each_owned(config, map, [&](Point cell, Point thread) { return fit.learn(cell, thread); });
    if (!fit.first_cell || !fit.whole) return out;
    const bool flat = map.shape.width == 1 || map.shape.height == 1;
    if (!fit.per_x && !flat && uint64_t{config.grid.x} * config.block.x != 1) return out;
    if (!fit.per_y && !flat && uint64_t{config.grid.y} * config.block.y != 1) return out;
    const Point per_x = fit.per_x.value_or(across(fit.per_y, {1, 0}));
    const Point per_y = fit.per_y.value_or(across(fit.per_x, {0, 1}));
    const Point origin{fit.first_cell->x - fit.first_thread->x * per_x.x - fit.first_thread->y * per_y.x,
                       fit.first_cell->y - fit.first_thread->x * per_x.y - fit.first_thread->y * per_y.y};
    out = {false, origin.x, origin.y, per_x.x, per_x.y, per_y.x, per_y.y};
    out.exact = is_exact(config, map, origin, per_x, per_y);
    return out;
}

} // namespace warpscope::metrics
