// The open lesson or assignment, for panels.
#pragma once

#include "lesson/progress.hpp"

namespace warpscope::workbench {

struct AssignmentView;
struct LessonView;

struct LessonModel {
    const LessonView* lesson = nullptr;              // null: none is open
    const AssignmentView* assignment = nullptr;      // null: none is open
    const lesson::Progress* lessons_taken = nullptr; // null: progress is not saved
};

} // namespace warpscope::workbench
