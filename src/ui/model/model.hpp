// What panels see and what they ask for. A panel reads a Model, draws itself, and appends Commands; it keeps no state
// of the program and changes none.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/chart_maker.hpp"
#include "analysis/compare.hpp"
#include "catalog/experiment.hpp"
#include "catalog/legal.hpp"
#include "interop/live_output.hpp"
#include "lesson/progress.hpp"
#include "render/view.hpp"
#include "session/session.hpp"
#include "ui/code/painted_code.hpp"
#include "ui/model/actions.hpp"
#include "ui/model/block_view_state.hpp"
#include "ui/model/commands.hpp"
#include "ui/model/edited_source.hpp"
#include "ui/model/gpu_results.hpp"
#include "ui/model/launch_search.hpp"
#include "ui/model/lesson/lesson_command.hpp"
#include "ui/model/preferences.hpp"
#include "ui/model/program/program_view.hpp"
#include "ui/model/run_choice.hpp"
#include "ui/model/time.hpp"
#include "ui/style/style.hpp"

namespace warpscope::insight {
struct Phases;
}

namespace warpscope::ui {

class BlockPicture;
struct AssignmentView;
struct LessonView;
struct SceneCheck;

/// A message over the views that goes away by itself, or when it is clicked.
struct Notice {
    bool error = false;
    Message words, hint;
    double until = 0; // ImGui time
    uint64_t id = 0;
};

/// The run that the user has pinned to compare later ones with; all null while nothing is pinned.
struct Baseline {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const metrics::BlockTrace> trace;       // of its selection's block, while side by side
    render::Selection selection;                            // at the same place as the present run's
    std::shared_ptr<const analysis::Comparison> comparison; // with the present run; null until ready
    bool side_by_side = false;                              // the left view shows it
    std::shared_ptr<const insight::BlockView>
        block_view; // of one of its blocks, while its epochs stand beside the present run's
    std::optional<Diagnostic> block_view_problem; // why there is none

    /// Which of the scene's views says what a view shows and marks: of two runs both show the same, what is made above
    /// and, of four views, what it reads below.
    [[nodiscard]] size_t choice_of(size_t view) const {
        if (!side_by_side) return view;
        return view < scene::first_lower_view ? 1 : scene::first_lower_view;
    }
};

struct Model {
    Look look;
    const catalog::Catalog* catalog = nullptr;
    const catalog::Experiment* experiment = nullptr; // chosen; null before the catalogue is read
    const catalog::Variant* variant = nullptr;
    const scene::Scene* scene = nullptr;
    const scene::Source* choice = nullptr; // the scene's
    const Preferences* preferences = nullptr;
    DeviceLimits limits;
    catalog::IllegalValues illegal; // of the choice's sliders, as far as they are known

    const SceneCheck* scene_check = nullptr; // of the opened scene, while its launch is shown; else null

    std::shared_ptr<const session::RunResult> result;     // what the views show; null before the first
    std::shared_ptr<const metrics::BlockTrace> trace;     // of the selection's block; null until ready
    std::shared_ptr<const insight::BlockView> block_view; // of one block, for the tabs that show it; null until ready
    std::optional<Diagnostic> block_view_problem;         // why there is none
    BlockViewState block_view_state;
    render::Selection selection;
    std::optional<render::Content> selected_in; // where the selection was pointed at
    std::optional<uint32_t> step;               // of the selected thread's accesses to buffers, the one that stands out
    std::optional<uint32_t> interval; // between barriers: what the selection's block reads in it; none: in all
    std::vector<uint32_t> intervals;  // that the block has; empty until its trace is there
    std::shared_ptr<const insight::Phases> phases;
    std::optional<uint32_t> slice; // of volumes, the one shown; none: all of them
    render::Camera camera;
    std::optional<render::Camera> matrices_camera; // of views that show the arrangement; none: all of it
    Baseline baseline;
    GpuStudy study;
    BlockPicture* block_picture = nullptr;    // of its recording; panels bring it up to date
    std::vector<analysis::ChartOffer> charts; // that the shown run has
    analysis::ChartMaker::State chart;        // of the chosen one
    std::string run_words;                    // which of two runs a view shows; empty while there is one
    session::Progress progress;
    bool busy = false;
    bool former = false;               // the result is of another request than the chosen one, whose run takes its time
    std::optional<Diagnostic> failure; // of the newest request
    std::string failed_source;         // kernel text that did not compile or could not be launched; empty otherwise
    const EditedSource* edited = nullptr;
    bool stale = false; // the result is of another text than the editor's
    CodeSearch search;
    interop::LiveStatus live;
    std::shared_ptr<const gpu::Devices> gpus; // null before they are known
    uint64_t live_picture = 0;    // another number for each picture that the views may show in place of the result's
    std::optional<float> partial; // such a picture is of a run under way: the share of its blocks that have run
    SharedBytes live_values;      // of the output, as the GPU's picture shows them; null: only the picture is known
    bool live_ahead = false;      // the GPU's picture is newer than the result, whose measurements are still being made
    bool layer_ahead = false;     // and so are owners and divergence on the data ...
    bool heat_ahead = false;      // ... and the heat of sectors
    bool heat_newer = false;      // the heat of sectors is of another launch than the result
    std::string launch_note;      // why the last move of a slider was cut short
    std::optional<uint32_t> goto_line, goto_ptx; // brought into sight once
    std::optional<uint32_t> marked_line;         // of the source: that was jumped to
    std::filesystem::path ptx_seen;              // the kernel whose PTX has been brought into sight last
    CodePlace hovered_code;                      // line under the cursor in one of the texts
    std::optional<PaintedCode> painted;
    std::optional<render::Paint> paint; // what `painted` means for the result
    render::Probes probes;              // extra measurements of the result
    TimeBar time;
    std::shared_ptr<const insight::MomentView> moment; // null at "all of it", and until the block is recorded

    OrdersView orders;                                      // of a race, or without a barrier
    std::shared_ptr<const insight::MeetingThreads> meeting; // that are painted; null: none

    render::BlocksSoFar so_far; // the moment within the shown launch; of all blocks as a rule
    LaunchTime launch_time;     // in launch scope

    const ProgramView* program = nullptr;            // the CUDA program that is open; null: none
    bool menu_wished = false;                        // the first of the bar is to open, by a key
    bool program_page = false;                       // its page takes the place of views and panels
    const LessonView* lesson = nullptr;              // null: none is open
    const AssignmentView* assignment = nullptr;      // null: none is open
    const lesson::Progress* lessons_taken = nullptr; // how far somebody has come in each; null: not kept

    bool narrow = false;         // the inspector is a tab of the drawer
    bool inspector_open = false; // not folded to its rail
    bool drawer_open = false;    // not folded to its tabs
    float reading = 0; // presentation mode: least size of type for what is read from the last row, at scale 1; 0: none
    float wished_scale = 1;    // the window has room for Look::scale
    bool presentation = false; // panels away
    bool still = false;        // a picture without a pointer: no hints for mouse and keys
    bool bare_views = false;   // the frame is saved as a figure of views: nothing over them that is pressed
    bool can_undo = false, can_redo = false;
    const std::vector<Notice>* notices = nullptr;
};

} // namespace warpscope::ui
