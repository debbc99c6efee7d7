#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "lesson/prediction.hpp"
#include "workbench/document/command.hpp"

namespace warpscope::workbench {

enum class Confidence : uint8_t { none, guess, fairly, certain };
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
struct TypeNumber {
    std::string words;
};
struct SetConfidence {
    Confidence confidence{};
};
struct Reveal {};
struct ShowOwnAnswer {};
struct AskAgain {};
struct AskWhy {};
struct CountVotes {
    size_t option = 0;
    int by = 1;
};
struct CopyKernel {
    bool discard_edits = false;
};
struct OpenAssignment {
    std::filesystem::path file;
};
struct CloseAssignment {};

using LessonCommands =
    CommandList<OpenLesson, CloseLesson, GoToLessonStep, Predict, TypeNumber, SetConfidence, Reveal, ShowOwnAnswer,
                AskAgain, AskWhy, CountVotes, CopyKernel, OpenAssignment, CloseAssignment>;
template<class T>
requires(LessonCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "lesson";

} // namespace warpscope::workbench
