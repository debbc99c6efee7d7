#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "insight/contents.hpp"
#include "insight/index_arithmetic.hpp"
#include "insight/thread_accesses.hpp"

namespace warpscope::insight {

struct ThreadFacts {
    Dim3 block, thread;
    uint64_t block_number = 0;
    uint32_t thread_number = 0;
    uint32_t warp = 0, lane = 0;
    metrics::WarpRecord record;
    bool owns = false;
    bool adds_up = false; // many threads add to each cell
    std::vector<FormulaLine> formulas;
    std::optional<uint64_t> offset;
    std::optional<Dim3> cell;
    std::string output_name, output_value; // "P[2][3]"; empty without a cell
    uint32_t writes = 0;                   // stores to the cell; each channel counts
};
/// `thread` must belong to the shown launch. `cell` is the thread's output cell or the cell under the mouse.
[[nodiscard]] ThreadFacts thread_facts(const session::RunResult& result, metrics::ThreadId thread,
                                       std::optional<uint64_t> cell);
void remove_unexecuted(ThreadFacts& facts, const session::RunResult& result, const metrics::BlockTrace& trace);
/// Returns the last cell that the thread stored to, preferably in the main output.
[[nodiscard]] std::optional<metrics::BufferCell> last_stored_cell(const session::RunResult& result,
                                                                  const metrics::BlockTrace& trace, uint32_t thread);
/// Both functions require the trace of the thread's block.
[[nodiscard]] bool thread_accesses_memory(const ThreadFacts& facts, const metrics::BlockTrace& trace);
[[nodiscard]] bool warp_accesses_memory(const ThreadFacts& facts, const metrics::BlockTrace& trace);

/// A thread's loads from the main input, as a rectangle of cells.
struct WindowFacts {
    enum class Kind : uint8_t { unread, read, ghost };
    struct Cell {
        Kind kind = Kind::unread;
        uint64_t index = 0; // index in the input; undefined for a ghost cell
        bool own = false;   // at the coordinates of the thread's output cell
    };
    int64_t x = 0, y = 0, width = 0, height = 0; // in input cells; may begin before 0
    std::vector<Cell> cells;                     // row by row; empty if the rectangle is too large to draw
    std::vector<uint64_t> apart;                 // the first loaded cells, if `cells` is empty
    uint64_t distinct = 0, loads = 0, ghosts = 0;
};
inline constexpr int64_t max_window_side = 40;
/// Returns nothing if the thread reads no input cell and has no declared window.
[[nodiscard]] std::optional<WindowFacts> window_facts(const session::RunResult& result,
                                                      const metrics::BlockTrace& trace, const ThreadFacts& thread);

struct AccessStep {
    uint32_t number = 0;
    simt::AccessKind kind{};
    uint32_t buffer = 0; // index in the plan
    uint64_t cell = 0;
    uint32_t line = 0; // line of the kernel's own file; 0: none
};
struct AccessFacts {
    std::vector<BufferUse> uses;
    uint32_t steps = 0;     // accesses to buffers
    uint64_t elsewhere = 0; // accesses to shared and local memory
    std::optional<AccessStep> step;
    bool truncated = false;
};
[[nodiscard]] AccessFacts access_facts(const session::RunResult& result, const metrics::BlockTrace& trace,
                                       uint32_t thread, std::optional<uint32_t> step);

struct RefusedAccesses {
    uint64_t count = 0;
    const simt::Finding* first = nullptr;
};
[[nodiscard]] RefusedAccesses refused_accesses(const session::RunResult& result, const metrics::BlockTrace& trace,
                                               uint32_t thread);

/// Returns distinct cells, ascending.
[[nodiscard]] std::vector<metrics::BufferCell> loaded_inputs(const session::RunResult& result,
                                                             const metrics::BlockTrace& trace, uint32_t thread);

struct CellFacts {
    std::string name, value;               // "M[10][4]"; the value may be empty
    std::optional<uint32_t> reads, writes; // accesses; each channel counts
    uint32_t channels = 1;
};
[[nodiscard]] std::optional<CellFacts> cell_facts(const session::RunResult& result, const Content& content,
                                                  uint64_t cell);

} // namespace warpscope::insight
