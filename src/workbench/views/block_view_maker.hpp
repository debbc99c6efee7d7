// Makes the view of one block (insight/block_view.hpp) that the drawer's timeline, shared memory and epochs show, of
// the block's trace, on the worker.
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

    /// A tab shows this block of the run. The old view stays until the new one is there.
    void want(const RunPtr& run, session::FocusKey key, Traces& traces);
    /// No tab shows a block; a view of another run is forgotten.
    void rest(const RunPtr& run);

    [[nodiscard]] const std::shared_ptr<const insight::BlockView>& view() const { return view_; }
    /// Why there is none of what is wanted.
    [[nodiscard]] const std::optional<Diagnostic>& problem() const { return problem_; }
    /// Nothing is wanted, or what is wanted is there.
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

/// The block that the drawer's views show of a run of which this is selected: the selection's, else the middle one; of
/// `launch`, or of the last one. The run must have launches.
[[nodiscard]] session::FocusKey block_to_view(const session::RunResult& run, const render::Selection& selection,
                                              std::optional<uint32_t> launch);

} // namespace warpscope::workbench
