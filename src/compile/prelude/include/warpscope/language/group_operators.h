#pragma once

namespace cooperative_groups {

#define WS_GROUP_OPERATOR(name, expression)                                                                            \
    template<class _T>                                                                                                  \
    struct name {                                                                                                      \
        WS_GROUPS _T operator()(_T a, _T b) const { return expression; }                                                  \
    };
WS_GROUP_OPERATOR(plus, a + b)
WS_GROUP_OPERATOR(less, b < a ? b : a)
WS_GROUP_OPERATOR(greater, a < b ? b : a)
WS_GROUP_OPERATOR(bit_and, a& b)
WS_GROUP_OPERATOR(bit_or, a | b)
WS_GROUP_OPERATOR(bit_xor, a ^ b)

} // namespace cooperative_groups
