#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "insight/recorded_block.hpp"
#include "render/layout/cell_plane.hpp"
#include "workbench/document/traces.hpp"
#include "workbench/feature/feature.hpp"
#include "workbench/feature/stage.hpp"
#include "workbench/views/block_view_maker.hpp"
#include "workbench/views/commands.hpp"
#include "workbench/views/difference_choice.hpp"

namespace warpscope::workbench {

class ViewsFeature : public CommandFeature<ViewsFeature, ViewsCommands> {
public:
    ViewsFeature(Document& document, const Models& model, ViewsModel& view, const Stage& stage, Traces& traces,
                 Worker& layer_worker);
    [[nodiscard]] std::string_view name() const override { return "views"; }
    bool perform(const Perform& c) override;
    void run_answered(const Diagnostic* /*failure*/) override { traces_.forget_asked(); }
    [[nodiscard]] bool is_settled() const override;

    void publish();
    /// Requests traces of the pinned block with each new run, so that the block's halo does not vanish while a slider
    /// moves.
    void follow_selection();
    void update_selection();
    void update_probes();
    /// Notes missing probes.
    [[nodiscard]] render::Probes made_probes(const session::Session::WantedProbes& wanted);
    void update_block_view();
    void update_differences();
    void update_camera();
    [[nodiscard]] bool is_camera_moving() const { return is_moving_; }
    /// Returns the trace to draw over the newest run. `ahead`: trace of its partial picture; may be null.
    [[nodiscard]] TracePtr trace_of_newest(const TracePtr& ahead) const;

    void on(const SetOverlay& c);
    void on(const SetStrength& c) { preferences_.strength = std::clamp(c.strength, min_strength, max_strength); }
    void on(const SetSpace& c);
    void on(const SetForm& c);
    void on(const SetReference& c);
    void on(const SetStep& c) { scene_.step = c.step; }
    void on(const SetInterval& c);
    void on(const SetSlice& c);
    void on(const MakeBlockBoxes& c);
    void on(const MakeHistogram& c);
    void on(const MoveCamera& c);
    void on(const Hover& c);
    void on(const Pin& c);
    void on(const PointThread& c);
    void on(const ExplainSplit& c);
    void on(const ShowThread& c);
    void on(const ShowCell& c);
    void on(const ShowHistogram& c) { document_.dialog_requests.emplace_back(HistogramRequest{c.view}); }
    void on(const SetAlone& c);
    void on(const SetFour& c);
    void on(const SetBlockViewState& c) { view_.block_view_state = c.view; }

private:
    struct MadeDifference {
        std::optional<Subtraction> subtraction;
        std::shared_ptr<const insight::ValueDifference> difference;
    };

    /// Cells kept in view until the camera moves.
    struct Zoomed {
        render::CellRect cells;
        size_t view = 0;
        render::Point size;
        render::Camera camera;
    };

    /// Applies Start::pin, which needs a run.
    void take_start_pin();
    /// Handles ExplainSplit. Searches only once per painting, because a launch may have millions of threads.
    void explain_split(const render::Probes& probes);
    void show_spot(const scene::Spot& spot);
    /// Requires a thread of the current launch.
    [[nodiscard]] scene::Spot spot_of_thread(metrics::ThreadId thread) const;
    [[nodiscard]] const insight::RecordedBlock* block_in_time() const;
    [[nodiscard]] bool sees_cells(const render::Camera& camera) const;
    void move_camera();
    void move_pin(double dx, double dy);
    void move_step(int by);
    void move_interval(int by);
    void move_slice(int by);
    void toggle_overlay(render::Overlay overlay);
    void zoom_by(double factor);
    void zoom_scope();
    void zoom_to(const render::CellRect& rect, size_t view);

    ViewsModel& view_;
    const Stage& stage_;
    Traces& traces_;
    Worker& layer_worker_;
    SelectedTrace trace_;
    std::optional<scene::Spot> followed_; // cell whose block is traced with each new run
    BlockViewMaker block_view_;
    std::array<MadeDifference, std::tuple_size_v<scene::Views>> differences_;
    std::optional<Zoomed> zoomed_;
    std::pair<std::string, input::InputSpec> camera_of_;
    int scope_ = 0;
    metrics::ThreadId scope_thread_ = 0;
    bool are_probes_missing_ = false;
    bool explains_split_ = false; // explain_split() waits until splits are counted
    bool is_moving_ = false;
    bool is_making_boxes_ = false, is_making_histogram_ = false, is_making_difference_ = false;
};

} // namespace warpscope::workbench
