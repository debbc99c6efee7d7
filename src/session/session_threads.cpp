#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "base/kept_memory.hpp"
#include "session/session_impl.hpp"

namespace warpscope::session {
namespace {

// The views need a few traces at once.
constexpr size_t min_traces = 4, max_traces = 32;
constexpr uint64_t max_trace_bytes = kept_limit(uint64_t{512} << 20);
/// Longest wait for the followed block's trace, as time and share of the run; the larger counts. Tracing takes
/// trace_cost times as long as running.
constexpr double trace_wait_ms = 30, trace_wait_share = 0.1, trace_cost = 8;
/// Few: probes may take hundreds of megabytes.
constexpr size_t unwanted_probes_kept = 2;
/// Longer runs are canceled for a newer request. Shorter runs finish, so that the picture follows a slider.
constexpr auto abandoned_after = std::chrono::milliseconds(250);
/// If the shown overlays are younger than this, a newer request cancels a run once its picture is visible.
constexpr auto overlays_every = std::chrono::milliseconds(400);

/// Lowers the priority of this thread and its children. Software rendering would stutter otherwise.
void give_way_to_drawing() {
#ifdef __linux__
    constexpr int nicer = 5;
    const auto self = static_cast<id_t>(gettid());
    setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + nicer);
#endif
}

/// Returns freed memory to the system, which the C library keeps.
void give_back_freed_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

uint64_t bytes_of(const metrics::BlockTrace& trace) {
    return trace.accesses.size() * sizeof(metrics::TraceAccess) +
           trace.requests.size() * sizeof(metrics::TraceRequest) + trace.steps.size() * sizeof(metrics::TraceStep) +
           trace.shuffles.size() * sizeof(metrics::TraceShuffle);
}

} // namespace

void Session::Impl::drop_old_traces() {
    uint64_t bytes = 0;
    size_t kept = 0;
    for (const Trace& entry : traces) {
        if (entry.trace) bytes += bytes_of(*entry.trace);
        if (kept == max_traces || (kept >= min_traces && bytes > max_trace_bytes)) break;
        ++kept;
    }
    traces.resize(kept);
}

std::optional<Session::Impl::Trace> Session::Impl::trace_with(const std::shared_ptr<const RunResult>& made) {
    BlockOf block_of;
    {
        const std::lock_guard lock(mutex);
        if (waiting) return std::nullopt;
        block_of = followed;
    }
    if (!block_of || made->measured->launches().empty()) return std::nullopt;
    const metrics::LaunchMeasurement& launch = made->shown();
    const double expected = trace_cost * launch.execute_ms / static_cast<double>(launch.config.blocks());
    if (expected > std::max(trace_wait_ms, trace_wait_share * launch.execute_ms)) return std::nullopt;
    const std::optional<FocusKey> key = block_of(*made);
    if (!key) return std::nullopt;
    auto traced = made->measured->trace_block(key->launch, key->block, &cancel_run);
    if (!traced) return std::nullopt; // a separate request retries and reports
    return Trace{made.get(), made, *key, std::make_shared<const metrics::BlockTrace>(std::move(*traced)), std::nullopt};
}

void Session::Impl::run_loop() {
    give_way_to_drawing();
    Pipeline pipeline;
    for (;;) {
        Request request;
        RunOptions options;
        bool after_large = false;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return quitting || may_run(); });
            if (quitting) return;
            request = std::move(*waiting);
            waiting.reset();
            after_large = result != nullptr && is_large(*result);
            options.in_sight = in_sight;
            options.followed = followed;
            running = true;
            began = std::chrono::steady_clock::now();
            whole_picture.reset();
            cancel_run = false;
        }
        changed.notify_all();
        if (after_large) give_back_freed_memory();
        options.cancel = &cancel_run;
        options.progress = &progress;
        options.gpu_output = false;
        options.gpu_alone = true;
        options.before = result_now();
        if (partial_wanted)
            options.partial = [this](const PartialOutput& made) {
                {
                    const std::lock_guard lock(mutex);
                    partial = std::make_shared<const PartialOutput>(made);
                    if (made.share >= 1) whole_picture = std::chrono::steady_clock::now();
                }
                changed.notify_all();
                notify();
            };
        auto outcome = pipeline.run(request, options);
        if (outcome && is_large(**outcome)) give_back_freed_memory(); // before textures are created
        std::optional<Trace> with;
        if (outcome) with = trace_with(*outcome);
        {
            const std::lock_guard lock(mutex);
            running = false;
            partial.reset();
            options.before.reset(); // this thread must not keep the old run
            changed.notify_all();
            progress.stage = Stage::idle;
            if (outcome) {
                result = std::move(*outcome);
                measured = std::chrono::steady_clock::now();
                shown = nullptr;
                failure.reset();
                std::erase_if(traces, [&](const Trace& entry) { return entry.of != result.get(); });
                if (with) traces.push_front(std::move(*with));
                drop_old_traces();
                ++revision;
            } else if (outcome.error().kind != ErrorKind::canceled) {
                failure = std::move(outcome.error());
                ++revision;
            }
        }
        notify();
    }
}

void Session::Impl::abandon_loop() {
    std::unique_lock lock(mutex);
    while (!quitting) {
        changed.wait(lock, [&] { return quitting || (running && waiting); });
        const auto run = began;
        const auto replaced = [&] { return quitting || !running || !waiting || began != run; };
        while (!replaced() && !cancel_run) {
            const auto now = std::chrono::steady_clock::now();
            const bool enough = whole_picture && now < measured + overlays_every;
            const auto end = whole_picture.value_or(run) + abandoned_after;
            if (enough || now >= end)
                cancel_run = true;
            else
                changed.wait_until(lock, end);
        }
        changed.wait(lock, replaced);
    }
}

void Session::Impl::trace_loop() {
    for (;;) {
        FocusRequest request;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return quitting || pending_focus.has_value(); });
            if (quitting) return;
            request = std::move(*pending_focus);
            pending_focus.reset();
            if (find_trace(request.result.get(), request.key) != nullptr) continue;
            cancel_trace = false;
        }
        auto traced = request.result->measured->trace_block(request.key.launch, request.key.block, &cancel_trace);
        if (!traced && traced.error().kind == ErrorKind::canceled) continue;
        {
            const std::lock_guard lock(mutex);
            Trace entry{request.result.get(), request.result, request.key, nullptr, std::nullopt};
            if (traced)
                entry.trace = std::make_shared<const metrics::BlockTrace>(std::move(*traced));
            else
                entry.failure = std::move(traced.error());
            traces.push_front(std::move(entry));
            drop_old_traces();
        }
        notify();
    }
}

void Session::Impl::probe_loop() {
    give_way_to_drawing();
    for (;;) {
        std::optional<OneProbe> missing;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return quitting || (missing = missing_probe()); });
            if (quitting) return;
            probing = missing;
            cancel_probe = false;
        }
        auto made = missing->of->measured->probe(missing->request, &cancel_probe);
        {
            const std::lock_guard lock(mutex);
            probing.reset();
            if (!wants_probes_of(missing->of) || (!made && made.error().kind == ErrorKind::canceled)) continue;
            ProbeAnswer answer;
            if (made)
                answer.probe = std::make_shared<const metrics::Probe>(std::move(*made));
            else
                answer.failure = made.error().message;
            probes.push_front({std::move(*missing), std::move(answer)});
            size_t unwanted = 0;
            std::erase_if(probes, [&](const MadeProbe& one) {
                return !is_wanted(one.probe) && ++unwanted > unwanted_probes_kept;
            });
        }
        notify();
    }
}

} // namespace warpscope::session
