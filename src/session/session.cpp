#include "session/session.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "session/pipeline.hpp"

namespace warpscope::session {
namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t traces_kept = 32;
/// Extra measurements kept although they are not wanted any more: those of large data take hundreds of megabytes.
constexpr size_t unwanted_probes_kept = 2;
/// While a slider is dragged, a run may finish and be shown although a newer request waits: the picture follows the
/// hand. A run that takes longer than this is given up for the newer one.
constexpr auto patience = std::chrono::milliseconds(250);

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

Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options) {
    return Pipeline{}.run(request, options);
}

struct Session::Impl {
    struct FocusWish {
        std::shared_ptr<const RunResult> result;
        FocusKey key;
    };
    struct Trace {
        const RunResult* of = nullptr; // compared, never followed; `keep` holds it alive, so the address stays unique
        std::shared_ptr<const RunResult> keep;
        FocusKey key;
        std::shared_ptr<const metrics::BlockTrace> trace; // null: it failed
        std::optional<Diagnostic> failure;
    };

    mutable std::mutex mutex;
    std::condition_variable changed;
    bool quitting = false;
    std::function<void()> wake;

    // Runs.
    std::optional<Request> waiting;
    bool running = false;
    std::atomic<bool> cancel_run{false};
    RunProgress progress;
    Clock::time_point began;
    std::shared_ptr<const RunResult> result;
    std::shared_ptr<const PartialOutput> partial; // of the run under way
    std::optional<Diagnostic> failure;
    uint64_t revision = 0;
    bool waits_until_shown = false;
    const RunResult* shown = nullptr; // compared with `result`, never followed
    [[nodiscard]] bool may_run() const {
        return waiting && (!waits_until_shown || result == nullptr || result.get() == shown || !is_large(*result));
    }

    // Traces.
    std::optional<FocusWish> wished_focus;
    std::atomic<bool> cancel_trace{false};
    std::deque<Trace> traces;

    // Extra measurements, all of one result.
    struct MadeProbe {
        metrics::ProbeRequest request;
        ProbeAnswer answer;
    };
    std::shared_ptr<const RunResult> probed;
    std::vector<metrics::ProbeRequest> wanted_probes;
    std::optional<metrics::ProbeRequest> probing;
    std::atomic<bool> cancel_probe{false};
    std::deque<MadeProbe> probes; // newest first

    std::thread run_thread, trace_thread, patience_thread, probe_thread;

    void run_loop();
    void probe_loop();
    [[nodiscard]] const MadeProbe* find_probe(const metrics::ProbeRequest& request) const {
        for (const MadeProbe& made : probes)
            if (made.request == request) return &made;
        return nullptr;
    }
    [[nodiscard]] bool is_wanted(const metrics::ProbeRequest& request) const {
        return std::find(wanted_probes.begin(), wanted_probes.end(), request) != wanted_probes.end();
    }
    /// The first that is wanted and not there.
    [[nodiscard]] const metrics::ProbeRequest* missing_probe() const {
        for (const metrics::ProbeRequest& request : wanted_probes)
            if (find_probe(request) == nullptr) return &request;
        return nullptr;
    }
    [[nodiscard]] std::shared_ptr<const RunResult> result_now() const {
        const std::lock_guard lock(mutex);
        return result;
    }
    void patience_loop();
    void trace_loop();
    void notify() {
        std::function<void()> call;
        {
            const std::lock_guard lock(mutex);
            call = wake;
        }
        if (call) call();
    }
    [[nodiscard]] const Trace* find_trace(const RunResult* of, FocusKey key) const {
        for (const Trace& entry : traces)
            if (entry.of == of && entry.key == key) return &entry;
        return nullptr;
    }
};

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
            began = Clock::now();
            cancel_run = false;
        }
        changed.notify_all();
        if (after_large) give_back_freed_memory(); // what the one before it on the screen had
        RunOptions options;
        options.cancel = &cancel_run;
        options.progress = &progress;
        options.gpu_output = false;
        options.before = result_now();
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

void Session::Impl::patience_loop() {
    std::unique_lock lock(mutex);
    while (!quitting) {
        changed.wait(lock, [&] { return quitting || (running && waiting); });
        const auto run = began;
        const auto replaced = [&] { return quitting || !running || !waiting || began != run; };
        if (!changed.wait_until(lock, run + patience, replaced)) cancel_run = true;
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

Session::Session()
    : impl_(std::make_unique<Impl>()) {
    impl_->run_thread = std::thread([this] { impl_->run_loop(); });
    impl_->trace_thread = std::thread([this] { impl_->trace_loop(); });
    impl_->patience_thread = std::thread([this] { impl_->patience_loop(); });
    impl_->probe_thread = std::thread([this] { impl_->probe_loop(); });
}

Session::~Session() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->quitting = true;
        impl_->cancel_run = true;
        impl_->cancel_trace = true;
        impl_->cancel_probe = true;
        impl_->wake = nullptr;
    }
    impl_->changed.notify_all();
    impl_->run_thread.join();
    impl_->trace_thread.join();
    impl_->patience_thread.join();
    impl_->probe_thread.join();
}

void Session::submit(Request request) {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->waiting = std::move(request);
    }
    impl_->changed.notify_all();
}

void Session::cancel() {
    const std::lock_guard lock(impl_->mutex);
    impl_->waiting.reset();
    impl_->cancel_run = true;
    impl_->changed.notify_all();
}

void Session::wait_until_shown() {
    const std::lock_guard lock(impl_->mutex);
    impl_->waits_until_shown = true;
}

void Session::note_shown(const RunResult& result) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->shown == &result) return;
        impl_->shown = &result;
    }
    impl_->changed.notify_all();
}

Progress Session::progress() const {
    const std::lock_guard lock(impl_->mutex);
    Progress out;
    if (!impl_->running && !impl_->waiting) return out;
    out.stage = impl_->running ? impl_->progress.stage.load() : Stage::loading;
    const uint64_t total = impl_->progress.blocks_total;
    if (out.stage == Stage::running && total > 0)
        out.fraction = static_cast<float>(impl_->progress.blocks_done) / static_cast<float>(total);
    if (impl_->running)
        out.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - impl_->began).count();
    return out;
}

std::shared_ptr<const PartialOutput> Session::partial() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->partial;
}

bool Session::busy() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->running || impl_->waiting.has_value();
}

bool Session::running() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->running;
}

std::shared_ptr<const RunResult> Session::result() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->result;
}

std::optional<Diagnostic> Session::failure() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->failure;
}

uint64_t Session::revision() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->revision;
}

void Session::focus(std::shared_ptr<const RunResult> result, FocusKey key) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->find_trace(result.get(), key) != nullptr) return;
        impl_->wished_focus = Impl::FocusWish{std::move(result), key};
        impl_->cancel_trace = true;
    }
    impl_->changed.notify_all();
}

std::shared_ptr<const metrics::BlockTrace> Session::trace(const RunResult& result, FocusKey key) const {
    const std::lock_guard lock(impl_->mutex);
    const Impl::Trace* entry = impl_->find_trace(&result, key);
    return entry == nullptr ? nullptr : entry->trace;
}

std::optional<Diagnostic> Session::trace_failure(const RunResult& result, FocusKey key) const {
    const std::lock_guard lock(impl_->mutex);
    const Impl::Trace* entry = impl_->find_trace(&result, key);
    return entry == nullptr ? std::nullopt : entry->failure;
}

void Session::want(std::shared_ptr<const RunResult> result, std::vector<metrics::ProbeRequest> wanted) {
    std::deque<Impl::MadeProbe> forgotten; // large: freed without the lock
    std::shared_ptr<const RunResult> before;
    {
        const std::lock_guard lock(impl_->mutex);
        if (result == impl_->probed && wanted == impl_->wanted_probes) return;
        const bool other = result != impl_->probed;
        if (other) forgotten.swap(impl_->probes);
        before = std::exchange(impl_->probed, std::move(result));
        impl_->wanted_probes = std::move(wanted);
        if (impl_->probing && (other || !impl_->is_wanted(*impl_->probing))) impl_->cancel_probe = true;
    }
    impl_->changed.notify_all();
}

Session::ProbeAnswer Session::probe(const RunResult& result, const metrics::ProbeRequest& request) const {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->probed.get() != &result) return {};
    const Impl::MadeProbe* made = impl_->find_probe(request);
    return made == nullptr ? ProbeAnswer{} : made->answer;
}

void Session::on_change(std::function<void()> wake) {
    const std::lock_guard lock(impl_->mutex);
    impl_->wake = std::move(wake);
}

} // namespace warpscope::session
