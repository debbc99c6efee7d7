#pragma once

#include "warpscope/libcudacxx/cuda_std.h"

namespace cuda {
namespace std {

inline constexpr size_t dynamic_extent = ~static_cast<size_t>(0);

template<class _T, size_t extent = dynamic_extent>
class span {
public:
    typedef _T element_type;
    typedef remove_cv_t<_T> value_type;
    typedef size_t size_type;
    typedef _T* iterator;

    WS_STD span()
        : first_(nullptr)
        , count_(0) {}
    WS_STD span(_T* first, size_t count)
        : first_(first)
        , count_(count) {}
    template<size_t count>
    WS_STD span(_T (&all)[count])
        : first_(all)
        , count_(count) {}
    template<class _U, size_t count>
    WS_STD span(array<_U, count>& all)
        : first_(all.data())
        , count_(count) {}
    template<class _U, size_t other_extent>
    WS_STD span(const span<_U, other_extent>& other)
        : first_(other.data())
        , count_(other.size()) {}

    WS_STD _T& operator[](size_t at) const { return first_[at]; }
    WS_STD _T& front() const { return first_[0]; }
    WS_STD _T& back() const { return first_[count_ - 1]; }
    WS_STD _T* data() const { return first_; }
    WS_STD _T* begin() const { return first_; }
    WS_STD _T* end() const { return first_ + count_; }
    WS_STD size_t size() const { return count_; }
    WS_STD size_t size_bytes() const { return count_ * sizeof(_T); }
    WS_STD bool empty() const { return count_ == 0; }
    WS_STD span<_T> first(size_t count) const { return {first_, count}; }
    WS_STD span<_T> last(size_t count) const { return {first_ + (count_ - count), count}; }
    WS_STD span<_T> subspan(size_t from, size_t count = dynamic_extent) const {
        return {first_ + from, count == dynamic_extent ? count_ - from : count};
    }

private:
    _T* first_;
    size_t count_;
};
template<class _T>
WS_STD_GUIDE span(_T*, size_t) -> span<_T>;
template<class _T, size_t count>
WS_STD_GUIDE span(_T (&)[count]) -> span<_T, count>;

} // namespace std
} // namespace cuda
