#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "simt/events.hpp"

namespace warpscope::metrics {

/// Tags of values, per lane; Tag{}: unknown.
template<class Tag>
class LaneTags {
public:
    [[nodiscard]] simt::LaneMask tagged() const { return tagged_; }
    [[nodiscard]] const Tag& operator[](size_t lane) const { return tags_[lane]; }
    void set(size_t lane, const Tag& tag) {
        tags_[lane] = tag;
        const simt::LaneMask bit = simt::LaneMask{1} << lane;
        tagged_ = tag == Tag{} ? tagged_ & ~bit : tagged_ | bit;
    }

private:
    simt::LaneMask tagged_ = 0;
    std::array<Tag, warp_size> tags_{};
};

/// Owner of bytes: the block, or a thread
inline constexpr uint64_t block_owner = 0;
[[nodiscard]] constexpr uint64_t thread_owner(uint64_t thread) { return 1 + thread; }

template<class Tag>
class ByteTags {
public:
    [[nodiscard]] const Tag* find(uint64_t owner, uint64_t offset) const {
        if (tags_.empty()) return nullptr;
        const auto found = tags_.find(owner << 40 | offset);
        return found == tags_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] Tag at(uint64_t owner, uint64_t offset) const {
        const Tag* const found = find(owner, offset);
        return found == nullptr ? Tag{} : *found;
    }
    void set(uint64_t owner, uint64_t offset, const Tag& tag) {
        if (!(tag == Tag{}))
            tags_[owner << 40 | offset] = tag;
        else if (!tags_.empty())
            tags_.erase(owner << 40 | offset);
    }
    void clear() { tags_.clear(); }

private:
    std::unordered_map<uint64_t, Tag> tags_;
};

} // namespace warpscope::metrics
