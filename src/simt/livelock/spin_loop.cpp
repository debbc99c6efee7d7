#include "simt/livelock/spin_loop.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simt/divergence/warp.hpp"
#include "simt/lane_loop.hpp"
#include "simt/livelock/iteration_recorder.hpp"
#include "simt/state/local_memory.hpp"

namespace warpscope::simt {
namespace {

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
    [[nodiscard]] bool is_over(const Warp& warp) const {
        return warp.state != WarpState::ready || warp.others.size() != others_;
    }

private:
    const Inst* pc_;
    LaneMask active_;
    size_t paths_, others_;
    std::vector<const Inst*> calls_;
};

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

private:
    static std::span<const std::byte> registers(const Warp& warp, size_t depth) {
        const CallStorage& storage = *warp.frames[depth];
        return std::span(storage.bytes.data(), warp.worker->launch->code->functions[storage.function].frame_bytes);
    }
    [[nodiscard]] std::vector<std::byte> stack_of(const Warp& warp, uint32_t lane) const {
        if (stack_.begin >= stack_.end) return {};
        std::vector<std::byte> bytes(static_cast<size_t>(stack_.end - stack_.begin));
        load_local(warp.local, lane, stack_.begin, bytes.data(), bytes.size());
        return bytes;
    }

    StackRange stack_;
    std::vector<std::vector<std::byte>> frames_;
    std::vector<std::byte> stacks_;
};

class Iterations {
public:
    Iterations(Warp& warp, LoopSearch search)
        : warp_(warp)
        , place_(warp)
        , recorder_(warp)
        , search_(search) {
        warp.changed_mbarrier = false;
    }
    /// Restores Warp::suspended, so that the search does not charge the warp's budget.
    ~Iterations() { warp_.suspended = suspended_; }
    Iterations(const Iterations&) = delete;
    Iterations& operator=(const Iterations&) = delete;

    void remember() {
        // The first state may lack parts, because the stack range is known only after an iteration.
        before_.emplace(warp_, recorder_.stack());
        stack_ = recorder_.stack();
    }
    /// Runs one iteration. Returns whether the warp is at its place again and changed nothing that other threads see.
    [[nodiscard]] bool returns_to_place() {
        for (uint32_t block = 0; block < search_.longest; ++block) {
            run_warp(warp_, 1);
            ++blocks_;
            if (place_.is_over(warp_) || recorder_.take_changes()) return false;
            if (std::exchange(warp_.changed_mbarrier, false)) return false;
            if (place_.is_here(warp_)) return true;
        }
        return false;
    }
    [[nodiscard]] bool repeats() const { return before_->are_in(warp_) && recorder_.stack() == stack_; }
    [[nodiscard]] bool may_go_on(uint32_t iteration) const {
        constexpr uint32_t few = 2, max_blocks = 1024;
        return iteration < few || (search_.many_iterations && blocks_ < max_blocks);
    }

private:
    Warp& warp_;
    Place place_;
    IterationRecorder recorder_;
    LoopSearch search_;
    const uint64_t suspended_ = warp_.suspended;
    std::optional<Values> before_;
    StackRange stack_;
    uint32_t blocks_ = 0;
};

/// Hashes the current place and registers. Omits clock values, which differ in each iteration.
uint64_t timeless_state(const Warp& warp) {
    uint64_t sum = reinterpret_cast<uintptr_t>(warp.pc);
    for (const DecodedFunction::Range& range : warp.worker->launch->code->functions[warp.function].timeless)
        for (uint32_t k = 0; k < range.bytes; k += sizeof(uint32_t)) {
            uint32_t word = 0;
            std::memcpy(&word, warp.frame + range.offset + k, sizeof(word));
            sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
            sum ^= sum >> 32;
        }
    return sum;
}

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

Waiting classify_loop(Warp& warp, LoopSearch search) {
    Iterations iterations(warp, search);
    warp.read_clock = false;
    // Saves the state repeatedly: the first state contains values from before the loop, and later states may repeat
    // only after many iterations.
    for (uint32_t k = 0, next = 0; iterations.may_go_on(k); ++k) {
        if (k == next) {
            iterations.remember();
            next = 2 * next + 1;
        }
        if (!iterations.returns_to_place()) return Waiting::no;
        if (warp.read_clock) break;
        if (iterations.repeats()) return Waiting::surely;
    }
    if (!warp.read_clock) return Waiting::no;
    // The first iteration replaces older clock values, the second replaces values derived from them.
    const StoppedClock stopped(warp);
    if (!iterations.returns_to_place() || !iterations.returns_to_place()) return Waiting::no;
    iterations.remember();
    if (!iterations.returns_to_place() || !iterations.repeats()) return Waiting::no;
    // If registers without clock values changed since the last search, the loop may count retries.
    const uint64_t before = std::exchange(warp.state_in_loop, timeless_state(warp));
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
