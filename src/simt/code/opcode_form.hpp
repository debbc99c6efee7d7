// An opcode form as the handler tables look it up: an instruction's modifiers without its operands.
//
// Plain data only, because the tables are compiled once per vector target (see vector_targets.hpp).
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

// Each returns nullptr for a form it does not know. The choice of vector target happens inside.
[[nodiscard]] Handler find_integer(const Form& form);
[[nodiscard]] Handler find_carry(const Form& form);
[[nodiscard]] Handler find_bits(const Form& form);
[[nodiscard]] Handler find_float(const Form& form);
[[nodiscard]] Handler find_half(const Form& form);
[[nodiscard]] Handler find_half_convert(const Form& form);
[[nodiscard]] Handler find_rounded(const Form& form); // .rz .rm .rp
[[nodiscard]] Handler find_approximate(const Form& form);
[[nodiscard]] Handler find_compare(const Form& form);
[[nodiscard]] Handler find_convert(const Form& form);
[[nodiscard]] Handler find_select(const Form& form);
[[nodiscard]] Handler find_warp(const Form& form);
[[nodiscard]] Handler find_video(); // Inst::aux is a VideoSite

/// Copy between slots of `bytes` bytes per lane; 1 is a predicate.
[[nodiscard]] Handler find_move(uint32_t bytes);
/// Zero- or sign-extends (or cuts) every lane from one slot width to another.
[[nodiscard]] Handler find_resize(uint32_t from_bytes, uint32_t to_bytes, bool is_signed);
/// Packs `parts` slots into one of `whole_bytes`, or the other way round.
[[nodiscard]] Handler find_pack(uint32_t part_bytes, uint32_t parts, bool pack);

struct MemoryForm {
    ptx::Space space{};
    ptx::Type type{};
    uint8_t register_bytes = 4;
    uint8_t elements = 1;
    bool store = false;
    bool wide_address = true;
    bool strong = false; // see is_strong
};
struct ElementOps;
struct MemoryHandler {
    Handler handler = nullptr;
    /// For an access at a known distance from one that `handler` did, with the same Inst::c. Null where there is none,
    /// and then `handler` keeps no shape.
    Handler again = nullptr;
    const ElementOps* ops = nullptr; // goes into the MemorySite
};
[[nodiscard]] MemoryHandler find_memory(const MemoryForm& form);

/// Returns whether a load or store is one by which threads may talk to each other: volatile, relaxed, acquire, release.
[[nodiscard]] bool is_strong(const ptx::Modifiers& words);
/// How elements of such a load or store are moved, in place of MemoryHandler::ops.
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
/// exch and cas of 128 bits: values[0] and [1] of the site are the halves of b, [2] and [3] those of c.
[[nodiscard]] Handler find_wide_atomic(ptx::Space space, ptx::AtomicOp op);

} // namespace warpscope::simt
