// A handler and its operands.
//
// A *slot* is a register in its warp's frame: 32 adjacent lane values, or one LaneMask for a predicate. Immediates,
// special registers and variable addresses are slots as well (README.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

struct Warp;
struct Inst;

inline constexpr LaneMask all_lanes = ~LaneMask{0};

/// Executes `inst` for the lanes in Warp::exec. Returns the next instruction, or nullptr if the warp stops
/// (Warp::state).
using Handler = const Inst* (*)(Warp& warp, const Inst* inst, std::byte* frame);

struct Inst {
    Handler handler = nullptr;
    // Slots or numbers, as the handler defines.
    uint32_t d = 0, a = 0, b = 0, c = 0;
    uint32_t pc = 0;  // index into Program::instructions()
    uint32_t aux = 0; // basic block, memory site, slot or immediate, as the handler defines
};
static_assert(sizeof(Inst) <= 32); // two per cache line

template<class T>
[[nodiscard]] inline T* slot(std::byte* frame, uint32_t offset) {
    return reinterpret_cast<T*>(frame + offset);
}

} // namespace warpscope::simt

// Ends a straight-line handler. Optimized builds turn the call into a jump that bypasses the loop in run_warp().
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define WARPSCOPE_NEXT(warp, next, frame) return (next)->handler((warp), (next), (frame))
#else
#define WARPSCOPE_NEXT(warp, next, frame) return (void)(warp), (void)(frame), (next)
#endif
