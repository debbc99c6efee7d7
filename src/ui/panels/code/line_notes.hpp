#pragma once

#include <map>

#include "ui/model/model.hpp"

namespace warpscope::ui {

struct LineNotes {
    std::map<uint32_t, size_t> by_line; // key: line in the result's text; value: index in scene::Notes
    std::vector<size_t> lost;           // notes on lines that the kernel does not have

    [[nodiscard]] std::string_view words(const Model& model, uint32_t line) const;
};
[[nodiscard]] LineNotes line_notes(const Model& model, const std::vector<std::string_view>& lines);

void note_items(const Model& model, const LineNotes& notes, uint32_t line, std::string_view text, Commands& commands);

} // namespace warpscope::ui
