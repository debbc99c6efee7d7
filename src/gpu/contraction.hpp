// Fusing of multiply and add. Off by default, so that GPU and emulator agree (ptx/rewrite/rounding.hpp).
#pragma once

namespace warpscope::gpu {

[[nodiscard]] bool contracts();
/// Sets WARPSCOPE_CONTRACT. Call it before threads start.
void permit_contraction();

} // namespace warpscope::gpu
