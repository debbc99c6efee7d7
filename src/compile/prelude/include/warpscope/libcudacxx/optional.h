#pragma once

#include "warpscope/language/libcudacxx_atomics.h"
#include "warpscope/libcudacxx/cuda_std.h"

namespace cuda {
namespace std {

struct nullopt_t {
    WS_STD explicit nullopt_t(int) {}
};
inline constexpr nullopt_t nullopt{0};
struct in_place_t {};
inline constexpr in_place_t in_place{};

/// Trivially copyable if T is, so that kernels accept it as argument.
template<class _T, bool trivial = is_trivially_copyable_v<_T>>
class ws_optional {
public:
    WS_STD ws_optional()
        : none_(0)
        , is_there_(false) {}

protected:
    WS_STD void clear() { is_there_ = false; }

    union {
        char none_;
        _T value_;
    };
    bool is_there_;
};

template<class _T>
class ws_optional<_T, false> {
public:
    WS_INLINE_MEMBER ws_optional()
        : none_(0)
        , is_there_(false) {}
    WS_INLINE_MEMBER ws_optional(const ws_optional& other)
        : ws_optional() {
        if (other.is_there_) set(other.value_);
    }
    WS_INLINE_MEMBER ws_optional(ws_optional&& other)
        : ws_optional() {
        if (other.is_there_) set(static_cast<_T&&>(other.value_));
    }
    WS_INLINE_MEMBER ws_optional& operator=(const ws_optional& other) {
        if (is_there_ && other.is_there_)
            value_ = other.value_;
        else if (other.is_there_)
            set(other.value_);
        else
            clear();
        return *this;
    }
    WS_INLINE_MEMBER ws_optional& operator=(ws_optional&& other) {
        if (is_there_ && other.is_there_)
            value_ = static_cast<_T&&>(other.value_);
        else if (other.is_there_)
            set(static_cast<_T&&>(other.value_));
        else
            clear();
        return *this;
    }
    WS_INLINE_MEMBER ~ws_optional() { clear(); }

protected:
    WS_INLINE_MEMBER void clear() {
        if (is_there_) value_.~_T();
        is_there_ = false;
    }

    union {
        char none_;
        _T value_;
    };
    bool is_there_;

private:
    template<class From>
    WS_INLINE_MEMBER void set(From&& from) {
        ::new (static_cast<void*>(&value_)) _T(static_cast<From&&>(from));
        is_there_ = true;
    }
};

template<class _T>
class optional : public ws_optional<_T> {
    using ws_optional<_T>::value_;
    using ws_optional<_T>::is_there_;

public:
    typedef _T value_type;

    optional() = default;
    WS_INLINE_MEMBER optional(nullopt_t) {}
    template<class _U = _T, class = enable_if_t<is_convertible_v<_U&&, _T> && !is_same_v<remove_cvref_t<_U>, optional>>>
    WS_INLINE_MEMBER optional(_U&& from) {
        emplace(static_cast<_U&&>(from));
    }
    template<class... From>
    WS_INLINE_MEMBER explicit optional(in_place_t, From&&... from) {
        emplace(static_cast<From&&>(from)...);
    }
    WS_INLINE_MEMBER optional& operator=(nullopt_t) {
        reset();
        return *this;
    }
    template<class _U = _T, class = enable_if_t<is_convertible_v<_U&&, _T> && !is_same_v<remove_cvref_t<_U>, optional>>>
    WS_INLINE_MEMBER optional& operator=(_U&& from) {
        if (is_there_)
            value_ = static_cast<_U&&>(from);
        else
            emplace(static_cast<_U&&>(from));
        return *this;
    }
    template<class... From>
    WS_INLINE_MEMBER _T& emplace(From&&... from) {
        reset();
        ::new (static_cast<void*>(&value_)) _T(static_cast<From&&>(from)...);
        is_there_ = true;
        return value_;
    }
    WS_INLINE_MEMBER void reset() { this->clear(); }
    WS_INLINE_MEMBER void swap(optional& other) {
        optional kept = static_cast<optional&&>(*this);
        *this = static_cast<optional&&>(other);
        other = static_cast<optional&&>(kept);
    }

    WS_INLINE_MEMBER bool has_value() const { return is_there_; }
    WS_INLINE_MEMBER explicit operator bool() const { return is_there_; }
    WS_INLINE_MEMBER _T& operator*() { return value_; }
    WS_INLINE_MEMBER const _T& operator*() const { return value_; }
    WS_INLINE_MEMBER _T* operator->() { return &value_; }
    WS_INLINE_MEMBER const _T* operator->() const { return &value_; }
    /// Traps instead of throwing.
    WS_INLINE_MEMBER _T& value() {
        if (!is_there_) __trap();
        return value_;
    }
    WS_INLINE_MEMBER const _T& value() const { return const_cast<optional*>(this)->value(); }
    template<class _U>
    WS_INLINE_MEMBER _T value_or(_U&& otherwise) const {
        return is_there_ ? value_ : static_cast<_T>(static_cast<_U&&>(otherwise));
    }
};
template<class _T>
WS_STD_GUIDE optional(_T) -> optional<_T>;

template<class _T>
WS_INLINE_MEMBER optional<decay_t<_T>> make_optional(_T&& v) {
    return optional<decay_t<_T>>(static_cast<_T&&>(v));
}
template<class _T>
WS_INLINE_MEMBER void swap(optional<_T>& a, optional<_T>& b) {
    a.swap(b);
}

template<class _T, class _U>
WS_INLINE_MEMBER bool operator==(const optional<_T>& a, const optional<_U>& b) {
    return a.has_value() == b.has_value() && (!a || *a == *b);
}
template<class _T, class _U>
WS_INLINE_MEMBER bool operator<(const optional<_T>& a, const optional<_U>& b) {
    return b.has_value() && (!a || *a < *b);
}
template<class _T>
WS_INLINE_MEMBER bool operator==(const optional<_T>& a, nullopt_t) {
    return !a;
}
template<class _T>
WS_INLINE_MEMBER bool operator==(nullopt_t, const optional<_T>& a) {
    return !a;
}
template<class _T>
WS_INLINE_MEMBER bool operator!=(const optional<_T>& a, nullopt_t) {
    return a.has_value();
}
template<class _T>
WS_INLINE_MEMBER bool operator!=(nullopt_t, const optional<_T>& a) {
    return a.has_value();
}
template<class _T, class _U, class = enable_if_t<is_convertible_v<const _U&, _T>>>
WS_INLINE_MEMBER bool operator==(const optional<_T>& a, const _U& b) {
    return a && *a == b;
}
template<class _T, class _U, class = enable_if_t<is_convertible_v<const _U&, _T>>>
WS_INLINE_MEMBER bool operator==(const _U& a, const optional<_T>& b) {
    return b && a == *b;
}
template<class _T, class _U, class = enable_if_t<is_convertible_v<const _U&, _T>>>
WS_INLINE_MEMBER bool operator<(const optional<_T>& a, const _U& b) {
    return !a || *a < b;
}
template<class _T, class _U, class = enable_if_t<is_convertible_v<const _U&, _T>>>
WS_INLINE_MEMBER bool operator<(const _U& a, const optional<_T>& b) {
    return b && a < *b;
}
#define WS_OPTIONAL_COMPARISONS(_A, _B, ...)                                                                             \
    template<class _T, class _U, class = enable_if_t<__VA_ARGS__>>                                                       \
    WS_INLINE_MEMBER bool operator!=(const _A& a, const _B& b) {                                                         \
        return !(a == b);                                                                                              \
    }                                                                                                                  \
    template<class _T, class _U, class = enable_if_t<__VA_ARGS__>>                                                       \
    WS_INLINE_MEMBER bool operator>(const _A& a, const _B& b) {                                                          \
        return b < a;                                                                                                  \
    }                                                                                                                  \
    template<class _T, class _U, class = enable_if_t<__VA_ARGS__>>                                                       \
    WS_INLINE_MEMBER bool operator<=(const _A& a, const _B& b) {                                                         \
        return !(b < a);                                                                                               \
    }                                                                                                                  \
    template<class _T, class _U, class = enable_if_t<__VA_ARGS__>>                                                       \
    WS_INLINE_MEMBER bool operator>=(const _A& a, const _B& b) {                                                         \
        return !(a < b);                                                                                               \
    }
WS_OPTIONAL_COMPARISONS(optional<_T>, optional<_U>, true)
WS_OPTIONAL_COMPARISONS(optional<_T>, _U, is_convertible_v<const _U&, _T>)
WS_OPTIONAL_COMPARISONS(_U, optional<_T>, is_convertible_v<const _U&, _T>)

} // namespace std
} // namespace cuda
