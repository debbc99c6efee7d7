// All that the window shows of one moment of a recorded block: derived from the recording, once, off the UI thread.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/language.hpp"
#include "render/maps/moment_cells.hpp"
#include "replay/history.hpp"
#include "replay/variables.hpp"
#include "replay/watch.hpp"
#include "ui/model/time/recorded_block.hpp"

namespace warpscope::ui {

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
