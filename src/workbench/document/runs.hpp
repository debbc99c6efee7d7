// The session that makes runs, its newest results, and the error of the last request.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "session/session.hpp"

namespace warpscope::workbench {

using RunPtr = std::shared_ptr<const session::RunResult>;

/// Returns whether two requests run the same kernel text on the same input. Their settings may differ.
[[nodiscard]] bool is_same_kernel(const session::Request& a, const session::Request& b);

struct Runs {
    session::Session session;
    RunPtr emulated; // newest result of the session
    RunPtr newest;   // run to show: `emulated`, or its GPU recording
    std::optional<Diagnostic> failure;
    std::string failed_source; // kernel text that failed; empty otherwise

    void submit(session::Request request);
    /// Takes the session's newest result. Returns whether there was a new one.
    bool take();
    /// Returns whether the last request is answered and its answer taken.
    [[nodiscard]] bool answered() const;

private:
    uint64_t seen_revision_ = 0;
    bool submitted_ = false;
};

} // namespace warpscope::workbench
