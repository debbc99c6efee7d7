#pragma once

#include <optional>

#include "ui/code/listing.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Draws an ImGui field with invisible text, which provides caret, selection and clipboard. Returns the caret's
/// rectangle when it has moved.
[[nodiscard]] std::optional<ImVec4> source_field(const Model& model, const TextField& room, Commands& commands);

} // namespace warpscope::ui
