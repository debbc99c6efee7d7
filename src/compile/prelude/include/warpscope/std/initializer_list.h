// clang requires std::initializer_list in std itself; NVRTC has it built in.
#pragma once

#include "warpscope/std/type_traits.h"

#ifdef __clang__
namespace std {
template<class _T>
class initializer_list {
public:
    typedef _T value_type;
    typedef const _T *iterator, *const_iterator;
    typedef size_t size_type;
    WS_STD initializer_list() noexcept
        : first_(nullptr)
        , count_(0) {}
    WS_STD size_t size() const noexcept { return count_; }
    WS_STD const _T* begin() const noexcept { return first_; }
    WS_STD const _T* end() const noexcept { return first_ + count_; }

private:
    const _T* first_; // the compiler fills in first_, then count_
    size_t count_;
};
} // namespace std
#endif

namespace ws_std {
using ::std::initializer_list;

template<class _T>
WS_STD _T min(initializer_list<_T> values) {
    const _T* least = values.begin();
    for (const _T& each : values)
        if (each < *least) least = &each;
    return *least;
}
template<class _T>
WS_STD _T max(initializer_list<_T> values) {
    const _T* greatest = values.begin();
    for (const _T& each : values)
        if (*greatest < each) greatest = &each;
    return *greatest;
}

template<class Container>
WS_STD auto begin(Container& all) -> decltype(all.begin()) {
    return all.begin();
}
template<class Container>
WS_STD auto end(Container& all) -> decltype(all.end()) {
    return all.end();
}
template<class Container>
WS_STD auto size(const Container& all) -> decltype(all.size()) {
    return all.size();
}
template<class Container>
WS_STD auto data(Container& all) -> decltype(all.data()) {
    return all.data();
}
template<class _T, size_t count>
WS_STD _T* begin(_T (&all)[count]) noexcept {
    return all;
}
template<class _T, size_t count>
WS_STD _T* end(_T (&all)[count]) noexcept {
    return all + count;
}
template<class _T, size_t count>
WS_STD size_t size(_T (&)[count]) noexcept {
    return count;
}
template<class _T, size_t count>
WS_STD _T* data(_T (&all)[count]) noexcept {
    return all;
}
template<class _T>
WS_STD ptrdiff_t distance(_T* from, _T* to) {
    return to - from;
}

} // namespace ws_std
