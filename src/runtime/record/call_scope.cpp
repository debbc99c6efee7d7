#include "runtime/record/call_scope.hpp"

#include <algorithm>
#include <array>
#include <execinfo.h>
#include <link.h>
#include <map>
#include <unwind.h>
#include <utility>

namespace warpscope::runtime {
namespace {

constexpr size_t max_frames = 24;

struct ProgramRange {
    uintptr_t base = 0, begin = ~uintptr_t{0}, end = 0;
    uintptr_t code_begin = 0, code_end = 0;
};

ProgramRange find_program() {
    ProgramRange range;
    dl_iterate_phdr(
        [](dl_phdr_info* object, size_t, void* out) {
            auto& found = *static_cast<ProgramRange*>(out);
            found.base = object->dlpi_addr;
            for (int k = 0; k < object->dlpi_phnum; ++k) {
                const auto& segment = object->dlpi_phdr[k];
                if (segment.p_type != PT_LOAD) continue;
                found.begin = std::min<uintptr_t>(found.begin, object->dlpi_addr + segment.p_vaddr);
                found.end = std::max<uintptr_t>(found.end, object->dlpi_addr + segment.p_vaddr + segment.p_memsz);
                if ((segment.p_flags & PF_X) == 0) continue;
                found.code_begin = object->dlpi_addr + segment.p_vaddr;
                found.code_end = found.code_begin + segment.p_filesz;
            }
            return 1;
        },
        &range);
    return range;
}

const ProgramRange& program_range() {
    static const ProgramRange range = find_program();
    return range;
}

/// Stack slot of the return address into the program, or null
const void* const*& return_slot() {
    thread_local const void* const* slot = nullptr;
    return slot;
}

struct Link {
    const void* const* slot = nullptr;
    const void* address = nullptr;
};

struct CallPath {
    std::vector<Link> links; // innermost first, up to main()
    bool is_whole = true;
    Frames places;

    [[nodiscard]] bool is_still_there() const {
        return std::ranges::all_of(links, [](const Link& link) { return *link.slot == link.address; });
    }
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* out) {
    CallPath& path = *static_cast<CallPath*>(out);
    const auto* const address = reinterpret_cast<const void*>(_Unwind_GetIP(context));
    const auto* const slot = reinterpret_cast<const void* const*>(_Unwind_GetCFA(context)) - 1;
    if (address == nullptr || path.links.size() >= max_frames) return _URC_END_OF_STACK;
    if (path.links.empty() && slot != return_slot()) return _URC_NO_REASON; // skips this library's functions
    path.is_whole = path.is_whole && *slot == address;
    path.links.push_back({slot, address});
    if (const auto place = place_in_program(address)) path.places.push_back(*place);
    return _URC_NO_REASON;
}

} // namespace

CallScope::CallScope([[maybe_unused]] const void* frame)
    : before_(return_slot()) {
#ifdef __x86_64__
    // Keeps the outermost call if functions of this library call each other.
    const auto* const slot = static_cast<const void* const*>(frame) + 1;
    if (place_in_program(*slot)) return_slot() = slot;
#endif
}

CallScope::~CallScope() { return_slot() = before_; }

std::optional<uint64_t> place_in_program(const void* address) {
    const ProgramRange& program = program_range();
    const auto value = reinterpret_cast<uintptr_t>(address);
    return value > program.begin && value < program.end ? std::optional<uint64_t>(value - program.base - 1)
                                                        : std::nullopt;
}

const void* return_address_here() { return return_slot() == nullptr ? nullptr : *return_slot(); }

ProgramCode program_code() {
    const ProgramRange& program = program_range();
    return {{reinterpret_cast<const uint8_t*>(program.code_begin), program.code_end - program.code_begin},
            program.code_begin - program.base};
}

size_t places_here(std::span<uint64_t> places) {
    std::array<void*, max_frames> addresses{};
    const int count = backtrace(addresses.data(), static_cast<int>(addresses.size()));
    size_t found = 0;
    for (int k = 0; k < count && found < places.size(); ++k)
        if (const auto place = place_in_program(addresses[static_cast<size_t>(k)])) places[found++] = *place;
    return found;
}

Frames frames_here() {
    constexpr size_t max_paths = 4096;
    const void* const* const slot = return_slot();
    if (slot != nullptr) {
        thread_local std::map<std::pair<const void* const*, const void*>, CallPath> paths;
        if (paths.size() >= max_paths) paths.clear();
        CallPath& path = paths[{slot, *slot}];
        if (!path.links.empty() && path.is_still_there()) return path.places;
        path = {};
        _Unwind_Backtrace(add_frame, &path);
        if (!path.links.empty() && path.is_whole) return path.places;
        path = {};
    }
    std::array<uint64_t, max_frames> places{};
    const size_t count = places_here(places);
    return {places.begin(), places.begin() + static_cast<ptrdiff_t>(count)};
}

} // namespace warpscope::runtime
