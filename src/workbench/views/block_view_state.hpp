#pragma once

#include <optional>
#include <string>

#include "insight/block_view.hpp"

namespace warpscope::workbench {

struct Strip {
    double first = 0;
    float width = 0; // pixels per item at scale 1; 0: all items fit

    friend bool operator==(const Strip&, const Strip&) = default;
};
/// Limits the strip to `count` items. `room`: the strip's width in pixels at scale 1; `widest`: an item's maximum
/// width.
[[nodiscard]] Strip fitted(Strip strip, double count, float room, float widest);
/// Zooms around `at`, in pixels at scale 1 from the left edge.
[[nodiscard]] Strip zoomed(Strip strip, double count, float room, float widest, float at, float factor);
[[nodiscard]] Strip moved(Strip strip, double count, float room, float widest, float by);

/// Settings of tabs. Invalid ones fall back to defaults.
struct BlockViewState {
    std::optional<uint32_t> launch; // nullopt: the last
    Strip timeline, epochs;
    std::string array;          // "": most informative
    std::optional<uint32_t> pc; // nullopt: most expensive
    std::optional<uint32_t> warp, round;

    friend bool operator==(const BlockViewState&, const BlockViewState&) = default;
};

[[nodiscard]] std::optional<insight::BankRequest> chosen_request(const insight::BlockView& block_view,
                                                                 const BlockViewState& view);
/// Returns an index in Flow::arrays; none if the block writes no array.
[[nodiscard]] std::optional<uint32_t> chosen_array(const insight::BlockView& block_view, const BlockViewState& view);

} // namespace warpscope::workbench
