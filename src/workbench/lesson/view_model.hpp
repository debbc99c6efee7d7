// The open lesson or assignment, as panels read it.
#pragma once

#include "lesson/progress.hpp"

namespace warpscope::workbench {

struct AssignmentView;
struct LessonView;

struct LessonModel {
    const LessonView* lesson = nullptr;              // null: none is open
    const AssignmentView* assignment = nullptr;      // null: none is open
    const lesson::Progress* lessons_taken = nullptr; // null: not kept
};

} // namespace warpscope::workbench
