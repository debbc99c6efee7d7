// One decoded instruction as the execution loop sees it: a handler and the places of its operands.
//
// A register is 32 lane values side by side in its warp's frame (a "slot"): 64, 128 or 256 bytes for 16-, 32- and
// 64-bit registers, one LaneMask word for a predicate. Immediates, special registers and addresses of variables are
// slots as well, filled when the launch or the warp begins, so that a handler knows one kind of operand only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

struct Warp;
struct Inst;

inline constexpr LaneMask all_lanes = ~LaneMask{0};

/// Executes `inst` for the lanes in Warp::exec and returns the instruction to go on with, or nullptr when the warp
/// cannot go on by itself (barrier, end, time slice over; Warp::state says which). `frame` is Warp::frame.
using Handler = const Inst* (*)(Warp& warp, const Inst* inst, std::byte* frame);

struct Inst {
    Handler handler = nullptr;
    uint32_t d = 0, a = 0, b = 0, c = 0; // byte offsets of slots in the frame, unless the handler says otherwise
    uint32_t pc = 0;                     // index into Program::instructions()
    uint32_t aux = 0;                    // basic block, memory site, further slot or immediate, as the handler says
};
static_assert(sizeof(Inst) == 32);

template<class T>
[[nodiscard]] inline T* slot(std::byte* frame, uint32_t offset) {
    return reinterpret_cast<T*>(frame + offset);
}

} // namespace warpscope::simt

// Straight-line handlers end with WARPSCOPE_NEXT: they jump on to the next handler themselves where the compiler turns
// that call into a jump (optimised builds), which saves the way through the loop in run_warp(). Elsewhere they return.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define WARPSCOPE_NEXT(warp, next, frame) return (next)->handler((warp), (next), (frame))
#else
#define WARPSCOPE_NEXT(warp, next, frame) return (void)(warp), (void)(frame), (next)
#endif
