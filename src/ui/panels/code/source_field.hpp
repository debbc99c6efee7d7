// The field in which the kernel's text is typed.
#pragma once

#include <optional>

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// ImGui's field for several lines over a listing that draws its text: it brings caret, selection and clipboard. Undo,
/// Tab and Esc are ours. Returns where the caret is, when it has moved.
[[nodiscard]] std::optional<ImVec4> source_field(const Model& model, const TextField& room, Commands& commands);

} // namespace warpscope::ui
