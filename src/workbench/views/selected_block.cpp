#include <algorithm>
#include <numeric>
#include <utility>

#include "insight/phases.hpp"
#include "insight/value_difference.hpp"
#include "insight/value_histogram.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/block_boxes.hpp"
#include "render/maps/focus_mask.hpp"
#include "workbench/views/difference_choice.hpp"
#include "workbench/views/painted_code.hpp"
#include "workbench/views/view_content.hpp"
#include "workbench/views/views_feature.hpp"

namespace warpscope::workbench {

void ViewsFeature::take_start_pin() {
    const CellCoordinates cell = *std::exchange(start_.pin, std::nullopt);
    if (const auto index = cell_of_output(model_.result->output.layout.shape, cell))
        scene_.pin = scene::Spot{render::Space::output,
                                 render::middle_of(render::place_of(*model_.result, render::Space::output, *index))};
    else
        say(true, index.error().message, index.error().hint);
}

void ViewsFeature::update_selection() {
    traces_.begin_frame();
    if (start_.pin && model_.result && document_.is_of_setup(*model_.result)) take_start_pin();
    if (start_.interval && model_.result) on(SetInterval{std::exchange(start_.interval, std::nullopt)});
    view_.selection = {};
    view_.selected_in.reset();
    view_.intervals.clear();
    view_.phases.reset();
    const auto& result = model_.result;
    if (!result) return;
    std::optional<scene::Spot> spot = document_.pointing.spot(scene_);
    const metrics::ThreadId pointed = document_.pointing.pointed;
    if (pointed != 0 && pointed <= result->shown().config.threads()) spot = spot_of_thread(pointed);
    view_.selected_in = spot ? std::optional(spot->space) : std::nullopt;
    if (spot) {
        view_.selection = render::pick(*result, spot->space, spot->place);
        view_.selection.pinned = scene_.pin.has_value() && pointed == 0;
    }
    trace_.keep_for(result);
    if (model_.selection.thread == 0) {
        trace_.forget();
        return;
    }
    const session::FocusKey key = block_of_thread(*result, model_.selection.thread);
    if (trace_.update(result, key, traces_)) redraw_.want(); // marks are uploaded with the next frame
    const TracePtr& present = trace_.get();
    if (!present || present->block != key.block) return;
    // Only a chosen block has intervals.
    if (!scene_.pin && !scene_.interval) return;
    view_.phases = insight::phases_of(*result, *present);
    std::vector<uint32_t>& intervals = view_.intervals;
    intervals.resize(model_.phases->intervals.size());
    std::iota(intervals.begin(), intervals.end(), 0u);
    if (!scene_.interval) return;
    const auto nearest = std::ranges::lower_bound(intervals, *scene_.interval);
    if (!intervals.empty()) view_.interval = nearest != intervals.end() ? *nearest : intervals.back();
}

namespace {

std::optional<session::FocusKey> block_at(const session::RunResult& run, const scene::Spot& spot) {
    const metrics::ThreadId thread = render::pick(run, spot.space, spot.place).thread;
    return thread == 0 ? std::nullopt : std::optional(block_of_thread(run, thread));
}

} // namespace

void ViewsFeature::follow_selection() {
    if (scene_.pin == followed_) return;
    followed_ = scene_.pin;
    if (!followed_)
        runs_.session.follow({});
    else
        runs_.session.follow([spot = *followed_](const session::RunResult& run) { return block_at(run, spot); });
}

TracePtr ViewsFeature::trace_of_newest(const TracePtr& ahead) const {
    const RunPtr& newest = runs_.newest;
    if (newest == model_.result || !newest || !scene_.pin) {
        const TracePtr now = trace_.of(newest);
        return ahead && now && scene_.pin && now->block == ahead->block ? ahead : now;
    }
    const auto key = block_at(*newest, *scene_.pin);
    return key ? runs_.session.trace(*newest, *key) : nullptr;
}

void ViewsFeature::on(const MakeBlockBoxes& c) {
    if (is_making_boxes_ || !model_.result) return; // views ask every frame
    is_making_boxes_ = true;
    layer_worker_.post([this, run = model_.result, of = c.of]() -> Worker::Finish {
        (void)render::make_block_boxes(*run, of);
        return [this] {
            is_making_boxes_ = false;
            redraw_.want();
        };
    });
}

void ViewsFeature::on(const MakeHistogram& c) {
    if (is_making_histogram_) return;
    is_making_histogram_ = true;
    layer_worker_.post([this, c]() -> Worker::Finish {
        if (c.difference)
            (void)insight::make_histogram(*c.difference, c.content);
        else
            (void)insight::make_histogram(*c.run, c.content, c.limits);
        return [this] {
            is_making_histogram_ = false;
            redraw_.want();
        };
    });
}

render::Probes ViewsFeature::made_probes(const session::Session::WantedProbes& wanted) {
    render::Probes probes;
    for (const metrics::ProbeRequest& request : wanted.requests) {
        session::Session::ProbeAnswer answer = runs_.session.probe(*wanted.result, request);
        if (answer.probe)
            probes.made.push_back(std::move(answer.probe));
        else if (!answer.failure.empty())
            probes.failure = std::move(answer.failure);
        else
            are_probes_missing_ = true;
    }
    return probes;
}

void ViewsFeature::update_probes() {
    const auto& result = model_.result;
    are_probes_missing_ = false;
    if (!result) return;
    view_.painted = scene_.painted;
    view_.paint.reset();
    if (model_.painted) view_.paint = paint_of(insight::code_map_of(*result), *model_.painted);
    std::vector<session::Session::WantedProbes> wanted{{result, stage_.needed_probes()}};
    if (auto needed = stage_.needed_baseline_probes(); !needed.empty())
        wanted.push_back({model_.baseline.result, std::move(needed)});
    runs_.session.want(wanted);
    render::Probes probes = made_probes(wanted.front()),
                   baseline_probes = wanted.size() > 1 ? made_probes(wanted.back()) : render::Probes();
    const auto surviving = surviving_request(model_);
    explain_split(probes);
    probes.drawn = stage_.drawn_heat();
    if (surviving) probes.surviving = probes.find(*surviving);
    if (preferences_.only_surviving_branches)
        probes.counted = model_.machine_problem ? render::CountedSplits::unassembled : render::CountedSplits::surviving;
    if (probes == model_.probes && baseline_probes == model_.baseline_probes) return;
    view_.probes = std::move(probes);
    view_.baseline_probes = std::move(baseline_probes);
    redraw_.want(3);
}

void ViewsFeature::explain_split(const render::Probes& probes) {
    if (!explains_split_ || !model_.paint) return;
    for (const auto& probe : probes.made) {
        if (probe->request.pcs != model_.paint->pcs) continue;
        explains_split_ = false;
        if (scene_.pin) return;
        worker_.post([this, probe, run = model_.result]() -> Worker::Finish {
            const LaunchConfig& config = run->shown().config;
            metrics::ThreadId found = 0;
            for (uint64_t i = 0; i < config.threads() && found == 0; ++i) {
                const auto thread = static_cast<metrics::ThreadId>(i + 1);
                if (probe->value(metrics::Measure::splits, thread, config).value_or(0) > 0) found = thread;
            }
            return [this, run, found] {
                if (found == 0 || scene_.pin || model_.result != run) return;
                scene_.pin = spot_of_thread(found);
                redraw_.want(3);
            };
        });
        return;
    }
}

void ViewsFeature::update_block_view() {
    const bool shown = info(preferences_.tab).has(block_trace) && document_.seen(preferences_.tab);
    const RunPtr& run = model_.result;
    if (shown && run && !run->measured->launches().empty())
        block_view_.want(run, block_to_view(*run, model_.selection, model_.block_view_state.launch), traces_);
    else
        block_view_.rest(run);
    view_.block_view = block_view_.view();
    view_.block_view_problem = block_view_.problem();
}

void ViewsFeature::show_spot(const scene::Spot& spot) {
    scene_.pin = spot;
    const render::Selection there = render::pick(*model_.result, spot.space, spot.place);
    if (scene_.camera && there.cell)
        scene_.camera->center = {static_cast<double>(there.cell->x) + 0.5, static_cast<double>(there.cell->y) + 0.5};
}

scene::Spot ViewsFeature::spot_of_thread(metrics::ThreadId thread) const {
    const render::CellIndex at = render::place_of(*model_.result, render::Space::launch, thread - 1);
    return {render::Space::launch, render::middle_of(at)};
}

void ViewsFeature::update_differences() {
    for (size_t i = 0; i < differences_.size(); ++i) {
        const std::optional<Subtraction> needed = subtraction_of(model_, i);
        MadeDifference& cached = differences_[i];
        view_.differences[i] = needed && cached.subtraction == needed ? cached.difference : nullptr;
        if (!needed) cached = {};
        if (!needed || model_.differences[i] || is_making_difference_) continue;
        is_making_difference_ = true;
        layer_worker_.post([this, i, needed]() -> Worker::Finish {
            auto made = std::make_shared<const insight::ValueDifference>(make_difference(*needed));
            return [this, i, needed, made] {
                is_making_difference_ = false;
                differences_[i] = {needed, made};
                redraw_.want();
            };
        });
    }
}

} // namespace warpscope::workbench
