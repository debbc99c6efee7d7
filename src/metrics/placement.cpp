#include <optional>

#include "metrics/ownership.hpp"

namespace warpscope::metrics {
namespace {

struct Point {
    int64_t x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

/// Thread coordinates in the whole launch, from thread numbers that mostly follow each other.
class ThreadPlaces {
public:
    explicit ThreadPlaces(const LaunchConfig& config)
        : config_(config) {}

    Point operator()(ThreadId thread) {
        const bool next_in_row = thread == thread_ + 1 && in_block_x_ + 1 < config_.block.x;
        thread_ = thread;
        if (next_in_row) {
            ++in_block_x_;
            ++place_.x;
            return place_;
        }
        const uint64_t per_block = config_.threads_per_block();
        const Dim3 block = index_of((thread - 1) / per_block, config_.grid);
        const Dim3 in_block = index_of((thread - 1) % per_block, config_.block);
        in_block_x_ = in_block.x;
        place_ = {int64_t{block.x} * config_.block.x + in_block.x, int64_t{block.y} * config_.block.y + in_block.y};
        return place_;
    }

private:
    const LaunchConfig& config_;
    ThreadId thread_ = 0;
    uint32_t in_block_x_ = ~0u - 1;
    Point place_;
};

/// The whole step per thread that leads from cell `a` to cell `b` over `threads` threads.
std::optional<Point> step(Point a, Point b, int64_t threads) {
    const Point change{b.x - a.x, b.y - a.y};
    if (change.x % threads != 0 || change.y % threads != 0) return std::nullopt;
    return Point{change.x / threads, change.y / threads};
}

/// Calls visit(cell, thread place) for every owned cell, until it returns false; whether it never did.
template<class Visit>
bool for_each_owned(const LaunchConfig& config, const OwnerMap& map, Visit&& visit) {
    ThreadPlaces place(config);
    size_t index = 0;
    for (int64_t y = 0; y < map.shape.height; ++y)
        for (int64_t x = 0; x < map.shape.width; ++x, ++index)
            if (map.owner[index] != 0 && !visit(Point{x, y}, place(map.owner[index]))) return false;
    return true;
}

struct Fit {
    std::optional<Point> first_cell, first_thread;
    std::optional<Point> per_x, per_y;
    bool whole = true; // steps so far are whole cells

    /// Looks at one owned cell; false when nothing more can be learnt.
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

/// Whether cells were stored as if each had a thread of its own: equally often, and a lone cell no more often than a
/// cell has elements. Bins and sums, to which many threads add, say nothing about where threads belong.
bool stored_one_by_one(const OwnerMap& map) {
    uint64_t owned = 0;
    uint32_t each = 0;
    for (size_t cell = 0; cell < map.writes.size() && cell < map.owner.size(); ++cell) {
        if (map.owner[cell] == 0) continue;
        if (owned++ == 0) each = map.writes[cell];
        if (map.writes[cell] != each) return false;
    }
    return owned != 1 || each <= map.channels;
}

/// The direction at right angles to `known`, one cell per thread; x and y keep their sense.
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
    // A direction in which the launch has one thread only, or the data one cell only, has no step to see.
    const bool flat = map.shape.width == 1 || map.shape.height == 1;
    if (!fit.per_x && !flat && uint64_t{config.grid.x} * config.block.x != 1) return out;
    if (!fit.per_y && !flat && uint64_t{config.grid.y} * config.block.y != 1) return out;
    const Point per_x = fit.per_x.value_or(across(fit.per_y, {1, 0}));
    const Point per_y = fit.per_y.value_or(across(fit.per_x, {0, 1}));
    const Point origin{fit.first_cell->x - fit.first_thread->x * per_x.x - fit.first_thread->y * per_y.x,
                       fit.first_cell->y - fit.first_thread->x * per_x.y - fit.first_thread->y * per_y.y};
    out = {false, origin.x, origin.y, per_x.x, per_x.y, per_y.x, per_y.y};
    out.exact = for_each_owned(config, map, [&](Point cell, Point thread) {
        return cell == Point{origin.x + thread.x * per_x.x + thread.y * per_y.x,
                             origin.y + thread.x * per_x.y + thread.y * per_y.y};
    });
    return out;
}

} // namespace warpscope::metrics
