#pragma once

#include <string>

#include "lesson/progress.hpp"

namespace warpscope::workbench {

struct AssignmentView;
struct LessonView;

struct LessonModel {
    const LessonView* lesson = nullptr;              // null if closed
    const AssignmentView* assignment = nullptr;      // null if closed
    std::string lesson_copy;                         // file of the student's copy of the kernel
    const lesson::Progress* lessons_taken = nullptr; // null if not saved
};

} // namespace warpscope::workbench
