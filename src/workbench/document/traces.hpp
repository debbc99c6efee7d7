// Traces of single blocks (metrics::BlockTrace) that a frame needs. The session makes one at a time, and a new wish
// takes the place of the one before it: so a frame collects what it lacks, and asks for the most urgent at its end.
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

    void begin_frame() { wishes_.clear(); }
    /// The trace, if it is there. Else it is asked for at the end of the frame, once all wanted before it are there.
    [[nodiscard]] TracePtr wanted(const RunPtr& run, session::FocusKey key);
    /// Why there will be no such trace; nothing while there may be one.
    [[nodiscard]] std::optional<Diagnostic> failure(const session::RunResult& run, session::FocusKey key) const {
        return session_.trace_failure(run, key);
    }
    /// At the end of the frame.
    void ask();
    /// With a new result the session forgets the traces of others.
    void forget_asked() { asked_.reset(); }
    /// Nothing was missing in this frame.
    [[nodiscard]] bool complete() const { return wishes_.empty(); }

private:
    struct Wish {
        RunPtr run;
        session::FocusKey key;
        friend bool operator==(const Wish&, const Wish&) = default;
    };
    session::Session& session_;
    std::vector<Wish> wishes_;  // that the frame has found missing, the most urgent first
    std::optional<Wish> asked_; // of the session, and not yet answered
};

/// The trace of the block under the cursor, or pinned. The last block's stays until the new one is there, so that the
/// halo does not flicker.
class SelectedTrace {
public:
    /// Returns whether another trace has come.
    bool update(const RunPtr& run, session::FocusKey key, Traces& traces);
    /// Forgets a trace of another run.
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

/// The block of the last launch in which the thread is.
[[nodiscard]] session::FocusKey block_of_thread(const session::RunResult& run, metrics::ThreadId thread);

} // namespace warpscope::workbench
