// What is asked of lessons: to be opened, predictions, steps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "lesson/prediction.hpp"

namespace warpscope::ui {

enum class Sureness : uint8_t { none, guess, fairly, certain };

struct OpenLesson {
    std::filesystem::path file;
};
struct CloseLesson {};
struct GoToLessonStep {
    size_t step = 0;
};
struct Predict {
    lesson::Prediction prediction;
};
/// In the place of a number.
struct TypeNumber {
    std::string words;
};
struct SetSureness {
    Sureness sure{};
};
/// Shows the measured answer.
struct Reveal {};
/// The same question with other numbers.
struct AskAgain {};
/// To the step in time that shows the reason.
struct AskWhy {};
/// Of a class: so many more votes for an option.
struct CountVotes {
    size_t option = 0;
    int by = 1;
};
/// Makes a copy of the step's kernel that can be changed, and shows that; `anew` even where there is one.
struct CopyKernel {
    bool anew = false;
};

struct LessonCommand {
    std::variant<OpenLesson, CloseLesson, GoToLessonStep, Predict, TypeNumber, SetSureness, Reveal, AskAgain, AskWhy,
                 CountVotes, CopyKernel>
        what;
};

} // namespace warpscope::ui
