#include "workbench/time/time_feature.hpp"

#include <algorithm>
#include <utility>

#include "render/layout/cell_plane.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/files/fitting.hpp"
#include "workbench/views/commands.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::workbench {

using scene::Scope;

namespace {

metrics::ThreadId thread_of(const LaunchConfig& config, const FollowedThread& thread) {
    return static_cast<metrics::ThreadId>(thread.block * config.threads_per_block() +
                                          uint64_t{thread.warp} * warp_size + thread.lane + 1);
}

} // namespace

TimeFeature::TimeFeature(Document& document, const Models& model, TimeModel& view, const Stage& stage)
    : CommandFeature(document, model)
    , view_(view)
    , stage_(stage)
    , cursor_(document.scene.moment, document.redraw, document.wake)
    , search_(document.redraw, document.wake)
    , launch_(document.scene.moment, document.redraw, document.worker) {}

bool TimeFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::time_back: on(StepTime{-1}); break;
    case Action::time_on: on(StepTime{1}); break;
    case Action::time_first: on(GoToShare{0}); break;
    case Action::time_last: on(GoToShare{1}); break;
    case Action::time_play: on(PlayTime{!(launch_.on() ? launch_.state().playing : cursor_.bar().playing)}); break;
    case Action::barrier_back: on(GoToMark{replay::MarkKind::barrier, -1}); break;
    case Action::barrier_on: on(GoToMark{replay::MarkKind::barrier, 1}); break;
    case Action::split_back: on(GoToMark{replay::MarkKind::split, -1}); break;
    case Action::split_on: on(GoToMark{replay::MarkKind::split, 1}); break;
    case Action::conflict_back: on(GoToMark{replay::MarkKind::conflict, -1}); break;
    case Action::conflict_on: on(GoToMark{replay::MarkKind::conflict, 1}); break;
    case Action::blocks_in_time: on(ShowBlocksInTime{!launch_.on()}); break;
    case Action::unpin:
        if (launch_.on())
            launch_.leave();
        else if (in_block(scene_.moment))
            on(SetScope{Scope::all});
        else
            return false;
        break;
    default: return false;
    }
    return true;
}

bool TimeFeature::is_settled() const {
    return cursor_.ready() && !cursor_.bar().playing && !(is_zoom_due_ && stage_.laid_out()) && !search_.busy() &&
           launch_.ready() && !launch_.moves();
}

std::optional<double> TimeFeature::seconds_until_due() const {
    std::optional<double> due = cursor_.until_tick();
    if (cursor_.bar().recording || search_.busy()) due = std::min(due.value_or(0.2), 0.2);
    return due;
}

RunPtr TimeFeature::launched() const {
    const RunPtr& run = document_.shown;
    return run && !run->measured->launches().empty() ? run : nullptr;
}

metrics::ThreadId TimeFeature::middle_thread() const {
    const LaunchConfig& config = document_.shown->shown().config;
    return static_cast<metrics::ThreadId>(insight::middle_block(config) * config.threads_per_block() + 1);
}

bool TimeFeature::enter() {
    if (in_block(scene_.moment)) return true;
    if (!launched()) return false;
    launch_.leave();
    const metrics::ThreadId selected = model_.selection.thread;
    if (!scene_.pin || selected == 0) send(ShowThread{selected != 0 ? selected : middle_thread()});
    preferences_.tab = Tab::source;
    document_.open_drawer(true);
    if (window_.presentation && !window_.lesson && !window_.drawer_large)
        say(false, msg("Stepping through one block. {} shows its source.", document_.key_text(Action::drawer)));
    document_.camera_before = scene_.camera;
    is_zoom_due_ = true;
    zoomed_.reset();
    return true;
}

void TimeFeature::on(const RestoreCamera& /*c*/) {
    if (document_.camera_before) scene_.camera = *std::exchange(document_.camera_before, std::nullopt);
    is_zoom_due_ = false;
    zoomed_.reset();
}

void TimeFeature::on(const LeaveMoment& /*c*/) {
    document_.camera_before.reset();
    is_zoom_due_ = false;
    zoomed_.reset();
    launch_.leave();
    cursor_.set_scope(Scope::all);
}

void TimeFeature::zoom_to_block() {
    if (cursor_.bar().problem) is_zoom_due_ = false;
    if (!view_.moment || !stage_.laid_out()) return;
    is_zoom_due_ = false;
    constexpr double max = 40;
    const scene::Point size = stage_.size_of(1);
    const auto close = camera_on(*view_.moment->block, size, max * double{window_.scale});
    const bool again = zoomed_.has_value();
    if (!close ||
        (!again && close->pixels_per_cell < 1.5 * scene_.camera.value_or(document_.camera.now).pixels_per_cell))
        return;
    scene_.camera = close;
    zoomed_ = Zoomed{*close, size};
}

bool TimeFeature::is_view_resized() const { return zoomed_ && stage_.laid_out() && stage_.size_of(1) != zoomed_->size; }

void TimeFeature::take_start_moment() {
    const scene::Moment wanted = std::exchange(start_.moment, {});
    if (!in_block(wanted)) return;
    if (!scene_.pin) send(ShowThread{middle_thread()});
    document_.camera_before = scene_.camera;
    is_zoom_due_ = !scene_.camera;
    cursor_.set_scope(wanted.scope);
    cursor_.apply(GoToStep{wanted.step});
    redraw_.want();
}

void TimeFeature::enter_pending_scope() {
    if (pending_scope_ && document_.shown) on(SetScope{*std::exchange(pending_scope_, std::nullopt)});
}

void TimeFeature::update_moment() {
    const RunPtr run = launched();
    if (run) take_start_moment();
    std::optional<FollowedThread> thread;
    if (run && scene_.pin) {
        const metrics::ThreadId pinned = render::pick(*run, scene_.pin->space, scene_.pin->place).thread;
        const LaunchConfig& config = run->shown().config;
        if (pinned != 0 && pinned <= config.threads())
            thread =
                FollowedThread{static_cast<uint32_t>(run->measured->launches().size() - 1),
                               render::block_of(config, pinned), render::thread_in_block(config, pinned) / warp_size,
                               render::thread_in_block(config, pinned) % warp_size};
    }
    cursor_.follow_step(window_.presentation);
    cursor_.update(run, thread, document_.clock.seconds);
    view_.time = cursor_.bar();
    search_.update(run);
    view_.orders = search_.orders();
    view_.meeting = search_.meeting();
    if (const auto found = cursor_.take_thread()) {
        const bool pinned =
            thread && thread->block == found->block && thread->warp == found->warp && thread->lane == found->lane;
        if (!pinned) send(ShowThread{thread_of(run->shown().config, *found)});
    }
    if (std::string answer = cursor_.take_answer(); !answer.empty()) say(false, std::move(answer));
    const auto& moment = cursor_.view();
    const bool is_other = moment != nullptr && moment != view_.moment;
    view_.moment = moment;
    if (zoomed_ && scene_.camera != zoomed_->camera) zoomed_.reset();
    if (is_zoom_due_ || is_view_resized()) zoom_to_block();
    if (!in_block(scene_.moment)) on(RestoreCamera{});
    follow_banks();
    follow_line(is_other);
}

void TimeFeature::follow_line(bool is_other) {
    const bool is_seen = document_.seen(Tab::source), opens = is_seen && !was_source_seen_;
    was_source_seen_ = is_seen;
    if (!is_seen || !view_.moment) return;
    uint32_t line = view_.moment->now_line;
    const insight::RecordedBlock& block = *view_.moment->block;
    const bool is_at_begin = !view_.moment->step;
    if (line == 0 && is_at_begin && !block.recording->steps().empty()) line = block.line_or_call(0);
    if (line != 0 && (is_other || (opens && !model_.goto_line))) send(ScrollCode{{line, 0}});
}

void TimeFeature::follow_banks() {
    if (!in_block(scene_.moment) || !view_.moment || !model_.block_view || banks_of_ == view_.moment) return;
    banks_of_ = view_.moment;
    const auto choice = insight::request_at(*model_.block_view, *view_.moment);
    if (!choice) return;
    BlockViewState state = model_.block_view_state;
    state.pc = choice->instruction->pc;
    state.warp = choice->warp;
    state.round = choice->round;
    send(SetBlockViewState{state});
    redraw_.want();
}

void TimeFeature::update_launch() {
    const RunPtr run = launched();
    const auto& recording = model_.study.recording;
    const bool is_recorded = run && recording && recording->readings.blocks.size() == run->shown().config.blocks();
    launch_.use_device(preferences_.peaks, is_recorded ? recording : nullptr);
    launch_.update(run, document_.clock.seconds);
    view_.launch_time = launch_.state();
    view_.so_far = {};
    const auto& order = view_.launch_time.order;
    if (!launch_.on() || !order || order->run != document_.shown) return;
    view_.so_far = order->after(scene_.moment.step);
    const auto ended = static_cast<uint32_t>(std::min<uint64_t>(scene_.moment.step, order->all.ended));
    view_.launch_time.ended = order->dispatch.ended_by(order->dispatch.time_of(ended));
}

void TimeFeature::on(const SetScope& c) {
    pending_scope_.reset();
    if (!document_.shown && c.scope != Scope::all) {
        pending_scope_ = c.scope;
        return;
    }
    if (c.scope == Scope::launch) {
        on(ShowBlocksInTime{});
    } else if (c.scope == Scope::all) {
        launch_.leave();
        cursor_.set_scope(c.scope);
    } else if (enter()) {
        cursor_.set_scope(c.scope);
    }
}

void TimeFeature::on(const ShowBlocksInTime& c) {
    if (!c.on) {
        launch_.leave();
        return;
    }
    if (!document_.shown) pending_scope_ = Scope::launch;
    if (!launched()) return;
    cursor_.set_scope(Scope::all);
    launch_.enter();
}

void TimeFeature::on(const GoToStep& c) {
    if (in_block(scene_.moment)) cursor_.apply(c);
}

void TimeFeature::on(const GoToShare& c) {
    if (launch_.on())
        launch_.go_to_share(c.share);
    else if (enter())
        cursor_.apply(c);
}

void TimeFeature::on(const StepTime& c) {
    if (launch_.on())
        launch_.move(c.by);
    else if (enter())
        cursor_.apply(c);
}

void TimeFeature::on(const GoToMark& c) {
    if (enter()) cursor_.apply(c);
}

void TimeFeature::on(const PlayTime& c) {
    if (launch_.on())
        launch_.play(c.on);
    else if (enter())
        cursor_.play(c.on);
}

void TimeFeature::on(const StopRecording& /*c*/) { cursor_.stop_recording(); }

void TimeFeature::on(const AskTime& c) {
    if (c.question == Question::origin)
        show_origin(c);
    else if (enter())
        cursor_.apply(c);
}

void TimeFeature::show_origin(const AskTime& c) {
    if (!document_.shown || !c.buffer) return;
    const RunPtr run = document_.shown;
    if (!enter()) return;
    if (*c.buffer == run->prepared.output_buffer)
        send(ShowCell{render::Space::output, render::place_of(*run, render::Space::output, c.cell)});
    cursor_.set_scope(Scope::warp);
    cursor_.apply(FollowVariable{});
    cursor_.show_part("variables");
    cursor_.apply(c);
}

void TimeFeature::on(const FindExpression& c) {
    const auto number = [&] {
        const auto& watches = *cursor_.bar().watches;
        return static_cast<size_t>(std::ranges::find(watches, c.text, &replay::Watch::text) - watches.begin());
    };
    if (number() == cursor_.bar().watches->size()) on(AddWatch{c.text});
    on(FindWatch{number(), c.by});
}

void TimeFeature::on(const FindWatch& c) {
    if (enter()) cursor_.apply(c);
}

void TimeFeature::on(const GoToFinding& c) {
    if (!enter()) return;
    send(ShowThread{c.side.thread}); // after enter(), which may pin another thread
    cursor_.apply(c);
}

void TimeFeature::show_findings() {
    send(SelectTab{Tab::findings});
    send(SetDrawer{true});
}

void TimeFeature::on(const SearchOrder& c) {
    if (!document_.shown || !insight::has_orders(*document_.shown, c.finding)) return;
    search_.search_order(document_.shown, c.finding);
    show_findings();
}

void TimeFeature::on(const SearchWithoutBarrier& c) {
    const RunPtr run = launched();
    if (!run) return;
    const LaunchConfig& config = run->shown().config;
    const uint64_t block = in_block(scene_.moment)        ? scene_.moment.block
                           : model_.selection.thread != 0 ? render::block_of(config, model_.selection.thread)
                                                          : insight::middle_block(config);
    search_.search_without_barrier(run, block, c.line);
    show_findings();
}

void TimeFeature::on(const CloseOrders& /*c*/) { search_.close_orders(); }

void TimeFeature::on(const StepThroughOrder& c) {
    const auto& found = search_.orders().found;
    if (!found || !found->search.found || found->run != document_.shown) return;
    const replay::OrderPair& pair = *found->search.found;
    const auto& recording = c.second ? pair.second : pair.first;
    const replay::Step& step = recording->steps().at(c.step);
    const LaunchConfig& config = recording->contents().config;
    const uint64_t lane = pair.read && pair.read->warp == step.warp ? pair.read->lane : 0;
    send(ShowThread{static_cast<metrics::ThreadId>(recording->contents().block * config.threads_per_block() +
                                                   uint64_t{step.warp} * warp_size + lane + 1)});
    if (enter()) cursor_.show_order(recording, found->build, uint64_t{c.step} + 1);
    send(SelectTab{Tab::source});
}

void TimeFeature::on(const LeaveOrder& /*c*/) { cursor_.leave_order(); }

void TimeFeature::on(const PaintWatch& c) {
    const auto& watches = *cursor_.bar().watches;
    if (const RunPtr run = launched(); run && c.index && *c.index < watches.size())
        search_.paint(run, watches[*c.index], cursor_.bar().as_written);
    else
        search_.stop_painting();
}

} // namespace warpscope::workbench
