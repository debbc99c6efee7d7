// The names of ws_std are also in std.
#pragma once

#include "stddef.h"
#include "stdint.h"
#include "warpscope/std/limits.h"
#include "warpscope/std/initializer_list.h"
#include "warpscope/std/type_traits.h"

namespace ws_std {

template<class _T>
WS_STD remove_reference_t<_T>&& move(_T&& v) noexcept {
    return static_cast<remove_reference_t<_T>&&>(v);
}
template<class _T>
WS_STD _T&& forward(remove_reference_t<_T>& v) noexcept {
    return static_cast<_T&&>(v);
}
template<class _T>
WS_STD _T&& forward(remove_reference_t<_T>&& v) noexcept {
    return static_cast<_T&&>(v);
}
template<class _T>
WS_STD void swap(_T& a, _T& b) noexcept {
    _T kept = static_cast<_T&&>(a);
    a = static_cast<_T&&>(b);
    b = static_cast<_T&&>(kept);
}
template<class _T, class _U = _T>
WS_STD _T exchange(_T& v, _U&& next) {
    _T kept = static_cast<_T&&>(v);
    v = static_cast<_U&&>(next);
    return kept;
}

template<class _T>
WS_STD _T* addressof(_T& v) noexcept {
    return __builtin_addressof(v);
}
template<class _T>
WS_STD const _T& as_const(const _T& v) noexcept {
    return v;
}

template<class _T>
WS_STD const _T& min(const _T& a, const _T& b) {
    return b < a ? b : a;
}
template<class _T, class Less>
WS_STD const _T& min(const _T& a, const _T& b, Less less) {
    return less(b, a) ? b : a;
}
template<class _T, class Less>
WS_STD const _T& max(const _T& a, const _T& b, Less less) {
    return less(a, b) ? b : a;
}
template<class _T>
WS_STD const _T& max(const _T& a, const _T& b) {
    return a < b ? b : a;
}
template<class _T>
WS_STD const _T& clamp(const _T& v, const _T& low, const _T& high) {
    return v < low ? low : (high < v ? high : v);
}

template<class _A, class _B>
struct pair {
    typedef _A first_type;
    typedef _B second_type;
    _A first;
    _B second;

    pair() = default;
    WS_STD pair(_A a, _B b)
        : first(static_cast<_A&&>(a))
        , second(static_cast<_B&&>(b)) {}
    template<class _C, class _D>
    WS_STD pair(const pair<_C, _D>& other)
        : first(other.first)
        , second(other.second) {}
};
template<class _A, class _B>
WS_STD_GUIDE pair(_A, _B) -> pair<_A, _B>;
template<class _A, class _B>
WS_STD bool operator==(const pair<_A, _B>& a, const pair<_A, _B>& b) {
    return a.first == b.first && a.second == b.second;
}
template<class _A, class _B>
WS_STD bool operator!=(const pair<_A, _B>& a, const pair<_A, _B>& b) {
    return !(a == b);
}
template<class _A, class _B>
WS_STD bool operator<(const pair<_A, _B>& a, const pair<_A, _B>& b) {
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template<class _A, class _B>
WS_STD bool operator>(const pair<_A, _B>& a, const pair<_A, _B>& b) {
    return b < a;
}
template<class _A, class _B>
WS_STD pair<decay_t<_A>, decay_t<_B>> make_pair(_A&& a, _B&& b) {
    return {static_cast<_A&&>(a), static_cast<_B&&>(b)};
}

template<class _T, _T... values>
struct integer_sequence {
    static WS_STD size_t size() { return sizeof...(values); }
};
template<size_t... values>
using index_sequence = integer_sequence<size_t, values...>;
template<class _T, size_t count, _T... values>
struct ws_sequence : ws_sequence<_T, count - 1, static_cast<_T>(count - 1), values...> {};
template<class _T, _T... values>
struct ws_sequence<_T, 0, values...> {
    typedef integer_sequence<_T, values...> type;
};
template<class _T, _T count>
using make_integer_sequence = typename ws_sequence<_T, static_cast<size_t>(count)>::type;
template<size_t count>
using make_index_sequence = make_integer_sequence<size_t, count>;

template<class _T, size_t count>
struct array {
    typedef _T value_type;
    _T elements[count];
    WS_STD _T& operator[](size_t at) { return elements[at]; }
    WS_STD const _T& operator[](size_t at) const { return elements[at]; }
    WS_STD _T* data() { return elements; }
    WS_STD const _T* data() const { return elements; }
    WS_STD _T* begin() { return elements; }
    WS_STD const _T* begin() const { return elements; }
    WS_STD _T* end() { return elements + count; }
    WS_STD const _T* end() const { return elements + count; }
    WS_STD _T& front() { return elements[0]; }
    WS_STD const _T& front() const { return elements[0]; }
    WS_STD _T& back() { return elements[count - 1]; }
    WS_STD const _T& back() const { return elements[count - 1]; }
    static WS_STD size_t size() { return count; }
    static WS_STD bool empty() { return count == 0; }
    WS_STD void fill(const _T& v) {
        for (_T& element : elements) element = v;
    }
};
template<class _T, size_t count>
WS_STD bool operator==(const array<_T, count>& a, const array<_T, count>& b) {
    for (size_t at = 0; at < count; ++at)
        if (!(a.elements[at] == b.elements[at])) return false;
    return true;
}
template<class _T, size_t count>
WS_STD bool operator!=(const array<_T, count>& a, const array<_T, count>& b) {
    return !(a == b);
}
template<class _T, class... More>
WS_STD_GUIDE array(_T, More...) -> array<_T, 1 + sizeof...(More)>;

#define WS_FUNCTION_OBJECT(name, result, ...)                                                                          \
    template<class _T = void>                                                                                           \
    struct name {                                                                                                      \
        WS_STD result operator()(const _T& a, const _T& b) const { return __VA_ARGS__; }                                 \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct name<void> {                                                                                                \
        template<class _A, class _B>                                                                                     \
        WS_STD auto operator()(const _A& a, const _B& b) const {                                                         \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    };
WS_FUNCTION_OBJECT(plus, _T, a + b)
WS_FUNCTION_OBJECT(minus, _T, a - b)
WS_FUNCTION_OBJECT(multiplies, _T, a* b)
WS_FUNCTION_OBJECT(divides, _T, a / b)
WS_FUNCTION_OBJECT(modulus, _T, a % b)
WS_FUNCTION_OBJECT(bit_and, _T, a & b)
WS_FUNCTION_OBJECT(bit_or, _T, a | b)
WS_FUNCTION_OBJECT(bit_xor, _T, a ^ b)
WS_FUNCTION_OBJECT(less, bool, a < b)
WS_FUNCTION_OBJECT(less_equal, bool, a <= b)
WS_FUNCTION_OBJECT(greater, bool, a > b)
WS_FUNCTION_OBJECT(greater_equal, bool, a >= b)
WS_FUNCTION_OBJECT(equal_to, bool, a == b)
WS_FUNCTION_OBJECT(not_equal_to, bool, a != b)
WS_FUNCTION_OBJECT(logical_and, bool, a&& b)
WS_FUNCTION_OBJECT(logical_or, bool, a || b)
#define WS_FUNCTION_OBJECT1(name, result, ...)                                                                         \
    template<class _T = void>                                                                                           \
    struct name {                                                                                                      \
        WS_STD result operator()(const _T& a) const { return __VA_ARGS__; }                                             \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct name<void> {                                                                                                \
        template<class _A>                                                                                              \
        WS_STD auto operator()(const _A& a) const {                                                                     \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    };
WS_FUNCTION_OBJECT1(negate, _T, -a)
WS_FUNCTION_OBJECT1(logical_not, bool, !a)
WS_FUNCTION_OBJECT1(bit_not, _T, ~a)

template<class Function, class... Arguments>
WS_STD decltype(auto) invoke(Function&& function, Arguments&&... arguments) {
    return static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}

} // namespace ws_std

namespace std {
using namespace ws_std;
}
