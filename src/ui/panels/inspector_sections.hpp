// Sections of the inspector that draw more than words: the cells a thread reads, and why its warp split.
#pragma once

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {

void window_section(const Model& model, const insight::WindowFacts& facts);
/// `lane`: of the selected thread, which is marked.
void split_section(const Model& model, const std::vector<insight::SplitFacts>& splits, uint32_t lane,
                   Commands& commands);

/// Why a warp without a cell does nothing.
void idle_section(const Model& model, const insight::IdleReason& reason, Commands& commands);

} // namespace warpscope::ui
