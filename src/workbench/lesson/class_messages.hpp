// Messages between the window and `warpscope serve`; src/serve/class_json.hpp has the server's side.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/question.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

/// State of the class that a student may see.
struct ClassState {
    std::string lesson;
    std::filesystem::path file; // set if the course lacks the lesson
    size_t step = 0;
    bool is_revealed = false;
    bool is_new_student = false;                    // the server has none of the student's answers
    std::vector<uint32_t> votes = {};               // per option, once revealed
    std::optional<lesson::Prediction> already = {}; // answer that the server has
};

struct ClassMessage {
    std::optional<ClassState> state;
    std::optional<bool> is_saved; // reply to an answer
    std::string problem;          // server's reason for refusing an answer
    bool is_lost = false;         // the server does not answer
};

[[nodiscard]] ClassMessage read_class_message(std::string_view text);

[[nodiscard]] std::string answer_message(size_t step, lesson::Kind kind, const lesson::Prediction& prediction);

inline constexpr size_t max_kernel_bytes = 8000; // the server refuses more

/// Returns JSON of an attempt at a "your turn" task. Leaves out an edited `kernel` above max_kernel_bytes.
[[nodiscard]] std::string attempt_message(size_t step, bool is_reached, const catalog::Settings& settings,
                                          const std::optional<std::string>& kernel);

} // namespace warpscope::workbench
