// Phases of a block: the work of its threads between barriers, and the rounds in which it repeats.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "session/session.hpp"

namespace warpscope::insight {

/// Work of a block in one interval between barriers, in the form in which people speak of it: loads of a tile from
/// global to shared memory, calculation, stores.
struct IntervalWork {
    /// Buffers and shared arrays; "" is shared memory outside the known arrays.
    using Names = std::set<std::string>;

    enum class Kind : uint8_t { compute, calculate, multiply_add }; // calculate: in floating point
    Names tiles;                                                    // shared arrays that are filled from buffers
    Names targets; // shared arrays that are written, without loads from buffers
    Names sources; // arrays and buffers that are read for the work
    Names atomics; // buffers
    Names stores;  // buffers
    Kind kind{};   // of the work on `sources`, or without memory; else compute

    /// Returns whether the interval touches no memory.
    [[nodiscard]] bool is_empty() const {
        return tiles.empty() && targets.empty() && sources.empty() && atomics.empty() && stores.empty();
    }
    friend bool operator==(const IntervalWork&, const IntervalWork&) = default;
};

struct Phases {
    std::vector<IntervalWork> intervals; // by number of barriers passed
    bool is_complete = true;             // the trace was not cut off
    /// The longest repeated pattern of intervals, such as the body of a loop over tiles: `rounds` times `length`
    /// intervals from interval `first` on. 0 rounds: no pattern.
    uint32_t first = 0, length = 0, rounds = 0;

    [[nodiscard]] bool is_in_round(uint32_t interval) const {
        return interval >= first && interval < first + length * rounds;
    }
};

/// Returns the phases of a block of `result`, which keeps those of the last block.
[[nodiscard]] std::shared_ptr<const Phases> phases_of(const session::RunResult& result,
                                                      const metrics::BlockTrace& trace);

} // namespace warpscope::insight
