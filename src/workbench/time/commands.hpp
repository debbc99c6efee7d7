// A moment of the launch or of one of its blocks, questions about it, and searches through the launch.
#pragma once

#include <optional>
#include <string>

#include "workbench/document/command.hpp"
#include "workbench/time/time_bar.hpp"

namespace warpscope::workbench {

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
/// Looks for an order in which the race of a finding changes the result.
struct LookForOrder {
    simt::Finding finding;
};
/// Runs the moment's block, or the one in the middle, without the barriers of a line.
struct LookWithoutBarrier {
    uint32_t line = 0;
};
/// Gives the search up, or closes what it has found.
struct CloseOrders {};
/// To a step of one of the two orders.
struct StepThroughOrder {
    bool second = false;
    uint32_t step = 0;
};
/// The block in the usual order again.
struct LeaveOrder {};
/// Paints the threads that meet an expression, one of TimeBar::watches; none: no longer.
struct PaintWatch {
    std::optional<size_t> index;
};
/// The launch in time: which of its blocks have begun and ended.
struct ShowBlocksInTime {
    bool on = true;
};
/// To the moment when so many of them have ended.
struct GoToBlocks {
    uint64_t ended = 0;
};
/// Gives the camera back that the scene had before a moment was shown.
struct RestoreCamera {};
/// Shows the whole launch, whatever moment was shown, and forgets the camera of before.
struct LeaveMoment {};

using TimeCommands =
    CommandList<SetScope, GoToStep, GoToShare, StepTime, GoToMark, AskTime, AddWatch, RemoveWatch, FindWatch,
                FindExpression, GoToFinding, PlayTime, SetTick, SetPlaySpeed, SetBuild, FocusTimeBar, StopRecording,
                SetValueForm, FollowVariable, ShowMomentPart, LookForOrder, LookWithoutBarrier, CloseOrders,
                StepThroughOrder, LeaveOrder, PaintWatch, ShowBlocksInTime, GoToBlocks, RestoreCamera, LeaveMoment>;
template<class T>
requires(TimeCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "time";

} // namespace warpscope::workbench
