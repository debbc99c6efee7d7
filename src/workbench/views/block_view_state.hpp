// The part of a block view that the user has chosen to see: zoom, array, request to shared memory.
#pragma once

#include <optional>
#include <string>

#include "insight/block_view.hpp"

namespace warpscope::workbench {

/// The visible part of a long row of things, such as intervals.
struct Strip {
    double first = 0; // at the left edge; a fraction is between two things
    float width = 0;  // of one thing, in pixels at scale 1; 0: all fit

    friend bool operator==(const Strip&, const Strip&) = default;
};
/// Fills in the width and moves the strip within its `count` things. `room` and `widest` are pixels at scale 1.
[[nodiscard]] Strip fitted(Strip strip, double count, float room, float widest);
/// Zooms by `factor` around `at`, in pixels at scale 1 from the left edge.
[[nodiscard]] Strip zoomed(Strip strip, double count, float room, float widest, float at, float factor);
/// Moves the contents by `by` pixels at scale 1.
[[nodiscard]] Strip moved(Strip strip, double count, float room, float widest, float by);

/// Choices that do not fit another block or kernel fall back to the default.
struct BlockViewState {
    std::optional<uint32_t> launch; // none: the last
    Strip timeline, epochs;
    std::string array;                   // of the interval diagram; empty: the most telling one
    std::optional<uint32_t> pc;          // instruction of the shared memory view; none: the most expensive
    std::optional<uint32_t> warp, round; // its request; none: the most expensive

    friend bool operator==(const BlockViewState&, const BlockViewState&) = default;
};

/// Returns the request of the shared memory view; nothing if the block does not use shared memory.
[[nodiscard]] std::optional<insight::BankRequest> chosen_request(const insight::BlockView& block_view,
                                                                 const BlockViewState& view);
/// Returns the array of the interval diagram, as an index in Flow::arrays; nothing if the block writes no array.
[[nodiscard]] std::optional<uint32_t> chosen_array(const insight::BlockView& block_view, const BlockViewState& view);

} // namespace warpscope::workbench
