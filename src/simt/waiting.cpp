#include "simt/waiting.hpp"

#include <algorithm>
#include <span>
#include <vector>

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

/// Goes through a loop once more, if the warp is in one: whether it has come back to `before`.
bool comes_back(Warp& warp, const Moment& before) {
    for (uint32_t block = 0; block < longest_loop; ++block) {
        run_warp(warp, 1);
        if (before.is_over(warp)) return false;
        if (before.is_here(warp)) return true;
    }
    return false;
}

/// Whether the warp is in a loop that it will not leave by itself, Waiting::surely, or not before some time has passed.
Waiting find_loop(Warp& warp) {
    const Moment before(warp);
    if (!comes_back(warp, before)) return Waiting::no;
    if (before.has_same_registers(warp)) return Waiting::surely;
    warp.stopped_clock = warp.executed + 1;
    bool same = comes_back(warp, before);
    if (same) {
        const Moment without_time(warp);
        same = comes_back(warp, without_time) && without_time.has_same_registers(warp);
    }
    warp.stopped_clock = 0;
    return same ? Waiting::for_time : Waiting::no;
}

/// Whether all strands of a warp that surely waited still do so; else one that does not is the present one.
bool still_waits(Warp& warp) {
    for (size_t left = warp.others.size() + 1; left != 0; --left) {
        if (warp.waiting != Waiting::surely) return false;
        const Moment before(warp);
        if (!comes_back(warp, before) || !before.has_same_registers(warp)) return false;
        hand_over(warp);
        if (warp.state != WarpState::ready) return false;
    }
    return true;
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
    const int64_t instructions = waits || warp.block->has_waited ? short_slice : slice_instructions;
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
        if (strand.state == Strand::State::ready) least = std::min(least, strand.waiting);
    return least;
}

} // namespace warpscope::simt
