// One count per cell, each no wider than the largest needs: most cells are read a few dozen times, and the counts of a
// large image are kept for as long as it is shown.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace warpscope::metrics {

class CellCounts {
public:
    CellCounts() = default;
    explicit CellCounts(std::span<const uint32_t> counts);
    explicit CellCounts(std::vector<uint8_t> counts)
        : counts_(std::move(counts)) {}

    /// Calls `visitor` with a span of the numbers as they are stored: for loops over all cells.
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

    /// Equal counts are of equal width.
    friend bool operator==(const CellCounts&, const CellCounts&) = default;

private:
    std::variant<std::vector<uint8_t>, std::vector<uint16_t>, std::vector<uint32_t>> counts_;
};

} // namespace warpscope::metrics
