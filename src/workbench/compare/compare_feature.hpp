#pragma once

#include "workbench/compare/commands.hpp"
#include "workbench/compare/pinned_run.hpp"
#include "workbench/feature/feature.hpp"

namespace warpscope::workbench {

class CompareFeature : public CommandFeature<CompareFeature, CompareCommands> {
public:
    CompareFeature(Document& document, const Models& model, CompareModel& view, Traces& traces)
        : CommandFeature(document, model)
        , view_(view)
        , traces_(traces)
        , pinned_(document.worker, document.redraw) {}
    [[nodiscard]] std::string_view name() const override { return "compare"; }
    bool perform(const Perform& action) override;
    void reset_view_state() override { on(SetBaseline{false}); }
    [[nodiscard]] bool is_settled() const override { return pinned_.ready(); }

    void update();

    void on(const SetBaseline& c);
    void on(const CompareWith& c);
    void on(const SetSideBySide& c);
    void on(const PinRun& c);

private:
    void show_both_runs();
    void publish() { view_.baseline = pinned_.now(); }

    CompareModel& view_;
    Traces& traces_;
    PinnedRun pinned_;
};

} // namespace warpscope::workbench
