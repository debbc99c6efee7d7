// A CUDA program's page: its source, what its run did in order, what it wrote and what was found; and in the
// microscope, how the buffers of its launch lie. Each draws into the current window.
#pragma once

#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// The whole page, with the buttons that run the program. Fills the current window.
void program_page(const Model& model, Commands& commands);

/// What the run did, one mark for each operation, a line for each stream; `strip_height` of it.
void program_strip(const Model& model, Commands& commands);
[[nodiscard]] float program_strip_height(const Model& model);
/// The same as a table; a click on a launch opens it.
void program_rows(const Model& model, Commands& commands);
/// What the program wrote, or what was found.
void program_output(const Model& model, Commands& commands);

/// Of the launch that is shown: what its buffers were taken for, to be set. Draws nothing for other experiments.
void buffer_shapes(const Model& model, Commands& commands);
/// The set-up that was guessed for a kernel without an experiment file, to be set and saved. Draws nothing for others.
void guessed_setup(const Model& model, Commands& commands);
/// Returns whether the microscope shows a launch of the program.
[[nodiscard]] bool shows_launch_of_program(const Model& model);

/// "20 × 13 blocks of 16 × 16 threads".
[[nodiscard]] std::string launch_size(const program::Operation& launch);
/// What an operation calls a side of a copy: a variable's name, or the host.
[[nodiscard]] std::string memory_words(const std::string& name);
/// "187.5 KiB".
[[nodiscard]] std::string bytes_text(uint64_t bytes);

} // namespace warpscope::ui
