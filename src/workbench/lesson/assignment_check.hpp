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
    /// Runs `read` on a worker. After close() or another opening, drops the returned Finish.
    void begin_opening(const std::string& name, std::function<Worker::Finish(const Watch&)> read);
    void open(lesson::Assignment assignment, lesson::References references);
    void close();
    [[nodiscard]] bool on() const { return assignment_ != nullptr; }
    [[nodiscard]] bool shown() const { return on() || opening_ != nullptr; }
    [[nodiscard]] const AssignmentView& view() const { return view_; }
    void follow(bool shown, const std::optional<std::string>& text);
    void deliver();
    [[nodiscard]] bool ready() const { return !view_.checking && opening_ == nullptr; }

private:
    void check(const std::optional<std::string>& text);
    void stop_checking();

    Redraw& redraw_;
    std::shared_ptr<const lesson::Assignment> assignment_;
    std::shared_ptr<const lesson::References> references_;
    AssignmentView view_;
    std::optional<std::optional<std::string>> asked_;
    Watch checking_, opening_;
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::workbench
