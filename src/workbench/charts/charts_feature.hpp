#pragma once

#include "workbench/charts/commands.hpp"
#include "workbench/feature/feature.hpp"

namespace warpscope::workbench {

class ChartsFeature : public CommandFeature<ChartsFeature, ChartsCommands> {
public:
    ChartsFeature(Document& document, const Models& model, ChartsModel& view)
        : CommandFeature(document, model)
        , view_(view)
        , maker_(document.wake) {}
    [[nodiscard]] std::string_view name() const override { return "charts"; }
    [[nodiscard]] bool is_settled() const override { return !view_.chart.busy; }

    void update();
    [[nodiscard]] bool is_in_language(Language words) const;

    void on(const ChooseChart& c) { preferences_.chart = c.name; }
    void on(const ChoosePeaks& c) { preferences_.peaks = c.device; }
    void on(const StopChart& c);
    void on(const ResumeChart& c);

private:
    ChartsModel& view_;
    analysis::ChartMaker maker_;
};

} // namespace warpscope::workbench
