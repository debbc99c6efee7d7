// Checks that come before every access to memory, and its event. Private to src/simt.
#pragma once

#include "simt/warp_state.hpp"

namespace warpscope::simt {

/// What is known about the addresses of one request, from one pass over them.
struct AccessShape {
    uint64_t lowest = 0, highest = 0;
    uint64_t first = 0, second = 0; // addresses of lanes 0 and 16
    uint32_t stride = 0;            // between lanes, within each half of the warp
    uint32_t flags = 0;
    enum Flag : uint32_t {
        regular = 1, // all lanes active, both halves run with `stride`
        contiguous = 2,
        broadcast = 4,
        misaligned = 8,
    };
    [[nodiscard]] bool is(Flag flag) const { return (flags & flag) != 0; }
    /// `flag` where `condition` holds, else 0.
    [[nodiscard]] static uint32_t where(bool condition, Flag flag) { return condition ? flag : 0u; }
};

enum class Window : uint8_t { global, shared, local, param };

/// How one element of one memory type goes between memory and a slot.
struct ElementOps {
    void (*move)(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address, LaneMask mask,
                 const AccessShape& shape);
    void (*refuse)(std::byte* frame, uint32_t where, LaneMask lanes); // loads give zero
    AccessKind kind;
    uint8_t bytes;
};

/// Lanes of `mask` whose generic address (Warp::address) lies in `window`. Whatever lies in no other counts as global.
[[nodiscard]] LaneMask lanes_in(const Warp& warp, LaneMask mask, Window window);
/// Turns the generic addresses of `mask` into offsets in the window.
void rebase(Warp& warp, LaneMask mask, Window window);

/// Lanes that may access global memory; the others have left a trap. Remembers the allocation for the next time.
[[nodiscard]] LaneMask admit_global(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind);
/// The same for an access at offsets in the shared, local or parameter window.
[[nodiscard]] LaneMask admit_window(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind,
                                    Window window);

/// Tells observers of Warp::event, which is complete but for its allocation.
void deliver_access(Warp& warp, const Inst* inst);

/// Tells observers of an access whose addresses are in Warp::address. The event is put together field by field in the
/// warp: a copy of the shape would read by wide loads what narrow stores have just written, which stalls, and a local
/// whose address escapes would keep its function from a tail call.
inline void report_access(Warp& warp, const Inst* inst, ptx::Space space, AccessKind kind, uint32_t bytes,
                          LaneMask mask, const AccessShape& shape) {
    MemoryEvent& event = warp.event;
    event.pc = inst->pc;
    event.space = space;
    event.kind = kind;
    event.bytes = bytes;
    event.mask = mask;
    event.lowest = shape.lowest;
    event.highest = shape.highest;
    event.contiguous = shape.is(AccessShape::contiguous);
    event.broadcast = shape.is(AccessShape::broadcast);
    event.regular = shape.is(AccessShape::regular);
    event.stride = shape.stride;
    event.first = shape.first;
    event.second = shape.second;
    deliver_access(warp, inst);
}

} // namespace warpscope::simt
