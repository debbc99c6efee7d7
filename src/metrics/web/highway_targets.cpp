// Replaces parts of Highway's library, which Debian has only for native processors. WebAssembly has one vector target,
// chosen at compile time.
#include <hwy/targets.h>

namespace hwy {

int64_t SupportedTargets() { return HWY_STATIC_TARGET; }

ChosenTarget& GetChosenTarget() {
    static ChosenTarget target;
    return target;
}

} // namespace hwy
