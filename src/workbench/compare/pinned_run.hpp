// The run that the user has pinned to compare later ones with: its comparison with the present run, the cell of it that
// belongs to the cursor, and the block of it that the drawer shows.
#pragma once

#include "workbench/compare/view_model.hpp"
#include "workbench/views/block_view_maker.hpp"

namespace warpscope::workbench {

class PinnedRun {
public:
    PinnedRun(Worker& worker, Redraw& redraw)
        : block_view_(worker, redraw)
        , worker_(worker)
        , redraw_(redraw) {}

    void pin(const RunPtr& run);
    void forget();
    /// The left view shows it, or does so no more.
    void set_side_by_side(bool on);

    /// Compares it with the present run.
    void compare_with(const RunPtr& present);
    /// Selects its cell at the same place as the present run's, where that is pinned or pointed at; `present_trace` is
    /// of that run's selection.
    void select(const std::optional<scene::Spot>& spot, bool pinned, const RunPtr& present,
                const TracePtr& present_trace, Traces& traces);
    /// `shown`: the diagrams of both runs are on the screen; `launch` as in block_to_view().
    void update_block_view(bool shown, const RunPtr& present, std::optional<uint32_t> launch, Traces& traces);

    [[nodiscard]] const Baseline& now() const { return now_; }
    /// Nothing of its block view is missing.
    [[nodiscard]] bool ready() const { return block_view_.ready(); }

private:
    Baseline now_;
    RunPtr compared_; // what now_.comparison is, or is being made, of
    BlockViewMaker block_view_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::workbench
