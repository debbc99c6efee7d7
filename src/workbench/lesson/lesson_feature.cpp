#include "workbench/lesson/lesson_feature.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "insight/source_lines.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "workbench/compare/commands.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/files/commands.hpp"
#include "workbench/files/file_kinds.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/lesson/lesson_list.hpp"
#include "workbench/program/commands.hpp"
#include "workbench/time/commands.hpp"
#include "workbench/views/commands.hpp"
#include "workbench/views/space_name.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::workbench {

namespace {

/// Adds an experiment, or replaces one that is from the same file and not built in. Returns whether it replaced one.
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

int64_t changed_at(const std::filesystem::path& file) {
    std::error_code error;
    const auto when = std::filesystem::last_write_time(file, error);
    if (error) return 0;
    const auto age = std::filesystem::file_time_type::clock::now() - when;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count() -
           std::chrono::duration_cast<std::chrono::seconds>(age).count();
}

} // namespace

LessonFeature::LessonFeature(Document& document, const Models& model, LessonModel& view)
    : CommandFeature(document, model)
    , view_(view)
    , player_(start_.autosave_folder.empty() ? std::filesystem::path() : start_.autosave_folder / "lessons.toml",
              document.wake, document.redraw)
    , assignment_(document.redraw, document.wake)
    , class_(start_.class_link) {
    view_.lessons_taken = &player_.progress();
}

void LessonFeature::publish() {
    view_.lesson = player_.view();
    view_.lesson_copy = player_.on() ? player_.view()->copy : std::string();
    view_.assignment = assignment_.shown() ? &assignment_.view() : nullptr;
    window_.lesson = player_.on();
}

void LessonFeature::handle(const Command& command) {
    redraw_.want(3);
    CommandFeature::handle(command);
    publish();
}

bool LessonFeature::is_settled() const {
    return player_.ready() && player_.idle() && assignment_.ready() && !is_layout_due_ && !is_comparison_due_;
}

std::optional<double> LessonFeature::seconds_until_due() const {
    return assignment_.ready() && player_.ready() ? std::nullopt : std::optional(0.2);
}

void LessonFeature::begin() {
    player_.draw_slides(start_.lesson_slide);
    if (!start_.lesson.empty()) open_lesson(start_.lesson, start_.lesson_step);
    if (!start_.assignment.empty()) on(OpenAssignment{start_.assignment});
    publish();
}

void LessonFeature::deliver() {
    assignment_.deliver();
    player_.deliver();
    publish();
}

void LessonFeature::update() {
    update_lesson();
    follow_class();
    if (assignment_.on()) assignment_.follow(document_.is_assigned(scene_.source), scene_.source.text);
}

void LessonFeature::open_lesson(const std::filesystem::path& file, std::optional<size_t> step) {
    std::error_code ignored;
    worker_.post(
        [this, whole = std::filesystem::absolute(file, ignored), step, catalog = start_.catalog]() -> Worker::Finish {
            auto opened = std::make_shared<Result<OpenedLesson>>(workbench::open_lesson(whole, *catalog));
            return [this, whole, step, opened] {
                redraw_.want(3);
                if (!*opened) {
                    if (opened->error().kind == ErrorKind::environment) { // cannot be fixed in the lesson
                        say(true, opened->error().message, opened->error().hint);
                        return;
                    }
                    say(true, msg("The lesson cannot be opened: {}", opened->error().whole()),
                        msg("Fix the file and open it again; \"warpscope lesson --check FILE\" lists all its errors."));
                    return;
                }
                // Adds experiments from the lesson's folder that the catalog lacks.
                auto next = std::make_shared<catalog::Catalog>(*start_.catalog);
                bool read_again = false;
                for (const auto& requests : (*opened)->requests)
                    for (const session::Request& request : requests)
                        read_again = replace_experiment(*next, *request.experiment) || read_again;
                start_.catalog = std::move(next);
                const bool own =
                    std::ranges::any_of(lesson_entries(), [&](const LessonEntry& e) { return e.file == whole; });
                if (!own) remember(preferences_, whole.string());
                if (window_.page) send(ShowProgram{false});
                if (!document_.before_lesson)
                    document_.before_lesson = BeforeLesson{scene_, preferences_, document_.file};
                send(SaveCopy{});
                player_.open(std::move(**opened));
                publish();
                if (step) player_.go_to(*step);
                const scene::LaunchSetup shown = scene_.source;
                show_lesson_step();
                if (!read_again || !(scene_.source == shown)) return;
                outdated_ = runs_.newest;
                document_.submit();
            };
        });
}

void LessonFeature::close_lesson(bool restore) {
    send(SaveCopy{});
    class_.leave();
    player_.close();
    publish();
    is_layout_due_ = is_paint_due_ = is_comparison_due_ = false;
    send(LeaveMoment{});
    send(SetBaseline{false});
    if (!document_.before_lesson) return;
    const BeforeLesson before = *std::exchange(document_.before_lesson, std::nullopt);
    preferences_.panes = before.preferences.panes;
    preferences_.tab = before.preferences.tab;
    scene_.views = before.scene.views;
    scene_.four = before.scene.four;
    window_.presentation = false;
    document_.camera.jump = true;
    if (!restore) return;
    document_.file = before.file;
    document_.choose(before.scene.source, "");
    // Restores all but the launch (set by choose()) and the moment (its recording no longer exists).
    const scene::LaunchSetup source = std::exchange(scene_.source, {});
    const scene::Moment moment = scene_.moment;
    scene::Notes notes = std::exchange(scene_.notes, {});
    scene_ = before.scene;
    scene_.notes = std::move(notes);
    scene_.source = source;
    scene_.moment = moment;
}

void LessonFeature::show_lesson_step() {
    const LessonView& view = *player_.view();
    const lesson::Step& step = view.now();
    const session::Request& request = player_.request();
    document_.reset_view_state();
    document_.choose({request.experiment->name, request.variant, request.settings, request.input}, "");
    const std::array<std::string, 2> usual{"input", "output"};
    for (size_t i = 0; i < 2; ++i) {
        const std::string& name = step.views[i].empty() ? usual[i] : step.views[i];
        std::tie(scene_.views[i].space, scene_.views[i].buffer) = space_from_name(name);
        if (name == "matrices") scene_.views[i].space = scene::Space::matrices;
        scene_.views[i].form = Form::automatic;
        scene_.views[i].overlays = step.overlays;
    }
    preferences_.panes.alone = step.alone.empty() ? std::nullopt : std::optional<size_t>(step.alone == "left" ? 0 : 1);
    const auto tab = tab_from_name(step.tab);
    preferences_.panes.drawer_open = tab.has_value();
    if (tab) preferences_.tab = *tab;
    is_layout_due_ = is_paint_due_ = true;
    is_comparison_due_ = step.beside.has_value();
    is_reported_ = is_restored_ = false;
    if (step.question && step.question->own_copy) copy_kernel(CopyMode::existing);
    redraw_.want(3);
}

void LessonFeature::update_lesson() {
    if (!player_.on()) return;
    const RunPtr& run = model_.result;
    const bool there = run && run == runs_.newest && run != outdated_ && document_.is_of_setup(*run);
    if (run != outdated_) outdated_ = nullptr;
    if (!there) {
        if (runs_.failure && !model_.busy) player_.fail(*runs_.failure);
        return;
    }
    if (is_layout_due_) {
        is_layout_due_ = false;
        const lesson::Step& step = player_.view()->now();
        const auto at = [&](size_t i) {
            const double asked = i < step.cell.size() ? step.cell[i] : 0;
            const Shape& shape = run->output.layout.shape;
            const uint32_t sides[] = {shape.width, shape.height, shape.depth};
            return static_cast<uint64_t>(std::max(0.0, asked < 0 ? sides[i] + asked : asked));
        };
        if (!step.cell.empty())
            if (const auto cell = cell_of_output(run->output.layout.shape, {at(0), at(1), at(2)})) {
                const scene::Point middle = render::middle_of(render::place_of(*run, render::Space::output, *cell));
                scene_.pin = scene::Spot{render::Space::output, middle};
                if (step.zoom) scene_.camera = render::Camera{middle, *step.zoom};
            }
    }
    if (std::exchange(is_paint_due_, false))
        if (const uint32_t line = insight::find_code_line(run->source, player_.view()->now().paints); line != 0)
            send(PaintCode{PaintedCode{{line, 0}, metrics::Measure::executions}});
    player_.update(run, start_.catalog, document_.figure_language.value_or(program_language()));
    if (is_comparison_due_ && player_.view()->beside) {
        is_comparison_due_ = false;
        send(PinRun{player_.view()->beside});
    }
    if (!is_reported_ && player_.view()->phase == LessonPhase::answered) uncover();
    if (start_.lesson_answer.empty() || player_.view()->phase != LessonPhase::asking) return;
    const std::string answer = std::exchange(start_.lesson_answer, {});
    if (answer == "tell") {
        if (player_.show_answer()) uncover();
        return;
    }
    lesson::Prediction prediction;
    if (player_.view()->evaluated->kind == lesson::Kind::number) {
        player_.type(answer);
    } else {
        const auto number = static_cast<size_t>(std::strtoul(answer.c_str(), nullptr, 10));
        prediction.option =
            std::clamp<size_t>(number, 1, std::max<size_t>(1, player_.view()->evaluated->options.size())) - 1;
        prediction.line = static_cast<uint32_t>(number);
        prediction.lanes = static_cast<uint32_t>(number);
        prediction.cells.assign(player_.view()->evaluated->pick, number);
        player_.predict(prediction);
    }
    on(Reveal{});
}

void LessonFeature::open_class_lesson(const ClassState& state) {
    if (class_lesson_ == state.lesson) return; // already opening, or cannot be opened
    class_lesson_ = state.lesson;
    if (!state.file.empty()) return open_lesson(state.file, state.step);
    if (const auto file = lesson::find_lesson(state.lesson, lesson::lessons_folder()))
        open_lesson(*file, state.step);
    else
        say(true, file.error().message, file.error().hint);
}

void LessonFeature::follow_class() {
    if (!class_.on()) return;
    const bool has_news = class_.update();
    if (has_news) redraw_.want(3);
    const ClassState* const state = class_.state();
    if (state == nullptr) {
        if (has_news && class_.standing().is_lost) say(true, msg("The class does not answer. Warpscope tries again."));
        return;
    }
    if (!player_.on() || player_.view()->lesson->name != state->lesson) return open_class_lesson(*state);
    if (player_.view()->step != state->step) {
        send(SaveCopy{});
        player_.go_to(state->step);
        show_lesson_step();
    }
    const LessonView& view = *player_.view();
    if (view.evaluated && view.evaluated->kind == lesson::Kind::settings) {
        send_attempt();
    } else if (view.phase == LessonPhase::asking) {
        if (state->is_revealed)
            player_.reveal_to_class(class_.saved(), state->votes);
        else if (!std::exchange(is_restored_, true) && class_.saved())
            player_.restore(*class_.saved());
    }
    show_class();
    publish();
}

void LessonFeature::show_class() {
    ClassStanding standing = class_.standing();
    standing.is_changed = class_.saved() && !(*class_.saved() == player_.view()->prediction);
    player_.set_class(std::move(standing));
}

void LessonFeature::send_attempt() {
    const LessonView& view = *player_.view();
    if (model_.busy || view.undone || !view.run || view.round != 0) return;
    const session::Request &tried = view.run->request, &asked = player_.request();
    std::optional<std::string> kernel = tried.text;
    if (!kernel && tried.experiment->file != asked.experiment->file) kernel = view.run->source;
    const bool is_reached = view.evaluated->reached;
    if (!is_reached && !kernel && tried.settings == asked.settings) return;
    class_.send_attempt(attempt_message(view.step, is_reached, tried.settings, kernel));
}

void LessonFeature::uncover() {
    is_reported_ = true;
    const lesson::Question& q = *player_.view()->question();
    for (scene::View& view : scene_.views) {
        view.overlays |= q.shows;
        if ((q.shows & render::heat_overlays()) != 0)
            view.overlays &= ~static_cast<scene::OverlaySet>(scene::Overlay::warps);
    }
    if (const auto tab = tab_from_name(q.tab)) {
        preferences_.tab = *tab;
        preferences_.panes.drawer_open = true;
        BlockViewState state;
        state.array = q.array;
        send(SetBlockViewState{state});
    }
    redraw_.want(3);
}

Commands LessonFeature::filter(const Commands& commands) {
    if (!player_.on()) return commands;
    Commands through;
    bool refused = false;
    for (const Command& command : commands) {
        const bool leads_away = command.is<ChooseExperiment, ChooseVariant, CompareWith>();
        const auto* file = command.as<OpenFile>();
        if (leads_away || (file != nullptr && !lesson::is_lesson_file(file->file))) {
            // A chosen picture or variant belongs to the lesson's experiment, which stays open.
            close_lesson(command.is<ChooseExperiment>() || (file != nullptr && !is_picture_name(file->file)));
            // Keeps this command and later ones, which may depend on it.
            return Commands(commands.begin() + (&command - commands.data()), commands.end());
        }
        if (const auto* pin = command.as<Pin>(); pin != nullptr && model_.result) {
            const render::Selection there = render::pick(*model_.result, pin->space, pin->place);
            if (there.pointed &&
                player_.pick(render::buffer_of(*model_.result, there.pointed->content), there.pointed->index)) {
                redraw_.want(3);
                continue;
            }
        }
        if (player_.view()->covers()) {
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
    if (refused)
        say(false, player_.view()->question() != nullptr ? msg("Hidden until you answer.")
                                                         : msg("Hidden until the next question."));
    return through;
}

void LessonFeature::on(const OpenLesson& c) {
    if (class_.on())
        say(false, msg("You are in a class. Leave its lesson first."));
    else
        open_lesson(c.file, std::nullopt);
}
void LessonFeature::on(const CloseLesson& /*c*/) {
    if (player_.on()) close_lesson(true);
}
void LessonFeature::on(const GoToLessonStep& c) {
    if (!player_.on()) return;
    if (class_.on()) return say(false, msg("Your teacher chooses the step."));
    send(SaveCopy{});
    player_.go_to(c.step);
    show_lesson_step();
}
void LessonFeature::on(const Reveal& /*c*/) {
    const LessonView* const view = player_.view();
    if (view == nullptr) return;
    if (!class_.on()) {
        if (player_.reveal()) uncover();
    } else if (view->phase == LessonPhase::asking && lesson::is_complete(*view->evaluated, view->prediction)) {
        class_.send(view->evaluated->kind, view->prediction);
        show_class();
    }
}
void LessonFeature::on(const ShowOwnAnswer& /*c*/) {
    if (player_.on() && !class_.on() && player_.show_own_answer()) uncover();
}
void LessonFeature::on(const AskAgain& /*c*/) {
    if (player_.on() && !class_.on() && player_.ask_again()) show_lesson_step();
}
void LessonFeature::on(const AskWhy& /*c*/) {
    const LessonView* view = player_.view();
    if (view == nullptr || view->phase != LessonPhase::answered || !model_.result || !view->question()->why) return;
    const LaunchConfig& config = model_.result->shown().config;
    const uint64_t thread = view->evaluated->explained_block * config.threads_per_block() +
                            uint64_t{view->evaluated->explained_warp} * warp_size;
    if (thread >= config.threads()) return;
    send(ShowThread{static_cast<metrics::ThreadId>(thread + 1)});
    send(SetScope{scene::Scope::warp});
    const std::string& to = view->question()->why->to;
    if (to == "split")
        send(GoToMark{replay::MarkKind::split, 1, 1});
    else if (to == "barrier")
        send(GoToMark{replay::MarkKind::barrier, 1});
    else
        send(GoToShare{to == "end" ? 1.0 : 0.0});
}
void LessonFeature::on(const CopyKernel& c) {
    if (player_.on()) copy_kernel(c.discard_edits ? CopyMode::fresh_kernel : CopyMode::missing_files);
}

void LessonFeature::copy_kernel(CopyMode mode) {
    const session::Request& asked = player_.request();
    const std::shared_ptr<const lesson::Lesson>& now = player_.view()->lesson;
    const std::filesystem::path folder = copy_folder(now->name, asked.experiment->file);
    if (folder.empty()) {
        if (mode != CopyMode::existing) say(true, msg("There is no home folder for a copy of the kernel."));
        return;
    }
    scene::LaunchSetup source = scene_.source;
    source.experiment = asked.experiment->name;
    source.variant = asked.variant;
    source.text.reset();
    worker_.post([this, from = asked.experiment, of = now, step = player_.view()->step, folder, source,
                  mode]() -> Worker::Finish {
        auto copy =
            std::make_shared<Result<std::optional<catalog::Experiment>>>(copy_of(*from, source.variant, folder, mode));
        return [this, source, copy, of, step, mode] {
            redraw_.want(3);
            if (!player_.on() || player_.view()->lesson != of || player_.view()->step != step) return;
            if (!*copy) {
                say(true, copy->error().message, copy->error().hint);
                return;
            }
            if (!**copy) return;
            const catalog::Experiment& own = ***copy;
            const catalog::Variant* const kernel = own.find(source.variant);
            if (kernel == nullptr) return;
            scene::LaunchSetup mine = source;
            mine.experiment = document_.add_experiment(own);
            if (mode == CopyMode::fresh_kernel) forget_text(preferences_, document_.key_of(mine));
            mine.text = document_.kept_text(mine);
            player_.set_copy(kernel->source.string(), mode == CopyMode::existing ? changed_at(kernel->source) : 0);
            publish();
            is_paint_due_ = true;
            if (mine == scene_.source)
                document_.submit();
            else
                document_.choose(mine, "");
            if (mode != CopyMode::fresh_kernel) return;
            send(RereadText{kernel->source});
            say(false, msg("Restored. Your version is in {}.", kernel->source.filename().string() + ".before"));
        };
    });
}

bool covers_view(const Models& model, size_t view) {
    const LessonView& shown = *model.lesson;
    if (const lesson::Question* q = shown.question()) {
        if (q->covers[view]) return true;
        if (q->kind == lesson::Kind::cells) return false;
    }
    // The launch space stays visible, because it shows the threads that the lesson paints.
    const scene::Space space = model.scene->views[model.baseline.choice_of(view)].space;
    if (!shown.now().paints.empty() && space == scene::Space::launch) return false;
    // A single number would reveal the answer.
    return space == scene::Space::output && model.result && model.result->output.layout.shape.cells() == 1;
}

} // namespace warpscope::workbench
