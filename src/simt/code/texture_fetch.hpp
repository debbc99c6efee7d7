#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

struct TextureFetch {
    uint8_t dimensions = 2;
    bool by_texels = false;
    bool wants_floats = false;
};

/// a: slot of the handle. b: packed(). In the site, `values` are result slots and `results` are coordinate slots.
[[nodiscard]] Handler texture_fetch();

[[nodiscard]] constexpr uint32_t packed(const TextureFetch& fetch) {
    return fetch.dimensions | (fetch.by_texels ? 4u : 0u) | (fetch.wants_floats ? 8u : 0u);
}
[[nodiscard]] constexpr TextureFetch unpacked(uint32_t bits) {
    return {static_cast<uint8_t>(bits & 3), (bits & 4) != 0, (bits & 8) != 0};
}

} // namespace warpscope::simt
