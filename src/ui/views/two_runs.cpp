#include "ui/views/two_runs.hpp"

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/wording/untold_line.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {

namespace {

/// Returns the shortest distinct name: "naive", "naive (edited)" or "sobel/naive".
std::string kernel_name(const Model& model, const session::RunResult& run, const session::RunResult& other,
                        bool pinned) {
    const std::string name = run_name(model, run);
    if (run.variant().name != other.variant().name) return run.request.text ? tr_format("{} (edited)", name) : name;
    if (run.request.experiment->name != other.request.experiment->name)
        return fmt::format("{}/{}", run.request.experiment->name, name);
    if (run.source == other.source) return name;
    const bool edited = run.request.text.has_value(), both = edited == other.request.text.has_value();
    if (both && pinned)
        return edited ? tr_format("{} (edited earlier)", name) : tr_format("{} (as the file was)", name);
    return edited ? tr_format("{} (edited)", name) : tr_format("{} (as in the file)", name);
}

std::string name_in_lesson(const Model& model, size_t which) {
    const LessonView* const lesson = model.lesson;
    if (lesson == nullptr || !lesson->beside || lesson->beside != model.baseline.result || !lesson->now().beside)
        return "";
    return std::string(tr_course(lesson->now().beside->names[which]));
}

} // namespace

bool two_runs(const Model& model) { return model.baseline.side_by_side && model.result != nullptr; }

Model pinned_model(const Model& model) {
    Model pinned = model;
    pinned.result = model.baseline.result;
    pinned.trace = model.baseline.trace;
    pinned.selection = model.baseline.selection;
    pinned.partial.reset();
    pinned.machine.reset(); // belongs to the current run
    pinned.paint.reset();
    pinned.probes = model.baseline_probes;
    pinned.run_words = name_in_lesson(model, 0);
    if (pinned.run_words.empty())
        pinned.run_words = tr_format("baseline {}", kernel_name(model, *pinned.result, *model.result, true));
    return pinned;
}

Model present_model(const Model& model) {
    Model present = model;
    present.run_words = name_in_lesson(model, 1);
    if (present.run_words.empty())
        present.run_words = tr_format("current {}", kernel_name(model, *model.result, *model.baseline.result, false));
    return present;
}

} // namespace warpscope::ui
