// Conversions to and from narrow formats: how their handlers are told what to do. Private to src/simt.
#pragma once

#include "simt/code/opcode_form.hpp"

namespace warpscope::simt {

/// Inst::aux of a conversion: ptx::Rounding and flags.
enum NarrowOption : uint32_t { narrow_rounding = 0xf, narrow_relu = 0x10, narrow_finite = 0x20 };
/// d from a, or from a (upper part) and b. nullptr for conversions that do not exist.
[[nodiscard]] Handler find_narrow(ptx::Type to, ptx::Type from);

/// Inst::aux of cvt.pack: bits of a part, and whether it is signed.
enum PackOption : uint32_t { pack_bits = 0x1f, pack_signed = 0x20 };
[[nodiscard]] Handler find_integer_pack();

} // namespace warpscope::simt
