#pragma once

#include <atomic>
#include <type_traits>

namespace warpscope {

/// Replacement for std::atomic_ref, which libc++ before 19 lacks.
template<class T>
class AtomicRef {
public:
    using value_type = std::remove_const_t<T>;

    explicit AtomicRef(T& object)
        : object_(&object) {}

    [[nodiscard]] value_type load(std::memory_order order = std::memory_order_seq_cst) const {
        value_type value;
        __atomic_load(object_, &value, static_cast<int>(order));
        return value;
    }
    void store(T value, std::memory_order order = std::memory_order_seq_cst) const {
        __atomic_store(object_, &value, static_cast<int>(order));
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order order) const {
        // A failed exchange only loads, so its memory order must not release.
        const auto failure = order == std::memory_order_acq_rel   ? std::memory_order_acquire
                             : order == std::memory_order_release ? std::memory_order_relaxed
                                                                  : order;
        return compare_exchange_weak(expected, desired, order, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) const {
        return __atomic_compare_exchange(object_, &expected, &desired, true, static_cast<int>(success),
                                         static_cast<int>(failure));
    }
    T fetch_or(T bits, std::memory_order order = std::memory_order_seq_cst) const {
        return __atomic_fetch_or(object_, bits, static_cast<int>(order));
    }
    T fetch_and(T bits, std::memory_order order = std::memory_order_seq_cst) const {
        return __atomic_fetch_and(object_, bits, static_cast<int>(order));
    }
    T fetch_add(T summand, std::memory_order order = std::memory_order_seq_cst) const {
        if constexpr (std::is_integral_v<T>) {
            return __atomic_fetch_add(object_, summand, static_cast<int>(order));
        } else {
            T old = load(std::memory_order_relaxed);
            while (!compare_exchange_weak(old, old + summand, order, std::memory_order_relaxed)) {
            }
            return old;
        }
    }

private:
    T* object_;
};

} // namespace warpscope
