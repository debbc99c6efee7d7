#pragma once

#include <filesystem>
#include <optional>

#include "workbench/feature/feature.hpp"
#include "workbench/lesson/assignment_check.hpp"
#include "workbench/lesson/class_follower.hpp"
#include "workbench/lesson/commands.hpp"
#include "workbench/lesson/kernel_copy.hpp"
#include "workbench/lesson/lesson_player.hpp"

namespace warpscope::workbench {

class LessonFeature : public CommandFeature<LessonFeature, LessonCommands> {
public:
    LessonFeature(Document& document, const Models& model, LessonModel& view);
    [[nodiscard]] std::string_view name() const override { return "lesson"; }
    void handle(const Command& command) override;
    [[nodiscard]] bool is_settled() const override;
    [[nodiscard]] std::optional<double> seconds_until_due() const override;

    void begin();
    void deliver();
    void update();
    /// Removes commands that the lesson forbids and adapts others to it.
    [[nodiscard]] Commands filter(const Commands& commands);
    [[nodiscard]] bool is_in_language(Language words) const { return !player_.on() || player_.is_in_language(words); }

    void on(const OpenLesson& c);
    void on(const CloseLesson& c);
    void on(const GoToLessonStep& c);
    void on(const Predict& c) { player_.predict(c.prediction); }
    void on(const TypeNumber& c) { player_.type(c.words); }
    void on(const SetConfidence& c) { player_.set_confidence(c.confidence); }
    void on(const Reveal& c);
    void on(const ShowOwnAnswer& c);
    void on(const AskAgain& c);
    void on(const AskWhy& c);
    void on(const CountVotes& c) { player_.count(c.option, c.by); }
    void on(const CopyKernel& c);
    void on(const OpenAssignment& c);
    void on(const CloseAssignment& c);

private:
    void publish();
    /// `step` counts from 0; nullopt: the last visited step.
    void open_lesson(const std::filesystem::path& file, std::optional<size_t> step);
    void close_lesson(bool restore);
    void show_lesson_step();
    void update_lesson();
    void follow_class();
    void open_class_lesson(const ClassState& state);
    void show_class();
    void send_attempt();
    void uncover();
    void copy_kernel(CopyMode mode);

    LessonModel& view_;
    LessonPlayer player_;
    AssignmentCheck assignment_;
    ClassFollower class_;
    std::string class_lesson_;
    RunPtr outdated_; // run made before the kernel's file was read again
    bool is_reported_ = false, is_layout_due_ = false, is_paint_due_ = false, is_comparison_due_ = false,
         is_restored_ = false;
};

[[nodiscard]] bool covers_view(const Models& model, size_t view);

} // namespace warpscope::workbench
