#include "runtime/host_access.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <span>
#include <ucontext.h>
#include <unistd.h>

#include <fmt/format.h>

#include "runtime/context.hpp"
#include "runtime/record/crash.hpp"
#include "runtime/unwritten_report.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::runtime {
namespace {

constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};

struct Watched {
    Context* context = nullptr;
    const Allocations* allocations = nullptr;
    std::array<struct sigaction, signals.size()> before{};
};
Watched watched;

bool is_write([[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    constexpr greg_t write = 2; // bit of a page fault's error code
    return (static_cast<const ucontext_t*>(registers)->uc_mcontext.gregs[REG_ERR] & write) != 0;
#else
    return false;
#endif
}

/// Recognizes a LOCK prefix and exchanges with memory.
bool is_atomic([[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    const auto* at =
        reinterpret_cast<const uint8_t*>(static_cast<const ucontext_t*>(registers)->uc_mcontext.gregs[REG_RIP]);
    constexpr std::array<uint8_t, 5> prefixes{0x66, 0xf2, 0xf3, 0x64, 0x65};
    constexpr uint8_t lock = 0xf0, rex = 0x40, exchange_byte = 0x86, exchange = 0x87;
    while (std::ranges::count(prefixes, *at) != 0) ++at;
    if (*at == lock) return true;
    if ((*at & 0xf0) == rex) ++at;
    return *at == exchange_byte || *at == exchange;
#else
    return false;
#endif
}

bool is_in_program([[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    const auto at = static_cast<const ucontext_t*>(registers)->uc_mcontext.gregs[REG_RIP];
    return place_in_program(reinterpret_cast<const void*>(at)).has_value();
#else
    return false;
#endif
}

/// Makes the thread raise SIGTRAP after its next instruction.
void step([[maybe_unused]] void* registers, [[maybe_unused]] bool on) {
#ifdef __x86_64__
    constexpr greg_t trap = 0x100; // flag of the processor
    greg_t& flags = static_cast<ucontext_t*>(registers)->uc_mcontext.gregs[REG_EFL];
    flags = on ? flags | trap : flags & ~trap;
#endif
}

bool tell_early_access(uint64_t address, const void* registers) {
    if (watched.allocations == nullptr || !watched.allocations->covers(address)) return false;
    Context& context = *watched.context;
    const std::unique_lock lock(context.mutex, std::try_to_lock); // fails if the runtime made the access
    const auto fault = context.unfinished.take_fault(address, is_write(registers), is_atomic(registers));
    const Allocated* const in = fault ? watched.allocations->find(address) : nullptr;
    if (in != nullptr && lock.owns_lock() && !fault->what.empty()) {
        std::array<uint64_t, 24> places{};
        const size_t count = places_of_fault(registers, places);
        context.report({"unsynchronised_access",
                        "error",
                        fault->is_write ? msg("the host writes {} before it has waited for the device: {}",
                                              warpscope::quoted(watched.allocations->name_of(*in)), fault->what)
                                        : msg("the host reads {} before it has waited for the device: {}",
                                              warpscope::quoted(watched.allocations->name_of(*in)), fault->what),
                        {places.begin(), places.begin() + static_cast<ptrdiff_t>(count)}});
    }
    return fault.has_value();
}

enum class Judged : uint8_t { not_ours, allowed, steps };

Judged judge_unwritten_read(uint64_t address, const void* registers) {
    if (watched.allocations == nullptr || !watched.allocations->covers(address)) return Judged::not_ours;
    Context& context = *watched.context;
    const std::unique_lock lock(context.mutex, std::try_to_lock);
    if (!lock.owns_lock()) return context.unwritten_reads.give_up(address) ? Judged::allowed : Judged::not_ours;
    std::array<uint64_t, 24> places{};
    const bool by_program = is_in_program(registers);
    const auto fault =
        context.unwritten_reads.take_fault(address, is_write(registers), by_program, context.allocations());
    if (!fault) return Judged::not_ours;
    if (fault->is_unwritten) {
        const size_t count = places_of_fault(registers, places);
        report_unwritten_read(context, *watched.allocations->find(address), address,
                              {places.begin(), places.begin() + static_cast<ptrdiff_t>(count)});
    }
    return fault->steps ? Judged::steps : Judged::allowed;
}

bool tell_device_access(uint64_t address, const void* registers) {
    if (watched.allocations == nullptr || !watched.allocations->covers(address)) return false;
    const Allocated* const in = watched.allocations->find(address);
    const Allocated* const gone = in == nullptr ? watched.allocations->freed(address) : nullptr;
    const std::string hex = simt::hex_text(address);
    Message message = msg("the host accessed {}, which is unallocated device memory", hex);
    if (in != nullptr)
        message = msg("the host accessed {}, which is in {} on the device", hex,
                      warpscope::quoted(watched.allocations->name_of(*in)));
    if (gone != nullptr)
        message = msg("the host accessed {}, which is in {}, which has been freed", hex,
                      warpscope::quoted(watched.allocations->name_of(*gone)));
    std::array<uint64_t, 24> places{};
    const size_t count = places_of_fault(registers, places);
    watched.context->report({gone != nullptr ? "use_after_free" : "device_pointer_on_host",
                             "error",
                             message,
                             {places.begin(), places.begin() + static_cast<ptrdiff_t>(count)}});
    return true;
}

/// May call signal-unsafe functions, because the process ends or the access was made outside the runtime.
void on_fault(int signal, siginfo_t* info, void* registers) {
    static std::atomic<pid_t> handling{0}; // thread in this function
    const pid_t thread = gettid();
    if (handling.exchange(thread) == thread) {
        ::signal(signal, SIG_DFL);
        return report_damaged_heap(watched.context->recorder, registers); // second fault, in the runtime's data
    }
    const auto address = reinterpret_cast<uint64_t>(info->si_addr);
    if (signal == SIGSEGV && tell_early_access(address, registers)) {
        (void)watched.context->unwritten_reads.give_up(address);
        handling = 0;
        return;
    }
    const Judged judged = signal == SIGSEGV ? judge_unwritten_read(address, registers) : Judged::not_ours;
    if (judged != Judged::not_ours) {
        if (judged == Judged::steps) step(registers, true);
        handling = 0;
        return;
    }
    const auto number = static_cast<size_t>(std::find(signals.begin(), signals.end(), signal) - signals.begin());
    const struct sigaction& before = watched.before[number];
    const bool is_reported = signal == SIGSEGV && tell_device_access(address, registers);
    if (!is_reported && (before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr)
        return before.sa_sigaction(signal, info, registers);
    if (!is_reported && before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
    ::signal(signal, SIG_DFL);
    if (!is_reported) report_crash(watched.context->recorder, signal, *info, registers);
}

struct sigaction before_step = {};

void on_step(int signal, siginfo_t* info, void* registers) {
    if (watched.context->unwritten_reads.end_step()) return step(registers, false);
    if ((before_step.sa_flags & SA_SIGINFO) != 0) return before_step.sa_sigaction(signal, info, registers);
    if (before_step.sa_handler != SIG_DFL && before_step.sa_handler != SIG_IGN) return before_step.sa_handler(signal);
    ::signal(SIGTRAP, SIG_DFL);
    raise(SIGTRAP);
}

} // namespace

void watch_crashes(Context& context) {
    watched.context = &context;
    // The handler has its own stack, because the program's may be full.
    static std::array<char, 1 << 16> stack;
    stack_t other = {};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    sigaltstack(&other, nullptr);
    (void)frames_here(); // loads libraries before a crash needs them
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    for (size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &action, &watched.before[k]);
    action.sa_sigaction = on_step;
    sigaction(SIGTRAP, &action, &before_step);
}

void watch_host_accesses(const Allocations& allocations) { watched.allocations = &allocations; }

} // namespace warpscope::runtime
