#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "session/pipeline.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Session::Impl {
    struct FocusRequest {
        std::shared_ptr<const RunResult> result;
        FocusKey key;
    };
    struct Trace {
        const RunResult* of = nullptr; // only compared; `keep` prevents reuse of the address
        std::shared_ptr<const RunResult> keep;
        FocusKey key;
        std::shared_ptr<const metrics::BlockTrace> trace; // null: failed
        std::optional<Diagnostic> failure;
    };

    mutable std::mutex mutex;
    std::condition_variable changed;
    bool quitting = false;
    std::function<void()> wake;

    std::optional<Request> waiting;
    bool running = false;
    std::atomic<bool> cancel_run{false};
    RunProgress progress;
    std::chrono::steady_clock::time_point began;
    // Time at which `partial` had the whole output.
    std::optional<std::chrono::steady_clock::time_point> whole_picture;
    std::chrono::steady_clock::time_point measured;
    std::shared_ptr<const RunResult> result;
    std::shared_ptr<const PartialOutput> partial;
    std::atomic<bool> partial_wanted{true};
    std::optional<CellRectangle> in_sight;
    std::optional<Diagnostic> failure;
    uint64_t revision = 0;
    bool waits_until_shown = false;
    const RunResult* shown = nullptr; // only compared
    [[nodiscard]] bool may_run() const {
        return waiting && (!waits_until_shown || result == nullptr || result.get() == shown || !is_large(*result));
    }

    std::optional<FocusRequest> pending_focus;
    std::atomic<bool> cancel_trace{false};
    std::deque<Trace> traces;
    void drop_old_traces();
    BlockOf followed;
    /// Traces the followed block unless a request waits or tracing would delay the result too long.
    [[nodiscard]] std::optional<Trace> trace_with(const std::shared_ptr<const RunResult>& made);

    struct OneProbe {
        std::shared_ptr<const RunResult> of;
        metrics::ProbeRequest request;
    };
    struct MadeProbe {
        OneProbe probe;
        ProbeAnswer answer;
    };
    std::vector<WantedProbes> wanted_probes;
    std::optional<OneProbe> probing;
    std::atomic<bool> cancel_probe{false};
    std::deque<MadeProbe> probes; // newest first

    std::thread run_thread, trace_thread, abandon_thread, probe_thread;

    void run_loop();
    void probe_loop();
    [[nodiscard]] const MadeProbe* find_probe(const RunResult& of, const metrics::ProbeRequest& request) const {
        for (const MadeProbe& made : probes)
            if (made.probe.of.get() == &of && made.probe.request == request) return &made;
        return nullptr;
    }
    [[nodiscard]] bool wants_probes_of(const std::shared_ptr<const RunResult>& result) const {
        return std::ranges::find(wanted_probes, result, &WantedProbes::result) != wanted_probes.end();
    }
    [[nodiscard]] bool is_wanted(const OneProbe& probe) const {
        return std::ranges::any_of(wanted_probes, [&](const WantedProbes& wanted) {
            return wanted.result == probe.of &&
                   std::ranges::find(wanted.requests, probe.request) != wanted.requests.end();
        });
    }
    [[nodiscard]] std::optional<OneProbe> missing_probe() const {
        for (const WantedProbes& wanted : wanted_probes)
            for (const metrics::ProbeRequest& request : wanted.requests)
                if (find_probe(*wanted.result, request) == nullptr) return OneProbe{wanted.result, request};
        return std::nullopt;
    }
    [[nodiscard]] std::shared_ptr<const RunResult> result_now() const {
        const std::lock_guard lock(mutex);
        return result;
    }
    void abandon_loop();
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

} // namespace warpscope::session
