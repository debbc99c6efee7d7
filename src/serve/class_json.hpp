#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "serve/class_lesson.hpp"

namespace warpscope::serve {

using AnswersOfStep = std::span<const std::pair<size_t, const ClassAnswer*>>; // first: student's number

/// Returns a step for the pages, without its right answer.
[[nodiscard]] nlohmann::json json_of(const ClassStep& step);
[[nodiscard]] nlohmann::json json_of(const ClassText& text);
[[nodiscard]] nlohmann::json right_answer(const ClassStep& step);
/// Counts answers by value.
[[nodiscard]] nlohmann::json tally(const ClassStep& step, AnswersOfStep answers);
[[nodiscard]] nlohmann::json reports(AnswersOfStep answers);
[[nodiscard]] nlohmann::json json_of(const ClassStep& step, const ClassAnswer& answer);

/// Returns nullopt if untrusted JSON is not an answer to the step.
[[nodiscard]] std::optional<ClassAnswer> read_answer(const ClassStep& step, const nlohmann::json& json);

/// Returns a CSV field that spreadsheets cannot mistake for a formula.
[[nodiscard]] std::string safe_csv_field(std::string text);
[[nodiscard]] std::string answer_words(const ClassStep& step, const ClassAnswer& answer);

[[nodiscard]] std::string json_text(const nlohmann::json& json);

} // namespace warpscope::serve
