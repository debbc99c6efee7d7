// Hash table of memory pages, flat because saved states copy whole tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace warpscope::replay {

/// Never removes pages. References are valid until the next insertion.
template<class Page>
class PageMap {
public:
    using Entry = std::pair<uint64_t, Page>;
    using iterator = typename std::vector<Entry>::iterator;
    using const_iterator = typename std::vector<Entry>::const_iterator;

    [[nodiscard]] Page& operator[](uint64_t number) {
        if (const size_t at = place_of(number); at != none) return entries_[at].second;
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        insert(number, static_cast<uint32_t>(entries_.size()));
        return entries_.emplace_back(number, Page{}).second;
    }
    [[nodiscard]] iterator find(uint64_t number) {
        const size_t at = place_of(number);
        return at == none ? end() : begin() + static_cast<std::ptrdiff_t>(at);
    }
    [[nodiscard]] const_iterator find(uint64_t number) const {
        const size_t at = place_of(number);
        return at == none ? end() : begin() + static_cast<std::ptrdiff_t>(at);
    }
    [[nodiscard]] iterator begin() { return entries_.begin(); }
    [[nodiscard]] iterator end() { return entries_.end(); }
    [[nodiscard]] const_iterator begin() const { return entries_.begin(); }
    [[nodiscard]] const_iterator end() const { return entries_.end(); }
    [[nodiscard]] size_t size() const { return entries_.size(); }

private:
    static constexpr size_t none = ~size_t{0};
    static constexpr uint32_t empty = ~uint32_t{0};

    [[nodiscard]] size_t slot_of(uint64_t number) const {
        const uint64_t mixed = number * 0x9e3779b97f4a7c15ull;
        return (mixed ^ mixed >> 32) & (slots_.size() - 1);
    }
    [[nodiscard]] size_t place_of(uint64_t number) const {
        if (slots_.empty()) return none;
        for (size_t slot = slot_of(number);; slot = (slot + 1) & (slots_.size() - 1)) {
            if (slots_[slot] == empty) return none;
            if (entries_[slots_[slot]].first == number) return slots_[slot];
        }
    }
    void insert(uint64_t number, uint32_t place) {
        size_t slot = slot_of(number);
        while (slots_[slot] != empty) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = place;
    }
    void grow() {
        slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), empty);
        for (uint32_t place = 0; place < entries_.size(); ++place) insert(entries_[place].first, place);
    }

    std::vector<Entry> entries_;
    std::vector<uint32_t> slots_;
};

} // namespace warpscope::replay
