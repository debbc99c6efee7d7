#pragma once

#include <future>

namespace warpscope::metrics {

/// Uses a second thread if `worth` is true. Rethrows exceptions.
template<class One, class Other>
void parallel_invoke(bool worth, const One& one, const Other& other) {
    if (!worth) {
        one();
        other();
        return;
    }
    // If the system starts no thread, get() runs `other`.
    std::future<void> done = std::async(std::launch::async | std::launch::deferred, other);
    one();
    done.get();
}

} // namespace warpscope::metrics
