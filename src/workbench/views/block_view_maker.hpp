#pragma once

#include "insight/block_view.hpp"
#include "render/view_state.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/traces.hpp"

namespace warpscope::workbench {

class BlockViewMaker {
public:
    BlockViewMaker(Worker& worker, Redraw& redraw)
        : worker_(worker)
        , redraw_(redraw) {}

    /// The old view stays until the new one is made.
    void want(const RunPtr& run, session::FocusKey key, Traces& traces);
    void rest(const RunPtr& run);

    [[nodiscard]] const std::shared_ptr<const insight::BlockView>& view() const { return view_; }
    [[nodiscard]] const std::optional<Diagnostic>& problem() const { return problem_; }
    [[nodiscard]] bool ready() const { return ready_; }

private:
    [[nodiscard]] bool shows(const RunPtr& run, session::FocusKey key) const;

    std::shared_ptr<const insight::BlockView> view_;
    std::optional<Diagnostic> problem_;
    bool ready_ = true;
    bool making_ = false;
    Worker& worker_;
    Redraw& redraw_;
};

/// Returns the selected block, else the middle block. Requires a launch.
[[nodiscard]] session::FocusKey block_to_view(const session::RunResult& run, const render::Selection& selection,
                                              std::optional<uint32_t> launch);

} // namespace warpscope::workbench
