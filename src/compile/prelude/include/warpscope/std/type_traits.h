#pragma once

#include "stddef.h"

#ifdef __clang__
#define WS_STD __attribute__((device, host, always_inline, nodebug)) inline constexpr
#define WS_STD_UNDEFINED __attribute__((device, host))
#define WS_STD_GUIDE __attribute__((device, host))
#else
#define WS_STD_UNDEFINED __device__
#define WS_STD_GUIDE
#define WS_STD __device__ __forceinline__ constexpr
#endif

namespace ws_std {

typedef decltype(nullptr) nullptr_t;

template<class _T, _T v>
struct integral_constant {
    static constexpr _T value = v;
    typedef _T value_type;
    typedef integral_constant type;
    WS_STD operator _T() const noexcept { return v; }
    WS_STD _T operator()() const noexcept { return v; }
};
template<bool v>
using bool_constant = integral_constant<bool, v>;
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;

template<bool condition, class _A, class _B>
struct conditional {
    typedef _A type;
};
template<class _A, class _B>
struct conditional<false, _A, _B> {
    typedef _B type;
};
template<bool condition, class _T = void>
struct enable_if {};
template<class _T>
struct enable_if<true, _T> {
    typedef _T type;
};
template<class...>
using void_t = void;

#define WS_TRANSFORM(name, from, to)                                                                                   \
    template<class _T>                                                                                                  \
    struct name {                                                                                                      \
        typedef _T type;                                                                                                \
    };                                                                                                                 \
    template<class _T>                                                                                                  \
    struct name<from> {                                                                                                \
        typedef to type;                                                                                               \
    };                                                                                                                 \
    template<class _T>                                                                                                  \
    using name##_t = typename name<_T>::type;
WS_TRANSFORM(remove_const, const _T, _T)
WS_TRANSFORM(remove_volatile, volatile _T, _T)
WS_TRANSFORM(remove_pointer, _T*, _T)
WS_TRANSFORM(remove_extent, _T[], _T)
template<class _T, size_t count>
struct remove_extent<_T[count]> {
    typedef _T type;
};
template<class _T>
struct remove_reference {
    typedef _T type;
};
template<class _T>
struct remove_reference<_T&> {
    typedef _T type;
};
template<class _T>
struct remove_reference<_T&&> {
    typedef _T type;
};
template<class _T>
using remove_reference_t = typename remove_reference<_T>::type;
template<class _T>
struct remove_cv {
    typedef remove_const_t<remove_volatile_t<_T>> type;
};
template<class _T>
using remove_cv_t = typename remove_cv<_T>::type;
template<class _T>
struct remove_cvref {
    typedef remove_cv_t<remove_reference_t<_T>> type;
};
template<class _T>
using remove_cvref_t = typename remove_cvref<_T>::type;
template<class _T>
struct underlying_type {
    typedef __underlying_type(_T) type;
};
template<class _T>
using underlying_type_t = typename underlying_type<_T>::type;
template<class _T>
struct decay {
    template<class _U>
    static WS_STD_UNDEFINED _U by_value(_U);
    typedef decltype(by_value(*static_cast<remove_reference_t<_T>*>(nullptr))) type;
};
template<class _T>
using decay_t = typename decay<_T>::type;
template<class _T>
using add_const_t = const _T;
template<class _T>
using add_pointer_t = remove_reference_t<_T>*;
template<class _T>
using add_lvalue_reference_t = _T&;
template<class _T>
using add_rvalue_reference_t = _T&&;
template<bool condition, class _A, class _B>
using conditional_t = typename conditional<condition, _A, _B>::type;
template<bool condition, class _T = void>
using enable_if_t = typename enable_if<condition, _T>::type;
template<class _T>
WS_STD_UNDEFINED _T&& declval() noexcept;
template<class Function, class... Arguments>
using invoke_result_t = decltype(declval<Function>()(declval<Arguments>()...));
template<class _A, class _B>
using common_type_t = decay_t<decltype(true ? declval<_A>() : declval<_B>())>;

template<size_t size, size_t alignment = (size < 16 ? alignof(long long) : 16)>
struct aligned_storage {
    struct type {
        alignas(alignment) unsigned char bytes[size];
    };
};
template<size_t size, size_t alignment = (size < 16 ? alignof(long long) : 16)>
using aligned_storage_t = typename aligned_storage<size, alignment>::type;

template<class _T>
struct make_unsigned {};
template<class _T>
struct make_signed {};
#define WS_SIGNS(with, without)                                                                                        \
    template<>                                                                                                         \
    struct make_unsigned<with> {                                                                                       \
        typedef without type;                                                                                          \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct make_unsigned<without> {                                                                                    \
        typedef without type;                                                                                          \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct make_signed<with> {                                                                                         \
        typedef with type;                                                                                             \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct make_signed<without> {                                                                                      \
        typedef with type;                                                                                             \
    };
WS_SIGNS(signed char, unsigned char)
WS_SIGNS(short, unsigned short)
WS_SIGNS(int, unsigned)
WS_SIGNS(long, unsigned long)
WS_SIGNS(long long, unsigned long long)
template<class _T>
using make_unsigned_t = typename make_unsigned<_T>::type;
template<class _T>
using make_signed_t = typename make_signed<_T>::type;

#define WS_QUESTION(name, ...)                                                                                         \
    template<class _T>                                                                                                  \
    inline constexpr bool name##_v = __VA_ARGS__;                                                                      \
    template<class _T>                                                                                                  \
    struct name : bool_constant<name##_v<_T>> {};
#define WS_PATTERN(name, pattern)                                                                                      \
    template<class _T>                                                                                                  \
    inline constexpr bool name##_v = false;                                                                            \
    template<class _T>                                                                                                  \
    inline constexpr bool name##_v<pattern> = true;                                                                    \
    template<class _T>                                                                                                  \
    struct name : bool_constant<name##_v<_T>> {};

template<class _A, class _B>
inline constexpr bool is_same_v = false;
template<class _A>
inline constexpr bool is_same_v<_A, _A> = true;
template<class _A, class _B>
struct is_same : bool_constant<is_same_v<_A, _B>> {};
template<class _T, class... Types>
inline constexpr bool ws_is_one_of = (is_same_v<remove_cv_t<_T>, Types> || ...);

WS_QUESTION(is_integral, ws_is_one_of<_T, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned,
                                      long, unsigned long, long long, unsigned long long, wchar_t, char16_t, char32_t>)
WS_QUESTION(is_floating_point, ws_is_one_of<_T, float, double, long double>)
WS_QUESTION(is_arithmetic, is_integral_v<_T> || is_floating_point_v<_T>)
WS_QUESTION(is_void, ws_is_one_of<_T, void>)
WS_QUESTION(is_enum, __is_enum(_T))
WS_QUESTION(is_class, __is_class(_T))
WS_QUESTION(is_trivially_copyable, __is_trivially_copyable(_T))
WS_QUESTION(is_empty, __is_empty(_T))
WS_QUESTION(is_union, __is_union(_T))
WS_QUESTION(is_pod, __is_pod(_T))
WS_QUESTION(is_trivial, __is_trivial(_T))
WS_QUESTION(is_standard_layout, __is_standard_layout(_T))
WS_QUESTION(is_polymorphic, __is_polymorphic(_T))
WS_QUESTION(is_default_constructible, __is_constructible(_T))
WS_QUESTION(is_null_pointer, ws_is_one_of<_T, nullptr_t>)
WS_QUESTION(is_fundamental, is_arithmetic_v<_T> || is_void_v<_T> || is_null_pointer_v<_T>)
WS_PATTERN(is_array, _T[])
template<class _T, size_t count>
inline constexpr bool is_array_v<_T[count]> = true;
template<class _T>
inline constexpr size_t extent_v = 0;
template<class _T, size_t count>
inline constexpr size_t extent_v<_T[count]> = count;
template<class _T>
inline constexpr size_t rank_v = 0;
template<class _T, size_t count>
inline constexpr size_t rank_v<_T[count]> = 1 + rank_v<_T>;
template<class _T>
inline constexpr size_t alignment_of_v = alignof(_T);
template<class _T, class... From>
inline constexpr bool is_constructible_v = __is_constructible(_T, From...);
template<class _T, class... From>
struct is_constructible : bool_constant<is_constructible_v<_T, From...>> {};
WS_PATTERN(is_const, const _T)
WS_PATTERN(is_volatile, volatile _T)
WS_PATTERN(is_lvalue_reference, _T&)
WS_PATTERN(is_rvalue_reference, _T&&)
WS_PATTERN(ws_is_pointer, _T*)
WS_QUESTION(is_pointer, ws_is_pointer_v<remove_cv_t<_T>>)
WS_QUESTION(is_reference, is_lvalue_reference_v<_T> || is_rvalue_reference_v<_T>)

template<class _T, bool arithmetic = is_arithmetic_v<_T>>
inline constexpr bool ws_has_sign = false;
template<class _T>
inline constexpr bool ws_has_sign<_T, true> = static_cast<_T>(-1) < static_cast<_T>(0);
WS_QUESTION(is_signed, ws_has_sign<_T>)
WS_QUESTION(is_unsigned, is_arithmetic_v<_T> && !ws_has_sign<_T>)

template<class From, class To>
inline constexpr bool is_convertible_v = __is_convertible_to(From, To);
template<class From, class To>
struct is_convertible : bool_constant<is_convertible_v<From, To>> {};
template<class Base, class Derived>
inline constexpr bool is_base_of_v = __is_base_of(Base, Derived);
template<class Base, class Derived>
struct is_base_of : bool_constant<is_base_of_v<Base, Derived>> {};
template<class... Traits>
inline constexpr bool conjunction_v = (static_cast<bool>(Traits::value) && ...);
template<class... Traits>
inline constexpr bool disjunction_v = (static_cast<bool>(Traits::value) || ...);
template<class Trait>
inline constexpr bool negation_v = !static_cast<bool>(Trait::value);
template<class... Traits>
struct conjunction : bool_constant<conjunction_v<Traits...>> {};
template<class... Traits>
struct disjunction : bool_constant<disjunction_v<Traits...>> {};
template<class Trait>
struct negation : bool_constant<negation_v<Trait>> {};

template<class, class Function, class... Arguments>
inline constexpr bool ws_is_invocable = false;
template<class Function, class... Arguments>
inline constexpr bool ws_is_invocable<void_t<invoke_result_t<Function, Arguments...>>, Function, Arguments...> = true;
template<class Function, class... Arguments>
inline constexpr bool is_invocable_v = ws_is_invocable<void, Function, Arguments...>;
template<class Function, class... Arguments>
struct is_invocable : bool_constant<is_invocable_v<Function, Arguments...>> {};

} // namespace ws_std

namespace std {
using namespace ws_std;
}
