// Threads that wait may change memory meanwhile: they count their attempts there, or tell that they are alive. That is
// no more than to wait unless somebody's wait depends on it. Of one launch, for all of its workers. Private to
// src/simt.
#pragma once

#include <atomic>
#include <mutex>

#include "simt/state/interval_set.hpp"

namespace warpscope::simt {

class SpinStores {
public:
    enum class Meaning : uint8_t {
        nothing, // to anybody, as far as is known
        news,    // the same, but not all who wait may know of it: they are to look once more
        work,    // somebody waits for what is stored there
    };
    /// What a thread's wait means to others in which it stores to `beaten` and which depends on what is at `looked_at`.
    [[nodiscard]] Meaning meaning(const ByteRanges& beaten, const ByteRanges& looked_at) {
        if (beaten.empty() && !any_) return Meaning::nothing;
        const std::lock_guard lock(mutex_);
        if (watched_.meets(beaten) || beaten_.count() > most) return Meaning::work;
        bool news = false;
        if (!beaten_.holds(beaten)) {
            beaten_.add(beaten);
            any_ = news = true;
        }
        if (const ByteRanges both = looked_at.that_meet(beaten_); !watched_.holds(both)) {
            watched_.add(both);
            news = true;
        }
        return news ? Meaning::news : Meaning::nothing;
    }

private:
    static constexpr size_t most = 4096;

    std::atomic<bool> any_{false};
    std::mutex mutex_;
    ByteRanges beaten_;  // where somebody stored while it waited
    ByteRanges watched_; // of these, what somebody's wait depends on
};

} // namespace warpscope::simt
