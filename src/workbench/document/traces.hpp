// Traces of single blocks. Sends only a frame's most urgent request, because the session holds only one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

using TracePtr = std::shared_ptr<const metrics::BlockTrace>;

class Traces {
public:
    explicit Traces(session::Session& session)
        : session_(session) {}

    void begin_frame() { requests_.clear(); }
    /// Returns the trace, or requests it and returns null. Earlier requests are more urgent.
    [[nodiscard]] TracePtr wanted(const RunPtr& run, session::FocusKey key);
    [[nodiscard]] std::optional<Diagnostic> failure(const session::RunResult& run, session::FocusKey key) const {
        return session_.trace_failure(run, key);
    }
    void ask();
    /// Must be called after the session dropped its traces, so that ask() repeats the request.
    void forget_asked() { asked_.reset(); }
    [[nodiscard]] bool complete() const { return requests_.empty(); }

private:
    struct Request {
        RunPtr run;
        session::FocusKey key;
        friend bool operator==(const Request&, const Request&) = default;
    };
    session::Session& session_;
    std::vector<Request> requests_;
    std::optional<Request> asked_;
};

/// Keeps the previous trace until the new one arrives, so that the halo does not flicker.
class SelectedTrace {
public:
    bool update(const RunPtr& run, session::FocusKey key, Traces& traces);
    void keep_for(const RunPtr& run) {
        if (of_ != run) trace_.reset();
    }
    void forget() { trace_.reset(); }
    [[nodiscard]] const TracePtr& get() const { return trace_; }
    [[nodiscard]] TracePtr of(const RunPtr& run) const { return of_ == run ? trace_ : nullptr; }

private:
    TracePtr trace_;
    RunPtr of_;
};

[[nodiscard]] session::FocusKey block_of_thread(const session::RunResult& run, metrics::ThreadId thread);

} // namespace warpscope::workbench
