#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "insight/contents.hpp"
#include "insight/inactive_lanes.hpp"
#include "insight/moment_cells.hpp"
#include "replay/variables.hpp"
#include "replay/watch.hpp"

namespace warpscope::insight {

/// Length of a tick. Changes in the last tick before the moment count as "now".
enum class Tick : uint8_t { interval, line, instruction };

/// A variable, register or watched expression, by lane.
struct VariableRow {
    std::string name;
    std::array<std::string, warp_size> text; // empty: not set yet
    simt::LaneMask changed = 0;              // lanes that the last tick changed
    bool parameter = false;
    bool watched = false;
};

using Watches = std::shared_ptr<const std::vector<replay::Watch>>;

struct WarpFlag {
    replay::WarpState state{};
    uint32_t line = 0; // last executed line; for a warp that has not begun, its first line
};

struct SharedContents {
    std::vector<std::optional<uint64_t>> values; // by element; nullopt: not written yet
    std::vector<uint16_t> writers;               // by element: thread of the block + 1; 0: none
    std::vector<uint8_t> now;                    // by element: 1 read, 2 written by the last tick
    uint64_t written = 0;
};

enum class BarrierState : uint8_t {
    no_barriers,
    before_next, // no warp has arrived
    after_last,
    some_wait,
    all_arrived, // the next step is the first after the barrier
};

struct Frame {
    std::string function;
    uint32_t line = 0; // line of the kernel's file; 0: another file
};

struct MomentView {
    std::shared_ptr<const RecordedBlock> block;
    scene::Moment moment;
    Tick tick{};
    std::optional<uint32_t> step;
    uint32_t acting = 0;   // warp of the last step
    uint32_t now_line = 0; // line of the last step; 0: none
    uint32_t warp = 0;     // warp of the moment; `begun` to `launched` are about it
    bool begun = false;
    uint32_t line = 0;         // line executed last; if in another file, the line of the call; 0: none
    simt::LaneMask active = 0; // lanes that executed `line`
    simt::LaneMask launched = 0;
    std::vector<WarpFlag> warps;
    BarrierState barrier{};
    Watches watches;
    bool follows_step = false;
    std::vector<VariableRow> rows; // watched expressions first
    std::vector<InactiveLanes> inactive;
    std::vector<SplitFacts> splits;     // splits of that warp in the last step
    std::vector<Frame> frames;          // innermost first, the kernel last
    std::vector<SharedContents> shared; // as in RecordedBlock::arrays
    std::shared_ptr<const MomentCells> cells;
};

/// Returns the block's accesses to a buffer; null if `moment` is null or of another run.
[[nodiscard]] const MomentCells::Buffer* accesses_to(const MomentView* moment, const session::RunResult& run,
                                                     const Content& content);

/// Reuses the previous moment's state, so it is not thread-safe.
class MomentMaker {
public:
    explicit MomentMaker(std::shared_ptr<const RecordedBlock> block)
        : block_(std::move(block)) {}
    /// `follows_step`: shows the warp of the last step instead of the moment's warp.
    [[nodiscard]] std::shared_ptr<const MomentView> make(const scene::Moment& moment, Tick tick, const Watches& watches,
                                                         bool follows_step = false);

private:
    std::shared_ptr<const RecordedBlock> block_;
    replay::State state_, before_;
};

} // namespace warpscope::insight
