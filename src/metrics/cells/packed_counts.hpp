// Counts per cell in the narrowest sufficient type.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <utility>
#include <variant>

#include "metrics/cells/cell_array.hpp"

namespace warpscope::metrics {

class CellCounts {
public:
    CellCounts() = default;
    explicit CellCounts(std::span<const uint32_t> counts);
    explicit CellCounts(ArrayOf<uint8_t> counts)
        : counts_(std::move(counts)) {}
    /// `begin()` returns a new generator of the counts and may be called several times.
    template<class Begin>
    CellCounts(size_t cells, Begin&& begin) {
        if (!fill<uint8_t>(cells, begin()) && !fill<uint16_t>(cells, begin())) fill<uint32_t>(cells, begin());
    }

    template<class Visitor>
    decltype(auto) visit(Visitor&& visitor) const {
        return std::visit([&](const auto& counts) { return visitor(std::span(counts)); }, counts_);
    }

    [[nodiscard]] size_t size() const {
        return visit([](auto counts) { return counts.size(); });
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] uint64_t bytes() const {
        return visit([](auto counts) { return uint64_t{counts.size_bytes()}; });
    }
    [[nodiscard]] uint32_t operator[](size_t cell) const {
        return visit([cell](auto counts) { return uint32_t{counts[cell]}; });
    }

    class Iterator {
    public:
        using value_type = uint32_t;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(const CellCounts& counts, size_t cell)
            : counts_(&counts)
            , cell_(cell) {}
        uint32_t operator*() const { return (*counts_)[cell_]; }
        Iterator& operator++() {
            ++cell_;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++cell_;
            return before;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const CellCounts* counts_ = nullptr;
        size_t cell_ = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

    friend bool operator==(const CellCounts&, const CellCounts&) = default;

private:
    template<class Count, class Next>
    bool fill(size_t cells, Next next) {
        ArrayOf<Count>& counts = counts_.emplace<ArrayOf<Count>>(cells);
        uint32_t bits = 0; // OR of all counts: faster than a maximum
        for (Count& stored : counts) {
            const uint32_t count = next();
            bits |= count;
            stored = static_cast<Count>(count);
        }
        return bits <= std::numeric_limits<Count>::max();
    }

    std::variant<ArrayOf<uint8_t>, ArrayOf<uint16_t>, ArrayOf<uint32_t>> counts_;
};

} // namespace warpscope::metrics
