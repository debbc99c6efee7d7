#include "simt/waiting.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "simt/store_watch.hpp"
#include "simt/strands.hpp"
#include "simt/warp.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t longest_loop = 64;      // basic blocks that a loop of which it is said that it repeats may execute
constexpr uint32_t many_slices = 16;       // on one path: long enough to let others have a turn
constexpr uint32_t very_many_slices = 256; // long enough to let other blocks begin
constexpr uint64_t rare_looks = 1'000;     // instructions between two looks at memory: more is no waiting

/// Executions of basic blocks with accesses by which a thread can wait for others.
uint64_t looks(const Warp& warp) {
    uint64_t sum = 0;
    for (const uint32_t block : warp.worker->launch->code->waiting_blocks) sum += warp.counters[block].executions;
    return sum;
}

/// Where a warp is and what is in its registers.
class Moment {
public:
    explicit Moment(const Warp& warp)
        : pc_(warp.pc)
        , active_(warp.active)
        , paths_(warp.paths.size())
        , others_(warp.others.size()) {
        for (size_t depth = 0; depth <= warp.calls.size(); ++depth) {
            const auto bytes = registers(warp, depth);
            frames_.emplace_back(bytes.begin(), bytes.end());
        }
    }
    [[nodiscard]] bool is_here(const Warp& warp) const {
        return warp.pc == pc_ && warp.active == active_ && warp.paths.size() == paths_ &&
               warp.calls.size() + 1 == frames_.size();
    }
    /// Whether it went somewhere else since.
    [[nodiscard]] bool is_over(const Warp& warp) const {
        return warp.state != WarpState::ready || warp.others.size() != others_;
    }
    [[nodiscard]] bool has_same_registers(const Warp& warp) const {
        for (size_t depth = 0; depth < frames_.size(); ++depth)
            if (!std::ranges::equal(registers(warp, depth), frames_[depth])) return false;
        return true;
    }

private:
    static std::span<const std::byte> registers(const Warp& warp, size_t depth) {
        const CallStorage& storage = *warp.frames[depth];
        return std::span(storage.bytes.data(), warp.worker->launch->code->functions[storage.function].frame_bytes);
    }

    const Inst* pc_;
    LaneMask active_;
    size_t paths_, others_;
    std::vector<std::vector<std::byte>> frames_;
};

/// Goes through a loop once more, if the warp is in one: whether it has come back to `before` without a change to
/// memory. Who changes what others look at does more than to wait, even if it comes back.
bool comes_back(Warp& warp, const Moment& before, StoreWatch& watch) {
    for (uint32_t block = 0; block < longest_loop; ++block) {
        run_warp(warp, 1);
        if (before.is_over(warp) || watch.has_changed_memory()) return false;
        if (before.is_here(warp)) return true;
    }
    return false;
}

/// The same, and whether the next round is bound to be like this one as long as memory and the time do not change.
bool comes_back_unchanged(Warp& warp) {
    const Moment before(warp);
    StoreWatch watch(warp);
    return comes_back(warp, before, watch) && before.has_same_registers(warp) && !watch.has_changed_stack();
}
bool surely_waits(Warp& warp) {
    warp.read_clock = false;
    return comes_back_unchanged(warp) && !warp.read_clock;
}

/// Whether the warp is in a loop that it will not leave by itself, Waiting::surely, or not before some time has passed.
Waiting find_loop(Warp& warp) {
    const Moment before(warp);
    {
        StoreWatch watch(warp);
        warp.read_clock = false;
        if (!comes_back(warp, before, watch)) return Waiting::no;
        if (!warp.read_clock && before.has_same_registers(warp) && !watch.has_changed_stack()) return Waiting::surely;
    }
    warp.stopped_clock = warp.executed + 1;
    StoreWatch watch(warp);
    const bool same = comes_back(warp, before, watch) && comes_back_unchanged(warp);
    warp.stopped_clock = 0;
    return same ? Waiting::for_time : Waiting::no;
}

/// Whether all strands of a warp that surely waited still do so; else one that does not is the present one.
bool still_waits(Warp& warp) {
    for (size_t left = warp.others.size() + 1; left != 0; --left) {
        if (warp.waiting != Waiting::surely) return false;
        if (!surely_waits(warp)) return false;
        hand_over(warp);
        if (warp.state != WarpState::ready) return false;
    }
    return true;
}

/// A short slice, not always of one length: a loop that takes a lock and lets it go would come to the slice's end with
/// the lock each time, and nobody else would ever get it.
int64_t uneven_slice(const Warp& warp) {
    const uint64_t mixed = warp.executed * 0x9e3779b97f4a7c15ull >> 32;
    return short_slice / 2 + static_cast<int64_t>(mixed % short_slice);
}

Waiting find_waiting(Warp& warp, uint64_t looked, int64_t executed) {
    if (looked * rare_looks < static_cast<uint64_t>(executed)) {
        warp.same_path = 0;
        return Waiting::no;
    }
    warp.same_path = warp.path_before == warp.active ? warp.same_path + 1 : 0;
    warp.path_before = warp.active;
    const Waiting loop = find_loop(warp);
    return loop == Waiting::no && warp.same_path >= many_slices ? Waiting::perhaps : loop;
}

} // namespace

void run_turn(Warp& warp) {
    const bool waited = warp.has_waited && warp.waiting == Waiting::surely;
    if (warp.has_waited && still_waits(warp)) return;
    warp.worker->moved = true;
    if (waited && warp.worker->launch->grid_workspace != 0) {
        warp.waiting = Waiting::no;
        warp.block->gives_way = true;
        return;
    }
    if (warp.state != WarpState::ready) return;
    const bool waits = warp.has_waited && (!warp.others.empty() || warp.waiting != Waiting::no);
    const int64_t instructions = waits || warp.block->has_waited ? uneven_slice(warp) : slice_instructions;
    if (warp.worker->launch->code->waiting_blocks.empty()) {
        run_warp(warp, instructions);
        if (warp.has_waited && warp.state == WarpState::ready) hand_over(warp);
        return;
    }
    const uint64_t looks_before = looks(warp);
    const uint64_t executed_before = warp.executed;
    run_warp(warp, instructions);
    if (warp.state != WarpState::ready) return;
    warp.has_waited = true;
    if (warp.block->hands_on) // to look for a loop is to go on, and others come first
        warp.waiting = Waiting::no;
    else
        warp.waiting =
            find_waiting(warp, looks(warp) - looks_before, static_cast<int64_t>(warp.executed - executed_before));
    if (warp.state != WarpState::ready) return;
    if (warp.waiting != Waiting::no) warp.block->has_waited = true;
    hand_over(warp);
}

Waiting waiting_of(const Warp& warp) {
    if (!warp.has_waited) return Waiting::no;
    Waiting least = warp.waiting == Waiting::perhaps && warp.same_path < very_many_slices ? Waiting::no : warp.waiting;
    for (const Strand& strand : warp.others)
        if (strand.state == Strand::State::ready || strand.state == Strand::State::arrived)
            least = std::min(least, strand.waiting);
    return least;
}

} // namespace warpscope::simt
