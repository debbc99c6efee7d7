#pragma once

#include <optional>
#include <string>

#include "workbench/document/command.hpp"
#include "workbench/time/time_bar.hpp"

namespace warpscope::workbench {

struct SetScope {
    scene::Scope scope{};
};
struct GoToStep {
    uint64_t step = 0;
};
/// Moves to a fraction of the time bar, 0 to 1. Enters a block if necessary.
struct GoToShare {
    double share = 0;
};
struct StepTime {
    int by = 1;
};
struct GoToMark {
    replay::MarkKind kind{};
    int by = 1;
    uint64_t steps_beyond = 0;
};
/// origin: the instruction, maybe of another thread, that produced a NaN or infinite value.
enum class Question : uint8_t { last_write, first_read, next_write, origin };
struct AskTime {
    Question question{};
    /// nullopt: shared memory.
    std::optional<uint32_t> buffer;
    uint64_t cell = 0; // index in the buffer, or address in shared memory
    uint32_t bytes = 0;
    std::string name; // "tile[69]"
};
struct AddWatch {
    std::string text;
};
struct RemoveWatch {
    size_t index = 0;
};
struct FindWatch {
    size_t index = 0;
    int by = 1;
};
struct FindExpression {
    std::string text;
    int by = 1;
};
struct GoToFinding {
    struct Side {
        metrics::ThreadId thread = 0;
        uint32_t line = 0;
    };
    simt::FindingKind kind{};
    Side side;
    std::optional<Side> other = {};
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
struct SetBuild {
    bool as_written = true;
};
struct FocusTimeBar {
    bool on = true;
};
struct StopRecording {};
struct SetValueForm {
    ValueForm form{};
};
/// Shows one variable for all steps; nullopt: the table of variables.
struct FollowVariable {
    std::optional<LaneVariable> variable;
};
struct ShowMomentPart {
    std::string part;
};
struct SearchOrder {
    simt::Finding finding;
};
/// Runs the moment's block, else the selected or middle block, without the barriers of a line.
struct SearchWithoutBarrier {
    uint32_t line = 0;
};
struct CloseOrders {};
struct StepThroughOrder {
    bool second = false;
    uint32_t step = 0;
};
struct LeaveOrder {};
struct PaintWatch {
    std::optional<size_t> index;
};
struct ShowBlocksInTime {
    bool on = true;
};
struct GoToBlocks {
    uint64_t ended = 0;
};
struct RestoreCamera {};
struct LeaveMoment {};

using TimeCommands =
    CommandList<SetScope, GoToStep, GoToShare, StepTime, GoToMark, AskTime, AddWatch, RemoveWatch, FindWatch,
                FindExpression, GoToFinding, PlayTime, SetTick, SetPlaySpeed, SetBuild, FocusTimeBar, StopRecording,
                SetValueForm, FollowVariable, ShowMomentPart, SearchOrder, SearchWithoutBarrier, CloseOrders,
                StepThroughOrder, LeaveOrder, PaintWatch, ShowBlocksInTime, GoToBlocks, RestoreCamera, LeaveMoment>;
template<class T>
requires(TimeCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "time";

} // namespace warpscope::workbench
