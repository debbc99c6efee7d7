#include "workbench/document/runs.hpp"

#include <utility>

namespace warpscope::workbench {

bool is_same_kernel(const session::Request& a, const session::Request& b) {
    return a.experiment == b.experiment && a.variant == b.variant && a.input == b.input && a.compiler == b.compiler &&
           a.text == b.text;
}

void Runs::submit(session::Request request) {
    session.submit(std::move(request));
    submitted_ = true;
}

bool Runs::take() {
    const uint64_t revision = session.revision();
    if (revision == seen_revision_) return false;
    seen_revision_ = revision;
    newest = emulated = session.result();
    return true;
}

bool Runs::answered() const {
    if (!submitted_) return true;
    return !session.busy() && seen_revision_ == session.revision() && (newest != nullptr || failure.has_value());
}

} // namespace warpscope::workbench
