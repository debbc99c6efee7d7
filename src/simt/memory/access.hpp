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
[[nodiscard]] constexpr Window window_of(uint64_t address) {
    return in_window(address, shared_base)  ? Window::shared
           : in_window(address, local_base) ? Window::local
           : in_window(address, param_base) ? Window::param
                                            : Window::global;
}

struct ElementOps {
    void (*move)(std::byte* frame, uint32_t where, HostBase memory, const uint64_t* address, LaneMask mask,
                 const AccessShape& shape);
    void (*refuse)(std::byte* frame, uint32_t where, LaneMask lanes); // zeroes the results of refused loads
    /// Accesses Warp::local. `element`: offset of the element in the access.
    void (*move_local)(std::byte* frame, uint32_t where, std::byte* local, const uint64_t* offset, uint32_t element,
                       LaneMask mask, bool one_offset);
    AccessKind kind;
    uint8_t bytes, register_bytes;
};

inline constexpr uint32_t max_whole_bytes = 16;

/// Copies 2, 4, 8 or 16 bytes per lane, atomically.
void copy_whole(HostBase to, const uint64_t* to_address, HostBase from, const uint64_t* from_address, LaneMask mask,
                uint32_t bytes);

[[nodiscard]] LaneMask lanes_in(const Warp& warp, LaneMask mask, Window window);
/// Converts generic addresses in Warp::address to offsets.
void rebase(Warp& warp, LaneMask mask, Window window);

/// Returns permitted lanes. Reports errors of the other lanes. `alignment`: a power of two, or 0 for the size of the
/// whole access.
[[nodiscard]] LaneMask admit_global(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind,
                                    uint32_t alignment = 0);
[[nodiscard]] LaneMask admit_window(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind,
                                    Window window, uint32_t alignment = 0);

[[nodiscard]] AccessShape shape_by_lanes(const Warp& warp, LaneMask mask, uint32_t bytes);

/// Reports Warp::event, an access to constant, local or parameter memory.
void deliver_elsewhere(Warp& warp);

/// `allocation`: ~0 if the lanes access several or none. Sets Warp::event in place: a copy would stall on recent narrow
/// stores, a local event would prevent tail calls.
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

[[nodiscard]] uint32_t heap_allocation_of(const Warp& warp, const AccessShape& shape);

/// Requires a checked request to global or constant memory.
[[nodiscard]] inline uint32_t allocation_of(const Warp& warp, const Inst* inst, const AccessShape& shape) {
    const SiteCache& cache = warp.sites[inst->aux];
    const bool remembered = shape.lowest >= cache.begin && shape.highest < cache.end;
    return remembered ? cache.allocation : heap_allocation_of(warp, shape);
}

} // namespace warpscope::simt
