#include "base/yield.hpp"

#include <sched.h>

namespace warpscope {

void yield_to_other_threads() { sched_yield(); }

} // namespace warpscope
