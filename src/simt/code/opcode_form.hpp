// Keys and lookup functions of the handler tables, which are compiled once per vector target. Must not contain inline
// functions: each target would compile its own.
#pragma once

#include "ptx/module.hpp"
#include "simt/code/instruction.hpp"

namespace warpscope::simt {

struct Form {
    ptx::Opcode opcode{};
    ptx::Type type{}, type2{}, type3{};
    ptx::Space space{};
    ptx::Rounding rounding{};
    ptx::Compare compare{};
    ptx::BoolOp bool_op{};
    ptx::AtomicOp atomic{};
    ptx::Mode mode{};
    uint8_t operands = 0;
    bool ftz = false, sat = false, approx = false, full = false, hi = false, lo = false, wide = false, cc = false,
         nan = false, xorsign = false, abs = false, relu = false, shiftamt = false, clamp = false;
};

// These functions return the handler for the processor's vector target, or nullptr for an unknown form.
[[nodiscard]] Handler find_integer(const Form& form);
[[nodiscard]] Handler find_carry(const Form& form);
[[nodiscard]] Handler find_bits(const Form& form);
[[nodiscard]] Handler find_float(const Form& form);
[[nodiscard]] Handler find_half(const Form& form);
[[nodiscard]] Handler find_half_convert(const Form& form);
[[nodiscard]] Handler find_rounded(const Form& form); // .rz, .rm and .rp
[[nodiscard]] Handler find_approximate(const Form& form);
[[nodiscard]] Handler find_approximate_lanes(const Form& form); // for f32
[[nodiscard]] Handler find_compare(const Form& form);
[[nodiscard]] Handler find_convert(const Form& form);
[[nodiscard]] Handler find_select(const Form& form);
[[nodiscard]] Handler find_warp(const Form& form);
[[nodiscard]] Handler find_video(); // Inst::aux is a VideoSite.

/// `bytes`: size per lane; 1 means a predicate.
[[nodiscard]] Handler find_move(uint32_t bytes);
[[nodiscard]] Handler find_resize(uint32_t from_bytes, uint32_t to_bytes, bool is_signed);
[[nodiscard]] Handler find_pack(uint32_t part_bytes, uint32_t parts, bool pack);

struct MemoryForm {
    ptx::Space space{};
    ptx::Type type{};
    uint8_t register_bytes = 4;
    uint8_t elements = 1;
    bool store = false;
    bool wide_address = true;
    bool strong = false;
};
struct ElementOps;
struct MemoryHandler {
    Handler handler = nullptr;
    /// Handler for a later access with the same address register in the basic block, which reuses
    /// Warp::shapes[Inst::c]. Null if `handler` caches no shape.
    Handler again = nullptr;
    const ElementOps* ops = nullptr;
};
[[nodiscard]] MemoryHandler find_memory(const MemoryForm& form);

/// Returns whether threads can communicate through this access.
[[nodiscard]] bool is_strong(const ptx::Modifiers& words);
[[nodiscard]] const ElementOps* strong_access(ptx::Type type, uint32_t register_bytes, bool store);

struct AtomicForm {
    ptx::Space space{};
    ptx::Type type{};
    ptx::AtomicOp op{};
    bool wide_address = true;
    bool returns = true;
    bool noftz = false;
};
[[nodiscard]] Handler find_atomic(const AtomicForm& form);
/// Handles exch and cas of 128 bits. MemorySite::values contains the halves of b, then of c.
[[nodiscard]] Handler find_wide_atomic(ptx::Space space, ptx::AtomicOp op);

} // namespace warpscope::simt
