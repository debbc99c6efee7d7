#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.hpp"
#include "insight/launch_order.hpp"
#include "insight/moment_view.hpp"
#include "replay/answers/lane_values.hpp"

namespace warpscope::workbench {

struct TimeMark {
    replay::MarkKind kind{};
    uint64_t step = 0; // step after the event, counted in the shown block or warp
};

/// Ticks per second.
inline constexpr std::array<float, 7> play_speeds{0.5f, 1, 2, 4, 10, 30, 100};

enum class ValueForm : uint8_t { numbers, bars, colors };

struct LaneVariable {
    std::string name;
    uint32_t lane = 0;
    friend bool operator==(const LaneVariable&, const LaneVariable&) = default;
};

struct FoundOrigin {
    std::shared_ptr<const insight::RecordedBlock> block;
    uint32_t step = 0;
    std::string words;
};

struct TimeBar {
    // null for the full launch, and before the recording
    std::shared_ptr<const insight::RecordedBlock> block;
    std::shared_ptr<const std::vector<TimeMark>> marks; // ascending; null without block
    uint32_t mark_kinds = 0;
    uint64_t length = 0; // steps of the shown block or warp
    bool recording = false;
    uint64_t records = 0;
    std::optional<Diagnostic> problem;
    insight::Tick tick = insight::Tick::line;
    float speed = 4;
    bool playing = false, focused = false;
    bool as_written = true;
    bool other_order = false;
    insight::Watches watches = std::make_shared<const std::vector<replay::Watch>>();
    bool searching = false;
    ValueForm form{};
    std::optional<LaneVariable> followed;
    std::shared_ptr<const replay::LaneValues> values;
    std::optional<FoundOrigin> origin;
    std::string part; // a shared array or "variables"; empty: the scope decides
};

struct LaunchTime {
    std::shared_ptr<const insight::LaunchOrder> order;
    std::optional<Diagnostic> problem;
    uint32_t ended = 0;
    bool playing = false;
};

} // namespace warpscope::workbench
