#pragma once

#include "ui/app/app.hpp"
#include "ui/dialogs/dialogs.hpp"
#include "ui/dialogs/thumbnails.hpp"
#include "ui/gpu/screen_pictures.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/block_schedule_texture.hpp"
#include "ui/views/two_runs.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/workbench.hpp"
#include "workbench/charts/charts_feature.hpp"
#include "workbench/compare/compare_feature.hpp"
#include "workbench/deck/deck_feature.hpp"
#include "workbench/document/document.hpp"
#include "workbench/document/frame_pacing.hpp"
#include "workbench/document/preferences_file.hpp"
#include "workbench/document/time_log.hpp"
#include "workbench/document/traces.hpp"
#include "workbench/editing/editing_feature.hpp"
#include "workbench/export/export_feature.hpp"
#include "workbench/feature/dispatcher.hpp"
#include "workbench/files/files_feature.hpp"
#include "workbench/gpu/gpu_feature.hpp"
#include "workbench/launch/launch_feature.hpp"
#include "workbench/lesson/lesson_feature.hpp"
#include "workbench/machine_code/machine_code_feature.hpp"
#include "workbench/notes/notes_feature.hpp"
#include "workbench/paint/paint_feature.hpp"
#include "workbench/pointer/pointer_feature.hpp"
#include "workbench/program/program_feature.hpp"
#include "workbench/time/time_feature.hpp"
#include "workbench/views/views_feature.hpp"
#include "workbench/window/window_feature.hpp"

namespace warpscope::ui {

class StageOfViews : public Stage {
public:
    StageOfViews(const ViewGrid& views, const Model& model, const ScreenPictures& pictures)
        : views_(views)
        , model_(model)
        , pictures_(pictures) {}
    [[nodiscard]] bool laid_out() const override { return views_.laid_out(); }
    [[nodiscard]] scene::Point size_of(size_t view) const override { return views_.area(view).size(); }
    [[nodiscard]] std::optional<size_t> pointed_view() const override { return views_.pointed_view(); }
    [[nodiscard]] scene::Camera fitted(const session::RunResult& result) const override {
        return views_.fitted(model_, result);
    }
    [[nodiscard]] std::vector<metrics::ProbeRequest> needed_probes() const override {
        return ViewGrid::needed_probes(model_);
    }
    [[nodiscard]] std::vector<metrics::ProbeRequest> needed_baseline_probes() const override {
        return two_runs(model_) ? ViewGrid::needed_probes(pinned_model(model_)) : std::vector<metrics::ProbeRequest>();
    }
    [[nodiscard]] std::shared_ptr<const render::DrawnHeat> drawn_heat() const override {
        return pictures_.drawn_heat();
    }

private:
    const ViewGrid& views_;
    const Model& model_;
    const ScreenPictures& pictures_;
};

struct AppParts {
    AppParts(Start start, const Fonts& fonts, std::function<void()> wake, std::unique_ptr<ViewGrid> views);

    Document doc;
    Start& start = doc.start;
    Preferences& preferences = doc.preferences;
    scene::Scene& scene = doc.scene;
    History& history = doc.history;
    SceneDocument& document = doc.file;
    Runs& runs = doc.runs;
    Redraw& redraw = doc.redraw;
    Notices& notices = doc.notices;
    WindowState& window = doc.window;
    Pointing& pointing = doc.pointing;
    Worker& worker = doc.worker;
    std::chrono::steady_clock::time_point& input_time = doc.input_time;
    Model model;
    Dispatcher dispatcher;
    Fonts fonts;
    std::unique_ptr<ViewGrid> views;
    StageOfViews stage;

    ViewGrid::Area drawer_area{};
    std::vector<CoveredPart> covered;
    Dialogs dialogs;
    Thumbnails input_preview{{.width = 1600, .height = 1200, .pixels = input::max_cells}};
    Traces traces;
    PreferencesFile preferences_file;
    std::optional<Recorder> labels; // finds controls by label; set only while a lesson points at one
    Message drawing_problem;

    GpuAccess gpu_access;
    StudyTasks study;
    RecordedRun recorded;
    ScreenPictures pictures;
    GpuFeature gpu;
    ViewsFeature views_feature;
    BlockPicture block_picture;

    Pacing pacing;
    TimeLog frame_times{240};
    bool up_to_date = false;
    std::chrono::steady_clock::time_point uploaded_between_launches;
    Look look;

    // Declared after the objects that jobs use, so that workers are destroyed first.
    Worker gpu_worker, layer_worker;
    EditingFeature editing;
    FilesFeature files;
    ExportFeature export_feature;
    LaunchFeature launch;
    WindowFeature window_feature;
    NotesFeature notes;
    CompareFeature compare;
    ProgramFeature program;
    ChartsFeature charts;
    TimeFeature time;
    MachineCodeFeature machine_code;
    DeckFeature deck;
    PointerFeature pointer;
    PaintFeature paint;
    LessonFeature lesson;
};

} // namespace warpscope::ui
