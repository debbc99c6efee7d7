// cuda::std::span: a place and how many there are.
#pragma once

#include "warpscope/libcudacxx/cuda_std.h"

namespace cuda {
namespace std {

inline constexpr size_t dynamic_extent = ~static_cast<size_t>(0);

template<class T, size_t extent = dynamic_extent>
class span {
public:
    typedef T element_type;
    typedef remove_cv_t<T> value_type;
    typedef size_t size_type;
    typedef T* iterator;

    WS_STD span()
        : first_(nullptr)
        , count_(0) {}
    WS_STD span(T* first, size_t count)
        : first_(first)
        , count_(count) {}
    template<size_t count>
    WS_STD span(T (&all)[count])
        : first_(all)
        , count_(count) {}
    template<class U, size_t count>
    WS_STD span(array<U, count>& all)
        : first_(all.data())
        , count_(count) {}
    template<class U, size_t other_extent>
    WS_STD span(const span<U, other_extent>& other)
        : first_(other.data())
        , count_(other.size()) {}

    WS_STD T& operator[](size_t at) const { return first_[at]; }
    WS_STD T& front() const { return first_[0]; }
    WS_STD T& back() const { return first_[count_ - 1]; }
    WS_STD T* data() const { return first_; }
    WS_STD T* begin() const { return first_; }
    WS_STD T* end() const { return first_ + count_; }
    WS_STD size_t size() const { return count_; }
    WS_STD size_t size_bytes() const { return count_ * sizeof(T); }
    WS_STD bool empty() const { return count_ == 0; }
    WS_STD span<T> first(size_t count) const { return {first_, count}; }
    WS_STD span<T> last(size_t count) const { return {first_ + (count_ - count), count}; }
    WS_STD span<T> subspan(size_t from, size_t count = dynamic_extent) const {
        return {first_ + from, count == dynamic_extent ? count_ - from : count};
    }

private:
    T* first_;
    size_t count_;
};
template<class T>
WS_STD_GUIDE span(T*, size_t) -> span<T>;
template<class T, size_t count>
WS_STD_GUIDE span(T (&)[count]) -> span<T, count>;

} // namespace std
} // namespace cuda
