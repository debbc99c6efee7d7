#pragma once

#include <memory>
#include <optional>
#include <string>

#include "workbench/lesson/class_link.hpp"
#include "workbench/lesson/class_messages.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::workbench {

class ClassFollower {
public:
    /// If `link` is null, no class is followed.
    explicit ClassFollower(std::shared_ptr<ClassLink> link)
        : link_(std::move(link)) {}

    [[nodiscard]] bool on() const { return link_ != nullptr; }
    bool update();
    void leave();

    [[nodiscard]] const ClassState* state() const { return state_ ? &*state_ : nullptr; }
    [[nodiscard]] const ClassStanding& standing() const { return standing_; }
    /// Returns the server's copy of the answer to the current question.
    [[nodiscard]] const std::optional<lesson::Prediction>& saved() const { return saved_; }

    void send(lesson::Kind kind, const lesson::Prediction& prediction);
    /// Sends an attempt unless it equals the last one.
    void send_attempt(const std::string& message);

private:
    void take(const ClassMessage& message);

    std::shared_ptr<ClassLink> link_;
    std::optional<ClassState> state_;
    ClassStanding standing_;
    std::optional<lesson::Prediction> sending_, saved_;
    std::string last_attempt_;
};

} // namespace warpscope::workbench
