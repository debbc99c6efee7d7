#include "metrics/races/order/tree_clock.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace warpscope::metrics {
namespace {

constexpr uint32_t bits_per_level = 3; // see Node::children

template<class Clocks>
void raise(Clocks& into, const Clocks& from) {
    for (size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

const BlockClocks::Warp* find_warp(const std::vector<BlockClocks::Warp>& lanes, uint32_t warp) {
    const auto found = std::ranges::lower_bound(lanes, warp, {}, &BlockClocks::Warp::warp);
    return found == lanes.end() || found->warp != warp ? nullptr : &*found;
}

std::atomic<uint64_t> bytes_in_use = 0;

class Counted {
public:
    explicit Counted(uint64_t bytes)
        : bytes_(bytes) {
        bytes_in_use.fetch_add(bytes_, std::memory_order_relaxed);
    }
    ~Counted() { bytes_in_use.fetch_sub(bytes_, std::memory_order_relaxed); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    uint64_t bytes_;
};

uint64_t bytes_of(const BlockClocks& clocks) {
    uint64_t bytes = clocks.lanes.size() * sizeof(BlockClocks::Warp);
    for (const std::vector<uint32_t>& by_warp : clocks.by_warp) bytes += by_warp.size() * sizeof(uint32_t);
    return bytes;
}

} // namespace

struct GridClocks::Node {
    explicit Node(std::array<Link, 8> below)
        : children(std::move(below)) {}
    std::array<Link, 8> children;
    Counted counted{sizeof(Node)};
};

struct GridClocks::Leaf {
    explicit Leaf(BlockClocks of_block)
        : clocks(std::move(of_block))
        , counted(sizeof(Leaf) + bytes_of(clocks)) {}
    BlockClocks clocks;
    Counted counted;
};

GridClocks GridClocks::everything() {
    GridClocks all;
    all.everything_ = true;
    return all;
}

uint64_t GridClocks::bytes() { return bytes_in_use.load(std::memory_order_relaxed); }

bool BlockClocks::empty() const {
    const auto unknown = [](uint32_t clock) { return clock == 0 || clock == no_lane; };
    for (size_t r = 0; r < reaches; ++r)
        if (!std::ranges::all_of(by_warp[r], unknown)) return false;
    return std::ranges::all_of(lanes, [&](const Warp& one) {
        return std::ranges::all_of(one.by_lane,
                                   [&](const auto& clocks) { return std::ranges::all_of(clocks, unknown); });
    });
}

bool BlockClocks::covers(Reach reach, uint32_t thread, uint32_t clock) const {
    const auto r = static_cast<size_t>(reach);
    const uint32_t warp = thread / warp_size;
    if (clock < by_warp[r][warp]) return true;
    const Warp* const found = find_warp(lanes, warp);
    return found != nullptr && clock < found->by_lane[r][thread % warp_size];
}

bool BlockClocks::covers(const BlockClocks& other) const {
    if (giver != 0 && giver == other.giver) return version >= other.version;
    for (size_t r = 0; r < reaches; ++r)
        for (uint32_t warp = 0; warp < by_warp[r].size(); ++warp)
            if (by_warp[r][warp] < other.by_warp[r][warp]) return false;
    return std::ranges::all_of(other.lanes, [&](const Warp& theirs) {
        const Warp* const mine = find_warp(lanes, theirs.warp);
        for (size_t r = 0; r < reaches; ++r)
            for (uint32_t lane = 0; lane < warp_size; ++lane) {
                const uint32_t known = std::max(by_warp[r][theirs.warp], mine == nullptr ? 0 : mine->by_lane[r][lane]);
                if (known < theirs.by_lane[r][lane] && theirs.by_lane[r][lane] != no_lane) return false;
            }
        return true;
    });
}

void BlockClocks::join(const BlockClocks& other) {
    giver = 0;
    for (size_t r = 0; r < reaches; ++r) raise(by_warp[r], other.by_warp[r]);
    for (const Warp& theirs : other.lanes) {
        const auto place = std::ranges::lower_bound(lanes, theirs.warp, {}, &Warp::warp);
        if (place == lanes.end() || place->warp != theirs.warp)
            lanes.insert(place, theirs);
        else
            for (size_t r = 0; r < reaches; ++r) raise(place->by_lane[r], theirs.by_lane[r]);
    }
    shorten();
}

void BlockClocks::shorten() {
    std::erase_if(lanes, [&](const Warp& one) {
        bool all = true;
        for (size_t r = 0; r < reaches; ++r) {
            uint32_t& of_all = by_warp[r][one.warp];
            of_all = std::max(of_all, std::ranges::min(one.by_lane[r]));
            all = all && std::ranges::all_of(one.by_lane[r],
                                             [&](uint32_t clock) { return clock <= of_all || clock == no_lane; });
        }
        return all;
    });
}

bool GridClocks::covers(uint64_t block, uint32_t thread, uint32_t clock, Reach reach) const {
    if (everything_) return true;
    if (!root_ || block >> (bits_per_level * height_) != 0) return false;
    const void* at = root_.get();
    for (uint32_t height = height_; height > 0 && at != nullptr; --height)
        at = static_cast<const Node*>(at)->children[block >> (bits_per_level * (height - 1)) & 7].get();
    return at != nullptr && static_cast<const Leaf*>(at)->clocks.covers(reach, thread, clock);
}

GridClocks::Link GridClocks::joined(const Link& a, const Link& b, uint32_t height) {
    if (a == b || !b) return a;
    if (!a) return b;
    if (height == 0) {
        const BlockClocks& mine = static_cast<const Leaf*>(a.get())->clocks;
        const BlockClocks& theirs = static_cast<const Leaf*>(b.get())->clocks;
        if (mine.covers(theirs)) return a;
        if (theirs.covers(mine)) return b;
        BlockClocks both = mine;
        both.join(theirs);
        return std::make_shared<const Leaf>(std::move(both));
    }
    const auto& mine = static_cast<const Node*>(a.get())->children;
    const auto& theirs = static_cast<const Node*>(b.get())->children;
    std::array<Link, 8> children;
    for (size_t i = 0; i < children.size(); ++i) children[i] = joined(mine[i], theirs[i], height - 1);
    if (children == mine) return a;
    if (children == theirs) return b;
    return std::make_shared<const Node>(std::move(children));
}

void GridClocks::grow(uint32_t height) {
    if (!root_) height_ = height;
    for (; height_ < height; ++height_) {
        std::array<Link, 8> above;
        above[0] = std::move(root_);
        root_ = std::make_shared<const Node>(std::move(above));
    }
}

void GridClocks::join(const GridClocks& other) {
    if (other.empty() || same(other) || everything_) return;
    if (other.everything_) {
        *this = other;
        return;
    }
    grow(other.height_);
    GridClocks theirs = other;
    theirs.grow(height_);
    root_ = joined(root_, theirs.root_, height_);
}

void GridClocks::join(uint64_t block, BlockClocks clocks) {
    GridClocks one;
    one.root_ = std::make_shared<const Leaf>(std::move(clocks));
    for (uint64_t rest = block; rest != 0; rest >>= bits_per_level) ++one.height_;
    for (uint32_t height = 1; height <= one.height_; ++height) {
        std::array<Link, 8> above;
        above[block >> (bits_per_level * (height - 1)) & 7] = std::move(one.root_);
        one.root_ = std::make_shared<const Node>(std::move(above));
    }
    join(one);
}

} // namespace warpscope::metrics
