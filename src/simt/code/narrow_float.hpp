#pragma once

#include "simt/code/opcode_form.hpp"

namespace warpscope::simt {

/// Bits of Inst::aux.
enum NarrowOption : uint32_t { narrow_rounding = 0xf, narrow_relu = 0x10, narrow_finite = 0x20 };
/// Converts a to d. For pairs, a becomes the upper part and b the lower part.
[[nodiscard]] Handler find_narrow(ptx::Type to, ptx::Type from);

enum PackOption : uint32_t { pack_bits = 0x1f, pack_signed = 0x20 };
[[nodiscard]] Handler find_integer_pack();

} // namespace warpscope::simt
