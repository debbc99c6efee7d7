// Two pieces of work that touch nothing in common, done at the same time.
#pragma once

#include <future>

namespace warpscope::metrics {

/// Calls both; where it is `worth` the start of a thread, at the same time. Throws what one of them throws.
template<class One, class Other>
void parallel_invoke(bool worth, const One& one, const Other& other) {
    if (!worth) {
        one();
        other();
        return;
    }
    // The system has no thread left: both policies let `other` run in get() then.
    std::future<void> done = std::async(std::launch::async | std::launch::deferred, other);
    one();
    done.get();
}

} // namespace warpscope::metrics
