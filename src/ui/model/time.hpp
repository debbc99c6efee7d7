// What the time bar shows, and what can be asked of it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.hpp"
#include "insight/launch_order.hpp"
#include "insight/moment_view.hpp"
#include "replay/answers/lane_values.hpp"

namespace warpscope::ui {

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

struct SetScope {
    scene::Scope scope{};
};
/// To a step of the moment's scope.
struct GoToStep {
    uint64_t step = 0;
};
/// To a place between the beginning, 0, and the end, 1; from "all of it" into the block.
struct GoToShare {
    double share = 0;
};
/// By so many ticks.
struct StepTime {
    int by = 1;
};
/// To the next mark of a kind, or the one before.
struct GoToMark {
    replay::MarkKind kind{};
    int by = 1;
};
/// origin: of a value that is NaN or infinite, which instruction made it, in whatever thread.
enum class Question : uint8_t { last_write, first_read, next_write, origin };
/// To the step that answers a question about some bytes of memory, from the present moment on.
struct AskTime {
    Question question{};
    /// A cell of a buffer, or some bytes of shared memory.
    std::optional<uint32_t> buffer;
    uint64_t cell = 0; // of the buffer, or where the bytes begin
    uint32_t bytes = 0;
    std::string name; // of what is asked about: "tile[69]"
};
/// One more expression, which the table of variables shows as a row.
struct AddWatch {
    std::string text;
};
struct RemoveWatch {
    size_t index = 0;
};
/// To the next step that makes an expression true in a lane that takes part, or the one before: of the block's, or in
/// the scope of a warp of its own.
struct FindWatch {
    size_t index = 0;
    int by = 1;
};
/// The same for an expression that may be new.
struct FindExpression {
    std::string text;
    int by = 1;
};
/// To where a thread of the moment's block does what a finding is about.
struct GoToFinding {
    /// One of the two accesses of a race, or what another finding is about.
    struct Side {
        metrics::ThreadId thread = 0; // of the launch
        uint32_t line = 0;            // of the kernel's text
    };
    simt::FindingKind kind{};
    Side side;
    std::optional<Side> other = {}; // of a race
};
struct PlayTime {
    bool on = true;
};
struct SetTick {
    insight::Tick tick{};
};
struct SetPlaySpeed {
    float speed = 1;
};
/// The kernel as written, or as it was measured.
struct SetBuild {
    bool as_written = true;
};
/// Keys are the time bar's.
struct FocusTimeBar {
    bool on = true;
};
struct StopRecording {};
struct SetValueForm {
    ValueForm form{};
};
/// Shows a variable of a lane from step to step; none: the table of all of them.
struct FollowVariable {
    std::optional<LaneVariable> variable;
};
/// What the drawer shows of the moment: TimeBar::part.
struct ShowMomentPart {
    std::string part;
};

} // namespace warpscope::ui
