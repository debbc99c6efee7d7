// The window at one moment: which block it is of, and what time's commands do.
#include "ui/app/app_state.hpp"

#include <algorithm>
#include <utility>

#include "render/layout/cell_plane.hpp"
#include "ui/model/fitting.hpp"

namespace warpscope::ui {

using scene::Scope;

namespace {

metrics::ThreadId thread_of(const LaunchConfig& config, const FollowedThread& thread) {
    return static_cast<metrics::ThreadId>(thread.block * config.threads_per_block() +
                                          uint64_t{thread.warp} * warp_size + thread.lane + 1);
}

} // namespace

bool App::State::enter_time() {
    if (in_block(scene.moment)) return true;
    if (!model.result || model.result->measured->launches().empty()) return false;
    launch_cursor.leave();
    // A moment is one of a block: the one looked at, else the one in the middle.
    const LaunchConfig& config = model.result->shown().config;
    const auto middle = static_cast<metrics::ThreadId>(insight::middle_block(config) * config.threads_per_block() + 1);
    if (!scene.pin || model.selection.thread == 0)
        on(ShowThread{model.selection.thread != 0 ? model.selection.thread : middle});
    preferences.tab = Tab::source;
    open_drawer(true);
    camera_before = scene.camera;
    zoom_due = true;
    return true;
}

void App::State::leave_time() {
    if (camera_before) scene.camera = *std::exchange(camera_before, std::nullopt);
    zoom_due = false;
}

void App::State::leave_moment() {
    camera_before.reset();
    zoom_due = false;
    launch_cursor.leave();
    time.set_scope(Scope::all);
}

void App::State::zoom_to_block() {
    if (time.bar().problem) zoom_due = false;
    if (!model.moment || !views->laid_out()) return;
    zoom_due = false;
    constexpr double most = 40;
    const auto close = camera_on(*model.moment->block, views->area(1).size(), most * double{look.scale});
    if (close && close->pixels_per_cell >= 1.5 * scene.camera.value_or(camera.now).pixels_per_cell)
        scene.camera = close;
}

void App::State::take_start_moment() {
    const scene::Moment wish = std::exchange(start.moment, {});
    if (!in_block(wish)) return;
    if (!scene.pin) {
        const LaunchConfig& config = model.result->shown().config;
        on(ShowThread{static_cast<metrics::ThreadId>(insight::middle_block(config) * config.threads_per_block() + 1)});
    }
    camera_before = scene.camera;
    zoom_due = !scene.camera; // one that was asked for stays
    time.set_scope(wish.scope);
    time.apply(GoToStep{wish.step});
    redraw.want();
}

void App::State::update_moment() {
    const auto& result = model.result;
    const bool has_launch = result && !result->measured->launches().empty();
    if (has_launch) take_start_moment();
    std::optional<FollowedThread> thread;
    if (has_launch && scene.pin) {
        const metrics::ThreadId pinned = render::pick(*result, scene.pin->space, scene.pin->place).thread;
        const LaunchConfig& config = result->shown().config;
        if (pinned != 0 && pinned <= config.threads())
            thread =
                FollowedThread{static_cast<uint32_t>(result->measured->launches().size() - 1),
                               render::block_of(config, pinned), render::thread_in_block(config, pinned) / warp_size,
                               render::thread_in_block(config, pinned) % warp_size};
    }
    time.update(has_launch ? result : nullptr, thread, static_cast<double>(ImGui::GetIO().DeltaTime));
    model.time = time.bar();
    launch_search.update(has_launch ? result : nullptr);
    model.orders = launch_search.orders();
    model.meeting = launch_search.meeting();
    if (const auto found = time.take_thread()) {
        const bool pinned =
            thread && thread->block == found->block && thread->warp == found->warp && thread->lane == found->lane;
        if (!pinned) on(ShowThread{thread_of(result->shown().config, *found)});
    }
    if (std::string answer = time.take_answer(); !answer.empty()) say(false, std::move(answer));
    const auto& view = time.view();
    const bool other = view != nullptr && view != model.moment && view->now_line != 0;
    model.moment = view;
    if (zoom_due) zoom_to_block();
    if (!in_block(scene.moment)) leave_time();
    follow_banks();
    // The line under way stays in sight.
    if (other && seen(Tab::source)) code.scroll_to({view->now_line, 0});
}

void App::State::follow_banks() {
    if (!in_block(scene.moment) || !model.moment || !model.block_view || banks_of == model.moment) return;
    banks_of = model.moment;
    const auto choice = insight::request_at(*model.block_view, *model.moment);
    if (!choice) return;
    block_view_state.pc = choice->instruction->pc;
    block_view_state.warp = choice->warp;
    block_view_state.round = choice->round;
    redraw.want();
}

void App::State::on(const SetScope& c) {
    // Asked for before the first run has ended: it is entered then.
    scope_wish.reset();
    if (!model.result && c.scope != Scope::all) {
        scope_wish = c.scope;
        return;
    }
    if (c.scope == Scope::launch) {
        on(ShowBlocksInTime{});
        return;
    }
    if (c.scope == Scope::all) {
        launch_cursor.leave();
        time.set_scope(c.scope);
    } else if (enter_time()) {
        time.set_scope(c.scope);
    }
}
void App::State::on(const GoToStep& c) {
    if (in_block(scene.moment)) time.apply(c);
}
void App::State::on(const GoToShare& c) {
    if (launch_cursor.on()) {
        launch_cursor.go_to_share(c.share);
        return;
    }
    if (enter_time()) time.apply(c);
}
void App::State::on(const StepTime& c) {
    if (launch_cursor.on()) {
        launch_cursor.move(c.by);
        return;
    }
    if (enter_time()) time.apply(c);
}
void App::State::on(const GoToMark& c) {
    if (enter_time()) time.apply(c);
}
void App::State::on(const PlayTime& c) {
    if (launch_cursor.on()) {
        launch_cursor.play(c.on);
        return;
    }
    if (enter_time()) time.play(c.on);
}
void App::State::on(const SetTick& c) { time.set_tick(c.tick); }
void App::State::on(const SetPlaySpeed& c) { time.set_speed(c.speed); }
void App::State::on(const SetBuild& c) { time.set_build(c.as_written); }
void App::State::on(const FocusTimeBar& c) { time.focus(c.on); }
void App::State::on(const AskTime& c) {
    if (c.question == Question::origin) {
        show_origin(c);
        return;
    }
    if (enter_time()) time.apply(c);
}
void App::State::show_origin(const AskTime& c) {
    if (!model.result || !c.buffer) return;
    // It is looked for in the block of the cell's owner, and shown in the variables of the thread that made it.
    const session::RunResult& run = *model.result;
    if (!enter_time()) return;
    if (*c.buffer == run.prepared.output_buffer)
        on(ShowCell{render::Space::output, render::place_of(run, render::Space::output, c.cell)});
    time.set_scope(Scope::warp);
    time.apply(FollowVariable{});
    time.show_part("variables");
    time.apply(c);
}
void App::State::on(const FollowVariable& c) { time.apply(c); }
void App::State::on(const SetValueForm& c) { time.set_form(c.form); }
void App::State::on(const FindExpression& c) {
    const auto number = [&] {
        const auto& watches = *time.bar().watches;
        return static_cast<size_t>(std::ranges::find(watches, c.text, &replay::Watch::text) - watches.begin());
    };
    if (number() == time.bar().watches->size()) on(AddWatch{c.text});
    on(FindWatch{number(), c.by});
}
void App::State::on(const AddWatch& c) { time.apply(c); }
void App::State::on(const RemoveWatch& c) { time.apply(c); }
void App::State::on(const FindWatch& c) {
    if (enter_time()) time.apply(c);
}
void App::State::on(const GoToFinding& c) {
    if (!enter_time()) return;
    on(ShowThread{c.side.thread}); // behind enter_time(), which pins a thread where none is
    time.apply(c);
}
void App::State::draw_searched() {
    const auto& found = model.orders.found;
    if (found && found->run == model.result && found->cells) views->draw_lit(model, found->cells, false);
    if (model.meeting && model.meeting->run == model.result && model.meeting->cells)
        views->draw_lit(model, model.meeting->cells, false);
}

void App::State::on(const LookForOrder& c) {
    if (!model.result || !insight::has_orders(*model.result, c.finding)) return;
    launch_search.look_for_order(model.result, c.finding);
    on(SelectTab{Tab::findings});
    on(SetDrawer{true});
}
void App::State::on(const LookWithoutBarrier& c) {
    if (!model.result || model.result->measured->launches().empty()) return;
    const LaunchConfig& config = model.result->shown().config;
    const uint64_t block = in_block(scene.moment)        ? scene.moment.block
                           : model.selection.thread != 0 ? render::block_of(config, model.selection.thread)
                                                         : insight::middle_block(config);
    launch_search.look_without_barrier(model.result, block, c.line);
    on(SelectTab{Tab::findings});
    on(SetDrawer{true});
}
void App::State::on(const CloseOrders&) { launch_search.close_orders(); }
void App::State::on(const StepThroughOrder& c) {
    const auto& found = launch_search.orders().found;
    if (!found || !found->search.found || found->run != model.result) return;
    const replay::OrderPair& pair = *found->search.found;
    const auto& recording = c.second ? pair.second : pair.first;
    const replay::Step& step = recording->steps().at(c.step);
    const LaunchConfig& config = recording->contents().config;
    const uint64_t lane = pair.read && pair.read->warp == step.warp ? pair.read->lane : 0;
    on(ShowThread{static_cast<metrics::ThreadId>(recording->contents().block * config.threads_per_block() +
                                                 uint64_t{step.warp} * warp_size + lane + 1)});
    if (enter_time()) time.show_order(recording, found->build, uint64_t{c.step} + 1);
    on(SelectTab{Tab::source});
}
void App::State::on(const LeaveOrder&) { time.leave_order(); }
void App::State::on(const PaintWatch& c) {
    const auto& watches = *time.bar().watches;
    if (c.index && *c.index < watches.size() && model.result && !model.result->measured->launches().empty())
        launch_search.paint(model.result, watches[*c.index], time.bar().as_written);
    else
        launch_search.stop_painting();
}
void App::State::on(const ShowMomentPart& c) { time.show_part(c.part); }
void App::State::on(const StopRecording&) { time.stop_recording(); }

} // namespace warpscope::ui
