#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/app/app_state.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/launch/initial_layout.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

namespace {

/// Replaces an experiment of the same name and file unless it is built in.
bool replace_experiment(catalog::Catalog& catalog, const catalog::Experiment& read) {
    const auto known = std::ranges::find(catalog.experiments, read.name, &catalog::Experiment::name);
    if (known == catalog.experiments.end()) {
        catalog.experiments.push_back(read);
        return false;
    }
    if (known->file != read.file || read.file.string().starts_with(catalog::catalog_folder().string())) return false;
    *known = read;
    return true;
}

} // namespace

void App::State::open_lesson(const std::filesystem::path& file, std::optional<size_t> step) {
    std::error_code ignored;
    worker.post([this, whole = std::filesystem::absolute(file, ignored), step,
                 catalog = start.catalog]() -> Worker::Finish {
        auto opened = std::make_shared<Result<OpenedLesson>>(ui::open_lesson(whole, *catalog));
        return [this, whole, step, opened] {
            redraw.want(3);
            if (!*opened) {
                if (opened->error().kind == ErrorKind::environment) { // cannot be fixed in the lesson
                    doc.say(true, opened->error().message, opened->error().hint);
                    return;
                }
                doc.say(true, msg("The lesson cannot be opened: {}", opened->error().whole()),
                        msg("Fix the file and open it again; \"warpscope lesson --check FILE\" lists all its errors."));
                return;
            }
            // Experiments next to the lesson are not in the catalog.
            auto next = std::make_shared<catalog::Catalog>(*start.catalog);
            bool read_again = false;
            for (const auto& requests : (*opened)->requests)
                for (const session::Request& request : requests)
                    read_again = replace_experiment(*next, *request.experiment) || read_again;
            start.catalog = std::move(next);
            const bool own =
                std::ranges::any_of(lesson_entries(), [&](const LessonEntry& e) { return e.file == whole; });
            if (!own) remember(preferences, whole.string());
            if (window.page) doc.send(ShowProgram{false});
            if (!before_lesson) before_lesson = BeforeLesson{scene, preferences, document};
            keep_copy();
            lesson.open(std::move(**opened));
            if (step) lesson.go_to(*step);
            const scene::LaunchSetup shown = scene.source;
            show_lesson_step();
            if (!read_again || !(scene.source == shown)) return;
            lesson_outdated = runs.newest;
            doc.submit();
        };
    });
}

void App::State::close_lesson(bool restore) {
    keep_copy();
    lesson.close();
    labels.reset();
    is_lesson_layout_due = is_lesson_comparison_due = false;
    doc.send(LeaveMoment{});
    doc.send(SetBaseline{false});
    if (!before_lesson) return;
    const BeforeLesson before = *std::exchange(before_lesson, std::nullopt);
    preferences.panes = before.preferences.panes;
    preferences.tab = before.preferences.tab;
    scene.views = before.scene.views;
    scene.four = before.scene.four;
    window.presentation = false;
    camera.jump = true;
    if (!restore) return;
    document = before.file;
    doc.choose(before.scene.source, "");
    // Restores all but the launch, which doc.choose() sets, and the moment, whose recording no longer exists.
    const scene::LaunchSetup source = std::exchange(scene.source, {});
    const scene::Moment moment = scene.moment;
    scene::Notes notes = std::exchange(scene.notes, {});
    scene = before.scene;
    scene.notes = std::move(notes);
    scene.source = source;
    scene.moment = moment;
}

void App::State::show_lesson_step() {
    const LessonView& view = *lesson.view();
    const lesson::Step& step = view.now();
    const session::Request& request = lesson.request();
    doc.leave_place();
    doc.choose({request.experiment->name, request.variant, request.settings, request.input}, "");
    const std::array<std::string, 2> usual{"input", "output"};
    for (size_t i = 0; i < 2; ++i) {
        const std::string& name = step.views[i].empty() ? usual[i] : step.views[i];
        std::tie(scene.views[i].space, scene.views[i].buffer) = space_from_name(name);
        if (name == "matrices") scene.views[i].space = scene::Space::matrices;
        scene.views[i].form = Form::automatic;
        scene.views[i].overlays = step.overlays;
    }
    preferences.panes.alone = step.alone.empty() ? std::nullopt : std::optional<size_t>(step.alone == "left" ? 0 : 1);
    const auto tab = tab_from_name(step.tab);
    preferences.panes.drawer_open = tab.has_value();
    if (tab) preferences.tab = *tab;
    if (step.spotlight.empty())
        labels.reset();
    else if (!labels)
        labels.emplace();
    is_lesson_layout_due = true;
    is_lesson_comparison_due = step.beside.has_value();
    is_lesson_reported = false;
    if (step.question && step.question->own_copy) copy_kernel(CopyMode::existing);
    redraw.want(3);
}

void App::State::update_lesson() {
    if (!lesson.on()) return;
    const RunPtr& run = model.result;
    const bool there = run && run == runs.newest && run != lesson_outdated && doc.is_of_setup(*run);
    if (run != lesson_outdated) lesson_outdated = nullptr;
    if (!there) {
        if (runs.failure && !model.busy) lesson.fail(*runs.failure);
        return;
    }
    if (is_lesson_layout_due) {
        is_lesson_layout_due = false;
        const lesson::Step& step = lesson.view()->now();
        const auto at = [&](size_t i) {
            const double asked = i < step.cell.size() ? step.cell[i] : 0;
            const Shape& shape = run->output.layout.shape;
            const uint32_t sides[] = {shape.width, shape.height, shape.depth};
            return static_cast<uint64_t>(std::max(0.0, asked < 0 ? sides[i] + asked : asked));
        };
        if (!step.cell.empty())
            if (const auto cell = cell_of_output(run->output.layout.shape, {at(0), at(1), at(2)})) {
                const scene::Point middle = render::middle_of(render::place_of(*run, render::Space::output, *cell));
                scene.pin = scene::Spot{render::Space::output, middle};
                if (step.zoom) scene.camera = render::Camera{middle, *step.zoom};
            }
    }
    lesson.update(run, start.catalog, worked_language());
    if (is_lesson_comparison_due && lesson.view()->beside) {
        is_lesson_comparison_due = false;
        doc.send(PinRun{lesson.view()->beside});
    }
    if (!is_lesson_reported && lesson.view()->phase == LessonPhase::answered) uncover();
    if (start.lesson_answer.empty() || lesson.view()->phase != LessonPhase::asking) return;
    const std::string answer = std::exchange(start.lesson_answer, {});
    if (answer == "tell") {
        if (lesson.show_answer()) uncover();
        return;
    }
    lesson::Prediction prediction;
    if (lesson.view()->evaluated->kind == lesson::Kind::number) {
        lesson.type(answer);
    } else {
        const auto number = static_cast<size_t>(std::strtoul(answer.c_str(), nullptr, 10));
        prediction.option =
            std::clamp<size_t>(number, 1, std::max<size_t>(1, lesson.view()->evaluated->options.size())) - 1;
        prediction.line = static_cast<uint32_t>(number);
        prediction.lanes = static_cast<uint32_t>(number);
        prediction.cells.assign(lesson.view()->evaluated->pick, number);
        lesson.predict(prediction);
    }
    on(Reveal{});
}

void App::State::uncover() {
    is_lesson_reported = true;
    const lesson::Question& q = *lesson.view()->question();
    for (scene::View& view : scene.views) view.overlays |= q.shows;
    if (const auto tab = tab_from_name(q.tab)) {
        preferences.tab = *tab;
        preferences.panes.drawer_open = true;
    }
    redraw.want(3);
}

Commands App::State::within_lesson(const Commands& commands) {
    Commands through;
    bool refused = false;
    for (const Command& command : commands) {
        const bool leads_away = command.is<ChooseExperiment, ChooseVariant, CompareWith>();
        const auto* file = command.as<OpenFile>();
        if (leads_away || (file != nullptr && !lesson::is_lesson_file(file->file))) {
            // A picture opens in the lesson's experiment.
            close_lesson(command.is<ChooseExperiment>() || (file != nullptr && !is_picture_name(file->file)));
            // Later commands, such as the choice of a variant, depend on it.
            return Commands(commands.begin() + (&command - commands.data()), commands.end());
        }
        if (const auto* pin = command.as<Pin>(); pin != nullptr && model.result) {
            const render::Selection there = render::pick(*model.result, pin->space, pin->place);
            if (there.pointed &&
                lesson.pick(render::buffer_of(*model.result, there.pointed->content), there.pointed->index)) {
                redraw.want(3);
                continue;
            }
        }
        if (lesson.view()->covers()) {
            static constexpr std::array kept{
                Action::overlay,        Action::select_left,  Action::select_right,  Action::select_up,
                Action::select_down,    Action::step_back,    Action::step_on,       Action::interval_back,
                Action::interval_on,    Action::time_back,    Action::time_on,       Action::time_first,
                Action::time_last,      Action::time_play,    Action::barrier_back,  Action::barrier_on,
                Action::split_back,     Action::split_on,     Action::conflict_back, Action::conflict_on,
                Action::blocks_in_time, Action::compare,      Action::side_by_side,  Action::block_x_less,
                Action::block_x_more,   Action::block_y_less, Action::block_y_more,  Action::parameter_less,
                Action::parameter_more, Action::drawer,       Action::next_tab,      Action::inspector_pane,
                Action::undo,           Action::redo,         Action::zoom_scope};
            const auto* action = command.as<Perform>();
            const bool tells = command.is<Hover, Pin, SetOverlay, SetSpace, SetReference, SetParameter, SetBlock,
                                          ShowThread, GotoLine, SelectTab, SetDrawer>() ||
                               (action != nullptr && std::ranges::find(kept, action->action) != kept.end());
            refused = refused || (tells && !command.is<Hover, Pin>());
            if (tells) continue;
        }
        through.push_back(command);
    }
    if (refused) doc.say(false, msg("Hidden until you answer."));
    return through;
}

bool App::State::covers_view(size_t view) const {
    const LessonView& shown = *lesson.view();
    if (const lesson::Question* q = shown.question()) {
        if (q->covers[view]) return true;
        if (q->kind == lesson::Kind::cells) return false;
    }
    if (!model.result) return false;
    // Marks of findings and single numbers would reveal the answer.
    const bool tells = std::ranges::any_of(model.result->measured->launches(),
                                           [](const metrics::LaunchMeasurement& m) { return m.finding_count > 0; });
    const bool number = scene.views[model.baseline.choice_of(view)].space == scene::Space::output &&
                        model.result->output.layout.shape.cells() == 1;
    return tells || number;
}

void App::State::cover(size_t view) {
    const ViewGrid::Area& area = views->area(view);
    const ImVec2 min{area.min.x, area.min.y + (window.presentation ? 0 : look.px(header_height))}, max = area.max;
    if (max.x - min.x < 2 || max.y - min.y < 2) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, look.colours->view);
    list.PushClipRect(min, max, true);
    const float step = look.px(34), high = max.y - min.y;
    for (float x = min.x - high; x < max.x; x += step)
        list.AddLine({x, max.y}, {x + high, min.y}, look.colours->field, look.px(10));
    const float room = max.x - min.x - look.px(60);
    const char* const whole = tr("hidden until you answer");
    const bool large = window.presentation && look.measure(Face::strong, size_large, whole).x <= room;
    const float size = large ? size_large : size_title;
    const std::string words = shortened(look, whole, {Face::strong, size}, room);
    const ImVec2 extent = look.measure(Face::strong, size, words), pad{look.px(18), look.px(11)};
    const ImVec2 at{std::round((min.x + max.x - extent.x) / 2), std::round((min.y + max.y - extent.y) / 2)};
    list.AddRectFilled({at.x - pad.x, at.y - pad.y}, {at.x + extent.x + pad.x, at.y + extent.y + pad.y},
                       look.colours->popup, look.px(8));
    list.AddRect({at.x - pad.x, at.y - pad.y}, {at.x + extent.x + pad.x, at.y + extent.y + pad.y}, look.colours->line,
                 look.px(8), 0, std::max(1.0f, look.px(1)));
    text_at(look, list, at, words, {Face::strong, size, 0});
    list.PopClipRect();
}

void App::State::draw_lesson_marks() {
    const LessonView& view = *lesson.view();
    if (view.highlighted || view.picked) views->draw_marks(model, view);
    if (!view.covers()) return;
    for (size_t i = 0; i < 2; ++i)
        if (!ViewGrid::hidden(model, i) && covers_view(i)) cover(i);
    if (view.phase != LessonPhase::asking || covers_view(0) || covers_view(1)) return;
    // The header covers no data. Presentation mode has none.
    const bool presents = window.presentation;
    const float type = presents ? size_title : size_small;
    const ImVec2 pad{look.px(10), look.px(5)}, left_top = ImGui::GetWindowPos(), whole = ImGui::GetWindowSize();
    constexpr float button_room = 48, share_of_header = 0.55f;
    const ViewGrid::Area& last = views->area(ViewGrid::hidden(model, 1) ? 0 : 1);
    const float room = presents ? whole.x - 4 * pad.x : share_of_header * (last.max.x - last.min.x);
    const std::string words =
        shortened(look, tr("overlays and numbers are hidden until you answer"), {Face::text, type, 0}, room);
    const ImVec2 size = look.measure(Face::text, type, words);
    const ImVec2 at = presents
                          ? ImVec2{std::round(left_top.x + (whole.x - size.x) / 2), std::round(left_top.y + look.px(8))}
                          : ImVec2{std::round(last.max.x - look.px(button_room) - pad.x - size.x),
                                   std::round(last.min.y + (look.px(header_height) - size.y) / 2)};
    record_area("hidden until the answer", at, {at.x + size.x, at.y + size.y});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    plate(look, list, {at.x - pad.x, at.y - pad.y}, {at.x + size.x + pad.x, at.y + size.y + pad.y});
    text_at(look, list, at, words, {Face::text, type, look.colours->muted});
}

void App::State::draw_spotlight() {
    if (!labels) return;
    const auto item = labels->find_shown(lesson.view()->now().spotlight);
    if (!item) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float grow = look.px(4), round = look.px(9);
    const ImVec2 min{item->min.x - grow, item->min.y - grow}, max{item->max.x + grow, item->max.y + grow};
    list.AddRect(min, max, IM_COL32(0, 0, 0, 200), round, 0, look.px(6));
    list.AddRect(min, max, IM_COL32(255, 255, 255, 255), round, 0, look.px(4.5f));
    list.AddRect(min, max, look.colours->accent, round, 0, look.px(3));
}

void App::State::on(const OpenLesson& c) { open_lesson(c.file, std::nullopt); }
void App::State::on(const CloseLesson&) {
    if (lesson.on()) close_lesson(true);
}
void App::State::on(const GoToLessonStep& c) {
    if (!lesson.on()) return;
    keep_copy();
    lesson.go_to(c.step);
    show_lesson_step();
}
void App::State::on(const Predict& c) { lesson.predict(c.prediction); }
void App::State::on(const TypeNumber& c) { lesson.type(c.words); }
void App::State::on(const SetConfidence& c) { lesson.set_confidence(c.confidence); }
void App::State::on(const Reveal&) {
    if (lesson.on() && lesson.reveal()) uncover();
}
void App::State::on(const AskAgain&) {
    if (lesson.on() && lesson.ask_again()) show_lesson_step();
}
void App::State::on(const AskWhy&) {
    const LessonView* view = lesson.view();
    if (view == nullptr || view->phase != LessonPhase::answered || !model.result || !view->question()->why) return;
    const LaunchConfig& config = model.result->shown().config;
    const uint64_t thread = view->evaluated->explained_block * config.threads_per_block() +
                            uint64_t{view->evaluated->explained_warp} * warp_size;
    if (thread >= config.threads()) return;
    on(ShowThread{static_cast<metrics::ThreadId>(thread + 1)});
    // The selection follows the pin only in the next frame.
    model.selection.thread = static_cast<metrics::ThreadId>(thread + 1);
    doc.send(SetScope{scene::Scope::warp});
    const std::string& to = view->question()->why->to;
    if (to == "split")
        doc.send(GoToMark{replay::MarkKind::split, 1});
    else if (to == "barrier")
        doc.send(GoToMark{replay::MarkKind::barrier, 1});
    else
        doc.send(GoToShare{to == "end" ? 1.0 : 0.0});
}
void App::State::on(const CountVotes& c) { lesson.count(c.option, c.by); }
void App::State::on(const CopyKernel& c) {
    if (lesson.on()) copy_kernel(c.discard_edits ? CopyMode::fresh_kernel : CopyMode::missing_files);
}

} // namespace warpscope::ui
