#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "session/session.hpp"

namespace warpscope::insight {

/// Work of a block in one interval, such as: load a tile, multiply, store.
struct IntervalWork {
    /// Names of buffers and shared arrays; "" is shared memory outside the known arrays.
    using Names = std::set<std::string>;

    /// `calculate`: floating-point operations. `add`: only floating-point additions. `compute`: anything else.
    enum class Kind : uint8_t { compute, calculate, add, multiply_add };
    Names tiles;   // shared arrays filled from buffers
    Names targets; // shared arrays written without loads from buffers
    Names sources; // arrays and buffers that the computation reads
    Names atomics;
    Names stores;
    Kind kind{}; // `compute` if ui::work_text() does not name the work, as for a copy

    [[nodiscard]] bool is_empty() const {
        return tiles.empty() && targets.empty() && sources.empty() && atomics.empty() && stores.empty();
    }
    friend bool operator==(const IntervalWork&, const IntervalWork&) = default;
};

struct Phases {
    std::vector<IntervalWork> intervals; // index: number of passed barriers
    bool is_complete = true;             // the trace was not cut off
    /// The longest repeated pattern, such as a loop over tiles: `rounds` times `length` intervals from `first` on. 0
    /// rounds: no pattern.
    uint32_t first = 0, length = 0, rounds = 0;

    [[nodiscard]] bool is_in_round(uint32_t interval) const {
        return interval >= first && interval < first + length * rounds;
    }
};

/// Caches the latest answer in `result`.
[[nodiscard]] std::shared_ptr<const Phases> phases_of(const session::RunResult& result,
                                                      const metrics::BlockTrace& trace);

} // namespace warpscope::insight
