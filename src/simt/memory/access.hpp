// Checks that come before every access to memory, and its event. Private to src/simt.
#pragma once

#include "simt/state/address_map.hpp"
#include "simt/state/warp_state.hpp"

namespace warpscope::simt {

enum class Window : uint8_t { global, shared, local, param };

[[nodiscard]] constexpr uint64_t base_of(Window window) {
    return window == Window::shared  ? shared_base
           : window == Window::local ? local_base
           : window == Window::param ? param_base
                                     : 0;
}
/// The window of a generic address. Whatever lies in no other counts as global.
[[nodiscard]] constexpr Window window_of(uint64_t address) {
    return in_window(address, shared_base)  ? Window::shared
           : in_window(address, local_base) ? Window::local
           : in_window(address, param_base) ? Window::param
                                            : Window::global;
}

/// How one element of one memory type goes between memory and a slot.
struct ElementOps {
    void (*move)(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address, LaneMask mask,
                 const AccessShape& shape);
    void (*refuse)(std::byte* frame, uint32_t where, LaneMask lanes); // loads give zero
    AccessKind kind;
    uint8_t bytes;
};

/// What the hardware loads or stores at once.
inline constexpr uint32_t most_whole_bytes = 16;

/// Copies `bytes` (2, 4, 8 or 16) for each lane of `mask`, indivisibly.
void copy_whole(HostBase to, const uint64_t* to_address, HostBase from, const uint64_t* from_address, LaneMask mask,
                uint32_t bytes);

/// Lanes of `mask` whose generic address (Warp::address) lies in `window`. Whatever lies in no other counts as global.
[[nodiscard]] LaneMask lanes_in(const Warp& warp, LaneMask mask, Window window);
/// Turns the generic addresses of `mask` into offsets in the window.
void rebase(Warp& warp, LaneMask mask, Window window);

/// Lanes that may access global memory; the others have left a finding. Remembers the allocation for the next time.
/// `alignment`: that of addresses, a power of two; 0: natural alignment, vectors being aligned as a whole.
[[nodiscard]] LaneMask admit_global(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind,
                                    uint32_t alignment = 0);
/// The same for an access at offsets in the shared, local or parameter window.
[[nodiscard]] LaneMask admit_window(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind,
                                    Window window, uint32_t alignment = 0);

/// The shape of the addresses in Warp::address, for requests that do not go by vectors.
[[nodiscard]] AccessShape shape_by_lanes(const Warp& warp, LaneMask mask, uint32_t bytes);

/// Tells observers of Warp::event, an access to neither global nor shared memory.
void deliver_elsewhere(Warp& warp);

/// Tells observers of an access whose addresses are in Warp::address and that lies in `allocation` (~0: in several, or
/// not in global memory). The event is put together field by field in the warp: a copy of the shape would read by wide
/// loads what narrow stores have just written, which stalls, and a local whose address escapes would keep its function
/// from a tail call.
inline void report_access(Warp& warp, const Inst* inst, ptx::Space space, AccessKind kind, uint32_t bytes,
                          LaneMask mask, const AccessShape& shape, uint32_t allocation = ~0u) {
    warp.reported = inst;
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
    event.allocation = allocation;
    if (space == ptx::Space::global) {
        for (Observer* const* o = warp.global_listeners.first; o != warp.global_listeners.last; ++o)
            (*o)->on_memory(event);
    } else if (space == ptx::Space::shared) {
        for (Observer* const* o = warp.shared_listeners.first; o != warp.shared_listeners.last; ++o)
            (*o)->on_memory(event);
    } else {
        deliver_elsewhere(warp);
    }
}

/// The heap's allocation where all of a request lies in it, ~0 otherwise. No instruction remembers it.
[[nodiscard]] uint32_t heap_allocation_of(const Warp& warp, const AccessShape& shape);

/// The allocation that a request of global or constant memory, just checked, lies in.
[[nodiscard]] inline uint32_t allocation_of(const Warp& warp, const Inst* inst, const AccessShape& shape) {
    const SiteCache& cache = warp.sites[inst->aux];
    const bool remembered = shape.lowest >= cache.begin && shape.highest < cache.end;
    return remembered ? cache.allocation : heap_allocation_of(warp, shape);
}

} // namespace warpscope::simt
