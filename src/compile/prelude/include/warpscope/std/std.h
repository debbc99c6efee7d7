// What kernels use of the C++ library: <utility>, <algorithm>, <array>, <functional>. For both
// compilers, as neither NVRTC nor clang has these headers here; both find the names in std.
#pragma once

#include "stddef.h"
#include "stdint.h"
#include "warpscope/std/limits.h"
#include "warpscope/std/initializer_list.h"
#include "warpscope/std/type_traits.h"

namespace ws_std {

template<class T>
WS_STD remove_reference_t<T>&& move(T&& v) noexcept {
    return static_cast<remove_reference_t<T>&&>(v);
}
template<class T>
WS_STD T&& forward(remove_reference_t<T>& v) noexcept {
    return static_cast<T&&>(v);
}
template<class T>
WS_STD T&& forward(remove_reference_t<T>&& v) noexcept {
    return static_cast<T&&>(v);
}
template<class T>
WS_STD void swap(T& a, T& b) noexcept {
    T kept = static_cast<T&&>(a);
    a = static_cast<T&&>(b);
    b = static_cast<T&&>(kept);
}
template<class T, class U = T>
WS_STD T exchange(T& v, U&& next) {
    T kept = static_cast<T&&>(v);
    v = static_cast<U&&>(next);
    return kept;
}

template<class T>
WS_STD T* addressof(T& v) noexcept {
    return __builtin_addressof(v);
}
template<class T>
WS_STD const T& as_const(const T& v) noexcept {
    return v;
}

template<class T>
WS_STD const T& min(const T& a, const T& b) {
    return b < a ? b : a;
}
template<class T, class Less>
WS_STD const T& min(const T& a, const T& b, Less less) {
    return less(b, a) ? b : a;
}
template<class T, class Less>
WS_STD const T& max(const T& a, const T& b, Less less) {
    return less(a, b) ? b : a;
}
template<class T>
WS_STD const T& max(const T& a, const T& b) {
    return a < b ? b : a;
}
template<class T>
WS_STD const T& clamp(const T& v, const T& low, const T& high) {
    return v < low ? low : (high < v ? high : v);
}

template<class A, class B>
struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;

    pair() = default;
    WS_STD pair(A a, B b)
        : first(static_cast<A&&>(a))
        , second(static_cast<B&&>(b)) {}
    template<class C, class D>
    WS_STD pair(const pair<C, D>& other)
        : first(other.first)
        , second(other.second) {}
};
template<class A, class B>
WS_STD_GUIDE pair(A, B) -> pair<A, B>;
template<class A, class B>
WS_STD bool operator==(const pair<A, B>& a, const pair<A, B>& b) {
    return a.first == b.first && a.second == b.second;
}
template<class A, class B>
WS_STD bool operator!=(const pair<A, B>& a, const pair<A, B>& b) {
    return !(a == b);
}
template<class A, class B>
WS_STD bool operator<(const pair<A, B>& a, const pair<A, B>& b) {
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template<class A, class B>
WS_STD bool operator>(const pair<A, B>& a, const pair<A, B>& b) {
    return b < a;
}
template<class A, class B>
WS_STD pair<decay_t<A>, decay_t<B>> make_pair(A&& a, B&& b) {
    return {static_cast<A&&>(a), static_cast<B&&>(b)};
}

template<class T, T... values>
struct integer_sequence {
    static WS_STD size_t size() { return sizeof...(values); }
};
template<size_t... values>
using index_sequence = integer_sequence<size_t, values...>;
template<class T, size_t count, T... values>
struct ws_sequence : ws_sequence<T, count - 1, static_cast<T>(count - 1), values...> {};
template<class T, T... values>
struct ws_sequence<T, 0, values...> {
    typedef integer_sequence<T, values...> type;
};
template<class T, T count>
using make_integer_sequence = typename ws_sequence<T, static_cast<size_t>(count)>::type;
template<size_t count>
using make_index_sequence = make_integer_sequence<size_t, count>;

template<class T, size_t count>
struct array {
    typedef T value_type;
    T elements[count];
    WS_STD T& operator[](size_t at) { return elements[at]; }
    WS_STD const T& operator[](size_t at) const { return elements[at]; }
    WS_STD T* data() { return elements; }
    WS_STD const T* data() const { return elements; }
    WS_STD T* begin() { return elements; }
    WS_STD const T* begin() const { return elements; }
    WS_STD T* end() { return elements + count; }
    WS_STD const T* end() const { return elements + count; }
    WS_STD T& front() { return elements[0]; }
    WS_STD const T& front() const { return elements[0]; }
    WS_STD T& back() { return elements[count - 1]; }
    WS_STD const T& back() const { return elements[count - 1]; }
    static WS_STD size_t size() { return count; }
    static WS_STD bool empty() { return count == 0; }
    WS_STD void fill(const T& v) {
        for (T& element : elements) element = v;
    }
};
template<class T, size_t count>
WS_STD bool operator==(const array<T, count>& a, const array<T, count>& b) {
    for (size_t at = 0; at < count; ++at)
        if (!(a.elements[at] == b.elements[at])) return false;
    return true;
}
template<class T, size_t count>
WS_STD bool operator!=(const array<T, count>& a, const array<T, count>& b) {
    return !(a == b);
}
template<class T, class... More>
WS_STD_GUIDE array(T, More...) -> array<T, 1 + sizeof...(More)>;

#define WS_FUNCTION_OBJECT(name, result, ...)                                                                          \
    template<class T = void>                                                                                           \
    struct name {                                                                                                      \
        WS_STD result operator()(const T& a, const T& b) const { return __VA_ARGS__; }                                 \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct name<void> {                                                                                                \
        template<class A, class B>                                                                                     \
        WS_STD auto operator()(const A& a, const B& b) const {                                                         \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    };
WS_FUNCTION_OBJECT(plus, T, a + b)
WS_FUNCTION_OBJECT(minus, T, a - b)
WS_FUNCTION_OBJECT(multiplies, T, a* b)
WS_FUNCTION_OBJECT(divides, T, a / b)
WS_FUNCTION_OBJECT(modulus, T, a % b)
WS_FUNCTION_OBJECT(bit_and, T, a & b)
WS_FUNCTION_OBJECT(bit_or, T, a | b)
WS_FUNCTION_OBJECT(bit_xor, T, a ^ b)
WS_FUNCTION_OBJECT(less, bool, a < b)
WS_FUNCTION_OBJECT(less_equal, bool, a <= b)
WS_FUNCTION_OBJECT(greater, bool, a > b)
WS_FUNCTION_OBJECT(greater_equal, bool, a >= b)
WS_FUNCTION_OBJECT(equal_to, bool, a == b)
WS_FUNCTION_OBJECT(not_equal_to, bool, a != b)
WS_FUNCTION_OBJECT(logical_and, bool, a&& b)
WS_FUNCTION_OBJECT(logical_or, bool, a || b)
#define WS_FUNCTION_OBJECT1(name, result, ...)                                                                         \
    template<class T = void>                                                                                           \
    struct name {                                                                                                      \
        WS_STD result operator()(const T& a) const { return __VA_ARGS__; }                                             \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct name<void> {                                                                                                \
        template<class A>                                                                                              \
        WS_STD auto operator()(const A& a) const {                                                                     \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    };
WS_FUNCTION_OBJECT1(negate, T, -a)
WS_FUNCTION_OBJECT1(logical_not, bool, !a)
WS_FUNCTION_OBJECT1(bit_not, T, ~a)

template<class Function, class... Arguments>
WS_STD decltype(auto) invoke(Function&& function, Arguments&&... arguments) {
    return static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}

} // namespace ws_std

namespace std {
using namespace ws_std;
}
