#pragma once

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {

void window_section(const Model& model, const insight::WindowFacts& facts);
void split_section(const Model& model, const std::vector<insight::SplitFacts>& splits, uint32_t lane,
                   Commands& commands);

/// `helps`: the thread owns no cell, but accesses memory.
void idle_section(const Model& model, const insight::IdleReason& reason, bool helps, Commands& commands);

} // namespace warpscope::ui
