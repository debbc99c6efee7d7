#include "simt/livelock/spin_loop.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simt/divergence/warp.hpp"
#include "simt/lane_loop.hpp"
#include "simt/livelock/iteration_invariance.hpp"

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
            same = same && std::ranges::equal(bytes, std::span(stacks_).subspan(at, bytes.size()));
            at += bytes.size();
        });
        return same;
    }
    [[nodiscard]] std::span<const std::byte> of_running_function() const { return frames_.back(); }

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

/// Basic blocks in which a warp that stores to memory is to come back.
constexpr uint32_t longest_with_stores = 64;

/// Rounds of the loop that a warp is in.
class Rounds {
public:
    Rounds(Warp& warp, LoopSearch search)
        : warp_(warp)
        , place_(warp)
        , watch_(warp)
        , search_(search) {
        warp.changed_mbarrier = false;
    }
    /// Tests of an mbarrier count towards the budget where they take a turn of their own.
    ~Rounds() { warp_.suspended = suspended_; }
    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;

    /// What comes later is compared with what is now.
    void remember() {
        for (const RoundWatch::Access& access : watch_.accesses())
            if (access.changed && !access.of_stack) changed_before_.add(access.begin(), access.end());
        watch_.restart();
        changed_memory_ = false;
        // Of the stacks, what rounds until now have stored to is compared: the first round may not know.
        before_.emplace(warp_, watch_.stack());
        stack_ = watch_.stack();
    }
    /// One more, if the warp is in a loop: whether it has come back. Not if it has changed memory, unless the search is
    /// thorough: who changes what others look at does more than to wait, even if it comes back.
    [[nodiscard]] bool comes_back() {
        for (uint32_t block = 0; block < search_.longest; ++block) {
            run_warp(warp_, 1);
            ++blocks_;
            if (place_.is_over(warp_)) return false;
            if (std::exchange(warp_.changed_mbarrier, false)) return false;
            changed_memory_ = watch_.has_changed_memory() || changed_memory_;
            if (changed_memory_ && (!search_.thorough || block >= longest_with_stores)) return false;
            if (place_.is_here(warp_)) return true;
        }
        return false;
    }
    /// Whether the loop is bound to go on like this as long as others change nothing and no time passes.
    [[nodiscard]] bool are_all_alike() {
        SteadyRounds rounds(warp_, watch_);
        const bool nothing_changed = !changed_memory_ && before_->are_in(warp_) && watch_.stack() == stack_;
        if (nothing_changed)
            places_ = rounds.all_places();
        else if (search_.thorough)
            places_ = rounds.places(before_->of_running_function());
        else
            places_.reset();
        if (!places_) return false;
        const LoopSlice* const slice = warp_.read_clock ? rounds.slice() : nullptr;
        needs_clock_ = warp_.read_clock && (slice == nullptr || slice->reads_time);
        return true;
    }
    /// Of rounds that are all alike: whether it matters to them what clocks show.
    [[nodiscard]] bool need_clock() const { return needs_clock_; }
    /// Whether it is known before that they do.
    [[nodiscard]] bool look_at_clock() {
        if (!warp_.read_clock || !search_.thorough) return warp_.read_clock;
        const LoopSlice* const slice = SteadyRounds(warp_, watch_).slice();
        return slice == nullptr || slice->reads_time;
    }
    /// Whether one more may be worth its while.
    [[nodiscard]] bool may_go_on(uint32_t round) const {
        constexpr uint32_t few = 2, most_blocks = 1024;
        const bool looks_only = !changed_memory_ && changed_before_.empty();
        return round < few || (search_.thorough && search_.in_groups && looks_only && blocks_ < most_blocks);
    }
    /// Tells others of rounds that are all alike: whether it is only to wait.
    [[nodiscard]] bool only_wait() const {
        warp_.beats = !places_->beaten.empty();
        if (!places_->beaten.holds(changed_before_)) warp_.worker->moved = true; // before the loop was as it is now
        switch (warp_.worker->launch->spin_stores.meaning(places_->beaten, places_->looked_at)) {
        case SpinStores::Meaning::work: return false;
        case SpinStores::Meaning::news: warp_.worker->moved = true; break;
        case SpinStores::Meaning::nothing: break;
        }
        return true;
    }
    /// Stands for the place and for what decides how the loop goes on but for times. 0: not known.
    [[nodiscard]] uint64_t state() const {
        // Not of these rounds: there may be others when time has passed.
        const LoopSlice* const slice = slices_of(*warp_.worker).find_around(warp_.function, warp_.pc->pc);
        if (slice == nullptr) return 0;
        uint64_t sum = reinterpret_cast<uintptr_t>(warp_.pc);
        for (const DecodedFunction::Range& range : slice->timeless)
            for (uint32_t k = 0; k < range.bytes; k += sizeof(uint32_t)) {
                uint32_t word = 0;
                std::memcpy(&word, warp_.frame + range.offset + k, sizeof(word));
                sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
                sum ^= sum >> 32;
            }
        return std::max<uint64_t>(sum, 1);
    }

private:
    Warp& warp_;
    Place place_;
    RoundWatch watch_;
    LoopSearch search_;
    const uint64_t suspended_ = warp_.suspended;
    std::optional<Values> before_;
    StackRange stack_;
    bool changed_memory_ = false; // since then
    ByteRanges changed_before_;
    uint32_t blocks_ = 0;
    std::optional<RoundPlaces> places_;
    bool needs_clock_ = false;
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

Waiting find_loop(Warp& warp, LoopSearch search) {
    Rounds rounds(warp, search);
    warp.read_clock = false;
    // Rounds may repeat in groups: what is compared with is taken anew after 1, 3, 7 ... rounds, and the second round
    // is also for what the first one found as an earlier kind of round had left it.
    for (uint32_t round = 0, next = 0; rounds.may_go_on(round); ++round) {
        if (round == next) {
            rounds.remember();
            next = 2 * next + 1;
        }
        if (!rounds.comes_back()) return Waiting::no;
        if (rounds.are_all_alike() && !rounds.need_clock()) return rounds.only_wait() ? Waiting::surely : Waiting::no;
        if (rounds.look_at_clock()) break;
    }
    if (!warp.read_clock) return Waiting::no;
    // What was found out from the time before it stopped is replaced in the first round, what depends on that in the
    // second.
    const StoppedClock stopped(warp);
    if (!rounds.comes_back() || !rounds.comes_back()) return Waiting::no;
    rounds.remember();
    if (!rounds.comes_back() || !rounds.are_all_alike() || !rounds.only_wait()) return Waiting::no;
    // Whoever tries again whenever some time has passed may do so for a number of times only.
    const uint64_t before = std::exchange(warp.state_in_loop, rounds.state());
    return warp.waiting == Waiting::for_time && warp.state_in_loop != before ? Waiting::no : Waiting::for_time;
}

bool go_to_top(Warp& warp) {
    const Place begin(warp);
    const auto here = [&] { return std::pair(warp.calls.size(), warp.pc->pc); };
    auto top = here();
    for (uint32_t block = 0; block == 0 || !begin.is_here(warp); ++block) {
        run_warp(warp, 1);
        if (begin.is_over(warp) || block == longest_spin_loop) return false;
        top = std::min(top, here());
    }
    for (uint32_t block = 0; here() != top; ++block) {
        run_warp(warp, 1);
        if (begin.is_over(warp) || block == longest_spin_loop) return false;
    }
    return true;
}

} // namespace warpscope::simt
