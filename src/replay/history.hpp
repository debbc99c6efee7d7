#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "replay/recording.hpp"

namespace warpscope::replay {

enum class WarpState : uint8_t { not_begun, ready, at_barrier, ended };

struct WarpPlace {
    WarpState state{};
    std::optional<uint32_t> done, next; // last and next step
};

struct FirstAccess {
    uint64_t record = 0;
    uint64_t cell = 0;
    uint64_t address = 0; // start of the cell
};

struct CellHistory {
    std::vector<FirstAccess> read, written; // first access to each cell, sorted by cell
    std::vector<uint64_t> stored_first;     // cells stored before any read, ascending
};

struct Touched {
    struct Cells {
        std::vector<uint64_t> read, written;
    };
    std::vector<Cells> buffers;
    std::vector<uint64_t> shared_read, shared_written; // byte addresses
};

class History {
public:
    /// Returns null if canceled.
    [[nodiscard]] static std::shared_ptr<const History> of(std::shared_ptr<const Recording> recording,
                                                           const std::atomic<bool>* cancel = nullptr);

    [[nodiscard]] const Recording& recording() const { return *recording_; }
    [[nodiscard]] std::span<const uint32_t> steps_of(uint32_t warp) const { return steps_[warp]; }
    [[nodiscard]] uint64_t done_by(uint32_t warp, uint64_t step) const;
    [[nodiscard]] std::vector<WarpPlace> places(uint64_t step) const;
    /// Returns `step` and the steps of its callers, innermost first.
    [[nodiscard]] std::vector<uint32_t> frames_of(uint32_t step) const;
    [[nodiscard]] const std::vector<uint32_t>& intervals() const { return intervals_; }

    [[nodiscard]] const std::vector<CellHistory>& cells() const { return cells_; }
    /// Returns the last writer of each shared byte before `record`: its thread number in the block plus 1, or 0 without
    /// a writer.
    [[nodiscard]] std::vector<uint16_t> shared_writers(uint64_t record) const;
    [[nodiscard]] Touched touched(uint64_t first, uint64_t end, std::optional<uint32_t> warp = {}) const;

private:
    explicit History(std::shared_ptr<const Recording> recording);
    bool scan(const std::atomic<bool>* cancel);
    void note_stores(uint64_t record, std::vector<uint16_t>& writers) const;

    std::shared_ptr<const Recording> recording_;
    std::vector<std::vector<uint32_t>> steps_;
    std::vector<uint32_t> intervals_;
    std::vector<CellHistory> cells_;
    std::vector<uint64_t> shared_stores_;
    std::vector<std::vector<uint16_t>> writers_at_;
};

} // namespace warpscope::replay
