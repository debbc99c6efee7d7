#include "workbench/lesson/lesson_view.hpp"

#include <algorithm>

namespace warpscope::workbench {

bool LessonView::reveals_early() const {
    if (!run || std::ranges::none_of(run->measured->launches(),
                                     [](const metrics::LaunchMeasurement& launch) { return launch.finding_count > 0; }))
        return false;
    for (size_t i = step + 1; i < lesson->steps.size() && lesson->steps[i].run.target == now().run.target; ++i)
        if (const auto& asks = lesson->steps[i].question)
            return asks->kind != lesson::Kind::settings && !progress.answered.contains(lesson->steps[i].name);
    return false;
}

bool LessonView::is_passed(size_t index) const {
    const lesson::Step& other = lesson->steps[index];
    return other.question ? progress.answered.contains(other.name) : index < step;
}

} // namespace warpscope::workbench
