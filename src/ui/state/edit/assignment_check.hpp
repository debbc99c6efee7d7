// Judges the kernel that is being written by the gates of the assignment that is open, on a thread of its own.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "ui/background/background_worker.hpp"
#include "ui/model/lesson/assignment_view.hpp"
#include "ui/state/redraw.hpp"

namespace warpscope::ui {

class AssignmentCheck {
public:
    AssignmentCheck(Redraw& redraw, std::function<void()> wake)
        : redraw_(redraw)
        , worker_(std::move(wake)) {}
    ~AssignmentCheck();
    AssignmentCheck(const AssignmentCheck&) = delete;
    AssignmentCheck& operator=(const AssignmentCheck&) = delete;

    /// For whoever reads an assignment to open it: is set when another is to be opened, or none any more.
    [[nodiscard]] std::shared_ptr<const std::atomic<bool>> begin_opening();
    void open(lesson::Assignment assignment, lesson::References references);
    void close();
    [[nodiscard]] bool on() const { return assignment_ != nullptr; }
    [[nodiscard]] const AssignmentView& view() const { return view_; }
    /// Once per frame: whether the assignment's kernel is shown, and the text in its place (none: its own).
    void follow(bool shown, const std::optional<std::string>& text);
    /// Takes what is ready.
    void deliver() { worker_.deliver(); }
    [[nodiscard]] bool ready() const { return !view_.checking; }

private:
    void check(const std::optional<std::string>& text);

    Redraw& redraw_;
    std::shared_ptr<const lesson::Assignment> assignment_; // null: none is open
    std::shared_ptr<const lesson::References> references_;
    AssignmentView view_;
    std::optional<std::optional<std::string>> asked_; // the text that is, or was, judged last
    std::shared_ptr<std::atomic<bool>> cancel_, opening_;
    Worker worker_; // its job uses the members above
};

} // namespace warpscope::ui
