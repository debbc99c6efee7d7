// Difference arrays for counting loads, with 16 bits per cell. Overflows carry into a second array.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/atomic_ref.hpp"
#include "metrics/cells/packed_counts.hpp"
#include "metrics/cells/worker_cell_arrays.hpp"
#include "metrics/costs/request_shape.hpp"

namespace warpscope::metrics {

class ReadDifferences {
public:
    ReadDifferences(const std::vector<uint64_t>& sizes, bool shared)
        : low_(sizes, shared)
        , high_(sizes, shared) {}

    [[nodiscard]] ReadDifferences fork() const { return {low_.fork(), high_.fork()}; }
    [[nodiscard]] int16_t* writable(uint32_t buffer) { return low_.writable(buffer); }
    void add(int16_t* cell, int32_t change) {
        if (low_.shared()) {
            const int16_t before = AtomicRef(*cell).fetch_add(static_cast<int16_t>(change), std::memory_order_relaxed);
            if (const int32_t after = before + change; after != static_cast<int16_t>(after)) [[unlikely]]
                carry(cell, after);
        } else {
            add_privately(cell, change);
            if ((distance(*cell) & far_away) != 0) [[unlikely]]
                carry_after(cell, change);
        }
    }
    void add(int16_t* from, const std::array<CellStep, 8>& steps, int32_t times) {
        const auto each = [&](auto&& visit) {
            for (const CellStep& step : steps) {
                if (step.delta == 0) break;
                visit(from + step.cell, step.delta * times);
            }
        };
        if (low_.shared()) {
            each([this](int16_t* cell, int32_t change) { add(cell, change); });
            return;
        }
        uint32_t far = 0; // OR of all distances, to test them at once
        each([&far](int16_t* cell, int32_t change) {
            add_privately(cell, change);
            far |= distance(*cell);
        });
        if ((far & far_away) != 0) [[unlikely]]
            each([this](int16_t* cell, int32_t change) { carry_after(cell, change); });
    }
    /// Maximum of `times`: 32 lanes then change a cell by at most 32 * 512 = 2^14, as distance() requires.
    static constexpr int32_t max_times = 512;
    void merge(ReadDifferences& worker, uint32_t buffer);
    [[nodiscard]] bool empty(uint32_t buffer) { return low_.array(buffer).empty(); }
    /// Returns the running sums, without the last entry. Consumes the arrays.
    [[nodiscard]] CellCounts take_sums(uint32_t buffer);

private:
    ReadDifferences(ArraysOf<int16_t> low, CellArrays high)
        : low_(std::move(low))
        , high_(std::move(high)) {}
    /// The fence prevents loading cells in advance; see write_first().
    static void add_privately(int16_t* cell, int32_t change) {
        *cell = static_cast<int16_t>(*cell + change);
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    /// Sets the bit far_away in the result if the last change, of at most 2^14, may have overflowed.
    [[nodiscard]] static uint32_t distance(int16_t now) { return static_cast<uint32_t>(now + 0x4000); }
    static constexpr uint32_t far_away = 0x8000;
    [[gnu::noinline]] void carry_after(const int16_t* cell, int32_t change);
    [[gnu::noinline]] void carry(const int16_t* cell, int32_t difference);

    ArraysOf<int16_t> low_;
    CellArrays high_; // in units of 65536, modulo 2^32
};

} // namespace warpscope::metrics
