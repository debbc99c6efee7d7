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
    void set_side_by_side(bool on);

    void compare_with(const RunPtr& present);
    /// `present_trace`: trace of the selected block in the current run.
    void select(const std::optional<scene::Spot>& spot, bool pinned, const RunPtr& present,
                const TracePtr& present_trace, Traces& traces);
    void update_block_view(bool shown, const RunPtr& present, std::optional<uint32_t> launch, Traces& traces);

    [[nodiscard]] const Baseline& now() const { return now_; }
    [[nodiscard]] bool ready() const { return block_view_.ready(); }

private:
    Baseline now_;
    RunPtr compared_;
    BlockViewMaker block_view_;
    Worker& worker_;
    Redraw& redraw_;
};

} // namespace warpscope::workbench
