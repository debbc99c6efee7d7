#include "runtime/record/crash.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <dlfcn.h>
#include <string_view>
#include <sys/mman.h>
#include <ucontext.h>
#include <unwind.h>

#include "runtime/record/call_scope.hpp"

extern "C" void __stack_chk_fail(); // reports an overwritten stack guard

namespace warpscope::runtime {
namespace {

constexpr uint64_t page = 4096;

bool is_near_stack([[maybe_unused]] const void* registers, [[maybe_unused]] uint64_t address) {
#ifdef __x86_64__
    constexpr uint64_t near = 1 << 16;
    const auto& context = *static_cast<const ucontext_t*>(registers);
    const auto stack = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
    // If the stack is full, memory above the address is mapped.
    return address + near > stack && address < stack + near && is_mapped(address + page);
#else
    return false;
#endif
}

/// Returns whether the stack's memory ends at the address.
bool is_past_stack([[maybe_unused]] const void* registers, [[maybe_unused]] uint64_t address) {
#ifdef __x86_64__
    constexpr uint64_t max = uint64_t{8} << 20;
    const auto& context = *static_cast<const ucontext_t*>(registers);
    const auto stack = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
    return address > stack && address - stack < max && !is_mapped(address) && is_mapped(address - page);
#else
    return false;
#endif
}

/// Stack walk. If it faults, the places found so far are kept.
struct Walk {
    std::span<uint64_t> places;
    volatile size_t count = 0;
    volatile bool guard_was_hit = false;
};

_Unwind_Reason_Code add_place(_Unwind_Context* context, void* out) {
    Walk& walk = *static_cast<Walk*>(out);
    if (walk.count == walk.places.size()) return _URC_END_OF_STACK;
    if (_Unwind_GetRegionStart(context) == reinterpret_cast<uintptr_t>(&__stack_chk_fail)) walk.guard_was_hit = true;
    const auto place = place_in_program(reinterpret_cast<const void*>(_Unwind_GetIP(context)));
    if (!place) return _URC_NO_REASON;
    // The stack guard's 5-byte call has no source line in clang's output; the code before it has one.
    constexpr uint64_t call_bytes = 5;
    walk.places[walk.count] = walk.guard_was_hit && walk.count == 0 ? *place - call_bytes : *place;
    walk.count = walk.count + 1;
    return _URC_NO_REASON;
}

sigjmp_buf walk_failed;

const Walk& walk_from(const void* registers, std::span<uint64_t> places) {
    static Walk walk; // static, because siglongjmp leaves locals undefined
    walk = {places};
#ifdef __x86_64__
    const auto& context = *static_cast<const ucontext_t*>(registers);
    const auto instruction = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
    if (const auto place = place_in_program(reinterpret_cast<const void*>(instruction + 1))) {
        places[0] = *place;
        walk.count = 1;
    }
#endif
    for (const int signal : {SIGSEGV, SIGBUS}) std::signal(signal, [](int) { siglongjmp(walk_failed, 1); });
    if (sigsetjmp(walk_failed, 1) == 0) _Unwind_Backtrace(add_place, &walk);
    for (const int signal : {SIGSEGV, SIGBUS}) std::signal(signal, SIG_DFL);
    return walk;
}

bool is_in_library([[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    const auto& context = *static_cast<const ucontext_t*>(registers);
    return !place_in_program(reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP] + 1));
#else
    return false;
#endif
}

bool is_invalid_jump([[maybe_unused]] const siginfo_t& info, [[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    constexpr greg_t fetch = 16; // bit of a page fault's error code
    constexpr uint8_t return_code = 0xc3;
    const auto& context = *static_cast<const ucontext_t*>(registers);
    const auto instruction = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
    if (instruction == reinterpret_cast<uintptr_t>(info.si_addr)) return true;
    if ((context.uc_mcontext.gregs[REG_ERR] & fetch) != 0) return true;
    const auto* const code = reinterpret_cast<const uint8_t*>(instruction);
    return place_in_program(code + 1) && *code == return_code;
#else
    return false;
#endif
}

} // namespace

bool is_mapped(uint64_t address, uint64_t bytes) {
    constexpr uint64_t max = 512 * page;
    unsigned char resident[max / page];
    const uint64_t last = address + (bytes - 1);
    for (uint64_t at = address / page * page;; at += max) {
        const uint64_t size = std::min(max, last - at + 1);
        if (mincore(reinterpret_cast<void*>(at), size, resident) != 0 && errno == ENOMEM) return false;
        if (last - at < max) return true;
    }
}

size_t places_of_fault([[maybe_unused]] const void* registers, std::span<uint64_t> places) {
    size_t count = 0;
#ifdef __x86_64__
    const auto& context = *static_cast<const ucontext_t*>(registers);
    // Adds 1, because place_in_program() expects a return address and subtracts 1.
    const auto instruction = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
    if (const auto place = place_in_program(reinterpret_cast<const void*>(instruction + 1))) places[count++] = *place;
#endif
    return count + places_here(places.subspan(count));
}

namespace {

struct AbortMessage {
    unsigned bytes;
    char text[1];
};
/// Looked up early, because signal handlers must not search symbols
const AbortMessage* const* const abort_message =
    static_cast<const AbortMessage* const*>(dlvsym(RTLD_DEFAULT, "__abort_msg", "GLIBC_PRIVATE"));

bool heap_check_failed() {
    if (abort_message == nullptr || *abort_message == nullptr) return false;
    const std::string_view text = (*abort_message)->text;
    constexpr std::array<std::string_view, 6> words{"malloc",    "free(",        "realloc",
                                                    "corrupted", "munmap_chunk", "double free"};
    return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

/// `cause`: key of a message in program/crash_message.cpp.
void write_crash(Recorder& recorder, const char* cause, uint64_t address, std::span<const uint64_t> places) {
    std::array<char, 1024> line{};
    int length =
        std::snprintf(line.data(), line.size(),
                      R"({"event":"finding","kind":"crash","severity":"error","cause":"%s","accessed":"0x%llx","at":[)",
                      cause, static_cast<unsigned long long>(address));
    for (size_t k = 0; k < places.size(); ++k)
        length += std::snprintf(line.data() + length, line.size() - static_cast<size_t>(length), "%s%llu",
                                k == 0 ? "" : ",", static_cast<unsigned long long>(places[k]));
    length += std::snprintf(line.data() + length, line.size() - static_cast<size_t>(length), "]}");
    recorder.write_line({line.data(), static_cast<size_t>(length)});
}

} // namespace

void report_damaged_heap(Recorder& recorder, const void* registers) {
    std::array<uint64_t, 24> places{};
    const size_t count = walk_from(registers, places).count;
    write_crash(recorder, "damaged_heap", 0, std::span(places).first(count));
}

void report_crash(Recorder& recorder, int signal, const siginfo_t& info, const void* registers) {
    const auto address = reinterpret_cast<uint64_t>(info.si_addr);
    std::array<uint64_t, 24> places{};
    const Walk& walk = walk_from(registers, places);
    const char* const cause = walk.guard_was_hit                  ? "stack_guard"
                              : signal == SIGABRT                 ? (heap_check_failed() ? "damaged_heap" : "abort")
                              : signal == SIGFPE                  ? "division_by_zero"
                              : signal == SIGILL                  ? "trap"
                              : is_invalid_jump(info, registers)  ? "no_code"
                              : is_near_stack(registers, address) ? "full_stack"
                              : is_past_stack(registers, address) ? "behind_stack"
                              : address < page                    ? "null_pointer"
                              : is_in_library(registers)          ? "in_library"
                                                                  : "no_memory";
    write_crash(recorder, cause, address, std::span(places).first(walk.count));
}

} // namespace warpscope::runtime
