#include "simt/idle_loop.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "simt/scalar.hpp"
#include "simt/store_watch.hpp"
#include "simt/warp.hpp"

namespace warpscope::simt {
namespace {

/// Where a warp is.
class Place {
public:
    explicit Place(const Warp& warp)
        : pc_(warp.pc)
        , active_(warp.active)
        , paths_(warp.paths.size())
        , others_(warp.others.size()) {
        for (const CallFrame& call : warp.calls) calls_.push_back(call.resume);
    }
    [[nodiscard]] bool is_here(const Warp& warp) const {
        return warp.pc == pc_ && warp.active == active_ && warp.paths.size() == paths_ &&
               std::ranges::equal(warp.calls, calls_, {}, &CallFrame::resume);
    }
    /// Whether it went somewhere else since.
    [[nodiscard]] bool is_over(const Warp& warp) const {
        return warp.state != WarpState::ready || warp.others.size() != others_;
    }

private:
    const Inst* pc_;
    LaneMask active_;
    size_t paths_, others_;
    std::vector<const Inst*> calls_;
};

/// What is in the registers of a warp, and in its active lanes' stacks from `begin` to `end`.
class Values {
public:
    Values(const Warp& warp, StackRange stack)
        : stack_(stack) {
        for (size_t depth = 0; depth <= warp.calls.size(); ++depth) {
            const auto bytes = registers(warp, depth);
            frames_.emplace_back(bytes.begin(), bytes.end());
        }
        for_each_lane(warp.active, [&](uint32_t lane) {
            const auto bytes = stack_of(warp, lane);
            stacks_.insert(stacks_.end(), bytes.begin(), bytes.end());
        });
    }
    /// Of a warp that is at the same place.
    [[nodiscard]] bool are_in(const Warp& warp) const {
        for (size_t depth = 0; depth < frames_.size(); ++depth)
            if (!std::ranges::equal(registers(warp, depth), frames_[depth])) return false;
        bool same = true;
        size_t at = 0;
        for_each_lane(warp.active, [&](uint32_t lane) {
            const auto bytes = stack_of(warp, lane);
            same = same && std::memcmp(bytes.data(), stacks_.data() + at, bytes.size()) == 0;
            at += bytes.size();
        });
        return same;
    }

private:
    static std::span<const std::byte> registers(const Warp& warp, size_t depth) {
        const CallStorage& storage = *warp.frames[depth];
        return std::span(storage.bytes.data(), warp.worker->launch->code->functions[storage.function].frame_bytes);
    }
    [[nodiscard]] std::span<const std::byte> stack_of(const Warp& warp, uint32_t lane) const {
        if (stack_.begin >= stack_.end) return {};
        return {warp.local + lane * warp.local_stride + stack_.begin, stack_.end - stack_.begin};
    }

    StackRange stack_;
    std::vector<std::vector<std::byte>> frames_;
    std::vector<std::byte> stacks_; // of lane after lane
};

/// Rounds of the loop that a warp is in.
class Rounds {
public:
    Rounds(Warp& warp, uint32_t longest)
        : warp_(warp)
        , place_(warp)
        , watch_(warp)
        , longest_(longest) {}

    /// One more, if the warp is in a loop: whether it has come back without a change to memory. Who changes what others
    /// look at does more than to wait, even if it comes back.
    [[nodiscard]] bool comes_back() {
        for (uint32_t block = 0; block < longest_; ++block) {
            run_warp(warp_, 1);
            if (place_.is_over(warp_) || watch_.has_changed_memory()) break;
            if (place_.is_here(warp_)) return true;
        }
        is_over_ = true;
        return false;
    }
    /// The same, and whether the next round is bound to be like this one as long as memory and the time do not change.
    /// Of the stacks, what rounds until now have stored to is compared: the first round may not know.
    [[nodiscard]] bool comes_back_unchanged() {
        const StackRange stack = watch_.stack();
        const Values before(warp_, stack);
        return comes_back() && before.are_in(warp_) && watch_.stack() == stack;
    }
    /// Whether some round has not come back.
    [[nodiscard]] bool is_over() const { return is_over_; }

private:
    Warp& warp_;
    Place place_;
    StoreWatch watch_;
    uint32_t longest_;
    bool is_over_ = false;
};

/// Clocks show one time for as long as this lives.
class StoppedClock {
public:
    explicit StoppedClock(Warp& warp)
        : warp_(warp) {
        warp.stopped_clock = time_of(warp) + 1;
    }
    ~StoppedClock() { warp_.stopped_clock = 0; }
    StoppedClock(const StoppedClock&) = delete;
    StoppedClock& operator=(const StoppedClock&) = delete;

private:
    Warp& warp_;
};

} // namespace

Waiting find_loop(Warp& warp, uint32_t longest) {
    Rounds rounds(warp, longest);
    warp.read_clock = false;
    // The second round is for what the first one found as an earlier kind of round had left it.
    for (int round = 0; round < 2 && !warp.read_clock; ++round) {
        const bool same = rounds.comes_back_unchanged();
        if (same && !warp.read_clock) return Waiting::surely;
        if (rounds.is_over()) return Waiting::no;
    }
    // What was found out from the time before it stopped is replaced in the first round, what depends on that in the
    // second.
    const StoppedClock stopped(warp);
    const bool same = rounds.comes_back() && rounds.comes_back() && rounds.comes_back_unchanged();
    return same ? Waiting::for_time : Waiting::no;
}

bool go_to_top(Warp& warp) {
    const Place begin(warp);
    const auto here = [&] { return std::pair(warp.calls.size(), warp.pc->pc); };
    auto top = here();
    for (uint32_t block = 0; block == 0 || !begin.is_here(warp); ++block) {
        run_warp(warp, 1);
        if (begin.is_over(warp) || block == longest_idle_loop) return false;
        top = std::min(top, here());
    }
    for (uint32_t block = 0; here() != top; ++block) {
        run_warp(warp, 1);
        if (begin.is_over(warp) || block == longest_idle_loop) return false;
    }
    return true;
}

} // namespace warpscope::simt
