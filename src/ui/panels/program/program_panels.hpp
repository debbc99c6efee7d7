#pragma once

#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

void program_page(const Model& model, Commands& commands);

void program_strip(const Model& model, Commands& commands);
[[nodiscard]] float program_strip_height(const Model& model);
void program_rows(const Model& model, Commands& commands);
void program_output(const Model& model, Commands& commands);

/// Draws nothing unless a program launch is shown.
void buffer_shapes(const Model& model, Commands& commands);
/// Draws nothing for kernels with an experiment file.
void guessed_setup(const Model& model, Commands& commands);
[[nodiscard]] bool shows_launch_of_program(const Model& model);

/// Returns "20 × 13 blocks of 16 × 16 threads".
[[nodiscard]] std::string launch_size(const program::Operation& launch);
[[nodiscard]] std::string memory_words(const std::string& name);

} // namespace warpscope::ui
