#pragma once

#include <memory>
#include <optional>
#include <string>

#include "session/session.hpp"

namespace warpscope::workbench {

using RunPtr = std::shared_ptr<const session::RunResult>;

[[nodiscard]] bool is_same_kernel(const session::Request& a, const session::Request& b);

struct Runs {
    session::Session session;
    RunPtr emulated;
    RunPtr newest; // run to display: `emulated` or its GPU recording
    std::optional<Diagnostic> failure;
    std::string failed_source;

    void submit(session::Request request);
    bool take();
    [[nodiscard]] bool answered() const;

private:
    uint64_t seen_revision_ = 0;
    bool submitted_ = false;
};

} // namespace warpscope::workbench
