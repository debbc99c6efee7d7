#pragma once

#include <string>
#include <vector>

#include "ui/model/model.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

[[nodiscard]] bool is_overlay_on(const Model& model, render::Overlay overlay);
[[nodiscard]] std::vector<NamedFact> heat_facts(const Model& model);
/// Returns a cell's value at the shown moment, or `value`, its value in the run, with a word on when it holds.
[[nodiscard]] std::string value_at_moment(const Model& model, const render::Content& content, uint64_t cell,
                                          const std::string& value);

/// The same of the thread's output cell.
[[nodiscard]] std::string output_words(const Model& model, const insight::ThreadFacts& facts);

} // namespace warpscope::ui
