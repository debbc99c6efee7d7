#include <algorithm>
#include <numeric>
#include <utility>

#include "insight/phases.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/block_boxes.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::take_start_pin() {
    const CellCoordinates cell = *std::exchange(start.pin, std::nullopt);
    if (const auto index = cell_of_output(model.result->output.layout.shape, cell))
        scene.pin = scene::Spot{render::Space::output,
                                render::middle_of(render::place_of(*model.result, render::Space::output, *index))};
    else
        doc.say(true, index.error().message, index.error().hint);
}

void App::State::update_selection() {
    traces.begin_frame();
    if (start.pin && model.result && doc.is_of_setup(*model.result)) take_start_pin();
    if (start.interval && model.result) on(SetInterval{std::exchange(start.interval, std::nullopt)});
    model.selection = {};
    model.selected_in.reset();
    model.intervals.clear();
    model.phases.reset();
    const auto& result = model.result;
    if (!result) return;
    std::optional<scene::Spot> spot = pointing.spot(scene);
    const metrics::ThreadId pointed = pointing.pointed;
    if (pointed != 0 && pointed <= result->shown().config.threads()) spot = spot_of_thread(pointed);
    model.selected_in = spot ? std::optional(spot->space) : std::nullopt;
    if (spot) {
        model.selection = render::pick(*result, spot->space, spot->place);
        model.selection.pinned = scene.pin.has_value() && pointed == 0;
    }
    trace.keep_for(result);
    if (model.selection.thread == 0) {
        trace.forget();
        return;
    }
    const session::FocusKey key = block_of_thread(*result, model.selection.thread);
    if (trace.update(result, key, traces)) redraw.want(); // marks are uploaded with the next frame
    const TracePtr& present = trace.get();
    if (!present || present->block != key.block) return;
    if (!scene.pin && !scene.interval) return; // no message while the pointer moves
    model.phases = insight::phases_of(*result, *present);
    std::vector<uint32_t>& intervals = model.intervals;
    intervals.resize(model.phases->intervals.size());
    std::iota(intervals.begin(), intervals.end(), 0u);
    if (!scene.interval) return;
    const auto nearest = std::ranges::lower_bound(intervals, *scene.interval);
    if (!intervals.empty()) model.interval = nearest != intervals.end() ? *nearest : intervals.back();
}

namespace {

std::optional<session::FocusKey> block_at(const session::RunResult& run, const scene::Spot& spot) {
    const metrics::ThreadId thread = render::pick(run, spot.space, spot.place).thread;
    return thread == 0 ? std::nullopt : std::optional(block_of_thread(run, thread));
}

} // namespace

/// Traces the pinned block with the next results, so that its halo stays while a slider moves.
void App::State::follow_selection() {
    if (scene.pin == followed) return;
    followed = scene.pin;
    if (!followed)
        runs.session.follow({});
    else
        runs.session.follow([spot = *followed](const session::RunResult& run) { return block_at(run, spot); });
}

TracePtr App::State::trace_of_newest() const {
    const RunPtr& newest = runs.newest;
    if (newest == model.result || !newest || !scene.pin) {
        const TracePtr now = trace.of(newest), ahead = pictures.partial_trace();
        return ahead && now && scene.pin && now->block == ahead->block ? ahead : now;
    }
    const auto key = block_at(*newest, *scene.pin);
    return key ? runs.session.trace(*newest, *key) : nullptr;
}

void App::State::on(const MakeBlockBoxes& c) {
    if (making_boxes || !model.result) return; // views ask every frame
    making_boxes = true;
    layer_worker.post([this, run = model.result, of = c.of]() -> Worker::Finish {
        (void)render::make_block_boxes(*run, of);
        return [this] {
            making_boxes = false;
            redraw.want();
        };
    });
}

void App::State::on(const MakeHistogram& c) {
    if (making_histogram) return; // views ask every frame
    making_histogram = true;
    layer_worker.post([this, c]() -> Worker::Finish {
        (void)insight::make_histogram(*c.run, c.content, c.limits);
        return [this] {
            making_histogram = false;
            redraw.want();
        };
    });
}

void App::State::update_probes() {
    const auto& result = model.result;
    probes_missing = false;
    if (!result) return;
    model.painted = scene.painted;
    model.paint.reset();
    if (model.painted) model.paint = paint_of(insight::code_map_of(*result), *model.painted);
    const std::vector<metrics::ProbeRequest> wanted = ViewGrid::needed_probes(model);
    runs.session.want(result, wanted);
    render::Probes probes;
    const auto surviving = ViewGrid::surviving_request(model);
    for (const metrics::ProbeRequest& request : wanted) {
        session::Session::ProbeAnswer answer = runs.session.probe(*result, request);
        if (answer.probe)
            probes.made.push_back(std::move(answer.probe));
        else if (!answer.failure.empty())
            probes.failure = std::move(answer.failure);
        else
            probes_missing = true;
    }
    explain_split(probes);
    probes.drawn = pictures.drawn_heat();
    if (surviving) probes.surviving = probes.find(*surviving);
    if (preferences.only_surviving_branches)
        probes.counted = model.machine_problem ? render::CountedSplits::unassembled : render::CountedSplits::surviving;
    if (probes == model.probes) return;
    model.probes = std::move(probes);
    redraw.want(3);
}

/// Explains a split once per painting: a launch may have millions of threads.
void App::State::explain_split(const render::Probes& probes) {
    if (!explains_split || !model.paint) return;
    for (const auto& probe : probes.made) {
        if (probe->request.pcs != model.paint->pcs) continue;
        explains_split = false;
        if (scene.pin) return;
        worker.post([this, probe, run = model.result]() -> Worker::Finish {
            const LaunchConfig& config = run->shown().config;
            metrics::ThreadId found = 0;
            for (uint64_t i = 0; i < config.threads() && found == 0; ++i) {
                const auto thread = static_cast<metrics::ThreadId>(i + 1);
                if (probe->value(metrics::Measure::splits, thread, config).value_or(0) > 0) found = thread;
            }
            return [this, run, found] {
                if (found == 0 || scene.pin || model.result != run) return;
                scene.pin = spot_of_thread(found);
                redraw.want(3);
            };
        });
        return;
    }
}

void App::State::update_block_view() {
    const bool shown = info(preferences.tab).has(block_trace) && doc.seen(preferences.tab);
    const RunPtr& run = model.result;
    if (shown && run && !run->measured->launches().empty())
        block_view.want(run, block_to_view(*run, model.selection, block_view_state.launch), traces);
    else
        block_view.rest(run);
    model.block_view = block_view.view();
    model.block_view_problem = block_view.problem();
    model.block_view_state = block_view_state;
}

void App::State::show_spot(const scene::Spot& spot) {
    scene.pin = spot;
    const render::Selection there = render::pick(*model.result, spot.space, spot.place);
    if (scene.camera && there.cell)
        scene.camera->centre = {static_cast<double>(there.cell->x) + 0.5, static_cast<double>(there.cell->y) + 0.5};
}

scene::Spot App::State::spot_of_thread(metrics::ThreadId thread) const {
    const render::CellIndex at = render::place_of(*model.result, render::Space::launch, thread - 1);
    return {render::Space::launch, render::middle_of(at)};
}

} // namespace warpscope::ui
