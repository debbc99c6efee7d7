#include "workbench/charts/charts_feature.hpp"

#include <algorithm>

#include "analysis/charts.hpp"

namespace warpscope::workbench {

void ChartsFeature::on(const StopChart& /*c*/) { maker_.cancel(); }
void ChartsFeature::on(const ResumeChart& /*c*/) { maker_.resume(); }

void ChartsFeature::update() {
    const RunPtr& run = document_.shown;
    view_.charts.clear();
    view_.chart = maker_.state();
    if (!run || !document_.seen(Tab::charts)) return;
    view_.charts = analysis::charts_of(*run);
    const auto chosen = std::ranges::find(view_.charts, preferences_.chart, &analysis::ChartOffer::name);
    analysis::ChartRequest request;
    request.result = run;
    request.name = chosen == view_.charts.end() ? view_.charts.front().name : chosen->name;
    if (request.name == "roofline") {
        request.baseline = model_.baseline.result;
        request.device = preferences_.peaks;
        const bool has_one_launch = run->measured->launches().size() == 1;
        if (model_.live.active && model_.live_has_result && has_one_launch) {
            request.gpu = model_.live.device;
            request.kernel_ms = model_.live.kernel_ms;
        }
    }
    request.words = document_.figure_language.value_or(program_language());
    maker_.submit(request);
    view_.chart = maker_.state();
}

bool ChartsFeature::is_in_language(Language words) const {
    const analysis::ChartMaker::State chart = maker_.state();
    return chart.request.words == words && (words == program_language() || !chart.busy);
}

} // namespace warpscope::workbench
