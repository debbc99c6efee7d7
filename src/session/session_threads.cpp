// The threads of a Session: runs, traces, extra measurements, and the one that gives up a run that takes long.
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "session/session_impl.hpp"

namespace warpscope::session {
namespace {

constexpr size_t traces_kept = 32;
/// Extra measurements kept although they are not wanted any more: those of large data take hundreds of megabytes.
constexpr size_t unwanted_probes_kept = 2;
/// While a slider is dragged, a run may finish and be shown although a newer request waits: the picture follows the
/// hand. A run that takes longer than this is given up for the newer one.
constexpr auto abandoned_after = std::chrono::milliseconds(250);

/// Lets the window go first where both want a core: drawn in software, it would stutter while a run has all of them.
/// The threads that the calling thread starts inherit it.
void give_way_to_drawing() {
#ifdef __linux__
    constexpr int niceness = 5;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness); // refused: all the same
#endif
}

/// What was freed of a large result stays with the C library otherwise, in pieces that the next one does not fit into.
void give_back_freed_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace

void Session::Impl::run_loop() {
    give_way_to_drawing();
    Pipeline pipeline;
    for (;;) {
        Request request;
        bool after_large = false;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return quitting || may_run(); });
            if (quitting) return;
            request = std::move(*waiting);
            waiting.reset();
            after_large = result != nullptr && is_large(*result);
            running = true;
            began = std::chrono::steady_clock::now();
            cancel_run = false;
        }
        changed.notify_all();
        if (after_large) give_back_freed_memory(); // what the one before it on the screen had
        RunOptions options;
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
                }
                notify();
            };
        auto outcome = pipeline.run(request, options);
        if (outcome && is_large(**outcome)) give_back_freed_memory(); // before its textures are made
        {
            const std::lock_guard lock(mutex);
            running = false;
            partial.reset();
            options.before.reset(); // here, so that the last owner lets go of that run after this thread
            changed.notify_all();
            progress.stage = Stage::idle;
            // A cancelled run leaves what is on screen alone: either a newer request replaces it or the user said stop.
            if (outcome) {
                result = std::move(*outcome);
                shown = nullptr;
                failure.reset();
                std::erase_if(traces, [&](const Trace& entry) { return entry.of != result.get(); });
                ++revision;
            } else if (outcome.error().kind != ErrorKind::cancelled) {
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
        if (!changed.wait_until(lock, run + abandoned_after, replaced)) cancel_run = true;
        changed.wait(lock, replaced);
    }
}

void Session::Impl::trace_loop() {
    for (;;) {
        FocusWish wish;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return quitting || wished_focus.has_value(); });
            if (quitting) return;
            wish = std::move(*wished_focus);
            wished_focus.reset();
            if (find_trace(wish.result.get(), wish.key) != nullptr) continue;
            cancel_trace = false;
        }
        auto traced = wish.result->measured->trace_block(wish.key.launch, wish.key.block, &cancel_trace);
        if (!traced && traced.error().kind == ErrorKind::cancelled) continue;
        {
            const std::lock_guard lock(mutex);
            Trace entry{wish.result.get(), wish.result, wish.key, nullptr, std::nullopt};
            if (traced)
                entry.trace = std::make_shared<const metrics::BlockTrace>(std::move(*traced));
            else
                entry.failure = std::move(traced.error());
            traces.push_front(std::move(entry));
            if (traces.size() > traces_kept) traces.pop_back();
        }
        notify();
    }
}

void Session::Impl::probe_loop() {
    give_way_to_drawing();
    for (;;) {
        std::shared_ptr<const RunResult> of;
        metrics::ProbeRequest request;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return quitting || missing_probe() != nullptr; });
            if (quitting) return;
            of = probed;
            request = *missing_probe();
            probing = request;
            cancel_probe = false;
        }
        auto made = of->measured->probe(request, &cancel_probe);
        {
            const std::lock_guard lock(mutex);
            probing.reset();
            if (probed != of || (!made && made.error().kind == ErrorKind::cancelled)) continue;
            ProbeAnswer answer;
            if (made)
                answer.probe = std::make_shared<const metrics::Probe>(std::move(*made));
            else
                answer.failure = made.error().message;
            probes.push_front({request, std::move(answer)});
            size_t unwanted = 0;
            std::erase_if(probes, [&](const MadeProbe& one) {
                return !is_wanted(one.request) && ++unwanted > unwanted_probes_kept;
            });
        }
        notify();
    }
}

} // namespace warpscope::session
