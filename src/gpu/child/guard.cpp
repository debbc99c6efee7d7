#include "gpu/child/guard.hpp"

#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#include <optional>

#include "gpu/child/process.hpp"

namespace warpscope::gpu {
namespace {

using Clock = Channel::Clock;

// Time for starting CUDA, compiling and copying
constexpr auto patience = std::chrono::seconds(60);

Message goes_on() {
    return msg("the GPU can be used again; on the emulator the same launch shows which thread and line did it");
}

Clock::time_point after(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

double limit_or(double otherwise) {
    const char* const text = std::getenv("WARPSCOPE_GPU_LIMIT");
    const double seconds = text != nullptr ? std::atof(text) : 0;
    return seconds > 0 ? seconds : otherwise;
}

std::atomic<bool> has_system_guard{false};

} // namespace

struct Guard::Impl {
    explicit Impl(std::string path)
        : program(std::move(path)) {}

    struct Child {
        ChildProcess process;
        bool ready = false;
    };

    std::string program;
    std::atomic<uint64_t> given_up{0};
    std::mutex mutex; // guards the members below
    int device = 0;
    std::optional<Child> active, spare;

    Result<void> start(std::optional<Child>& child) {
        if (child) return {};
        auto started = ChildProcess::start(program, device);
        if (!started) return tl::unexpected(started.error());
        child.emplace(Child{std::move(*started), false});
        return {};
    }

    Result<void> start_both(int wanted) {
        if (device != wanted) {
            active.reset();
            spare.reset();
            device = wanted;
        }
        if (auto started = start(active); !started) return started;
        return start(spare);
    }

    void give_up() {
        ++given_up;
        active = std::move(spare);
        spare.reset();
        if (active) (void)start(spare); // the next run reports failures
    }

    tl::unexpected<Diagnostic> gone(const Message& when) {
        give_up();
        return fail(ErrorKind::environment, msg("The process that runs kernels on the GPU ended {}.", when),
                    msg("try again"));
    }

    Result<void> wait_until_ready() {
        if (active->ready) return {};
        const auto said = active->process.channel().receive(Clock::now() + patience);
        if (!said) return gone(msg("before it could use the GPU"));
        if (said->kind == MessageKind::failed) {
            active.reset();
            return tl::unexpected(decode_failure(said->contents).diagnostic);
        }
        active->ready = true;
        return {};
    }

    Result<GpuRun> answer(const ExecutionPlan& plan, double limit);
};

Result<GpuRun> Guard::Impl::answer(const ExecutionPlan& plan, double limit) {
    bool kernels_run = false;
    for (;;) {
        const auto deadline = kernels_run ? after(limit) : Clock::now() + patience;
        const auto said = active->process.channel().receive(deadline);
        if (!said) {
            if (Clock::now() < deadline || !kernels_run) return gone(msg("while it ran a kernel"));
            give_up();
            return fail(
                ErrorKind::failed,
                msg("The kernel had not ended after {} s on the GPU and was stopped.", fmt::format("{:g}", limit)),
                msg("{}; WARPSCOPE_GPU_LIMIT=SECONDS gives kernels longer", goes_on()));
        }
        switch (said->kind) {
        case MessageKind::started: kernels_run = true; break;
        case MessageKind::ended: kernels_run = false; break;
        case MessageKind::done: return decode_result(said->contents, plan);
        case MessageKind::failed: {
            FailureMessage failure = decode_failure(said->contents);
            if (failure.lost) {
                give_up();
                failure.diagnostic.hint = goes_on();
            }
            return tl::unexpected(std::move(failure.diagnostic));
        }
        default: return gone(msg("with an unexpected answer"));
        }
    }
}

Guard::Guard(std::string program)
    : impl_(std::make_unique<Impl>(std::move(program))) {}
Guard::~Guard() = default;

void Guard::prepare(int device) {
    const std::unique_lock lock(impl_->mutex, std::try_to_lock);
    if (lock) (void)impl_->start_both(device); // run() reports failures
}

Result<GpuRun> Guard::run(int device, const std::string& ptx, const ExecutionPlan& plan, const RunOptions& options) {
    const std::lock_guard lock(impl_->mutex);
    Impl& guard = *impl_;
    if (auto started = guard.start_both(device); !started) return tl::unexpected(started.error());
    if (auto ready = guard.wait_until_ready(); !ready) return tl::unexpected(ready.error());
    const Bytes wanted = encode(RunMessage{ptx, plan, options.repeats, options.unread});
    if (!guard.active->process.channel().send(MessageKind::run, wanted, Clock::now() + patience))
        return guard.gone("before it ran the kernel");
    return guard.answer(plan, options.time_limit);
}

uint64_t Guard::given_up() const { return impl_->given_up; }

double limit_of_faulty_kernels() { return limit_or(0.7); }
double limit_of_unknown_kernels() { return limit_or(10); }

void enable_system_guard() { has_system_guard = true; }

Guard* system_guard() {
    if (!has_system_guard) return nullptr;
    // Never destroyed, because threads may use it at exit.
    static Guard* const guard = new Guard("/proc/self/exe");
    return guard;
}

} // namespace warpscope::gpu
