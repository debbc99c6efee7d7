#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/feature/stage.hpp"
#include "workbench/time/commands.hpp"
#include "workbench/time/launch_cursor.hpp"
#include "workbench/time/launch_search.hpp"
#include "workbench/time/time_cursor.hpp"

namespace warpscope::workbench {

class TimeFeature : public CommandFeature<TimeFeature, TimeCommands> {
public:
    TimeFeature(Document& document, const Models& model, TimeModel& view, const Stage& stage);
    [[nodiscard]] std::string_view name() const override { return "time"; }
    bool perform(const Perform& action) override;
    void reset_view_state() override { on(LeaveMoment{}); }
    [[nodiscard]] bool is_settled() const override;
    [[nodiscard]] std::optional<double> seconds_until_due() const override;

    void enter_pending_scope();
    void update_moment();
    void update_launch();

    void on(const SetScope& c);
    void on(const GoToStep& c);
    void on(const GoToShare& c);
    void on(const StepTime& c);
    void on(const GoToMark& c);
    void on(const PlayTime& c);
    void on(const SetTick& c) { cursor_.set_tick(c.tick); }
    void on(const SetPlaySpeed& c) { cursor_.set_speed(c.speed); }
    void on(const SetBuild& c) { cursor_.set_build(c.as_written); }
    void on(const FocusTimeBar& c) { cursor_.focus(c.on); }
    void on(const StopRecording& c);
    void on(const ShowMomentPart& c) { cursor_.show_part(c.part); }
    void on(const AskTime& c);
    void on(const FollowVariable& c) { cursor_.apply(c); }
    void on(const SetValueForm& c) { cursor_.set_form(c.form); }
    void on(const FindExpression& c);
    void on(const AddWatch& c) { cursor_.apply(c); }
    void on(const RemoveWatch& c) { cursor_.apply(c); }
    void on(const FindWatch& c);
    void on(const GoToFinding& c);
    void on(const SearchOrder& c);
    void on(const SearchWithoutBarrier& c);
    void on(const CloseOrders& c);
    void on(const StepThroughOrder& c);
    void on(const LeaveOrder& c);
    void on(const PaintWatch& c);
    void on(const ShowBlocksInTime& c);
    void on(const GoToBlocks& c) { launch_.go_to(c.ended); }
    void on(const RestoreCamera& c);
    void on(const LeaveMoment& c);

private:
    [[nodiscard]] RunPtr launched() const;
    [[nodiscard]] metrics::ThreadId middle_thread() const;
    bool enter();
    void take_start_moment();
    void zoom_to_block();
    [[nodiscard]] bool is_view_resized() const;
    void follow_banks();
    void follow_line(bool is_other);
    void show_origin(const AskTime& c);
    void show_findings();

    TimeModel& view_;
    const Stage& stage_;
    TimeCursor cursor_;
    LaunchSearch search_;
    LaunchCursor launch_;
    bool is_zoom_due_ = false;
    struct Zoomed {
        scene::Camera camera;
        scene::Point size;
    };
    std::optional<Zoomed> zoomed_;
    bool was_source_seen_ = false;
    std::optional<scene::Scope> pending_scope_;
    std::shared_ptr<const insight::MomentView> banks_of_;
};

} // namespace warpscope::workbench
