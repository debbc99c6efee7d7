#include "runtime/host_access.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <span>
#include <ucontext.h>

#include <fmt/format.h>

#include "runtime/context.hpp"

namespace warpscope::runtime {
namespace {

constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGABRT};

struct Watched {
    Context* context = nullptr;
    const Allocations* allocations = nullptr;
    std::array<struct sigaction, signals.size()> before{};
};
Watched watched;

/// Where the program was interrupted, and who has called that; of a library's code only the latter. Allocates nothing.
size_t places_of_fault([[maybe_unused]] const void* registers, std::span<uint64_t> places) {
    size_t count = 0;
#ifdef __x86_64__
    const auto& context = *static_cast<const ucontext_t*>(registers);
    // One byte further: as if it were the return address that a call leaves.
    const auto instruction = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
    if (const auto place = place_in_program(reinterpret_cast<const void*>(instruction + 1))) places[count++] = *place;
#endif
    return count + places_here(places.subspan(count));
}

bool is_near_stack([[maybe_unused]] const void* registers, [[maybe_unused]] uint64_t address) {
#ifdef __x86_64__
    constexpr uint64_t near = 1 << 16;
    const auto& context = *static_cast<const ucontext_t*>(registers);
    const auto stack = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
    return address + near > stack && address < stack + near;
#else
    return false;
#endif
}

/// Of a crash that has nothing to do with the device. The heap may be what is broken: nothing is allocated.
void tell_crash(int signal, const siginfo_t& info, const void* registers) {
    const auto address = reinterpret_cast<uint64_t>(info.si_addr);
    std::array<char, 96> what{};
    if (signal == SIGABRT)
        std::snprintf(what.data(), what.size(), "abort(), a failed assert() or an exception that nothing catches");
    else if (signal == SIGFPE)
        std::snprintf(what.data(), what.size(), "an integer was divided by zero");
    else if (is_near_stack(registers, address))
        std::snprintf(what.data(), what.size(), "the stack is full: functions may call each other without end");
    else if (address < 4096)
        std::snprintf(what.data(), what.size(), "0x%llx was accessed, as through a null pointer",
                      static_cast<unsigned long long>(address));
    else
        std::snprintf(what.data(), what.size(), "0x%llx was accessed, where the program has no memory",
                      static_cast<unsigned long long>(address));
    std::array<uint64_t, 24> places{};
    const size_t count = places_of_fault(registers, places);
    std::array<char, 1024> line{};
    int length = std::snprintf(
        line.data(), line.size(),
        R"({"event":"finding","kind":"crash","severity":"error","message":"host code stops here: %s","at":[)",
        what.data());
    for (size_t k = 0; k < count; ++k)
        length += std::snprintf(line.data() + length, line.size() - static_cast<size_t>(length), "%s%llu",
                                k == 0 ? "" : ",", static_cast<unsigned long long>(places[k]));
    length += std::snprintf(line.data() + length, line.size() - static_cast<size_t>(length), "]}");
    watched.context->recorder.write_line({line.data(), static_cast<size_t>(length)});
}

bool is_write([[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    constexpr greg_t write = 2; // of a page fault's error code
    return (static_cast<const ucontext_t*>(registers)->uc_mcontext.gregs[REG_ERR] & write) != 0;
#else
    return false;
#endif
}

/// Of memory that the device would still be busy with: tells that, and lets the access be done. Returns whether it was.
bool tell_early_access(uint64_t address, const void* registers) {
    if (watched.allocations == nullptr || !watched.allocations->covers(address)) return false;
    Context& context = *watched.context;
    const std::unique_lock lock(context.mutex, std::try_to_lock); // of one of our own calls nothing is told
    const auto fault = context.unfinished.take_fault(address, is_write(registers));
    const Allocated* const in = fault ? watched.allocations->find(address) : nullptr;
    if (in != nullptr && lock.owns_lock() && !fault->what.empty()) {
        std::array<uint64_t, 24> places{};
        const size_t count = places_of_fault(registers, places);
        context.report(
            {"unsynchronised_access",
             "error",
             fmt::format("the host {} '{}' before it has waited for the device: {}",
                         fault->is_write ? "writes" : "reads", watched.allocations->name_of(*in), fault->what),
             {places.begin(), places.begin() + static_cast<ptrdiff_t>(count)}});
    }
    return fault.has_value();
}

/// Returns whether it is an access to device memory, which is told.
bool tell_device_access(uint64_t address, const void* registers) {
    if (watched.allocations == nullptr || !watched.allocations->covers(address)) return false;
    const Allocated* const in = watched.allocations->find(address);
    const Allocated* const gone = in == nullptr ? watched.allocations->freed(address) : nullptr;
    std::string what = "is device memory that nothing is allocated in";
    if (in != nullptr) what = fmt::format("is in '{}', which lies on the device", watched.allocations->name_of(*in));
    if (gone != nullptr) what = fmt::format("is in '{}', which has been freed", watched.allocations->name_of(*gone));
    std::array<uint64_t, 24> places{};
    const size_t count = places_of_fault(registers, places);
    watched.context->report({gone != nullptr ? "use_after_free" : "device_pointer_on_host",
                             "error",
                             fmt::format("the host accessed 0x{:x}, which {}", address, what),
                             {places.begin(), places.begin() + static_cast<ptrdiff_t>(count)}});
    return true;
}

/// The process ends by the signal anyway, so that nothing is lost when saying why does not work out in a place where
/// little is allowed.
void on_fault(int signal, siginfo_t* info, void* registers) {
    if (signal == SIGSEGV && tell_early_access(reinterpret_cast<uint64_t>(info->si_addr), registers)) return;
    const auto number = static_cast<size_t>(std::find(signals.begin(), signals.end(), signal) - signals.begin());
    const struct sigaction& before = watched.before[number];
    const bool told = signal == SIGSEGV && tell_device_access(reinterpret_cast<uint64_t>(info->si_addr), registers);
    if (!told && (before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr)
        return before.sa_sigaction(signal, info, registers);
    if (!told && before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
    ::signal(signal, SIG_DFL); // returning does the same again
    if (!told) tell_crash(signal, *info, registers);
}

} // namespace

void watch_crashes(Context& context) {
    watched.context = &context;
    // Of the thread that loads the program, whose own may be what is full.
    static std::array<char, 1 << 16> stack;
    stack_t other = {};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    sigaltstack(&other, nullptr);
    (void)frames_here(); // for the first time something is loaded, which a signal's handler may not
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    for (size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &action, &watched.before[k]);
}

void watch_host_accesses(const Allocations& allocations) { watched.allocations = &allocations; }

} // namespace warpscope::runtime
