// What the program behind the window consists of, private to App::State: its parts (ui/state, ui/gpu), and what little
// is kept between them.
#pragma once

#include <map>
#include <set>

#include "ui/app/app.hpp"
#include "ui/app/frame_pacing.hpp"
#include "ui/background/file_watch.hpp"
#include "ui/gpu/heat_maps.hpp"
#include "ui/gpu/layer_maps.hpp"
#include "ui/gpu/live_picture.hpp"
#include "ui/gpu/recorded_run.hpp"
#include "ui/gpu/study_tasks.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/block_schedule_texture.hpp"
#include "ui/state/block_view_maker.hpp"
#include "ui/state/code_focus.hpp"
#include "ui/state/dialogs.hpp"
#include "ui/state/edit/assignment_check.hpp"
#include "ui/state/edit/before_run.hpp"
#include "ui/state/edit/source_editor.hpp"
#include "ui/state/edit/undo_history.hpp"
#include "ui/state/first_look.hpp"
#include "ui/state/launch/autosave.hpp"
#include "ui/state/launch/film_job.hpp"
#include "ui/state/launch/launch_cursor.hpp"
#include "ui/state/legal_values.hpp"
#include "ui/state/lesson/lesson_player.hpp"
#include "ui/state/notices.hpp"
#include "ui/state/partial_picture.hpp"
#include "ui/state/pinned_run.hpp"
#include "ui/state/pointing.hpp"
#include "ui/state/preferences_file.hpp"
#include "ui/state/program/program_state.hpp"
#include "ui/state/time/launch_search.hpp"
#include "ui/state/time/time_cursor.hpp"
#include "ui/state/time_log.hpp"
#include "ui/state/traces.hpp"
#include "ui/state/view_camera.hpp"
#include "ui/state/window_state.hpp"

namespace warpscope::ui {

/// A student's copy of a kernel whose changes are written by themselves.
struct OwnCopy {
    std::string text;                                     // that is there, or on its way
    std::optional<std::filesystem::file_time_type> since; // when it was written last
    uint32_t on_their_way = 0;                            // writes that are not done yet
};

struct AppParts {
    /// `wishes`: what the views want of the GPU's maps.
    AppParts(Start start, const Fonts& fonts, std::function<void()> wake, std::unique_ptr<ViewGrid> views,
             std::function<MapWishes()> wishes);

    Start start;
    Fonts fonts;
    std::function<void()> wake; // the event loop, from any thread
    Preferences preferences;
    scene::Scene scene; // what is shown
    History history;    // of its source and notes
    SceneDocument document;
    std::map<std::filesystem::path, std::string> saved_texts;         // by file, what was written to it
    std::map<std::filesystem::path, OwnCopy> own_copies;              // by file, what was kept by itself
    std::optional<std::pair<std::filesystem::path, bool>> catalogued; // the edited file: is it the course's?
    std::string edited_experiment;                                    // the editor was opened over it, or could be
    std::set<std::string> brought_kernels; // by text_key() and key_of(): their texts came with a scene, or grew from it
    Autosave autosave;
    std::unique_ptr<ViewGrid> views;

    Redraw redraw;
    Notices notices;
    WindowState window;
    Dialogs dialogs;
    Runs runs;
    Pointing pointing;
    ViewCamera camera;
    CodeFocus code;
    FirstLookShown first_look;
    Traces traces;
    SelectedTrace trace;
    std::optional<scene::Spot> followed; // the place whose block's trace comes with the next results
    BlockViewState block_view_state;
    std::shared_ptr<const insight::MomentView> banks_of; // that block_view_state has followed
    BlockViewMaker block_view;
    PinnedRun baseline;
    SourceEditor editor;
    CodeSearch code_search;
    TimeCursor time;
    LaunchSearch launch_search;
    std::optional<std::optional<render::Camera>> camera_before; // the scene's, before time was entered
    bool zoom_due = false;                                      // to the moment's block, once it is known
    LaunchCursor launch_cursor;
    LegalValues legal;
    PreferencesFile preferences_file;
    LessonPlayer lesson;
    /// What the window showed before the lesson.
    struct BeforeLesson {
        scene::Scene scene;
        Preferences preferences;
        SceneDocument document;
    };
    /// A scene that would be larger than is saved without being asked, and where it was to be saved.
    struct LargeScene {
        std::filesystem::path file;
        scene::Source source;
    };
    std::optional<LargeScene> large_scene;
    std::optional<BeforeLesson> before_lesson;
    RunPtr lesson_outdated;         // the run that is shown: of the text that the step's file had before
    bool lesson_told = false;       // what the step's question covers is shown
    bool lesson_look_due = false;   // the step's views are set when its run is there
    bool lesson_beside_due = false; // the step shows another launch beside its own, which is not there yet
    std::optional<Recorder> labels; // of the frame, while the step points at a control
    std::optional<Language> spoken; // what the window was last asked to speak
    int scope = 0;                  // what zoom_scope() shows: all, the block, the warp, the thread
    metrics::ThreadId scope_thread = 0;
    std::string launch_note; // why the last move of a slider was cut short
    Message drawing_problem; // what the graphics driver cannot draw, as said to the user

    GpuAccess gpu;
    LivePicture live;
    PartialPicture partial; // of the emulator's run under way
    StudyTasks study;
    RecordedRun recorded;
    MapRecorder map_recorder;
    LayerMaps layer_maps;
    HeatMaps heat_maps;
    BlockPicture block_picture;
    bool gpus_asked = false, fault_said = false;

    Pacing pacing;
    TimeLog frame_times{240};
    std::chrono::steady_clock::time_point input_came;                // that the frame answers to
    std::optional<scene::Scope> scope_wish;                          // of time, asked for before there was a run
    bool up_to_date = false;                                         // the views show the newest result
    std::chrono::steady_clock::time_point uploaded_between_launches; // by update_textures_last()
    bool probes_missing = false;                                     // wanted and neither there nor refused
    bool explains_split = false;         // as soon as the splits that are to be painted are counted
    bool moving = false;                 // the camera is on its way
    std::optional<double> differs_since; // ImGui::GetTime() from when the views show another run than the chosen
    Model model;
    Look look;

    // Last, so that their threads end before anything that their jobs touch.
    bool making_boxes = false; // of a volume's blocks, on layer_worker
    Worker worker, gpu_worker, layer_worker;
    FilmJob film;
    ProgramState program;
    BeforeRun before_run;
    AssignmentCheck assignment;
    /// The open assignment's kernel, the key of what is written for it, and the text that begins it.
    struct Assigned {
        std::string experiment, variant, key;
        std::optional<std::string> begin_with;
    };
    Assigned assigned;
    FileWatch watched;
    analysis::ChartMaker charts;
};

} // namespace warpscope::ui
