// A vector clock of all threads of a grid: up to which clock of its warp what a thread has done is known.
//
// Blocks are the leaves of a tree whose parts are never changed, only replaced, and shared by all clocks that have them
// in common. So a copy costs nothing, taking over what another one knows costs what the two differ by, and a lock that
// goes through a hundred thousand blocks takes a few hundred bytes for each.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/launch.hpp"

namespace warpscope::metrics {

/// A fence holds for the whole device, or for the threads of its own block at least.
enum class Reach : uint8_t { device, block };
constexpr uint32_t reaches = 2;

/// What is known of the threads of one block: accesses with a smaller clock.
struct BlockClocks {
    /// By warp, or by lane of one warp, once for each reach.
    struct Warp {
        uint32_t warp = 0;
        std::array<std::array<uint32_t, warp_size>, reaches> by_lane{};
    };
    static constexpr uint32_t no_lane = ~0u;            // a clock of Warp::by_lane: the launch has no such thread
    std::array<std::vector<uint32_t>, reaches> by_warp; // of all lanes of the warp
    std::vector<Warp> lanes;                            // of warps some of whose lanes are known further; by warp
    /// The thread that alone has said this, plus 1, else 0; and what grows as it says more: a short way for covers().
    uint32_t giver = 0;
    uint64_t version = 0;

    [[nodiscard]] bool empty() const;
    [[nodiscard]] bool covers(Reach reach, uint32_t thread, uint32_t clock) const;
    [[nodiscard]] bool covers(const BlockClocks& other) const;
    void join(const BlockClocks& other);
    /// Leaves warps out of `lanes` that `by_warp` says as much about.
    void shorten();
};

class GridClocks {
public:
    /// Knows of everything done so far.
    [[nodiscard]] static GridClocks everything();
    /// Memory that all of them take together in this process.
    [[nodiscard]] static uint64_t bytes();

    [[nodiscard]] bool empty() const { return root_ == nullptr && !everything_; }
    /// Returns whether an access of `thread` of `block` at `clock` is known to threads of `block` itself, or of any
    /// other.
    [[nodiscard]] bool covers(uint64_t block, uint32_t thread, uint32_t clock, Reach reach) const;
    void join(const GridClocks& other);
    void join(uint64_t block, BlockClocks clocks);
    /// Returns whether both are one and the same; where not, they may still be equal.
    [[nodiscard]] bool same(const GridClocks& other) const {
        return root_ == other.root_ && everything_ == other.everything_;
    }

private:
    using Link = std::shared_ptr<const void>; // to a Node, at height 0 to a Leaf
    struct Node;
    struct Leaf;
    [[nodiscard]] static Link joined(const Link& a, const Link& b, uint32_t height);
    void grow(uint32_t height);

    Link root_;
    uint32_t height_ = 0;
    bool everything_ = false;
};

} // namespace warpscope::metrics
