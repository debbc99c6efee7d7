// What a program may call and this library cannot do: it says so, by a finding and by what it returns. A program that
// links to such a call could not even start if it were not there.
#include "runtime/context.hpp"

namespace warpscope::runtime {

#define WARPSCOPE_UNSUPPORTED(name)                                                                                    \
    WARPSCOPE_API int name() {                                                                                         \
        return entry(#name, [](Context& context) { return context.unsupported(#name); });                              \
    }
#include "runtime/unsupported_calls.def"
#undef WARPSCOPE_UNSUPPORTED

} // namespace warpscope::runtime
