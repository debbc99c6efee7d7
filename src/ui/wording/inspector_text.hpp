// What the inspector says about a thread, its block and the launch: plain text and numbers taken from the measured
// result, without any drawing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "insight/index_arithmetic.hpp"
#include "metrics/results.hpp"
#include "render/view.hpp"
#include "session/session.hpp"

namespace warpscope::ui {

struct ThreadFacts {
    Dim3 block, thread; // blockIdx, threadIdx
    uint64_t block_number = 0;
    uint32_t thread_number = 0; // in the block
    uint32_t warp = 0, lane = 0;
    metrics::WarpRecord record;         // of its warp
    bool owns = false, adds_up = false; // adds_up: no thread owns cells, many add up in each
    std::vector<insight::FormulaLine> formulas;
    std::optional<Dim3> cell;              // x, y, z in the output that it owns or that was pointed at
    std::optional<uint64_t> offset;        // linear index of that cell
    std::string output_name, output_value; // "P[2][3]"; empty where there is none
    uint32_t writes = 0;                   // stores to the cell, per element
};
/// Of the selected thread; `selection.thread` must not be 0.
[[nodiscard]] ThreadFacts thread_facts(const session::RunResult& result, const render::Selection& selection);

/// "row 25, col 41": the cell that the thread owns, else which thread it is.
[[nodiscard]] std::string thread_title(const session::RunResult& result, const ThreadFacts& facts);
/// "diverged 2 times": what became of its warp. `trace` of its block tells whether a warp that owns no cell does
/// nothing else either; it may be null.
[[nodiscard]] std::string warp_state(const ThreadFacts& facts, const metrics::BlockTrace* trace);

/// What a thread read of the main input, as a rectangle of cells.
struct WindowFacts {
    enum class Kind : uint8_t { unread, read, ghost };
    struct Cell {
        Kind kind = Kind::unread;
        uint64_t index = 0; // in the input; of no use for a ghost
        bool own = false;   // at the coordinates of the thread's output cell
    };
    int64_t x = 0, y = 0, width = 0, height = 0; // in input cells; may begin before 0
    std::vector<Cell> cells;                     // row by row; empty when the rectangle is too large to draw
    std::vector<uint64_t> apart;                 // where `cells` is empty, the first of those that it read
    uint64_t distinct = 0, loads = 0, ghosts = 0;
};
inline constexpr int64_t max_window_side = 40;
/// Nothing when the thread read no cell of the input and declares no window.
[[nodiscard]] std::optional<WindowFacts> window_facts(const session::RunResult& result,
                                                      const metrics::BlockTrace& trace, const ThreadFacts& thread);

/// One access of a thread to a buffer, in words.
struct AccessStep {
    uint32_t number = 0;          // counted from 0
    std::string what;             // "load M[10][4]"
    std::string value;            // of the cell after the last launch; empty where it is not known
    std::optional<uint32_t> line; // of the kernel text
};
/// What a thread did to the buffers of the plan.
struct AccessFacts {
    struct Buffer {
        std::string name, text; // "P": "reads 64 cells, writes 1"
    };
    std::vector<Buffer> buffers;
    uint32_t steps = 0;
    uint64_t elsewhere = 0;         // accesses to shared and local memory, which are in no buffer
    std::optional<AccessStep> step; // the one asked for
    bool truncated = false;         // the trace ends before the block did
};
[[nodiscard]] AccessFacts access_facts(const session::RunResult& result, const metrics::BlockTrace& trace,
                                       uint32_t thread, std::optional<uint32_t> step);

/// What the thread loaded from the inputs: "a[700] = 1, b[700] = 2", "49 cells". Empty where it loaded nothing from
/// them, and as long as there is no trace of its block.
[[nodiscard]] std::string loaded_text(const session::RunResult& result, const metrics::BlockTrace* trace,
                                      const ThreadFacts& thread);

/// A cell that is pointed at, in words: where it is, its value, how often it was read and written.
struct CellFacts {
    std::string name, value;               // "M[10][4]"
    std::optional<uint32_t> reads, writes; // by lanes; a cell of several channels is read once for each
    uint32_t channels = 1;

    /// "147 times (49 × 3 channels)".
    [[nodiscard]] std::string times(uint32_t count) const;
};
[[nodiscard]] std::optional<CellFacts> cell_facts(const session::RunResult& result, const render::Selection& selection);
/// "M[10][4]", "x[17]", "v[3][10][4]".
[[nodiscard]] std::string cell_name(const BufferLayout& layout, uint64_t cell);

struct NamedFact {
    std::string name, value, tip; // the name in English, and known to tr()
};
/// `trace` may be null: what needs it is left out until it is there.
[[nodiscard]] std::vector<NamedFact> block_facts(const session::RunResult& result, const metrics::BlockTrace* trace,
                                                 uint64_t block);
[[nodiscard]] std::vector<NamedFact> launch_facts(const session::RunResult& result);

/// "184, 96, 105": the elements of one cell.
[[nodiscard]] std::string cell_text(const HostBuffer& buffer, uint64_t cell);
/// The cell as a colour on screen, packed as ImGui does: bytes as they are, floats from 0 to 1.
[[nodiscard]] uint32_t cell_colour(const HostBuffer& buffer, uint64_t cell);

/// "3.4 per req. (fewest 3.1)".
[[nodiscard]] std::string per_request(uint64_t sectors, uint64_t ideal, uint64_t requests);

} // namespace warpscope::ui
