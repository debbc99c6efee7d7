// Moment within a block. One worker records and another makes views, so that the UI thread never waits.
#pragma once

#include <functional>
#include <mutex>
#include <variant>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/time/commands.hpp"
#include "workbench/time/time_bar.hpp"

namespace warpscope::workbench {

struct FollowedThread {
    uint32_t launch = 0;
    uint64_t block = 0;
    uint32_t warp = 0, lane = 0;
};

class TimeCursor {
public:
    /// `moment` must outlive the cursor. `wake` may run on any thread.
    TimeCursor(scene::Moment& moment, Redraw& redraw, std::function<void()> wake);
    ~TimeCursor();

    void update(const RunPtr& run, const std::optional<FollowedThread>& thread, double seconds);

    void set_scope(scene::Scope scope);
    void apply(const GoToStep& c) { pending_ = c; }
    void apply(const GoToShare& c) { enter(c); }
    void apply(const StepTime& c);
    void apply(const GoToMark& c);
    void apply(const AskTime& c);
    void apply(const AddWatch& c);
    void apply(const RemoveWatch& c);
    void apply(const FindWatch& c);
    void apply(const GoToFinding& c);
    void apply(const FollowVariable& c);
    void play(bool on);
    void set_tick(insight::Tick tick) { bar_.tick = tick; }
    /// Shows variables of the warp that made the last step, not of the pinned thread's warp.
    void follow_step(bool on) { follows_step_ = on; }
    void set_speed(float speed) { bar_.speed = speed; }
    void set_build(bool as_written);
    void show_order(std::shared_ptr<const replay::Recording> recorded, const session::SteppedBuild& build,
                    uint64_t step);
    void leave_order();
    void set_form(ValueForm form) { bar_.form = form; }
    void show_part(std::string part) { bar_.part = std::move(part); }
    void focus(bool on) { bar_.focused = on; }
    void stop_recording();

    [[nodiscard]] std::optional<FollowedThread> take_thread() { return std::exchange(found_thread_, {}); }
    [[nodiscard]] std::string take_answer() { return std::exchange(answer_, {}); }

    [[nodiscard]] const TimeBar& bar() const { return bar_; }
    [[nodiscard]] const std::shared_ptr<const insight::MomentView>& view() const { return view_; }
    [[nodiscard]] bool ready() const { return ready_; }
    [[nodiscard]] std::optional<double> until_tick() const;

private:
    using TimeCommand = std::variant<GoToStep, GoToShare, StepTime, GoToMark, AskTime, FindWatch, GoToFinding>;
    struct Request {
        RunPtr run;
        uint32_t launch = 0;
        uint64_t block = 0;
        bool as_written = true;
        std::shared_ptr<const replay::Recording> recorded = nullptr;
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Progress {
        std::atomic<bool> cancel{false};
        std::atomic<uint64_t> records{0};
        std::function<void()> wake;
        std::mutex lock;
        std::shared_ptr<const insight::RecordedBlock> beginning;
    };
    struct KeptBuild;
    using Made = Result<std::shared_ptr<const insight::RecordedBlock>>;

    void enter(const TimeCommand& command);
    void record(const Request& request);
    void take(const Made& made);
    void show_block(std::shared_ptr<const insight::RecordedBlock> block);
    [[nodiscard]] bool within_beginning(const TimeCommand& command);
    void forget();
    void execute(const TimeCommand& command);
    void move_by_ticks(int by);
    [[nodiscard]] bool has_ticks(int by);
    void ask(const AskTime& c);
    void search(const FindWatch& c);
    void ask_for_origin(const AskTime& c);
    void request_values();
    void stop_search();
    void go_to(const GoToFinding& c);
    /// Moves to the moment after a step. Selects block scope if another warp executed the step.
    void show_step(uint32_t step);
    void advance(double seconds);
    void request_view();
    void update_marks();
    [[nodiscard]] static Made make(const Request& request, Progress& progress, KeptBuild& kept);
    [[nodiscard]] static Made with_history(insight::RecordedBlock block, const Progress& progress);

    scene::Moment& moment_;
    Redraw& redraw_;
    TimeBar bar_;
    std::shared_ptr<const insight::MomentView> view_;
    std::shared_ptr<const replay::Recording> order_;
    std::optional<session::SteppedBuild> order_build_;
    std::optional<TimeCommand> pending_; // command that waits for the recording
    RunPtr run_;
    std::optional<Request> asked_; // last request, whether recorded, in progress or failed
    std::shared_ptr<Progress> progress_;
    std::shared_ptr<insight::MomentMaker> maker_; // used only by views_
    bool making_ = false, ready_ = true, follows_step_ = false;
    int asking_ = 0;
    std::string answer_;
    std::optional<FollowedThread> found_thread_;
    struct ValuesOf {
        std::shared_ptr<const insight::RecordedBlock> block;
        uint32_t warp = 0;
        LaneVariable variable;
        friend bool operator==(const ValuesOf&, const ValuesOf&) = default;
    };
    std::optional<ValuesOf> values_of_;
    std::shared_ptr<std::atomic<bool>> stop_values_;
    std::shared_ptr<std::atomic<bool>> stop_search_;
    double due_ = 0; // number of due ticks, with a fraction
    std::pair<scene::Scope, uint32_t> marks_of_{};
    std::shared_ptr<KeptBuild> kept_;
    std::function<void()> wake_;
    // Last: destroyed first.
    Worker worker_, views_;
};

} // namespace warpscope::workbench
