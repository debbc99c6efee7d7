// Places in memory: sets of bytes by their addresses. Private to src/simt.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

namespace warpscope::simt {

class ByteRanges {
public:
    [[nodiscard]] bool empty() const { return ends_.empty(); }
    [[nodiscard]] size_t count() const { return ends_.size(); }

    void add(uintptr_t begin, uintptr_t end) {
        if (begin >= end) return;
        auto next = ends_.upper_bound(begin);
        if (next != ends_.begin() && std::prev(next)->second >= begin) {
            --next;
            begin = next->first;
        }
        while (next != ends_.end() && next->first <= end) {
            end = std::max(end, next->second);
            next = ends_.erase(next);
        }
        ends_.emplace_hint(next, begin, end);
    }
    void add(const ByteRanges& others) {
        for (const auto& [begin, end] : others.ends_) add(begin, end);
    }
    [[nodiscard]] bool holds(uintptr_t begin, uintptr_t end) const {
        const auto next = ends_.upper_bound(begin);
        return next != ends_.begin() && std::prev(next)->second >= end;
    }
    [[nodiscard]] bool holds(const ByteRanges& others) const {
        return std::ranges::all_of(others.ends_, [&](const auto& range) { return holds(range.first, range.second); });
    }
    [[nodiscard]] bool meets(uintptr_t begin, uintptr_t end) const {
        const auto next = ends_.lower_bound(end);
        return next != ends_.begin() && std::prev(next)->second > begin;
    }
    [[nodiscard]] bool meets(const ByteRanges& others) const {
        return std::ranges::any_of(others.ends_, [&](const auto& range) { return meets(range.first, range.second); });
    }
    /// Those ranges of this set in which some byte is in the other, too.
    [[nodiscard]] ByteRanges that_meet(const ByteRanges& others) const {
        ByteRanges result;
        for (const auto& [begin, end] : ends_)
            if (others.meets(begin, end)) result.ends_.emplace_hint(result.ends_.end(), begin, end);
        return result;
    }

private:
    std::map<uintptr_t, uintptr_t> ends_; // by begin; apart from each other
};

} // namespace warpscope::simt
