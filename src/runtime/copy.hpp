#pragma once

#include "runtime/context.hpp"

namespace warpscope::runtime {

/// Memory in rows and layers. `pitch`, `layer`: bytes from row to row and from layer to layer.
struct Region {
    uint64_t address = 0;
    uint64_t pitch = 0, layer = 0;
};

struct RegionSize {
    uint64_t width = 0, height = 1, depth = 1;

    [[nodiscard]] bool empty() const { return width == 0 || height == 0 || depth == 0; }
};

[[nodiscard]] Error copy(Context& context, const char* call, const Region& to, const Region& from,
                         const RegionSize& size, int kind, StreamHandle stream);
[[nodiscard]] Error fill(Context& context, const char* call, const Region& region, int value, const RegionSize& size,
                         StreamHandle stream);

} // namespace warpscope::runtime
