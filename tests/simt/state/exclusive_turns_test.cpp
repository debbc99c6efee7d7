#include "simt/state/exclusive_turns.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace warpscope::simt {
namespace {

using namespace std::chrono_literals;
using Clock = ExclusiveTurns::Clock;

/// Three workers increment a counter, without locked instructions if they are alone. Returns the number of such turns.
uint64_t count_turns_alone(bool is_allowed) {
    constexpr uint32_t workers = 3, turns = 5'000;
    ExclusiveTurns exclusive(workers, is_allowed);
    std::atomic<uint64_t> counter{0}, turns_alone{0};
    const auto run = [&] {
        ExclusiveTurns::Turn own;
        for (uint32_t turn = 0; turn < turns; ++turn) {
            if (turn % 50 == 0 && !own.ownership) exclusive.begin_phase(100us);
            exclusive.begin(own);
            turns_alone += own.is_alone ? 1 : 0;
            if (own.is_alone) {
                const uint64_t value = counter.load(std::memory_order_relaxed);
                std::this_thread::yield();
                counter.store(value + 1, std::memory_order_relaxed);
            } else {
                ++counter;
            }
            if (turn % 777 == 0) exclusive.release(own);
        }
        exclusive.end_worker(own);
    };
    {
        std::vector<std::jthread> threads;
        for (uint32_t worker = 0; worker < workers; ++worker) threads.emplace_back(run);
    }
    EXPECT_EQ(counter, uint64_t{workers} * turns);
    return turns_alone;
}

TEST(ExclusiveTurns, NoOtherWorkerRunsInATurnAlone) {
    EXPECT_GT(count_turns_alone(true), 0u);
    EXPECT_EQ(count_turns_alone(false), 0u);
}

/// Returns whether requests of this duration, one per `interval`, count as contention.
bool is_contention(Clock::duration request, Clock::duration interval, uint32_t workers) {
    ContentionMeter meter;
    Clock::time_point now;
    for (uint32_t k = 0; k < 2000; ++k, now += interval)
        if (meter.should_sample() && meter.add(now, now + request, workers)) return true;
    return false;
}

TEST(ContentionMeter, ComparesWithOneWorkerAlone) {
    EXPECT_TRUE(is_contention(300ns, 380ns, 2));
    EXPECT_FALSE(is_contention(60ns, 140ns, 2));
    EXPECT_FALSE(is_contention(300ns, 1000ns, 2)); // other work dominates
    EXPECT_FALSE(is_contention(300ns, 380ns, 8));
    EXPECT_TRUE(is_contention(900ns, 920ns, 8));
}

TEST(ContentionMeter, IgnoresASuspendedRequest) {
    ContentionMeter meter;
    Clock::time_point now;
    for (uint32_t k = 1; k <= 2000; ++k, now += 140ns)
        if (meter.should_sample()) {
            const Clock::duration request = k == 320 ? 50us : 60ns;
            ASSERT_FALSE(meter.add(now, now + request, 2));
            now += request;
        }
}

} // namespace
} // namespace warpscope::simt
