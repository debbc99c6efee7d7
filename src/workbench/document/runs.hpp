// The runs that the window is about: the session that makes them, the newest results, and what is wrong with the last
// request.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "session/session.hpp"

namespace warpscope::workbench {

using RunPtr = std::shared_ptr<const session::RunResult>;

/// Returns whether two requests run the same kernel text on the same input; settings may differ.
[[nodiscard]] bool is_same_kernel(const session::Request& a, const session::Request& b);

struct Runs {
    session::Session session;
    RunPtr emulated; // the session's newest
    RunPtr newest;   // what is to be shown: `emulated`, or it as the GPU recorded it
    std::optional<Diagnostic> failure;
    std::string failed_source; // text of the kernel that failed; empty otherwise

    void submit(session::Request request);
    /// Takes the session's newest result, if it has answered since the last call; whether it has.
    bool take();
    /// What has been submitted is answered, and the answer taken.
    [[nodiscard]] bool answered() const;

private:
    uint64_t seen_revision_ = 0;
    bool submitted_ = false;
};

} // namespace warpscope::workbench
