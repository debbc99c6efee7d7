#pragma once

#include <string>

#include "serve/class_lesson.hpp"

namespace warpscope::serve {

inline ClassText words(const std::string& text) { return {{{text}}}; }

/// Returns a lesson with a step of each kind of question. Right answers contain the word "secret".
inline ClassLesson small_lesson() {
    ClassLesson lesson{"Small lesson", "small", {}};
    ClassStep text;
    text.title = "start";
    text.text = words("Some text");
    lesson.steps.push_back(text);

    ClassStep choice;
    choice.kind = AnswerKind::choice;
    choice.title = "=choice";
    choice.ask = words("Which?");
    choice.explain = words("secret explanation");
    choice.measured = "secret measured";
    choice.options = {{{{"<b>one</b>"}}, false, words("secret misconception")}, {{{"=two, \"quoted\""}}, true, {}}};
    lesson.steps.push_back(choice);

    ClassStep number;
    number.kind = AnswerKind::number;
    number.title = "number";
    number.answer = 75;
    number.tolerance = 0.00005;
    number.measured = "secret 75";
    number.mistakes = {{-3, words("secret mistake")}};
    lesson.steps.push_back(number);

    ClassStep cells;
    cells.kind = AnswerKind::cells;
    cells.title = "cells";
    cells.png = "picture";
    cells.width = 4;
    cells.height = 2;
    cells.pick = 2;
    cells.right_cells = {false, true, true, false, false, false, false, true};
    lesson.steps.push_back(cells);

    ClassStep lanes;
    lanes.kind = AnswerKind::lanes;
    lanes.title = "lanes";
    lanes.right_lanes = 0x80000001;
    lesson.steps.push_back(lanes);

    ClassStep line;
    line.kind = AnswerKind::line;
    line.title = "line";
    line.lines = {"first", "second"};
    line.right_lines = {2};
    lesson.steps.push_back(line);

    ClassStep window;
    window.kind = AnswerKind::window;
    window.title = "your turn";
    lesson.steps.push_back(window);
    return lesson;
}

} // namespace warpscope::serve
