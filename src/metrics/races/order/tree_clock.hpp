// Vector clock of all threads of a grid: a persistent tree with blocks as leaves. Copies are free. The cost of a join
// depends on the difference.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/launch.hpp"

namespace warpscope::metrics {

enum class Reach : uint8_t { device, block };
constexpr uint32_t reaches = 2;

/// Vector clock of one block. It covers accesses with smaller clocks.
struct BlockClocks {
    struct Warp {
        uint32_t warp = 0;
        std::array<std::array<uint32_t, warp_size>, reaches> by_lane{};
    };
    static constexpr uint32_t no_lane = ~0u;            // clock of a lane without a thread
    std::array<std::vector<uint32_t>, reaches> by_warp; // clocks that hold for the whole warp
    std::vector<Warp> lanes;                            // warps in which a lane's clock exceeds `by_warp`, sorted
    /// Thread number plus 1 if all clocks come from one thread, otherwise 0.
    uint32_t giver = 0;
    uint64_t version = 0;

    [[nodiscard]] bool empty() const;
    [[nodiscard]] bool covers(Reach reach, uint32_t thread, uint32_t clock) const;
    [[nodiscard]] bool covers(const BlockClocks& other) const;
    void join(const BlockClocks& other);
    /// Removes warps from `lanes` that `by_warp` covers.
    void shorten();
};

class GridClocks {
public:
    [[nodiscard]] static GridClocks everything();
    [[nodiscard]] static uint64_t bytes();

    [[nodiscard]] bool empty() const { return root_ == nullptr && !everything_; }
    /// Returns whether threads of the same block (Reach::block) or of any block know an access at `clock`.
    [[nodiscard]] bool covers(uint64_t block, uint32_t thread, uint32_t clock, Reach reach) const;
    void join(const GridClocks& other);
    void join(uint64_t block, BlockClocks clocks);
    /// Compares identities, so some equal clocks count as different.
    [[nodiscard]] bool same(const GridClocks& other) const {
        return root_ == other.root_ && everything_ == other.everything_;
    }

private:
    using Link = std::shared_ptr<const void>; // Node, or Leaf at height 0
    struct Node;
    struct Leaf;
    [[nodiscard]] static Link joined(const Link& a, const Link& b, uint32_t height);
    void grow(uint32_t height);

    Link root_;
    uint32_t height_ = 0;
    bool everything_ = false;
};

} // namespace warpscope::metrics
