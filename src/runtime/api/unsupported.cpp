// Unsupported functions, defined so that programs link. Each reports a finding and fails.
#include "runtime/context.hpp"

namespace warpscope::runtime {

#define WARPSCOPE_UNSUPPORTED(name)                                                                                    \
    WARPSCOPE_API int name() {                                                                                         \
        return entry(#name, [](Context& context) { return context.unsupported(#name); });                              \
    }
#include "runtime/unsupported_calls.def"
#undef WARPSCOPE_UNSUPPORTED

} // namespace warpscope::runtime
