// The window's cursor in time. Moves the scene's moment, has the block recorded that the moment is in, and the moment's
// view made, each by a worker of its own: the UI thread waits for neither. While the cursor is dragged only the newest
// moment is made.
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

/// The thread that the cursor follows: the pinned one.
struct FollowedThread {
    uint32_t launch = 0;
    uint64_t block = 0;
    uint32_t warp = 0, lane = 0;
};

class TimeCursor {
public:
    /// `moment` must outlive this. `wake` as App::create() has it.
    TimeCursor(scene::Moment& moment, Redraw& redraw, std::function<void()> wake);
    ~TimeCursor();

    /// Once per frame: `run` is what the views show, `seconds` have passed since the last one.
    void update(const RunPtr& run, const std::optional<FollowedThread>& thread, double seconds);

    void set_scope(scene::Scope scope);
    void apply(const GoToStep& c) { wish_ = c; }
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
    void set_speed(float speed) { bar_.speed = speed; }
    void set_build(bool as_written);
    /// Shows a block as it was recorded by the build, in an order that was tried, after so many steps.
    void show_order(std::shared_ptr<const replay::Recording> recorded, const session::SteppedBuild& build,
                    uint64_t step);
    /// The usual order again.
    void leave_order();
    void set_form(ValueForm form) { bar_.form = form; }
    void show_part(std::string part) { bar_.part = std::move(part); }
    void focus(bool on) { bar_.focused = on; }
    /// Gives up the recording under way, and with it the moment.
    void stop_recording();

    /// A thread of the moment's block that an answer is about and that is to be pinned, once.
    [[nodiscard]] std::optional<FollowedThread> take_thread() { return std::exchange(found_thread_, {}); }
    /// What the last question has found, once.
    [[nodiscard]] std::string take_answer() { return std::exchange(answer_, {}); }

    [[nodiscard]] const TimeBar& bar() const { return bar_; }
    /// Of the moment, or of the one before while that is being made; null at "all of it" and without a recording.
    [[nodiscard]] const std::shared_ptr<const insight::MomentView>& view() const { return view_; }
    /// Nothing of what the moment needs is missing.
    [[nodiscard]] bool ready() const { return ready_; }
    /// Seconds until the next tick is due; none while it is not played.
    [[nodiscard]] std::optional<double> until_tick() const;

private:
    using Wish = std::variant<GoToStep, GoToShare, StepTime, GoToMark, AskTime, FindWatch, GoToFinding>;
    struct Request {
        RunPtr run;
        uint32_t launch = 0;
        uint64_t block = 0;
        bool as_written = true;
        std::shared_ptr<const replay::Recording> recorded = nullptr; // in an order that was tried
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Progress {
        std::atomic<bool> cancel{false};
        std::atomic<uint64_t> records{0};
        std::function<void()> wake;
        std::mutex lock;
        std::shared_ptr<const insight::RecordedBlock> beginning; // of a long block, while the rest is being recorded
    };
    struct KeptBuild; // the worker's
    using Made = Result<std::shared_ptr<const insight::RecordedBlock>>;

    /// Leaves "all of it", where it is still there, for a wished place.
    void enter(const Wish& wish);
    void record(const Request& request);
    void take(const Made& made);
    void show_block(std::shared_ptr<const insight::RecordedBlock> block);
    /// Returns whether a wish can be granted by what is recorded so far.
    [[nodiscard]] bool within_beginning(const Wish& wish);
    void forget();
    void grant(const Wish& wish);
    void move_by_ticks(int by);
    /// Returns whether so many ticks lead to a step before the end of what is recorded.
    [[nodiscard]] bool has_ticks(int by);
    /// Has the worker look for the answer.
    void ask(const AskTime& c);
    void search(const FindWatch& c);
    void ask_for_origin(const AskTime& c);
    /// Has the worker look for the values of the followed variable, where they are not there.
    void want_values();
    /// Whatever else is wished for, the worker is free for it.
    void stop_search();
    void go_to(const GoToFinding& c);
    /// Behind a step of the block, in the scope of the block where another warp did it.
    void show_step(uint32_t step);
    void advance(double seconds);
    void want_view();
    void update_marks();
    [[nodiscard]] static Made make(const Request& request, Progress& progress, KeptBuild& kept);
    [[nodiscard]] static Made with_history(insight::RecordedBlock block, const Progress& progress);

    scene::Moment& moment_;
    Redraw& redraw_;
    TimeBar bar_;
    std::shared_ptr<const insight::MomentView> view_;
    std::shared_ptr<const replay::Recording> order_; // in place of the block's own
    std::optional<session::SteppedBuild> order_build_;
    std::optional<Wish> wish_; // granted as soon as the recording is there
    RunPtr run_;
    std::optional<Request> asked_; // recorded, being recorded, or failed
    std::shared_ptr<Progress> progress_;
    std::shared_ptr<insight::MomentMaker> maker_; // used by views_ alone
    bool making_ = false, ready_ = true;
    int asking_ = 0; // questions that the worker is at
    std::string answer_;
    std::optional<FollowedThread> found_thread_;
    /// What TimeBar::values are of, or will be.
    struct ValuesOf {
        std::shared_ptr<const insight::RecordedBlock> block;
        uint32_t warp = 0;
        LaneVariable variable;
        friend bool operator==(const ValuesOf&, const ValuesOf&) = default;
    };
    std::optional<ValuesOf> values_of_;
    std::shared_ptr<std::atomic<bool>> stop_values_;
    std::shared_ptr<std::atomic<bool>> stop_search_;
    double due_ = 0;                               // ticks
    std::pair<scene::Scope, uint32_t> marks_of_{}; // scope and warp
    std::shared_ptr<KeptBuild> kept_;
    std::function<void()> wake_;
    // Last, so that their threads end first. Views of a block's beginning are made while the rest is being recorded.
    Worker worker_, views_;
};

} // namespace warpscope::workbench
