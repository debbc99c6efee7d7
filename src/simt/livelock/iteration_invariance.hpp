// Whether rounds of a loop are bound to be followed by more of the same, though some registers and some of memory have
// changed from one to the next. Private to src/simt.
#pragma once

#include "simt/livelock/iteration_recorder.hpp"
#include "simt/livelock/loop_slice.hpp"
#include "simt/state/interval_set.hpp"

namespace warpscope::simt {

/// Places in memory that rounds have to do with.
struct RoundPlaces {
    ByteRanges looked_at; // how the loop goes on depends on these
    ByteRanges beaten;    // stored to, which may change them
};

[[nodiscard]] LoopSlices& slices_of(Worker& worker);

/// What follows from the rounds that `watch` has seen, which led a warp back to where it had been with the registers
/// `before` in its running function's frame.
class SteadyRounds {
public:
    SteadyRounds(const Warp& warp, const RoundWatch& watch)
        : warp_(warp)
        , watch_(watch) {}

    /// The slice of the loop; nullptr: it has none.
    [[nodiscard]] const LoopSlice* slice();
    /// Whether the loop goes on like this as long as nobody else changes what it looks at, and where that is. Of a loop
    /// that looks at clocks, as long as no time passes.
    [[nodiscard]] std::optional<RoundPlaces> places(std::span<const std::byte> before);
    /// The same where nothing has changed at all: everything that was accessed counts.
    [[nodiscard]] RoundPlaces all_places() const;

private:
    [[nodiscard]] bool are_equal(std::span<const std::byte> before) const;
    [[nodiscard]] bool add_stores(const ByteRanges& looked_at);
    [[nodiscard]] std::optional<RoundPlaces> sort_places() const;
    [[nodiscard]] bool stack_is_as_before(const ByteRanges& looked_at) const;

    const Warp& warp_;
    const RoundWatch& watch_;
    std::set<uint32_t> stored_; // pcs of stores whose values the loop depends on, by way of memory
    const LoopSlice* slice_ = nullptr;
};

} // namespace warpscope::simt
