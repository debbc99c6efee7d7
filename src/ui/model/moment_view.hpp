// All that the window shows of one moment of a recorded block: derived from the recording, once, off the UI thread.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/language.hpp"
#include "render/maps/moment_cells.hpp"
#include "render/view.hpp"
#include "replay/arrays.hpp"
#include "replay/history.hpp"
#include "replay/variables.hpp"
#include "replay/watch.hpp"
#include "scene/moment.hpp"
#include "session/stepped.hpp"

namespace warpscope::ui {

/// One recorded block, ready to be looked at.
struct RecordedBlock {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    std::shared_ptr<const replay::Recording> recording;
    std::shared_ptr<const replay::History> history;
    std::vector<replay::SharedArray> arrays;
    std::vector<uint32_t> racing; // steps with an access of a race; see racing_steps()

    /// Line of the kernel's own text that a step belongs to; 0: of none.
    [[nodiscard]] uint32_t line_of(uint32_t step) const;
    /// The same; within a function of another file the line of the kernel's file from which it was called.
    [[nodiscard]] uint32_t line_or_call(uint32_t step) const;
    /// Steps in which a thread of the launch executes a line of the kernel's own text; none of a thread of another
    /// block.
    [[nodiscard]] std::vector<uint32_t> steps_on_line(metrics::ThreadId thread, uint32_t line) const;
    /// How many steps a moment's scope has.
    [[nodiscard]] uint64_t length(const scene::Moment& moment) const;
    /// Records that are done at a moment of this block.
    [[nodiscard]] uint64_t record_at(const scene::Moment& moment) const;
    /// Steps of the whole block that are done then, a begun one included.
    [[nodiscard]] uint64_t steps_at(const scene::Moment& moment) const;
    /// The step done last: the warp's in warp scope, else the block's; none at the beginning.
    [[nodiscard]] std::optional<uint32_t> last_step(const scene::Moment& moment) const;
};

/// Races are found by looking at the accesses of all blocks together, and so are no marks of a recording: steps in
/// which threads of the block do what the launch's findings tell of them. Looks at all steps of the warps concerned.
[[nodiscard]] std::vector<uint32_t> racing_steps(const RecordedBlock& block);

/// The block's stored cells of the output in the middle of a view of that size, with what lies around them, which it
/// may read as well; none where it stores nothing. `most`: pixels per cell.
[[nodiscard]] std::optional<render::Camera> camera_on(const RecordedBlock& block, render::Point view, double most);

/// How much the last tick was: what "now" means.
enum class Tick : uint8_t { interval, line, instruction };

/// A number of the source by 32 lanes, or a register.
struct VariableRow {
    std::string name;
    std::array<std::string, warp_size> text; // empty: not set yet
    simt::LaneMask changed = 0;              // by what was done last
    bool parameter = false;
    bool watched = false; // an expression that was typed
};

using Watches = std::shared_ptr<const std::vector<replay::Watch>>;

struct WarpFlag {
    replay::WarpState state{};
    uint32_t line = 0; // that it has executed last; of one that has not begun the one it begins with
};

/// A branch that split one warp.
struct SplitFacts {
    uint32_t line = 0;     // of the kernel's text; 0: not known
    std::string condition; // "row < height && col < width"; empty where the line has none
    uint64_t times = 0;    // how often the line split the warp
    uint64_t number = 0;   // which of those it is, from 1 on, with values of that moment; 0: the first
    // Lanes for which the condition holds and for which it does not, where that can be told; else those that went on
    // and those that jumped.
    simt::LaneMask yes = 0, no = 0;
    bool worked_out = false;
    struct Value {
        std::string name, yes, no; // "col", "64 to 75", "76 to 95"
    };
    std::vector<Value> values; // that are known and differ between the two groups
    std::string constants;     // "width = 76, height = 62": the same for all lanes
};

struct SharedContents {
    std::vector<std::optional<uint64_t>> values; // by element; none: not written yet
    std::vector<uint16_t> writers;               // thread of the block + 1; 0: none
    std::vector<uint8_t> now;                    // by element: 1 read, 2 written by what was done last
    uint64_t written = 0;                        // elements
};

struct MomentView {
    std::shared_ptr<const RecordedBlock> block;
    scene::Moment moment;
    Tick tick{};
    Language words{};             // of its texts
    std::optional<uint32_t> step; // done last
    uint32_t acting = 0;          // the warp that did it
    uint32_t now_line = 0;        // its line; 0: none
    uint32_t warp = 0;            // that the variables are of
    bool begun = false;           // that warp
    uint32_t line = 0;            // that it has executed last, or has made a call from; 0: none of the kernel's file
    simt::LaneMask active = 0;    // lanes that did
    simt::LaneMask launched = 0;  // lanes that the launch has
    std::vector<WarpFlag> warps;
    Watches watches;
    std::vector<VariableRow> rows;      // those of the expressions first
    std::vector<std::string> why_off;   // sentences
    std::vector<SplitFacts> splits;     // of that warp, by the step done last
    std::vector<std::string> calls;     // innermost first, the kernel last
    std::vector<SharedContents> shared; // by RecordedBlock::arrays
    std::shared_ptr<const render::MomentCells> cells;
};

/// Makes views of moments one after the other, each from the state of the one before. Not safe to share.
class MomentMaker {
public:
    explicit MomentMaker(std::shared_ptr<const RecordedBlock> block)
        : block_(std::move(block)) {}
    [[nodiscard]] std::shared_ptr<const MomentView> make(const scene::Moment& moment, Tick tick,
                                                         const Watches& watches);

private:
    std::shared_ptr<const RecordedBlock> block_;
    replay::State state_, before_;
};

} // namespace warpscope::ui
