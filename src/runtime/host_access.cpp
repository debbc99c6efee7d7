#include "runtime/host_access.hpp"

#include <csignal>
#include <ucontext.h>

#include <fmt/format.h>

#include "runtime/context.hpp"

namespace warpscope::runtime {
namespace {

struct Watched {
    Context* context = nullptr;
    const Allocations* allocations = nullptr;
    struct sigaction before = {};
};
Watched watched;

/// Where the access stands, else, of one in a library's code, where that was called.
Frames frames_of_fault([[maybe_unused]] const void* registers) {
#ifdef __x86_64__
    const auto& context = *static_cast<const ucontext_t*>(registers);
    // One byte further: as if it were the return address that a call leaves.
    const auto instruction = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
    if (Frames frames = frames_of(reinterpret_cast<const void*>(instruction + 1)); !frames.empty()) return frames;
#endif
    return frames_here();
}

/// The process ends by the signal anyway, so that nothing is lost when saying why does not work out in a place where
/// little is allowed.
void on_fault(int signal, siginfo_t* info, void* registers) {
    const auto address = reinterpret_cast<uint64_t>(info->si_addr);
    if (watched.allocations->covers(address)) {
        const Allocated* const in = watched.allocations->find(address);
        const Allocated* const gone = in == nullptr ? watched.allocations->freed(address) : nullptr;
        std::string what = "is device memory that nothing is allocated in";
        if (in != nullptr)
            what = fmt::format("is in '{}', which lies on the device", watched.allocations->name_of(*in));
        if (gone != nullptr)
            what = fmt::format("is in '{}', which has been freed", watched.allocations->name_of(*gone));
        watched.context->report({gone != nullptr ? "use_after_free" : "device_pointer_on_host", "error",
                                 fmt::format("the host accessed 0x{:x}, which {}", address, what),
                                 frames_of_fault(registers)});
        ::signal(signal, SIG_DFL); // returning does the access again
        return;
    }
    if ((watched.before.sa_flags & SA_SIGINFO) != 0 && watched.before.sa_sigaction != nullptr)
        return watched.before.sa_sigaction(signal, info, registers);
    if (watched.before.sa_handler != SIG_DFL && watched.before.sa_handler != SIG_IGN)
        return watched.before.sa_handler(signal);
    ::signal(signal, SIG_DFL);
}

} // namespace

void watch_host_accesses(Context& context, const Allocations& allocations) {
    watched.context = &context;
    watched.allocations = &allocations;
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, &watched.before);
}

} // namespace warpscope::runtime
