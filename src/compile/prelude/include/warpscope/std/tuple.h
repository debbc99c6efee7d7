#pragma once

#include "warpscope/std/std.h"

namespace ws_std {

template<class... Types>
struct tuple {};
template<class First, class... Rest>
struct tuple<First, Rest...> {
    First first;
    tuple<Rest...> rest;

    tuple() = default;
    WS_STD tuple(First a, Rest... b)
        : first(static_cast<First&&>(a))
        , rest(static_cast<Rest&&>(b)...) {}
    tuple(const tuple&) = default;
    template<class... Others>
    WS_STD tuple(const tuple<Others...>& other)
        : first(other.first)
        , rest(other.rest) {}
    tuple& operator=(const tuple&) = default;
    template<class... Others>
    WS_STD tuple& operator=(const tuple<Others...>& other) {
        first = other.first;
        rest = other.rest;
        return *this;
    }
};
template<class... Types>
WS_STD_GUIDE tuple(Types...) -> tuple<Types...>;

template<size_t at, class First, class... Rest>
WS_STD auto& get(tuple<First, Rest...>& t) {
    if constexpr (at == 0)
        return t.first;
    else
        return get<at - 1>(t.rest);
}
template<size_t at, class First, class... Rest>
WS_STD const auto& get(const tuple<First, Rest...>& t) {
    if constexpr (at == 0)
        return t.first;
    else
        return get<at - 1>(t.rest);
}
template<size_t at, class First, class... Rest>
WS_STD auto&& get(tuple<First, Rest...>&& all) {
    return move(get<at>(all));
}
template<class... Types>
WS_STD tuple<decay_t<Types>...> make_tuple(Types&&... values) {
    return {static_cast<Types&&>(values)...};
}
template<class... Types>
WS_STD tuple<Types&...> tie(Types&... variables) {
    return {variables...};
}
WS_STD bool operator==(const tuple<>&, const tuple<>&) { return true; }
template<class First, class... Rest, class Other, class... Others>
WS_STD bool operator==(const tuple<First, Rest...>& a, const tuple<Other, Others...>& b) {
    return a.first == b.first && a.rest == b.rest;
}
template<class... Types, class... Others>
WS_STD bool operator!=(const tuple<Types...>& a, const tuple<Others...>& b) {
    return !(a == b);
}
template<class Function, class Tuple, size_t... at>
WS_STD decltype(auto) ws_apply(Function&& function, Tuple& t, index_sequence<at...>) {
    return function(get<at>(t)...);
}
template<class Function, class... Types>
WS_STD decltype(auto) apply(Function&& function, const tuple<Types...>& t) {
    return ws_apply(function, t, make_index_sequence<sizeof...(Types)>());
}

template<size_t at, class _A, class _B>
WS_STD auto& get(pair<_A, _B>& p) {
    if constexpr (at == 0)
        return p.first;
    else
        return p.second;
}
template<size_t at, class _A, class _B>
WS_STD const auto& get(const pair<_A, _B>& p) {
    if constexpr (at == 0)
        return p.first;
    else
        return p.second;
}
template<size_t at, class _A, class _B>
WS_STD auto&& get(pair<_A, _B>&& all) {
    return move(get<at>(all));
}
template<size_t at, class _T, size_t count>
WS_STD _T& get(array<_T, count>& a) {
    static_assert(at < count, "the array has no such element");
    return a.elements[at];
}
template<size_t at, class _T, size_t count>
WS_STD const _T& get(const array<_T, count>& a) {
    static_assert(at < count, "the array has no such element");
    return a.elements[at];
}
template<size_t at, class _T, size_t count>
WS_STD auto&& get(array<_T, count>&& all) {
    return move(get<at>(all));
}

} // namespace ws_std

// Compilers require these in std itself. For NVRTC, the Toolkit's <cuda/std/...> declare them with parameter packs.
namespace std {
template<class... _T>
struct tuple_size;
template<size_t at, class... _T>
struct tuple_element;

template<class... Types>
struct tuple_size<ws_std::tuple<Types...>> : ws_std::integral_constant<size_t, sizeof...(Types)> {};
template<size_t at, class... Types>
struct tuple_element<at, ws_std::tuple<Types...>> {
    typedef ws_std::remove_reference_t<decltype(ws_std::get<at>(ws_std::declval<ws_std::tuple<Types...>&>()))> type;
};
template<class _A, class _B>
struct tuple_size<ws_std::pair<_A, _B>> : ws_std::integral_constant<size_t, 2> {};
template<size_t at, class _A, class _B>
struct tuple_element<at, ws_std::pair<_A, _B>> {
    typedef ws_std::conditional_t<at == 0, _A, _B> type;
};
template<class _T, size_t count>
struct tuple_size<ws_std::array<_T, count>> : ws_std::integral_constant<size_t, count> {};
template<size_t at, class _T, size_t count>
struct tuple_element<at, ws_std::array<_T, count>> {
    typedef _T type;
};
template<class _T>
struct tuple_size<const _T> : tuple_size<_T> {};
template<size_t at, class _T>
struct tuple_element<at, const _T> {
    typedef const typename tuple_element<at, _T>::type type;
};
template<class _T>
inline constexpr size_t tuple_size_v = tuple_size<_T>::value;
template<size_t at, class _T>
using tuple_element_t = typename tuple_element<at, _T>::type;
} // namespace std

namespace ws_std {
using ::std::tuple_size, ::std::tuple_element, ::std::tuple_size_v, ::std::tuple_element_t;
}
