// std::initializer_list, which clang wants in std itself. NVRTC has it built in.
#pragma once

#include "warpscope/std/type_traits.h"

#ifdef __clang__
namespace std {
template<class T>
class initializer_list {
public:
    typedef T value_type;
    typedef const T *iterator, *const_iterator;
    typedef size_t size_type;
    WS_STD initializer_list() noexcept
        : first_(nullptr)
        , count_(0) {}
    WS_STD size_t size() const noexcept { return count_; }
    WS_STD const T* begin() const noexcept { return first_; }
    WS_STD const T* end() const noexcept { return first_ + count_; }

private:
    const T* first_; // the compiler fills these in, in this order
    size_t count_;
};
} // namespace std
#endif

namespace ws_std {
using ::std::initializer_list;

template<class T>
WS_STD T min(initializer_list<T> values) {
    const T* least = values.begin();
    for (const T& each : values)
        if (each < *least) least = &each;
    return *least;
}
template<class T>
WS_STD T max(initializer_list<T> values) {
    const T* greatest = values.begin();
    for (const T& each : values)
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
template<class T, size_t count>
WS_STD T* begin(T (&all)[count]) noexcept {
    return all;
}
template<class T, size_t count>
WS_STD T* end(T (&all)[count]) noexcept {
    return all + count;
}
template<class T, size_t count>
WS_STD size_t size(T (&)[count]) noexcept {
    return count;
}
template<class T, size_t count>
WS_STD T* data(T (&all)[count]) noexcept {
    return all;
}
template<class T>
WS_STD ptrdiff_t distance(T* from, T* to) {
    return to - from;
}

} // namespace ws_std
