// What the window asks of the session about a run that is there: the block under the cursor, the block of the drawer's
// views, and extra measurements.
#include <algorithm>
#include <utility>

#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

std::shared_ptr<const metrics::BlockTrace>
App::State::wanted_trace(const std::shared_ptr<const session::RunResult>& result, session::FocusKey key) {
    auto ready = session.trace(*result, key);
    if (!ready && !session.trace_failure(*result, key)) trace_wishes.push_back({result, key});
    return ready;
}

void App::State::ask_for_trace() {
    if (trace_wishes.empty()) {
        trace_asked.reset();
    } else if (trace_wishes.front() != trace_asked) {
        trace_asked = trace_wishes.front();
        session.focus(trace_asked->result, trace_asked->key);
    }
}

void App::State::take_start_pin() {
    const CellCoordinates cell = *std::exchange(start.pin, std::nullopt);
    if (const auto index = cell_of_output(model.result->output.layout.shape, cell))
        pinned = Spot{render::Space::output,
                      render::middle_of(render::place_of(*model.result, render::Space::output, *index))};
    else
        say(true, index.error().message, index.error().hint);
}

void App::State::update_selection() {
    trace_wishes.clear();
    if (start.pin && model.result) take_start_pin(); // before the interval, which is of its block
    if (start.interval && model.result) on(SetInterval{std::exchange(start.interval, std::nullopt)});
    model.selection = {};
    model.selected_in.reset();
    model.intervals.clear();
    const auto& result = model.result;
    if (!result) return;
    std::optional<Spot> spot = pinned ? pinned : hover;
    if (pointed != 0 && pointed <= result->shown().config.threads()) spot = spot_of_thread(pointed);
    model.selected_in = spot ? std::optional(spot->space) : std::nullopt;
    if (spot) {
        model.selection = render::pick(*result, spot->space, spot->place);
        model.selection.pinned = pinned.has_value() && pointed == 0;
    }
    if (trace_of != result) trace.reset();
    if (model.selection.thread == 0) {
        trace.reset();
        return;
    }
    const auto launch = static_cast<uint32_t>(result->measured->launches().size() - 1);
    const session::FocusKey key{launch, render::block_of(result->shown().config, model.selection.thread)};
    // The last block's trace stays until the new one is there, so that the halo does not flicker.
    if (auto ready = wanted_trace(result, key)) {
        if (ready != trace) frames_wanted = std::max(frames_wanted, 2); // its marks are uploaded with the next frame
        trace = std::move(ready);
        trace_of = result;
    }
    if (!trace || trace->block != key.block) return;
    const std::vector<uint32_t>& intervals = model.intervals = render::accesses_of(*result, *trace).intervals();
    // Another block or kernel may have fewer, or do nothing in the interval that was chosen.
    if (!interval) return;
    const auto nearest = std::ranges::lower_bound(intervals, *interval);
    if (!intervals.empty()) model.interval = nearest != intervals.end() ? *nearest : intervals.back();
}

/// Extra measurements: asks for what the views show, takes what is there.
void App::State::update_probes() {
    const auto& result = model.result;
    probes_missing = false;
    if (!result) return;
    if (painted && painted_variant != result->variant().source.string() &&
        (variant() == nullptr || painted_variant != variant()->source.string()))
        painted.reset(); // a line of another kernel
    if (marked_line && !failure && goto_frames == 0 && !painted && marked_source != result->source) marked_line.reset();
    marked_source = result->source;
    model.painted = painted;
    model.paint.reset();
    if (painted) model.paint = paint_of(code_map_of(result), *painted);
    const std::vector<metrics::ProbeRequest> wanted = ViewPair::wanted_probes(model);
    session.want(result, wanted);
    render::Probes probes;
    for (const metrics::ProbeRequest& request : wanted) {
        session::Session::ProbeAnswer answer = session.probe(*result, request);
        if (answer.probe)
            probes.made.push_back(std::move(answer.probe));
        else if (!answer.failure.empty())
            probes.failure = std::move(answer.failure);
        else
            probes_missing = true;
    }
    if (views->textures().shows_open_heat()) probes.drawn = heat_drawn;
    if (probes == model.probes) return;
    model.probes = std::move(probes);
    frames_wanted = std::max(frames_wanted, 3);
}

session::FocusKey App::State::block_view_block(const session::RunResult& run,
                                               const render::Selection& selection) const {
    const auto& launches = run.measured->launches();
    const auto last = static_cast<uint32_t>(launches.size() - 1);
    const uint32_t launch = std::min(block_view_state.launch.value_or(last), last);
    session::FocusKey key{launch, middle_block(launches[launch].config)};
    if (selection.thread != 0) {
        const uint64_t block = render::block_of(run.shown().config, selection.thread);
        if (block < launches[launch].config.blocks()) key.block = block;
    }
    return key;
}

void App::State::update_block_view() {
    const bool wanted = seen(Tab::timeline) || seen(Tab::shared) || seen(Tab::epochs);
    const auto& result = model.result;
    block_view_ready = true;
    // The old one stays on the screen until the new one is there.
    if (!wanted && block_view && block_view->result != result) block_view.reset();
    if (!wanted || !result || result->measured->launches().empty()) return;
    const session::FocusKey key = block_view_block(*result, model.selection);
    block_view_problem.reset();
    if (block_view && block_view->result == result && block_view->trace->launch == key.launch &&
        block_view->trace->block == key.block)
        return;
    block_view_ready = false;
    const auto ready = wanted_trace(result, key);
    if (!ready) {
        block_view_problem = session.trace_failure(*result, key);
        block_view_ready = block_view_problem.has_value();
        return;
    }
    if (block_view_preparing) return; // one after the other
    block_view_preparing = ready;
    worker.post([this, result, ready]() -> Worker::Finish {
        auto made = make_block_view(result, ready);
        return [this, made] {
            block_view_preparing.reset();
            block_view = made;
            frames_wanted = std::max(frames_wanted, 2);
        };
    });
}

} // namespace warpscope::ui
