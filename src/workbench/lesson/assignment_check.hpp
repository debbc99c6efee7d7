// Judges the kernel that is being written by the gates of the assignment that is open, on a thread of its own.
#pragma once

#include <memory>
#include <optional>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/lesson/assignment_view.hpp"

namespace warpscope::workbench {

class AssignmentCheck {
public:
    AssignmentCheck(Redraw& redraw, std::function<void()> wake)
        : redraw_(redraw)
        , worker_(std::move(wake)) {}
    ~AssignmentCheck();
    AssignmentCheck(const AssignmentCheck&) = delete;
    AssignmentCheck& operator=(const AssignmentCheck&) = delete;

    using Watch = std::shared_ptr<lesson::CaseWatch>;
    /// Has `read` look at an assignment's file on this part's thread, and says so until that is done. It is stopped
    /// when another is to be opened, or none any more; what it leaves to do is done only where it was not.
    void begin_opening(const std::string& name, std::function<Worker::Finish(const Watch&)> read);
    void open(lesson::Assignment assignment, lesson::References references);
    /// Stops an opening that is under way, or else closes what is open.
    void close();
    [[nodiscard]] bool on() const { return assignment_ != nullptr; }
    /// Returns whether there is something to see of it: it is open, or being opened.
    [[nodiscard]] bool shown() const { return on() || opening_ != nullptr; }
    [[nodiscard]] const AssignmentView& view() const { return view_; }
    /// Once per frame: whether the assignment's kernel is shown, and the text in its place (none: its own).
    void follow(bool shown, const std::optional<std::string>& text);
    /// Takes what is ready.
    void deliver();
    [[nodiscard]] bool ready() const { return !view_.checking && opening_ == nullptr; }

private:
    void check(const std::optional<std::string>& text);
    void stop_checking();

    Redraw& redraw_;
    std::shared_ptr<const lesson::Assignment> assignment_; // null: none is open
    std::shared_ptr<const lesson::References> references_;
    AssignmentView view_;
    std::optional<std::optional<std::string>> asked_; // the text that is, or was, judged last
    Watch checking_, opening_;
    Worker worker_; // its job uses the members above
};

} // namespace warpscope::workbench
