// What the time bar shows.
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
    uint64_t step = 0; // of the moment's scope: the moment at which it has just happened
};

/// Ticks per second that can be chosen for playing.
inline constexpr std::array<float, 7> play_speeds{0.5f, 1, 2, 4, 10, 30, 100};

/// How the table of variables shows values: as numbers alone, or with bars or colours behind them.
enum class ValueForm : uint8_t { numbers, bars, colours };

/// A variable of one lane of the moment's warp, whose values the drawer shows from step to step.
struct LaneVariable {
    std::string name;
    uint32_t lane = 0;
    friend bool operator==(const LaneVariable&, const LaneVariable&) = default;
};

/// Where a value that is NaN or infinite was made, as it was asked for last.
struct FoundOrigin {
    std::shared_ptr<const insight::RecordedBlock> block;
    uint32_t step = 0;
    std::string words; // sentences
};

struct TimeBar {
    std::shared_ptr<const insight::RecordedBlock> block; // of the moment; null while it is recorded, and at "all of it"
    std::shared_ptr<const std::vector<TimeMark>> marks;  // ascending; null without a block
    uint32_t mark_kinds = 0;                             // a bit for each kind there is
    uint64_t length = 0;                                 // steps of the moment's scope
    bool recording = false;
    uint64_t records = 0;              // made so far
    std::optional<Diagnostic> problem; // why the block cannot be recorded
    insight::Tick tick = insight::Tick::line;
    float speed = 4; // ticks per second
    bool playing = false, focused = false;
    bool as_written = true;   // the build that is wished for
    bool other_order = false; // the block is shown in an order that was tried
    insight::Watches watches = std::make_shared<const std::vector<replay::Watch>>();
    bool searching = false; // for the step where one of them comes true
    ValueForm form{};
    std::optional<LaneVariable> followed;
    std::shared_ptr<const replay::LaneValues> values; // of `followed`; null while they are looked for
    std::optional<FoundOrigin> origin;
    std::string part; // what the drawer shows of the moment: a shared array, "variables", or by scope
};

/// A launch in time, block by block.
struct LaunchTime {
    std::shared_ptr<const insight::LaunchOrder> order; // null while it is being made
    std::optional<Diagnostic> problem;                 // why there is no order
    uint32_t ended = 0;                                // blocks at the moment, including all that end at the same time
    bool playing = false;
};

} // namespace warpscope::workbench
