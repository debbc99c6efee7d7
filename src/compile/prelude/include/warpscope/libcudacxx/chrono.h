#pragma once

#include "warpscope/libcudacxx/cuda_std.h"

namespace cuda {
namespace std {

WS_STD long long ws_common_divisor(long long a, long long b) { return b == 0 ? a : ws_common_divisor(b, a % b); }
template<long long numerator, long long denominator = 1>
struct ratio {
    static constexpr long long num = numerator / ws_common_divisor(numerator, denominator);
    static constexpr long long den = denominator / ws_common_divisor(numerator, denominator);
    typedef ratio<num, den> type;
};
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1000> kilo;
typedef ratio<1000000> mega;
typedef ratio<1000000000> giga;
template<class _A, class _B>
using ratio_multiply = typename ratio<_A::num * _B::num, _A::den * _B::den>::type;
template<class _A, class _B>
using ratio_divide = typename ratio<_A::num * _B::den, _A::den * _B::num>::type;

namespace chrono {

template<class Rep, class Period = ratio<1>>
class duration;

template<class _T>
inline constexpr bool ws_is_duration = false;
template<class Rep, class Period>
inline constexpr bool ws_is_duration<duration<Rep, Period>> = true;

template<class _A, class _B>
using ws_common_period = typename ratio<ws_common_divisor(_A::num, _B::num),
                                        _A::den / ws_common_divisor(_A::den, _B::den) * _B::den>::type;
template<class _A, class _B>
using ws_common = duration<common_type_t<typename _A::rep, typename _B::rep>,
                           ws_common_period<typename _A::period, typename _B::period>>;

template<class To, class Rep, class Period>
WS_STD To duration_cast(const duration<Rep, Period>& from) {
    typedef ratio_divide<Period, typename To::period> factor;
    typedef common_type_t<common_type_t<typename To::rep, Rep>, long long> wide;
    return To(static_cast<typename To::rep>(static_cast<wide>(from.count()) * static_cast<wide>(factor::num) /
                                            static_cast<wide>(factor::den)));
}

template<class Rep, class Period>
class duration {
public:
    typedef Rep rep;
    typedef typename Period::type period;

    duration() = default;
    template<class _R, class = enable_if_t<is_convertible_v<const _R&, Rep> &&
                                          (is_floating_point_v<Rep> || !is_floating_point_v<_R>)>>
    WS_STD explicit duration(const _R& count)
        : count_(static_cast<Rep>(count)) {}
    /// Allows only conversions without loss.
    template<class _R, class _P,
             class = enable_if_t<is_floating_point_v<Rep> ||
                                 (ratio_divide<_P, Period>::den == 1 && !is_floating_point_v<_R>)>>
    WS_STD duration(const duration<_R, _P>& other)
        : count_(duration_cast<duration>(other).count()) {}
    WS_STD Rep count() const { return count_; }
    static WS_STD duration zero() { return duration(Rep(0)); }
    static WS_STD duration max() { return duration(numeric_limits<Rep>::max()); }
    static WS_STD duration min() { return duration(numeric_limits<Rep>::lowest()); }

    WS_STD duration operator+() const { return *this; }
    WS_STD duration operator-() const { return duration(-count_); }
    WS_STD duration& operator++() { return *this += duration(1); }
    WS_STD duration& operator--() { return *this -= duration(1); }
    WS_STD duration& operator+=(const duration& other) {
        count_ += other.count_;
        return *this;
    }
    WS_STD duration& operator-=(const duration& other) {
        count_ -= other.count_;
        return *this;
    }
    WS_STD duration& operator*=(const Rep& factor) {
        count_ *= factor;
        return *this;
    }
    WS_STD duration& operator/=(const Rep& divisor) {
        count_ /= divisor;
        return *this;
    }

private:
    Rep count_;
};

typedef duration<long long, nano> nanoseconds;
typedef duration<long long, micro> microseconds;
typedef duration<long long, milli> milliseconds;
typedef duration<long long> seconds;
typedef duration<long, ratio<60>> minutes;
typedef duration<long, ratio<3600>> hours;

#define WS_DURATIONS(type, name, ...)                                                                                  \
    template<class Rep, class Period, class Rep2, class Period2>                                                       \
    WS_STD auto name(const duration<Rep, Period>& a, const duration<Rep2, Period2>& b) {                               \
        typedef ws_common<duration<Rep, Period>, duration<Rep2, Period2>> common;                                      \
        const auto x = common(a).count();                                                                              \
        const auto y = common(b).count();                                                                              \
        return type(__VA_ARGS__);                                                                                      \
    }
WS_DURATIONS(common, operator+, x + y)
WS_DURATIONS(common, operator-, x - y)
WS_DURATIONS(common, operator%, x % y)
WS_DURATIONS(, operator/, x / y)
WS_DURATIONS(, operator==, x == y)
WS_DURATIONS(, operator!=, x != y)
WS_DURATIONS(, operator<, x < y)
WS_DURATIONS(, operator<=, x <= y)
WS_DURATIONS(, operator>, x > y)
WS_DURATIONS(, operator>=, x >= y)
#undef WS_DURATIONS
#define WS_SCALED(name, operation)                                                                                     \
    template<class Rep, class Period, class Rep2, class = enable_if_t<is_arithmetic_v<Rep2>>>                          \
    WS_STD auto name(const duration<Rep, Period>& a, const Rep2& b) {                                                  \
        typedef common_type_t<Rep, Rep2> rep;                                                                          \
        return duration<rep, Period>(static_cast<rep>(a.count()) operation static_cast<rep>(b));                       \
    }
WS_SCALED(operator*, *)
WS_SCALED(operator/, /)
WS_SCALED(operator%, %)
#undef WS_SCALED
template<class Rep, class Rep2, class Period, class = enable_if_t<is_arithmetic_v<Rep2>>>
WS_STD auto operator*(const Rep2& a, const duration<Rep, Period>& b) {
    return b * a;
}

template<class To, class Rep, class Period>
WS_STD To floor(const duration<Rep, Period>& from) {
    const To near = duration_cast<To>(from);
    return near > from ? near - To(1) : near;
}
template<class To, class Rep, class Period>
WS_STD To ceil(const duration<Rep, Period>& from) {
    const To near = duration_cast<To>(from);
    return near < from ? near + To(1) : near;
}
/// Rounds halves to even.
template<class To, class Rep, class Period>
WS_STD To round(const duration<Rep, Period>& from) {
    const To low = floor<To>(from), high = low + To(1);
    const auto above = from - low, below = high - from;
    if (above == below) return low.count() % 2 == 0 ? low : high;
    return above < below ? low : high;
}
template<class Rep, class Period>
WS_STD duration<Rep, Period> abs(const duration<Rep, Period>& v) {
    return v.count() < 0 ? -v : v;
}

template<class Clock, class Duration = typename Clock::duration>
class time_point {
public:
    typedef Clock clock;
    typedef Duration duration;
    typedef typename Duration::rep rep;
    typedef typename Duration::period period;

    WS_STD time_point()
        : since_(Duration::zero()) {}
    WS_STD explicit time_point(const Duration& since)
        : since_(since) {}
    template<class _D, class = enable_if_t<is_convertible_v<_D, Duration>>>
    WS_STD time_point(const time_point<Clock, _D>& other)
        : since_(other.time_since_epoch()) {}
    WS_STD Duration time_since_epoch() const { return since_; }
    WS_STD time_point& operator+=(const Duration& by) {
        since_ += by;
        return *this;
    }
    WS_STD time_point& operator-=(const Duration& by) {
        since_ -= by;
        return *this;
    }

private:
    Duration since_;
};
template<class To, class Clock, class Duration>
WS_STD time_point<Clock, To> time_point_cast(const time_point<Clock, Duration>& from) {
    return time_point<Clock, To>(duration_cast<To>(from.time_since_epoch()));
}
template<class Clock, class _D, class Rep, class Period>
WS_STD auto operator+(const time_point<Clock, _D>& a, const duration<Rep, Period>& b) {
    return time_point<Clock, ws_common<_D, duration<Rep, Period>>>(a.time_since_epoch() + b);
}
template<class Clock, class _D, class Rep, class Period>
WS_STD auto operator+(const duration<Rep, Period>& a, const time_point<Clock, _D>& b) {
    return b + a;
}
template<class Clock, class _D, class Rep, class Period>
WS_STD auto operator-(const time_point<Clock, _D>& a, const duration<Rep, Period>& b) {
    return time_point<Clock, ws_common<_D, duration<Rep, Period>>>(a.time_since_epoch() - b);
}
#define WS_TIME_POINTS(name, operation)                                                                                \
    template<class Clock, class _D, class _E>                                                                            \
    WS_STD auto name(const time_point<Clock, _D>& a, const time_point<Clock, _E>& b) {                                   \
        return a.time_since_epoch() operation b.time_since_epoch();                                                    \
    }
WS_TIME_POINTS(operator-, -)
WS_TIME_POINTS(operator==, ==)
WS_TIME_POINTS(operator!=, !=)
WS_TIME_POINTS(operator<, <)
WS_TIME_POINTS(operator<=, <=)
WS_TIME_POINTS(operator>, >)
WS_TIME_POINTS(operator>=, >=)
#undef WS_TIME_POINTS

class system_clock {
public:
    typedef nanoseconds duration;
    typedef duration::rep rep;
    typedef duration::period period;
    typedef chrono::time_point<system_clock> time_point;
    static constexpr bool is_steady = false;

    static __attribute__((device, always_inline, nodebug)) time_point now() noexcept {
        long long time;
        __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(time) : : "memory");
        return time_point(nanoseconds(time));
    }
};
typedef system_clock high_resolution_clock;

} // namespace chrono

inline namespace literals {
inline namespace chrono_literals {
#define WS_DURATION(suffix, whole, ...)                                                                                \
    WS_STD chrono::whole operator""suffix(unsigned long long v) { return chrono::whole(v); }                           \
    WS_STD chrono::duration<double, ##__VA_ARGS__> operator""suffix(long double v) {                              \
        return chrono::duration<double, ##__VA_ARGS__>(static_cast<double>(v));                                                        \
    }
WS_DURATION(h, hours, ratio<3600>)
WS_DURATION(min, minutes, ratio<60>)
WS_DURATION(s, seconds)
WS_DURATION(ms, milliseconds, milli)
WS_DURATION(us, microseconds, micro)
WS_DURATION(ns, nanoseconds, nano)
#undef WS_DURATION
} // namespace chrono_literals
} // namespace literals
namespace chrono {
using namespace literals::chrono_literals;
}

} // namespace std
} // namespace cuda
