// Contraction fuses a multiplication and an addition. Off by default, so that GPU and emulator agree
// (ptx/rewrite/rounding.hpp).
#pragma once

namespace warpscope::gpu {

[[nodiscard]] bool contracts();
/// Permits contraction by setting WARPSCOPE_CONTRACT. Must be called before threads start.
void permit_contraction();

} // namespace warpscope::gpu
