#include "simt/memory/access.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/symbol_name.hpp"
#include "ptx/analysis/shared_points_to.hpp"
#include "simt/lane_loop.hpp"
#include "simt/report/access_message.hpp"
#include "simt/report/finding_log.hpp"
#include "simt/report/heap_message.hpp"
#include "simt/state/local_stack.hpp"

namespace warpscope::simt {
namespace {

bool misaligned(uint64_t address, uint32_t alignment) { return (address & (alignment - 1)) != 0; }

Message beside_buffer(const Message& access, const Allocation& a, uint64_t address, uint32_t bytes) {
    return beside_message(access, address, bytes, a.begin, a.end(),
                          msg("{} ({})", warpscope::quoted(a.name), bytes_message(a.bytes)));
}

Message beyond_message(const Message& access, const GlobalMemory& memory, uint64_t address, uint32_t bytes) {
    if (const auto nearest = memory.nearest(address)) {
        const Allocation& a = memory.allocations()[*nearest];
        if (a.freed_bytes == 0) return beside_buffer(access, a, address, bytes);
        const Message size = bytes_message(a.freed_bytes);
        return a.freed_bytes == 1
                   ? msg("{} is in {}, {} that has been freed", access, warpscope::quoted(a.name), size)
                   : msg("{} is in {}, {} that have been freed", access, warpscope::quoted(a.name), size);
    }
    // A negative 32-bit index that became unsigned is too large by 2^32 elements of `size` bytes.
    constexpr uint64_t wrap = uint64_t{1} << 32, largest = 256;
    for (uint64_t size = 1; size <= largest && address > size * wrap; ++size) {
        const uint64_t meant = address - size * wrap;
        const auto nearest = memory.nearest(meant);
        if (!nearest) continue;
        const Allocation& a = memory.allocations()[*nearest];
        const bool inside = meant >= a.begin && meant + bytes <= a.end();
        const Message there = inside ? msg("is in {}", warpscope::quoted(a.name)) : beside_buffer({}, a, meant, bytes);
        return !inside && meant < a.begin ? msg("{} is in no buffer. With an index smaller by 2^32, it {}: an unsigned "
                                                "32-bit index probably wrapped around below 0",
                                                access, there)
                                          : msg("{} is in no buffer. With an index smaller by 2^32, it {}: a 64-bit "
                                                "index is probably too large by 2^32, or a 32-bit index wrapped around",
                                                access, there);
    }
    return msg("{} is in no buffer", access);
}

bool is_freed(const GlobalMemory& memory, uint64_t address) {
    const auto nearest = memory.nearest(address);
    return nearest && memory.allocations()[*nearest].freed_bytes != 0;
}

Message space_of_window(uint64_t address) {
    if (in_window(address, shared_base)) return msg("the block's shared memory");
    if (in_window(address, local_base)) return msg("the thread's local memory");
    if (in_window(address, param_base)) return msg("the kernel's parameters");
    if (in_window(address, function_base)) return msg("a function");
    return {};
}

Message name_of_window(Window window) {
    return window == Window::shared  ? msg("the block's shared memory")
           : window == Window::local ? msg("the thread's local memory")
                                     : msg("the kernel's parameters");
}

Message name_of_window(Window window, const Message& size) {
    return window == Window::shared  ? msg("the block's shared memory ({})", size)
           : window == Window::local ? msg("the thread's local memory ({})", size)
                                     : msg("the kernel's parameters ({})", size);
}

Message beside_array(const Message& access, const Warp& warp, const Inst* inst, uint64_t offset) {
    const LaunchState& launch = *warp.worker->launch;
    const MemorySite& site = warp.memory_sites[inst->aux];
    const SharedVariable& variable = launch.code->shared_variables[site.shared_variable];
    const uint64_t begin = launch.kernel->shared_offsets[site.shared_variable];
    const uint64_t size = variable.is_extern ? launch.shared_bytes - begin : variable.bytes;
    const Message plain = warpscope::quoted(plain_name(variable.name));
    Message name = variable.is_dynamic() ? msg("{} ({} of dynamic shared memory)", plain, bytes_message(size))
                                         : msg("{} ({})", plain, bytes_message(size));
    // Offsets are 32-bit, so a negative offset looks large.
    const bool below = offset > launch.shared_bytes && (static_cast<uint32_t>(offset) >> 31) == 1;
    if (below)
        return msg("{} is {} before {}", access, bytes_message(begin + (0 - static_cast<uint32_t>(offset))), name);
    for (const SharedVariableInfo& other : launch.kernel->shared)
        if (other.name != variable.name && offset >= other.offset && offset < other.offset + other.bytes)
            name = msg("{}, in {}", name, warpscope::quoted(plain_name(other.name)));
    return beside_message(access, offset, site.bytes, begin, begin + size, name);
}

struct Refusal {
    Warp& warp;
    const Inst* inst;
    uint32_t bytes;
    AccessKind kind;
    ptx::Space space;

    void operator()(uint32_t lane, FindingKind finding, uint64_t address, auto&& message) const {
        if (finding_is_new(warp, inst->pc, finding))
            record_finding(warp, inst, lane, finding, space, address, bytes, message());
        else
            count_finding(warp, inst->pc, finding);
    }
};

/// Avoids branches, because nearly all lanes are inside the site's range.
LaneMask lanes_in_site(const Warp& warp, const SiteCache& site, LaneMask mask, uint32_t bytes, uint32_t alignment) {
    if (site.begin >= site.end || site.end - site.begin < bytes) return 0;
    const uint64_t last = site.end - site.begin - bytes;
    LaneMask inside = 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        const uint64_t address = warp.address[lane];
        inside |= LaneMask{address - site.begin <= last && !misaligned(address, alignment)} << lane;
    }
    return inside & mask;
}

} // namespace

LaneMask lanes_in(const Warp& warp, LaneMask mask, Window window) {
    LaneMask result = 0;
    for_each_lane(mask, [&](uint32_t lane) {
        if (window_of(warp.address[lane]) == window) result |= LaneMask{1} << lane;
    });
    return result;
}

void rebase(Warp& warp, LaneMask mask, Window window) {
    const uint64_t base = base_of(window);
    for_each_lane(mask, [&](uint32_t lane) { warp.address[lane] -= base; });
}

LaneMask admit_global(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind,
                      uint32_t alignment) {
    if (alignment == 0) alignment = bytes;
    GlobalMemory& memory = *warp.worker->launch->memory;
    SiteCache& cache = warp.sites[inst->aux];
    const Refusal refuse{warp, inst, bytes, kind, ptx::Space::global};
    const LaneMask in_site = lanes_in_site(warp, cache, mask, bytes, alignment);
    LaneMask admitted = in_site;
    for_each_lane(mask & ~in_site, [&](uint32_t lane) {
        uint64_t address = warp.address[lane];
        if (address < 4096) {
            refuse(lane, FindingKind::null_pointer, address, [&] {
                return address == 0 ? msg("{} through a null pointer", access_message(kind, bytes, address))
                                    : msg("{}, close to a null pointer", access_message(kind, bytes, address));
            });
            return;
        }
        if (misaligned(address, alignment)) {
            refuse(lane, FindingKind::misaligned, address, [&] {
                return msg("{}, which is not a multiple of {}", access_message(kind, bytes, address), alignment);
            });
            return;
        }
        // Does not cache heap blocks, because the heap changes too often.
        if (DeviceHeap& heap = *warp.worker->launch->heap; heap.covers(address)) {
            if (!heap.allows(address, bytes)) {
                const HeapFault fault =
                    heap_fault(*warp.worker->launch, access_message(kind, bytes, address), address, bytes);
                refuse(lane, fault.kind, address, [&] { return fault.message; });
                return;
            }
        } else if (address < cache.begin || address >= cache.end || bytes > cache.end - address) {
            auto found = memory.find(address);
            if (const auto twin = found ? std::nullopt : memory.reach_alias(address, bytes)) {
                warp.address[lane] = address = *twin;
                found = memory.find(address);
            }
            if (!found) {
                if (const Message space = space_of_window(address); !space.empty()) {
                    refuse(lane, FindingKind::wrong_space, address, [&] {
                        return msg("{}: that is an address of {}, used as one of global memory",
                                   access_message(kind, bytes, address), space);
                    });
                    return;
                }
            }
            if (const MemorySite& site = warp.memory_sites[inst->aux];
                !found && site.space == ptx::Space::generic && site.shared_variable != ptx::no_shared_variable) {
                refuse(lane, FindingKind::out_of_bounds, address, [&] {
                    return beside_array(access_message(kind, bytes, address), warp, inst, address - shared_base);
                });
                return;
            }
            if (!found || address + bytes > memory.allocations()[*found].end()) {
                refuse(lane, is_freed(memory, address) ? FindingKind::use_after_free : FindingKind::out_of_bounds,
                       address,
                       [&] { return beyond_message(access_message(kind, bytes, address), memory, address, bytes); });
                return;
            }
            const Allocation& a = memory.allocations()[*found];
            if (a.read_only && kind != AccessKind::load) {
                refuse(lane, FindingKind::wrong_space, address, [&] {
                    return msg("{} into the constant {}", access_message(kind, bytes, address),
                               warpscope::quoted(a.name));
                });
                return;
            }
            cache = {a.begin, a.end(), *found};
        }
        admitted |= LaneMask{1} << lane;
    });
    return admitted;
}

LaneMask admit_window(Warp& warp, const Inst* inst, LaneMask mask, uint32_t bytes, AccessKind kind, Window window,
                      uint32_t alignment) {
    if (alignment == 0) alignment = bytes;
    const ptx::Space space = window == Window::shared  ? ptx::Space::shared
                             : window == Window::local ? ptx::Space::local
                                                       : ptx::Space::param;
    const uint64_t limit = window == Window::shared  ? warp.shared_bytes
                           : window == Window::local ? warp.local_end
                                                     : warp.worker->launch->parameters.size();
    const bool of_array =
        window == Window::shared && warp.memory_sites[inst->aux].shared_variable != ptx::no_shared_variable;
    const Refusal refuse{warp, inst, bytes, kind, space};
    LaneMask admitted = 0;
    for_each_lane(mask, [&](uint32_t lane) {
        const uint64_t offset = warp.address[lane];
        if (offset >= lowest_memory_address && offset < global_base + (uint64_t{1} << 40)) {
            refuse(lane, FindingKind::wrong_space, offset, [&] {
                return msg("{}: a generic address, used as an offset in {}", access_message(kind, bytes, offset),
                           name_of_window(window));
            });
        } else if (misaligned(offset, alignment)) {
            refuse(lane, FindingKind::misaligned, offset, [&] {
                const Message access = access_message(kind, bytes, offset);
                return window == Window::shared
                           ? msg("{} of the block's shared memory, which is not a multiple of {}", access, alignment)
                       : window == Window::local
                           ? msg("{} of the thread's local memory, which is not a multiple of {}", access, alignment)
                           : msg("{} of the kernel's parameters, which is not a multiple of {}", access, alignment);
            });
        } else if (of_array && !warp.shared_ranges[inst->aux].holds(offset, offset)) {
            refuse(lane, FindingKind::out_of_bounds, offset,
                   [&] { return beside_array(access_message(kind, bytes, offset), warp, inst, offset); });
        } else if (offset >= limit || bytes > limit - offset) {
            refuse(lane, FindingKind::out_of_bounds, offset, [&] {
                const Message access = access_message(kind, bytes, offset);
                if (offset < limit)
                    return msg("{} runs {} over the end of {}", access, bytes_message(offset + bytes - limit),
                               name_of_window(window, bytes_message(limit)));
                if (window == Window::local && offset < warp.local_bytes)
                    return msg("{} is {} past the end of the thread's local memory: its active functions have {}, and "
                               "the memory of functions that have returned is gone",
                               access, bytes_message(offset - limit), bytes_message(limit));
                const bool before = static_cast<int64_t>(offset) < 0 || (offset >> 31) == 1;
                if (before)
                    return msg("{} is {} before the start of {}", access,
                               bytes_message((offset >> 32 ? uint64_t{0} : uint64_t{1} << 32) - offset),
                               name_of_window(window));
                const Message name = name_of_window(window, bytes_message(limit));
                return offset == limit
                           ? msg("{} is just past the end of {}", access, name)
                           : msg("{} is {} past the end of {}", access, bytes_message(offset - limit), name);
            });
        } else if (const StackGap* const gap =
                       window == Window::local ? touched_stack_gap(warp, lane, offset, bytes) : nullptr) {
            refuse(lane, FindingKind::out_of_bounds, offset, [&] {
                return msg("{} is just before an array from alloca(): it ends {} past the stack memory below, and "
                           "begins {} before the array",
                           access_message(kind, bytes, offset), bytes_message(offset + bytes - gap->begin),
                           bytes_message(gap->end - std::min(offset, gap->end)));
            });
        } else if (window == Window::param && kind != AccessKind::load) {
            refuse(lane, FindingKind::wrong_space, offset, [&] {
                return msg("{} into the kernel's parameters, which are constant", access_message(kind, bytes, offset));
            });
        } else {
            admitted |= LaneMask{1} << lane;
        }
    });
    return admitted;
}

uint32_t heap_allocation_of(const Warp& warp, const AccessShape& shape) {
    const LaunchState& launch = *warp.worker->launch;
    if (!launch.heap->covers(shape.lowest) || !launch.heap->covers(shape.highest)) return ~0u;
    return launch.memory->find(shape.lowest).value_or(~0u);
}

AccessShape shape_by_lanes(const Warp& warp, LaneMask mask, uint32_t bytes) {
    AccessShape shape;
    const auto leader = static_cast<uint32_t>(std::countr_zero(mask));
    shape.first = shape.lowest = shape.highest = warp.address[leader];
    const LaneMask run = mask >> leader;
    bool contiguous = (run & (run + 1)) == 0;
    for_each_lane(mask, [&](uint32_t lane) {
        shape.lowest = std::min(shape.lowest, warp.address[lane]);
        shape.highest = std::max(shape.highest, warp.address[lane]);
        contiguous = contiguous && warp.address[lane] == shape.first + uint64_t{lane - leader} * bytes;
    });
    shape.flags = AccessShape::where(contiguous, AccessShape::contiguous) |
                  AccessShape::where(shape.lowest == shape.highest, AccessShape::broadcast);
    return shape;
}

void deliver_elsewhere(Warp& warp) {
    const ptx::Space space = warp.event.space;
    const Interest listeners = space == ptx::Space::const_  ? wants_const
                               : space == ptx::Space::local ? wants_local
                                                            : wants_param;
    for (Observer* observer : warp.worker->listening(listeners)) observer->on_memory(warp.event);
}

LaneMask active_lanes(const WarpContext& warp) { return static_cast<const Warp*>(warp.running)->active; }

std::optional<StoredValue> stored_value(const MemoryEvent& event, uint32_t lane) {
    const auto* const warp = static_cast<const Warp*>(event.warp->running);
    const bool shared = event.space == ptx::Space::shared;
    if (warp == nullptr || event.kind != AccessKind::store || (!shared && event.space != ptx::Space::global))
        return std::nullopt;
    const MemorySite& site = warp->memory_sites[warp->reported->aux];
    if (site.elements != 1 || event.bytes > sizeof(uint64_t)) return std::nullopt;
    StoredValue value;
    const std::byte* const memory = shared ? warp->shared + event.address[lane] : warp->global + event.address[lane];
    std::memcpy(&value.before, memory, event.bytes);
    std::memcpy(&value.now, warp->frame + site.values[0] + lane * site.register_bytes, event.bytes);
    return value;
}

} // namespace warpscope::simt
