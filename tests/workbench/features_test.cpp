// Features without a window: effects of their commands, and commands that they send to other features.
#include <fstream>
#include <gtest/gtest.h>

#include "finish_jobs.hpp"
#include "input/scratch_folder.hpp"
#include "language/tr.hpp"
#include "workbench/charts/charts_feature.hpp"
#include "workbench/compare/compare_feature.hpp"
#include "workbench/deck/deck_feature.hpp"
#include "workbench/editing/editing_feature.hpp"
#include "workbench/export/export_feature.hpp"
#include "workbench/feature/dispatcher.hpp"
#include "workbench/files/files_feature.hpp"
#include "workbench/gpu/gpu_feature.hpp"
#include "workbench/launch/launch_feature.hpp"
#include "workbench/lesson/lesson_feature.hpp"
#include "workbench/notes/notes_feature.hpp"
#include "workbench/pointer/pointer_feature.hpp"
#include "workbench/program/program_feature.hpp"
#include "workbench/time/time_feature.hpp"
#include "workbench/views/views_feature.hpp"
#include "workbench/window/window_feature.hpp"

namespace warpscope::workbench {
namespace {

/// Document with the course's catalog before any run, and a record of the commands that features send.
class Features : public testing::Test {
protected:
    Features() {
        document.send = [this](const Command& command) {
            sent.push_back(command);
            dispatcher.send(command);
        };
    }
    static Start start() {
        Start how;
        how.catalog = std::make_shared<const catalog::Catalog>(catalog::load_catalog(catalog::catalog_folder()));
        how.device = session::DeviceChoice::emulator;
        return how;
    }
    RunPtr show_run() {
        document.shown = std::make_shared<const session::RunResult>();
        return document.shown;
    }
    template<class T>
    [[nodiscard]] size_t count_sent() const {
        return static_cast<size_t>(std::ranges::count_if(sent, [](const Command& c) { return c.is<T>(); }));
    }

    Document document{start(), [] {}};
    Models models;
    Dispatcher dispatcher;
    Commands sent;
};

class Recorder : public Feature {
public:
    Recorder(Document& document, const Models& model, std::string_view name, bool performs)
        : Feature(document, model)
        , name_(name)
        , performs_(performs) {}
    [[nodiscard]] std::string_view name() const override { return name_; }
    void handle(const Command& /*command*/) override { ++handled; }
    bool perform(const Perform& /*action*/) override {
        ++offered;
        return performs_;
    }
    int handled = 0, offered = 0;

private:
    std::string_view name_;
    bool performs_;
};

TEST_F(Features, ReceiveTheirOwnCommands) {
    Recorder notes(document, models, "notes", false), window(document, models, "window", false);
    dispatcher.add(notes);
    dispatcher.add(window);
    dispatcher.send(SelectTab{Tab::ptx});
    dispatcher.send(SetDrawer{});
    dispatcher.send(RemoveNotes{});
    EXPECT_EQ(window.handled, 2);
    EXPECT_EQ(notes.handled, 1);
}

TEST_F(Features, OneFeaturePerformsAnAction) {
    Recorder first(document, models, "a", false), second(document, models, "b", true),
        third(document, models, "c", true);
    for (Recorder* one : {&first, &second, &third}) dispatcher.add(*one);
    dispatcher.send(Perform{Action::theme});
    EXPECT_EQ(first.offered, 1);
    EXPECT_EQ(second.offered, 1);
    EXPECT_EQ(third.offered, 0);
}

TEST_F(Features, WindowChangesPanesTabsAndPresentation) {
    WindowFeature window(document, models);
    dispatcher.add(window);
    document.preferences.tab = Tab::source;
    dispatcher.send(SelectTab{Tab::findings});
    EXPECT_EQ(document.preferences.tab, Tab::findings);
    dispatcher.send(SetDrawer{true});
    EXPECT_TRUE(document.preferences.panes.drawer_open);
    dispatcher.send(SetScale{99});
    EXPECT_EQ(document.preferences.scale, max_scale);
    dispatcher.send(Perform{Action::scale_reset});
    EXPECT_EQ(document.preferences.scale, 0);
    dispatcher.send(Perform{Action::presentation});
    EXPECT_TRUE(document.window.presentation);
    ASSERT_EQ(document.notices.shown().size(), 1u) << "says how to leave";
    EXPECT_EQ(document.notices.shown().front().until, document.clock.now + 3);
    dispatcher.send(Perform{Action::drawer});
    EXPECT_TRUE(document.window.drawer_large) << "presented, it takes the place of the views";
    const float before = document.preferences.panes.launch;
    dispatcher.send(ResizePane{Pane::launch, 40});
    EXPECT_EQ(document.preferences.panes.launch, before + 40);
    dispatcher.send(ResizePane{Pane::launch, -4000});
    EXPECT_GE(document.preferences.panes.launch, 100);
    EXPECT_FALSE(window.perform({Action::undo})) << "another feature's";
}

TEST_F(Features, LessonsHaveAPage) {
    WindowFeature window(document, models);
    EXPECT_TRUE(window.perform({Action::lessons}));
    ASSERT_EQ(document.dialog_requests.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<LessonsRequest>(document.dialog_requests[0]));
}

TEST_F(Features, RestartWarnsOnceAboutNotes) {
    WindowFeature window(document, models);
    document.scene.notes.emplace_back();
    window.on(Restart{});
    EXPECT_FALSE(document.window.quit);
    EXPECT_EQ(document.notices.shown().size(), 1u);
    window.on(Restart{});
    EXPECT_TRUE(document.window.quit && document.window.restart);
}

TEST_F(Features, NotesCanBeUndone) {
    NotesFeature notes(document, models);
    notes.on(PutNote{std::nullopt, {}, ""});
    notes.on(PutNote{std::nullopt, {}, ""});
    EXPECT_EQ(document.scene.notes.size(), 2u);
    EXPECT_TRUE(document.history.can_undo());
    notes.on(RemoveNotes{{0, 1}});
    EXPECT_TRUE(document.scene.notes.empty());
    EXPECT_EQ(document.history.undo(document.undo_step()).notes.size(), 2u);
    notes.on(PutNote{5, {}, ""}); // the note to edit was undone in the meantime
    EXPECT_TRUE(document.scene.notes.empty());
}

TEST_F(Features, NumberOfNotesIsLimited) {
    NotesFeature notes(document, models);
    notes.on(EditNote{});
    ASSERT_EQ(document.dialog_requests.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<NoteDialogRequest>(document.dialog_requests[0]));
    document.scene.notes.resize(scene::max_notes);
    notes.on(EditNote{});
    EXPECT_EQ(document.dialog_requests.size(), 1u);
    EXPECT_EQ(document.notices.shown().size(), 1u);
}

TEST_F(Features, ComparePinsTheShownRun) {
    Traces traces(document.runs.session);
    CompareFeature compare(document, models, models, traces);
    dispatcher.add(compare);
    dispatcher.send(SetBaseline{true});
    EXPECT_FALSE(models.baseline.result) << "nothing has run";
    const RunPtr run = show_run();
    dispatcher.send(Perform{Action::side_by_side});
    EXPECT_EQ(models.baseline.result, run);
    EXPECT_TRUE(models.baseline.side_by_side);
    dispatcher.send(Perform{Action::compare}); // comparing a run with itself ends the comparison
    EXPECT_FALSE(models.baseline.result);
    EXPECT_FALSE(models.baseline.side_by_side);
    dispatcher.send(PinRun{run});
    EXPECT_TRUE(models.baseline.side_by_side);
    compare.reset_view_state();
    EXPECT_FALSE(models.baseline.result);
}

TEST_F(Features, CompareShowsBothVariants) {
    Traces traces(document.runs.session);
    CompareFeature compare(document, models, models, traces);
    WindowFeature window(document, models);
    dispatcher.add(compare);
    dispatcher.add(window);
    show_run();
    document.preferences.tab = Tab::source;
    compare.on(CompareWith{"tiled"});
    ASSERT_EQ(count_sent<ChooseVariant>(), 1u);
    EXPECT_EQ(sent.front().as<ChooseVariant>()->name, "tiled");
    EXPECT_TRUE(sent.front().as<ChooseVariant>()->same_input);
    EXPECT_TRUE(models.baseline.side_by_side);
    EXPECT_NE(document.preferences.tab, Tab::source);
    EXPECT_TRUE(document.preferences.panes.drawer_open);
}

TEST_F(Features, ChartsNeedARun) {
    ChartsFeature charts(document, models, models);
    dispatcher.add(charts);
    dispatcher.send(ChooseChart{"roofline"});
    dispatcher.send(ChoosePeaks{"H100"});
    EXPECT_EQ(document.preferences.chart, "roofline");
    EXPECT_EQ(document.preferences.peaks, "H100");
    charts.update();
    EXPECT_TRUE(models.charts.empty()) << "there is no run";
    EXPECT_TRUE(charts.is_settled());
}

TEST_F(Features, StartsWithoutProgram) {
    ProgramFeature program(document, models, models);
    dispatcher.add(program);
    program.update();
    EXPECT_EQ(models.program, nullptr);
    dispatcher.send(ShowProgram{true});
    EXPECT_FALSE(document.window.page) << "there is no page to show";
    EXPECT_FALSE(program.perform({Action::reload})) << "it reads the kernel again";
    dispatcher.send(OpenKernels{});
    EXPECT_TRUE(sent.empty());
    EXPECT_FALSE(document.is_of_program("/tmp/kernel.cu"));
    EXPECT_TRUE(program.is_settled());
}

class StillStage : public Stage {
public:
    [[nodiscard]] bool laid_out() const override { return false; }
    [[nodiscard]] scene::Point size_of(size_t /*view*/) const override { return {600, 400}; }
    [[nodiscard]] std::optional<size_t> pointed_view() const override { return std::nullopt; }
    [[nodiscard]] scene::Camera fitted(const session::RunResult& /*result*/) const override { return {}; }
    [[nodiscard]] std::vector<metrics::ProbeRequest> needed_probes() const override { return {}; }
    [[nodiscard]] std::vector<metrics::ProbeRequest> needed_baseline_probes() const override { return {}; }
    [[nodiscard]] std::shared_ptr<const render::DrawnHeat> drawn_heat() const override { return nullptr; }
};

TEST_F(Features, TimeShowsResultWithoutARun) {
    const StillStage stage;
    TimeFeature time(document, models, models, stage);
    dispatcher.add(time);
    dispatcher.send(Perform{Action::time_on});
    dispatcher.send(GoToMark{replay::MarkKind::barrier, 1});
    dispatcher.send(ShowBlocksInTime{});
    time.enter_pending_scope();
    time.update_moment();
    time.update_launch();
    EXPECT_EQ(document.scene.moment.scope, scene::Scope::all);
    EXPECT_FALSE(models.moment);
    EXPECT_TRUE(sent.empty()) << "there is no thread to show";
    EXPECT_TRUE(time.is_settled());
    EXPECT_FALSE(time.perform({Action::unpin})) << "no moment is shown that Esc could leave";
    EXPECT_FALSE(time.perform({Action::undo})) << "another feature's";
}

TEST_F(Features, TimeBarSettingsAreKept) {
    const StillStage stage;
    TimeFeature time(document, models, models, stage);
    dispatcher.add(time);
    dispatcher.send(SetPlaySpeed{30});
    dispatcher.send(SetTick{insight::Tick::instruction});
    dispatcher.send(FocusTimeBar{true});
    dispatcher.send(ShowMomentPart{"tile"});
    time.update_moment();
    EXPECT_EQ(models.time.speed, 30);
    EXPECT_EQ(models.time.tick, insight::Tick::instruction);
    EXPECT_TRUE(models.time.focused);
    EXPECT_EQ(models.time.part, "tile");
    document.camera_before = scene::Camera{{3, 4}, 5};
    dispatcher.send(RestoreCamera{});
    ASSERT_TRUE(document.scene.camera);
    EXPECT_EQ(document.scene.camera->pixels_per_cell, 5);
    EXPECT_FALSE(document.camera_before);
}

class Decks : public Features {
protected:
    Decks() {
        for (const char* name : {"b.wscope", "a.wscope", "c.WSCOPE", "photo.png", "notes.txt"})
            std::ofstream(folder.path() / name) << "x";
        dispatcher.add(deck);
    }
    void open(const std::filesystem::path& where) {
        dispatcher.send(OpenDeck{where});
        finish(document.worker);
        document.worker.deliver();
    }
    [[nodiscard]] std::string opened_last() const {
        return sent.empty() ? "" : sent.back().as<OpenFile>()->file.filename().string();
    }
    [[nodiscard]] std::string said_last() const {
        return document.notices.shown().empty() ? "" : tr(document.notices.shown().back().words);
    }

    ScratchFolder folder;
    DeckFeature deck{document, models, models};
};

TEST_F(Decks, ScenesFollowInNameOrder) {
    open(folder.path());
    EXPECT_EQ(opened_last(), "a.wscope");
    EXPECT_EQ(said_last(), "Scene 1 of 3");
    dispatcher.send(Perform{Action::scene_on});
    EXPECT_EQ(opened_last(), "b.wscope");
    dispatcher.send(Perform{Action::scene_on});
    EXPECT_EQ(opened_last(), "c.WSCOPE");
    EXPECT_EQ(said_last(), "Scene 3 of 3");
    EXPECT_EQ(document.notices.shown().size(), 1u) << "the earlier position is gone";
    dispatcher.send(Perform{Action::scene_back});
    EXPECT_EQ(opened_last(), "b.wscope");
    EXPECT_EQ(document.preferences.recent, std::vector{folder.path().lexically_normal().string()});
}

TEST_F(Decks, EndsAreReported) {
    open(folder.path());
    dispatcher.send(StepDeck{-1});
    EXPECT_EQ(count_sent<OpenFile>(), 1u) << "the first scene stays";
    EXPECT_EQ(tr(document.notices.shown().back().hint), std::string("This is the first scene."));
    dispatcher.send(StepDeck{1});
    dispatcher.send(StepDeck{1});
    dispatcher.send(StepDeck{1});
    EXPECT_EQ(count_sent<OpenFile>(), 3u);
    EXPECT_EQ(said_last(), "End of the slides.");
    EXPECT_EQ(tr(document.notices.shown().back().hint), std::string("This was scene 3 of 3."));
}

TEST_F(Decks, FollowOpenedScenes) {
    open(folder.path());
    dispatcher.send(FollowDeck{folder.path() / "b.wscope"});
    EXPECT_EQ(models.deck->position, 1u);
    dispatcher.send(FollowDeck{"/elsewhere/a.wscope"});
    EXPECT_EQ(models.deck->position, 1u);
    dispatcher.send(CloseDeck{});
    EXPECT_EQ(models.deck, nullptr);
    EXPECT_FALSE(deck.perform({Action::scene_on})) << "there is no deck to step through";
}

TEST_F(Decks, LessonKeepsItsKeys) {
    open(folder.path());
    document.window.lesson = true;
    EXPECT_FALSE(deck.perform({Action::scene_on}));
    EXPECT_EQ(models.deck->position, 0u);
}

TEST_F(Decks, FolderNeedsScenes) {
    const ScratchFolder empty;
    open(empty.path());
    EXPECT_EQ(models.deck, nullptr);
    EXPECT_TRUE(document.notices.shown().back().error);
    EXPECT_NE(said_last().find("contains no scenes"), std::string::npos);
    open(empty.path() / "missing");
    EXPECT_NE(said_last().find("cannot be read"), std::string::npos);
    EXPECT_TRUE(sent.empty());
}

TEST_F(Features, PointerNeedsPresentationMode) {
    PointerFeature pointer(document, models, models);
    dispatcher.add(pointer);
    dispatcher.send(Perform{Action::laser});
    EXPECT_EQ(models.pointer, PointerKind::none);
    EXPECT_EQ(document.notices.shown().size(), 1u) << "says where it works";
    document.window.presentation = true;
    dispatcher.send(Perform{Action::laser});
    EXPECT_EQ(models.pointer, PointerKind::laser);
    dispatcher.send(Perform{Action::spotlight});
    EXPECT_EQ(models.pointer, PointerKind::spotlight);
    dispatcher.send(Perform{Action::spotlight});
    EXPECT_EQ(models.pointer, PointerKind::none);
    EXPECT_FALSE(pointer.perform({Action::unpin})) << "nothing to leave";
    dispatcher.send(SetPointer{PointerKind::laser});
    EXPECT_TRUE(pointer.perform({Action::unpin}));
    EXPECT_EQ(models.pointer, PointerKind::none);
    dispatcher.send(SetPointer{PointerKind::laser});
    document.window.presentation = false;
    pointer.update(scene::Point{1, 1});
    EXPECT_EQ(models.pointer, PointerKind::none);
}

TEST_F(Features, LaserTrailFades) {
    PointerFeature pointer(document, models, models);
    document.window.presentation = true;
    pointer.on(SetPointer{PointerKind::laser});
    pointer.update(scene::Point{10, 10});
    document.clock.now += PointerFeature::trail_seconds / 2;
    pointer.update(scene::Point{50, 10});
    ASSERT_EQ(models.pointer_trail.size(), 2u);
    EXPECT_FLOAT_EQ(models.pointer_trail.front().strength, 0.5f);
    EXPECT_FLOAT_EQ(models.pointer_trail.back().strength, 1);
    EXPECT_TRUE(pointer.seconds_until_due()) << "the trail changes without input";
    document.clock.now += 2 * PointerFeature::trail_seconds;
    pointer.update(scene::Point{50, 10});
    EXPECT_TRUE(models.pointer_trail.empty());
    EXPECT_FALSE(pointer.seconds_until_due());
    EXPECT_EQ(models.pointer_at, (scene::Point{50, 10}));
    document.preferences.reduced_motion = true;
    pointer.update(scene::Point{60, 10});
    EXPECT_TRUE(models.pointer_trail.empty()) << "reduced motion";
}

class Lessons : public Features {
protected:
    Lessons() {
        dispatcher.add(lesson);
        dispatcher.send(OpenLesson{WARPSCOPE_SOURCE_DIR "/assets/lessons/banks.lesson.toml"});
        finish(document.worker);
    }
    LessonFeature lesson{document, models, models};
};

TEST_F(Lessons, HideAnswersOfOpenQuestions) {
    ASSERT_NE(models.lesson, nullptr);
    dispatcher.send(GoToLessonStep{1});
    ASSERT_NE(models.lesson->question(), nullptr);
    EXPECT_TRUE(lesson.filter({SetOverlay{1, render::Overlay::blocks, true}}).empty());
    EXPECT_EQ(document.notices.shown().size(), 1u) << "says why";
    EXPECT_EQ(lesson.filter({SetStrength{1}}).size(), 1u);
}

TEST_F(Lessons, EndWithAnotherExperiment) {
    EXPECT_TRUE(document.window.lesson);
    EXPECT_TRUE(document.before_lesson);
    EXPECT_EQ(lesson.filter({ChooseExperiment{"box_blur"}}).size(), 1u);
    EXPECT_EQ(models.lesson, nullptr);
    EXPECT_FALSE(document.window.lesson);
    EXPECT_FALSE(document.before_lesson);
}

TEST_F(Features, EscapeClosesTheCodeSearch) {
    EditingFeature editing(document, models, models);
    dispatcher.add(editing);
    dispatcher.send(Perform{Action::find});
    EXPECT_TRUE(models.search.open && models.search.focus);
    document.window.sizes.drawer_open = true;
    document.preferences.tab = Tab::ptx;
    EXPECT_FALSE(editing.perform({Action::unpin})) << "the search is out of sight";
    document.preferences.tab = Tab::source;
    EXPECT_TRUE(editing.perform({Action::unpin}));
    EXPECT_FALSE(models.search.open);
    EXPECT_FALSE(editing.perform({Action::unpin}));
}

TEST_F(Features, CourseKernelsNeedNewNames) {
    EditingFeature editing(document, models, models);
    dispatcher.add(editing);
    editing.update();
    finish(document.worker);
    ASSERT_NE(models.edited, nullptr);
    dispatcher.send(Perform{Action::save_text});
    ASSERT_EQ(document.dialog_requests.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<SaveTextRequest>(document.dialog_requests[0]));
}

TEST_F(Features, OpenedFilesGoToTheirFeatures) {
    FilesFeature files(document, models, models);
    files.on(OpenFile{"a.lesson.toml"});
    EXPECT_EQ(count_sent<OpenLesson>(), 1u);
    const ScratchFolder folder;
    files.on(OpenFile{folder.path()});
    EXPECT_EQ(count_sent<OpenDeck>(), 1u);
    EXPECT_EQ(document.window.open_folder, folder.path());
    std::ofstream(folder.path() / "k.cu") << "__global__ void k(float* out) { out[threadIdx.x] = 1; }\n";
    files.on(OpenFile{folder.path() / "k.cu"});
    finish(document.worker);
    EXPECT_EQ(count_sent<ShowExperiment>(), 1u);
    EXPECT_EQ(document.preferences.recent.front(), folder.path() / "k.cu");
}

TEST_F(Features, ScenesNeedARun) {
    FilesFeature files(document, models, models);
    dispatcher.add(files);
    dispatcher.send(Perform{Action::save_scene});
    ASSERT_EQ(document.dialog_requests.size(), 1u) << "the scene has no file";
    EXPECT_TRUE(std::holds_alternative<NameSceneRequest>(document.dialog_requests[0]));
    dispatcher.send(SaveScene{"a.wscope", "notes"});
    EXPECT_TRUE(document.notices.shown().back().error);
    EXPECT_EQ(document.file.notes, "notes");
    EXPECT_TRUE(document.file.file.empty());
}

class CountedPictures : public GpuPictures {
public:
    void find_gpus() override { ++searches; }
    void use_display() override {}
    gpu::DeviceStatus use(std::optional<int> /*device*/) override { return {}; }
    void change_gpu() override {}
    [[nodiscard]] bool knows_gpus() const override { return false; }
    [[nodiscard]] std::shared_ptr<const gpu::Devices> gpus() const override { return nullptr; }
    [[nodiscard]] gpu::LiveStatus status() const override { return {}; }
    void update() override {}
    void prepare_newest(const RunPtr& /*shown*/) override {}
    void show_now(const session::Request& /*request*/, std::chrono::steady_clock::time_point /*asked*/) override {}
    void fall_back() override { ++falls; }
    void insist(const RunPtr& /*run*/) override {}
    [[nodiscard]] bool insists(const RunPtr& /*run*/) const override { return false; }
    [[nodiscard]] RunPtr take_stopped() override { return nullptr; }
    [[nodiscard]] RunPtr ahead() const override { return nullptr; }
    [[nodiscard]] bool shows_ahead(const RunPtr& /*shown*/) const override { return false; }
    void fill(GpuModel& model, const RunPtr& /*shown*/) const override { model.live.active = true; }
    int searches = 0, falls = 0;
};

class GpuFeatures : public Features {
protected:
    GpuFeatures() { dispatcher.add(feature); }
    GpuAccess access{nullptr};
    CountedPictures pictures;
    StudyTasks study{access, document.start.device, document.runs, worker, document.redraw, [] {}};
    RecordedRun recorded{access, document.runs, study, worker, document.redraw};
    GpuFeature feature{document, models, models, pictures, access, study, recorded, worker};
    Worker worker{[] {}};
};

TEST_F(GpuFeatures, EmulatorLeavesTheGpuAlone) {
    feature.update_pictures();
    finish(worker);
    EXPECT_EQ(pictures.searches, 0);
    feature.publish();
    EXPECT_FALSE(models.live.active);
    EXPECT_FALSE(models.live.why.empty());
}

TEST_F(GpuFeatures, FailuresDropTheLaunchAhead) {
    feature.run_answered(nullptr);
    EXPECT_EQ(pictures.falls, 0);
    const Diagnostic failure;
    feature.run_answered(&failure);
    EXPECT_EQ(pictures.falls, 1);
    dispatcher.send(DropLaunchAhead{});
    EXPECT_EQ(pictures.falls, 2);
}

TEST_F(Features, PicturesWaitForTheirLanguage) {
    const StillStage stage;
    ExportFeature feature(document, models, models, stage);
    SavePicture request;
    request.language = Language::russian;
    feature.on(request);
    EXPECT_FALSE(feature.take_picture(false));
    EXPECT_EQ(document.figure_language, Language::russian) << "workers then use it";
    EXPECT_TRUE(feature.pending_picture());
    document.clock.now += 21;
    EXPECT_TRUE(feature.take_picture(false)) << "patience ends";
    EXPECT_FALSE(feature.pending_picture());
}

TEST_F(Features, FilmsNeedARun) {
    const StillStage stage;
    ExportFeature feature(document, models, models, stage);
    dispatcher.add(feature);
    dispatcher.send(Perform{Action::save_film});
    EXPECT_EQ(document.notices.shown().size(), 1u);
    EXPECT_TRUE(document.dialog_requests.empty());
    dispatcher.send(Perform{Action::save_picture});
    ASSERT_EQ(document.dialog_requests.size(), 1u);
    EXPECT_TRUE(std::holds_alternative<SavePictureRequest>(document.dialog_requests[0]));
}

TEST_F(Features, LaunchChangesCanBeUndone) {
    LaunchFeature launch(document, models, models);
    dispatcher.add(launch);
    const scene::LaunchSetup before = document.scene.source;
    dispatcher.send(Perform{Action::block_y_more});
    EXPECT_EQ(document.scene.source.settings.block.y, before.settings.block.y + 1);
    dispatcher.send(Perform{Action::undo});
    EXPECT_TRUE(document.scene.source == before);
    dispatcher.send(Perform{Action::redo});
    EXPECT_FALSE(document.scene.source == before);
}

TEST_F(Features, AnotherExperimentLeavesThePlace) {
    LaunchFeature launch(document, models, models);
    dispatcher.add(launch);
    document.scene.pin = scene::Spot{};
    dispatcher.send(ChooseExperiment{"no such experiment"});
    EXPECT_TRUE(document.scene.pin);
    dispatcher.send(ChooseExperiment{"bug_museum"});
    EXPECT_EQ(document.scene.source.experiment, "bug_museum");
    EXPECT_FALSE(document.scene.pin);
}

class Views : public Features {
protected:
    Views() {
        dispatcher.add(feature);
        models.scene = &document.scene;
        models.preferences = &document.preferences;
    }
    const StillStage stage;
    Traces traces{document.runs.session};
    Worker worker{[] {}};
    ViewsFeature feature{document, models, models, stage, traces, worker};
};

TEST_F(Views, EscapeLeavesOneThingAtATime) {
    document.scene.step = 3;
    document.scene.pin = scene::Spot{};
    document.window.presentation = document.window.drawer_large = true;
    const auto press_escape = [&] { dispatcher.send(Perform{Action::unpin}); };
    press_escape();
    EXPECT_FALSE(document.scene.step);
    EXPECT_TRUE(document.scene.pin);
    press_escape();
    EXPECT_FALSE(document.scene.pin);
    EXPECT_TRUE(document.window.drawer_large);
    press_escape();
    EXPECT_FALSE(document.window.drawer_large);
    press_escape();
    EXPECT_FALSE(document.window.presentation);
}

TEST_F(Views, HeatOverlaysReplaceEachOther) {
    document.scene.views[1].overlays =
        render::heat_overlays() | static_cast<render::OverlaySet>(render::Overlay::blocks);
    const auto only = static_cast<render::Overlay>(render::heat_overlays() & ~(render::heat_overlays() - 1));
    dispatcher.send(SetOverlay{1, only, true});
    EXPECT_EQ(document.scene.views[1].overlays,
              static_cast<render::OverlaySet>(only) | static_cast<render::OverlaySet>(render::Overlay::blocks));
}

TEST_F(Views, FourViewsEndTheLoneView) {
    dispatcher.send(Perform{Action::one_view});
    EXPECT_EQ(document.preferences.panes.alone, 1u) << "without a pointed view, the output";
    dispatcher.send(Perform{Action::four_views});
    EXPECT_TRUE(document.scene.four);
    EXPECT_FALSE(document.preferences.panes.alone);
}

} // namespace
} // namespace warpscope::workbench
