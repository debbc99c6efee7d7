#include "workbench/launch/launch_feature.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/gpu/commands.hpp"
#include "workbench/program/commands.hpp"

namespace warpscope::workbench {

LaunchFeature::LaunchFeature(Document& document, const Models& model, LaunchModel& view)
    : CommandFeature(document, model)
    , view_(view)
    , legal_(document.worker, document.redraw) {}

bool LaunchFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::reload: on(ReloadExperiment{}); break;
    case Action::undo: step_history(true); break;
    case Action::redo: step_history(false); break;
    case Action::block_x_less: step_block(Axis::x, -1); break;
    case Action::block_x_more: step_block(Axis::x, 1); break;
    case Action::block_y_less: step_block(Axis::y, -1); break;
    case Action::block_y_more: step_block(Axis::y, 1); break;
    case Action::parameter_less: step_parameter(-1); break;
    case Action::parameter_more: step_parameter(1); break;
    case Action::cancel: cancel(); break;
    default: return false;
    }
    return true;
}

void LaunchFeature::begin() {
    const catalog::Experiment* const e = document_.experiment();
    if (e == nullptr || !start_.uses_initial_layout) return;
    initial_layout_.show(*e, scene_, preferences_, window_, start_);
    if (start_.initial_focus) initial_layout_.focus(start_);
}

void LaunchFeature::publish() {
    view_.progress = runs_.session.progress();
    view_.busy = runs_.session.busy();
    update_stale_result();
    view_.failure = runs_.failure;
    view_.failed_source = runs_.failed_source;
    view_.launch_note = document_.launch_note;
    view_.illegal = legal_.illegal();
}

void LaunchFeature::update() {
    if (const catalog::Variant* v = document_.variant()) legal_.update(scene_.source, *v, runs_.newest, model_.limits);
}

void LaunchFeature::paint_initial_line() {
    if (!model_.result) return;
    const auto initial = initial_layout_.take_painted(*model_.result, scene_.source);
    if (initial && !scene_.painted) send(PaintCode{initial});
}

void LaunchFeature::update_stale_result() {
    const double now = document_.clock.now;
    view_.result_is_stale = false;
    if (!model_.result || document_.is_of_setup(*model_.result)) {
        differs_since_.reset();
        return;
    }
    if (!differs_since_) differs_since_ = now;
    const bool comes = !model_.busy && runs_.newest && document_.is_of_setup(*runs_.newest);
    view_.result_is_stale = model_.busy ? model_.progress.milliseconds > patience_ms
                                        : comes && 1000 * (now - *differs_since_) > patience_ms;
}

void LaunchFeature::on(const ChooseExperiment& c) {
    const catalog::Experiment* next = start_.catalog->find(c.name);
    if (next != nullptr && window_.page) send(ShowProgram{false});
    if (next == nullptr || next->name == scene_.source.experiment) return;
    scene::LaunchSetup fresh = initial_setup(*next, catalog::default_picture().string());
    const input::InputSpec own_input = fresh.input;
    fresh.input = input_for(*next, *next->find(fresh.variant), scene_.source.input, preferences_.inputs, fresh.input);
    fresh.text = document_.kept_text(fresh);
    document_.reset_view_state();
    const catalog::Experiment* const before = document_.experiment();
    const bool of_one_program =
        before != nullptr && document_.is_of_program(before->file) && document_.is_of_program(next->file);
    forget_references();
    if (!of_one_program) initial_layout_.show(*next, scene_, preferences_, window_, start_);
    if (fresh.input == own_input) initial_layout_.focus(start_);
    document_.choose(fresh, "");
}

void LaunchFeature::choose_variant(const std::string& name, bool same_input) {
    const catalog::Experiment* e = document_.experiment();
    if (e == nullptr) return;
    document_.launch_note.clear();
    scene::LaunchSetup next = with_variant(scene_.source, *e, name);
    if (next.variant != scene_.source.variant) {
        const catalog::Variant& chosen = *e->find(next.variant);
        const auto usual = initial_input(*e, chosen, catalog::default_picture().string());
        if (!same_input && !chosen.default_input.empty() && usual)
            next.input = input_for(*e, chosen, scene_.source.input, preferences_.inputs, *usual);
        next.text = document_.kept_text(next);
        initial_layout_.show_variant(e->name);
    }
    document_.choose(next, "");
}

void LaunchFeature::on(const ChooseInput& c) {
    scene::LaunchSetup next = scene_.source;
    next.input = c.input;
    document_.choose(next, "");
    if (document_.camera_before) document_.camera_before = std::optional<render::Camera>();
    if (!scene_.camera) return;
    scene_.camera.reset();
    document_.camera.jump = true;
}

void LaunchFeature::on(const SetBlock& c) {
    const BlockChange change = change_block(scene_.source.settings.block, c.axis, c.value, model_.limits);
    document_.launch_note = change.why;
    scene::LaunchSetup next = scene_.source;
    next.settings.block = change.block;
    document_.choose(next, c.gesture);
}

void LaunchFeature::on(const EndGesture& c) {
    document_.history.end_gesture();
    if (c.was_drag) document_.launch_note.clear(); // the note is about an intermediate value
}

void LaunchFeature::on(const SetParameter& c) {
    document_.launch_note.clear();
    scene::LaunchSetup next = scene_.source;
    next.settings.values[c.name] = c.value;
    document_.choose(next, c.gesture);
}

void LaunchFeature::on(const ResetOverlays& /*c*/) {
    if (const catalog::Experiment* const e = document_.experiment())
        set_overlays(scene_, default_overlays(e->initial_layout));
}

void LaunchFeature::on(const CheckRaces& /*c*/) {
    document_.race_checked_kernels.insert(document_.key_of(scene_.source));
    document_.submit();
}

void LaunchFeature::forget_references() {
    for (scene::View& view : scene_.views) view.reference = {};
}

void LaunchFeature::step_history(bool back) {
    if (!(back ? document_.history.can_undo() : document_.history.can_redo())) return;
    const UndoStep before{scene_.source, scene_.notes, document_.guessed_setup()};
    UndoStep next = back ? document_.history.undo(before) : document_.history.redo(before);
    scene_.source = std::move(next.source);
    scene_.notes = std::move(next.notes);
    document_.launch_note.clear();
    if (next.setup != nullptr) (void)document_.add_experiment(*next.setup);
    if (const catalog::Experiment* const now = document_.experiment();
        now != nullptr && now->name != before.source.experiment) {
        forget_references();
        initial_layout_.change_overlays(before.source.experiment, *now, scene_);
    }
    if (next.setup == nullptr && scene_.source == before.source) return;
    if (document_.key_of(before.source) == document_.key_of(scene_.source) && before.source.text != scene_.source.text)
        document_.keep_text(scene_.source.text);
    document_.submit();
}

void LaunchFeature::step_parameter(double steps) {
    const catalog::Variant* v = document_.variant();
    if (v == nullptr || v->parameters.empty()) return;
    const catalog::Parameter& p = v->parameters.front();
    const auto chosen = scene_.source.settings.values.find(p.name);
    const double now = chosen == scene_.source.settings.values.end() ? p.initial : chosen->second;
    on(SetParameter{p.name, std::clamp(now + steps * p.step, p.minimum, p.maximum), "key " + p.name});
}

void LaunchFeature::step_block(Axis axis, int by) {
    const auto now = static_cast<int64_t>(extent(scene_.source.settings.block, axis));
    on(SetBlock{axis, static_cast<uint32_t>(std::max<int64_t>(1, now + by)), axis == Axis::x ? "key x" : "key y"});
}

void LaunchFeature::cancel() {
    if (runs_.session.busy()) report_canceled();
    runs_.session.cancel();
    send(DropLaunchAhead{});
    if (runs_.newest) {
        const std::string key = document_.key_of(scene_.source);
        scene_.source.experiment = runs_.newest->request.experiment->name;
        scene_.source.input = runs_.newest->request.input;
        scene_.source.variant = runs_.newest->request.variant;
        scene_.source.settings = runs_.newest->request.settings;
        if (document_.key_of(scene_.source) != key) scene_.source.text = runs_.newest->request.text;
    }
}

void LaunchFeature::report_canceled() {
    if (!runs_.newest) {
        say(false, msg("Canceled."));
        return;
    }
    const session::Request& before = runs_.newest->request;
    const catalog::Variant* const v = document_.variant();
    std::vector<std::string> back;
    if (v != nullptr && before.variant == scene_.source.variant &&
        before.experiment->name == scene_.source.experiment) {
        const catalog::Settings &now = scene_.source.settings, &then = before.settings;
        for (const catalog::Parameter& p : v->parameters) {
            const auto was = then.values.find(p.name), is = now.values.find(p.name);
            if (was != then.values.end() && is != now.values.end() && was->second != is->second)
                back.push_back(fmt::format("{} {}", tr_course(p.title), catalog::value_text(p, was->second)));
        }
        if (now.block != then.block) back.push_back(tr_format("block {} × {}", then.block.x, then.block.y));
    }
    if (back.empty())
        say(false, msg("Canceled. Showing the previous run."));
    else
        say(false, msg("Canceled. Showing {} again.", fmt::format("{}", fmt::join(back, ", "))));
}

} // namespace warpscope::workbench
