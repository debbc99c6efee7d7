// Charts: the one that is chosen, and what is asked of the chart maker for it.
#include <algorithm>

#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::on(const ChooseChart& c) { preferences.chart = c.name; }
void App::State::on(const ChoosePeaks& c) { preferences.peaks = c.device; }
void App::State::on(const StopChart&) { charts.cancel(); }
void App::State::on(const ResumeChart&) { charts.resume(); }

void App::State::update_charts() {
    model.charts.clear();
    model.chart = charts.state();
    if (!model.result || !seen(Tab::charts)) return;
    model.charts = analysis::charts_of(*model.result);
    const auto chosen = std::find_if(model.charts.begin(), model.charts.end(),
                                     [&](const auto& offer) { return offer.name == preferences.chart; });
    analysis::ChartWish wish;
    wish.result = model.result;
    wish.name = chosen == model.charts.end() ? model.charts.front().name : chosen->name;
    if (wish.name == "roofline") {
        wish.baseline = baseline.now().result;
        wish.device = preferences.peaks;
        const interop::LiveStatus& status = model.live;
        const bool one_launch = model.result->measured->launches().size() == 1;
        if (status.active && live.has(model.result) && one_launch) {
            wish.gpu = status.device;
            wish.kernel_ms = status.kernel_ms;
        }
    }
    wish.words = worked_language();
    charts.submit(wish);
    model.chart = charts.state();
}

} // namespace warpscope::ui
