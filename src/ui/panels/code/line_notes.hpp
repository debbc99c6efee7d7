// Notes on the lines of the kernel's text.
#pragma once

#include <map>

#include "ui/model/model.hpp"

namespace warpscope::ui {

struct LineNotes {
    std::map<uint32_t, size_t> by_line; // of the result's text: index in the scene
    std::vector<size_t> lost;           // that are on lines of this kernel which its text does not have

    /// What is written on the line; empty: nothing.
    [[nodiscard]] std::string_view words(const Model& model, uint32_t line) const;
};
/// Those on the result's kernel, whose text is `lines`.
[[nodiscard]] LineNotes line_notes(const Model& model, const std::vector<std::string_view>& lines);

/// What the menu of a line offers about notes.
void note_items(const Model& model, const LineNotes& notes, uint32_t line, std::string_view text, Commands& commands);

} // namespace warpscope::ui
