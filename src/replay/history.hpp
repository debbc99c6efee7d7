// What has happened in a recorded block up to any of its moments, found without going through the recording: where each
// warp stands, which cells of buffers have been read and written, who wrote each byte of shared memory.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

enum class WarpState : uint8_t { not_begun, ready, at_barrier, ended };

/// Where a warp stands.
struct WarpPlace {
    WarpState state{};
    std::optional<uint32_t> done, next; // its steps around this moment
};

/// The first of the block's accesses of its kind to a cell.
struct FirstAccess {
    uint64_t record = 0;
    uint64_t cell = 0;
    uint64_t address = 0; // of the cell
};

/// What the block does to one buffer of the plan.
struct CellHistory {
    std::vector<FirstAccess> read, written; // ascending by cell, each cell once
    std::vector<uint64_t> stored_first;     // cells, ascending, that it stores before it reads them
};

/// What records [first, end) do to memory that others see.
struct Touched {
    struct Cells {
        std::vector<uint64_t> read, written; // ascending, each once
    };
    std::vector<Cells> buffers;                        // by buffer of the plan
    std::vector<uint64_t> shared_read, shared_written; // addresses in shared memory, ascending, of each byte
};

class History {
public:
    /// Goes through the whole recording once; null when cancelled.
    [[nodiscard]] static std::shared_ptr<const History> of(std::shared_ptr<const Recording> recording,
                                                           const std::atomic<bool>* cancel = nullptr);

    [[nodiscard]] const Recording& recording() const { return *recording_; }
    /// Of a warp, ascending.
    [[nodiscard]] std::span<const uint32_t> steps_of(uint32_t warp) const { return steps_[warp]; }
    /// How many of its steps are among the block's first `step`.
    [[nodiscard]] uint64_t done_by(uint32_t warp, uint64_t step) const;
    /// By warp, in state `step`.
    [[nodiscard]] std::vector<WarpPlace> places(uint64_t step) const;
    /// Steps with which a new barrier interval of the block begins.
    [[nodiscard]] const std::vector<uint32_t>& intervals() const { return intervals_; }

    /// By buffer of the plan.
    [[nodiscard]] const std::vector<CellHistory>& cells() const { return cells_; }
    /// By byte of shared memory: the thread of the block that wrote it last before `record`, plus 1; 0: none yet.
    [[nodiscard]] std::vector<uint16_t> shared_writers(uint64_t record) const;
    /// By one warp, or all.
    [[nodiscard]] Touched touched(uint64_t first, uint64_t end, std::optional<uint32_t> warp = {}) const;

private:
    explicit History(std::shared_ptr<const Recording> recording);
    bool look_through(const std::atomic<bool>* cancel);
    void note_stores(uint64_t record, std::vector<uint16_t>& writers) const;

    std::shared_ptr<const Recording> recording_;
    std::vector<std::vector<uint32_t>> steps_;
    std::vector<uint32_t> intervals_;
    std::vector<CellHistory> cells_;
    std::vector<uint64_t> shared_stores_;           // records, ascending
    std::vector<std::vector<uint16_t>> writers_at_; // before every so many of them
};

} // namespace warpscope::replay
