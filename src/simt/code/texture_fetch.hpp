// The handler of tex, for the decoder. Private to src/simt.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// What a fetch says in its words.
struct TextureFetch {
    uint8_t dimensions = 2;
    bool by_texels = false;    // coordinates are integers, in texels
    bool wants_floats = false; // of what it gives
};

/// Inst::a is the slot of the handle and `b` what packed() gives; the site has the slots of the results in `values` and
/// of the coordinates in `results`.
[[nodiscard]] Handler texture_fetch();

[[nodiscard]] constexpr uint32_t packed(const TextureFetch& fetch) {
    return fetch.dimensions | (fetch.by_texels ? 4u : 0u) | (fetch.wants_floats ? 8u : 0u);
}
[[nodiscard]] constexpr TextureFetch unpacked(uint32_t bits) {
    return {static_cast<uint8_t>(bits & 3), (bits & 4) != 0, (bits & 8) != 0};
}

} // namespace warpscope::simt
